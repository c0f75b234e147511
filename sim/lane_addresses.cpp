#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/lane_addresses.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "sim/addresses-inl.hpp"
#include "sim/lane_addresses.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

void take(const std::byte* row, std::uint32_t address_bytes, std::int32_t distance, LaneMask lanes,
          std::uint64_t* address) {
  if (address_bytes == 4)
    take_addresses<std::uint32_t>(row, distance, lanes, address);
  else
    take_addresses<std::uint64_t>(row, distance, lanes, address);
}

/// Addresses behind the origin, of lanes `i` and on.
HWY_INLINE void put_places(hn::Vec<Addresses> at, hn::Vec<Addresses> origin, std::size_t i, std::uint32_t* place) {
  const hn::Rebind<std::uint32_t, Addresses> narrow;
  hn::StoreU(hn::TruncateTo(narrow, hn::Sub(at, origin)), narrow, place + i);
}

void places_of(const std::uint64_t* address, LaneMask lanes, std::uint64_t origin, std::uint32_t* place) {
  const Addresses d;
  const auto first = hn::Set(d, address[first_lane(lanes)]);
  const auto minus = hn::Set(d, origin);
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    auto own = hn::LoadU(d, address + i);
    if (lanes != kFullMask) own = hn::IfThenElse(lanes_at<std::uint64_t>(d, lanes, i), own, first);
    put_places(own, minus, i, place);
  }
}

bool place(const std::uint64_t* address, LaneMask lanes, const Object& object, std::uint32_t bytes,
           std::uint32_t alignment, Places places, std::byte** host, std::uint64_t* copy) {
  const Addresses d;
  alignas(64) std::uint64_t filled[32];
  const std::uint64_t* of_all = address;
  if (lanes != kFullMask) {
    const auto first = hn::Set(d, address[first_lane(lanes)]);
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d))
      hn::Store(hn::IfThenElse(lanes_at<std::uint64_t>(d, lanes, i), hn::LoadU(d, address + i), first), d, filled + i);
    of_all = filled;
  }
  if (!all_within(of_all, object.begin, object.size, bytes, alignment)) return false;
  if (places.place != nullptr) places_of(of_all, kFullMask, places.origin, places.place);
  const auto distance = hn::Set(d, reinterpret_cast<std::uintptr_t>(object.host) - object.begin);
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto own = hn::LoadU(d, address + i);
    hn::StoreU(own, d, copy + i);
    auto at = hn::Add(own, distance);
    if (lanes != kFullMask) at = hn::IfThenElseZero(lanes_at<std::uint64_t>(d, lanes, i), at);
    hn::StoreU(at, d, reinterpret_cast<std::uint64_t*>(host) + i);
  }
  return true;
}

template <class A, bool kPlaces>
HWY_INLINE bool take_within(const RowOfLanes& asked, const Object& object, Places places, std::byte** host,
                            std::uint64_t* address) {
  const LaneMask lanes = asked.lanes;
  if (object.size < asked.bytes) return false;
  const Addresses d;
  const auto distance = hn::Set(d, reinterpret_cast<std::uintptr_t>(object.host) - object.begin);
  const auto origin = hn::Set(d, kPlaces ? places.origin : 0);
  std::uint32_t* const near = places.place;
  Within within(object.begin, object.size, asked.bytes);
  for_each_addresses<A>(asked.row, asked.distance, lanes, [&](auto at, std::size_t i) HWY_ATTR {
    within.look_at(at);
    hn::StoreU(at, d, address + i);
    if constexpr (kPlaces) put_places(at, origin, i, near);
    auto place = hn::Add(at, distance);
    if (lanes != kFullMask) place = hn::IfThenElseZero(lanes_at<std::uint64_t>(d, lanes, i), place);
    hn::StoreU(place, d, reinterpret_cast<std::uint64_t*>(host) + i);
  });
  return within.all(asked.alignment);
}

bool take_and_place(const RowOfLanes& asked, const Object& object, Places places, std::byte** host,
                    std::uint64_t* address) {
  if (places.place == nullptr) {
    if (asked.address_bytes == 4) return take_within<std::uint32_t, false>(asked, object, places, host, address);
    return take_within<std::uint64_t, false>(asked, object, places, host, address);
  }
  if (asked.address_bytes == 4) return take_within<std::uint32_t, true>(asked, object, places, host, address);
  return take_within<std::uint64_t, true>(asked, object, places, host, address);
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::sim {

HWY_EXPORT(take);
HWY_EXPORT(places_of);
HWY_EXPORT(place);
HWY_EXPORT(take_and_place);

namespace {

/// The function that a dispatch finds, which is the same every time: to look for it takes as long as a short function.
template <class Find>
auto* found(const Find& find) {
  hwy::ChosenTarget& chosen = hwy::GetChosenTarget();
  if (!chosen.IsInitialized()) chosen.Update(hwy::SupportedTargets());
  return find();
}

}  // namespace

void take_addresses(const std::byte* row, std::uint32_t address_bytes, std::int32_t distance, LaneMask lanes,
                    std::uint64_t address[32]) {
  HWY_DYNAMIC_DISPATCH(take)(row, address_bytes, distance, lanes, address);
}

void find_places(const std::uint64_t address[32], LaneMask lanes, std::uint64_t origin, std::uint32_t place[32]) {
  static auto* const kFunction = found([] { return &HWY_DYNAMIC_DISPATCH(places_of); });
  kFunction(address, lanes, origin, place);
}

bool place_lanes(const std::uint64_t address[32], LaneMask lanes, const Object& object, std::uint32_t bytes,
                 std::uint32_t alignment, Places places, std::byte* host[32], std::uint64_t copy[32]) {
  return HWY_DYNAMIC_DISPATCH(place)(address, lanes, object, bytes, alignment, places, host, copy);
}

bool take_lanes(const RowOfLanes& asked, const Object& object, Places places, std::byte* host[32],
                std::uint64_t address[32]) {
  static auto* const kFunction = found([] { return &HWY_DYNAMIC_DISPATCH(take_and_place); });
  return kFunction(asked, object, places, host, address);
}

}  // namespace warpglass::sim
#endif
