#include "cuda/blas/gemm_types.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "cuda/blas/small_float.hpp"

namespace warpglass::blas {
namespace {

/// `work(element of the type)` by a tag.
template <class T>
struct Element {
  using Type = T;
};
template <class Work>
bool for_element(cudaDataType type, const Work& work) {
  switch (type) {
    case CUDA_R_32F: work(Element<float>()); return true;
    case CUDA_R_64F: work(Element<double>()); return true;
    case CUDA_R_16F: work(Element<Half>()); return true;
    case CUDA_R_16BF: work(Element<BFloat>()); return true;
    case CUDA_R_8I: work(Element<std::int8_t>()); return true;
    case CUDA_R_32I: work(Element<std::int32_t>()); return true;
    case CUDA_R_8F_E4M3: work(Element<E4M3>()); return true;
    case CUDA_R_8F_E5M2: work(Element<E5M2>()); return true;
    case CUDA_C_32F: work(Element<Complex>()); return true;
    case CUDA_C_64F: work(Element<DoubleComplex>()); return true;
    case CUDA_C_8I: work(Element<std::complex<std::int8_t>>()); return true;
    default: return false;
  }
}

template <class T, class E>
T widen(const E& element) {
  if constexpr (kIsComplex<E>) {
    if constexpr (kIsComplex<T>) {
      return T(static_cast<Real<T>>(element.real()), static_cast<Real<T>>(element.imag()));
    } else {
      return T{};  // check() has none of these
    }
  } else if constexpr (std::is_arithmetic_v<E>) {
    return T(static_cast<Real<T>>(element));
  } else {
    return T(static_cast<Real<T>>(static_cast<float>(element)));
  }
}

template <class E, class T>
E rounded(const T& value) {
  if constexpr (kIsComplex<E>) {
    if constexpr (kIsComplex<T>) {
      return E(rounded<Real<E>>(value.real()), rounded<Real<E>>(value.imag()));
    } else {
      return E{};
    }
  } else if constexpr (kIsComplex<T>) {
    return rounded<E>(value.real());
  } else if constexpr (std::is_integral_v<E>) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<E>(value);
    } else {
      const double nearest = std::nearbyint(static_cast<double>(value));
      const double least = std::numeric_limits<E>::min(), most = std::numeric_limits<E>::max();
      return std::isnan(nearest) ? E{} : static_cast<E>(std::clamp(nearest, least, most));
    }
  } else if constexpr (std::is_floating_point_v<E>) {
    return static_cast<E>(value);
  } else {
    return E(static_cast<float>(value));
  }
}

bool sums_are_half(cublasComputeType_t compute) {
  return compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
}
bool sums_are_integers(cublasComputeType_t compute) {
  return compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC;
}
bool sums_are_double(cublasComputeType_t compute) {
  return compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC ||
         compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
}
bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_8I; }

void reach(const Memory& memory, Use use, const char* name, const void* base, MatrixType type, Index rows,
           Index columns) {
  const Index size = size_of_type(type.type);
  memory.reach(use, name, base, rows * size, type.leading * size, columns);
}

/// In the type T of the sums. Matrices of that type are used where they are.
template <class T>
struct Operand {
  std::vector<T> copy;
  Matrix<const T> matrix;

  Operand(MatrixType type, bool own, const void* first, Index rows, Index columns) {
    if (own) {
      matrix = {static_cast<const T*>(first), type.leading};
    } else {
      copy = widened<T>(type, first, rows, columns);
      matrix = {copy.data(), std::max<Index>(rows, 1)};
    }
  }
};

template <class T>
void run_in(const TypedProduct& product, cudaDataType own, T alpha, T beta, const void* A, const void* B, void* C) {
  const Shape& shape = product.shape;
  const MatrixType c = product.c;
  const Operand<T> one(product.a, product.a.type == own, A, shape.rows_of_a(), shape.columns_of_a());
  const Operand<T> other(product.b, product.b.type == own, B, shape.rows_of_b(), shape.columns_of_b());
  const auto compute_into = [&](Matrix<T> to) {
    if constexpr (std::is_same_v<T, float>) {
      multiply_rounding(shape, alpha, one.matrix, other.matrix, beta, to, sums_are_half(product.compute));
    } else {
      multiply(shape, alpha, one.matrix, other.matrix, beta, to);
    }
  };
  if (c.type == own) return compute_into({static_cast<T*>(C), c.leading});
  std::vector<T> to =
      beta == T{} ? std::vector<T>(static_cast<std::size_t>(shape.m * shape.n)) : widened<T>(c, C, shape.m, shape.n);
  compute_into({to.data(), shape.m});
  store(to, c, C, shape.m, shape.n);
}

}  // namespace

Index size_of_type(cudaDataType type) {
  Index size = 0;
  static_cast<void>(for_element(type, [&](auto tag) { size = sizeof(typename decltype(tag)::Type); }));
  return size;
}

DoubleComplex read_scalar(cudaDataType type, const void* at) {
  DoubleComplex value;
  static_cast<void>(for_element(type, [&](auto tag) {
    typename decltype(tag)::Type
        element;  // a program's number may lie anywhere, also where it names another type for it
    std::memcpy(&element, at, sizeof element);
    value = widen<DoubleComplex>(element);
  }));
  return value;
}

template <class T>
std::vector<T> widened(MatrixType type, const void* first, Index rows, Index columns) {
  std::vector<T> values(static_cast<std::size_t>(rows * columns));
  static_cast<void>(for_element(type.type, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    const Matrix<const E> from{static_cast<const E*>(first), type.leading};
    T* to = values.data();
    for (Index j = 0; j < columns; ++j) {
      for (Index i = 0; i < rows; ++i) *to++ = widen<T>(from(i, j));
    }
  }));
  return values;
}

template <class T>
void store(const std::vector<T>& values, MatrixType type, void* first, Index rows, Index columns) {
  static_cast<void>(for_element(type.type, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    const Matrix<E> to{static_cast<E*>(first), type.leading};
    const T* from = values.data();
    for (Index j = 0; j < columns; ++j) {
      for (Index i = 0; i < rows; ++i) to(i, j) = rounded<E>(*from++);
    }
  }));
}

template std::vector<float> widened(MatrixType, const void*, Index, Index);
template std::vector<double> widened(MatrixType, const void*, Index, Index);
template std::vector<Complex> widened(MatrixType, const void*, Index, Index);
template std::vector<DoubleComplex> widened(MatrixType, const void*, Index, Index);
template std::vector<std::int32_t> widened(MatrixType, const void*, Index, Index);
template void store(const std::vector<float>&, MatrixType, void*, Index, Index);
template void store(const std::vector<double>&, MatrixType, void*, Index, Index);
template void store(const std::vector<Complex>&, MatrixType, void*, Index, Index);
template void store(const std::vector<DoubleComplex>&, MatrixType, void*, Index, Index);
template void store(const std::vector<std::int32_t>&, MatrixType, void*, Index, Index);

bool types_go_together(const TypedProduct& product) {
  const auto are = [&](cudaDataType a, cudaDataType b, cudaDataType c) {
    return product.a.type == a && product.b.type == b && product.c.type == c;
  };
  const auto is_eight_bits = [](cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; };
  switch (product.compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return are(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return are(CUDA_R_8I, CUDA_R_8I, CUDA_R_32I) || are(CUDA_R_8I, CUDA_R_8I, CUDA_R_8I);
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
      return are(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF) || are(CUDA_R_16F, CUDA_R_16F, CUDA_R_16F) ||
             are(CUDA_R_8I, CUDA_R_8I, CUDA_R_32F) || are(CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F) ||
             are(CUDA_R_16F, CUDA_R_16F, CUDA_R_32F) || are(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F) ||
             are(CUDA_C_8I, CUDA_C_8I, CUDA_C_32F) || are(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F) ||
             (is_eight_bits(product.a.type) && is_eight_bits(product.b.type) &&
              (is_eight_bits(product.c.type) || product.c.type == CUDA_R_16F || product.c.type == CUDA_R_16BF ||
               product.c.type == CUDA_R_32F));
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
      return are(CUDA_R_32F, CUDA_R_32F, CUDA_R_32F) || are(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
      return are(CUDA_R_64F, CUDA_R_64F, CUDA_R_64F) || are(CUDA_C_64F, CUDA_C_64F, CUDA_C_64F);
  }
  return false;
}

cudaDataType TypedProduct::scalar_type() const {
  if (sums_are_half(compute)) return CUDA_R_16F;
  if (sums_are_integers(compute)) return c.type == CUDA_R_8I ? CUDA_R_32F : CUDA_R_32I;
  if (sums_are_double(compute)) return is_complex(c.type) ? CUDA_C_64F : CUDA_R_64F;
  return is_complex(c.type) ? CUDA_C_32F : CUDA_R_32F;
}

cublasStatus_t TypedProduct::check(const TypedScalars& scalars) const {
  if (!shape.is_valid() || !shape.takes(a.leading, b.leading, c.leading) || scalars.missing()) return kInvalid;
  return types_go_together(*this) ? kDone : not_supported("these types of matrices and sums do not go together");
}

void TypedProduct::run(const Memory& memory, const ScalarValues& values, const void* A, const void* B, void* C) const {
  if (shape.m == 0 || shape.n == 0) return;
  const auto& [alpha, beta, are_devices] = values;
  reach(memory, beta == DoubleComplex{} ? Use::write : Use::update, "matrix C", C, c, shape.m, shape.n);
  TypedProduct used = *this;
  used.shape.zero_counts = are_devices;
  if (alpha == DoubleComplex{} && !are_devices) used.shape.k = 0;
  if (used.shape.k != 0) {
    reach(memory, Use::read, "matrix A", A, a, shape.rows_of_a(), shape.columns_of_a());
    reach(memory, Use::read, "matrix B", B, b, shape.rows_of_b(), shape.columns_of_b());
  }
  const auto real = [](DoubleComplex value) { return value.real(); };
  if (sums_are_integers(compute) && c.type == CUDA_R_32I) {
    run_in<std::int32_t>(used, CUDA_R_32I, static_cast<std::int32_t>(real(alpha)),
                         static_cast<std::int32_t>(real(beta)), A, B, C);
  } else if (sums_are_double(compute) || sums_are_integers(compute)) {  // those of 8-bit numbers are exact in double
    if (is_complex(c.type)) {
      run_in<DoubleComplex>(used, CUDA_C_64F, alpha, beta, A, B, C);
    } else {
      run_in<double>(used, CUDA_R_64F, real(alpha), real(beta), A, B, C);
    }
  } else if (is_complex(c.type)) {
    run_in<Complex>(used, CUDA_C_32F, Complex(alpha), Complex(beta), A, B, C);
  } else {
    run_in<float>(used, CUDA_R_32F, static_cast<float>(real(alpha)), static_cast<float>(real(beta)), A, B, C);
  }
}

TypedScalars::TypedScalars(cublasHandle_t handle, const TypedProduct& product, const void* alpha, const void* beta)
    : type_(product.scalar_type()), missing_(alpha == nullptr || beta == nullptr) {
  if (missing_) return;
  if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) {
    device_alpha_ = alpha;
    device_beta_ = beta;
  } else {
    values_ = {read_scalar(type_, alpha), read_scalar(type_, beta)};
  }
}

ScalarValues TypedScalars::get(const Memory& memory) const {
  if (device_alpha_ == nullptr) return values_;
  const Index size = size_of_type(type_);
  memory.reach(Use::read, "alpha", device_alpha_, size, size, 1);
  memory.reach(Use::read, "beta", device_beta_, size, size, 1);
  return {read_scalar(type_, device_alpha_), read_scalar(type_, device_beta_), true};
}

void multiply_rounding(const Shape& shape, float alpha, Matrix<const float> a, Matrix<const float> b, float beta,
                       Matrix<float> c, bool rounds_to_half) {
  if (!rounds_to_half) return multiply(shape, alpha, a, b, beta, c);
  const auto half = [](float value) { return static_cast<float>(Half(value)); };
  std::vector<float> sums(static_cast<std::size_t>(shape.m * shape.n));
  const Matrix<float> to{sums.data(), std::max<Index>(shape.m, 1)};
  for (Index first = 0; first < shape.k; first += kHalfStep) {
    Shape step = shape;
    step.k = std::min(kHalfStep, shape.k - first);
    const Matrix<const float> one{shape.transa == CUBLAS_OP_N ? a.at(0, first) : a.at(first, 0), a.leading};
    const Matrix<const float> other{shape.transb == CUBLAS_OP_N ? b.at(first, 0) : b.at(0, first), b.leading};
    multiply(step, 1.0f, one, other, 1.0f, to);
    for (float& sum : sums) sum = half(sum);
  }
  for (Index j = 0; j < shape.n; ++j) {
    for (Index i = 0; i < shape.m; ++i) c(i, j) = alpha * to(i, j) + (beta == 0 ? 0 : beta * c(i, j));
  }
}

void multiply(const Shape& shape, Half alpha, Matrix<const Half> a, Matrix<const Half> b, Half beta, Matrix<Half> c) {
  const TypedProduct product{
      shape, {CUDA_R_16F, a.leading}, {CUDA_R_16F, b.leading}, {CUDA_R_16F, c.leading}, CUBLAS_COMPUTE_16F};
  run_in<float>(product, CUDA_R_32F, static_cast<float>(alpha), static_cast<float>(beta), a.first, b.first, c.first);
}

}  // namespace warpglass::blas
