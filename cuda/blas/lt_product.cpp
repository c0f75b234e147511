#include "cuda/blas/lt_product.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warpglass::blas {
namespace {

/// The approximation by tanh.
double gelu(double x) {
  const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  return 0.5 * x * (1 + std::tanh(inner));
}
double gelu_slope(double x) {
  const double scale = std::sqrt(2 / std::numbers::pi);
  const double tanh = std::tanh(scale * (x + 0.044715 * x * x * x));
  return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * scale * (1 + 3 * 0.044715 * x * x);
}

/// A number of single precision in the device's memory; 1 where there is none.
float scale_at(const Memory& memory, const char* name, const void* pointer) {
  return pointer == nullptr ? 1.0f : *memory.array(Use::read, name, static_cast<const float*>(pointer), 1);
}

void put_largest(const Memory& memory, void* pointer, const std::vector<float>& values) {
  if (pointer == nullptr) return;
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  float* const to = memory.array(Use::update, "amax", static_cast<float*>(pointer), 1);
  *to = std::max(*to, largest);
}

template <class T>
T scalar_as(DoubleComplex value) {
  if constexpr (kIsComplex<T>) {
    return T(value);
  } else {
    return static_cast<T>(value.real());
  }
}

}  // namespace

cublasStatus_t Call::check() const {
  for (const Layout* one : {&a, &b, &c, &d}) {
    if (!is_plain_order(*one)) return not_supported("matrices lie by columns or by rows; tiled orders are not there");
    if (one->batch_mode != CUBLASLT_BATCH_MODE_STRIDED) return not_supported("batches of pointers are not there");
    if (!has_room(*one) || one->batch_count != d.batch_count) return kInvalid;
  }
  const Shape product = shape();
  if (!product.is_valid() || operation.transc != CUBLAS_OP_N) return kInvalid;
  const auto is_of = [](const Layout& layout, Index rows, Index columns) {
    return layout.rows == static_cast<std::uint64_t>(rows) && layout.columns == static_cast<std::uint64_t>(columns);
  };
  if (!is_of(a, product.rows_of_a(), product.columns_of_a()) ||
      !is_of(b, product.rows_of_b(), product.columns_of_b()) || !is_of(c, product.m, product.n))
    return kInvalid;
  for (const std::int32_t mode : {operation.a_scale_mode, operation.b_scale_mode, operation.c_scale_mode,
                                  operation.d_scale_mode, operation.aux_scale_mode})
    if (mode != CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F) return not_supported("scales are one number for each matrix");
  constexpr std::uint32_t kKnown = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_AUX_BIAS |
                                   CUBLASLT_EPILOGUE_DRELU_BGRAD | CUBLASLT_EPILOGUE_GELU_AUX_BIAS |
                                   CUBLASLT_EPILOGUE_DGELU_BGRAD | CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB;
  if ((operation.epilogue & ~kKnown) != 0) return kInvalid;
  const TypedProduct types{product,
                           {a.type, product.rows_of_a()},
                           {b.type, product.rows_of_b()},
                           {d.type, product.m},
                           static_cast<cublasComputeType_t>(operation.compute)};
  if (!types_go_together(types)) return not_supported("these types of matrices and sums do not go together");
  const bool in_single = d.type != CUDA_R_64F && d.type != CUDA_C_64F && d.type != CUDA_C_32F && d.type != CUDA_R_32I;
  if (operation.epilogue != CUBLASLT_EPILOGUE_DEFAULT && !in_single)
    return not_supported("epilogues are there for results of single precision and less");
  return kDone;
}

void Call::run(const Memory& memory) const {
  ScalarValues scalars = values;
  const auto type = static_cast<cudaDataType>(operation.scale_type);
  const Index size = size_of_type(type);
  if (device_alpha != nullptr && !alpha_is_vector) {
    memory.reach(Use::read, "alpha", device_alpha, size, size, 1);
    scalars.alpha = read_scalar(type, device_alpha);
  }
  if (device_beta != nullptr && !alpha_is_vector) {
    memory.reach(Use::read, "beta", device_beta, size, size, 1);
    scalars.beta = read_scalar(type, device_beta);
  }
  if (d.type == CUDA_R_64F) return run_in<double>(memory, scalars);
  if (d.type == CUDA_C_32F) return run_in<Complex>(memory, scalars);
  if (d.type == CUDA_C_64F) return run_in<DoubleComplex>(memory, scalars);
  if (d.type == CUDA_R_32I) return run_in<std::int32_t>(memory, scalars);
  run_in<float>(memory, scalars);
}

template <class T>
void Call::run_in(const Memory& memory, const ScalarValues& scalars) const {
  const Shape product = shape();
  const Epilogue after = epilogue();
  const bool rounds = operation.compute == CUBLAS_COMPUTE_16F || operation.compute == CUBLAS_COMPUTE_16F_PEDANTIC;
  const double scale_ab = static_cast<double>(scale_at(memory, "scale of A", operation.a_scale)) *
                          static_cast<double>(scale_at(memory, "scale of B", operation.b_scale));
  const double scale_c = static_cast<double>(scale_at(memory, "scale of C", operation.c_scale));
  for (Index batch = 0; batch < d.batch_count; ++batch) {
    const Placed one = one_of_batch(a, A, batch), other = one_of_batch(b, B, batch), to = one_of_batch(d, D, batch);
    std::vector<T> result(static_cast<std::size_t>(product.m * product.n));
    if (scalars.beta != DoubleComplex{}) {
      const Placed kept = one_of_batch(c, C, batch);
      kept.reach(memory, Use::read, "matrix C");
      result = by_columns<T>(kept);
    }
    to.reach(memory, Use::write, "matrix D");
    one.reach(memory, Use::read, "matrix A");
    other.reach(memory, Use::read, "matrix B");
    const std::vector<T> left = by_columns<T>(one), right = by_columns<T>(other);
    const Matrix<const T> of_a{left.data(), std::max<Index>(product.rows_of_a(), 1)};
    const Matrix<const T> of_b{right.data(), std::max<Index>(product.rows_of_b(), 1)};
    const Matrix<T> sum{result.data(), std::max<Index>(product.m, 1)};
    const T alpha = scalar_as<T>(scalars.alpha * scale_ab), beta = scalar_as<T>(scalars.beta * scale_c);
    if constexpr (std::is_same_v<T, float>) {
      if (alpha_is_vector) {
        const float* const factors = memory.array(
            Use::read, "alpha", static_cast<const float*>(device_alpha) + batch * operation.alpha_stride, product.m);
        std::vector<float> plain(result.size());
        multiply(product, static_cast<float>(scale_ab), of_a, of_b, 0.0f, Matrix<float>{plain.data(), sum.leading});
        for (Index j = 0; j < product.n; ++j) {
          for (Index i = 0; i < product.m; ++i)
            sum(i, j) = factors[i] * plain[static_cast<std::size_t>(i + j * product.m)] + beta * sum(i, j);
        }
      } else {
        multiply_rounding(product, alpha, of_a, of_b, beta, sum, rounds);
      }
      if (after.sums_a() || after.sums_b()) {
        const bool plain_a = product.transa == CUBLAS_OP_N, plain_b = product.transb == CUBLAS_OP_N;
        std::vector<float> sums(static_cast<std::size_t>(after.sums_a() ? product.m : product.n));
        for (Index i = 0; i < static_cast<Index>(sums.size()); ++i) {
          for (Index p = 0; p < product.k; ++p)
            sums[static_cast<std::size_t>(i)] += after.sums_a() ? plain_a ? of_a(i, p) : of_a(p, i)
                                                 : plain_b ? of_b(p, i)
                                                                : of_b(i, p);
        }
        put_sums(memory, batch, sums);
      }
      finish(memory, batch, result);
    } else {
      multiply(product, alpha, of_a, of_b, beta, sum);
    }
    put(result, to);
  }
}

void Call::add_bias(const Memory& memory, Index batch, std::vector<float>& values_of_d) const {
  const Index m = static_cast<Index>(d.rows), n = static_cast<Index>(d.columns), size = size_of_type(bias_type());
  memory.reach(Use::read, "bias", bias_of(batch), m * size, m * size, 1);
  const std::vector<float> bias = widened<float>({bias_type(), m}, bias_of(batch), m, 1);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < m; ++i) values_of_d[static_cast<std::size_t>(i + j * m)] += bias[static_cast<std::size_t>(i)];
  }
}

/// A bit for each element where relu lets it through, in columns of aux_leading bits; for gelu what it is given.
void Call::put_aux(const Memory& memory, Index batch, std::vector<float>& values_of_d) const {
  const Index m = static_cast<Index>(d.rows), n = static_cast<Index>(d.columns);
  if (epilogue().relu()) {
    const Index bytes = operation.aux_leading / 8;
    auto* const first = static_cast<std::uint8_t*>(operation.aux) + batch * operation.aux_stride / 8;
    memory.reach(Use::write, "aux", first, (m + 7) / 8, bytes, n);
    for (Index j = 0; j < n; ++j) {
      std::uint8_t* const column = first + j * bytes;
      std::fill_n(column, (m + 7) / 8, std::uint8_t{0});
      for (Index i = 0; i < m; ++i)
        if (values_of_d[static_cast<std::size_t>(i + j * m)] > 0)
          column[i / 8] = static_cast<std::uint8_t>(column[i / 8] | 1u << (i % 8));
    }
    return;
  }
  const Index size = size_of_type(aux_type());
  char* const first = static_cast<char*>(operation.aux) + batch * operation.aux_stride * size;
  memory.reach(Use::write, "aux", first, m * size, operation.aux_leading * size, n);
  put_largest(memory, operation.aux_largest, values_of_d);
  std::vector<float> scaled = values_of_d;
  const float scale = scale_at(memory, "scale of aux", operation.aux_scale);
  for (float& value : scaled) value *= scale;
  store(scaled, {aux_type(), operation.aux_leading}, first, m, n);
}

void Call::apply_gradient(const Memory& memory, Index batch, std::vector<float>& values_of_d) const {
  const Index m = static_cast<Index>(d.rows), n = static_cast<Index>(d.columns);
  if (epilogue().relu_gradient()) {
    const Index bytes = operation.aux_leading / 8;
    const auto* const first = static_cast<const std::uint8_t*>(operation.aux) + batch * operation.aux_stride / 8;
    memory.reach(Use::read, "aux", first, (m + 7) / 8, bytes, n);
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < m; ++i)
        if ((first[j * bytes + i / 8] >> (i % 8) & 1u) == 0) values_of_d[static_cast<std::size_t>(i + j * m)] = 0;
    }
    return;
  }
  const Index size = size_of_type(aux_type());
  const char* const first = static_cast<const char*>(operation.aux) + batch * operation.aux_stride * size;
  memory.reach(Use::read, "aux", first, m * size, operation.aux_leading * size, n);
  const std::vector<float> given = widened<float>({aux_type(), operation.aux_leading}, first, m, n);
  for (std::size_t i = 0; i < given.size(); ++i) values_of_d[i] *= static_cast<float>(gelu_slope(given[i]));
}

void Call::put_sums(const Memory& memory, Index batch, const std::vector<float>& sums) const {
  const auto count = static_cast<Index>(sums.size()), size = size_of_type(bias_type());
  memory.reach(Use::write, "bias", bias_of(batch), count * size, count * size, 1);
  store(sums, {bias_type(), count}, bias_of(batch), count, 1);
}

void Call::finish(const Memory& memory, Index batch, std::vector<float>& values_of_d) const {
  const Epilogue after = epilogue();
  if (after.bias()) add_bias(memory, batch, values_of_d);
  if (after.relu_gradient() || after.gelu_gradient()) {
    apply_gradient(memory, batch, values_of_d);
  } else if (after.aux()) {
    put_aux(memory, batch, values_of_d);
  }
  if (after.relu()) {
    for (float& value : values_of_d) value = value < 0 ? 0 : value;
  }
  if (after.gelu()) {
    for (float& value : values_of_d) value = static_cast<float>(gelu(value));
  }
  if (after.bias_gradient()) {
    std::vector<float> sums(d.rows);
    for (std::size_t i = 0; i < values_of_d.size(); ++i) sums[i % d.rows] += values_of_d[i];
    put_sums(memory, batch, sums);
  }
  put_largest(memory, operation.d_largest, values_of_d);
  if (operation.d_scale != nullptr) {
    const float scale = scale_at(memory, "scale of D", operation.d_scale);
    for (float& value : values_of_d) value *= scale;
  }
}

/// The scalars of a call, read now where they are the host's.
cublasStatus_t take_scalars(Call& call, const void* alpha, const void* beta) {
  const auto type = static_cast<cudaDataType>(call.operation.scale_type);
  if (alpha == nullptr) return kInvalid;
  const std::int32_t mode = call.operation.pointer_mode;
  if (mode == CUBLASLT_POINTER_MODE_HOST) {
    call.values = {read_scalar(type, alpha), beta == nullptr ? DoubleComplex{} : read_scalar(type, beta)};
    return kDone;
  }
  call.device_alpha = alpha;
  if (mode == CUBLASLT_POINTER_MODE_DEVICE) {
    call.device_beta = beta;
    return kDone;
  }
  call.alpha_is_vector = true;
  const bool takes_beta = mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
  if (takes_beta && beta != nullptr) call.values.beta = read_scalar(type, beta);
  if (!takes_beta && mode != CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO)
    return not_supported("this pointer mode is not there");
  return type == CUDA_R_32F ? kDone : not_supported("vectors of alpha are of single precision");
}

}  // namespace warpglass::blas
