// Device code loaded at run time, handles of kernels, and what a kernel is: attributes and occupancy.
#include <algorithm>
#include <utility>
#include <vector>

#include "arch/occupancy_curve.hpp"
#include "arch/processing_clusters.hpp"
#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_words.hpp"
#include "cuda/launch.hpp"
#include "cuda/libraries.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Kernel;
using runtime::Status;

namespace {

// Calls `work(process, kernel)` with the kernel ready for its attributes to be read.
template <class Work>
cudaError_t with_kernel(const void* function, Work&& work) {
  return operate([&](Process& process) -> Status {
    Kernel* kernel = nullptr;
    const Status status = process.find_prepared_kernel(function, kernel);
    return status != Status::ok ? status : work(process, *kernel);
  });
}

/// One extent of the cluster that launches of the kernel have; not for kernels that were compiled for one. Launches
/// want all three.
Status set_cluster(Kernel& kernel, std::uint32_t& extent, int value) {
  if (value < 0 || kernel.program->required_cluster.x != 0) return Status::invalid_value;
  extent = static_cast<std::uint32_t>(value);
  return Status::ok;
}

Status set_attribute(Process& process, Kernel& kernel, cudaFuncAttribute attribute, int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0) return Status::invalid_value;
      return process.device().set_dynamic_shared_limit(kernel, static_cast<std::uint32_t>(value));
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < -1 || value > 100) return Status::invalid_value;
      kernel.preferred_carveout = value;
      return Status::ok;
    case cudaFuncAttributeClusterDimMustBeSet: break;  // of the code, not to be set
    case cudaFuncAttributeRequiredClusterWidth: return set_cluster(kernel, kernel.required_cluster.x, value);
    case cudaFuncAttributeRequiredClusterHeight: return set_cluster(kernel, kernel.required_cluster.y, value);
    case cudaFuncAttributeRequiredClusterDepth: return set_cluster(kernel, kernel.required_cluster.z, value);
    case cudaFuncAttributeNonPortableClusterSizeAllowed: kernel.non_portable_clusters = value; return Status::ok;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:  // where blocks go, not what they do
      return value < 0 || value > cudaClusterSchedulingPolicyLoadBalancing ? Status::invalid_value : Status::ok;
  }
  return Status::invalid_value;
}

}  // namespace

// ---- Kernels ----

cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) {
  return query([&](Process& process) {
    Kernel* kernel = nullptr;
    if (kernelPtr == nullptr) return cudaErrorInvalidValue;
    const Status status = process.find_kernel(entryFuncAddr, kernel);
    if (status == Status::ok) *kernelPtr = static_cast<cudaKernel_t>(const_cast<void*>(entryFuncAddr));
    return error_of(status);
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
  return query([&](Process& process) {
    Kernel* kernel = nullptr;
    if (functionPtr == nullptr) return cudaErrorInvalidValue;
    const Status status = process.find_kernel(symbolPtr, kernel);
    if (status == Status::ok) *functionPtr = static_cast<cudaFunction_t>(const_cast<void*>(symbolPtr));
    return error_of(status);
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  return operate([&](Process& process) {
    Kernel* kernel = nullptr;
    if (name == nullptr) return Status::invalid_value;
    const Status status = process.find_kernel(func, kernel);
    if (status == Status::ok) *name = kernel->name.c_str();
    return status;
  });
}

cudaError_t cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) {
  return with_kernel(func, [&](Process&, Kernel& kernel) {
    if (paramOffset == nullptr || paramIndex >= kernel.program->param_offsets.size()) return Status::invalid_value;
    *paramOffset = kernel.program->param_offsets[paramIndex];
    if (paramSize != nullptr) *paramSize = kernel.program->param_sizes[paramIndex];
    return Status::ok;
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return with_kernel(func, [&](Process& process, Kernel& kernel) {
    if (attr == nullptr) return Status::invalid_value;
    *attr = attributes_of(process.device(), kernel);
    return Status::ok;
  });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  return with_kernel(func,
                     [&](Process& process, Kernel& kernel) { return set_attribute(process, kernel, attr, value); });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value, int device) {
  if (!are_devices(device, device)) return answer(cudaErrorInvalidDevice);
  const OnDevice it(static_cast<std::uint32_t>(device));
  return cudaFuncSetAttribute(kernel, attr, value);
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
  return operate([&](Process& process) {
    if (cacheConfig > cudaFuncCachePreferEqual) return Status::invalid_value;
    Kernel* kernel = nullptr;
    const Status status = process.find_kernel(func, kernel);
    if (status == Status::ok) kernel->cache_config = static_cast<arch::CacheConfig>(cacheConfig);
    return status;
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) {
  return operate([&](Process& process) {
    if (config > cudaSharedMemBankSizeEightByte) return Status::invalid_value;
    Kernel* kernel = nullptr;
    const Status status = process.find_kernel(func, kernel);
    if (status != Status::ok) return status;
    kernel->bank_bytes.reset();
    if (config != cudaSharedMemBankSizeDefault) kernel->bank_bytes = config == cudaSharedMemBankSizeEightByte ? 8 : 4;
    return status;
  });
}

// ---- Occupancy ----

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize,
                                                                   size_t dynamicSMemSize, unsigned int flags) {
  return with_kernel(func, [&](Process& process, Kernel& kernel) {
    if (numBlocks == nullptr || blockSize <= 0 || (flags & ~unsigned{cudaOccupancyDisableCachingOverride}) != 0)
      return Status::invalid_value;
    *numBlocks = blockSize > most_threads(process.device(), kernel)
                     ? 0
                     : static_cast<int>(process.device().blocks_per_sm(kernel, static_cast<std::uint64_t>(blockSize),
                                                                       dynamicSMemSize));
    return Status::ok;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize,
                                                          size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize,
                                                                cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks,
                                                      int blockSize) {
  return with_kernel(func, [&](Process& process, Kernel& kernel) {
    if (dynamicSmemSize == nullptr || numBlocks <= 0 || blockSize <= 0) return Status::invalid_value;
    const runtime::Device& device = process.device();
    const arch::Limits& limits = device.model().limits;
    const auto blocks = static_cast<std::uint32_t>(numBlocks);
    const auto threads = static_cast<std::uint32_t>(blockSize);
    if (device.blocks_per_sm(kernel, threads, 0) < blocks) return Status::invalid_value;
    // Registers and the like were asked about above.
    const arch::BlockNeeds needs{.threads = threads,
                                 .static_shared_bytes = kernel.program->static_shared_bytes,
                                 .max_dynamic_shared_bytes = device.dynamic_shared_limit(kernel),
                                 .shared_carve_out_bytes = device.preferred_carve_out(kernel)};
    *dynamicSmemSize = arch::most_dynamic_shared(limits, needs, blocks).value_or(0);
    return Status::ok;
  });
}

namespace {

/// Answers about the launch that a configuration describes: its blocks per multiprocessor, and its clusters' blocks.
template <class Answer>
cudaError_t about_clusters(const void* func, const cudaLaunchConfig_t* config, Answer&& answer) {
  return with_kernel(func, [&](Process& process, Kernel& kernel) {
    if (config == nullptr) return Status::invalid_value;
    const runtime::Device& device = process.device();
    if (device.model().limits.max_cluster_size == 0) return Status::not_supported;
    const std::uint64_t threads = extent_of(config->blockDim).volume();
    const std::uint32_t blocks = device.blocks_per_sm(kernel, threads, config->dynamicSmemBytes);
    runtime::LaunchShape shape;
    if (const Status status = shape_of(*config, shape); status != Status::ok) return status;
    const auto size = static_cast<std::uint32_t>(runtime::Device::cluster_of(kernel, shape).volume());
    return answer(device, kernel, blocks, size);
  });
}

}  // namespace

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func, const cudaLaunchConfig_t* config) {
  return about_clusters(func, config,
                        [&](const runtime::Device& device, const Kernel& kernel, std::uint32_t blocks, std::uint32_t) {
                          if (clusterSize == nullptr) return Status::invalid_value;
                          std::uint32_t size = device.max_cluster_size(kernel);
                          while (size > 1 && arch::max_active_clusters(device.model().sm_count, blocks, size) == 0)
                            --size;
                          *clusterSize = static_cast<int>(blocks == 0 ? 0 : size);
                          return Status::ok;
                        });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* config) {
  return about_clusters(
      func, config, [&](const runtime::Device& device, const Kernel& kernel, std::uint32_t blocks, std::uint32_t size) {
        if (numClusters == nullptr) return Status::invalid_value;
        const bool too_large = kernel.non_portable_clusters == 0 && size > device.max_cluster_size(kernel);
        if (size == 0 || too_large) return Status::invalid_cluster;
        *numClusters = static_cast<int>(arch::max_active_clusters(device.model().sm_count, blocks, size));
        return Status::ok;
      });
}

// ---- Libraries ----

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned int,
                                cudaLibraryOption*, void**, unsigned int) {
  return operate([&](Process& process) {
    if (library == nullptr || code == nullptr) return Status::invalid_value;
    return load_library(process, images_at(code), "library loaded from memory", library);
  });
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName, cudaJitOption*, void**, unsigned int,
                                    cudaLibraryOption*, void**, unsigned int) {
  return operate([&](Process& process) -> cudaError_t {
    if (library == nullptr || fileName == nullptr) return cudaErrorInvalidValue;
    std::vector<std::vector<std::byte>> images;
    if (!read_images(fileName, images)) return cudaErrorFileNotFound;
    return error_of(load_library(process, std::move(images), fileName, library));
  });
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return operate(
      [&](Process& process) { return unload_library(process, library) ? Status::ok : Status::invalid_handle; });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) {
  return operate([&](Process& process) -> cudaError_t {
    const Library* known = find_library(library);
    if (known == nullptr) return cudaErrorInvalidResourceHandle;
    if (pKernel == nullptr || name == nullptr) return cudaErrorInvalidValue;
    Kernel* kernel = nullptr;
    const Status status = process.device().modules().find_kernel(known->module, name, kernel);
    if (status == Status::invalid_kernel) return cudaErrorSymbolNotFound;
    if (status == Status::ok) *pKernel = process.handle_of(*kernel);
    return error_of(status);
  });
}

cudaError_t cudaLibraryGetGlobal(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name) {
  return operate([&](Process& process) -> cudaError_t {
    const Library* known = find_library(library);
    if (known == nullptr) return cudaErrorInvalidResourceHandle;
    if (name == nullptr || (dptr == nullptr && bytes == nullptr)) return cudaErrorInvalidValue;
    const runtime::DeviceVariable* variable = nullptr;
    const Status status = process.device().modules().find_variable(known->module, name, variable);
    if (status == Status::invalid_symbol) return cudaErrorSymbolNotFound;
    if (status != Status::ok) return error_of(status);
    if (dptr != nullptr) *dptr = sim::Memory::host(variable->address);
    if (bytes != nullptr) *bytes = variable->bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryGetManaged(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name) {
  return cudaLibraryGetGlobal(dptr, bytes, library, name);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib) {
  return operate([&](Process& process) {
    const Library* known = find_library(lib);
    if (known == nullptr) return Status::invalid_handle;
    if (count == nullptr) return Status::invalid_value;
    *count = static_cast<unsigned>(process.device().modules().kernels(known->module).size());
    return Status::ok;
  });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels, cudaLibrary_t lib) {
  return operate([&](Process& process) {
    const Library* known = find_library(lib);
    if (known == nullptr) return Status::invalid_handle;
    if (kernels == nullptr) return Status::invalid_value;
    unsigned count = 0;
    for (Kernel* kernel : process.device().modules().kernels(known->module)) {
      if (count == numKernels) break;
      kernels[count++] = process.handle_of(*kernel);
    }
    return Status::ok;
  });
}
