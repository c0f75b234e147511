// Vectors with vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuda/blas/call.hpp"

namespace warpglass::blas {

template <class T>
cublasStatus_t copy(cublasHandle_t handle, Index n, const T* x, Index incx, T* y, Index incy) {
  if (n <= 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto from = memory.vector(Use::read, "vector x", x, incx, n);
    const auto to = memory.vector(Use::write, "vector y", y, incy, n);
    for (Index i = 0; i < n; ++i) to[i] = from[i];
  });
}

template <class T>
cublasStatus_t swap(cublasHandle_t handle, Index n, T* x, Index incx, T* y, Index incy) {
  if (n <= 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto one = memory.vector(Use::update, "vector x", x, incx, n);
    const auto other = memory.vector(Use::update, "vector y", y, incy, n);
    for (Index i = 0; i < n; ++i) std::swap(one[i], other[i]);
  });
}

/// \tparam F  T, or the type that numbers of half the precision are scaled in
template <class F, class T>
cublasStatus_t axpy(cublasHandle_t handle, Index n, const F* alpha, const T* x, Index incx, T* y, Index incy) {
  const Scalar<F> factor(handle, alpha);
  if (factor.missing()) return kInvalid;
  if (n <= 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const Wide<T> a = wide(factor.get(memory, "alpha"));
    if (a == Wide<T>{}) return;
    const auto from = memory.vector(Use::read, "vector x", x, incx, n);
    const auto to = memory.vector(Use::update, "vector y", y, incy, n);
    for (Index i = 0; i < n; ++i) to[i] = narrow<T>(times(a, wide(from[i])) + wide(to[i]));
  });
}

/// \tparam F  T, its real type, or the type that numbers of half the precision are scaled in
template <class F, class T>
cublasStatus_t scal(cublasHandle_t handle, Index n, const F* alpha, T* x, Index incx) {
  const Scalar<F> factor(handle, alpha);
  if (factor.missing()) return kInvalid;
  if (n <= 0 || incx <= 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto a = wide(factor.get(memory, "alpha"));
    const auto to = memory.vector(Use::update, "vector x", x, incx, n);
    for (Index i = 0; i < n; ++i) {
      if constexpr (kIsComplex<T> && !kIsComplex<F>) {
        to[i] = narrow<T>(wide(to[i]) * a);
      } else {
        to[i] = narrow<T>(times(a, wide(to[i])));
      }
    }
  });
}

template <class T>
cublasStatus_t dot_of(cublasHandle_t handle, bool conjugates, Index n, const T* x, Index incx, const T* y, Index incy,
                      T* result) {
  return answer_in_stream(handle, result, [=](const Memory& memory) {
    Wide<T> sum{};
    if (n <= 0) return narrow<T>(sum);
    const auto one = memory.vector(Use::read, "vector x", x, incx, n);
    const auto other = memory.vector(Use::read, "vector y", y, incy, n);
    for (Index i = 0; i < n; ++i) sum += times(wide(conjugate(one[i], conjugates)), wide(other[i]));
    return narrow<T>(sum);
  });
}
template <class T>
cublasStatus_t dot(cublasHandle_t handle, Index n, const T* x, Index incx, const T* y, Index incy, T* result) {
  return dot_of(handle, false, n, x, incx, y, incy, result);
}
template <class T>
cublasStatus_t dotu(cublasHandle_t handle, Index n, const T* x, Index incx, const T* y, Index incy, T* result) {
  return dot_of(handle, false, n, x, incx, y, incy, result);
}
template <class T>
cublasStatus_t dotc(cublasHandle_t handle, Index n, const T* x, Index incx, const T* y, Index incy, T* result) {
  return dot_of(handle, true, n, x, incx, y, incy, result);
}

/// |re| + |im|, by which BLAS compares.
template <class T>
double size_of(const T& value) {
  if constexpr (kIsComplex<T>) {
    return std::abs(static_cast<double>(value.real())) + std::abs(static_cast<double>(value.imag()));
  } else {
    return std::abs(wide(value));
  }
}

/// The root of the sum of squares, which may go beyond the range of a double on the way.
template <class T>
double length(const Vector<T>& x, Index n) {
  double most = 0;
  for (Index i = 0; i < n; ++i) {
    const double size = size_of(x[i]);
    if (std::isnan(size)) return size;
    most = std::max(most, size);
  }
  if (most == 0 || std::isinf(most)) return most;
  int exponent = 0;
  static_cast<void>(std::frexp(most, &exponent));
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    if constexpr (kIsComplex<std::remove_const_t<T>>) {
      const double re = std::ldexp(static_cast<double>(x[i].real()), -exponent);
      const double im = std::ldexp(static_cast<double>(x[i].imag()), -exponent);
      sum += re * re + im * im;
    } else {
      const double value = std::ldexp(wide(x[i]), -exponent);
      sum += value * value;
    }
  }
  return std::ldexp(std::sqrt(sum), exponent);
}

template <class T>
cublasStatus_t nrm2(cublasHandle_t handle, Index n, const T* x, Index incx, Real<T>* result) {
  return answer_in_stream(handle, result, [=](const Memory& memory) {
    if (n <= 0 || incx <= 0) return Real<T>{};
    return narrow<Real<T>>(length(memory.vector(Use::read, "vector x", x, incx, n), n));
  });
}

template <class T>
cublasStatus_t asum(cublasHandle_t handle, Index n, const T* x, Index incx, Real<T>* result) {
  return answer_in_stream(handle, result, [=](const Memory& memory) {
    double sum = 0;
    if (n <= 0 || incx <= 0) return Real<T>{};
    const auto from = memory.vector(Use::read, "vector x", x, incx, n);
    for (Index i = 0; i < n; ++i) sum += size_of(from[i]);
    return narrow<Real<T>>(sum);
  });
}

/// From 1 on, as in Fortran; 0 where there is none.
template <bool kLargest, class T, class I>
cublasStatus_t extreme(cublasHandle_t handle, Index n, const T* x, Index incx, I* result) {
  return answer_in_stream(handle, result, [=](const Memory& memory) {
    if (n <= 0 || incx <= 0) return I{0};
    const auto from = memory.vector(Use::read, "vector x", x, incx, n);
    Index found = 0;
    double best = size_of(from[0]);
    for (Index i = 1; i < n; ++i) {
      const double size = size_of(from[i]);
      if (kLargest ? !(size > best) : !(size < best)) continue;
      best = size;
      found = i;
    }
    return static_cast<I>(found + 1);
  });
}
template <class T, class I>
cublasStatus_t iamax(cublasHandle_t handle, Index n, const T* x, Index incx, I* result) {
  return extreme<true>(handle, n, x, incx, result);
}
template <class T, class I>
cublasStatus_t iamin(cublasHandle_t handle, Index n, const T* x, Index incx, I* result) {
  return extreme<false>(handle, n, x, incx, result);
}

// ---- Rotations ----

/// \tparam R  of the cosine \tparam U  of the sine: T or its real type
template <class T, class R, class U>
cublasStatus_t rot(cublasHandle_t handle, Index n, T* x, Index incx, T* y, Index incy, const R* c, const U* s) {
  const Scalar<R> cosine(handle, c);
  const Scalar<U> sine(handle, s);
  if (cosine.missing() || sine.missing()) return kInvalid;
  if (n <= 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto cs = static_cast<Wide<T>>(wide(cosine.get(memory, "c")));
    const auto sn = static_cast<Wide<T>>(wide(sine.get(memory, "s")));
    const auto one = memory.vector(Use::update, "vector x", x, incx, n);
    const auto other = memory.vector(Use::update, "vector y", y, incy, n);
    for (Index i = 0; i < n; ++i) {
      const Wide<T> a = wide(one[i]), b = wide(other[i]);
      one[i] = narrow<T>(times(cs, a) + times(sn, b));
      other[i] = narrow<T>(times(cs, b) - times(conjugate(sn), a));
    }
  });
}

/// Numbers that a call changes, or only gives back, of the host or of the device.
template <class T>
T* number_of(const Memory& memory, bool on_host, const char* name, T* pointer) {
  return on_host ? pointer : memory.array(Use::update, name, pointer, 1);
}

/// Netlib's rotg, with the sign of the larger.
template <class T>
void make_rotation(T& a, T& b, T& c, T& s) {
  const double x = wide(a), y = wide(b);
  const double scale = std::abs(x) + std::abs(y);
  if (scale == 0) {
    c = T(1);
    s = a = b = T{};
    return;
  }
  const double length = std::copysign(std::hypot(x, y), std::abs(x) > std::abs(y) ? x : y);
  const double cosine = x / length, sine = y / length;
  const double z = std::abs(x) > std::abs(y) ? sine : cosine != 0 ? 1 / cosine : 1;
  c = static_cast<T>(cosine);
  s = static_cast<T>(sine);
  a = static_cast<T>(length);
  b = static_cast<T>(z);
}
template <class R>
void make_rotation(std::complex<R>& a, std::complex<R>& b, R& c, std::complex<R>& s) {
  const DoubleComplex x(a), y(b);
  if (std::abs(x) == 0) {
    c = R{};
    s = std::complex<R>(1);
    a = b;
    return;
  }
  const double length = std::hypot(std::abs(x), std::abs(y));
  const DoubleComplex turn = x / std::abs(x);
  c = static_cast<R>(std::abs(x) / length);
  s = std::complex<R>(turn * std::conj(y) / length);
  a = std::complex<R>(turn * length);
}

template <class T>
cublasStatus_t rotg(cublasHandle_t handle, T* a, T* b, Real<T>* c, T* s) {
  const bool on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
  if (a == nullptr || b == nullptr || c == nullptr || s == nullptr) return kInvalid;
  return in_stream(handle->stream, on_host, [=](const Memory& memory) {
    make_rotation(*number_of(memory, on_host, "a", a), *number_of(memory, on_host, "b", b),
                  *number_of(memory, on_host, "c", c), *number_of(memory, on_host, "s", s));
  });
}

/// What param says of a modified rotation: the matrix (h11 h12; h21 h22). \return  false: it is the identity
struct ModifiedRotation {
  double h11 = 1, h12 = 0, h21 = 0, h22 = 1;
};
template <class T>
ModifiedRotation modified_rotation(const T* param) {
  const double flag = wide(param[0]);
  if (flag == -2) return {};
  if (flag == -1) return {wide(param[1]), wide(param[3]), wide(param[2]), wide(param[4])};
  if (flag == 0) return {1, wide(param[3]), wide(param[2]), 1};
  return {wide(param[1]), 1, -1, wide(param[4])};
}

template <class T>
cublasStatus_t rotm(cublasHandle_t handle, Index n, T* x, Index incx, T* y, Index incy, const T* param) {
  const bool on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
  if (param == nullptr) return kInvalid;
  if (n <= 0) return kDone;
  const ModifiedRotation given = on_host ? modified_rotation(param) : ModifiedRotation{};
  return in_stream(handle, [=](const Memory& memory) {
    const ModifiedRotation h = on_host ? given : modified_rotation(memory.array(Use::read, "param", param, 5));
    const auto one = memory.vector(Use::update, "vector x", x, incx, n);
    const auto other = memory.vector(Use::update, "vector y", y, incy, n);
    for (Index i = 0; i < n; ++i) {
      const double a = wide(one[i]), b = wide(other[i]);
      one[i] = narrow<T>(h.h11 * a + h.h12 * b);
      other[i] = narrow<T>(h.h21 * a + h.h22 * b);
    }
  });
}

/// Netlib's rotmg.
template <class T>
void make_modified_rotation(T& d1_, T& d2_, T& x1_, const T& y1_, T* param) {
  constexpr double kGamma = 4096, kMost = kGamma * kGamma, kLeast = 1 / kMost;
  double d1 = wide(d1_), d2 = wide(d2_), x1 = wide(x1_);
  const double y1 = wide(y1_);
  double flag = -1, h11 = 0, h12 = 0, h21 = 0, h22 = 0;
  const auto explicitly = [&] {
    if (flag == 0) h11 = h22 = 1;
    if (flag > 0) {
      h12 = 1;
      h21 = -1;
    }
    flag = -1;
  };
  if (d1 < 0) {
    d1 = d2 = x1 = 0;
  } else {
    const double p2 = d2 * y1;
    if (p2 == 0) {
      param[0] = T(-2);
      return;
    }
    const double p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1;
    if (std::abs(q1) > std::abs(q2)) {
      h21 = -y1 / x1;
      h12 = p2 / p1;
      const double u = 1 - h12 * h21;
      if (u > 0) {
        flag = 0;
        d1 /= u;
        d2 /= u;
        x1 *= u;
      } else {
        d1 = d2 = x1 = h12 = h21 = 0;
      }
    } else if (q2 < 0) {
      d1 = d2 = x1 = 0;
    } else {
      flag = 1;
      h11 = p1 / p2;
      h22 = x1 / y1;
      const double u = 1 + h11 * h22;
      const double other = d2 / u;
      d2 = d1 / u;
      d1 = other;
      x1 = y1 * u;
    }
    while (d1 != 0 && (std::abs(d1) <= kLeast || std::abs(d1) >= kMost)) {
      explicitly();
      const bool small = std::abs(d1) <= kLeast;
      d1 *= small ? kMost : kLeast;
      x1 *= small ? 1 / kGamma : kGamma;
      h11 *= small ? 1 / kGamma : kGamma;
      h12 *= small ? 1 / kGamma : kGamma;
    }
    while (d2 != 0 && (std::abs(d2) <= kLeast || std::abs(d2) >= kMost)) {
      explicitly();
      const bool small = std::abs(d2) <= kLeast;
      d2 *= small ? kMost : kLeast;
      h21 *= small ? 1 / kGamma : kGamma;
      h22 *= small ? 1 / kGamma : kGamma;
    }
  }
  if (flag != 0) {
    param[1] = static_cast<T>(h11);
    param[4] = static_cast<T>(h22);
  }
  if (flag <= 0) {
    param[2] = static_cast<T>(h21);
    param[3] = static_cast<T>(h12);
  }
  param[0] = static_cast<T>(flag);
  d1_ = static_cast<T>(d1);
  d2_ = static_cast<T>(d2);
  x1_ = static_cast<T>(x1);
}

template <class T>
cublasStatus_t rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {
  const bool on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
  if (d1 == nullptr || d2 == nullptr || x1 == nullptr || y1 == nullptr || param == nullptr) return kInvalid;
  return in_stream(handle->stream, on_host, [=](const Memory& memory) {
    make_modified_rotation(*number_of(memory, on_host, "d1", d1), *number_of(memory, on_host, "d2", d2),
                           *number_of(memory, on_host, "x1", x1), on_host ? *y1 : *memory.array(Use::read, "y1", y1, 1),
                           on_host ? param : memory.array(Use::update, "param", param, 5));
  });
}

}  // namespace warpglass::blas
