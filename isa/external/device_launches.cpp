// Launches from device code. nvcc writes such a launch as two calls of the device's runtime: the first is given memory
// for the parameters, the kernel's code stores them there, the second launches. The calls have the names of CUDA's
// dynamic parallelism as it is since CUDA 12 (__cudaCDP2...) and as it was before (cuda...). Our own headers say how
// the next kernel that the thread calls is launched, and then call it.
#include "isa/external/device_api.hpp"

namespace warpglass::isa {
namespace {

using Shape = DeviceRuntime::Shape;

constexpr std::uint64_t kMostAlignment = 64;  // of memory for parameters

constexpr DeviceCall kCalls[] = {
    {"GetParameterBuffer", native<[](const ExternalCall& call, int lane, std::uint64_t alignment, std::uint64_t bytes) {
       return kMostAlignment < alignment ? 0 : api(call).parameter_buffer(caller(call, lane), bytes);
     }>("")},
    {"GetParameterBufferV2", native<[](const ExternalCall& call, int lane, std::uint64_t function, Dim3 grid,
                                       Dim3 block, std::uint32_t shared_bytes) {
       const Shape shape{.grid = grid, .block = block, .dynamic_shared_bytes = shared_bytes};
       return api(call).parameter_buffer(caller(call, lane), function, shape);
     }>("")},
    {"LaunchDevice",
     native<[](const ExternalCall& call, int lane, std::uint64_t function, std::uint64_t buffer, Dim3 grid, Dim3 block,
               std::uint32_t shared_bytes, std::uint64_t stream) {
       const Shape shape{.grid = grid, .block = block, .dynamic_shared_bytes = shared_bytes};
       return number(api(call).launch(caller(call, lane), function, buffer, shape, stream));
     }>(""),
     kByStream, DeviceCall::Launches::kernels},
    {"LaunchDeviceV2", native<[](const ExternalCall& call, int lane, std::uint64_t buffer, std::uint64_t stream) {
       return number(api(call).launch(caller(call, lane), buffer, stream));
     }>(""),
     kByStream, DeviceCall::Launches::kernels},
    {"DeviceSynchronize",
     native<[](const ExternalCall& call, int lane) { return number(api(call).synchronise(caller(call, lane))); }>("")},
    {"GetLastError",
     native<[](const ExternalCall& call, int lane) { return number(api(call).take_last_error(caller(call, lane))); }>(
         "")},
    {"PeekAtLastError",
     native<[](const ExternalCall& call, int lane) { return number(api(call).last_error(caller(call, lane))); }>("")},
    {"GetErrorString",
     native<[](const ExternalCall& call, int, std::int32_t error) { return api(call).error_text(error, false); }>("")},
    {"GetErrorName",
     native<[](const ExternalCall& call, int, std::int32_t error) { return api(call).error_text(error, true); }>("")},
};

constexpr ProvidedFunction kConfigure =
    native<[](const ExternalCall& call, int lane, std::uint32_t grid_x, std::uint32_t grid_y, std::uint32_t grid_z,
              std::uint32_t block_x, std::uint32_t block_y, std::uint32_t block_z, std::uint64_t shared_bytes,
              std::uint64_t stream) {
      const Shape shape{
          .grid = {grid_x, grid_y, grid_z}, .block = {block_x, block_y, block_z}, .dynamic_shared_bytes = shared_bytes};
      api(call).configure(caller(call, lane), shape, stream);
      return std::int32_t{0};
    }>("__warpglass_configure");

// As headers of CUDA 11.6 to 12 call it.
constexpr ProvidedFunction kSynchronize =
    native<[](const ExternalCall& call, int lane) { return number(api(call).synchronise(caller(call, lane))); }>(
        "__cudaDeviceSynchronizeDeprecationAvoidance");

constexpr ProvidedFunction kOthers[] = {kConfigure, kSynchronize};

}  // namespace

std::span<const ProvidedFunction> device_launch_functions() {
  static const DeviceCallTable table(kCalls, kOthers);
  return table.functions();
}

}  // namespace warpglass::isa
