// libcublasLt.so: the calls of cublasLt.h. There is one algorithm.
#include <cstdio>
#include <new>

#include "cuda/blas/lt_product.hpp"
#include "cuda/blas/lt_transform.hpp"

struct cublasLtContext {};

using namespace warpglass::blas;

namespace {

Call call_of(cublasLtMatmulDesc_t operation, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
             cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  return {.operation = held_by<Operation>(operation),
          .a = held_by<Layout>(a),
          .b = held_by<Layout>(b),
          .c = held_by<Layout>(c),
          .d = held_by<Layout>(d)};
}

}  // namespace

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
    if (turn.transform.pointer_mode != CUBLASLT_POINTER_MODE_HOST) return not_supported("its scalars are the host's");
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
    case CUBLASLT_ALGO_CAP_SPLITK_SUPPORT:
    case CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK:
    case CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT:
    case CUBLASLT_ALGO_CAP_UPLO_SUPPORT:
    case CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX:
    case CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER:
    case CUBLASLT_ALGO_CAP_LD_NEGATIVE:
    case CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT:
    case CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT: return answer(std::int32_t{0});
  }
  return kInvalid;
}

// ---- There is nothing to log ----

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t) { return kDone; }
cublasStatus_t cublasLtLoggerSetFile(FILE*) { return kDone; }
cublasStatus_t cublasLtLoggerOpenFile(const char*) { return kDone; }
cublasStatus_t cublasLtLoggerSetLevel(int) { return kDone; }
cublasStatus_t cublasLtLoggerSetMask(int) { return kDone; }
cublasStatus_t cublasLtLoggerForceDisable() { return kDone; }
