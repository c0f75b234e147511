// reduce(group, value, operation): every thread of a tile or coalesced group gets the whole group's result.
#ifndef _COOPERATIVE_GROUPS_REDUCE_H_
#define _COOPERATIVE_GROUPS_REDUCE_H_

#include "cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__)

#define WG_CG __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace __v1 {

#define WG_OPERATION(name, expression)                                 \
  template <class T>                                                   \
  struct name {                                                        \
    __host__ WG_CG T operator()(T a, T b) const { return expression; } \
  };
WG_OPERATION(plus, a + b)
WG_OPERATION(less, b < a ? b : a)
WG_OPERATION(greater, a < b ? b : a)
WG_OPERATION(bit_and, a& b)
WG_OPERATION(bit_or, a | b)
WG_OPERATION(bit_xor, a ^ b)
#undef WG_OPERATION

namespace details {

// Whether one redux.sync does it.
template <class T, class Operation>
struct redux {
  static constexpr bool exists = false;
};
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define WG_REDUX(type, operation, intrinsic)                                                        \
  template <>                                                                                       \
  struct redux<type, operation<type>> {                                                             \
    static constexpr bool exists = true;                                                            \
    static WG_CG type apply(unsigned int mask, type value) { return (type)intrinsic(mask, value); } \
  };
WG_REDUX(int, plus, __reduce_add_sync)
WG_REDUX(unsigned int, plus, __reduce_add_sync)
WG_REDUX(int, less, __reduce_min_sync)
WG_REDUX(unsigned int, less, __reduce_min_sync)
WG_REDUX(int, greater, __reduce_max_sync)
WG_REDUX(unsigned int, greater, __reduce_max_sync)
WG_REDUX(unsigned int, bit_and, __reduce_and_sync)
WG_REDUX(unsigned int, bit_or, __reduce_or_sync)
WG_REDUX(unsigned int, bit_xor, __reduce_xor_sync)
WG_REDUX(int, bit_and, (int)__reduce_and_sync)
WG_REDUX(int, bit_or, (int)__reduce_or_sync)
WG_REDUX(int, bit_xor, (int)__reduce_xor_sync)
#undef WG_REDUX
#endif

template <class T>
struct bare {
  typedef T type;
};
template <class T>
struct bare<T&> {
  typedef T type;
};
template <class T>
struct bare<const T> {
  typedef T type;
};
template <class T>
struct bare<const T&> {
  typedef T type;
};

}  // namespace details

template <class T, class Operation>
WG_CG auto reduce(const coalesced_group& group, T&& given, Operation&& operation) -> typename details::bare<T>::type;

template <unsigned int Size, class Parent, class T, class Operation>
WG_CG auto reduce(const thread_block_tile<Size, Parent>& group, T&& given, Operation&& operation) ->
    typename details::bare<T>::type {
  typedef typename details::bare<T>::type Value;
  typedef details::redux<Value, typename details::bare<Operation>::type> redux;
  Value value = given;
  if constexpr (Size > 32) {
    value = reduce(coalesced_group(group.lanes()), value, operation);
    Value result = group.of_warp(value, details::lane() == 0, 0);
    for (unsigned int warp = 1; warp < group.warps(); ++warp)
      result = operation(result, group.of_warp(value, details::lane() == 0, warp));
    return result;
  } else if constexpr (redux::exists) {
    return redux::apply(group.lane_mask(), value);
  } else {
#pragma unroll
    for (unsigned int distance = Size / 2; distance; distance /= 2) {
      value = operation(value, group.shfl_xor(value, distance));
    }
    return value;
  }
}

template <class T, class Operation>
WG_CG auto reduce(const coalesced_group& group, T&& given, Operation&& operation) -> typename details::bare<T>::type {
  typedef typename details::bare<T>::type Value;
  typedef details::redux<Value, typename details::bare<Operation>::type> redux;
  Value value = given;
  if constexpr (redux::exists) {
    return redux::apply(group.lane_mask(), value);
  } else {
    unsigned int rank = group.thread_rank(), left = group.size();
    while (left > 1) {
      unsigned int half = (left + 1) / 2;
      Value other = group.shfl_down(value, half);
      if (rank + half < left) value = operation(value, other);
      left = half;
    }
    return group.shfl(value, 0);
  }
}

namespace details {

// What one thread does to a cuda::atomic or cuda::atomic_ref; {} is the order that is relaxed.
template <class Operation>
struct update {
  template <class Atomic, class T>
  static WG_CG void apply(Atomic& into, T value, Operation operation) {
    auto old = into.load({});
    while (!into.compare_exchange_weak(old, operation(old, value), {}, {})) {
    }
  }
};
#define WG_UPDATE(operation, member)                                \
  template <class Of>                                               \
  struct update<operation<Of>> {                                    \
    template <class Atomic, class T>                                \
    static WG_CG void apply(Atomic& into, T value, operation<Of>) { \
      into.member(value, {});                                       \
    }                                                               \
  };
WG_UPDATE(plus, fetch_add)
WG_UPDATE(less, fetch_min)
WG_UPDATE(greater, fetch_max)
WG_UPDATE(bit_and, fetch_and)
WG_UPDATE(bit_or, fetch_or)
WG_UPDATE(bit_xor, fetch_xor)
#undef WG_UPDATE

}  // namespace details

/// Into a cuda::atomic, by one thread of the group; what it holds is combined with the group's result.
template <class Group, class Atomic, class T, class Operation>
WG_CG void reduce_update_async(const Group& group, Atomic& into, T&& given, Operation&& operation) {
  auto value = reduce(group, given, operation);
  if (group.thread_rank() == 0) details::update<typename details::bare<Operation>::type>::apply(into, value, operation);
}
/// The same, without regard to what it holds.
template <class Group, class Atomic, class T, class Operation>
WG_CG void reduce_store_async(const Group& group, Atomic& into, T&& given, Operation&& operation) {
  auto value = reduce(group, given, operation);
  if (group.thread_rank() == 0) into.store(value, {});
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#undef WG_CG

#endif

#endif
