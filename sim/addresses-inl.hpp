// The lanes' addresses of one access, all at once. Included by what compiles itself once per instruction set.
#if defined(WARPGLASS_SIM_ADDRESSES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_ADDRESSES_INL_HPP
#undef WARPGLASS_SIM_ADDRESSES_INL_HPP
#else
#define WARPGLASS_SIM_ADDRESSES_INL_HPP
#endif

#include <hwy/highway.h>

#include "sim/move_rows-inl.hpp"
#include "sim/warp.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The lanes' addresses; lanes that do not take part have that of the first that does.
template <class A>
HWY_INLINE void take_addresses(const std::byte* row, std::int32_t imm, LaneMask lanes, std::uint64_t* address) {
  const hn::CappedTag<std::uint64_t, 32> d;
  const hn::Rebind<A, decltype(d)> own;
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
    hn::StoreU(whole, d, address + i);
  }
}

/// Whether all lanes' bytes lie in [begin, begin + size), aligned.
HWY_INLINE bool all_within(const std::uint64_t* address, std::uint64_t begin, std::uint64_t size, std::uint32_t bytes,
                           std::uint32_t alignment) {
  if (size < bytes) return false;
  const hn::CappedTag<std::uint64_t, 32> d;
  const auto low = hn::Set(d, begin);
  const auto most = hn::Set(d, size - bytes);
  auto sign = hn::Zero(d);  // set where a distance, or what is left behind it, is negative
  auto bits = hn::Zero(d);
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto at = hn::LoadU(d, address + i);
    const auto distance = hn::Sub(at, low);
    sign = hn::Or(sign, hn::Or(distance, hn::Sub(most, distance)));
    bits = hn::Or(bits, at);
  }
  const auto wrong = hn::Or(hn::And(sign, hn::Set(d, std::uint64_t{1} << 63)),
                            hn::And(bits, hn::Set(d, std::uint64_t{alignment} - 1)));
  return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d)));
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
