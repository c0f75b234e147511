// Moving elements between a register row and local memory: each thread's own, one thread's behind the other's. Included
// by what compiles itself once per instruction set.
#if defined(WARPGLASS_SIM_OWN_MEMORY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_SIM_OWN_MEMORY_INL_HPP
#undef WARPGLASS_SIM_OWN_MEMORY_INL_HPP
#else
#define WARPGLASS_SIM_OWN_MEMORY_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "sim/access_site.hpp"
#include "sim/warp.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Elements of a full warp's threads, each in its own memory. \param p  lane 0's
template <class T, bool kStore>
HWY_INLINE void move_own(const Warp& warp, const Shape& shape, std::byte* p, std::byte* row_bytes) {
  const hn::CappedTag<T, 32> d;
  const hn::RebindToSigned<decltype(d)> di;
  using Index = hn::TFromD<decltype(di)>;
  auto* const row = reinterpret_cast<T*>(row_bytes);
  auto* const first = reinterpret_cast<T*>(p);
  const auto stride = hn::Set(di, static_cast<Index>(warp.local_stride));
  for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
    const auto* const offset = [&] {
      if constexpr (sizeof(T) == 8)
        return shape.offset + i;
      else
        return shape.offset32 + i;
    }();
    const auto place = hn::Add(hn::Mul(hn::Iota(di, static_cast<Index>(i)), stride), hn::Load(di, offset));
    if constexpr (kStore) {
      hn::ScatterOffset(hn::Load(d, row + i), d, first, place);
    } else {
      hn::Store(hn::GatherOffset(d, first, place), d, row + i);
    }
  }
}

}  // namespace
}  // namespace warpglass::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // WARPGLASS_SIM_OWN_MEMORY_INL_HPP
