// Accesses that have no shape which comes again, or of which lanes lie in different memories or allocations: the ways
// of sim/access.cpp that take each lane by itself.
#if defined(WARPGLASS_SIM_ACCESS_APART_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_ACCESS_APART_INL_HPP
#undef WARPGLASS_SIM_ACCESS_APART_INL_HPP
#else
#define WARPGLASS_SIM_ACCESS_APART_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/access_site.hpp"
#include "sim/addresses-inl.hpp"
#include "sim/locate.hpp"
#include "sim/move-inl.hpp"
#include "sim/note.hpp"
#include "sim/tally.hpp"
#include "sim/warp.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

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

/// Lanes in different windows or allocations, or of which something is wrong.
template <int kMem, bool kStore>
HWY_NOINLINE const Op* access_each(Warp& warp, const Op* op, LaneMask lanes, Space space, std::uint32_t address_bytes) {
  const AccessMode mode = mode_of(op);
  const std::uint32_t bytes = kMem * mode.vector;
  if (address_bytes == 8 && space != Space::shared && space != Space::local) {
    AccessSite& site = warp.sites[op->site];
    alignas(64) std::uint64_t address[32];
    take_addresses<std::uint64_t>(warp.rows + op->a, op->imm, lanes, address);
    if (all_in_two(site, address, bytes)) {
      site.kind = kStore ? AccessKind::store : AccessKind::load;
      site.bytes = bytes;
      if (warp.observes) note_apart(warp, op, site, address, lanes, true);
      move_each<kMem, kStore>(warp, op, lanes, mode, [&](int lane) { return Memory::host(address[lane]); });
      return op + 1;
    }
  }
  const LaneAddresses at = access_lanes(warp, op, lanes, space, kStore ? AccessKind::store : AccessKind::load, bytes,
                                        address_bytes, kStore, bytes);
  move_each<kMem, kStore>(warp, op, lanes, mode, [&](int lane) { return at.host[lane]; });
  return op + 1;
}

/// Lanes whose addresses have no shape that would come again, in shared memory or one allocation.
template <Space kSpace, class A, int kMem, bool kStore>
HWY_NOINLINE const Op* access_alone(Warp& warp, const Op* op, AccessSite& site, LaneMask lanes) {
  site.forget_current();
  const AccessMode mode = mode_of(op);
  const std::uint32_t bytes = kMem * mode.vector;
  const std::byte* const row = warp.rows + op->a;
  const auto distance = static_cast<A>(std::int64_t{op->imm});
  const std::uint64_t first = static_cast<A>(lane_address<A>(row, first_lane(lanes)) + distance);
  bool in_shared = kSpace == Space::shared;
  if constexpr (kSpace == Space::generic) in_shared = (first & kWindowMask) == kSharedWindow;
  const std::uint64_t window = kSpace == Space::generic && in_shared ? kSharedWindow : 0;
  if (!in_shared && (first < site.begin || first >= site.end) && !find_allocation(warp, site, first, bytes))
    return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
  LoneAccess access{.space = in_shared ? Space::shared : Space::global, .lanes = lanes};
  access.begin = in_shared ? 0 : site.begin;
  access.end = in_shared ? warp.shared_bytes : site.end;
  const std::uint64_t origin = access.origin();
  const std::uint64_t size = access.end - origin;
  alignas(64) std::uint32_t own_place[32];
  std::uint32_t* place = nullptr;
  if (warp.observes) {
    site.kind = kStore ? AccessKind::store : AccessKind::load;
    site.bytes = bytes;
    place = place_like_last(site, access);
  }
  const bool waits = place != nullptr;
  if (!waits) place = own_place;
  if (size < bytes || size > std::numeric_limits<std::uint32_t>::max() ||
      !take_places<A>(row, op->imm, lanes, window + origin, static_cast<std::uint32_t>(access.begin - origin),
                      static_cast<std::uint32_t>(size - bytes), bytes, place)) [[unlikely]]
    return access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(A));
  if (waits) {
    count_like_last(site, access, warp);
  } else if (warp.observes) {
    std::uint64_t address[32];
    for (std::size_t lane = 0; lane < 32; ++lane) address[lane] = origin + place[lane];
    access.address = address;
    note_alone(warp, op, site, access);
  }
  std::byte* const host = in_shared ? warp.shared : Memory::host(origin);
  move_each<kMem, kStore>(warp, op, lanes, mode, [&](int lane) { return host + place[lane]; });
  return op + 1;
}

/// By an address of 32 bits in a memory that has longer ones, as programs of 32-bit machines have: in no other way.
template <Space kSpace, int kMem, bool kStore>
const Op* access_narrow(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  return lanes == 0 ? op + 1 : access_each<kMem, kStore>(warp, op, lanes, kSpace, sizeof(std::uint32_t));
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
