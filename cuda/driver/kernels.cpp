// What kernels are: attributes, parameters, occupancy. A CUfunction and the CUkernel that it is of are one handle.
#include <algorithm>

#include "cuda/driver/call.hpp"
#include "cuda/driver/launches.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Kernel;
using runtime::Status;

namespace {

static_assert(int(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) == cudaFuncAttributeMaxDynamicSharedMemorySize &&
              int(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) ==
                  cudaFuncAttributeNonPortableClusterSizeAllowed);

CUresult get_attribute(int* value, CUfunction_attribute attribute, const void* function) {
  cudaFuncAttributes all{};
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult result = result_of(cudaFuncGetAttributes(&all, function)); result != CUDA_SUCCESS) return result;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = static_cast<int>(all.sharedSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = static_cast<int>(all.constSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = static_cast<int>(all.localSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = all.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = all.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = all.preferredShmemCarveout; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = all.clusterDimMustBeSet; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = all.requiredClusterWidth; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = all.requiredClusterHeight; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = all.requiredClusterDepth; break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = all.nonPortableClusterSizeAllowed; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *value = all.clusterSchedulingPolicyPreference; break;
    case CU_FUNC_ATTRIBUTE_MAX: return CUDA_ERROR_INVALID_VALUE;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult set_attribute(const void* function, CUfunction_attribute attribute, int value) {
  return result_of(cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value));
}

CUresult param_info(const void* function, size_t index, size_t* offset, size_t* size) {
  return result_of(cudaFuncGetParamInfo(function, index, offset, size));
}

// Calls about a kernel on a device.
template <class Work>
CUresult on_device(CUdevice device, Work&& work) {
  return driver_call(Needs::init, [&]() -> CUresult {
    if (!Process::get().has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    const OnDevice it(static_cast<std::uint32_t>(device));
    return work();
  });
}

}  // namespace

CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  return driver_call([&] { return get_attribute(pi, attrib, hfunc); });
}
CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
  return driver_call([&] { return set_attribute(hfunc, attrib, value); });
}
CUresult cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) {
  return on_device(dev, [&] { return get_attribute(pi, attrib, kernel); });
}
CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) {
  return on_device(dev, [&] { return set_attribute(kernel, attrib, val); });
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
  return driver_call([&] { return cudaFuncSetCacheConfig(hfunc, static_cast<cudaFuncCache>(config)); });
}
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) {
  return on_device(dev, [&] { return result_of(cudaFuncSetCacheConfig(kernel, static_cast<cudaFuncCache>(config))); });
}
CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
  return driver_call([&] { return cudaFuncSetSharedMemConfig(hfunc, static_cast<cudaSharedMemConfig>(config)); });
}

CUresult cuFuncGetName(const char** name, CUfunction hfunc) {
  return driver_call([&] { return cudaFuncGetName(name, hfunc); });
}
CUresult cuKernelGetName(const char** name, CUkernel hfunc) {
  return driver_call(Needs::init, [&] { return cudaFuncGetName(name, hfunc); });
}

CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) {
  return driver_call([&] { return param_info(func, paramIndex, paramOffset, paramSize); });
}
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t* paramOffset, size_t* paramSize) {
  return driver_call(Needs::init, [&] { return param_info(kernel, paramIndex, paramOffset, paramSize); });
}

CUresult cuFuncLoad(CUfunction function) {
  return driver_call([&] {
    return operate([&](Process& process) {
      Kernel* kernel = nullptr;
      return process.find_prepared_kernel(function, kernel);
    });
  });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  return driver_call([&] {
    return operate([&](Process& process) {
      Kernel* kernel = nullptr;
      if (state == nullptr) return Status::invalid_value;
      const Status status = process.find_kernel(function, kernel);
      if (status == Status::ok)
        *state = kernel->program ? CU_FUNCTION_LOADING_STATE_LOADED : CU_FUNCTION_LOADING_STATE_UNLOADED;
      return status;
    });
  });
}

// ---- Occupancy ----

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func, int blockSize,
                                                              size_t dynamicSMemSize, unsigned int flags) {
  return driver_call([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, flags);
  });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, 0);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func, int numBlocks,
                                                 int blockSize) {
  return driver_call(
      [&] { return cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize); });
}

// The largest block that keeps the most threads resident; sizes are whole warps, but for a limit that is none.
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) {
  return driver_call([&]() -> CUresult {
    if (minGridSize == nullptr || blockSize == nullptr) return CUDA_ERROR_INVALID_VALUE;
    int most = 0;
    if (const CUresult result = get_attribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, func);
        result != CUDA_SUCCESS)
      return result;
    const arch::DeviceModel& model = Process::get().device().model();
    const int warp = static_cast<int>(model.warp_size);
    const int limit = blockSizeLimit > 0 ? std::min(blockSizeLimit, most) : most;
    int best_threads = 0, best_blocks = 0, best_size = 0;
    for (int rounded = (limit + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
      const int size = std::min(rounded, limit);
      const size_t shared = blockSizeToDynamicSMemSize != nullptr ? blockSizeToDynamicSMemSize(size) : dynamicSMemSize;
      int blocks = 0;
      const CUresult result =
          result_of(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, func, size, shared, flags));
      if (result != CUDA_SUCCESS) return result;
      if (size * blocks <= best_threads) continue;
      best_threads = size * blocks;
      best_blocks = blocks;
      best_size = size;
      if (best_threads == static_cast<int>(model.limits.max_threads_per_sm)) break;
    }
    *blockSize = best_size;
    *minGridSize = best_blocks * static_cast<int>(model.sm_count);
    return CUDA_SUCCESS;
  });
}
CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
                                          int blockSizeLimit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                                                   dynamicSMemSize, blockSizeLimit, 0);
}

CUresult cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func, const CUlaunchConfig* config) {
  return driver_call([&] {
    const cudaLaunchConfig_t ours = config != nullptr ? configuration_of(*config) : cudaLaunchConfig_t{};
    return cudaOccupancyMaxPotentialClusterSize(clusterSize, func, config != nullptr ? &ours : nullptr);
  });
}
CUresult cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func, const CUlaunchConfig* config) {
  return driver_call([&] {
    const cudaLaunchConfig_t ours = config != nullptr ? configuration_of(*config) : cudaLaunchConfig_t{};
    return cudaOccupancyMaxActiveClusters(numClusters, func, config != nullptr ? &ours : nullptr);
  });
}
