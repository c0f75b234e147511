// Moving all that a load or store moves, vectors of elements among it, or each lane's data by itself. Included by what
// compiles itself once per instruction set.
#if defined(WARPGLASS_SIM_MOVE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_MOVE_INL_HPP
#undef WARPGLASS_SIM_MOVE_INL_HPP
#else
#define WARPGLASS_SIM_MOVE_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstring>
#include <type_traits>
#include <vector>

#include "sim/access_site.hpp"
#include "sim/move_rows-inl.hpp"
#include "sim/pair_of_rows.hpp"
#include "sim/warp.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Moves element `k` of all lanes; offset[] are distances from p.
template <int kMem, bool kStore>
HWY_INLINE void move_element(Warp& warp, const Op* op, const Shape& shape, std::byte* p, std::size_t readable,
                             LaneMask lanes, AccessMode mode, std::uint32_t row_offset, std::size_t k) {
  std::byte* row = warp.rows + row_offset;
  std::byte* pk = p + k * kMem;
  (void)op;
  const auto each = [&](auto&& move) {
    if constexpr (kStore) {
      for_each_lane_stored(lanes, kMem * mode.vector, move);
    } else {
      for_each_lane(lanes, move);
    }
  };
  if constexpr (kMem == 16) {
    each([&](int lane) {
      std::byte* memory = pk + shape.offset[lane];
      std::byte* value = row + std::size_t(lane) * 16;
      if constexpr (kStore) {
        std::memcpy(memory, value, 16);
      } else {
        std::memcpy(value, memory, 16);
      }
    });
  } else {
    using M = std::conditional_t<
        kMem == 1, std::uint8_t,
        std::conditional_t<kMem == 2, std::uint16_t, std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>>>;
    if constexpr (kMem >= 4) {
      if (mode.register_bytes == kMem) {
        if (mode.vector == 1) {
          if constexpr (kStore)
            store_lanes<M>(shape, pk, lanes, row);
          else
            load_lanes<M>(shape, pk, readable, lanes, row);
        } else if constexpr (kStore) {
          each([&](int lane) { std::memcpy(pk + shape.offset[lane], row + std::size_t(lane) * kMem, kMem); });
        } else {
          load_vector_element<M>(shape, pk, lanes, row);
        }
        return;
      }
    }
    if constexpr (kMem < 4) {
      if (lanes == kFullMask && mode.vector == 1) {
        if constexpr (kStore) {
          if (store_narrow<M>(shape, pk, mode, row)) return;
        } else {
          if (load_narrow<M>(shape, pk, readable, mode, row)) return;
        }
      }
    }
    each([&](int lane) {
      std::byte* memory = pk + shape.offset[lane];
      if constexpr (kStore) {
        std::memcpy(memory, row + std::size_t(lane) * mode.register_bytes, kMem);
      } else {
        load_lane<M>(memory, row, lane, mode.register_bytes, mode.sign_extend);
      }
    });
  }
}

/// Whether the vectors of a full warp's lanes lie together, or do so by parts.
template <class T>
HWY_INLINE bool lie_together(const Shape& shape) {
  if (shape.move == Move::contiguous) return true;
  if constexpr (has_parts(hn::CappedTag<T, 32>())) {
    const auto& parts = parts_of<hn::MaxLanes(hn::CappedTag<T, 32>())>(shape);
    return shape.move == Move::parts && parts.valid && parts.in_order;
  }
  return false;
}

/// Float4-like accesses of a full warp, where they lie so.
template <class T, bool kStore>
HWY_INLINE bool move_interleaved(Warp& warp, const std::uint32_t* rows, const Shape& shape, std::byte* p, int vector) {
  const hn::CappedTag<T, 32> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  if ((vector != 2 && vector != 4) || !lie_together<T>(shape)) return false;
  for (int k = 0; k < vector; ++k)
    if (rows[k] == Op::kNone) return false;
  const auto row = [&](int k, std::size_t i) { return reinterpret_cast<T*>(warp.rows + rows[k]) + i; };
  const auto bytes = static_cast<std::uint32_t>(vector) * sizeof(T);
  const auto move = [&](T* memory, std::size_t i) HWY_ATTR {
    if (vector == 2) {
      if constexpr (kStore) {
        hn::StoreInterleaved2(hn::Load(d, row(0, i)), hn::Load(d, row(1, i)), d, memory);
      } else {
        auto v0 = hn::Zero(d);
        auto v1 = hn::Zero(d);
        hn::LoadInterleaved2(d, memory, v0, v1);
        hn::Store(v0, d, row(0, i));
        hn::Store(v1, d, row(1, i));
      }
    } else if constexpr (kStore) {
      hn::StoreInterleaved4(hn::Load(d, row(0, i)), hn::Load(d, row(1, i)), hn::Load(d, row(2, i)),
                            hn::Load(d, row(3, i)), d, memory);
    } else {
      auto v0 = hn::Zero(d);
      auto v1 = hn::Zero(d);
      auto v2 = hn::Zero(d);
      auto v3 = hn::Zero(d);
      hn::LoadInterleaved4(d, memory, v0, v1, v2, v3);
      hn::Store(v0, d, row(0, i));
      hn::Store(v1, d, row(1, i));
      hn::Store(v2, d, row(2, i));
      hn::Store(v3, d, row(3, i));
    }
  };
  if (shape.move == Move::contiguous) {
    for (std::size_t i = 0; i < 32; i += kLanes) move(reinterpret_cast<T*>(p + i * bytes), i);
    return true;
  }
  if constexpr (has_parts(hn::CappedTag<T, 32>())) {
    const auto& parts = parts_of<kLanes>(shape);
    for_each_part_stored<kLanes>(
        bytes, [&](std::size_t i) HWY_ATTR { move(reinterpret_cast<T*>(p + parts.start[i / kLanes]), i); });
    return true;
  }
  return false;
}

/// A vector that is the same for all lanes.
template <class T>
HWY_INLINE void load_for_all(Warp& warp, const std::uint32_t* rows, const std::byte* p, LaneMask lanes, int vector) {
  const hn::CappedTag<T, 32> d;
  for (int k = 0; k < vector; ++k) {
    T value;
    std::memcpy(&value, p + static_cast<std::size_t>(k) * sizeof(T), sizeof value);
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
      store_row(d, hn::Set(d, value), lanes, i, reinterpret_cast<T*>(warp.rows + rows[k]));
  }
}

/// Whether move_vectors knows how: of full warps.
template <class T, bool kStore>
HWY_INLINE bool moves_vectors(const Shape& shape) {
  if (shape.lanes != kFullMask) return false;
  return (!kStore && shape.move == Move::broadcast) || lie_together<T>(shape);
}

/// \pre moves_vectors; the op's rows are in its fields
template <class T, int kVector, bool kStore>
HWY_INLINE void move_vectors(Warp& warp, const Op* op, const Shape& shape, std::byte* p) {
  const PairOfRows low(op->d);
  const PairOfRows high(op->b);
  const std::uint32_t rows[] = {low.first(), low.second(), high.first(), high.second()};
  if (!kStore && shape.move == Move::broadcast) {
    load_for_all<T>(warp, rows, p, kFullMask, kVector);
  } else {
    move_interleaved<T, kStore>(warp, rows, shape, p, kVector);
  }
}

/// Rows and columns of four vectors change places.
template <class V>
HWY_INLINE void transpose(V (&v)[4]) {
  const hn::DFromV<V> d;
  const V even_low = hn::InterleaveLower(d, v[0], v[2]);
  const V odd_low = hn::InterleaveLower(d, v[1], v[3]);
  const V even_high = hn::InterleaveUpper(d, v[0], v[2]);
  const V odd_high = hn::InterleaveUpper(d, v[1], v[3]);
  v[0] = hn::InterleaveLower(d, even_low, odd_low);
  v[1] = hn::InterleaveUpper(d, even_low, odd_low);
  v[2] = hn::InterleaveLower(d, even_high, odd_high);
  v[3] = hn::InterleaveUpper(d, even_high, odd_high);
}

/// 16 bytes of each lane, as four words, wherever they lie: four lanes at a time, stores in the order of
/// for_each_lane_stored().
template <bool kStore>
HWY_INLINE bool move_quads(Warp& warp, const std::uint32_t* rows, const Shape& shape, std::byte* p, LaneMask lanes) {
  using T = std::uint32_t;
  const hn::FixedTag<T, 4> d;
  for (int k = 0; k < 4; ++k)
    if (rows[k] == Op::kNone) return false;
  const auto row = [&](int k) { return reinterpret_cast<T*>(warp.rows + rows[k]); };
  if (!kStore && shape.move == Move::broadcast) {
    load_for_all<T>(warp, rows, p, lanes, 4);
    return true;
  }
  constexpr std::size_t kOther = kStore ? 4 : 0;  // of eight lanes the upper four come first
  for (std::size_t group = 0; group < 32; group += 4) {
    const std::size_t lane = group ^ kOther;
    const LaneMask part = lanes >> lane & 0xf;
    if (part == 0) continue;
    // A lane that takes no part has the first one's place.
    const auto place = [&](std::size_t i) { return reinterpret_cast<T*>(p + shape.offset[lane + i]); };
    hn::Vec<decltype(d)> v[4];
    for (int i = 0; i < 4; ++i)
      v[i] = kStore ? hn::Load(d, row(i) + lane) : hn::LoadU(d, place(static_cast<std::size_t>(i)));
    transpose(v);
    for (int i = 3; i >= 0; --i) {
      if constexpr (kStore) {
        if ((part >> i & 1) != 0) hn::StoreU(v[i], d, place(static_cast<std::size_t>(i)));
      } else {
        store_row(d, v[i], lanes, lane, row(i));
      }
    }
  }
  return true;
}

/// Elements of a lane's vector of bytes or 16 bits, between words that have all of a vector and rows of R's.
template <class R, int kMem, bool kStore, class W>
HWY_INLINE void move_parts_of_words(Warp& warp, const std::uint32_t* rows, LaneMask lanes, AccessMode mode, W* words) {
  const hn::CappedTag<W, 32> d;
  const hn::RebindToSigned<decltype(d)> ds;
  const hn::Rebind<R, decltype(d)> dr;
  constexpr int kBits = 8 * kMem;
  constexpr int kWordBits = 8 * sizeof(W);
  const auto element = hn::Set(d, static_cast<W>((W{1} << kBits) - 1));
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    auto word = kStore ? hn::Zero(d) : hn::Load(d, words + i);
    for (int k = 0; k < int{sizeof(W)} / kMem; ++k) {
      if (rows[k] == Op::kNone) continue;
      R* const row = reinterpret_cast<R*>(warp.rows + rows[k]);
      if constexpr (kStore) {
        const auto value = hn::Load(dr, row + i);
        auto wide = hn::Zero(d);
        if constexpr (sizeof(R) == sizeof(W))
          wide = value;
        else if constexpr (sizeof(R) * 4 == sizeof(W))
          wide = hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<std::uint32_t, decltype(d)>(), value));
        else
          wide = hn::PromoteTo(d, value);
        word = hn::Or(word, hn::ShiftLeftSame(hn::And(wide, element), kBits * k));
      } else {
        auto value = hn::And(hn::ShiftRightSame(word, kBits * k), element);
        if (mode.sign_extend) {
          const auto raised = hn::BitCast(ds, hn::ShiftLeftSame(value, kWordBits - kBits));
          value = hn::BitCast(d, hn::ShiftRightSame(raised, kWordBits - kBits));
        }
        if constexpr (sizeof(R) == sizeof(W))
          store_row(dr, value, lanes, i, row);
        else
          store_row(dr, hn::TruncateTo(dr, value), lanes, i, row);
      }
    }
    if constexpr (kStore) hn::Store(word, d, words + i);
  }
}

/// Vectors of bytes or of 16 bits that make a W together, moved as one.
template <class W, int kMem, bool kStore>
HWY_INLINE bool move_as_words(Warp& warp, const std::uint32_t* rows, const Shape& shape, std::byte* p,
                              std::size_t readable, LaneMask lanes, AccessMode mode) {
  if (mode.register_bytes != 2 && mode.register_bytes != 4) return false;
  alignas(64) W words[32];
  const auto move_parts = [&]() HWY_ATTR {
    if (mode.register_bytes == 2)
      move_parts_of_words<std::uint16_t, kMem, kStore>(warp, rows, lanes, mode, words);
    else
      move_parts_of_words<std::uint32_t, kMem, kStore>(warp, rows, lanes, mode, words);
  };
  auto* const row = reinterpret_cast<std::byte*>(words);
  if constexpr (kStore) {
    move_parts();
    store_lanes<W>(shape, p, lanes, row);
  } else {
    if (lanes != kFullMask) std::memset(words, 0, sizeof words);
    load_lanes<W>(shape, p, readable, lanes, row);
    move_parts();
  }
  return true;
}

template <int kMem, bool kStore>
HWY_INLINE void move_all(Warp& warp, const Op* op, const Shape& shape, std::byte* p, std::size_t readable,
                         LaneMask lanes, AccessMode mode) {
  if (mode.vector == 1) [[likely]] {
    move_element<kMem, kStore>(warp, op, shape, p, readable, lanes, mode, op->d, 0);
    return;
  }
  const std::vector<std::uint32_t>& rows = warp.launch->program->lists[op->extra];
  if constexpr (kMem == 4 || kMem == 8) {
    using T = std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>;
    if (lanes == kFullMask && mode.register_bytes == kMem &&
        move_interleaved<T, kStore>(warp, rows.data(), shape, p, mode.vector))
      return;
  }
  if constexpr (kMem == 4) {
    constexpr int kFew = 4;  // are moved one by one
    if (mode.vector == 4 && mode.register_bytes == kMem && lane_count(lanes) > kFew &&
        move_quads<kStore>(warp, rows.data(), shape, p, lanes))
      return;
    if (kStore && mode.vector == 2 && mode.register_bytes == kMem && lane_count(lanes) > kFew &&
        move_as_words<std::uint64_t, kMem, kStore>(warp, rows.data(), shape, p, readable, lanes, mode))
      return;
  }
  if constexpr (kMem < 4) {
    if (mode.vector == 4 / kMem &&
        move_as_words<std::uint32_t, kMem, kStore>(warp, rows.data(), shape, p, readable, lanes, mode))
      return;
    if (mode.vector == 8 / kMem &&
        move_as_words<std::uint64_t, kMem, kStore>(warp, rows.data(), shape, p, readable, lanes, mode))
      return;
  }
  for (std::size_t k = 0; k < mode.vector; ++k) {
    if (rows[k] != Op::kNone) move_element<kMem, kStore>(warp, op, shape, p, readable, lanes, mode, rows[k], k);
  }
}

/// Moves each lane's data by itself. \param host  (lane) -> where its first element is
template <int kMem, bool kStore, class Host>
HWY_INLINE void move_each(Warp& warp, const Op* op, LaneMask lanes, AccessMode mode, Host&& host) {
  for (std::size_t k = 0; k < mode.vector; ++k) {
    const std::uint32_t row_offset = mode.vector == 1 ? op->d : warp.launch->program->lists[op->extra][k];
    if (row_offset == Op::kNone) continue;
    std::byte* row = warp.rows + row_offset;
    const auto each = [&](auto&& move) {
      if constexpr (kStore) {
        for_each_lane_stored(lanes, kMem * mode.vector, move);
      } else if (lanes == kFullMask) {
        for (int lane = 0; lane < kWarpSize; ++lane) move(lane);
      } else {
        for_each_lane(lanes, move);
      }
    };
    if (mode.register_bytes == kMem) {
      each([&](int lane) {
        std::byte* const memory = host(lane) + k * kMem;
        std::byte* const value = row + std::size_t(lane) * kMem;
        std::memcpy(kStore ? memory : value, kStore ? value : memory, kMem);
      });
      continue;
    }
    if constexpr (kStore) {
      each([&](int lane) { std::memcpy(host(lane) + k * kMem, row + std::size_t(lane) * mode.register_bytes, kMem); });
    } else if constexpr (kMem < 16) {
      using M = std::conditional_t<
          kMem == 1, std::uint8_t,
          std::conditional_t<kMem == 2, std::uint16_t, std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>>>;
      each([&](int lane) { load_lane<M>(host(lane) + k * kMem, row, lane, mode.register_bytes, mode.sign_extend); });
    }
  }
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // WARPGLASS_SIM_MOVE_INL_HPP
