#include "cuda/launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "analysis/names.hpp"
#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/defer.hpp"
#include "cuda/refusals.hpp"
#include "cuda/texture_references.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

std::string name_of(const Process& process, const void* function) {
  return analysis::demangled(process.name_of_kernel(function));
}

// CUDA Programming Guide, "Stream and event behavior".
bool is_of_current_device(Process& process, std::uint64_t stream) {
  const std::uint32_t own = process.device().number(), its = sim::device_of_stream(stream);
  if (own == its) return true;
  blame({.message = fmt::format("the stream is of device {}, and the current device is {}: a kernel is launched into a "
                                "stream of the current device; cudaSetDevice({}) first",
                                its, own, its)});
  return false;
}

/// What is wrong with a launch that comes later.
Status refused(Process& process, const void* function, const runtime::LaunchShape& shape, Status status,
               bool of_graph) {
  runtime::Kernel* kernel = nullptr;
  if (status == Status::ok) status = process.find_prepared_kernel(function, kernel);
  if (status != Status::ok) return status;
  if (kernel->program->launches_graphs && !of_graph) return Status::not_supported;
  const auto refusal = process.device().refusal_of(*kernel, shape);
  return refusal ? refusal->status : Status::ok;
}

/// Executes a launch; one that waits for others is left to go on by itself.
Status launch(Process& process, const void* function, runtime::Kernel& kernel, const runtime::LaunchShape& shape,
              const void* const* arguments, cudaStream_t handle, std::uint64_t stream,
              const std::shared_ptr<runtime::GraphRun>& run) {
  runtime::Device& device = process.device();
  if (Task* const task = Task::current(); task != nullptr)
    return device.launch(kernel, shape, arguments, stream, task, run);
  process.pending().wait_ahead_of(stream);
  if (device.sticky() != Status::ok) return device.sticky();
  if (device.prepare(kernel) != Status::ok || !device.may_wait(kernel))
    return device.launch(kernel, shape, arguments, stream, nullptr, run);
  const auto status = std::make_shared<Status>(Status::ok);
  // The arguments are read before it gives way.
  (void)process.pending().launch(handle, stream, name_of(process, function),
                                 [&device, &kernel, shape, arguments, stream, status, run] {
                                   *status = device.launch(kernel, shape, arguments, stream, Task::current(), run);
                                   return error_of(*status);
                                 });
  return *status;
}

}  // namespace

cudaError_t launch_kernel(const void* function, const runtime::LaunchShape& shape, const void* const* arguments,
                          cudaStream_t stream, std::optional<std::uint32_t> device,
                          const std::shared_ptr<runtime::GraphRun>& run) noexcept {
  std::optional<OnDevice> its;
  if (device) its.emplace(*device);
  const auto captured = capture(
      stream, [&](Process& process, Work& work) { return kernel_work(process, function, shape, arguments, work); });
  if (captured) return *captured;
  const auto deferred = defer(stream, [&](Process& process, Later& later) {
    const auto work = std::make_shared<Work>();
    std::uint64_t id = 0;
    Status status = process.find_stream(stream, id);
    if (status == Status::ok && !device && !is_of_current_device(process, id)) return error_of(Status::invalid_handle);
    if (status == Status::ok) status = kernel_work(process, function, shape, arguments, *work);
    later = {.name = name_of(process, function),
             .perform = [work, stream, run] { return perform(*work, stream, run); }};
    return error_of(
        explained_launch(process, function, shape, refused(process, function, shape, status, run != nullptr)));
  });
  if (deferred) return *deferred;
  bool interrupted = false;
  const cudaError_t error = operate([&](Process& process) -> cudaError_t {
    std::uint64_t stream_id = 0;
    runtime::Kernel* kernel = nullptr;
    Status status = process.find_stream(stream, stream_id);
    if (status == Status::ok && !device && !is_of_current_device(process, stream_id)) status = Status::invalid_handle;
    if (status == Status::ok) status = process.find_kernel(function, kernel);
    if (status == Status::ok) {
      if (const cudaError_t refused = refresh_references(process); refused != cudaSuccess) return refused;
    }
    if (status == Status::ok) status = launch(process, function, *kernel, shape, arguments, stream, stream_id, run);
    interrupted = status == Status::cancelled && Task::current() == nullptr;
    return error_of(explained_launch(process, function, shape, status));
  });
  // The user has ended the program; it goes down by the signal as soon as the report is written.
  while (interrupted) pause();
  return error;
}

cudaError_t launch_changeable(const void* function, const runtime::LaunchShape& shape, void** arguments,
                              cudaStream_t stream, cudaLaunchAttribute& attribute) noexcept {
  const auto captured = capture(stream, [&](Process& process, Work& work) {
    const Status status = kernel_work(process, function, shape, arguments, work);
    if (status == Status::ok)
      attribute.val.deviceUpdatableKernelNode.devNode = make_changeable(process, std::get<KernelWork>(work));
    return status;
  });
  if (captured) return *captured;
  return query([](Process&) {
    blame({.message = "a kernel that others change is a node of a graph: the stream is not captured"});
    return cudaErrorNotSupported;
  });
}

cudaError_t call_in_stream(cudaStream_t stream, const std::function<void()>& function) noexcept {
  const auto perform = [stream, function]() -> cudaError_t {
    const cudaError_t error = operate([&](Process& process) {
      std::uint64_t id = 0;
      const Status status = process.find_stream(stream, id);
      if (status != Status::ok) return status;
      process.pending().wait_ahead_of(id);
      if (process.device().sticky() != Status::ok) return process.device().sticky();
      process.device().tell({.what = warpglass::sim::StreamAction::host_function, .stream = id});
      return Status::ok;
    });
    if (error != cudaSuccess) return error;
    // Without the lock: the function may wait for another thread that makes calls.
    if (Task* const task = Task::current(); task != nullptr) {
      task->step_outside(function);
    } else {
      const OwnStreamCall none(nullptr);  // what it calls has names of its own
      function();
    }
    return cudaSuccess;
  };
  const auto deferred = defer(stream, [&](Process&, Later& later) {
    later = {.name = "a host function", .perform = perform};
    return cudaSuccess;
  });
  return deferred ? *deferred : perform();
}

Status shape_of(const cudaLaunchConfig_t& config, runtime::LaunchShape& shape) {
  shape = {.grid = extent_of(config.gridDim),
           .block = extent_of(config.blockDim),
           .dynamic_shared_bytes = config.dynamicSmemBytes};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) shape.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& cluster = attribute.val.clusterDim;
      shape.cluster = {cluster.x, cluster.y, cluster.z};
      if (shape.cluster.volume() == 0) return Status::invalid_cluster;
    }
  }
  return Status::ok;
}

cudaLaunchAttribute* changeable_attribute_of(const cudaLaunchConfig_t& config) {
  const auto is_meant = [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeDeviceUpdatableKernelNode &&
           attribute.val.deviceUpdatableKernelNode.deviceUpdatable != 0;
  };
  cudaLaunchAttribute* const end = config.attrs + config.numAttrs;
  cudaLaunchAttribute* const found = std::find_if(config.attrs, end, is_meant);
  return found != end ? found : nullptr;
}

}  // namespace warpglass::cuda

using namespace warpglass::cuda;
using warpglass::runtime::LaunchShape;

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                             cudaStream_t stream) {
  return launch_kernel(func,
                       {.grid = extent_of(gridDim), .block = extent_of(blockDim), .dynamic_shared_bytes = sharedMem},
                       args, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaLaunchKernel, cudaLaunchKernel_ptsz)

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                                        cudaStream_t stream) {
  return launch_kernel(func,
                       {.grid = extent_of(gridDim),
                        .block = extent_of(blockDim),
                        .dynamic_shared_bytes = sharedMem,
                        .cooperative = true},
                       args, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz)

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  if (config == nullptr) return answer(cudaErrorInvalidValue);
  LaunchShape shape;
  if (const Status status = shape_of(*config, shape); status != Status::ok) {
    return query([&](Process& process) { return error_of(explained_launch(process, func, shape, status)); });
  }
  if (cudaLaunchAttribute* const attribute = changeable_attribute_of(*config))
    return launch_changeable(func, shape, args, config->stream, *attribute);
  return launch_kernel(func, shape, args, config->stream);
}
WARPGLASS_IN_OWN_STREAM(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz)

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  const auto captured = capture(stream, [&](Process&, Work& work) {
    work = HostWork{.parameters = {.fn = fn, .userData = userData}};
    return fn == nullptr ? Status::invalid_value : Status::ok;
  });
  if (captured) return *captured;
  if (fn == nullptr) return answer(cudaErrorInvalidValue);
  return call_in_stream(stream, [fn, userData] { fn(userData); });
}
WARPGLASS_IN_OWN_STREAM(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz)
