// libcudart.so.13: what differs from the libraries before it.
#define WARPGLASS_CUDA_API_LEGACY_H  // a name is one function here
#include "cuda/call.hpp"
#include "cuda/device_attributes.hpp"
#include "cuda/managed_ranges.hpp"
#include "cuda/versions.hpp"

using namespace warpglass::cuda;

cudaError_t cudaDriverGetVersion(int* driverVersion) {
  note_any_runtime_call();
  if (driverVersion == nullptr) return answer(cudaErrorInvalidValue);
  *driverVersion = kDriverVersion;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
  if (runtimeVersion == nullptr) return answer(cudaErrorInvalidValue);
  *runtimeVersion = WARPGLASS_CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  return query([&](Process& process) {
    if (!process.has_device(device)) return cudaErrorInvalidDevice;
    if (prop == nullptr) return cudaErrorInvalidValue;
    *prop = properties_of(process.device_at(device).device.model(), device);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location, unsigned int,
                                 cudaStream_t stream) {
  return prefetch_managed(devPtr, count, device_of(location), stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz)

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  return advise_managed(devPtr, count, advice, device_of(location));
}
