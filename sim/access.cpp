// One load or store: take the lanes' addresses, recognise their shape, check bounds and alignment once for the whole
// warp, count what the shape costs, move the data the cheapest way the shape allows. Compiled once per instruction set
// of the host and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/access.cpp"
#include <hwy/foreach_target.h>

#include <cstring>

#include <hwy/highway.h>

#include "sim/access.hpp"
#include "sim/access_site.hpp"
#include "sim/locate.hpp"
#include "sim/note.hpp"
#include "sim/tally.hpp"

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

/// True when every lane of the shape lies at its remembered distance from the first.
template <class A>
HWY_INLINE bool matches(const std::byte* row, const Shape& shape, A base) {
  const hn::CappedTag<A, 32> d;
  const auto vbase = hn::Set(d, base);
  const auto* offsets =
      sizeof(A) == 8 ? reinterpret_cast<const A*>(shape.offset) : reinterpret_cast<const A*>(shape.offset32);
  const auto* addresses = reinterpret_cast<const A*>(row);
  if (shape.lanes == kFullMask) {
    auto differ = hn::Zero(d);
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
      differ = hn::Or(differ, hn::Xor(hn::Sub(hn::Load(d, addresses + i), vbase), hn::Load(d, offsets + i)));
    return hn::AllTrue(d, hn::Eq(differ, hn::Zero(d)));
  }
  LaneMask same = 0;
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto equal = hn::Eq(hn::Sub(hn::Load(d, addresses + i), vbase), hn::Load(d, offsets + i));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, equal, bits);
    LaneMask part;
    std::memcpy(&part, bits, sizeof part);
    same |= part << i;
  }
  return (same & shape.lanes) == shape.lanes;
}

template <class A>
HWY_NOINLINE Shape& reshape(Warp& warp, const Op* op, AccessSite& site, const std::byte* row, LaneMask lanes,
                            bool store, std::uint32_t bytes) {
  alignas(64) std::uint64_t address[32] = {};
  const A base = lane_address<A>(row, first_lane(lanes));
  for_each_lane(lanes, [&](int lane) {
    const A value = lane_address<A>(row, lane);
    // 32-bit addresses wrap as 32-bit numbers: keep distances signed.
    address[lane] = sizeof(A) == 8 ? std::uint64_t(value)
                                   : std::uint64_t(base) + std::uint64_t(std::int64_t(std::int32_t(value - base)));
  });
  site.kind = store ? AccessKind::store : AccessKind::load;
  site.bytes = bytes;
  (void)op;
  return shape_of(site, address, lanes, warp);
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

/// A warp none of whose lanes' data lie side by side in the host: local memory, or lanes in different windows.
template <int kMem, bool kStore>
HWY_NOINLINE const Op* access_each(Warp& warp, const Op* op, LaneMask lanes, Space space, std::uint32_t address_bytes) {
  const AccessMode mode = mode_of(op);
  const std::uint32_t bytes = kMem * mode.vector;
  const LaneAddresses at = access_lanes(warp, op, lanes, space, kStore ? AccessKind::store : AccessKind::load, bytes,
                                        address_bytes, kStore, bytes);
  for (std::size_t k = 0; k < mode.vector; ++k) {
    const std::uint32_t row_offset = mode.vector == 1 ? op->d : warp.launch->program->lists[op->extra][k];
    if (row_offset == Op::kNone) continue;
    std::byte* row = warp.rows + row_offset;
    for_each_lane(lanes, [&](int lane) {
      std::byte* memory = at.host[lane] + k * kMem;
      if constexpr (kStore) {
        std::memcpy(memory, row + std::size_t(lane) * mode.register_bytes, kMem);
      } else if constexpr (kMem == 16) {
        std::memcpy(row + std::size_t(lane) * 16, memory, 16);
      } else {
        using M = std::conditional_t<
            kMem == 1, std::uint8_t,
            std::conditional_t<kMem == 2, std::uint16_t, std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>>>;
        load_lane<M>(memory, row, lane, mode.register_bytes, mode.sign_extend);
      }
    });
  }
  return op + 1;
}

/// True when an access of the same lanes through the same address register has just found its shape, and this site's
/// is known to fit that one.
HWY_INLINE bool follows(const Warp& warp, const Op* op, const AccessSite& site) {
  return op->c != Op::kNone && site.followed == warp.sites[op->c].current->serial;
}

/// Remembers that the current shape fits that of the access before.
HWY_INLINE void follow(const Warp& warp, const Op* op, AccessSite& site) {
  if (op->c != Op::kNone) site.followed = warp.sites[op->c].current->serial;
}

template <Space kSpace, class A, int kMem, bool kStore>
HWY_NOINLINE const Op* access(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  if constexpr (kSpace == Space::local) {
    return access_each<kMem, kStore>(warp, op, lanes, Space::local, sizeof(A));
  } else {
    const AccessMode mode = mode_of(op);
    const std::uint32_t bytes = kMem * mode.vector;
    AccessSite& site = warp.sites[op->site];
    const std::byte* row = warp.rows + op->a;
    Shape* shape = site.current;
    A base = lane_address<A>(row, shape->first);
    if (shape->lanes != lanes || !matches<A>(row, *shape, base)) [[unlikely]] {
      shape = &reshape<A>(warp, op, site, row, lanes, kStore, bytes);
      base = lane_address<A>(row, shape->first);
    }
    follow(warp, op, site);
    const std::uint64_t address = static_cast<A>(base + static_cast<A>(static_cast<std::int64_t>(op->imm)));
    // Lanes within bounds and aligned, in shared memory or one allocation; everything else is for the slow way.
    std::byte* p;
    std::size_t readable;
    const std::uint64_t lowest = address + static_cast<std::uint64_t>(shape->lo);
    const std::uint64_t reach = static_cast<std::uint64_t>(shape->hi - shape->lo);
    if (((address | shape->alignment_bits) & (bytes - 1)) != 0) [[unlikely]]
      return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
    bool in_shared = kSpace == Space::shared;
    if constexpr (kSpace == Space::generic) in_shared = (address & kWindowMask) == kSharedWindow;
    if (in_shared) {
      const std::uint64_t begin = kSpace == Space::generic ? kSharedWindow : 0;
      const std::uint64_t offset = lowest - begin;
      if (offset > warp.shared_bytes || reach > warp.shared_bytes - offset) [[unlikely]]
        return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
      p = warp.shared + (address - begin);
      readable = warp.shared_bytes - offset;
      if (warp.observes && !count_shared_again(*shape, address - begin))
        note_access(warp, op, site, *shape, address - begin, Space::shared);
    } else {
      if (lowest < site.begin || lowest > site.end || reach > site.end - lowest) [[unlikely]] {
        if (!find_allocation(warp, site, lowest, reach))
          return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
      }
      p = Memory::host(address);
      readable = site.end - lowest;
      if (warp.observes && !count_global_again(*shape, address))
        note_access(warp, op, site, *shape, address, outside_shared(site));
    }
    move_all<kMem, kStore>(warp, op, *shape, p, readable, lanes, mode);
    return op + 1;
  }
}

/// The data of a full warp's access of one element each, within bounds.
template <Space kSpace, class A, int kMem, bool kStore>
HWY_INLINE const Op* move_plain(Warp& warp, const Op* op, const Shape& shape, std::uint64_t address,
                                std::size_t readable) {
  using T = std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>;
  std::byte* p = kSpace == Space::shared ? warp.shared + address : Memory::host(address);
  if constexpr (kStore) {
    store_lanes<T>(shape, p, kFullMask, warp.rows + op->d);
  } else {
    load_lanes<T>(shape, p, readable, kFullMask, warp.rows + op->d);
  }
  return op + 1;
}

/// Such an access whose shape fits and that somebody hears, or whose price is not known yet.
template <Space kSpace, class A, int kMem, bool kStore>
HWY_NOINLINE const Op* access_noted(Warp& warp, const Op* op) {
  AccessSite& site = warp.sites[op->site];
  Shape& shape = *site.current;
  const std::uint64_t address =
      static_cast<A>(lane_address<A>(warp.rows + op->a, 0) + static_cast<A>(static_cast<std::int64_t>(op->imm)));
  note_access(warp, op, site, shape, address, kSpace == Space::shared ? Space::shared : outside_shared(site));
  const std::uint64_t end = kSpace == Space::shared ? warp.shared_bytes : site.end;
  const std::size_t readable = end - (address + static_cast<std::uint64_t>(shape.lo));
  return move_plain<kSpace, A, kMem, kStore>(warp, op, shape, address, readable);
}

/// The common case, short: a full warp of one element each, as wide as its register, in shared or global memory, with
/// the shape it had before. Everything else, as yet without effect, begins anew in `access`.
template <Space kSpace, class A, int kMem, bool kStore>
const Op* access_again(Warp& warp, const Op* op) {
  AccessSite& site = warp.sites[op->site];
  Shape& shape = *site.current;
  const std::byte* row = warp.rows + op->a;
  if ((exec_lanes(warp, op) & shape.lanes) != kFullMask) return access<kSpace, A, kMem, kStore>(warp, op);
  const A base = lane_address<A>(row, 0);
  if (!follows(warp, op, site)) {
    if (!matches<A>(row, shape, base)) return access<kSpace, A, kMem, kStore>(warp, op);
    follow(warp, op, site);
  }
  const std::uint64_t address = static_cast<A>(base + static_cast<A>(static_cast<std::int64_t>(op->imm)));
  const std::uint64_t lowest = address + static_cast<std::uint64_t>(shape.lo);
  const std::uint64_t reach = static_cast<std::uint64_t>(shape.hi - shape.lo);
  const bool misaligned = ((address | shape.alignment_bits) & (kMem - 1)) != 0;
  std::size_t readable;
  if constexpr (kSpace == Space::shared) {
    if (misaligned || lowest > warp.shared_bytes || reach > warp.shared_bytes - lowest) [[unlikely]]
      return access<kSpace, A, kMem, kStore>(warp, op);
    readable = warp.shared_bytes - lowest;
    if (warp.observes && !count_shared_again(shape, address)) [[unlikely]]
      return access_noted<kSpace, A, kMem, kStore>(warp, op);
  } else {
    if (misaligned || lowest < site.begin || lowest > site.end || reach > site.end - lowest) [[unlikely]]
      return access<kSpace, A, kMem, kStore>(warp, op);
    readable = site.end - lowest;
    if (warp.observes && !count_global_again(shape, address)) [[unlikely]]
      return access_noted<kSpace, A, kMem, kStore>(warp, op);
  }
  return move_plain<kSpace, A, kMem, kStore>(warp, op, shape, address, readable);
}

template <Space kSpace, class A, bool kStore>
Handler plain_access(std::uint8_t memory_bytes) {
  return memory_bytes == 4 ? access_again<kSpace, A, 4, kStore> : access_again<kSpace, A, 8, kStore>;
}

template <Space kSpace, class A, bool kStore>
Handler by_memory_bytes(std::uint8_t memory_bytes) {
  switch (memory_bytes) {
    case 1: return access<kSpace, A, 1, kStore>;
    case 2: return access<kSpace, A, 2, kStore>;
    case 4: return access<kSpace, A, 4, kStore>;
    case 8: return access<kSpace, A, 8, kStore>;
    default: return access<kSpace, A, 16, kStore>;
  }
}

bool is_plain(const AccessSpec& spec) {
  return spec.vector == 1 && spec.register_bytes == spec.memory_bytes &&
         (spec.memory_bytes == 4 || spec.memory_bytes == 8);
}

template <Space kSpace>
Handler by_address(const AccessSpec& spec) {
  if constexpr (kSpace == Space::shared || kSpace == Space::global) {
    if (is_plain(spec) && spec.address_bytes == 4)
      return spec.store ? plain_access<kSpace, std::uint32_t, true>(spec.memory_bytes)
                        : plain_access<kSpace, std::uint32_t, false>(spec.memory_bytes);
    if (is_plain(spec))
      return spec.store ? plain_access<kSpace, std::uint64_t, true>(spec.memory_bytes)
                        : plain_access<kSpace, std::uint64_t, false>(spec.memory_bytes);
  }
  if (spec.address_bytes == 4) {
    return spec.store ? by_memory_bytes<kSpace, std::uint32_t, true>(spec.memory_bytes)
                      : by_memory_bytes<kSpace, std::uint32_t, false>(spec.memory_bytes);
  }
  return spec.store ? by_memory_bytes<kSpace, std::uint64_t, true>(spec.memory_bytes)
                    : by_memory_bytes<kSpace, std::uint64_t, false>(spec.memory_bytes);
}

Handler select_access(const AccessSpec& spec) {
  switch (spec.space) {
    case Space::shared: return by_address<Space::shared>(spec);
    case Space::local: return by_address<Space::local>(spec);
    case Space::generic: return by_address<Space::generic>(spec);
    case Space::global:
    case Space::constant:
    case Space::param: return by_address<Space::global>(spec);
  }
  return nullptr;
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::sim {

HWY_EXPORT(select_access);

void bind_access(const AccessSpec& spec, Op& op) {
  op.run = op.body = HWY_DYNAMIC_DISPATCH(select_access)(spec);
  op.mode =
      std::uint32_t{spec.register_bytes} | std::uint32_t{spec.vector} << 8 | std::uint32_t{spec.sign_extend} << 16;
  op.c = Op::kNone;
}

}  // namespace warpglass::sim
#endif
