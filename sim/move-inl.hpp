// Moving the data of a load or store between register rows and memory, the cheapest way that the shape allows, or each
// lane's by itself. Included by what compiles itself once per instruction set.
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
#include "sim/warp.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Op::mode of a load or store.
struct AccessMode {
  std::uint8_t register_bytes;
  std::uint8_t vector;
  bool sign_extend;
};

HWY_INLINE AccessMode mode_of(const Op* op) {
  return {static_cast<std::uint8_t>(op->mode & 0xff), static_cast<std::uint8_t>(op->mode >> 8 & 0xff),
          (op->mode >> 16 & 1) != 0};
}

template <class A>
HWY_INLINE A lane_address(const std::byte* row, int lane) {
  A value;
  std::memcpy(&value, row + std::size_t(lane) * sizeof(A), sizeof value);
  return value;
}

template <class T, class D>
HWY_INLINE hn::Mask<D> lanes_at(D d, LaneMask lanes, std::size_t i) {
  const LaneMask part = lanes >> i;
  std::uint8_t bits[8] = {};
  std::memcpy(bits, &part, sizeof part);
  return hn::LoadMaskBits(d, bits);
}

/// Writes `values` to lanes [i, i + Lanes) of a register row.
template <class D>
HWY_INLINE void store_row(D d, hn::Vec<D> values, LaneMask lanes, std::size_t i, hn::TFromD<D>* row) {
  if (lanes == kFullMask) {
    hn::Store(values, d, row + i);
  } else {
    hn::BlendedStore(values, lanes_at<hn::TFromD<D>>(d, lanes, i), d, row + i);
  }
}

template <int kLanes>
HWY_INLINE const WindowParts<kLanes>& parts_of(const Shape& shape) {
  if constexpr (kLanes == 8) {
    return shape.by_8;
  } else {
    return shape.by_16;
  }
}

/// row <- memory, for elements as wide as the row's (4 or 8 bytes).
/// \param p  host address of the first lane
/// \param readable  bytes that may be read from the lowest address on
template <class T>
HWY_INLINE void load_lanes(const Shape& shape, const std::byte* p, std::size_t readable, LaneMask lanes,
                           std::byte* row_bytes_) {
  const hn::CappedTag<T, 32> d;
  auto* row = reinterpret_cast<T*>(row_bytes_);
  constexpr std::size_t kSize = sizeof(T);
  switch (shape.move) {
    case Move::broadcast: {
      T value;
      std::memcpy(&value, p, kSize);
      for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) store_row(d, hn::Set(d, value), lanes, i, row);
      return;
    }
    case Move::contiguous: {
      if (lanes == kFullMask) {
        for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
          hn::Store(hn::LoadU(d, reinterpret_cast<const T*>(p + i * kSize)), d, row + i);
        return;
      }
      break;
    }
    case Move::window: {
      if constexpr (sizeof(T) == 4) {
        constexpr std::size_t kLanes = hn::MaxLanes(d);
        if constexpr (kLanes == 8 || kLanes == 16) {
          const auto& parts = parts_of<static_cast<int>(kLanes)>(shape);
          // A part's vector begins at most at element 31.
          if (!parts.valid || readable < (31 + kLanes) * kSize) break;
          const auto* window = reinterpret_cast<const T*>(p + shape.lo);
          for (std::size_t i = 0; i < 32; i += kLanes) {
            const auto index = hn::Load(hn::RebindToSigned<decltype(d)>(),
                                        reinterpret_cast<const std::int32_t*>(parts.element.data() + i));
            const auto values = hn::LoadU(d, window + parts.start[i / kLanes]);
            store_row(d, hn::TableLookupLanes(values, hn::IndicesFromVec(d, index)), lanes, i, row);
          }
          return;
        }
      }
      break;
    }
    case Move::scattered: break;
  }
  if (shape.narrow) {
    if constexpr (sizeof(T) == 4) {
      const hn::RebindToSigned<decltype(d)> di;
      for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
        const auto offset = hn::Load(di, shape.offset32 + i);
        store_row(d, hn::GatherOffset(d, reinterpret_cast<const T*>(p), offset), lanes, i, row);
      }
      return;
    }
  }
  if constexpr (sizeof(T) == 8) {
    const hn::RebindToSigned<decltype(d)> di;
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
      const auto offset = hn::Load(di, shape.offset + i);
      store_row(d, hn::GatherOffset(d, reinterpret_cast<const T*>(p), offset), lanes, i, row);
    }
    return;
  }
  for_each_lane(lanes, [&](int lane) { std::memcpy(row + lane, p + shape.offset[lane], kSize); });
}

/// memory <- row, for elements as wide as the row's. Lanes that write one address: the highest wins.
template <class T>
HWY_INLINE void store_lanes(const Shape& shape, std::byte* p, LaneMask lanes, const std::byte* row_bytes_) {
  constexpr std::size_t kSize = sizeof(T);
  if (shape.move == Move::contiguous && lanes == kFullMask) {
    std::memcpy(p, row_bytes_, 32 * kSize);
    return;
  }
  for_each_lane(lanes,
                [&](int lane) { std::memcpy(p + shape.offset[lane], row_bytes_ + std::size_t(lane) * kSize, kSize); });
}

/// One lane's element between memory and a wider or equal row, by size: the general, slow way.
template <class M>
HWY_INLINE void load_lane(const std::byte* p, std::byte* row, int lane, std::uint8_t register_bytes, bool sign_extend) {
  M value;
  std::memcpy(&value, p, sizeof value);
  std::uint64_t wide = value;
  if (sign_extend)
    wide = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::make_signed_t<M>>(value)));
  // Little-endian hosts: the low bytes come first.
  std::memcpy(row + std::size_t(lane) * register_bytes, &wide, register_bytes);
}

/// Moves element `k` of all lanes; offset[] are distances from p.
template <int kMem, bool kStore>
HWY_INLINE void move_element(Warp& warp, const Op* op, const Shape& shape, std::byte* p, std::size_t readable,
                             LaneMask lanes, AccessMode mode, std::uint32_t row_offset, std::size_t k) {
  std::byte* row = warp.rows + row_offset;
  std::byte* pk = p + k * kMem;
  (void)op;
  if constexpr (kMem == 16) {
    for_each_lane(lanes, [&](int lane) {
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
    if (mode.register_bytes == kMem) {
      if constexpr (kMem >= 4) {
        // A vector's element is never contiguous over lanes, whatever the shape of the whole access.
        if (mode.vector == 1) {
          if constexpr (kStore) {
            store_lanes<M>(shape, pk, lanes, row);
          } else {
            load_lanes<M>(shape, pk, readable, lanes, row);
          }
          return;
        }
        if constexpr (!kStore && kMem == 4) {
          if (shape.narrow) {
            const hn::CappedTag<M, 32> d;
            const hn::RebindToSigned<decltype(d)> di;
            for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
              store_row(d, hn::GatherOffset(d, reinterpret_cast<const M*>(pk), hn::Load(di, shape.offset32 + i)), lanes,
                        i, reinterpret_cast<M*>(row));
            return;
          }
        }
      }
    }
    for_each_lane(lanes, [&](int lane) {
      std::byte* memory = pk + shape.offset[lane];
      if constexpr (kStore) {
        std::memcpy(memory, row + std::size_t(lane) * mode.register_bytes, kMem);
      } else {
        load_lane<M>(memory, row, lane, mode.register_bytes, mode.sign_extend);
      }
    });
  }
}

/// Float4-like accesses of a full warp to consecutive addresses.
template <class T, bool kStore>
HWY_INLINE bool move_interleaved(Warp& warp, const std::uint32_t* rows, std::byte* p, int vector) {
  const hn::CappedTag<T, 32> d;
  const std::size_t n = hn::Lanes(d);
  auto row = [&](int k) { return reinterpret_cast<T*>(warp.rows + rows[k]); };
  auto* memory = reinterpret_cast<T*>(p);
  for (int k = 0; k < vector; ++k)
    if (rows[k] == Op::kNone) return false;
  if (vector == 2) {
    for (std::size_t i = 0; i < 32; i += n) {
      if constexpr (kStore) {
        hn::StoreInterleaved2(hn::Load(d, row(0) + i), hn::Load(d, row(1) + i), d, memory + 2 * i);
      } else {
        auto v0 = hn::Zero(d);
        auto v1 = hn::Zero(d);
        hn::LoadInterleaved2(d, memory + 2 * i, v0, v1);
        hn::Store(v0, d, row(0) + i);
        hn::Store(v1, d, row(1) + i);
      }
    }
    return true;
  }
  if (vector == 4) {
    for (std::size_t i = 0; i < 32; i += n) {
      if constexpr (kStore) {
        hn::StoreInterleaved4(hn::Load(d, row(0) + i), hn::Load(d, row(1) + i), hn::Load(d, row(2) + i),
                              hn::Load(d, row(3) + i), d, memory + 4 * i);
      } else {
        auto v0 = hn::Zero(d);
        auto v1 = hn::Zero(d);
        auto v2 = hn::Zero(d);
        auto v3 = hn::Zero(d);
        hn::LoadInterleaved4(d, memory + 4 * i, v0, v1, v2, v3);
        hn::Store(v0, d, row(0) + i);
        hn::Store(v1, d, row(1) + i);
        hn::Store(v2, d, row(2) + i);
        hn::Store(v3, d, row(3) + i);
      }
    }
    return true;
  }
  return false;
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
    if (shape.move == Move::contiguous && lanes == kFullMask && mode.register_bytes == kMem &&
        move_interleaved<T, kStore>(warp, rows.data(), p, mode.vector))
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
      if (lanes == kFullMask) {
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
