// The calls of cublas.h: those of cublas_v2.h with one handle of the library's own.
#include "cublas.h"

#include <utility>

#include "cuda/loaded_runtime.hpp"

namespace {

cublasHandle_t own_handle = nullptr;
cublasStatus_t last_answer = CUBLAS_STATUS_SUCCESS;

cublasStatus_t keep(cublasStatus_t answer) {
  if (answer != CUBLAS_STATUS_SUCCESS) last_answer = answer;
  return answer;
}

/// An upper-case letter; BLAS takes both.
char upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

/// What is no letter of BLAS's becomes a value that every call refuses.
template <class Enum>
Enum no_such() {
  return static_cast<Enum>(7);  // NOLINT(clang-analyzer-optin.core.EnumCastOutOfRange): on purpose
}
cublasOperation_t operation_of(char letter) {
  switch (upper(letter)) {
    case 'N': return CUBLAS_OP_N;
    case 'T': return CUBLAS_OP_T;
    case 'C': return CUBLAS_OP_C;
    default: return no_such<cublasOperation_t>();
  }
}
cublasFillMode_t triangle_of(char letter) {
  return upper(letter) == 'U'   ? CUBLAS_FILL_MODE_UPPER
         : upper(letter) == 'L' ? CUBLAS_FILL_MODE_LOWER
                                : no_such<cublasFillMode_t>();
}
cublasDiagType_t diagonal_of(char letter) {
  return upper(letter) == 'U'   ? CUBLAS_DIAG_UNIT
         : upper(letter) == 'N' ? CUBLAS_DIAG_NON_UNIT
                                : no_such<cublasDiagType_t>();
}
cublasSideMode_t side_of(char letter) {
  return upper(letter) == 'L'   ? CUBLAS_SIDE_LEFT
         : upper(letter) == 'R' ? CUBLAS_SIDE_RIGHT
                                : no_such<cublasSideMode_t>();
}

/// A call of the runtime library that the program has loaded.
template <class Call, class... Arguments>
cudaError_t call_runtime(const char* name, Arguments... arguments) {
  const auto call = warpglass::library::runtime_call<Call>(name);
  return call == nullptr ? cudaErrorInitializationError : call(arguments...);
}

template <class Call, class... Arguments>
void call_blas(Call call, Arguments... arguments) {
  keep(call(own_handle, arguments...));
}
template <class Result, class Call, class... Arguments>
Result result_of(Call call, Arguments... arguments) {
  Result result{};
  keep(call(own_handle, arguments..., &result));
  return result;
}

}  // namespace

cublasStatus_t cublasInit(void) {
  if (own_handle != nullptr) return CUBLAS_STATUS_SUCCESS;
  return keep(cublasCreate_v2(&own_handle));
}
cublasStatus_t cublasShutdown(void) {
  return keep(own_handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED
                                    : cublasDestroy_v2(std::exchange(own_handle, nullptr)));
}
cublasStatus_t cublasGetError(void) { return std::exchange(last_answer, CUBLAS_STATUS_SUCCESS); }
cublasStatus_t cublasGetVersion(int* version) { return keep(cublasGetVersion_v2(own_handle, version)); }
cublasStatus_t cublasAlloc(int n, int size, void** pointer) {
  if (own_handle == nullptr) return keep(CUBLAS_STATUS_NOT_INITIALIZED);
  if (n <= 0 || size <= 0 || pointer == nullptr) return keep(CUBLAS_STATUS_INVALID_VALUE);
  const std::size_t bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(size);
  const cudaError_t error = call_runtime<cudaError_t (*)(void**, std::size_t)>("cudaMalloc", pointer, bytes);
  return keep(error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED);
}
cublasStatus_t cublasFree(void* pointer) {
  const cudaError_t error = call_runtime<cudaError_t (*)(void*)>("cudaFree", pointer);
  return keep(error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR);
}
cublasStatus_t cublasSetKernelStream(cudaStream_t stream) { return keep(cublasSetStream_v2(own_handle, stream)); }

#define WARPGLASS_UNWRAPPED(...) __VA_ARGS__
#define WARPGLASS_BLAS_LEGACY_CALL(name, parameters, arguments) \
  void name parameters { call_blas(name##_v2, WARPGLASS_UNWRAPPED arguments); }
#define WARPGLASS_BLAS_LEGACY_RESULT(type, name, parameters, arguments) \
  type name parameters { return result_of<type>(name##_v2, WARPGLASS_UNWRAPPED arguments); }
WARPGLASS_BLAS_LEGACY_CALLS(WARPGLASS_BLAS_LEGACY_CALL, WARPGLASS_BLAS_LEGACY_RESULT)
