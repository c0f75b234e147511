// Moving one element of each lane between a register row and memory, the cheapest way that the shape allows. Included
// by what compiles itself once per instruction set.
#if defined(WARPGLASS_SIM_MOVE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_MOVE_ROWS_INL_HPP
#undef WARPGLASS_SIM_MOVE_ROWS_INL_HPP
#else
#define WARPGLASS_SIM_MOVE_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

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

template <std::size_t kLanes>
HWY_INLINE const auto& parts_of(const Shape& shape) {
  if constexpr (kLanes == 4)
    return shape.by_4;
  else if constexpr (kLanes == 8)
    return shape.by_8;
  else
    return shape.by_16;
}

/// Whether lanes that move as `Parts` have vectors of the host's that are their parts.
template <class D>
constexpr bool has_parts(D d) {
  return hn::MaxLanes(d) == 4 || hn::MaxLanes(d) == 8 || hn::MaxLanes(d) == 16;
}

/// row <- memory, a part at a time, of which the lanes are the elements in order.
template <class D>
HWY_INLINE void load_in_order(D d, const Shape& shape, const std::byte* p, hn::TFromD<D>* row) {
  using T = hn::TFromD<D>;
  constexpr std::size_t kLanes = hn::MaxLanes(D{});
  const auto& parts = parts_of<kLanes>(shape);
  for (std::size_t i = 0; i < 32; i += kLanes)
    hn::Store(hn::LoadU(d, reinterpret_cast<const T*>(p + parts.start[i / kLanes])), d, row + i);
}

/// The same where the lanes of each part are one element.
template <class D>
HWY_INLINE void load_alike(D d, const Shape& shape, const std::byte* p, hn::TFromD<D>* row) {
  using T = hn::TFromD<D>;
  constexpr std::size_t kLanes = hn::MaxLanes(D{});
  const auto& parts = parts_of<kLanes>(shape);
  for (std::size_t i = 0; i < 32; i += kLanes) {
    T value;
    std::memcpy(&value, p + parts.start[i / kLanes], sizeof value);
    hn::Store(hn::Set(d, value), d, row + i);
  }
}

/// The same of any lanes in any order.
template <class D>
HWY_INLINE void load_permuted(D d, const Shape& shape, const std::byte* p, LaneMask lanes, hn::TFromD<D>* row) {
  using T = hn::TFromD<D>;
  constexpr std::size_t kLanes = hn::MaxLanes(D{});
  const auto& parts = parts_of<kLanes>(shape);
  for (std::size_t i = 0; i < 32; i += kLanes) {
    const hn::Rebind<std::uint32_t, D> words;
    const auto part = hn::LoadU(d, reinterpret_cast<const T*>(p + parts.start[i / kLanes]));
    const auto element = hn::Load(words, parts.element.data() + i);
    if constexpr (sizeof(T) == 4) {
      store_row(d, hn::TableLookupLanes(part, hn::IndicesFromVec(d, element)), lanes, i, row);
    } else {
      const auto wide = hn::PromoteTo(hn::RebindToUnsigned<D>(), element);
      store_row(d, hn::TableLookupLanes(part, hn::IndicesFromVec(d, wide)), lanes, i, row);
    }
  }
}

/// row <- memory that lies within so many vectors, part by part: all of it is read, and each lane takes its element out
/// of one of them. Nothing before or behind the lanes' elements is touched.
template <class D>
HWY_INLINE void load_near(D d, std::size_t vectors, const Shape& shape, const std::byte* p, LaneMask lanes,
                          hn::TFromD<D>* row) {
  using T = hn::TFromD<D>;
  constexpr std::size_t kLanes = hn::MaxLanes(D{});
  const auto& parts = parts_of<kLanes>(shape);
  const hn::Rebind<std::uint32_t, D> words;
  for (std::size_t i = 0; i < 32; i += kLanes) {
    const auto* const from = reinterpret_cast<const T*>(p + parts.start[i / kLanes]);
    const std::size_t count = parts.count[i / kLanes];
    auto element = hn::Zero(d);
    if constexpr (sizeof(T) == 4)
      element = hn::Load(words, parts.element.data() + i);
    else
      element = hn::PromoteTo(d, hn::Load(words, parts.element.data() + i));
    const auto in_vector = hn::IndicesFromVec(d, hn::And(element, hn::Set(d, T{kLanes - 1})));
    auto found = hn::Zero(d);
    for (std::size_t v = 0; v < vectors; ++v) {
      const std::size_t first = v * kLanes;
      const auto there = hn::FirstN(d, count > first ? count - first : 0);
      const auto taken = hn::TableLookupLanes(hn::MaskedLoad(there, d, from + first), in_vector);
      found = v == 0 ? taken : hn::IfThenElse(hn::Gt(element, hn::Set(d, static_cast<T>(first - 1))), taken, found);
    }
    store_row(d, found, lanes, i, row);
  }
}

/// row <- memory, a part at a time. \returns false where the shape has no parts of vectors of `d`
template <class D>
HWY_INLINE bool load_parts(D d, const Shape& shape, const std::byte* p, std::size_t readable, LaneMask lanes,
                           hn::TFromD<D>* row) {
  if constexpr (has_parts(D{})) {
    const auto& parts = parts_of<hn::MaxLanes(D{})>(shape);
    if (!parts.valid || readable < static_cast<std::size_t>(parts.reach)) return false;
    if (parts.in_order)
      load_in_order(d, shape, p, row);
    else
      load_permuted(d, shape, p, lanes, row);
    return true;
  } else {
    return false;
  }
}

/// Whether this host's vectors are loaded and stored by some of their lanes, and memory of the others is not touched.
constexpr bool kMasksAccesses = hn::MaxLanes(hn::CappedTag<std::uint8_t, 64>()) >= 32;

/// Where lane 0 of a contiguous shape's memory is, or would be if it took part.
template <class T>
HWY_INLINE const T* lane_zero(const Shape& shape, const std::byte* p) {
  return reinterpret_cast<const T*>(reinterpret_cast<std::uintptr_t>(p) -
                                    static_cast<std::uintptr_t>(shape.first) * sizeof(T));
}

/// Size of this host's vectors, as Shape::quick counts them.
constexpr std::size_t kVectorSize = hn::MaxLanes(hn::CappedTag<std::uint8_t, 64>()) / 32;
static_assert(kVectorSize < kVectorSizes);

/// Whether vectors have 64 bytes.
template <class T>
constexpr bool kIsWidest = hn::MaxLanes(hn::CappedTag<T, 32>()) * sizeof(T) == 64;

/// row <- memory of a full warp, as Shape::quick says.
/// \param p  host address of the first lane, from whose lowest neighbour on Shape::need may be read
template <class T>
HWY_INLINE void load_quick(Quick how, const Shape& shape, const std::byte* p, std::byte* row_bytes) {
  const hn::CappedTag<T, 32> d;
  const hn::CappedTag<T, (hn::MaxLanes(d) + 1) / 2> half;
  auto* const row = reinterpret_cast<T*>(row_bytes);
  switch (how) {
    case Quick::broadcast: {
      T value;
      std::memcpy(&value, p, sizeof value);
      for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) hn::Store(hn::Set(d, value), d, row + i);
      return;
    }
    case Quick::contiguous:
      for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
        hn::Store(hn::LoadU(d, reinterpret_cast<const T*>(p) + i), d, row + i);
      return;
    case Quick::in_order:
      if constexpr (has_parts(hn::CappedTag<T, 32>())) load_in_order(d, shape, p, row);
      return;
    case Quick::alike:
      if constexpr (has_parts(hn::CappedTag<T, 32>())) load_alike(d, shape, p, row);
      return;
    case Quick::permuted:
      if constexpr (has_parts(hn::CappedTag<T, 32>())) load_permuted(d, shape, p, kFullMask, row);
      return;
    case Quick::half_in_order:
      if constexpr (has_parts(decltype(half)())) load_in_order(half, shape, p, row);
      return;
    case Quick::half_permuted:
      if constexpr (has_parts(decltype(half)())) load_permuted(half, shape, p, kFullMask, row);
      return;
    case Quick::near_2:
      if constexpr (kIsWidest<T>) load_near(d, 2, shape, p, kFullMask, row);
      return;
    case Quick::near_4:
      if constexpr (kIsWidest<T>) load_near(d, 4, shape, p, kFullMask, row);
      return;
    case Quick::none:
    case Quick::gathered: break;
  }
  const hn::RebindToSigned<decltype(d)> di;
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto* const offset = [&] {
      if constexpr (sizeof(T) == 8)
        return shape.offset + i;
      else
        return shape.offset32 + i;
    }();
    hn::Store(hn::GatherOffset(d, reinterpret_cast<const T*>(p), hn::Load(di, offset)), d, row + i);
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
      if constexpr (kMasksAccesses) {
        const auto* const from = lane_zero<T>(shape, p);
        for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
          store_row(d, hn::MaskedLoad(lanes_at<T>(d, lanes, i), d, from + i), lanes, i, row);
        return;
      }
      break;
    }
    case Move::parts: {
      // Half a vector's lanes, where whole ones do not lie together.
      if (load_parts(d, shape, p, readable, lanes, row) ||
          load_parts(hn::CappedTag<T, (hn::MaxLanes(d) + 1) / 2>(), shape, p, readable, lanes, row))
        return;
      break;
    }
    case Move::scattered: break;
  }
  if constexpr (kIsWidest<T>) {
    const std::uint32_t vectors = parts_of<hn::MaxLanes(d)>(shape).vectors;
    if (vectors != 0) return load_near(d, vectors, shape, p, lanes, row);
  }
  if constexpr (sizeof(T) == 8) {
    const hn::RebindToSigned<decltype(d)> di;
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
      const auto offset = hn::Load(di, shape.offset + i);
      store_row(d, hn::GatherOffset(d, reinterpret_cast<const T*>(p), offset), lanes, i, row);
    }
    return;
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
  for_each_lane(lanes, [&](int lane) { std::memcpy(row + lane, p + shape.offset[lane], kSize); });
}

/// row <- one element of each lane's vector, which over the lanes are never neighbours.
template <class T>
HWY_INLINE void load_vector_element(const Shape& shape, const std::byte* p, LaneMask lanes, std::byte* row_bytes) {
  const hn::CappedTag<T, 32> d;
  const hn::RebindToSigned<decltype(d)> di;
  auto* const row = reinterpret_cast<T*>(row_bytes);
  if (shape.move == Move::broadcast) {
    T value;
    std::memcpy(&value, p, sizeof value);
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) store_row(d, hn::Set(d, value), lanes, i, row);
    return;
  }
  constexpr int kFew = 8;  // are fetched one by one
  if (lane_count(lanes) > kFew && (sizeof(T) == 8 || shape.narrow)) {
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
      const auto* const offset = [&] {
        if constexpr (sizeof(T) == 8)
          return shape.offset + i;
        else
          return shape.offset32 + i;
      }();
      store_row(d, hn::GatherOffset(d, reinterpret_cast<const T*>(p), hn::Load(di, offset)), lanes, i, row);
    }
    return;
  }
  for_each_lane(lanes, [&](int lane) { std::memcpy(row + lane, p + shape.offset[lane], sizeof(T)); });
}

/// Lanes of an access of so many bytes each that the machine takes at once: as many as make 128 bytes together.
constexpr int lanes_at_once(std::uint32_t bytes) { return bytes <= 4 ? kWarpSize : 128 / static_cast<int>(bytes); }

/// Lane 31 as lane 0.
constexpr LaneMask reversed(LaneMask lanes) {
  lanes = (lanes >> 1 & 0x55555555u) | (lanes & 0x55555555u) << 1;
  lanes = (lanes >> 2 & 0x33333333u) | (lanes & 0x33333333u) << 2;
  lanes = (lanes >> 4 & 0x0f0f0f0fu) | (lanes & 0x0f0f0f0fu) << 4;
  lanes = (lanes >> 8 & 0x00ff00ffu) | (lanes & 0x00ff00ffu) << 8;
  return lanes >> 16 | lanes << 16;
}

/// Lanes in the order in which they store, so that of those with one address the right one's value stays: of the lanes
/// that are taken at once the lowest's, of those taken later before those taken earlier (an H200's answers:
/// tests/hardware/h200/facts/same_address.txt; the CUDA C++ Programming Guide leaves it open).
template <class Visit>
HWY_INLINE void for_each_lane_stored(LaneMask lanes, std::uint32_t bytes, Visit&& visit) {
  const int at_once = lanes_at_once(bytes);
  if (lanes == kFullMask) {
    for (int begin = 0; begin < kWarpSize; begin += at_once)
      for (int lane = begin + at_once - 1; lane >= begin; --lane) visit(lane);
    return;
  }
  // The lowest bit is found and cleared faster than the highest.
  const LaneMask backwards = reversed(lanes);
  for (int begin = kWarpSize - at_once; begin >= 0; begin -= at_once) {
    const LaneMask part = backwards & kFullMask >> (kWarpSize - at_once) << begin;
    for_each_lane(part, [&](int from_above) { visit(kWarpSize - 1 - from_above); });
  }
}

/// Parts of `kLanes` lanes, by their first, in the order in which they store (for_each_lane_stored).
template <std::size_t kLanes, class Visit>
HWY_INLINE void for_each_part_stored(std::uint32_t bytes, Visit&& visit) {
  const std::size_t at_once = std::max(kLanes, static_cast<std::size_t>(lanes_at_once(bytes)));
  for (std::size_t begin = 0; begin < 32; begin += at_once)
    for (std::size_t i = begin + at_once; i > begin; i -= kLanes) visit(i - kLanes);
}

/// memory <- row, a part at a time. \returns false where the lanes of a part are not its elements in order
template <class D>
HWY_INLINE bool store_parts(D d, const Shape& shape, std::byte* p, const hn::TFromD<D>* row) {
  if constexpr (has_parts(D{})) {
    using T = hn::TFromD<D>;
    constexpr std::size_t kLanes = hn::MaxLanes(D{});
    const auto& parts = parts_of<kLanes>(shape);
    if (!parts.valid || !parts.in_order) return false;
    for_each_part_stored<kLanes>(sizeof(T), [&](std::size_t i) HWY_ATTR {
      hn::StoreU(hn::Load(d, row + i), d, reinterpret_cast<T*>(p + parts.start[i / kLanes]));
    });
    return true;
  } else {
    return false;
  }
}

/// memory <- row, for elements as wide as the row's.
template <class T>
HWY_INLINE void store_lanes(const Shape& shape, std::byte* p, LaneMask lanes, const std::byte* row_bytes_) {
  constexpr std::size_t kSize = sizeof(T);
  if (shape.move == Move::contiguous && lanes == kFullMask) {
    std::memcpy(p, row_bytes_, 32 * kSize);
    return;
  }
  if constexpr (kMasksAccesses) {
    if (shape.move == Move::contiguous) {
      const hn::CappedTag<T, 32> d;
      const auto* const row = reinterpret_cast<const T*>(row_bytes_);
      auto* const to = const_cast<T*>(lane_zero<T>(shape, p));
      for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
        hn::BlendedStore(hn::Load(d, row + i), lanes_at<T>(d, lanes, i), d, to + i);
      return;
    }
  }
  if (shape.move == Move::parts && lanes == kFullMask) {
    const hn::CappedTag<T, 32> d;
    const auto* const row = reinterpret_cast<const T*>(row_bytes_);
    if (store_parts(d, shape, p, row) || store_parts(hn::CappedTag<T, (hn::MaxLanes(d) + 1) / 2>(), shape, p, row))
      return;
  }
  for_each_lane_stored(lanes, kSize, [&](int lane) {
    std::memcpy(p + shape.offset[lane], row_bytes_ + std::size_t(lane) * kSize, kSize);
  });
}

/// One lane's element between memory and a wider or equal row, by size: the general, slow way.
template <class M>
HWY_INLINE void load_lane(const std::byte* p, std::byte* row, int lane, std::uint8_t register_bytes, bool sign_extend) {
  M value;
  std::memcpy(&value, p, sizeof value);
  std::uint64_t wide = value;
  if (sign_extend)
    wide = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::make_signed_t<M>>(value)));
  std::byte* const to = row + std::size_t(lane) * register_bytes;
  // Little-endian hosts: the low bytes come first. A number that the compiler knows is copied without a call.
  if (register_bytes == 4)
    std::memcpy(to, &wide, 4);
  else if (register_bytes == 2)
    std::memcpy(to, &wide, 2);
  else
    std::memcpy(to, &wide, register_bytes == 8 ? 8 : 1);
}

/// A register row of R's from elements narrower than it, where all lanes move as one; false where they do not.
template <class R, class M>
HWY_INLINE bool load_narrow(const Shape& shape, const std::byte* p, std::size_t readable, std::byte* row_bytes) {
  static_assert(sizeof(M) < sizeof(R) || std::is_same_v<M, R>);
  const hn::CappedTag<R, 32> d;
  const hn::Rebind<M, decltype(d)> dm;
  auto* const row = reinterpret_cast<R*>(row_bytes);
  const auto widened = [&](auto v) HWY_ATTR {
    if constexpr (std::is_same_v<M, R>)
      return v;
    else
      return hn::PromoteTo(d, v);
  };
  if (shape.move == Move::broadcast) {
    M value;
    std::memcpy(&value, p, sizeof value);
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) hn::Store(hn::Set(d, static_cast<R>(value)), d, row + i);
    return true;
  }
  if (shape.move == Move::contiguous) {
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
      hn::Store(widened(hn::LoadU(dm, reinterpret_cast<const M*>(p) + i)), d, row + i);
    return true;
  }
  if (shape.move == Move::parts) {
    const hn::CappedTag<R, 16> dp;
    if constexpr (has_parts(hn::CappedTag<R, 16>())) {
      constexpr std::size_t kLanes = hn::MaxLanes(dp);
      const auto& parts = parts_of<kLanes>(shape);
      if (parts.valid && parts.in_order) {
        const hn::Rebind<M, decltype(dp)> from;
        for (std::size_t i = 0; i < 32; i += kLanes) {
          const auto values = hn::LoadU(from, reinterpret_cast<const M*>(p + parts.start[i / kLanes]));
          if constexpr (std::is_same_v<M, R>)
            hn::Store(values, dp, row + i);
          else
            hn::Store(hn::PromoteTo(dp, values), dp, row + i);
        }
        return true;
      }
    }
  }
  // Four bytes from where each element begins: the last element's must be there to be read.
  if (!shape.narrow || readable < static_cast<std::size_t>(shape.hi - shape.lo) + 4) return false;
  using Word = std::conditional_t<std::is_signed_v<M>, std::int32_t, std::uint32_t>;
  constexpr int kAbove = 32 - 8 * static_cast<int>(sizeof(M));
  const hn::CappedTag<Word, 32> dw;
  const hn::RebindToSigned<decltype(dw)> di;
  alignas(64) Word words[32];
  for (std::size_t i = 0; i < 32; i += hn::Lanes(dw)) {
    const auto found = hn::GatherOffset(dw, reinterpret_cast<const Word*>(p), hn::Load(di, shape.offset32 + i));
    hn::Store(hn::ShiftRight<kAbove>(hn::ShiftLeft<kAbove>(found)), dw, words + i);
  }
  for (std::size_t i = 0; i < 32; ++i) row[i] = static_cast<R>(words[i]);
  return true;
}

template <class M>
HWY_INLINE bool load_narrow(const Shape& shape, const std::byte* p, std::size_t readable, AccessMode mode,
                            std::byte* row) {
  using Signed = std::make_signed_t<M>;
  if (mode.register_bytes == 2) {
    if constexpr (sizeof(M) == 2) return load_narrow<std::uint16_t, std::uint16_t>(shape, p, readable, row);
    return mode.sign_extend ? load_narrow<std::int16_t, Signed>(shape, p, readable, row)
                            : load_narrow<std::uint16_t, M>(shape, p, readable, row);
  }
  if (mode.register_bytes != 4) return false;
  return mode.sign_extend ? load_narrow<std::int32_t, Signed>(shape, p, readable, row)
                          : load_narrow<std::uint32_t, M>(shape, p, readable, row);
}

/// Neighbouring elements narrower than the row's; false where they are not neighbours.
template <class M>
HWY_INLINE bool store_narrow(const Shape& shape, std::byte* p, AccessMode mode, const std::byte* row) {
  if (shape.move != Move::contiguous) return false;
  const auto from = [&](auto zero) HWY_ATTR {
    using R = decltype(zero);
    const hn::CappedTag<R, 32> d;
    const hn::Rebind<M, decltype(d)> dm;
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
      const auto values = hn::Load(d, reinterpret_cast<const R*>(row) + i);
      auto* const to = reinterpret_cast<M*>(p) + i;
      if constexpr (sizeof(R) == sizeof(M))
        hn::StoreU(values, dm, to);
      else
        hn::StoreU(hn::TruncateTo(dm, values), dm, to);
    }
    return true;
  };
  if (mode.register_bytes == 2) return from(std::uint16_t{});
  return mode.register_bytes == 4 && from(std::uint32_t{});
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // WARPGLASS_SIM_MOVE_ROWS_INL_HPP
