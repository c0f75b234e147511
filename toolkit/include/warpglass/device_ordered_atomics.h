// __nv_atomic_*: atomic functions that take an order and a scope, which are constants (CUDA C++ Programming Guide,
// Built-in atomic functions), as of sm_60. What orders is a fence before or behind a relaxed access.
#ifndef WARPGLASS_DEVICE_ORDERED_ATOMICS_H
#define WARPGLASS_DEVICE_ORDERED_ATOMICS_H

enum {
  __NV_ATOMIC_RELAXED = 0,
  __NV_ATOMIC_CONSUME = 1,
  __NV_ATOMIC_ACQUIRE = 2,
  __NV_ATOMIC_RELEASE = 3,
  __NV_ATOMIC_ACQ_REL = 4,
  __NV_ATOMIC_SEQ_CST = 5
};
enum {
  __NV_THREAD_SCOPE_THREAD = 0,
  __NV_THREAD_SCOPE_BLOCK = 1,
  __NV_THREAD_SCOPE_CLUSTER = 2,
  __NV_THREAD_SCOPE_DEVICE = 3,
  __NV_THREAD_SCOPE_SYSTEM = 4
};

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))
#define WG_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WG_FENCE(sem, block, device, system)                    \
  do {                                                          \
    if (scope == __NV_THREAD_SCOPE_SYSTEM) {                    \
      asm volatile("fence." sem ".sys;" ::: "memory");          \
    } else if (scope == __NV_THREAD_SCOPE_DEVICE) {             \
      asm volatile("fence." sem ".gpu;" ::: "memory");          \
    } else if (scope == __NV_THREAD_SCOPE_CLUSTER) {            \
      asm volatile("fence." sem "." WG_CLUSTER ";" ::: "memory"); \
    } else if (scope == __NV_THREAD_SCOPE_BLOCK) {              \
      asm volatile("fence." sem ".cta;" ::: "memory");          \
    }                                                           \
  } while (0)
#else
#define WG_FENCE(sem, block, device, system) \
  do {                                       \
    if (scope == __NV_THREAD_SCOPE_SYSTEM) { \
      system;                                \
    } else if (scope == __NV_THREAD_SCOPE_BLOCK) { \
      block;                                 \
    } else if (scope != __NV_THREAD_SCOPE_THREAD) { \
      device;                                \
    }                                        \
  } while (0)
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define WG_CLUSTER "cluster"
#else
#define WG_CLUSTER "gpu"
#endif

WG_DEVICE void __nv_atomic_thread_fence(int order, WG_SCOPE) {
  if (order == __NV_ATOMIC_RELAXED) return;
  if (order == __NV_ATOMIC_SEQ_CST) {
    WG_FENCE("sc", __threadfence_block(), __threadfence(), __threadfence_system());
  } else {
    WG_FENCE("acq_rel", __threadfence_block(), __threadfence(), __threadfence_system());
  }
}

namespace __warpglass_ordered {
/// Before an access, and behind it.
WG_DEVICE void before(int order, int scope) {
  if (order == __NV_ATOMIC_RELEASE || order == __NV_ATOMIC_ACQ_REL || order == __NV_ATOMIC_SEQ_CST)
    __nv_atomic_thread_fence(order, scope);
}
WG_DEVICE void behind(int order, int scope) {
  if (order == __NV_ATOMIC_ACQUIRE || order == __NV_ATOMIC_CONSUME || order == __NV_ATOMIC_ACQ_REL ||
      order == __NV_ATOMIC_SEQ_CST)
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, scope);
}

template <int kBytes>
struct Word;
template <>
struct Word<1> {
  typedef unsigned char Bits;
};
template <>
struct Word<2> {
  typedef unsigned short Bits;
};
template <>
struct Word<4> {
  typedef unsigned int Bits;
};
template <>
struct Word<8> {
  typedef unsigned long long Bits;
};
template <class T>
using Bits = typename Word<sizeof(T)>::Bits;

// Before Volta volatile accesses stand for relaxed ones.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WG_BY_SCOPE(access)                             \
  if (scope == __NV_THREAD_SCOPE_SYSTEM) {              \
    access("relaxed.sys");                              \
  } else if (scope == __NV_THREAD_SCOPE_DEVICE) {       \
    access("relaxed.gpu");                              \
  } else if (scope == __NV_THREAD_SCOPE_CLUSTER) {      \
    access("relaxed." WG_CLUSTER);                      \
  } else {                                              \
    access("relaxed.cta");                              \
  }
#else
#define WG_BY_SCOPE(access) access("volatile");
#endif
#define WG_ACCESSES(type, letter, constraint, raw)                                                                    \
  WG_DEVICE type load(const type* address, int scope) {                                                              \
    raw value;                                                                                                       \
    WG_BY_SCOPE(WG_LOAD_##letter)                                                                                    \
    return (type)value;                                                                                              \
  }                                                                                                                  \
  WG_DEVICE void store(type* address, raw value, int scope) { WG_BY_SCOPE(WG_STORE_##letter) }
#define WG_LOAD_OF(constraint, type, how) \
  asm volatile("ld." how "." type " %0, [%1];" : constraint(value) : "l"(address) : "memory")
#define WG_STORE_OF(constraint, type, how) \
  asm volatile("st." how "." type " [%0], %1;" ::"l"(address), constraint(value) : "memory")
#define WG_LOAD_b(how) WG_LOAD_OF("=h", "u8", how)
#define WG_LOAD_h(how) WG_LOAD_OF("=h", "b16", how)
#define WG_LOAD_r(how) WG_LOAD_OF("=r", "b32", how)
#define WG_LOAD_l(how) WG_LOAD_OF("=l", "b64", how)
#define WG_STORE_b(how) WG_STORE_OF("h", "u8", how)
#define WG_STORE_h(how) WG_STORE_OF("h", "b16", how)
#define WG_STORE_r(how) WG_STORE_OF("r", "b32", how)
#define WG_STORE_l(how) WG_STORE_OF("l", "b64", how)
WG_ACCESSES(unsigned char, b, "h", unsigned short)
WG_ACCESSES(unsigned short, h, "h", unsigned short)
WG_ACCESSES(unsigned int, r, "r", unsigned int)
WG_ACCESSES(unsigned long long, l, "l", unsigned long long)

#define WG_UPDATE_OF(name, call)                                              \
  template <class T>                                                          \
  WG_DEVICE T name(T* address, T value, int scope) {                          \
    if (scope == __NV_THREAD_SCOPE_SYSTEM) return call##_system(address, value); \
    if (scope == __NV_THREAD_SCOPE_BLOCK || scope == __NV_THREAD_SCOPE_THREAD)  \
      return call##_block(address, value);                                    \
    return call(address, value);                                              \
  }
WG_UPDATE_OF(add, atomicAdd)
WG_UPDATE_OF(exchange, atomicExch)
WG_UPDATE_OF(least, atomicMin)
WG_UPDATE_OF(most, atomicMax)
WG_UPDATE_OF(conjunction, atomicAnd)
WG_UPDATE_OF(disjunction, atomicOr)
WG_UPDATE_OF(difference, atomicXor)
template <class T>
WG_DEVICE T swap_if(T* address, T compare, T value, int scope) {
  if (scope == __NV_THREAD_SCOPE_SYSTEM) return atomicCAS_system(address, compare, value);
  if (scope == __NV_THREAD_SCOPE_BLOCK || scope == __NV_THREAD_SCOPE_THREAD)
    return atomicCAS_block(address, compare, value);
  return atomicCAS(address, compare, value);
}

/// The type whose atomic function does for another: sums of signed 64-bit integers are those of unsigned ones.
template <class T>
struct Summed {
  typedef T Type;
};
template <>
struct Summed<long long> {
  typedef unsigned long long Type;
};
template <>
struct Summed<long> {
  typedef unsigned long long Type;
};
template <>
struct Summed<unsigned long> {
  typedef unsigned long long Type;
};
/// Of minima, maxima and bits; `long` is as wide as `long long`.
template <class T>
struct Compared {
  typedef T Type;
};
template <>
struct Compared<long> {
  typedef long long Type;
};
template <>
struct Compared<unsigned long> {
  typedef unsigned long long Type;
};
}  // namespace __warpglass_ordered

template <class T>
WG_DEVICE T __nv_atomic_load_n(const T* address, int order, WG_SCOPE) {
  namespace own = __warpglass_ordered;
  if (order == __NV_ATOMIC_SEQ_CST) __nv_atomic_thread_fence(order, scope);
  const auto bits = own::load((const own::Bits<T>*)address, scope);
  own::behind(order, scope);
  return __builtin_bit_cast(T, bits);
}
template <class T>
WG_DEVICE void __nv_atomic_load(const T* address, T* result, int order, WG_SCOPE) {
  *result = __nv_atomic_load_n(address, order, scope);
}
template <class T>
WG_DEVICE void __nv_atomic_store_n(T* address, T value, int order, WG_SCOPE) {
  namespace own = __warpglass_ordered;
  own::before(order, scope);
  own::store((own::Bits<T>*)address, __builtin_bit_cast(own::Bits<T>, value), scope);
}
template <class T>
WG_DEVICE void __nv_atomic_store(T* address, T* value, int order, WG_SCOPE) {
  __nv_atomic_store_n(address, *value, order, scope);
}
template <class T>
WG_DEVICE T __nv_atomic_exchange_n(T* address, T value, int order, WG_SCOPE) {
  namespace own = __warpglass_ordered;
  own::before(order, scope);
  const auto bits = own::exchange((own::Bits<T>*)address, __builtin_bit_cast(own::Bits<T>, value), scope);
  own::behind(order, scope);
  return __builtin_bit_cast(T, bits);
}
template <class T>
WG_DEVICE void __nv_atomic_exchange(T* address, T* value, T* result, int order, WG_SCOPE) {
  *result = __nv_atomic_exchange_n(address, *value, order, scope);
}
template <class T>
WG_DEVICE bool __nv_atomic_compare_exchange_n(T* address, T* expected, T desired, bool, int order, int failure,
                                              WG_SCOPE) {
  namespace own = __warpglass_ordered;
  const auto compared = __builtin_bit_cast(own::Bits<T>, *expected);
  own::before(order, scope);
  const auto old = own::swap_if((own::Bits<T>*)address, compared, __builtin_bit_cast(own::Bits<T>, desired), scope);
  own::behind(order == __NV_ATOMIC_RELAXED || order == __NV_ATOMIC_RELEASE ? failure : order, scope);
  if (old == compared) return true;
  *expected = __builtin_bit_cast(T, old);
  return false;
}
template <class T>
WG_DEVICE bool __nv_atomic_compare_exchange(T* address, T* expected, T* desired, bool weak, int order, int failure,
                                            WG_SCOPE) {
  return __nv_atomic_compare_exchange_n(address, expected, *desired, weak, order, failure, scope);
}

#define WG_ORDERED_UPDATE(name, as_type, function, operand)                              \
  template <class T>                                                                    \
  WG_DEVICE T __nv_atomic_fetch_##name(T* address, T value, int order, WG_SCOPE) {       \
    namespace own = __warpglass_ordered;                                                \
    typedef typename own::as_type<T>::Type As;                                          \
    own::before(order, scope);                                                          \
    const As old = own::function((As*)address, (As)(operand), scope);                   \
    own::behind(order, scope);                                                          \
    return (T)old;                                                                      \
  }                                                                                     \
  template <class T>                                                                    \
  WG_DEVICE void __nv_atomic_##name(T* address, T value, int order, WG_SCOPE) {          \
    __nv_atomic_fetch_##name(address, value, order, scope);                             \
  }
WG_ORDERED_UPDATE(add, Summed, add, value)
WG_ORDERED_UPDATE(sub, Summed, add, (T)0 - value)
WG_ORDERED_UPDATE(and, Compared, conjunction, value)
WG_ORDERED_UPDATE(or, Compared, disjunction, value)
WG_ORDERED_UPDATE(xor, Compared, difference, value)
WG_ORDERED_UPDATE(min, Compared, least, value)
WG_ORDERED_UPDATE(max, Compared, most, value)

#undef WG_ORDERED_UPDATE
#undef WG_UPDATE_OF
#undef WG_ACCESSES
#undef WG_BY_SCOPE
#undef WG_LOAD_OF
#undef WG_STORE_OF
#undef WG_LOAD_b
#undef WG_LOAD_h
#undef WG_LOAD_r
#undef WG_LOAD_l
#undef WG_STORE_b
#undef WG_STORE_h
#undef WG_STORE_r
#undef WG_STORE_l
#undef WG_FENCE
#undef WG_CLUSTER
#undef WG_SCOPE
#undef WG_DEVICE

#endif
