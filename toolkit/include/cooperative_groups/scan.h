// inclusive_scan and exclusive_scan over a tile or coalesced group, in order of rank.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "cooperative_groups/reduce.h"

#if defined(__cplusplus) && defined(__clang__) && defined(__CUDA__)

#define WG_CG __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {

template <class Group, class T, class Operation>
WG_CG auto inclusive_scan(const Group& group, T&& given, Operation&& operation) -> typename details::bare<T>::type {
  typename details::bare<T>::type value = given;
  unsigned int rank = group.thread_rank();
  for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
    auto before = group.shfl_up(value, distance);
    if (rank >= distance) value = operation(before, value);
  }
  return value;
}
template <class Group, class T>
WG_CG auto inclusive_scan(const Group& group, T&& given) -> typename details::bare<T>::type {
  return inclusive_scan(group, given, plus<typename details::bare<T>::type>());
}

/// The first thread gets a value made of zeros.
template <class Group, class T, class Operation>
WG_CG auto exclusive_scan(const Group& group, T&& given, Operation&& operation) -> typename details::bare<T>::type {
  auto value = group.shfl_up(inclusive_scan(group, given, operation), 1);
  return group.thread_rank() == 0 ? typename details::bare<T>::type() : value;
}
template <class Group, class T>
WG_CG auto exclusive_scan(const Group& group, T&& given) -> typename details::bare<T>::type {
  return exclusive_scan(group, given, plus<typename details::bare<T>::type>());
}

}  // namespace cooperative_groups

#undef WG_CG

#endif

#endif
