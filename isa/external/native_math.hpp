// Table rows for functions of the C library, and the NaN that the machines answer with.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <string_view>

#include "isa/external/external.hpp"

namespace warpglass::isa {

/// f32 results that are no number have one pattern; f64 ones pass through what the host gives (quiet, sign set when
/// new, as the machines do).
[[nodiscard]] inline float canonical(float value) {
  return std::isnan(value) ? std::bit_cast<float>(0x7fffffffu) : value;
}
[[nodiscard]] inline double canonical(double value) { return value; }

// The machines tell no signalling NaN from others; the C library's functions of the same names do.

/// +0 is larger than -0, and a number than NaN, as max.f64 has it.
template <class T>
[[nodiscard]] T larger(T x, T y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  return x == y ? (std::signbit(x) ? y : x) : (x > y ? x : y);
}
template <class T>
[[nodiscard]] T smaller(T x, T y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  return x == y ? (std::signbit(x) ? x : y) : (x < y ? x : y);
}

/// Infinite when a side is, whatever the other.
template <class T>
[[nodiscard]] T hypotenuse(T x, T y) {
  return std::isinf(x) || std::isinf(y) ? std::numeric_limits<T>::infinity() : std::hypot(x, y);
}

/// `double f(double)` and its like, as they are.
template <double (*kFunction)(double)>
[[nodiscard]] constexpr ProvidedFunction of_double(std::string_view name) {
  return native<[](double x) { return kFunction(x); }>(name);
}
template <double (*kFunction)(double, double)>
[[nodiscard]] constexpr ProvidedFunction of_two_doubles(std::string_view name) {
  return native<[](double x, double y) { return kFunction(x, y); }>(name);
}
template <float (*kFunction)(float)>
[[nodiscard]] constexpr ProvidedFunction of_float(std::string_view name) {
  return native<[](float x) { return canonical(kFunction(x)); }>(name);
}
template <float (*kFunction)(float, float)>
[[nodiscard]] constexpr ProvidedFunction of_two_floats(std::string_view name) {
  return native<[](float x, float y) { return canonical(kFunction(x, y)); }>(name);
}

/// A function of doubles computed for floats: exact but for the last rounding.
template <double (*kFunction)(double)>
[[nodiscard]] constexpr ProvidedFunction through_double(std::string_view name) {
  return native<[](float x) { return canonical(static_cast<float>(kFunction(double{x}))); }>(name);
}

/// The row, executed while the host rounds as `kMode` says. Arguments are loaded and results stored inside, so that no
/// arithmetic can move out of it.
template <int kMode, RunProvided kRun>
const sim::Op* run_rounding(ExternalCall& call) {
  const int before = std::fegetround();
  std::fesetround(kMode);
  const sim::Op* next = kRun(call);
  std::fesetround(before);
  return next;
}

}  // namespace warpglass::isa
