// What cuSPARSE's handles and descriptors hold, and how its calls are made.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/live_handles.hpp"
#include "cuda/library_caller.hpp"
#include "cuda/sparse/matrix_descriptor.hpp"
#include "cuda/sparse/numbers.hpp"
#include "cusparse.h"

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseSpVecDescr {
  std::int64_t size = 0, nnz = 0;
  void* indices = nullptr;
  void* values = nullptr;
  cusparseIndexType_t index_type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  cudaDataType type = CUDA_R_32F;
};

struct cusparseDnVecDescr {
  std::int64_t size = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
};

struct cusparseDnMatDescr {
  std::int64_t rows = 0, cols = 0, ld = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
  cusparseOrder_t order = CUSPARSE_ORDER_COL;
  int batches = 1;
  std::int64_t batch_stride = 0;
};

/// `offsets` are COO's rows as well; `nnz` are blocks of BSR, and elements of what ELL has room for.
struct cusparseSpMatDescr {
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
  std::int64_t rows = 0, cols = 0, nnz = 0;
  void* offsets = nullptr;
  void* indices = nullptr;
  void* values = nullptr;
  cusparseIndexType_t offset_type = CUSPARSE_INDEX_32I, index_type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  cudaDataType type = CUDA_R_32F;
  std::int64_t block_rows = 1, block_cols = 1;  // BSR, blocked ELL; a slice's rows
  std::int64_t ell_cols = 0;                    // blocked ELL: columns that there is room for; sliced: values
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;   // within a block
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  int batches = 1;
  std::int64_t offsets_stride = 0, indices_stride = 0, values_stride = 0;  // of batches, in elements
};

namespace warpglass::sparse {

inline constexpr cusparseStatus_t kDone = CUSPARSE_STATUS_SUCCESS;
inline constexpr cusparseStatus_t kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

/// Nothing is needed beside what is computed; programs allocate what they are told.
inline constexpr std::size_t kBufferBytes = 8;

[[nodiscard]] inline bool is_there(cusparseHandle_t handle) { return LiveHandles<cusparseHandle_t>::all().has(handle); }

/// Says that what a call asks for is not there.
cusparseStatus_t not_supported(const char* call, const char* what);

/// Nothing thrown leaves the library.
template <class Body>
cusparseStatus_t guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CUSPARSE_STATUS_ALLOC_FAILED;
  } catch (...) {
    return CUSPARSE_STATUS_INTERNAL_ERROR;
  }
}
template <class Body>
cusparseStatus_t guarded(cusparseHandle_t handle, Body&& body) noexcept {
  return guarded([&] {
    if (handle == nullptr) return kInvalid;
    return is_there(handle) ? body() : CUSPARSE_STATUS_NOT_INITIALIZED;
  });
}

/// Does `body(memory)` in the handle's stream. \param call  a name that stays
/// \param waits  the call returns when it is done; in a captured stream it is refused, or not waited for
template <class Body>
cusparseStatus_t in_stream(cusparseHandle_t handle, const char* call, Body body, bool waits = false,
                           bool may_be_captured = false) {
  WarpglassLibraryWork work = library::work_of<Memory>("cuSPARSE", call, handle->stream, waits, std::move(body));
  work.may_be_captured = may_be_captured;
  switch (library::submit(work)) {
    case cudaSuccess: return kDone;
    case cudaErrorMemoryAllocation: return CUSPARSE_STATUS_ALLOC_FAILED;
    default: return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

[[nodiscard]] inline Scalar scalar(cusparseHandle_t handle, const void* pointer, cudaDataType type) {
  return {handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE, pointer, type};
}

/// A size that a call is asked for.
template <class Size>
cusparseStatus_t answer_size(cusparseHandle_t handle, Size* size) {
  if (!is_there(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (size == nullptr) return kInvalid;
  *size = static_cast<Size>(kBufferBytes);
  return kDone;
}

template <class T>
cusparseStatus_t make(T** to) {
  if (to == nullptr) return kInvalid;
  *to = new T();
  return kDone;
}

}  // namespace warpglass::sparse
