// libcudart.so.12 and libcudart.so.11.0: launches in three steps, as <<< >>> was compiled before CUDA 9.2: shape,
// arguments by their offsets, kernel. CUDA 8 Runtime API, "Execution Control [DEPRECATED]".
#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

#define WARPGLASS_CUDA_API_LEGACY_H  // which has the same for programs that are compiled now
#include "cuda/call.hpp"
#include "cuda/launch.hpp"

using namespace warpglass::cuda;
using warpglass::runtime::LaunchShape;
using warpglass::runtime::Status;

namespace {

struct ConfiguredCall {
  static constexpr std::size_t kMost = 4096;  // bytes of arguments

  LaunchShape shape;
  cudaStream_t stream = nullptr;
  std::byte arguments[kMost];  // what is not set is zero
};

// Calls to come, the latest last: arguments of a kernel may be launches themselves.
struct ConfiguredCalls {
  static constexpr std::size_t kDepth = 16;
  ConfiguredCall* calls = nullptr;
  std::size_t count = 0;

  ConfiguredCall* latest() { return count == 0 ? nullptr : &calls[count - 1]; }
};
thread_local ConfiguredCalls configured;
static_assert(std::is_trivially_destructible_v<ConfiguredCalls>);  // destructors of a thread's objects may launch

}  // namespace

#define WARPGLASS_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t

WARPGLASS_EXPORT cudaConfigureCall(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream) {
  if (configured.calls == nullptr) configured.calls = new (std::nothrow) ConfiguredCall[ConfiguredCalls::kDepth];
  if (configured.calls == nullptr || configured.count == ConfiguredCalls::kDepth)
    return answer(cudaErrorInvalidConfiguration);
  ConfiguredCall& call = configured.calls[configured.count++];
  call.shape = {.grid = extent_of(grid), .block = extent_of(block), .dynamic_shared_bytes = shared_bytes};
  call.stream = stream;
  std::ranges::fill(call.arguments, std::byte{0});
  return cudaSuccess;
}

WARPGLASS_EXPORT cudaSetupArgument(const void* value, std::size_t bytes, std::size_t offset) {
  ConfiguredCall* const call = configured.latest();
  if (call == nullptr) return answer(cudaErrorMissingConfiguration);
  if (value == nullptr || bytes > ConfiguredCall::kMost || offset > ConfiguredCall::kMost - bytes)
    return answer(cudaErrorInvalidValue);
  std::memcpy(call->arguments + offset, value, bytes);
  return cudaSuccess;
}

WARPGLASS_EXPORT cudaLaunch(const void* function) {
  ConfiguredCall* const call = configured.latest();
  if (call == nullptr) return answer(cudaErrorMissingConfiguration);
  --configured.count;
  std::vector<void*> arguments;
  const cudaError_t error = operate([&](Process& process) {
    warpglass::runtime::Kernel* kernel = nullptr;
    if (const Status status = process.find_prepared_kernel(function, kernel); status != Status::ok) return status;
    const warpglass::sim::Program& program = *kernel->program;
    for (std::size_t i = 0; i < program.param_sizes.size(); ++i) {
      if (program.param_offsets[i] + program.param_sizes[i] > ConfiguredCall::kMost) return Status::invalid_value;
      arguments.push_back(call->arguments + program.param_offsets[i]);
    }
    return Status::ok;
  });
  return error != cudaSuccess ? error : launch_kernel(function, call->shape, arguments.data(), call->stream);
}
