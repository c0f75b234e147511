#include "cuda/launch.hpp"

#include <unistd.h>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/refusals.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

/// Launches that stand still ask the program's host, for as long as this lives.
class WaitsForHost {
 public:
  WaitsForHost(runtime::LaunchSettings& settings, ParkedLaunch& parked) : settings_(settings) {
    settings_.await_change = [&parked] { return parked.await_change(); };
    settings_.rejoin = [&parked] { parked.rejoin(); };
  }
  ~WaitsForHost() {
    settings_.await_change = {};
    settings_.rejoin = {};
  }
  WaitsForHost(const WaitsForHost&) = delete;
  WaitsForHost& operator=(const WaitsForHost&) = delete;

 private:
  runtime::LaunchSettings& settings_;
};

/// Executes a launch; one that waits for the host is left to go on by itself.
Status launch(Process& process, runtime::Kernel& kernel, const runtime::LaunchShape& shape,
              const void* const* arguments, std::uint64_t stream) {
  runtime::Device& device = process.device();
  const auto execute = [&device, &kernel, shape, arguments, stream] {
    return device.launch(kernel, shape, arguments, stream);
  };
  if (device.prepare(kernel) != Status::ok || !device.may_wait_for_host(kernel)) return execute();
  ParkedLaunch& parked = process.parked();
  return parked
      .run([&device, &parked, execute] {
        const WaitsForHost waits(device.launches(), parked);
        return execute();
      })
      .value_or(Status::ok);
}

}  // namespace

cudaError_t launch_kernel(const void* function, const runtime::LaunchShape& shape, const void* const* arguments,
                          cudaStream_t stream) noexcept {
  const auto captured = capture(
      stream, [&](Process& process, Work& work) { return kernel_work(process, function, shape, arguments, work); });
  if (captured) return *captured;
  bool interrupted = false;
  const cudaError_t error = operate([&](Process& process) {
    std::uint64_t stream_id = 0;
    runtime::Kernel* kernel = nullptr;
    Status status = process.find_stream(stream, stream_id);
    if (status == Status::ok) status = process.find_kernel(function, kernel);
    if (status == Status::ok) status = launch(process, *kernel, shape, arguments, stream_id);
    interrupted = status == Status::cancelled;
    return explained_launch(process, function, shape, status);
  });
  // The user has ended the program; it goes down by the signal as soon as the report is written.
  while (interrupted) pause();
  return error;
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

}  // namespace warpglass::cuda

using namespace warpglass::cuda;
using warpglass::runtime::LaunchShape;

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                             cudaStream_t stream) {
  return launch_kernel(func,
                       {.grid = extent_of(gridDim), .block = extent_of(blockDim), .dynamic_shared_bytes = sharedMem},
                       args, stream);
}
WARPGLASS_ALIAS(cudaLaunchKernel, cudaLaunchKernel_ptsz);

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                                        cudaStream_t stream) {
  return launch_kernel(func,
                       {.grid = extent_of(gridDim),
                        .block = extent_of(blockDim),
                        .dynamic_shared_bytes = sharedMem,
                        .cooperative = true},
                       args, stream);
}
WARPGLASS_ALIAS(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz);

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  if (config == nullptr) return answer(cudaErrorInvalidValue);
  LaunchShape shape;
  if (const Status status = shape_of(*config, shape); status != Status::ok) {
    return query([&](Process& process) { return error_of(explained_launch(process, func, shape, status)); });
  }
  return launch_kernel(func, shape, args, config->stream);
}
WARPGLASS_ALIAS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz);

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  const auto captured = capture(stream, [&](Process&, Work& work) {
    work = HostWork{.parameters = {.fn = fn, .userData = userData}};
    return fn == nullptr ? Status::invalid_value : Status::ok;
  });
  if (captured) return *captured;
  const cudaError_t error = operate([&](Process& process) {
    std::uint64_t id = 0;
    if (fn == nullptr) return Status::invalid_value;
    const Status status = process.find_stream(stream, id);
    // What the host does there comes after all that the stream was given before.
    if (status == Status::ok) process.device().tell({.what = warpglass::sim::StreamAction::poll, .stream = id});
    return status;
  });
  // Without the lock: the function may wait for another thread that makes calls.
  if (error == cudaSuccess) fn(userData);
  return error;
}
WARPGLASS_ALIAS(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz);
