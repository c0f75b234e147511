// OpenBLAS, where the machine has it: what products of large matrices are made by.
#pragma once

#include "cuda/blas/number.hpp"

namespace warpglass::blas {

/// A product as BLAS has it in Fortran: everything by address.
template <class T>
using HostGemm = void (*)(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                          const T* alpha, const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c,
                          const int* ldc);

/// Of a library of the machine's; nullptr where there is none. Looked for once.
struct HostBlas {
  HostGemm<float> sgemm = nullptr;
  HostGemm<double> dgemm = nullptr;
  HostGemm<Complex> cgemm = nullptr;
  HostGemm<DoubleComplex> zgemm = nullptr;

  [[nodiscard]] static const HostBlas& get();
};

}  // namespace warpglass::blas
