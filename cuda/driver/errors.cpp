// Names and texts of the driver API's errors.
#include "cuda/driver/errors.hpp"

namespace warpglass::cuda {
namespace {

struct Error {
  CUresult code;
  const char* name;
  const char* text;  // nullptr: the runtime API's
};

constexpr Error kErrors[] = {
#define DRIVER_ERROR(name) {name, #name, nullptr},
#define DRIVER_ERROR_TEXT(name, text) {name, #name, text},
#include "cuda/driver/error_names.def"
#undef DRIVER_ERROR
#undef DRIVER_ERROR_TEXT
};

const Error* find(CUresult code) {
  for (const Error& error : kErrors)
    if (error.code == code) return &error;
  return nullptr;
}

}  // namespace

const char* driver_error_name(CUresult code) {
  const Error* error = find(code);
  return error != nullptr ? error->name : nullptr;
}

const char* driver_error_text(CUresult code) {
  const Error* error = find(code);
  if (error == nullptr) return nullptr;
  return error->text != nullptr ? error->text : cudaGetErrorString(static_cast<cudaError_t>(code));
}

}  // namespace warpglass::cuda

using namespace warpglass::cuda;

namespace {

CUresult give(const char* text, const char** place) {
  if (place == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *place = text;
  return text != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

CUresult cuGetErrorName(CUresult error, const char** pStr) { return give(driver_error_name(error), pStr); }
CUresult cuGetErrorString(CUresult error, const char** pStr) { return give(driver_error_text(error), pStr); }
