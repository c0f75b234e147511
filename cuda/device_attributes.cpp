#include "cuda/device_attributes.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

namespace warpglass::cuda {
namespace {

// Texture and surface extents, the same for all modelled generations (CUDA C Programming Guide, technical
// specifications per compute capability; and an H200's own answers).
constexpr int kTexture1D = 131072, kTexture1DMipmap = 32768, kTexture1DLinear = 268435456;
constexpr std::array<int, 2> kTexture2D{131072, 65536}, kTexture2DMipmap{32768, 32768}, kTexture2DGather{32768, 32768};
constexpr std::array<int, 3> kTexture2DLinear{131072, 65000, 2097120};
constexpr std::array<int, 3> kTexture3D{16384, 16384, 16384}, kTexture3DAlternate{8192, 8192, 32768};
constexpr int kTextureCubemap = 32768;
constexpr std::array<int, 2> kTexture1DLayered{32768, 2048}, kCubemapLayered{32768, 2046};
constexpr std::array<int, 3> kTexture2DLayered{32768, 32768, 2048};
constexpr int kSurface1D = 32768;
constexpr std::array<int, 2> kSurface2D{131072, 65536};
constexpr std::array<int, 3> kSurface3D{16384, 16384, 16384};

constexpr int kSurfaceAlignment = 512;
constexpr int kMaxPitch = std::numeric_limits<int>::max();
constexpr int kCopyEngines = 3;

int number(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<int>::max()));
}

// How many single-precision units an SM has to one double-precision unit.
int single_to_double(const arch::ComputeCapability& capability) {
  switch (capability.sm()) {
    case 60:
    case 70:
    case 80:
    case 90:
    case 100: return 2;
    case 61:
    case 62:
    case 75: return 32;
    default: return 64;
  }
}

}  // namespace

std::optional<int> attribute_of(const arch::DeviceModel& model, cudaDeviceAttr attribute, int ordinal) {
  const arch::Limits& limits = model.limits;
  switch (static_cast<int>(attribute)) {
    case cudaDevAttrMaxThreadsPerBlock: return number(limits.max_threads_per_block);
    case cudaDevAttrMaxBlockDimX: return number(limits.max_block.x);
    case cudaDevAttrMaxBlockDimY: return number(limits.max_block.y);
    case cudaDevAttrMaxBlockDimZ: return number(limits.max_block.z);
    case cudaDevAttrMaxGridDimX: return number(limits.max_grid.x);
    case cudaDevAttrMaxGridDimY: return number(limits.max_grid.y);
    case cudaDevAttrMaxGridDimZ: return number(limits.max_grid.z);
    case cudaDevAttrMaxSharedMemoryPerBlock: return number(limits.shared_bytes_per_block);
    case cudaDevAttrTotalConstantMemory: return number(limits.constant_bytes);
    case cudaDevAttrWarpSize: return number(model.warp_size);
    case cudaDevAttrMaxPitch: return kMaxPitch;
    case cudaDevAttrMaxRegistersPerBlock: return number(limits.registers_per_block);
    case cudaDevAttrClockRate: return number(model.clock_khz);
    case cudaDevAttrTextureAlignment: return kTextureAlignment;
    case cudaDevAttrGpuOverlap: return 1;
    case cudaDevAttrMultiProcessorCount: return number(model.sm_count);
    case cudaDevAttrKernelExecTimeout: return 0;
    case cudaDevAttrIntegrated: return 0;
    case cudaDevAttrCanMapHostMemory: return 1;
    case cudaDevAttrComputeMode: return cudaComputeModeDefault;
    case cudaDevAttrMaxTexture1DWidth: return kTexture1D;
    case cudaDevAttrMaxTexture2DWidth: return kTexture2D[0];
    case cudaDevAttrMaxTexture2DHeight: return kTexture2D[1];
    case cudaDevAttrMaxTexture3DWidth: return kTexture3D[0];
    case cudaDevAttrMaxTexture3DHeight: return kTexture3D[1];
    case cudaDevAttrMaxTexture3DDepth: return kTexture3D[2];
    case cudaDevAttrMaxTexture2DLayeredWidth: return kTexture2DLayered[0];
    case cudaDevAttrMaxTexture2DLayeredHeight: return kTexture2DLayered[1];
    case cudaDevAttrMaxTexture2DLayeredLayers: return kTexture2DLayered[2];
    case cudaDevAttrSurfaceAlignment: return kSurfaceAlignment;
    case cudaDevAttrConcurrentKernels: return 1;
    case cudaDevAttrEccEnabled: return 1;
    case cudaDevAttrPciBusId: return pci_bus_of(ordinal);
    case cudaDevAttrPciDeviceId: return 0;
    case cudaDevAttrTccDriver: return 0;
    case cudaDevAttrMemoryClockRate: return number(model.memory_clock_khz);
    case cudaDevAttrGlobalMemoryBusWidth: return number(model.memory_bus_bits);
    case cudaDevAttrL2CacheSize: return number(model.l2_bytes);
    case cudaDevAttrMaxThreadsPerMultiProcessor: return number(limits.max_threads_per_sm);
    case cudaDevAttrAsyncEngineCount: return kCopyEngines;
    case cudaDevAttrUnifiedAddressing: return 1;
    case cudaDevAttrMaxTexture1DLayeredWidth: return kTexture1DLayered[0];
    case cudaDevAttrMaxTexture1DLayeredLayers: return kTexture1DLayered[1];
    case cudaDevAttrMaxTexture2DGatherWidth: return kTexture2DGather[0];
    case cudaDevAttrMaxTexture2DGatherHeight: return kTexture2DGather[1];
    case cudaDevAttrMaxTexture3DWidthAlt: return kTexture3DAlternate[0];
    case cudaDevAttrMaxTexture3DHeightAlt: return kTexture3DAlternate[1];
    case cudaDevAttrMaxTexture3DDepthAlt: return kTexture3DAlternate[2];
    case cudaDevAttrPciDomainId: return 0;
    case cudaDevAttrTexturePitchAlignment: return kTexturePitchAlignment;
    case cudaDevAttrMaxTextureCubemapWidth: return kTextureCubemap;
    case cudaDevAttrMaxTextureCubemapLayeredWidth: return kCubemapLayered[0];
    case cudaDevAttrMaxTextureCubemapLayeredLayers: return kCubemapLayered[1];
    case cudaDevAttrMaxSurface1DWidth: return kSurface1D;
    case cudaDevAttrMaxSurface2DWidth: return kSurface2D[0];
    case cudaDevAttrMaxSurface2DHeight: return kSurface2D[1];
    case cudaDevAttrMaxSurface3DWidth: return kSurface3D[0];
    case cudaDevAttrMaxSurface3DHeight: return kSurface3D[1];
    case cudaDevAttrMaxSurface3DDepth: return kSurface3D[2];
    case cudaDevAttrMaxSurface1DLayeredWidth: return kTexture1DLayered[0];
    case cudaDevAttrMaxSurface1DLayeredLayers: return kTexture1DLayered[1];
    case cudaDevAttrMaxSurface2DLayeredWidth: return kTexture2DLayered[0];
    case cudaDevAttrMaxSurface2DLayeredHeight: return kTexture2DLayered[1];
    case cudaDevAttrMaxSurface2DLayeredLayers: return kTexture2DLayered[2];
    case cudaDevAttrMaxSurfaceCubemapWidth: return kTextureCubemap;
    case cudaDevAttrMaxSurfaceCubemapLayeredWidth: return kCubemapLayered[0];
    case cudaDevAttrMaxSurfaceCubemapLayeredLayers: return kCubemapLayered[1];
    case cudaDevAttrMaxTexture1DLinearWidth: return kTexture1DLinear;
    case cudaDevAttrMaxTexture2DLinearWidth: return kTexture2DLinear[0];
    case cudaDevAttrMaxTexture2DLinearHeight: return kTexture2DLinear[1];
    case cudaDevAttrMaxTexture2DLinearPitch: return kTexture2DLinear[2];
    case cudaDevAttrMaxTexture2DMipmappedWidth: return kTexture2DMipmap[0];
    case cudaDevAttrMaxTexture2DMipmappedHeight: return kTexture2DMipmap[1];
    case cudaDevAttrComputeCapabilityMajor: return number(model.capability.major);
    case cudaDevAttrComputeCapabilityMinor: return number(model.capability.minor);
    case cudaDevAttrMaxTexture1DMipmappedWidth: return kTexture1DMipmap;
    case cudaDevAttrStreamPrioritiesSupported: return 1;
    case cudaDevAttrGlobalL1CacheSupported: return 1;
    case cudaDevAttrLocalL1CacheSupported: return 1;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return number(limits.shared_bytes_per_sm);
    case cudaDevAttrMaxRegistersPerMultiprocessor: return number(limits.registers_per_sm);
    case cudaDevAttrManagedMemory: return 1;
    case cudaDevAttrIsMultiGpuBoard: return 0;
    case cudaDevAttrMultiGpuBoardGroupID: return 0;
    case cudaDevAttrHostNativeAtomicSupported: return 0;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: return single_to_double(model.capability);
    case cudaDevAttrPageableMemoryAccess: return 0;  // kernels reach only what was allocated or registered
    case cudaDevAttrConcurrentManagedAccess: return 1;
    case cudaDevAttrComputePreemptionSupported: return 1;
    case cudaDevAttrCanUseHostPointerForRegisteredMem: return 1;
    case cudaDevAttrCooperativeLaunch: return 1;
    case cudaDevAttrCooperativeMultiDeviceLaunch: return 0;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return number(limits.shared_bytes_per_block_optin);
    case cudaDevAttrCanFlushRemoteWrites: return 0;
    case cudaDevAttrHostRegisterSupported: return 1;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables: return 0;
    case cudaDevAttrDirectManagedMemAccessFromHost: return 0;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return number(limits.max_blocks_per_sm);
    case cudaDevAttrMaxPersistingL2CacheSize: return number(model.l2_bytes * 5 / 8);
    case cudaDevAttrMaxAccessPolicyWindowSize: return number(128u << 20);
    case cudaDevAttrReservedSharedMemoryPerBlock: return number(limits.shared_bytes_reserved);
    case cudaDevAttrSparseCudaArraySupported: return 0;
    case cudaDevAttrHostRegisterReadOnlySupported: return 0;
    case cudaDevAttrTimelineSemaphoreInteropSupported: return 0;
    case cudaDevAttrMemoryPoolsSupported: return 1;
    case cudaDevAttrGPUDirectRDMASupported: return 0;
    case cudaDevAttrGPUDirectRDMAFlushWritesOptions: return 0;
    case cudaDevAttrGPUDirectRDMAWritesOrdering: return 0;
    case cudaDevAttrMemoryPoolSupportedHandleTypes: return 0;
    case cudaDevAttrClusterLaunch: return limits.max_cluster_size != 0 ? 1 : 0;
    case cudaDevAttrDeferredMappingCudaArraySupported: return 0;
    case cudaDevAttrIpcEventSupport: return 0;
    case cudaDevAttrMemSyncDomainCount: return 1;
    case cudaDevAttrNumaConfig: return cudaDeviceNumaConfigNone;
    case cudaDevAttrNumaId: return -1;
    case cudaDevAttrMpsEnabled: return 0;
    case cudaDevAttrHostNumaId: return 0;
    case cudaDevAttrD3D12CigSupported: return 0;
    case cudaDevAttrVulkanCigSupported: return 0;
    case cudaDevAttrGpuPciDeviceId: return 0;
    case cudaDevAttrGpuPciSubsystemId: return 0;
    case cudaDevAttrHostNumaMemoryPoolsSupported: return 0;
    case cudaDevAttrHostNumaMultinodeIpcSupported: return 0;
    case cudaDevAttrHostMemoryPoolsSupported: return 0;
    case cudaDevAttrOnlyPartialHostNativeAtomicSupported: return 0;
    default: return std::nullopt;
  }
}

cudaDeviceProp properties_of(const arch::DeviceModel& model, int ordinal) {
  const arch::Limits& limits = model.limits;
  const auto attribute = [&](cudaDeviceAttr which) { return attribute_of(model, which, ordinal).value_or(0); };
  const auto set = [](auto& field, const auto& values) { std::copy(values.begin(), values.end(), field); };
  cudaDeviceProp properties{};
  std::snprintf(properties.name, sizeof properties.name, "%s", model.name.c_str());
  std::snprintf(properties.uuid.bytes, sizeof properties.uuid.bytes, "warpglass %u", model.capability.sm());
  properties.uuid.bytes[sizeof properties.uuid.bytes - 1] = static_cast<char>(ordinal);
  properties.totalGlobalMem = model.memory_bytes;
  properties.sharedMemPerBlock = limits.shared_bytes_per_block;
  properties.regsPerBlock = number(limits.registers_per_block);
  properties.warpSize = number(model.warp_size);
  properties.memPitch = kMaxPitch;
  properties.maxThreadsPerBlock = number(limits.max_threads_per_block);
  set(properties.maxThreadsDim,
      std::array{number(limits.max_block.x), number(limits.max_block.y), number(limits.max_block.z)});
  set(properties.maxGridSize,
      std::array{number(limits.max_grid.x), number(limits.max_grid.y), number(limits.max_grid.z)});
  properties.totalConstMem = limits.constant_bytes;
  properties.major = number(model.capability.major);
  properties.minor = number(model.capability.minor);
  properties.textureAlignment = kTextureAlignment;
  properties.texturePitchAlignment = kTexturePitchAlignment;
  properties.multiProcessorCount = number(model.sm_count);
  properties.canMapHostMemory = 1;
  properties.maxTexture1D = kTexture1D;
  properties.maxTexture1DMipmap = kTexture1DMipmap;
  set(properties.maxTexture2D, kTexture2D);
  set(properties.maxTexture2DMipmap, kTexture2DMipmap);
  set(properties.maxTexture2DLinear, kTexture2DLinear);
  set(properties.maxTexture2DGather, kTexture2DGather);
  set(properties.maxTexture3D, kTexture3D);
  set(properties.maxTexture3DAlt, kTexture3DAlternate);
  properties.maxTextureCubemap = kTextureCubemap;
  set(properties.maxTexture1DLayered, kTexture1DLayered);
  set(properties.maxTexture2DLayered, kTexture2DLayered);
  set(properties.maxTextureCubemapLayered, kCubemapLayered);
  properties.maxSurface1D = kSurface1D;
  set(properties.maxSurface2D, kSurface2D);
  set(properties.maxSurface3D, kSurface3D);
  set(properties.maxSurface1DLayered, kTexture1DLayered);
  set(properties.maxSurface2DLayered, kTexture2DLayered);
  properties.maxSurfaceCubemap = kTextureCubemap;
  set(properties.maxSurfaceCubemapLayered, kCubemapLayered);
  properties.surfaceAlignment = kSurfaceAlignment;
  properties.concurrentKernels = 1;
  properties.ECCEnabled = attribute(cudaDevAttrEccEnabled);
  properties.pciBusID = attribute(cudaDevAttrPciBusId);
  properties.asyncEngineCount = kCopyEngines;
  properties.unifiedAddressing = 1;
  properties.memoryBusWidth = number(model.memory_bus_bits);
  properties.l2CacheSize = number(model.l2_bytes);
  properties.persistingL2CacheMaxSize = attribute(cudaDevAttrMaxPersistingL2CacheSize);
  properties.maxThreadsPerMultiProcessor = number(limits.max_threads_per_sm);
  properties.streamPrioritiesSupported = 1;
  properties.globalL1CacheSupported = 1;
  properties.localL1CacheSupported = 1;
  properties.sharedMemPerMultiprocessor = limits.shared_bytes_per_sm;
  properties.regsPerMultiprocessor = number(limits.registers_per_sm);
  properties.managedMemory = 1;
  properties.concurrentManagedAccess = 1;
  properties.computePreemptionSupported = 1;
  properties.canUseHostPointerForRegisteredMem = 1;
  properties.cooperativeLaunch = 1;
  properties.sharedMemPerBlockOptin = limits.shared_bytes_per_block_optin;
  properties.maxBlocksPerMultiProcessor = number(limits.max_blocks_per_sm);
  properties.accessPolicyMaxWindowSize = attribute(cudaDevAttrMaxAccessPolicyWindowSize);
  properties.reservedSharedMemPerBlock = limits.shared_bytes_reserved;
  properties.hostRegisterSupported = 1;
  properties.memoryPoolsSupported = 1;
  properties.deviceNumaId = -1;
  properties.clockRate = number(model.clock_khz);
  properties.memoryClockRate = number(model.memory_clock_khz);
  properties.deviceOverlap = 1;
  properties.computeMode = cudaComputeModeDefault;
  properties.maxTexture1DLinear = kTexture1DLinear;
  properties.singleToDoublePrecisionPerfRatio = single_to_double(model.capability);
  return properties;
}

runtime::ArrayLimits array_limits() {
  return {.one = kTexture1D,
          .two = {kTexture2D[0], kTexture2D[1]},
          .three = {kTexture3D[0], kTexture3D[1], kTexture3D[2]},
          .layered_one = kTexture1DLayered[0],
          .layered_two = {kTexture2DLayered[0], kTexture2DLayered[1]},
          .layers = kTexture2DLayered[2],
          .cube = kTextureCubemap,
          .cube_layers = kCubemapLayered[1]};
}

}  // namespace warpglass::cuda
