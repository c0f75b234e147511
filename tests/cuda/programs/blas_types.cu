// Products of matrices of other types than single and double precision, and what cuBLASLt does with the result, against
// plain loops.
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "blas_common.h"

namespace {

inline double value_of(float v) { return v; }
inline double value_of(double v) { return v; }
inline double value_of(int v) { return v; }
inline double value_of(int8_t v) { return v; }
inline double value_of(__half v) { return __half2float(v); }
inline double value_of(__nv_bfloat16 v) { return __bfloat162float(v); }
inline double value_of(__nv_fp8_e4m3 v) { return float(v); }
inline double value_of(__nv_fp8_e5m2 v) { return float(v); }
template <class T>
T made_of(double v) {
  if constexpr (std::is_same_v<T, __half>) return __float2half(float(v));
  else if constexpr (std::is_same_v<T, __nv_bfloat16>) return __float2bfloat16(float(v));
  else if constexpr (std::is_integral_v<T>) return static_cast<T>(std::nearbyint(v));
  else return T(float(v));
}

template <class T>
struct Store {
  std::vector<T> host;
  T* device = nullptr;
  Store(size_t n, double scale) : host(n) {
    for (T& v : host) v = made_of<T>(draw() * scale);
    cudaMalloc(&device, n * sizeof(T));
    cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  }
  Store(const Store&) = delete;
  ~Store() { cudaFree(device); }
  double operator[](size_t i) const { return value_of(host[i]); }
  std::vector<double> down() const {
    std::vector<T> got(host.size());
    cudaMemcpy(got.data(), device, got.size() * sizeof(T), cudaMemcpyDeviceToHost);
    std::vector<double> values;
    for (const T& v : got) values.push_back(value_of(v));
    return values;
  }
};

template <class T>
void expect_store(const Store<T>& got, const std::vector<double>& wanted, double tolerance, const char* what) {
  const auto values = got.down();
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(values[i] - wanted[i]) <= tolerance * (1 + std::abs(wanted[i]))) continue;
    std::printf("  %s: [%zu] is %g, not %g\n", what, i, values[i], wanted[i]);
    return expect(false, what);
  }
  expect(true, what);
}

template <class A, class C, class S>
void typed(cublasHandle_t handle, cudaDataType a_type, cudaDataType c_type, cublasComputeType_t compute, S alpha, S beta,
           double scale, double tolerance, const char* what) {
  const int m = 19, n = 13, k = 40, ld = 44, count = 3;
  const long long stride = ld * 44;
  Store<A> a(stride * count, scale), b(stride * count, scale);
  Store<C> c(stride * count, scale), batched(stride * count, scale);
  const auto product = [&](const Store<C>& from) {
    auto wanted = from.down();
    for (int batch = 0; batch < count; ++batch)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          double sum = 0;
          for (int p = 0; p < k; ++p) sum += a[batch * stride + p + i * ld] * b[batch * stride + p + j * ld];
          double& to = wanted[batch * stride + i + j * ld];
          to = value_of(alpha) * sum + value_of(beta) * to;
        }
    return wanted;
  };
  const auto wanted = product(c), wanted_batched = product(batched);
  expect(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, a.device, a_type, ld, stride,
                                    b.device, a_type, ld, stride, &beta, c.device, c_type, ld, stride, count, compute,
                                    CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
         what);
  expect_store(c, wanted, tolerance, what);
  const void *as[count], *bs[count], **device = nullptr;
  void* cs[count];
  for (int i = 0; i < count; ++i)
    as[i] = a.device + i * stride, bs[i] = b.device + i * stride, cs[i] = batched.device + i * stride;
  cudaMalloc(&device, 3 * sizeof as);
  cudaMemcpy(device, as, sizeof as, cudaMemcpyHostToDevice);
  cudaMemcpy(device + count, bs, sizeof bs, cudaMemcpyHostToDevice);
  cudaMemcpy(device + 2 * count, cs, sizeof cs, cudaMemcpyHostToDevice);
  expect(cublasGemmBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, device, a_type, ld, device + count,
                             a_type, ld, &beta, (void**)device + 2 * count, c_type, ld, count, compute,
                             CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
         what);
  expect_store(batched, wanted_batched, tolerance, what);
  cudaFree(device);
}

void half_products(cublasHandle_t handle) {
  const int n = 24;
  Store<__half> a(n * n, 0.25), b(n * n, 0.25), c(n * n, 1), y(n, 1);
  const __half alpha = __float2half(0.5f), beta = __float2half(0.25f);
  auto wanted = c.down();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int p = 0; p < n; ++p) sum += a[i + p * n] * b[p + j * n];
      wanted[i + j * n] = 0.5 * sum + 0.25 * wanted[i + j * n];
    }
  cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a.device, n, b.device, n, &beta, c.device, n);
  expect_store(c, wanted, 4e-3, "Hgemm");
  const float one = 1, none = 0;
  std::vector<double> sums(n);
  for (int i = 0; i < n; ++i)
    for (int p = 0; p < n; ++p) sums[i] += a[i + p * n] * b[p];
  cublasHSHgemvStridedBatched(handle, CUBLAS_OP_N, n, n, &one, a.device, n, 0, b.device, 1, 0, &none, y.device, 1, 0, 1);
  expect_store(y, sums, 1e-3, "HSHgemv");
  // Vectors of half precision.
  Store<__half> x(30, 1), z(30, 1);
  double dot = 0, squares = 0;
  auto added = z.down();
  for (int i = 0; i < 30; ++i) {
    dot += x[i] * z[i];
    squares += x[i] * x[i];
    added[i] += 0.5 * x[i];
  }
  __half got = __float2half(0), length = __float2half(0);
  cublasDotEx(handle, 30, x.device, CUDA_R_16F, 1, z.device, CUDA_R_16F, 1, &got, CUDA_R_16F, CUDA_R_32F);
  cublasNrm2Ex(handle, 30, x.device, CUDA_R_16F, 1, &length, CUDA_R_16F, CUDA_R_32F);
  expect(std::abs(value_of(got) - dot) < 1e-3 * (1 + std::abs(dot)), "DotEx");
  expect(std::abs(value_of(length) - std::sqrt(squares)) < 1e-2, "Nrm2Ex");
  const float by = 0.5f;
  cublasAxpyEx(handle, 30, &by, CUDA_R_32F, x.device, CUDA_R_16F, 1, z.device, CUDA_R_16F, 1, CUDA_R_32F);
  expect_store(z, added, 1e-3, "AxpyEx");
  for (double& v : added) v *= 0.5;
  cublasScalEx(handle, 30, &by, CUDA_R_32F, z.device, CUDA_R_16F, 1, CUDA_R_32F);
  expect_store(z, added, 1e-3, "ScalEx");
}

double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

/// D = what follows(alpha A^T B + beta C), with A by rows or by columns.
template <class T>
void epilogues(cublasLtHandle_t handle, cudaDataType type, double tolerance) {
  const int m = 21, n = 10, k = 32, ld = 32;
  const float alpha = 0.5f, beta = 0.25f;
  for (const bool by_rows : {false, true}) {
    for (const cublasLtEpilogue_t epilogue :
         {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_BIAS,
          CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_RELU_AUX_BIAS,
          CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_DGELU,
          CUBLASLT_EPILOGUE_BGRADB}) {
      Store<T> a(ld * ld, 0.5), b(ld * ld, 0.5), c(ld * n, 1), d(ld * n, 1), bias(ld, 1), aux(ld * n, 1);
      std::vector<uint8_t> mask(128 / 8 * n, 0x5a);
      uint8_t* device_mask = nullptr;
      cudaMalloc(&device_mask, mask.size());
      cudaMemcpy(device_mask, mask.data(), mask.size(), cudaMemcpyHostToDevice);
      cublasLtMatmulDesc_t operation;
      cublasLtMatrixLayout_t la, lb, lc;
      cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
      const cublasOperation_t trans = by_rows ? CUBLAS_OP_N : CUBLAS_OP_T;
      cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &trans, sizeof trans);
      cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
      void* const bias_at = bias.device;
      cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias_at, sizeof bias_at);
      const bool relu = (epilogue & CUBLASLT_EPILOGUE_RELU) != 0;
      const bool drelu = (epilogue & 8) != 0, dgelu = (epilogue & 64) != 0;
      void* const aux_at = relu || drelu ? static_cast<void*>(device_mask) : aux.device;
      const int64_t aux_leading = relu || drelu ? 128 : ld;
      cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux_at, sizeof aux_at);
      cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_leading,
                                     sizeof aux_leading);
      cublasLtMatrixLayoutCreate(&la, type, by_rows ? m : k, by_rows ? k : m, ld);
      cublasLtMatrixLayoutCreate(&lb, type, k, n, ld);
      cublasLtMatrixLayoutCreate(&lc, type, m, n, ld);
      if (by_rows) {
        const cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
        cublasLtMatrixLayoutSetAttribute(la, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
      }
      cublasLtMatmulPreference_t preference;
      cublasLtMatmulPreferenceCreate(&preference);
      const size_t room = 1 << 20;
      cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room, sizeof room);
      cublasLtMatmulHeuristicResult_t found{};
      int count = 0;
      expect(cublasLtMatmulAlgoGetHeuristic(handle, operation, la, lb, lc, lc, preference, 1, &found, &count) ==
                     CUBLAS_STATUS_SUCCESS &&
                 count == 1 && found.state == CUBLAS_STATUS_SUCCESS,
             "heuristic");
      const auto before = aux.down(), kept = d.down();
      expect(cublasLtMatmul(handle, operation, &alpha, a.device, la, b.device, lb, &beta, c.device, lc, d.device, lc,
                            &found.algo, nullptr, 0, nullptr) == CUBLAS_STATUS_SUCCESS,
             "matmul");
      auto wanted = kept, wanted_aux = before;
      std::vector<double> sums(ld), products(ld);
      std::vector<uint8_t> wanted_mask = mask;
      for (int j = 0; j < n; ++j) {
        for (int p = 0; p < k; ++p) products[j] += b[p + j * ld];
        for (int i = 0; i < m; ++i) {
          double v = 0;
          for (int p = 0; p < k; ++p) v += a[p + i * ld] * b[p + j * ld];
          v = alpha * v + beta * c[i + j * ld];
          if ((epilogue & CUBLASLT_EPILOGUE_BIAS) != 0) v += bias[i];
          wanted_aux[i + j * ld] = v;
          uint8_t& bits = wanted_mask[j * 16 + i / 8];
          if (drelu && (bits >> (i % 8) & 1) == 0) v = 0;
          if (relu && (epilogue & 128) != 0) bits = uint8_t((bits & ~(1 << i % 8)) | (v > 0) << i % 8);
          if (dgelu) {
            const double x = before[i + j * ld];
            v *= (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5;
          }
          if (relu) v = std::max(v, 0.0);
          if ((epilogue & CUBLASLT_EPILOGUE_GELU) != 0) v = gelu(v);
          sums[i] += v;
          wanted[i + j * ld] = v;
        }
      }
      expect_store(d, wanted, tolerance, "epilogue");
      if (epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS) expect_store(aux, wanted_aux, tolerance, "gelu's aux");
      if (epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD) {
        sums.resize(m);
        expect_store(bias, sums, 10 * tolerance, "sums of the bias");
      }
      if (epilogue == CUBLASLT_EPILOGUE_BGRADB) {
        products.resize(n);
        expect_store(bias, products, 10 * tolerance, "sums of B");
      }
      if (epilogue == CUBLASLT_EPILOGUE_RELU_AUX_BIAS) {
        cudaMemcpy(mask.data(), device_mask, mask.size(), cudaMemcpyDeviceToHost);
        bool same = true;
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < m; ++i)
            same = same && (mask[j * 16 + i / 8] >> (i % 8) & 1) == (wanted_mask[j * 16 + i / 8] >> (i % 8) & 1);
        expect(same, "relu's mask");
      }
      cudaFree(device_mask);
      cublasLtMatmulPreferenceDestroy(preference);
      for (const auto layout : {la, lb, lc}) cublasLtMatrixLayoutDestroy(layout);
      cublasLtMatmulDescDestroy(operation);
    }
  }
}

/// Numbers of 8 bits with scales, and the largest of the result.
void eight_bits(cublasLtHandle_t handle) {
  const int m = 16, n = 16, k = 32;
  Store<__nv_fp8_e4m3> a(m * k, 1), b(k * n, 1), d(m * n, 0);
  Store<__nv_bfloat16> c(m * n, 0);
  Store<float> scales(4, 0);
  const float given[] = {0.5f, 2.0f, 4.0f, 0.0f};
  cudaMemcpy(scales.device, given, sizeof given, cudaMemcpyHostToDevice);
  cublasLtMatmulDesc_t operation;
  cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  const cublasOperation_t trans = CUBLAS_OP_T;
  cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &trans, sizeof trans);
  const cublasLtMatmulDescAttributes_t names[] = {
      CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
      CUBLASLT_MATMUL_DESC_AMAX_D_POINTER};
  for (int i = 0; i < 4; ++i) {
    const void* at = scales.device + i;
    cublasLtMatmulDescSetAttribute(operation, names[i], &at, sizeof at);
  }
  cublasLtMatrixLayout_t la, lb, lc, ld;
  cublasLtMatrixLayoutCreate(&la, CUDA_R_8F_E4M3, k, m, k);
  cublasLtMatrixLayoutCreate(&lb, CUDA_R_8F_E4M3, k, n, k);
  cublasLtMatrixLayoutCreate(&lc, CUDA_R_16BF, m, n, m);
  cublasLtMatrixLayoutCreate(&ld, CUDA_R_8F_E4M3, m, n, m);
  const float alpha = 1, beta = 0;
  expect(cublasLtMatmul(handle, operation, &alpha, a.device, la, b.device, lb, &beta, c.device, lc, d.device, ld,
                        nullptr, nullptr, 0, nullptr) == CUBLAS_STATUS_SUCCESS,
         "matmul of 8 bits");
  std::vector<double> wanted(m * n);
  double largest = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int p = 0; p < k; ++p) sum += a[p + i * k] * b[p + j * k];
      largest = std::max(largest, std::abs(sum));
      wanted[i + j * m] = std::min(448.0, std::max(-448.0, sum * 4));
    }
  expect_store(d, wanted, 0.07, "matmul of 8 bits");
  expect(std::abs(scales.down()[3] - largest) < 1e-3, "the largest of the result");
  for (const auto layout : {la, lb, lc, ld}) cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(operation);
}

void turned(cublasLtHandle_t handle) {
  const int m = 9, n = 6;
  Store<float> a(m * n, 1), c(m * n, 1);
  cublasLtMatrixTransformDesc_t transform;
  cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F);
  cublasLtMatrixLayout_t la, lc;
  cublasLtMatrixLayoutCreate(&la, CUDA_R_32F, m, n, m);
  cublasLtMatrixLayoutCreate(&lc, CUDA_R_32F, m, n, n);
  const cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
  cublasLtMatrixLayoutSetAttribute(lc, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
  const float two = 2, none = 0;
  expect(cublasLtMatrixTransform(handle, transform, &two, a.device, la, &none, nullptr, nullptr, c.device, lc,
                                 nullptr) == CUBLAS_STATUS_SUCCESS,
         "transform");
  std::vector<double> wanted(m * n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) wanted[j + i * n] = 2 * a[i + j * m];
  expect_store(c, wanted, 1e-6, "transform");
  cublasLtMatrixLayoutDestroy(la);
  cublasLtMatrixLayoutDestroy(lc);
  cublasLtMatrixTransformDescDestroy(transform);
}

}  // namespace

int main() {
  cublasHandle_t handle = nullptr;
  cublasLtHandle_t light = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cublasLtCreate(&light) != CUBLAS_STATUS_SUCCESS) return 2;
  const __half half = __float2half(0.5f), quarter = __float2half(0.25f);
  typed<float, float>(handle, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 0.5f, 0.25f, 1, 1e-3, "float");
  typed<double, double>(handle, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 0.5, 0.25, 1, 1e-12, "double");
  typed<__half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, half, quarter, 0.25, 1e-2, "half in half");
  typed<__half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 0.5f, 0.25f, 0.5, 1e-3, "half in float");
  typed<__half, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 0.5f, 0.25f, 0.5, 1e-5, "half to float");
  typed<__nv_bfloat16, __nv_bfloat16>(handle, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 0.5f, 0.25f, 0.5, 1e-2,
                                      "bfloat16");
  typed<__nv_bfloat16, float>(handle, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 0.5f, 0.25f, 0.5, 1e-5,
                              "bfloat16 to float");
  typed<int8_t, int>(handle, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 2, 3, 60, 0, "integers");
  typed<int8_t, float>(handle, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, 0.5f, 0.25f, 10, 1e-5, "integers to float");
  half_products(handle);
  epilogues<float>(light, CUDA_R_32F, 1e-5);
  epilogues<__half>(light, CUDA_R_16F, 2e-3);
  epilogues<__nv_bfloat16>(light, CUDA_R_16BF, 2e-2);
  eight_bits(light);
  turned(light);
  cublasLtDestroy(light);
  cublasDestroy(handle);
  return finish("blas_types");
}
