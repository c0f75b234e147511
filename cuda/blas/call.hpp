// How every call of cuBLAS is made: what is wrong with its arguments is answered at once, what it computes is a piece
// of work in the handle's stream, done on the host. The runtime library of the program does it when its turn comes
// (cuda/library_work.hpp), and is asked for every part of the device's memory before that is touched.
#pragma once

#include <cstdint>
#include <new>
#include <utility>

#define WARPGLASS_BLAS_OWN_CALLS  // this library's have std::complex where the header has cuComplex
#include "cublas_api.h"
#undef WARPGLASS_BLAS_OWN_CALLS
#include "cuda/blas/memory.hpp"
#include "cuda/blas/number.hpp"
#include "cuda/library_caller.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  // These are kept, and given back.
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int sm_count_target = 0;
  cublasEmulationStrategy_t emulation = CUBLAS_EMULATION_STRATEGY_DEFAULT;
  cudaEmulationSpecialValuesSupport special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
  cudaEmulationMantissaControl mantissa_control = CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC;
  int most_mantissa_bits = 0;
  int mantissa_bit_offset = 0;
  int* mantissa_bits = nullptr;
};

namespace warpglass::blas {

/// Whether it is a handle that was made and not destroyed.
[[nodiscard]] bool is_there(cublasHandle_t handle);

/// A number that a call gets by a pointer: of the host, read in the call, or of the device, read when its turn comes.
template <class T>
class Scalar {
 public:
  Scalar() = default;
  Scalar(cublasHandle_t handle, const T* pointer)
      : device_(handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE ? pointer : nullptr), missing_(pointer == nullptr) {
    if (device_ == nullptr && pointer != nullptr) value_ = *pointer;
  }
  [[nodiscard]] bool missing() const { return missing_; }
  /// cuBLAS looks at those of the host alone before it computes: what is multiplied by a 0 of the device's counts,
  /// where it is no number.
  [[nodiscard]] bool is_devices() const { return device_ != nullptr; }
  [[nodiscard]] T get(const Memory& memory, const char* name = "scalar") const {
    return device_ == nullptr ? value_ : *memory.array(Use::read, name, device_, 1);
  }

 private:
  const T* device_ = nullptr;
  T value_{};
  bool missing_ = true;
};

/// Whether the program has loaded a runtime of ours; says so where it has not.
[[nodiscard]] bool has_runtime();

/// Hands a piece of work to the runtime. Takes the body.
[[nodiscard]] cublasStatus_t submit(const WarpglassLibraryWork& work);

/// What the call that the thread is in is called: "cublasSgemm".
[[nodiscard]] const char* name_of_call();

/// Does `body(memory)` in a stream. \param waits  the call returns when it is done
template <class Body>
[[nodiscard]] cublasStatus_t in_stream(cudaStream_t stream, bool waits, Body body) {
  return submit(library::work_of<Memory>("cuBLAS", name_of_call(), stream, waits, std::move(body)));
}
template <class Body>
[[nodiscard]] cublasStatus_t in_stream(cublasHandle_t handle, Body body) {
  return in_stream(handle->stream, false, std::move(body));
}

/// The same for what gives a number back: `body(memory)` answers it.
template <class T, class Body>
[[nodiscard]] cublasStatus_t answer_in_stream(cublasHandle_t handle, T* result, Body body) {
  const bool on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return in_stream(handle->stream, on_host, [=](const Memory& memory) {
    T* const to = on_host ? result : memory.array(Use::write, "result", result, 1);
    *to = body(memory);
  });
}

using library::say;
/// That what a call asks for is not there. \return  CUBLAS_STATUS_NOT_SUPPORTED
cublasStatus_t not_supported(const char* what);

/// While it lives, the thread is in a call of that name.
class Entry {
 public:
  explicit Entry(const char* name);
  ~Entry();
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

 private:
  const char* before_;
};

/// Nothing thrown leaves the library.
template <class Body>
cublasStatus_t guarded(const char* name, Body&& body) noexcept {
  try {
    const Entry entry(name);
    return body();
  } catch (const std::bad_alloc&) {
    return CUBLAS_STATUS_ALLOC_FAILED;
  } catch (...) {
    return CUBLAS_STATUS_INTERNAL_ERROR;
  }
}

/// Of a call that has a handle.
template <class Body>
cublasStatus_t guarded(const char* name, cublasHandle_t handle, Body&& body) noexcept {
  return guarded(name, [&] { return is_there(handle) ? body() : CUBLAS_STATUS_NOT_INITIALIZED; });
}

// ---- What is wrong with arguments ----

inline constexpr cublasStatus_t kInvalid = CUBLAS_STATUS_INVALID_VALUE;
inline constexpr cublasStatus_t kDone = CUBLAS_STATUS_SUCCESS;

[[nodiscard]] constexpr bool is_operation(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N || operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
}
[[nodiscard]] constexpr bool is_triangle(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
[[nodiscard]] constexpr bool is_diagonal(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT;
}
[[nodiscard]] constexpr bool is_side(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
/// Of a matrix of so many rows.
[[nodiscard]] constexpr bool is_leading(Index leading, Index rows) { return leading >= (rows > 1 ? rows : 1); }

}  // namespace warpglass::blas
