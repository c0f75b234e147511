// inclusive_scan and exclusive_scan over a tile or coalesced group, in order of rank.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "cooperative_groups/reduce.h"

#if defined(__cplusplus) && defined(__CUDA__)

#define WG_CG __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <class Group>
struct spans_warps {
  static constexpr bool value = false;
};
template <unsigned int Size, class Parent>
struct spans_warps<thread_block_tile<Size, Parent>> {
  static constexpr bool value = (Size > 32);
};

/// A tile of several warps: each adds what those before it come to. \param inclusive  of the thread's own warp
template <class Group, class T, class Operation>
WG_CG T behind_other_warps(const Group& group, T inclusive, T own, bool has_own, Operation&& operation) {
  unsigned int warp = group.thread_rank() / 32;
  bool last = lane() == 31u - __clz(group.lanes());
  T before = group.of_warp(inclusive, last, 0);
  for (unsigned int other = 1; other < group.warps(); ++other) {
    T next = group.of_warp(inclusive, last, other);
    if (other < warp) before = operation(before, next);
  }
  if (warp == 0) return own;
  return has_own ? operation(before, own) : before;
}

}  // namespace details

template <class Group, class T, class Operation>
WG_CG auto inclusive_scan(const Group& group, T&& given, Operation&& operation) -> typename details::bare<T>::type {
  typename details::bare<T>::type value = given;
  if constexpr (details::spans_warps<Group>::value) {
    value = inclusive_scan(coalesced_group(group.lanes()), value, operation);
    return details::behind_other_warps(group, value, value, true, operation);
  } else {
    unsigned int rank = group.thread_rank();
    for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
      auto before = group.shfl_up(value, distance);
      if (rank >= distance) value = operation(before, value);
    }
    return value;
  }
}
template <class Group, class T>
WG_CG auto inclusive_scan(const Group& group, T&& given) -> typename details::bare<T>::type {
  return inclusive_scan(group, given, plus<typename details::bare<T>::type>());
}

/// The first thread gets a value made of zeros.
template <class Group, class T, class Operation>
WG_CG auto exclusive_scan(const Group& group, T&& given, Operation&& operation) -> typename details::bare<T>::type {
  if constexpr (details::spans_warps<Group>::value) {
    coalesced_group warp(group.lanes());
    auto inclusive = inclusive_scan(warp, given, operation);
    auto own = exclusive_scan(warp, given, operation);
    return details::behind_other_warps(group, inclusive, own, details::lane() != 0, operation);
  } else {
    auto value = group.shfl_up(inclusive_scan(group, given, operation), 1);
    return group.thread_rank() == 0 ? typename details::bare<T>::type() : value;
  }
}
template <class Group, class T>
WG_CG auto exclusive_scan(const Group& group, T&& given) -> typename details::bare<T>::type {
  return exclusive_scan(group, given, plus<typename details::bare<T>::type>());
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#undef WG_CG

#endif

#endif
