// Counting accesses that go together. Included by what compiles itself once per instruction set.
#if defined(WARPGLASS_SIM_TOGETHER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_TOGETHER_INL_HPP
#undef WARPGLASS_SIM_TOGETHER_INL_HPP
#else
#define WARPGLASS_SIM_TOGETHER_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "sim/access_site.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Counts the first access and those that go with it.
/// \returns false, and nothing is counted, where a price is not known
template <Space kSpace>
HWY_INLINE bool count_together(Shape& shape, std::uint32_t accesses, std::uint64_t address) {
  TogetherCounts& counts = shape.with_others;
  if constexpr (kSpace == Space::shared) {
    ++counts.hits;
    const hn::CappedTag<std::uint32_t, TogetherCounts::kMost> d;
    const auto first = hn::Set(d, static_cast<std::uint32_t>(address));
    for (std::size_t k = 0; k < accesses; k += hn::Lanes(d)) {
      const auto places = hn::Add(first, hn::Load(d, counts.distance.data() + k));
      const auto varied = hn::Xor(places, hn::Load(d, counts.base.data() + k));
      hn::Store(hn::Or(hn::Load(d, counts.varied.data() + k), varied), d, counts.varied.data() + k);
    }
    return true;
  } else {
    const std::size_t phase = address / 4 % TogetherCounts::kPhases;
    if ((counts.known_phases >> phase & 1) == 0) [[unlikely]]
      return false;
    ++counts.phase_hits[phase];
    return true;
  }
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // WARPGLASS_SIM_TOGETHER_INL_HPP
