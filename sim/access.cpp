// One load or store: take the lanes' addresses, recognise their shape, check bounds and alignment once for the whole
// warp, count what the shape costs, move the data the cheapest way the shape allows. Compiled once per instruction set
// of the host and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/access.cpp"
#include <hwy/foreach_target.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include <hwy/highway.h>

#include "sim/access.hpp"
#include "sim/access_apart-inl.hpp"
#include "sim/access_site.hpp"
#include "sim/addresses-inl.hpp"
#include "sim/expected_shape.hpp"
#include "sim/listener.hpp"
#include "sim/locate.hpp"
#include "sim/move-inl.hpp"
#include "sim/note.hpp"
#include "sim/own_memory-inl.hpp"
#include "sim/pair_of_rows.hpp"
#include "sim/tally.hpp"
#include "sim/together-inl.hpp"
#include "sim/together.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

/// Local memory: each thread's own, one thread's behind the other's.
template <Space kSpace, int kMem, bool kStore>
HWY_INLINE const Op* access_own(Warp& warp, const Op* op, LaneMask lanes) {
  using A = std::uint64_t;
  const AccessMode mode = mode_of(op);
  const std::uint32_t bytes = kMem * mode.vector;
  constexpr std::uint64_t kBegin = kSpace == Space::generic ? kLocalWindow : 0;
  alignas(64) std::uint64_t address[32];
  take_addresses<A>(warp.rows + op->a, op->imm, lanes, address);
  if (!all_within(address, kBegin, warp.local_stride, bytes, bytes)) [[unlikely]]
    return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
  if constexpr (kBegin != 0) {
    for (std::uint64_t& one : address) one -= kBegin;
  }
  if (warp.observes) {
    constexpr Reached kReached = kSpace == Space::generic ? Reached::local : Reached::named;
    AccessSite& site = warp.sites[op->site];
    Shape* shape = site.current;
    const std::byte* row = warp.rows + op->a;
    const auto fits = [&](const Shape& known) {
      return known.lanes == lanes && known.reached == kReached &&
             matches<A>(row, known, lane_address<A>(row, known.first));
    };
    if (!fits(*shape)) {
      site.kind = kStore ? AccessKind::store : AccessKind::load;
      site.bytes = bytes;
      Shape* const expected = expected_shape(site);
      if (expected != nullptr && fits(*expected)) {
        shape = expected;
        meet_expected(site, *shape);
      } else if (!site.shape_is_news()) {
        shape = &shape_of(site, address, lanes, warp, kReached);
      } else if (site.usual != nullptr && fits(*site.usual)) {
        shape = site.current = site.usual;
      } else {
        shape = nullptr;
        site.forget_current();
        note_alone(warp, op, site,
                   {.address = address,
                    .space = Space::local,
                    .lanes = lanes,
                    .reached = kReached,
                    .begin = 0,
                    .end = warp.local_stride});
      }
    }
    const std::uint64_t first = address[static_cast<std::size_t>(first_lane(lanes))];
    if (shape != nullptr && !count_global_again(*shape, first))
      note_access(warp, op, site, *shape, first, Space::local);
  }
  std::byte* const local = warp.local;
  const std::size_t stride = warp.local_stride;
  move_each<kMem, kStore>(warp, op, lanes, mode,
                          [&](int lane) { return local + static_cast<std::size_t>(lane) * stride + address[lane]; });
  return op + 1;
}

template <Space kSpace, int kMem, bool kStore>
HWY_NOINLINE const Op* access_local(Warp& warp, const Op* op, LaneMask lanes) {
  return access_own<kSpace, kMem, kStore>(warp, op, lanes);
}

/// Remembers that the current shape fits that of the access before.
HWY_INLINE void follow(const Warp& warp, const Op* op, AccessSite& site) {
  if (op->c != Op::kNone) site.followed = warp.sites[op->c].current->serial;
}

/// Of vectors that would read beyond what is there, none are read next time.
HWY_INLINE void keep_within(Shape& shape, std::size_t readable) {
  if (shape.quick[kVectorSize] == Quick::none || static_cast<std::size_t>(shape.need[kVectorSize]) <= readable) return;
  shape.quick[kVectorSize] = Quick::gathered;
  shape.need[kVectorSize] = shape.hi - shape.lo;
}

/// Some of the lanes that access: all of them, or those that are in one memory.
template <Space kSpace, class A, int kMem, bool kStore>
HWY_INLINE const Op* access_lanes_of(Warp& warp, const Op* op, LaneMask lanes) {
  if constexpr (kSpace == Space::local) {
    // All of it in the op's handler: what that only hands on to ends a region of the second tier.
    return access_own<kSpace, kMem, kStore>(warp, op, lanes);
  } else {
    const AccessMode mode = mode_of(op);
    const std::uint32_t bytes = kMem * mode.vector;
    AccessSite& site = warp.sites[op->site];
    site.together = false;
    const std::byte* row = warp.rows + op->a;
    if constexpr (kSpace == Space::generic) {
      const A first = lane_address<A>(row, first_lane(lanes)) + static_cast<A>(static_cast<std::int64_t>(op->imm));
      if ((std::uint64_t{first} & kWindowMask) == kLocalWindow)
        return access_local<kSpace, kMem, kStore>(warp, op, lanes);
    }
    const auto fits = [&](const Shape& known) {
      if (kSpace == Space::generic && known.reached != Reached::named) return false;
      return known.lanes == lanes && matches<A>(row, known, lane_address<A>(row, known.first));
    };
    Shape* shape = site.current;
    if (!fits(*shape)) [[unlikely]] {
      Shape* const expected = expected_shape(site);
      if (expected != nullptr && expected->reached == Reached::named && fits(*expected)) {
        shape = expected;
        meet_expected(site, *shape);
      } else if (!site.shape_is_news()) {
        Shape& of_lanes = site.of_lanes(lanes);
        if (lanes != kFullMask && of_lanes.reached == Reached::named && fits(of_lanes)) {
          shape = &of_lanes;
          meet_expected(site, *shape);
        } else {
          shape = &reshape<A>(warp, op, site, row, lanes, kStore, bytes);
        }
      } else if (site.usual != nullptr && fits(*site.usual)) {
        shape = site.current = site.usual;
      } else {
        return access_alone<kSpace, A, kMem, kStore>(warp, op, site, lanes);
      }
    }
    const A base = lane_address<A>(row, shape->first);
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
    keep_within(*shape, readable);
    move_all<kMem, kStore>(warp, op, *shape, p, readable, lanes, mode);
    return op + 1;
  }
}

template <Space kSpace, class A, int kMem, bool kStore>
HWY_NOINLINE const Op* access_part(Warp& warp, const Op* op, LaneMask lanes) {
  return access_lanes_of<kSpace, A, kMem, kStore>(warp, op, lanes);
}

/// By generic addresses, where lanes have been in shared memory and others in global memory: each part has its shapes,
/// which come again, as those of both together do not.
template <int kMem, bool kStore>
HWY_NOINLINE const Op* access_parts(Warp& warp, const Op* op, LaneMask lanes) {
  using A = std::uint64_t;
  constexpr Space kSpace = Space::generic;
  AccessSite& site = warp.sites[op->site];
  const std::uint32_t bytes = kMem * mode_of(op).vector;
  const std::byte* const row = warp.rows + op->a;
  alignas(64) std::uint64_t address[32];
  take_addresses<A>(row, op->imm, lanes, address);
  const Addresses d;
  const auto is_shared = [&](hn::Vec<Addresses> at) HWY_ATTR {
    return hn::Eq(hn::And(at, hn::Set(d, kWindowMask)), hn::Set(d, kSharedWindow));
  };
  LaneMask in_shared = 0;
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, is_shared(hn::Load(d, address + i)), bits);
    LaneMask part;
    std::memcpy(&part, bits, sizeof part);
    in_shared |= part << i;
  }
  in_shared &= lanes;
  const LaneMask in_global = lanes & ~in_shared;
  if (in_shared == 0 || in_global == 0) return access_part<kSpace, A, kMem, kStore>(warp, op, lanes);
  // Where something is wrong nothing has been done yet.
  const std::uint64_t first_global = address[first_lane(in_global)];
  bool within = bytes <= warp.shared_bytes && find_allocation(warp, site, first_global, bytes);
  if (within) {
    const auto of_shared = hn::Set(d, address[first_lane(in_shared)]);
    const auto of_global = hn::Set(d, first_global);
    Within shared(kSharedWindow, warp.shared_bytes, bytes);
    Within global(site.begin, site.end - site.begin, bytes);
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
      const auto at = hn::Load(d, address + i);
      const auto there = is_shared(at);
      shared.look_at(hn::IfThenElse(there, at, of_shared));
      global.look_at(hn::IfThenElse(there, of_global, at));
    }
    within = shared.all(bytes) && global.all(bytes);
  }
  if (!within) return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
  access_part<kSpace, A, kMem, kStore>(warp, op, in_shared);
  access_part<kSpace, A, kMem, kStore>(warp, op, in_global);
  site.forget_current();
  return op + 1;
}

template <Space kSpace, class A, int kMem, bool kStore>
HWY_NOINLINE const Op* access(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  if constexpr (kSpace == Space::generic) {
    const AccessSite& site = warp.sites[op->site];
    if (site.parts_windows && !site.heard) return access_parts<kMem, kStore>(warp, op, lanes);
  }
  return access_lanes_of<kSpace, A, kMem, kStore>(warp, op, lanes);
}

/// The common case of local memory: a full warp of one element each, as wide as its register, with the shape it had
/// before. Everything else, as yet without effect, begins anew in `access`.
template <int kMem, bool kStore>
const Op* access_own_again(Warp& warp, const Op* op) {
  using A = std::uint64_t;
  constexpr Space kSpace = Space::local;
  Shape& shape = *warp.sites[op->site].current;
  const std::byte* const row = warp.rows + op->a;
  const A base = lane_address<A>(row, 0);
  const std::uint64_t address = static_cast<A>(base + static_cast<A>(static_cast<std::int64_t>(op->imm)));
  if (exec_lanes(warp, op) != kFullMask || shape.lanes != kFullMask || !matches<A>(row, shape, base))
    return access<kSpace, A, kMem, kStore>(warp, op);
  const std::uint64_t lowest = address + static_cast<std::uint64_t>(shape.lo);
  const auto reach = static_cast<std::uint64_t>(shape.hi - shape.lo);
  const bool misaligned = ((address | shape.alignment_bits) & (kMem - 1)) != 0;
  if (misaligned || lowest > warp.local_stride || reach > warp.local_stride - lowest) [[unlikely]]
    return access<kSpace, A, kMem, kStore>(warp, op);
  if (warp.observes && !count_global_again(shape, address)) [[unlikely]]
    return access<kSpace, A, kMem, kStore>(warp, op);
  using T = std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>;
  move_own<T, kStore>(warp, shape, warp.local + address, warp.rows + op->d);
  return op + 1;
}

/// The data of a full warp's access of one element each, within bounds.
template <Space kSpace, class A, int kMem, bool kStore>
HWY_INLINE const Op* move_plain(Warp& warp, const Op* op, Quick how, const Shape& shape, std::uint64_t address) {
  using T = std::conditional_t<kMem == 4, std::uint32_t, std::uint64_t>;
  std::byte* p = kSpace == Space::shared ? warp.shared + address : Memory::host(address);
  if constexpr (kStore) {
    store_lanes<T>(shape, p, kFullMask, warp.rows + op->d);
  } else {
    load_quick<T>(how, shape, p, warp.rows + op->d);
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
  if constexpr (kSpace != Space::shared) {
    // What is noted takes long enough for the data to come meanwhile.
    constexpr std::int64_t kHostLine = 64;
    const std::byte* const data = Memory::host(address);
    const std::int64_t ahead = std::min(shape.hi, shape.lo + 4 * kHostLine);
    for (std::int64_t at = shape.lo; at < ahead; at += kHostLine) __builtin_prefetch(data + at, kStore ? 1 : 0);
  }
  note_access(warp, op, site, shape, address, kSpace == Space::shared ? Space::shared : outside_shared(site));
  return move_plain<kSpace, A, kMem, kStore>(warp, op, shape.quick[kVectorSize], shape, address);
}

/// Fetches what the next access wants if it lies `step` from this one.
HWY_INLINE void fetch(const Shape& shape, std::uint64_t address, std::uint64_t step) {
  const std::uint64_t next = address + step;
  __builtin_prefetch(Memory::host(next + static_cast<std::uint64_t>(shape.lo)));
  __builtin_prefetch(Memory::host(next + static_cast<std::uint64_t>(shape.hi - 1)));
}

/// The same if that lies as far from this one as this from the last: warps that take turns walk through memory in steps
/// that the host's own prefetchers do not follow from page to page.
HWY_INLINE void fetch_next(AccessSite& site, const Shape& shape, std::uint64_t address) {
  site.step = address - site.last;
  site.last = address;
  fetch(shape, address, site.step);
}

/// An access that others go with, but not this time.
template <Space kSpace, class A, int kMem, bool kStore>
HWY_NOINLINE const Op* access_apart(Warp& warp, const Op* op) {
  try_together(warp, op, kSpace, kVectorSize);
  return access<kSpace, A, kMem, kStore>(warp, op);
}

/// The common case, short: a full warp of one element each, as wide as its register, in shared or global memory, with
/// the shape it had before, or the one that the access had which it follows, if they are known to be the same.
/// Everything else, as yet without effect, begins anew in `access`.
template <Space kSpace, class A, int kMem, bool kStore>
const Op* access_again(Warp& warp, const Op* op) {
  AccessSite& site = warp.sites[op->site];
  Shape& shape = *site.current;
  const std::byte* row = warp.rows + op->a;
  // What follows another access moves as that one did: a region of several looks at its shape once.
  const bool leads = op->c == Op::kNone;
  const AccessSite& first = leads ? site : warp.sites[op->c];
  const Shape& moved = *first.current;
  const Quick how = moved.quick[kVectorSize];
  if (exec_lanes(warp, op) != kFullMask || how == Quick::none) return access<kSpace, A, kMem, kStore>(warp, op);
  const A base = lane_address<A>(row, 0);
  const std::uint64_t address = static_cast<A>(base + static_cast<A>(static_cast<std::int64_t>(op->imm)));
  if (!leads && op->e != 0 && first.together) {
    if constexpr (kSpace != Space::shared) fetch(moved, address, first.step);
    return move_plain<kSpace, A, kMem, kStore>(warp, op, how, moved, address);
  }
  if (leads ? !matches<A>(row, moved, base) : site.followed != moved.serial)
    return access<kSpace, A, kMem, kStore>(warp, op);
  const bool misaligned = (address & (kMem - 1)) != 0;
  if (leads && op->e != 0 && moved.together != Together::no) {
    const std::uint64_t begin = kSpace == Space::shared ? 0 : site.begin;
    const std::uint64_t size = kSpace == Space::shared ? warp.shared_bytes : site.end - site.begin;
    const std::uint64_t lowest = address + static_cast<std::uint64_t>(moved.together_lo) - begin;
    if (moved.together == Together::untried || misaligned || moved.together_need > size ||
        lowest > size - moved.together_need) [[unlikely]]
      return access_apart<kSpace, A, kMem, kStore>(warp, op);
    if (warp.observes && !count_together<kSpace>(shape, op->e, address)) [[unlikely]]
      return access_apart<kSpace, A, kMem, kStore>(warp, op);
    site.together = true;
    if constexpr (kSpace != Space::shared) fetch_next(site, moved, address);
    return move_plain<kSpace, A, kMem, kStore>(warp, op, how, moved, address);
  }
  if (leads && op->e != 0) site.together = false;
  const std::uint64_t lowest = address + static_cast<std::uint64_t>(moved.lo);
  const auto need = static_cast<std::uint64_t>(moved.need[kVectorSize]);
  if constexpr (kSpace == Space::shared) {
    // What does not depend on `lowest` is the same for all accesses that follow one: a region looks at it once.
    const std::uint64_t size = warp.shared_bytes;
    if (misaligned || need > size || lowest > size - need) [[unlikely]]
      return access<kSpace, A, kMem, kStore>(warp, op);
    // What is aligned begins with its word.
    if (warp.observes && !count_shared_again(shape, address, 0)) [[unlikely]] {
      if (warp.expected == nullptr ||
          !warp.expected->pass(warp.block_number, warp.index, op->pc, shape.serial, address))
        return access_noted<kSpace, A, kMem, kStore>(warp, op);
    }
  } else {
    if (misaligned || lowest < site.begin || lowest > site.end || need > site.end - lowest) [[unlikely]]
      return access<kSpace, A, kMem, kStore>(warp, op);
    fetch_next(site, moved, address);
    if (warp.observes && !count_global_again(shape, address)) [[unlikely]]
      return access_noted<kSpace, A, kMem, kStore>(warp, op);
  }
  return move_plain<kSpace, A, kMem, kStore>(warp, op, how, moved, address);
}

/// The same of vectors whose rows are in the op's fields, and which lie together, by parts at least, or are one for
/// all.
template <Space kSpace, class A, class T, int kVector, bool kStore>
const Op* access_vector_again(Warp& warp, const Op* op) {
  constexpr int kMem = sizeof(T);
  AccessSite& site = warp.sites[op->site];
  Shape& shape = *site.current;
  const std::byte* const row = warp.rows + op->a;
  const A base = lane_address<A>(row, 0);
  if (exec_lanes(warp, op) != kFullMask || !moves_vectors<T, kStore>(shape) || !matches<A>(row, shape, base))
    return access<kSpace, A, kMem, kStore>(warp, op);
  const std::uint64_t address = static_cast<A>(base + static_cast<A>(static_cast<std::int64_t>(op->imm)));
  const std::uint64_t size = kSpace == Space::shared ? warp.shared_bytes : site.end - site.begin;
  const std::uint64_t lowest =
      address + static_cast<std::uint64_t>(shape.lo) - (kSpace == Space::shared ? 0 : site.begin);
  const auto reach = static_cast<std::uint64_t>(shape.hi - shape.lo);
  const bool misaligned = ((address | shape.alignment_bits) & (kVector * sizeof(T) - 1)) != 0;
  if (misaligned || reach > size || lowest > size - reach) [[unlikely]]
    return access<kSpace, A, kMem, kStore>(warp, op);
  if constexpr (kSpace != Space::shared) fetch_next(site, shape, address);
  if (warp.observes &&
      !(kSpace == Space::shared ? count_shared_again(shape, address) : count_global_again(shape, address))) [[unlikely]]
    return access<kSpace, A, kMem, kStore>(warp, op);
  std::byte* const p = kSpace == Space::shared ? warp.shared + address : Memory::host(address);
  move_vectors<T, kVector, kStore>(warp, op, shape, p);
  return op + 1;
}

template <Space kSpace, class A, bool kStore>
Handler vector_access(const AccessSpec& spec) {
  if (spec.memory_bytes == 8) return access_vector_again<kSpace, A, std::uint64_t, 2, kStore>;
  return spec.vector == 2 ? access_vector_again<kSpace, A, std::uint32_t, 2, kStore>
                          : access_vector_again<kSpace, A, std::uint32_t, 4, kStore>;
}

template <Space kSpace, class A, bool kStore>
Handler plain_access(std::uint8_t memory_bytes) {
  return memory_bytes == 4 ? access_again<kSpace, A, 4, kStore> : access_again<kSpace, A, 8, kStore>;
}

template <bool kStore>
Handler own_access(std::uint8_t memory_bytes) {
  return memory_bytes == 4 ? access_own_again<4, kStore> : access_own_again<8, kStore>;
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

template <Space kSpace, bool kStore>
Handler narrow_access(std::uint8_t memory_bytes) {
  switch (memory_bytes) {
    case 1: return access_narrow<kSpace, 1, kStore>;
    case 2: return access_narrow<kSpace, 2, kStore>;
    case 4: return access_narrow<kSpace, 4, kStore>;
    case 8: return access_narrow<kSpace, 8, kStore>;
    default: return access_narrow<kSpace, 16, kStore>;
  }
}

template <Space kSpace, class A, bool kStore>
Handler by_width(const AccessSpec& spec) {
  if constexpr (kSpace == Space::shared || kSpace == Space::global) {
    if (spec.has_rows_in_fields()) return vector_access<kSpace, A, kStore>(spec);
    if (spec.is_plain()) return plain_access<kSpace, A, kStore>(spec.memory_bytes);
  }
  if constexpr (kSpace == Space::local) {
    if (spec.is_plain()) return own_access<kStore>(spec.memory_bytes);
  }
  return by_memory_bytes<kSpace, A, kStore>(spec.memory_bytes);
}

template <Space kSpace>
Handler by_address(const AccessSpec& spec) {
  if (spec.address_bytes == 8)
    return spec.store ? by_width<kSpace, std::uint64_t, true>(spec) : by_width<kSpace, std::uint64_t, false>(spec);
  if constexpr (kSpace == Space::shared) {
    return spec.store ? by_width<kSpace, std::uint32_t, true>(spec) : by_width<kSpace, std::uint32_t, false>(spec);
  } else {
    return spec.store ? narrow_access<kSpace, true>(spec.memory_bytes)
                      : narrow_access<kSpace, false>(spec.memory_bytes);
  }
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
  const bool may_go = spec.is_plain() && spec.space != Space::generic && spec.space != Space::local;
  op.mode = std::uint32_t{spec.register_bytes} | std::uint32_t{spec.vector} << 8 |
            std::uint32_t{spec.sign_extend} << 16 | std::uint32_t{may_go} << 17;
  op.c = Op::kNone;
  op.e = 0;
  if (!spec.has_rows_in_fields()) return;
  op.d = PairOfRows(spec.rows[0], spec.rows[1]).field();
  if (spec.vector == 4) op.b = PairOfRows(spec.rows[2], spec.rows[3]).field();
}

bool AccessSpec::has_rows_in_fields() const {
  const bool known = (memory_bytes == 4 && (vector == 2 || vector == 4)) || (memory_bytes == 8 && vector == 2);
  return known && register_bytes == memory_bytes && rows.size() == vector &&
         std::ranges::all_of(rows, PairOfRows::holds);
}

bool may_go_together(const Op& op) { return (op.mode >> 17 & 1) != 0; }

}  // namespace warpglass::sim
#endif
