// Calls that name the types of their numbers: the same work, by the type that an argument says.
#pragma once

#include <type_traits>

#include "cuda/blas/gemm_types.hpp"
#include "cuda/blas/level1.hpp"
#include "cuda/blas/products.hpp"
#include "cuda/blas/symmetric.hpp"

namespace warpglass::blas {

template <class T>
struct TypeTag {
  using Type = T;
};

/// `work(TypeTag<T>)` for a type that vectors may be of.
template <class Work>
cublasStatus_t for_type(cudaDataType type, const Work& work) {
  switch (type) {
    case CUDA_R_16F: return work(TypeTag<Half>());
    case CUDA_R_16BF: return work(TypeTag<BFloat>());
    case CUDA_R_32F: return work(TypeTag<float>());
    case CUDA_R_64F: return work(TypeTag<double>());
    case CUDA_C_32F: return work(TypeTag<Complex>());
    case CUDA_C_64F: return work(TypeTag<DoubleComplex>());
    default: return not_supported("vectors of this type are not there");
  }
}

/// The type of scalars that go with vectors of a type: their own, or single precision for those of half of it.
template <class T>
inline constexpr bool kIsNarrow = std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;

[[nodiscard]] constexpr cudaDataType real_type_of(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

/// `work(TypeTag<T>, TypeTag<F>)` for vectors of T and a scalar of F.
template <class Work>
cublasStatus_t for_types(cudaDataType type, cudaDataType of_scalar, const Work& work) {
  return for_type(type, [&](auto tag) -> cublasStatus_t {
    using T = typename decltype(tag)::Type;
    if constexpr (kIsNarrow<T>) {
      if (of_scalar == CUDA_R_32F) return work(tag, TypeTag<float>());
    }
    return of_scalar == type ? work(tag, tag) : not_supported("this type of the scalar does not go with the vectors'");
  });
}

template <class T>
const T* as(const void* pointer) {
  return static_cast<const T*>(pointer);
}
template <class T>
T* as(void* pointer) {
  return static_cast<T*>(pointer);
}

inline cublasStatus_t nrm2_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx,
                              void* result, cudaDataType result_type, cudaDataType) {
  if (result_type != real_type_of(x_type))
    return not_supported("this type of the result does not go with the vector's");
  return for_type(x_type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return nrm2(handle, n, as<T>(x), incx, as<Real<T>>(result));
  });
}

inline cublasStatus_t asum_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx,
                              void* result, cudaDataType result_type, cudaDataType) {
  if (result_type != real_type_of(x_type))
    return not_supported("this type of the result does not go with the vector's");
  return for_type(x_type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return asum(handle, n, as<T>(x), incx, as<Real<T>>(result));
  });
}

inline cublasStatus_t dot_any(cublasHandle_t handle, bool conjugates, Index n, const void* x, cudaDataType x_type,
                              Index incx, const void* y, cudaDataType y_type, Index incy, void* result,
                              cudaDataType result_type) {
  if (y_type != x_type || result_type != x_type) return not_supported("both vectors and the result are of one type");
  return for_type(x_type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return dot_of(handle, conjugates, n, as<T>(x), incx, as<T>(y), incy, as<T>(result));
  });
}
inline cublasStatus_t dot_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx,
                             const void* y, cudaDataType y_type, Index incy, void* result, cudaDataType result_type,
                             cudaDataType) {
  return dot_any(handle, false, n, x, x_type, incx, y, y_type, incy, result, result_type);
}
inline cublasStatus_t dotc_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx,
                              const void* y, cudaDataType y_type, Index incy, void* result, cudaDataType result_type,
                              cudaDataType) {
  return dot_any(handle, true, n, x, x_type, incx, y, y_type, incy, result, result_type);
}

inline cublasStatus_t scal_ex(cublasHandle_t handle, Index n, const void* alpha, cudaDataType alpha_type, void* x,
                              cudaDataType x_type, Index incx, cudaDataType) {
  return for_types(x_type, alpha_type, [&](auto tag, auto scalar) {
    using T = typename decltype(tag)::Type;
    using F = typename decltype(scalar)::Type;
    return scal(handle, n, as<F>(alpha), as<T>(x), incx);
  });
}

inline cublasStatus_t axpy_ex(cublasHandle_t handle, Index n, const void* alpha, cudaDataType alpha_type, const void* x,
                              cudaDataType x_type, Index incx, void* y, cudaDataType y_type, Index incy, cudaDataType) {
  if (y_type != x_type) return not_supported("both vectors are of one type");
  return for_types(x_type, alpha_type, [&](auto tag, auto scalar) {
    using T = typename decltype(tag)::Type;
    using F = typename decltype(scalar)::Type;
    return axpy(handle, n, as<F>(alpha), as<T>(x), incx, as<T>(y), incy);
  });
}

inline cublasStatus_t copy_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx, void* y,
                              cudaDataType y_type, Index incy) {
  if (y_type != x_type) return not_supported("both vectors are of one type");
  return for_type(x_type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return copy(handle, n, as<T>(x), incx, as<T>(y), incy);
  });
}

inline cublasStatus_t swap_ex(cublasHandle_t handle, Index n, void* x, cudaDataType x_type, Index incx, void* y,
                              cudaDataType y_type, Index incy) {
  if (y_type != x_type) return not_supported("both vectors are of one type");
  return for_type(x_type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return swap(handle, n, as<T>(x), incx, as<T>(y), incy);
  });
}

template <class I>
cublasStatus_t iamax_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx, I* result) {
  return for_type(x_type,
                  [&](auto tag) { return iamax(handle, n, as<typename decltype(tag)::Type>(x), incx, result); });
}
template <class I>
cublasStatus_t iamin_ex(cublasHandle_t handle, Index n, const void* x, cudaDataType x_type, Index incx, I* result) {
  return for_type(x_type,
                  [&](auto tag) { return iamin(handle, n, as<typename decltype(tag)::Type>(x), incx, result); });
}

inline cublasStatus_t rot_ex(cublasHandle_t handle, Index n, void* x, cudaDataType x_type, Index incx, void* y,
                             cudaDataType y_type, Index incy, const void* c, const void* s, cudaDataType cs_type,
                             cudaDataType) {
  if (y_type != x_type) return not_supported("both vectors are of one type");
  return for_type(x_type, [&](auto tag) -> cublasStatus_t {
    using T = typename decltype(tag)::Type;
    using R = Real<T>;
    T* const one = as<T>(x);
    T* const other = as<T>(y);
    if (cs_type == x_type) return rot(handle, n, one, incx, other, incy, as<R>(c), as<T>(s));
    if (cs_type == real_type_of(x_type)) return rot(handle, n, one, incx, other, incy, as<R>(c), as<R>(s));
    return not_supported("this type of the rotation does not go with the vectors'");
  });
}

inline cublasStatus_t rotm_ex(cublasHandle_t handle, Index n, void* x, cudaDataType x_type, Index incx, void* y,
                              cudaDataType y_type, Index incy, const void* param, cudaDataType param_type,
                              cudaDataType) {
  if (y_type != x_type || param_type != x_type) return not_supported("both vectors and the rotation are of one type");
  return for_type(x_type, [&](auto tag) -> cublasStatus_t {
    using T = typename decltype(tag)::Type;
    if constexpr (kIsComplex<T>) {
      return not_supported("modified rotations are of real numbers");
    } else {
      return rotm(handle, n, as<T>(x), incx, as<T>(y), incy, as<T>(param));
    }
  });
}

inline cublasStatus_t rotg_ex(cublasHandle_t handle, void* a, void* b, cudaDataType ab_type, void* c, void* s,
                              cudaDataType cs_type, cudaDataType) {
  if (cs_type != ab_type && cs_type != real_type_of(ab_type))
    return not_supported("this type of the rotation does not go with the numbers'");
  return for_type(ab_type, [&](auto tag) -> cublasStatus_t {
    using T = typename decltype(tag)::Type;
    if constexpr (kIsNarrow<T>) {
      return not_supported("rotations of numbers of half the precision are not there");
    } else {
      return rotg(handle, as<T>(a), as<T>(b), as<Real<T>>(c), as<T>(s));
    }
  });
}

inline cublasStatus_t rotmg_ex(cublasHandle_t handle, void* d1, cudaDataType d1_type, void* d2, cudaDataType d2_type,
                               void* x1, cudaDataType x1_type, const void* y1, cudaDataType y1_type, void* param,
                               cudaDataType param_type, cudaDataType) {
  if (d2_type != d1_type || x1_type != d1_type || y1_type != d1_type || param_type != d1_type)
    return not_supported("all numbers are of one type");
  if (d1_type == CUDA_R_32F)
    return rotmg(handle, as<float>(d1), as<float>(d2), as<float>(x1), as<float>(y1), as<float>(param));
  if (d1_type == CUDA_R_64F)
    return rotmg(handle, as<double>(d1), as<double>(d2), as<double>(x1), as<double>(y1), as<double>(param));
  return not_supported("modified rotations are of single or double precision");
}

// ---- Products of matrices ----

inline cublasStatus_t gemm_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Index m,
                              Index n, Index k, const void* alpha, const void* A, cudaDataType a_type, Index lda,
                              const void* B, cudaDataType b_type, Index ldb, const void* beta, void* C,
                              cudaDataType c_type, Index ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
  const TypedProduct product{{transa, transb, m, n, k}, {a_type, lda}, {b_type, ldb}, {c_type, ldc}, compute};
  const TypedScalars scalars(handle, product, alpha, beta);
  if (const cublasStatus_t wrong = product.check(scalars); wrong != kDone) return wrong;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) { product.run(memory, scalars.get(memory), A, B, C); });
}

/// The scalars are of single precision, and sums are.
template <class F>
cublasStatus_t gemm_typed_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Index m,
                             Index n, Index k, const F* alpha, const void* A, cudaDataType a_type, Index lda,
                             const void* B, cudaDataType b_type, Index ldb, const F* beta, void* C, cudaDataType c_type,
                             Index ldc) {
  return gemm_ex(handle, transa, transb, m, n, k, alpha, A, a_type, lda, B, b_type, ldb, beta, C, c_type, ldc,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

inline cublasStatus_t gemm_batched_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                      Index m, Index n, Index k, const void* alpha, const void* const* A,
                                      cudaDataType a_type, Index lda, const void* const* B, cudaDataType b_type,
                                      Index ldb, const void* beta, void* const* C, cudaDataType c_type, Index ldc,
                                      Index count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  const TypedProduct product{{transa, transb, m, n, k}, {a_type, lda}, {b_type, ldb}, {c_type, ldc}, compute};
  const TypedScalars scalars(handle, product, alpha, beta);
  if (const cublasStatus_t wrong = product.check(scalars); wrong != kDone) return wrong;
  if (count < 0) return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* bs = memory.array(Use::read, "array of matrices B", B, count);
    const auto* cs = memory.array(Use::read, "array of matrices C", C, count);
    for (Index i = 0; i < count; ++i) product.run(memory, scalars.get(memory), as[i], bs[i], cs[i]);
  });
}

inline cublasStatus_t gemm_strided_ex(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                      Index m, Index n, Index k, const void* alpha, const void* A, cudaDataType a_type,
                                      Index lda, Index stride_a, const void* B, cudaDataType b_type, Index ldb,
                                      Index stride_b, const void* beta, void* C, cudaDataType c_type, Index ldc,
                                      Index stride_c, Index count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  const TypedProduct product{{transa, transb, m, n, k}, {a_type, lda}, {b_type, ldb}, {c_type, ldc}, compute};
  const TypedScalars scalars(handle, product, alpha, beta);
  if (const cublasStatus_t wrong = product.check(scalars); wrong != kDone) return wrong;
  if (count < 0) return kInvalid;
  if (m == 0 || n == 0 || count == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto at = [](auto* base, Index elements, cudaDataType type) {
      using Byte = std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(base)>>, const char, char>;
      return static_cast<Byte*>(base) + elements * size_of_type(type);
    };
    for (Index i = 0; i < count; ++i)
      product.run(memory, scalars.get(memory), at(A, i * stride_a, a_type), at(B, i * stride_b, b_type),
                  at(C, i * stride_c, c_type));
  });
}

template <class I>
cublasStatus_t gemm_grouped_ex(cublasHandle_t handle, const cublasOperation_t* transa, const cublasOperation_t* transb,
                               const I* m, const I* n, const I* k, const void* alpha, const void* const* A,
                               cudaDataType a_type, const I* lda, const void* const* B, cudaDataType b_type,
                               const I* ldb, const void* beta, void* const* C, cudaDataType c_type, const I* ldc,
                               Index groups, const I* group_size, cublasComputeType_t compute) {
  struct Group {
    TypedProduct product;
    TypedScalars scalars;
    Index first, count;
  };
  if (groups < 0) return kInvalid;
  std::vector<Group> all;
  Index first = 0;
  for (Index i = 0; i < groups; ++i) {
    const TypedProduct product{
        {transa[i], transb[i], m[i], n[i], k[i]}, {a_type, lda[i]}, {b_type, ldb[i]}, {c_type, ldc[i]}, compute};
    const Index offset = i * size_of_type(product.scalar_type());
    const TypedScalars scalars(handle, product, static_cast<const char*>(alpha) + offset,
                               static_cast<const char*>(beta) + offset);
    if (const cublasStatus_t wrong = product.check(scalars); wrong != kDone) return wrong;
    if (group_size[i] < 0) return kInvalid;
    all.push_back({product, scalars, first, group_size[i]});
    first += group_size[i];
  }
  if (first == 0) return kDone;
  return in_stream(handle, [=, count = first](const Memory& memory) {
    const auto* as = memory.array(Use::read, "array of matrices A", A, count);
    const auto* bs = memory.array(Use::read, "array of matrices B", B, count);
    const auto* cs = memory.array(Use::read, "array of matrices C", C, count);
    for (const Group& group : all) {
      for (Index i = group.first; i < group.first + group.count; ++i)
        group.product.run(memory, group.scalars.get(memory), as[i], bs[i], cs[i]);
    }
  });
}

/// Of single precision alone.
inline cublasStatus_t syrk_ex(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                              const Complex* alpha, const void* A, cudaDataType a_type, Index lda, const Complex* beta,
                              void* C, cudaDataType c_type, Index ldc) {
  if (a_type != CUDA_C_32F || c_type != CUDA_C_32F) return not_supported("both matrices are of CUDA_C_32F");
  return syrk(handle, uplo, trans, n, k, alpha, as<Complex>(A), lda, beta, as<Complex>(C), ldc);
}
inline cublasStatus_t herk_ex(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, Index n, Index k,
                              const float* alpha, const void* A, cudaDataType a_type, Index lda, const float* beta,
                              void* C, cudaDataType c_type, Index ldc) {
  if (a_type != CUDA_C_32F || c_type != CUDA_C_32F) return not_supported("both matrices are of CUDA_C_32F");
  return herk(handle, uplo, trans, n, k, alpha, as<Complex>(A), lda, beta, as<Complex>(C), ldc);
}

inline cublasStatus_t uint8_gemm_bias(cublasHandle_t, cublasOperation_t, cublasOperation_t, cublasOperation_t, int, int,
                                      int, const unsigned char*, int, int, const unsigned char*, int, int,
                                      unsigned char*, int, int, int, int) {
  return not_supported("it is not there: GPUs since Volta have it not either");
}

}  // namespace warpglass::blas
