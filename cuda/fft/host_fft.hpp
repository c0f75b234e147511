// FFTW, which computes the transforms: found when the program runs, as libfftw3.so.3 and libfftw3f.so.3.
#pragma once

#include <complex>
#include <cstddef>

namespace warpglass::fft {

/// A dimension: so many elements, and how far apart they lie, in elements of each side's own type.
struct HostDimension {
  std::ptrdiff_t n = 1;
  std::ptrdiff_t in = 1;
  std::ptrdiff_t out = 1;
};

/// Its calls of one precision (fftw3.h, the guru interface of 64 bits).
template <class Real>
struct HostCalls {
  using Pair = std::complex<Real>;
  using Dimensions = const HostDimension*;

  void* (*plan_complex)(int rank, Dimensions dims, int batches, Dimensions batch, Pair* in, Pair* out, int sign,
                        unsigned flags) = nullptr;
  void* (*plan_forward)(int rank, Dimensions dims, int batches, Dimensions batch, Real* in, Pair* out,
                        unsigned flags) = nullptr;
  void* (*plan_inverse)(int rank, Dimensions dims, int batches, Dimensions batch, Pair* in, Real* out,
                        unsigned flags) = nullptr;
  void (*run_complex)(void* plan, Pair* in, Pair* out) = nullptr;
  void (*run_forward)(void* plan, Real* in, Pair* out) = nullptr;
  void (*run_inverse)(void* plan, Pair* in, Real* out) = nullptr;
  void (*destroy)(void* plan) = nullptr;

  [[nodiscard]] bool is_there() const { return plan_complex != nullptr; }
  [[nodiscard]] static const HostCalls& get();
};

// Its flags.
inline constexpr unsigned kDestroysInput = 1u << 0, kUnaligned = 1u << 1, kPreservesInput = 1u << 4,
                          kEstimates = 1u << 6;

}  // namespace warpglass::fft
