// libcudart.so.12 and libcudart.so.11.0: devices by number where CUDA 13 takes locations, the older layout of the
// device properties, and calls that CUDA 13 dropped.
#include <algorithm>
#include <cstring>
#include <iterator>

// The plain names mean other calls here than in CUDA 13's header: its declarations step aside, and so do the inline
// forms that the header has for calls that are gone.
#define cudaGetDeviceProperties warpglass_unused_cudaGetDeviceProperties
#define cudaMemPrefetchAsync warpglass_unused_cudaMemPrefetchAsync
#define cudaMemAdvise warpglass_unused_cudaMemAdvise
#define WARPGLASS_CUDA_API_LEGACY_H
#include "cuda/call.hpp"
#undef cudaGetDeviceProperties
#undef cudaMemPrefetchAsync
#undef cudaMemAdvise

#include "cuda/device_attributes.hpp"
#include "cuda/managed_ranges.hpp"
#include "cuda/versions.hpp"

using namespace warpglass::cuda;

namespace {

// cudaDeviceProp of CUDA 12, 1,032 bytes; CUDA 11's is its beginning, up to reservedSharedMemPerBlock.
struct DevicePropertiesOfCuda12 {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  std::size_t totalConstMem;
  int major;
  int minor;
  std::size_t textureAlignment;
  std::size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  std::size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseCudaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int reserved[63];
};
static_assert(sizeof(DevicePropertiesOfCuda12) == 1032);
constexpr std::size_t kBytesOfCuda11 = offsetof(DevicePropertiesOfCuda12, hostRegisterSupported);

DevicePropertiesOfCuda12 older_properties(const cudaDeviceProp& from) {
  DevicePropertiesOfCuda12 to{};
  const auto copy_array = [](const auto& source, auto& target) {
    std::copy(std::begin(source), std::end(source), std::begin(target));
  };
  copy_array(from.name, to.name);
  copy_array(from.uuid.bytes, to.uuid);
  to.totalGlobalMem = from.totalGlobalMem;
  to.sharedMemPerBlock = from.sharedMemPerBlock;
  to.regsPerBlock = from.regsPerBlock;
  to.warpSize = from.warpSize;
  to.memPitch = from.memPitch;
  to.maxThreadsPerBlock = from.maxThreadsPerBlock;
  copy_array(from.maxThreadsDim, to.maxThreadsDim);
  copy_array(from.maxGridSize, to.maxGridSize);
  to.clockRate = from.clockRate;
  to.totalConstMem = from.totalConstMem;
  to.major = from.major;
  to.minor = from.minor;
  to.textureAlignment = from.textureAlignment;
  to.texturePitchAlignment = from.texturePitchAlignment;
  to.deviceOverlap = from.deviceOverlap;
  to.multiProcessorCount = from.multiProcessorCount;
  to.integrated = from.integrated;
  to.canMapHostMemory = from.canMapHostMemory;
  to.computeMode = from.computeMode;
  to.maxTexture1D = from.maxTexture1D;
  to.maxTexture1DMipmap = from.maxTexture1DMipmap;
  to.maxTexture1DLinear = from.maxTexture1DLinear;
  copy_array(from.maxTexture2D, to.maxTexture2D);
  copy_array(from.maxTexture2DMipmap, to.maxTexture2DMipmap);
  copy_array(from.maxTexture2DLinear, to.maxTexture2DLinear);
  copy_array(from.maxTexture2DGather, to.maxTexture2DGather);
  copy_array(from.maxTexture3D, to.maxTexture3D);
  copy_array(from.maxTexture3DAlt, to.maxTexture3DAlt);
  to.maxTextureCubemap = from.maxTextureCubemap;
  copy_array(from.maxTexture1DLayered, to.maxTexture1DLayered);
  copy_array(from.maxTexture2DLayered, to.maxTexture2DLayered);
  copy_array(from.maxTextureCubemapLayered, to.maxTextureCubemapLayered);
  to.maxSurface1D = from.maxSurface1D;
  copy_array(from.maxSurface2D, to.maxSurface2D);
  copy_array(from.maxSurface3D, to.maxSurface3D);
  copy_array(from.maxSurface1DLayered, to.maxSurface1DLayered);
  copy_array(from.maxSurface2DLayered, to.maxSurface2DLayered);
  to.maxSurfaceCubemap = from.maxSurfaceCubemap;
  copy_array(from.maxSurfaceCubemapLayered, to.maxSurfaceCubemapLayered);
  to.surfaceAlignment = from.surfaceAlignment;
  to.concurrentKernels = from.concurrentKernels;
  to.ECCEnabled = from.ECCEnabled;
  to.pciBusID = from.pciBusID;
  to.asyncEngineCount = from.asyncEngineCount;
  to.unifiedAddressing = from.unifiedAddressing;
  to.memoryClockRate = from.memoryClockRate;
  to.memoryBusWidth = from.memoryBusWidth;
  to.l2CacheSize = from.l2CacheSize;
  to.persistingL2CacheMaxSize = from.persistingL2CacheMaxSize;
  to.maxThreadsPerMultiProcessor = from.maxThreadsPerMultiProcessor;
  to.streamPrioritiesSupported = from.streamPrioritiesSupported;
  to.globalL1CacheSupported = from.globalL1CacheSupported;
  to.localL1CacheSupported = from.localL1CacheSupported;
  to.sharedMemPerMultiprocessor = from.sharedMemPerMultiprocessor;
  to.regsPerMultiprocessor = from.regsPerMultiprocessor;
  to.managedMemory = from.managedMemory;
  to.singleToDoublePrecisionPerfRatio = from.singleToDoublePrecisionPerfRatio;
  to.concurrentManagedAccess = from.concurrentManagedAccess;
  to.computePreemptionSupported = from.computePreemptionSupported;
  to.canUseHostPointerForRegisteredMem = from.canUseHostPointerForRegisteredMem;
  to.cooperativeLaunch = from.cooperativeLaunch;
  to.sharedMemPerBlockOptin = from.sharedMemPerBlockOptin;
  to.maxBlocksPerMultiProcessor = from.maxBlocksPerMultiProcessor;
  to.accessPolicyMaxWindowSize = from.accessPolicyMaxWindowSize;
  to.reservedSharedMemPerBlock = from.reservedSharedMemPerBlock;
  to.hostRegisterSupported = from.hostRegisterSupported;
  to.memoryPoolsSupported = from.memoryPoolsSupported;
  return to;
}

cudaError_t get_properties(void* properties, int device, std::size_t bytes) noexcept {
  return query([&](Process& process) {
    if (!process.has_device(device)) return cudaErrorInvalidDevice;
    if (properties == nullptr) return cudaErrorInvalidValue;
    const DevicePropertiesOfCuda12 all =
        older_properties(properties_of(process.device_at(device).device.model(), device));
    std::memcpy(properties, &all, bytes);
    return cudaSuccess;
  });
}

}  // namespace

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

#define WARPGLASS_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t

WARPGLASS_EXPORT cudaGetDeviceProperties(void* properties, int device) {
  return get_properties(properties, device, kBytesOfCuda11);
}
WARPGLASS_EXPORT cudaGetDeviceProperties_v2(void* properties, int device) {
  return get_properties(properties, device, sizeof(DevicePropertiesOfCuda12));
}

WARPGLASS_EXPORT cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t stream) {
  return prefetch_managed(pointer, bytes, device, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz)
WARPGLASS_EXPORT cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned,
                                         cudaStream_t stream) {
  return prefetch_managed(pointer, bytes, device_of(location), stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemPrefetchAsync_v2, cudaMemPrefetchAsync_v2_ptsz)

WARPGLASS_EXPORT cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return advise_managed(pointer, bytes, advice, device);
}
WARPGLASS_EXPORT cudaMemAdvise_v2(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                                  cudaMemLocation location) {
  return advise_managed(pointer, bytes, advice, device_of(location));
}

// GPUs without doubles had them shortened; every one has them since compute capability 1.3 (CUDA 8 Runtime API).
WARPGLASS_EXPORT cudaSetDoubleForDevice(double* value) {
  return value == nullptr ? answer(cudaErrorInvalidValue) : cudaSuccess;
}
WARPGLASS_EXPORT cudaSetDoubleForHost(double* value) {
  return value == nullptr ? answer(cudaErrorInvalidValue) : cudaSuccess;
}

// CUDA 11 Runtime API, "Execution Control"; dropped in 13.
struct LaunchParameters {
  void* function;
  dim3 grid;
  dim3 block;
  void** arguments;
  std::size_t shared_bytes;
  cudaStream_t stream;
};
WARPGLASS_EXPORT cudaLaunchCooperativeKernelMultiDevice(LaunchParameters* launches, unsigned devices, unsigned flags) {
  constexpr unsigned kNoSynchronisation = 3;  // neither before nor behind: of one device there is nothing to wait for
  if (launches == nullptr || devices != 1 || flags > kNoSynchronisation) return answer(cudaErrorInvalidValue);
  return cudaLaunchCooperativeKernel(launches->function, launches->grid, launches->block, launches->arguments,
                                     launches->shared_bytes, launches->stream);
}

WARPGLASS_EXPORT cudaEventElapsedTime_v2(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(ms, start, end);
}

WARPGLASS_EXPORT cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
WARPGLASS_EXPORT cudaThreadExit() { return cudaDeviceReset(); }
WARPGLASS_EXPORT cudaThreadSetLimit(cudaLimit limit, std::size_t value) { return cudaDeviceSetLimit(limit, value); }
WARPGLASS_EXPORT cudaThreadGetLimit(std::size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
WARPGLASS_EXPORT cudaThreadGetCacheConfig(cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }
WARPGLASS_EXPORT cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
