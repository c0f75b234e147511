// The types of numbers that cuBLAS has, as the library computes with them. Complex numbers lie in memory as cuComplex
// does.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "base/half.hpp"

namespace warpglass::blas {

/// Indices and sizes, whichever width the call has.
using Index = std::int64_t;

using Complex = std::complex<float>;
using DoubleComplex = std::complex<double>;

struct Half {
  std::uint16_t bits = 0;
  friend bool operator==(Half a, Half b) { return static_cast<float>(a) == static_cast<float>(b); }
  Half() = default;
  explicit Half(float value) : bits(float_to_half(value)) {}
  explicit operator float() const { return half_to_float(bits); }
};

struct BFloat {
  std::uint16_t bits = 0;
  friend bool operator==(BFloat a, BFloat b) { return static_cast<float>(a) == static_cast<float>(b); }
  BFloat() = default;
  explicit BFloat(float value) : bits(float_to_bfloat16(value)) {}
  explicit operator float() const { return bfloat16_to_float(bits); }
};

template <class T>
inline constexpr bool kIsComplex = false;
template <class R>
inline constexpr bool kIsComplex<std::complex<R>> = true;

template <class T>
struct RealOf {
  using Type = T;
};
template <class R>
struct RealOf<std::complex<R>> {
  using Type = R;
};
template <class T>
using Real = typename RealOf<T>::Type;

/// What sums of products are kept in: double, so that those of single precision are good to the last bit or two
/// whatever the order.
template <class T>
using Wide = std::conditional_t<kIsComplex<T>, DoubleComplex, double>;

template <class T>
Wide<T> wide(const T& value) {
  if constexpr (kIsComplex<T>) {
    return DoubleComplex(value);
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat>) {
    return static_cast<double>(static_cast<float>(value));
  } else {
    return static_cast<double>(value);
  }
}

template <class T>
T narrow(const Wide<T>& value) {
  if constexpr (kIsComplex<T>) {
    return T(static_cast<Real<T>>(value.real()), static_cast<Real<T>>(value.imag()));
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat>) {
    return T(static_cast<float>(value));
  } else {
    return static_cast<T>(value);
  }
}

/// The product as mathematics has it. That of std::complex looks for infinities first.
template <class T>
T times(const T& a, const T& b) {
  if constexpr (kIsComplex<T>) {
    return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  } else {
    return a * b;
  }
}

template <class T>
T conjugate(const T& value, bool really = true) {
  if constexpr (kIsComplex<T>) {
    return really ? std::conj(value) : value;
  } else {
    return value;
  }
}

}  // namespace warpglass::blas
