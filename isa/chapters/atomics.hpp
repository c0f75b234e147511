// What atomic operations do to the value in memory, as plain functions of the old value and the operand.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "base/half.hpp"

namespace warpglass::isa::atomics {

/// A half or bfloat16 in memory, and two of them in 32 bits.
struct Half {
  std::uint16_t bits;
};
struct BFloat16 {
  std::uint16_t bits;
};
template <class T>
struct Pair {
  T low, high;
};

[[nodiscard]] inline float to_float(Half x) { return half_to_float(x.bits); }
[[nodiscard]] inline float to_float(BFloat16 x) { return bfloat16_to_float(x.bits); }
inline void round_to(Half& x, float value) { x.bits = float_to_half(value); }
inline void round_to(BFloat16& x, float value) { x.bits = float_to_bfloat16(value); }

/// The machine's one fp32 NaN, whatever the operands' were.
[[nodiscard]] inline float canonical(float x) { return std::isnan(x) ? std::bit_cast<float>(0x7fffffffu) : x; }

[[nodiscard]] inline float flush(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }

template <class T>
[[nodiscard]] T add(T old, T b) {
  if constexpr (std::is_same_v<T, float>) {
    return canonical(old + b);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(old) + static_cast<std::make_unsigned_t<T>>(b));
  } else {
    round_to(old, to_float(old) + to_float(b));
    return old;
  }
}

[[nodiscard]] inline float add_shared(float old, float b) { return add(old, b); }
/// add.f32 in global memory: subnormal inputs and results are zero of their sign (PTX ISA, atom).
[[nodiscard]] inline float add_global(float old, float b) { return flush(add(flush(old), flush(b))); }

/// add.f64 (as an H200 answers). NaNs keep their payload: in shared memory the first is taken and made quiet, in global
/// memory the operand's comes before the old value's and stays as it is.
[[nodiscard]] inline double sum_of(double old, double b) {
  const double sum = old + b;
  return std::isnan(sum) ? std::bit_cast<double>(std::uint64_t{0xfff8000000000000}) : sum;
}
[[nodiscard]] inline double add_shared(double old, double b) {
  const auto quiet = [](double x) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) | std::uint64_t{1} << 51);
  };
  if (std::isnan(old)) return quiet(old);
  return std::isnan(b) ? quiet(b) : sum_of(old, b);
}
[[nodiscard]] inline double add_global(double old, double b) {
  if (std::isnan(b)) return b;
  return std::isnan(old) ? old : sum_of(old, b);
}

/// Of halves or bfloat16. Of a number and a NaN the number; -0 is less than +0.
template <bool kMax, class T>
[[nodiscard]] T extreme(T old, T b) {
  constexpr std::uint16_t kInfinity = std::is_same_v<T, Half> ? 0x7c00 : 0x7f80;
  // Integers in the order of the numbers.
  const auto place = [](T x) {
    return static_cast<std::int16_t>(x.bits) ^ (static_cast<std::int16_t>(x.bits) >> 15 & 0x7fff);
  };
  const bool old_is_nan = (old.bits & 0x7fff) > kInfinity;
  const bool b_is_nan = (b.bits & 0x7fff) > kInfinity;
  const bool is_old = kMax ? place(old) > place(b) : place(old) < place(b);
  std::uint16_t bits = is_old ? old.bits : b.bits;
  bits = old_is_nan ? b.bits : b_is_nan ? old.bits : bits;
  return {old_is_nan && b_is_nan ? kHalfNaN : bits};
}

template <class T>
[[nodiscard]] T min(T old, T b) {
  if constexpr (std::is_integral_v<T>)
    return std::min(old, b);
  else
    return extreme<false>(old, b);
}

template <class T>
[[nodiscard]] T max(T old, T b) {
  if constexpr (std::is_integral_v<T>)
    return std::max(old, b);
  else
    return extreme<true>(old, b);
}

template <class T>
[[nodiscard]] T exchange(T, T b) {
  return b;
}
template <class T>
[[nodiscard]] T bit_and(T old, T b) {
  return old & b;
}
template <class T>
[[nodiscard]] T bit_or(T old, T b) {
  return old | b;
}
template <class T>
[[nodiscard]] T bit_xor(T old, T b) {
  return old ^ b;
}

/// Counts up to `b` and then from 0 again.
[[nodiscard]] inline std::uint32_t increment(std::uint32_t old, std::uint32_t b) { return old >= b ? 0 : old + 1; }
/// Counts down to 0 and then from `b` again.
[[nodiscard]] inline std::uint32_t decrement(std::uint32_t old, std::uint32_t b) {
  return old == 0 || old > b ? b : old - 1;
}

/// The operation on both halves of a packed value.
template <class T, T (*kUpdate)(T, T)>
[[nodiscard]] Pair<T> both(Pair<T> old, Pair<T> b) {
  return {kUpdate(old.low, b.low), kUpdate(old.high, b.high)};
}

}  // namespace warpglass::isa::atomics
