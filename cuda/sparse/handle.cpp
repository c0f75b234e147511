// The handle of cuSPARSE, what its calls answer in words, and the descriptors of the older calls.
#include "cuda/sparse/descriptors.hpp"

#include <string>

using warpglass::LiveHandles;
using warpglass::sparse::guarded;
using warpglass::sparse::is_there;
using warpglass::sparse::kDone;
using warpglass::sparse::kInvalid;

namespace warpglass::sparse {

cusparseStatus_t not_supported(const char* call, const char* what) {
  library::say((std::string(call) + ": " + what).c_str());
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}

}  // namespace warpglass::sparse

namespace {

template <class Owner, class Mode>
cusparseStatus_t keep(Owner* owner, Mode Owner::* member, Mode mode, bool known) {
  if (owner == nullptr || !known) return kInvalid;
  owner->*member = mode;
  return kDone;
}

struct Words {
  const char* name;
  const char* text;
};

Words words_of(cusparseStatus_t status) {
  switch (status) {
    case CUSPARSE_STATUS_SUCCESS: return {"CUSPARSE_STATUS_SUCCESS", "success"};
    case CUSPARSE_STATUS_NOT_INITIALIZED: return {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"};
    case CUSPARSE_STATUS_ALLOC_FAILED: return {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"};
    case CUSPARSE_STATUS_INVALID_VALUE: return {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"};
    case CUSPARSE_STATUS_ARCH_MISMATCH: return {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"};
    case CUSPARSE_STATUS_MAPPING_ERROR: return {"CUSPARSE_STATUS_MAPPING_ERROR", "texture memory mapping error"};
    case CUSPARSE_STATUS_EXECUTION_FAILED: return {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"};
    case CUSPARSE_STATUS_INTERNAL_ERROR: return {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"};
    case CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
      return {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"};
    case CUSPARSE_STATUS_ZERO_PIVOT: return {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"};
    case CUSPARSE_STATUS_NOT_SUPPORTED: return {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"};
    case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES:
      return {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"};
  }
  return {"unrecognized error code", "unrecognized error code"};
}

}  // namespace

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  return guarded([&] {
    if (handle == nullptr) return kInvalid;
    if (!warpglass::library::has_runtime("cuSPARSE")) return CUSPARSE_STATUS_NOT_INITIALIZED;
    *handle = LiveHandles<cusparseHandle_t>::all().make();
    return kDone;
  });
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  if (handle == nullptr) return kDone;
  return LiveHandles<cusparseHandle_t>::all().destroy(handle) ? kDone : CUSPARSE_STATUS_NOT_INITIALIZED;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
  if (!is_there(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (version == nullptr) return kInvalid;
  *version = WARPGLASS_CUSPARSE_VERSION;
  return kDone;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return kInvalid;
  constexpr int kVersion = WARPGLASS_CUSPARSE_VERSION;
  *value = type == MAJOR_VERSION ? kVersion / 1000 : type == MINOR_VERSION ? kVersion / 100 % 10 : kVersion % 100;
  return kDone;
}

const char* cusparseGetErrorName(cusparseStatus_t status) { return words_of(status).name; }
const char* cusparseGetErrorString(cusparseStatus_t status) { return words_of(status).text; }

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  if (!is_there(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return kDone;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  if (!is_there(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return kInvalid;
  *stream = handle->stream;
  return kDone;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  if (!is_there(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return keep(handle, &cusparseContext::pointer_mode, mode,
              mode == CUSPARSE_POINTER_MODE_HOST || mode == CUSPARSE_POINTER_MODE_DEVICE);
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  if (!is_there(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (mode == nullptr) return kInvalid;
  *mode = handle->pointer_mode;
  return kDone;
}

// There is nothing to log: what is wrong is said on the standard error stream and in the report.
cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t) { return kDone; }
cusparseStatus_t cusparseLoggerSetFile(FILE*) { return kDone; }
cusparseStatus_t cusparseLoggerOpenFile(const char*) { return kDone; }
cusparseStatus_t cusparseLoggerSetLevel(int) { return kDone; }
cusparseStatus_t cusparseLoggerSetMask(int) { return kDone; }
cusparseStatus_t cusparseLoggerForceDisable(void) { return kDone; }

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* descriptor) {
  return guarded([&] { return warpglass::sparse::make(descriptor); });
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor) {
  delete descriptor;
  return kDone;
}
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descriptor, cusparseMatrixType_t type) {
  return keep(descriptor, &cusparseMatDescr::type, type,
              type >= CUSPARSE_MATRIX_TYPE_GENERAL && type <= CUSPARSE_MATRIX_TYPE_TRIANGULAR);
}
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descriptor, cusparseFillMode_t fill) {
  return keep(descriptor, &cusparseMatDescr::fill, fill,
              fill == CUSPARSE_FILL_MODE_LOWER || fill == CUSPARSE_FILL_MODE_UPPER);
}
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descriptor, cusparseDiagType_t diagonal) {
  return keep(descriptor, &cusparseMatDescr::diagonal, diagonal,
              diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT || diagonal == CUSPARSE_DIAG_TYPE_UNIT);
}
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descriptor, cusparseIndexBase_t base) {
  return keep(descriptor, &cusparseMatDescr::base, base,
              base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE);
}
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descriptor) { return descriptor->type; }
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descriptor) { return descriptor->fill; }
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descriptor) { return descriptor->diagonal; }
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descriptor) { return descriptor->base; }
