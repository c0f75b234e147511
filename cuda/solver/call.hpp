// How every call of cuSOLVER is made: what is wrong with its arguments is answered at once, what it computes is a piece
// of work in the handle's stream, done on the host (cuda/library_caller.hpp).
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#define WARPGLASS_BLAS_OWN_CALLS    // none of them is needed
#define WARPGLASS_SOLVER_OWN_CALLS  // this library's have std::complex where the header has cuComplex
#include "cusolverDn.h"
#undef WARPGLASS_SOLVER_OWN_CALLS
#undef WARPGLASS_BLAS_OWN_CALLS
#include "cuda/blas/memory.hpp"
#include "cuda/library_caller.hpp"
#include "cuda/solver/lapack.hpp"

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
  // These are kept, and given back.
  cusolverDeterministicMode_t deterministic = CUSOLVER_DETERMINISTIC_RESULTS;
  cusolverMathMode_t math = CUSOLVER_DEFAULT_MATH;
  cudaEmulationStrategy_t emulation = CUDA_EMULATION_STRATEGY_DEFAULT;
};

namespace warpglass::solver {

using blas::Matrix;
using blas::Memory;
using blas::Use;
using Status = cusolverStatus_t;

inline constexpr Status kDone = CUSOLVER_STATUS_SUCCESS;
inline constexpr Status kInvalid = CUSOLVER_STATUS_INVALID_VALUE;

/// Whether it is a handle that was made and not destroyed.
[[nodiscard]] bool is_there(cusolverDnHandle_t handle);

/// Hands a piece of work to the runtime. Takes the body.
[[nodiscard]] Status submit(const WarpglassLibraryWork& work);

/// A call that a program has made.
template <class Handle>
struct CallOf {
  const char* name;  // "cusolverDnSpotrf"
  Handle handle;

  /// Does `body(memory)` in the handle's stream.
  template <class Body>
  [[nodiscard]] Status does(Body body) const {
    return submit(library::work_of<Memory>("cuSOLVER", name, handle->stream, false, std::move(body)));
  }
  /// The same, and returns when it is done: something of the host's is written.
  template <class Body>
  [[nodiscard]] Status waits(Body body) const {
    return submit(library::work_of<Memory>("cuSOLVER", name, handle->stream, true, std::move(body)));
  }
  /// What `body(memory)` returns goes to the device.
  template <class Body>
  [[nodiscard]] Status informs(int* info, Body body) const {
    return does(informing(info, std::move(body)));
  }
  template <class Body>
  [[nodiscard]] Status informs_and_waits(int* info, Body body) const {
    return waits(informing(info, std::move(body)));
  }

 private:
  template <class Body>
  static auto informing(int* info, Body body) {
    return [info, body = std::move(body)](const Memory& memory) {
      int* const told = memory.array(Use::write, "devInfo", info, 1);
      *told = body(memory);
    };
  }
};

using Call = CallOf<cusolverDnHandle_t>;

/// That what a call asks for is not there. \return  CUSOLVER_STATUS_NOT_SUPPORTED
Status not_supported(const char* call, const char* what);

/// Nothing thrown leaves the library.
template <class Body>
Status guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUSOLVER_STATUS_ALLOC_FAILED;
  } catch (...) {
    return CUSOLVER_STATUS_INTERNAL_ERROR;
  }
}

// ---- What is wrong with arguments ----

[[nodiscard]] constexpr bool is_size(Index n) { return n >= 0 && n <= INT_MAX; }
[[nodiscard]] constexpr bool is_sizes(Index m, Index n) { return is_size(m) && is_size(n); }
/// Of a matrix of so many rows.
[[nodiscard]] constexpr bool is_leading(Index leading, Index rows) {
  return leading >= (rows > 1 ? rows : 1) && leading <= INT_MAX;
}
[[nodiscard]] constexpr bool is_general(Index m, Index n, Index lda) { return is_sizes(m, n) && is_leading(lda, m); }
[[nodiscard]] constexpr bool is_tall(Index m, Index n) { return is_sizes(m, n) && m >= n; }
[[nodiscard]] constexpr bool is_triangle(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
[[nodiscard]] constexpr bool is_triangular(cublasFillMode_t uplo, Index n, Index lda) {
  return is_triangle(uplo) && is_general(n, n, lda);
}
[[nodiscard]] constexpr bool is_solved(cublasFillMode_t uplo, Index n, Index nrhs, Index lda, Index ldb) {
  return is_triangular(uplo, n, lda) && is_general(n, nrhs, ldb);
}
[[nodiscard]] constexpr bool is_operation(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N || operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
}
[[nodiscard]] constexpr bool is_diagonal(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT;
}
[[nodiscard]] constexpr bool is_side(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
[[nodiscard]] constexpr bool is_mode(cusolverEigMode_t mode) {
  return mode == CUSOLVER_EIG_MODE_NOVECTOR || mode == CUSOLVER_EIG_MODE_VECTOR;
}

// ---- The same as LAPACK has them ----

[[nodiscard]] constexpr char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
[[nodiscard]] constexpr char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }
[[nodiscard]] constexpr char letter(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
[[nodiscard]] constexpr char letter(cusolverEigMode_t mode) { return mode == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'; }
[[nodiscard]] constexpr char letter(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? 'N' : operation == CUBLAS_OP_T ? 'T' : 'C';
}

// ---- Workspaces, of which none is needed; but programs do not expect one of no size ----

/// What else is wrong with most calls' arguments is not asked for on the H200 either (tests/cuda/programs/
/// solver_answers.cu).
template <class Size>
[[nodiscard]] Status buffer_size(const Call&, Size* size) {
  if (size == nullptr) return kInvalid;
  *size = 1;
  return kDone;
}
[[nodiscard]] inline Status x_buffer_size(const Call&, std::size_t* on_device, std::size_t* on_host) {
  if (on_device == nullptr || on_host == nullptr) return kInvalid;
  *on_device = 1;
  *on_host = 0;
  return kDone;
}
[[nodiscard]] inline Status x_buffer_size(const Call& call, bool is_good, std::size_t* on_device,
                                          std::size_t* on_host) {
  return is_good ? x_buffer_size(call, on_device, on_host) : kInvalid;
}

/// A triangle of a square matrix, of which the other elements are left alone.
template <class T>
void reach_triangle(const Memory& memory, Use use, const char* name, cublasFillMode_t uplo, Index n, T* A, Index lda) {
  memory.matrix(Use::none, name, A, lda, n, n);
  for (Index j = 0; j < n; ++j) {
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    memory.array(use, name, A + j * lda + (lower ? j : 0), lower ? n - j : j + 1);
  }
}

/// A copy by columns, side by side.
template <class T>
std::vector<std::remove_const_t<T>> copy_of(const Matrix<T>& from, Index rows, Index columns) {
  std::vector<std::remove_const_t<T>> all(static_cast<std::size_t>(rows * columns));
  for (Index j = 0; j < columns; ++j) std::copy_n(from.at(0, j), rows, all.begin() + j * rows);
  return all;
}

}  // namespace warpglass::solver
