// Which cuSOLVER it says that it is: the one part that the generations of CUDA do not share.
#include "cusolver_common.h"

cusolverStatus_t cusolverGetVersion(int* version) {
  if (version == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *version = WARPGLASS_CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
  if (type < MAJOR_VERSION || type > PATCH_LEVEL || value == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  constexpr int kVersion = WARPGLASS_CUSOLVER_VERSION;
  *value = type == MAJOR_VERSION ? kVersion / 1000 : type == MINOR_VERSION ? kVersion / 100 % 10 : kVersion % 100;
  return CUSOLVER_STATUS_SUCCESS;
}
