#include "cuda/device_words.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

#include "base/round_up.hpp"
#include "cuda/device_attributes.hpp"
#include "cuda/session.hpp"

namespace warpglass::cuda {
namespace {

// An H200 with CUDA 13.0 (tests/hardware/h200/facts/device_heap.txt, limits.txt).
constexpr std::size_t kLeastHeap = std::size_t{4} << 20;
constexpr std::size_t kHeapGranule = std::size_t{64} << 10;
constexpr std::size_t kLeastPrintBuffer = std::size_t{512} << 10;
constexpr std::size_t kPrintBufferGranule = 256;
constexpr std::size_t kStackGranule = 16;
constexpr std::size_t kMostStack = std::size_t{511} << 10;  // 512 KiB were refused; nothing between was tried

std::optional<std::size_t> default_limit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize: return 1024;
    case cudaLimitPrintfFifoSize: return kPrintBufferBytes;
    case cudaLimitMallocHeapSize: return std::size_t{8} << 20;
    case cudaLimitDevRuntimeSyncDepth: return std::nullopt;
    case cudaLimitDevRuntimePendingLaunchCount: return 2048;
    case cudaLimitMaxL2FetchGranularity: return 64;
    case cudaLimitPersistingL2CacheSize: return 11796480;
  }
  return std::nullopt;
}

}  // namespace

cudaError_t limit_of(const std::map<int, std::size_t>& set, cudaLimit limit, std::size_t& value) {
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;  // gone since compute capability 9.0
  const std::optional<std::size_t> unset = default_limit(limit);
  if (!unset) return cudaErrorInvalidValue;
  const auto found = set.find(limit);
  value = found != set.end() ? found->second : *unset;
  return cudaSuccess;
}

cudaError_t set_limit(std::map<int, std::size_t>& set, runtime::Device& device, Session& session, cudaLimit limit,
                      std::size_t value) {
  std::size_t known = 0;
  if (const cudaError_t error = limit_of(set, limit, known); error != cudaSuccess) return error;
  if (limit == cudaLimitMallocHeapSize) {
    if (value > device.memory().capacity()) return cudaErrorMemoryAllocation;
    value = std::max(round_up(value, kHeapGranule), kLeastHeap);
    if (!device.set_heap_limit(value)) return cudaErrorInvalidValue;
  }
  if (limit == cudaLimitPrintfFifoSize) {
    if (session.has_printed()) return cudaErrorInvalidValue;
    value = std::max(round_up(value, kPrintBufferGranule), kLeastPrintBuffer);
    session.set_print_buffer(value);
  }
  if (limit == cudaLimitStackSize) {
    if (value > kMostStack) return cudaErrorInvalidValue;
    // What changes nothing is kept as it was asked for.
    const std::size_t rounded = round_up(value, kStackGranule);
    if (rounded != round_up(known, kStackGranule)) value = rounded;
  }
  set[limit] = value;
  return cudaSuccess;
}

int most_threads(const runtime::Device& device, const runtime::Kernel& kernel) {
  std::uint64_t most = device.model().limits.max_threads_per_block;
  if (kernel.program->max_threads.x != 0) most = std::min(most, kernel.program->max_threads.volume());
  if (kernel.program->required_threads.x != 0) most = std::min(most, kernel.program->required_threads.volume());
  return static_cast<int>(most);
}

cudaFuncAttributes attributes_of(const runtime::Device& device, const runtime::Kernel& kernel) {
  const sim::Program& program = *kernel.program;
  cudaFuncAttributes attributes{};
  attributes.sharedSizeBytes = program.static_shared_bytes;
  attributes.constSizeBytes = kernel.syntax_module->constant_bytes();
  attributes.localSizeBytes = program.functions.empty() ? 0 : program.functions.front().local_bytes;
  attributes.maxThreadsPerBlock = most_threads(device, kernel);
  attributes.numRegs = static_cast<int>(device.registers_per_thread(kernel));
  attributes.ptxVersion = static_cast<int>(kernel.syntax_module->target_sm);
  attributes.binaryVersion = static_cast<int>(device.model().capability.sm());
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(device.dynamic_shared_limit(kernel));
  attributes.clusterDimMustBeSet = program.required_cluster.x != 0 ? 1 : 0;
  const Dim3 cluster = program.required_cluster.x != 0 ? program.required_cluster : kernel.required_cluster;
  attributes.requiredClusterWidth = static_cast<int>(cluster.x);
  attributes.requiredClusterHeight = static_cast<int>(cluster.y);
  attributes.requiredClusterDepth = static_cast<int>(cluster.z);
  attributes.nonPortableClusterSizeAllowed = kernel.non_portable_clusters;
  attributes.preferredShmemCarveout = kernel.preferred_carveout.value_or(cudaSharedmemCarveoutDefault);
  return attributes;
}

std::string_view DeviceWords::error_text(std::int32_t error, bool name) const {
  const auto code = static_cast<cudaError_t>(error);
  return name ? cudaGetErrorName(code) : cudaGetErrorString(code);
}

sim::DeviceAnswer DeviceWords::attribute(std::int32_t attribute, std::int32_t& value) const {
  const std::optional<int> found =
      attribute_of(device_.model(), static_cast<cudaDeviceAttr>(attribute), static_cast<int>(device_.number()));
  value = found.value_or(0);
  return found ? sim::DeviceAnswer::ok : sim::DeviceAnswer::invalid_value;
}

sim::DeviceAnswer DeviceWords::limit(std::uint32_t limit, std::uint64_t& value) const {
  std::size_t found = 0;
  const cudaError_t error = limit_of(limits_, static_cast<cudaLimit>(limit), found);
  value = found;
  return static_cast<sim::DeviceAnswer>(error);
}

std::uint64_t DeviceWords::pending_launch_limit() const {
  std::size_t value = 0;
  (void)limit_of(limits_, cudaLimitDevRuntimePendingLaunchCount, value);
  return value;
}

void DeviceWords::function_attributes(const runtime::Kernel& kernel, std::vector<std::byte>& bytes) const {
  const cudaFuncAttributes attributes = attributes_of(device_, kernel);
  bytes.resize(sizeof attributes);
  std::memcpy(bytes.data(), &attributes, sizeof attributes);
}

}  // namespace warpglass::cuda
