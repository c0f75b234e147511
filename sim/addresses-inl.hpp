// The lanes' addresses of one access, all at once. Included by what compiles itself once per instruction set.
#if defined(WARPGLASS_SIM_ADDRESSES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_ADDRESSES_INL_HPP
#undef WARPGLASS_SIM_ADDRESSES_INL_HPP
#else
#define WARPGLASS_SIM_ADDRESSES_INL_HPP
#endif

#include <hwy/highway.h>

#include "sim/access_site.hpp"
#include "sim/move_rows-inl.hpp"
#include "sim/warp.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Addresses = hn::CappedTag<std::uint64_t, 32>;

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

/// Visits the lanes' addresses, as many at a time as a vector holds, with the number of the first of these lanes; lanes
/// that do not take part have the address of the first that does.
template <class A, class Visit>
HWY_INLINE void for_each_addresses(const std::byte* row, std::int32_t imm, LaneMask lanes, const Visit& visit) {
  const Addresses d;
  const hn::Rebind<A, Addresses> own;
  const auto distance = hn::Set(own, static_cast<A>(std::int64_t{imm}));
  const auto* const from = reinterpret_cast<const A*>(row);
  const auto first =
      hn::Set(d, static_cast<A>(lane_address<A>(row, first_lane(lanes)) + static_cast<A>(std::int64_t{imm})));
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto near = hn::Add(hn::Load(own, from + i), distance);
    auto whole = first;
    if constexpr (sizeof(A) == 8) {
      whole = near;
    } else {
      whole = hn::PromoteTo(d, near);
    }
    if (lanes != kFullMask) whole = hn::IfThenElse(lanes_at<std::uint64_t>(d, lanes, i), whole, first);
    visit(whole, i);
  }
}

template <class A>
HWY_INLINE void take_addresses(const std::byte* row, std::int32_t imm, LaneMask lanes, std::uint64_t* address) {
  for_each_addresses<A>(row, imm, lanes,
                        [&](auto at, std::size_t i) HWY_ATTR { hn::StoreU(at, Addresses(), address + i); });
}

/// How far the lanes' addresses lie behind `origin`, in 32 bits. False, and what is in `place` of no account, where
/// they are not all in [low, high] and, like `origin`, multiples of `alignment`.
template <class A>
HWY_INLINE bool take_places(const std::byte* row, std::int32_t imm, LaneMask lanes, std::uint64_t origin,
                            std::uint32_t low, std::uint32_t high, std::uint32_t alignment, std::uint32_t* place) {
  using Wide = hn::CappedTag<A, 32>;
  const Wide d;
  const hn::Rebind<std::uint32_t, Wide> narrow;
  const auto distance = hn::Set(d, static_cast<A>(static_cast<A>(std::int64_t{imm}) - static_cast<A>(origin)));
  const auto* const from = reinterpret_cast<const A*>(row);
  const auto first = hn::Add(hn::Set(d, lane_address<A>(row, first_lane(lanes))), distance);
  auto bits = hn::Zero(d);
  auto least = hn::Set(narrow, high);
  auto most = hn::Zero(narrow);
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    auto own = hn::Add(hn::Load(d, from + i), distance);
    if (lanes != kFullMask) own = hn::IfThenElse(lanes_at<A>(d, lanes, i), own, first);
    bits = hn::Or(bits, own);
    auto near = hn::Zero(narrow);
    if constexpr (sizeof(A) == 8) {
      near = hn::TruncateTo(narrow, own);
    } else {
      near = own;
    }
    least = hn::Min(least, near);
    most = hn::Max(most, near);
    hn::StoreU(near, narrow, place + i);
  }
  // Distances that take more than 32 bits, negative ones among them.
  auto wrong = hn::And(bits, hn::Set(d, static_cast<A>(alignment - 1)));
  if constexpr (sizeof(A) == 8) wrong = hn::Or(wrong, hn::ShiftRight<32>(bits));
  const auto outside = hn::Or(hn::Lt(least, hn::Set(narrow, low)), hn::Gt(most, hn::Set(narrow, high)));
  return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d))) && hn::AllFalse(narrow, outside);
}

/// Whether all lanes' bytes lie in [begin, begin + size), aligned. \pre size >= bytes
class Within {
 public:
  HWY_INLINE Within(std::uint64_t begin, std::uint64_t size, std::uint32_t bytes)
      : low_(hn::Set(Addresses(), begin)), most_(hn::Set(Addresses(), size - bytes)) {}
  HWY_INLINE void look_at(hn::Vec<Addresses> at) {
    const auto distance = hn::Sub(at, low_);
    sign_ = hn::Or(sign_, hn::Or(distance, hn::Sub(most_, distance)));
    bits_ = hn::Or(bits_, at);
  }
  [[nodiscard]] HWY_INLINE bool all(std::uint32_t alignment) const {
    const Addresses d;
    const auto wrong = hn::Or(hn::And(sign_, hn::Set(d, std::uint64_t{1} << 63)),
                              hn::And(bits_, hn::Set(d, std::uint64_t{alignment} - 1)));
    return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d)));
  }

 private:
  hn::Vec<Addresses> low_;
  hn::Vec<Addresses> most_;
  hn::Vec<Addresses> sign_ = hn::Zero(Addresses());  // set where a distance, or what is left behind it, is negative
  hn::Vec<Addresses> bits_ = hn::Zero(Addresses());
};

HWY_INLINE bool all_within(const std::uint64_t* address, std::uint64_t begin, std::uint64_t size, std::uint32_t bytes,
                           std::uint32_t alignment) {
  if (size < bytes) return false;
  const Addresses d;
  Within within(begin, size, bytes);
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) within.look_at(hn::LoadU(d, address + i));
  return within.all(alignment);
}

/// Whether all addresses lie in one or the other of the two allocations that were used last, and some in each.
HWY_INLINE bool all_in_two(const AccessSite& site, const std::uint64_t* address, std::uint32_t bytes) {
  if (site.end < site.begin + bytes || site.other_end < site.other_begin + bytes) return false;
  const Addresses d;
  auto beside_last = hn::Zero(d);
  auto beside_both = hn::Zero(d);
  auto bits = hn::Zero(d);
  const auto beside = [&](hn::Vec<Addresses> at, std::uint64_t begin, std::uint64_t end) HWY_ATTR {
    return hn::VecFromMask(d, hn::Gt(hn::Sub(at, hn::Set(d, begin)), hn::Set(d, end - begin - bytes)));
  };
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto at = hn::Load(d, address + i);
    const auto last = beside(at, site.begin, site.end);
    bits = hn::Or(bits, at);
    beside_last = hn::Or(beside_last, last);
    beside_both = hn::Or(beside_both, hn::And(last, beside(at, site.other_begin, site.other_end)));
  }
  const auto wrong = hn::Or(beside_both, hn::And(bits, hn::Set(d, std::uint64_t{bytes} - 1)));
  return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d))) && !hn::AllTrue(d, hn::Eq(beside_last, hn::Zero(d)));
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
