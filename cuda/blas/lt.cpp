// libcublasLt.so: products of matrices by descriptors, with what is done to the result on its way to memory. There is one
// algorithm.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include "base/live_handles.hpp"
#include "cuda/blas/gemm_types.hpp"
#include "cuda/blas/lt_descriptors.hpp"

struct cublasLtContext {};

namespace warpglass::blas {
namespace {

// ---- Matrices as they lie ----

/// One of a batch, of so many rows and columns, in whichever order.
struct Placed {
  const Layout& layout;
  const void* first = nullptr;

  [[nodiscard]] bool by_rows() const { return layout.order == CUBLASLT_ORDER_ROW; }
  [[nodiscard]] Index rows() const { return static_cast<Index>(layout.rows); }
  [[nodiscard]] Index columns() const { return static_cast<Index>(layout.columns); }
  /// Of its columns, or its rows where it lies by rows.
  [[nodiscard]] Index length() const { return by_rows() ? columns() : rows(); }
  [[nodiscard]] Index count() const { return by_rows() ? rows() : columns(); }
  [[nodiscard]] MatrixType type() const { return {layout.type, layout.leading}; }

  void reach(const Memory& memory, Use use, const char* name) const {
    const Index size = size_of_type(layout.type);
    memory.reach(use, name, first, length() * size, layout.leading * size, count());
  }
};

Placed one_of_batch(const Layout& layout, const void* first, Index batch) {
  const Index offset = layout.batch_count > 1 ? batch * layout.batch_stride * size_of_type(layout.type) : 0;
  return {layout, static_cast<const char*>(first) + offset};
}

/// By columns, each right behind the other.
template <class T>
std::vector<T> by_columns(const Placed& matrix) {
  std::vector<T> values = widened<T>(matrix.type(), matrix.first, matrix.length(), matrix.count());
  if (!matrix.by_rows()) return values;
  std::vector<T> turned(values.size());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j)
      turned[static_cast<std::size_t>(i + j * matrix.rows())] =
          values[static_cast<std::size_t>(j + i * matrix.columns())];
  }
  return turned;
}

template <class T>
void put(const std::vector<T>& values, const Placed& matrix) {
  void* const to = const_cast<void*>(matrix.first);
  if (!matrix.by_rows()) return store(values, matrix.type(), to, matrix.rows(), matrix.columns());
  std::vector<T> turned(values.size());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j)
      turned[static_cast<std::size_t>(j + i * matrix.columns())] = values[static_cast<std::size_t>(i + j * matrix.rows())];
  }
  store(turned, matrix.type(), to, matrix.columns(), matrix.rows());
}

// ---- What is done to the result ----

struct Epilogue {
  std::uint32_t bits;
  [[nodiscard]] bool has(std::uint32_t some) const { return (bits & some) == some; }
  [[nodiscard]] bool relu() const { return has(CUBLASLT_EPILOGUE_RELU); }
  [[nodiscard]] bool gelu() const { return has(CUBLASLT_EPILOGUE_GELU); }
  [[nodiscard]] bool bias() const { return has(CUBLASLT_EPILOGUE_BIAS); }
  [[nodiscard]] bool aux() const { return has(kAux); }
  [[nodiscard]] bool relu_gradient() const { return has(CUBLASLT_EPILOGUE_DRELU); }
  [[nodiscard]] bool gelu_gradient() const { return has(CUBLASLT_EPILOGUE_DGELU); }
  [[nodiscard]] bool bias_gradient() const { return has(kBiasGradient); }
  /// Of A, or B: the sums along the products.
  [[nodiscard]] bool sums_a() const { return has(CUBLASLT_EPILOGUE_BGRADA); }
  [[nodiscard]] bool sums_b() const { return has(CUBLASLT_EPILOGUE_BGRADB); }
  static constexpr std::uint32_t kAux = 128, kBiasGradient = 16;
};

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

// ---- The product ----

struct Call {
  Operation operation;
  Layout a, b, c, d;
  const void *A = nullptr, *B = nullptr, *C = nullptr;
  void* D = nullptr;
  ScalarValues values{};
  const void *device_alpha = nullptr, *device_beta = nullptr;
  bool alpha_is_vector = false;

  [[nodiscard]] Epilogue epilogue() const { return {operation.epilogue}; }
  [[nodiscard]] bool reads_c() const { return device_beta != nullptr || values.beta != DoubleComplex{}; }
  [[nodiscard]] Shape shape() const {
    const bool plain = operation.transa == CUBLAS_OP_N;
    return {.transa = static_cast<cublasOperation_t>(operation.transa),
            .transb = static_cast<cublasOperation_t>(operation.transb),
            .m = static_cast<Index>(d.rows),
            .n = static_cast<Index>(d.columns),
            .k = static_cast<Index>(plain ? a.columns : a.rows)};
  }
  [[nodiscard]] cudaDataType aux_type() const {
    return operation.aux_type < 0 ? d.type : static_cast<cudaDataType>(operation.aux_type);
  }
  [[nodiscard]] cudaDataType bias_type() const {
    if (operation.bias_type >= 0) return static_cast<cudaDataType>(operation.bias_type);
    const bool eight_bits = size_of_type(d.type) == 1;
    return !eight_bits ? d.type : d.type == CUDA_R_8I ? CUDA_R_32F : CUDA_R_16BF;
  }

  [[nodiscard]] cublasStatus_t check() const;
  void run(const Memory& memory) const;

 private:
  template <class T>
  void run_in(const Memory& memory, const ScalarValues& scalars) const;
  void finish(const Memory& memory, Index batch, std::vector<float>& values) const;
  void add_bias(const Memory& memory, Index batch, std::vector<float>& values) const;
  void apply_gradient(const Memory& memory, Index batch, std::vector<float>& values) const;
  void put_aux(const Memory& memory, Index batch, std::vector<float>& values) const;
  void put_sums(const Memory& memory, Index batch, const std::vector<float>& sums) const;
  [[nodiscard]] void* bias_of(Index batch) const {
    return static_cast<char*>(operation.bias) + batch * operation.bias_stride * size_of_type(bias_type());
  }
};

bool is_plain_order(const Layout& layout) {
  return layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW;
}

bool has_room(const Layout& layout) {
  const std::uint64_t length = layout.order == CUBLASLT_ORDER_ROW ? layout.columns : layout.rows;
  return layout.leading >= static_cast<std::int64_t>(length);
}

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
  if (!is_of(a, product.rows_of_a(), product.columns_of_a()) || !is_of(b, product.rows_of_b(), product.columns_of_b()) ||
      !is_of(c, product.m, product.n))
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
  switch (d.type) {
    case CUDA_R_64F: return run_in<double>(memory, scalars);
    case CUDA_C_32F: return run_in<Complex>(memory, scalars);
    case CUDA_C_64F: return run_in<DoubleComplex>(memory, scalars);
    case CUDA_R_32I: return run_in<std::int32_t>(memory, scalars);
    default: return run_in<float>(memory, scalars);
  }
}

template <class T>
T scalar_as(DoubleComplex value) {
  if constexpr (kIsComplex<T>) {
    return T(value);
  } else {
    return static_cast<T>(value.real());
  }
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
                                                 : plain_b      ? of_b(p, i)
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
  switch (call.operation.pointer_mode) {
    case CUBLASLT_POINTER_MODE_HOST:
      call.values = {read_scalar(type, alpha), beta == nullptr ? DoubleComplex{} : read_scalar(type, beta)};
      return kDone;
    case CUBLASLT_POINTER_MODE_DEVICE:
      call.device_alpha = alpha;
      call.device_beta = beta;
      return kDone;
    case CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO:
    case CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST:
      call.alpha_is_vector = true;
      call.device_alpha = alpha;
      if (call.operation.pointer_mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST && beta != nullptr)
        call.values.beta = read_scalar(type, beta);
      return type == CUDA_R_32F ? kDone : not_supported("vectors of alpha are of single precision");
    default: return not_supported("this pointer mode is not there");
  }
}

Call call_of(cublasLtMatmulDesc_t operation, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
             cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  return {.operation = held_by<Operation>(operation),
          .a = held_by<Layout>(a),
          .b = held_by<Layout>(b),
          .c = held_by<Layout>(c),
          .d = held_by<Layout>(d)};
}

// ---- Matrices turned, added, and of another type ----

struct Turn {
  Transform transform;
  Layout a, b, c;
  const void *A = nullptr, *B = nullptr;
  void* C = nullptr;
  double alpha = 1, beta = 0;

  [[nodiscard]] cublasStatus_t check() const {
    for (const auto& [layout, trans] : {std::pair(&a, transform.transa), std::pair(&b, transform.transb)}) {
      const bool plain = trans == CUBLAS_OP_N;
      if (layout == &b && B == nullptr) continue;
      if (!is_plain_order(*layout)) return not_supported("matrices lie by columns or by rows; tiled orders are not there");
      if (!has_room(*layout) || layout->rows != (plain ? c.rows : c.columns) ||
          layout->columns != (plain ? c.columns : c.rows))
        return kInvalid;
    }
    if (!is_plain_order(c)) return not_supported("matrices lie by columns or by rows; tiled orders are not there");
    if (c.type == CUDA_C_32F || c.type == CUDA_C_64F) return not_supported("complex matrices are not turned");
    return has_room(c) && A != nullptr && C != nullptr ? kDone : kInvalid;
  }
  void run(const Memory& memory) const {
    for (Index batch = 0; batch < c.batch_count; ++batch) {
      const Placed to = one_of_batch(c, C, batch);
      to.reach(memory, Use::write, "matrix C");
      std::vector<double> sums(c.rows * c.columns);
      const auto add = [&](const Placed& from, std::int32_t trans, double factor, const char* name) {
        from.reach(memory, Use::read, name);
        const std::vector<double> values = by_columns<double>(from);
        for (std::size_t i = 0; i < sums.size(); ++i) {
          const std::size_t row = i % c.rows, column = i / c.rows;
          sums[i] += factor * values[trans == CUBLAS_OP_N ? i : column + row * from.layout.rows];
        }
      };
      add(one_of_batch(a, A, batch), transform.transa, alpha, "matrix A");
      if (beta != 0 && B != nullptr) add(one_of_batch(b, B, batch), transform.transb, beta, "matrix B");
      put(sums, to);
    }
  }
};

}  // namespace
}  // namespace warpglass::blas

using namespace warpglass::blas;

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  if (handle == nullptr) return kInvalid;
  if (!has_runtime()) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new (std::nothrow) cublasLtContext;
  return *handle == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : kDone;
}

// A handle of cuBLAS may stand for one of these, so that none is looked at.
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return kDone;
}

const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }
size_t cublasLtGetVersion(void) { return WARPGLASS_CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return WARPGLASS_CUBLAS_CUDART; }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) { return cublasGetProperty(type, value); }

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  if (capacity == nullptr) return kInvalid;
  *capacity = 0;
  return kDone;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t) { return kDone; }
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned) { return 0; }

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation, const void* alpha, const void* A,
                              cublasLtMatrixLayout_t a, const void* B, cublasLtMatrixLayout_t b, const void* beta,
                              const void* C, cublasLtMatrixLayout_t c, void* D, cublasLtMatrixLayout_t d,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  return guarded("cublasLtMatmul", [&] {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (operation == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr) return kInvalid;
    Call call = call_of(operation, a, b, c, d);
    if (const cublasStatus_t wrong = take_scalars(call, alpha, beta); wrong != kDone) return wrong;
    if (const cublasStatus_t wrong = call.check(); wrong != kDone) return wrong;
    const Epilogue after = call.epilogue();
    const bool wants_bias = after.bias() || after.bias_gradient() || after.sums_a() || after.sums_b();
    if ((wants_bias && call.operation.bias == nullptr) || (after.aux() && call.operation.aux == nullptr))
      return kInvalid;
    call.A = A;
    call.B = B;
    call.C = C;
    call.D = D;
    return in_stream(stream, false, [call](const Memory& memory) { call.run(memory); });
  });
}

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t transform,
                                       const void* alpha, const void* A, cublasLtMatrixLayout_t a, const void* beta,
                                       const void* B, cublasLtMatrixLayout_t b, void* C, cublasLtMatrixLayout_t c,
                                       cudaStream_t stream) {
  return guarded("cublasLtMatrixTransform", [&] {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (transform == nullptr || alpha == nullptr || a == nullptr || c == nullptr) return kInvalid;
    Turn turn{.transform = held_by<Transform>(transform),
              .a = held_by<Layout>(a),
              .b = b == nullptr ? Layout{} : held_by<Layout>(b),
              .c = held_by<Layout>(c),
              .A = A,
              .B = b == nullptr ? nullptr : B,
              .C = C};
    if (turn.transform.pointer_mode != CUBLASLT_POINTER_MODE_HOST)
      return not_supported("its scalars are the host's");
    const auto type = static_cast<cudaDataType>(turn.transform.scale_type);
    turn.alpha = read_scalar(type, alpha).real();
    turn.beta = beta == nullptr ? 0 : read_scalar(type, beta).real();
    if (const cublasStatus_t wrong = turn.check(); wrong != kDone) return wrong;
    return in_stream(stream, false, [turn](const Memory& memory) { turn.run(memory); });
  });
}

// ---- The algorithm ----

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int asked,
                                              cublasLtMatmulHeuristicResult_t results[], int* count) {
  return guarded("cublasLtMatmulAlgoGetHeuristic", [&] {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (operation == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr || preference == nullptr ||
        asked < 1 || results == nullptr || count == nullptr)
      return kInvalid;
    *count = 0;
    const cublasStatus_t wrong = call_of(operation, a, b, c, d).check();
    if (wrong != kDone) return wrong;
    results[0] = {};
    results[0].state = kDone;
    results[0].wavesCount = 1;
    *count = 1;
    return kDone;
  });
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType_t, cudaDataType_t,
                                        cudaDataType_t, cudaDataType_t, cudaDataType_t, int asked, int ids[],
                                        int* count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (asked < 1 || ids == nullptr || count == nullptr) return kInvalid;
  ids[0] = 0;
  *count = 1;
  return kDone;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType_t, cudaDataType_t,
                                      cudaDataType_t, cudaDataType_t, cudaDataType_t, int id,
                                      cublasLtMatmulAlgo_t* algorithm) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (id != 0 || algorithm == nullptr) return kInvalid;
  *algorithm = {};
  return kDone;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                                       cublasLtMatrixLayout_t d, const cublasLtMatmulAlgo_t* algorithm,
                                       cublasLtMatmulHeuristicResult_t* result) {
  return guarded("cublasLtMatmulAlgoCheck", [&] {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (operation == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr || algorithm == nullptr ||
        result == nullptr)
      return kInvalid;
    *result = {};
    result->algo = *algorithm;
    result->wavesCount = 1;
    result->state = call_of(operation, a, b, c, d).check();
    return result->state;
  });
}

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                 cublasLtMatmulAlgoCapAttributes_t name, void* to, size_t bytes,
                                                 size_t* written) {
  const auto answer = [&](auto value) {
    if (written != nullptr) *written = sizeof value;
    if (bytes == 0) return written == nullptr ? kInvalid : kDone;
    if (to == nullptr || bytes < sizeof value) return kInvalid;
    std::memcpy(to, &value, sizeof value);
    return kDone;
  };
  if (algorithm == nullptr) return kInvalid;
  switch (name) {
    case CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
    case CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT: return answer(std::int32_t{1});
    case CUBLASLT_ALGO_CAP_TILE_IDS:
    case CUBLASLT_ALGO_CAP_STAGES_IDS: return answer(std::uint32_t{0});
    case CUBLASLT_ALGO_CAP_POINTER_MODE_MASK:
      return answer(std::uint32_t{CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE |
                                  CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_ZERO |
                                  CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST});
    case CUBLASLT_ALGO_CAP_EPILOGUE_MASK: return answer(std::uint32_t{1023});
    case CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS:
      return answer(std::uint64_t{CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA | CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F});
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES: return answer(std::uint32_t{1});
    default: return answer(std::int32_t{0});
  }
}

// ---- There is nothing to log ----

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t) { return kDone; }
cublasStatus_t cublasLtLoggerSetFile(FILE*) { return kDone; }
cublasStatus_t cublasLtLoggerOpenFile(const char*) { return kDone; }
cublasStatus_t cublasLtLoggerSetLevel(int) { return kDone; }
cublasStatus_t cublasLtLoggerSetMask(int) { return kDone; }
cublasStatus_t cublasLtLoggerForceDisable() { return kDone; }
