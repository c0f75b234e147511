// What compilers generate: every translation unit hands over its device code, its kernels and its variables before
// main(), and takes them back at the end. A launch with <<< >>> pushes its configuration, calls the kernel's stub, and
// the stub pops it again.
#include <cstddef>
#include <type_traits>

#include "cuda/call.hpp"
#include "cuda/launch.hpp"

using namespace warpglass::cuda;

namespace {

// For calls that have no way to answer with an error.
template <class Work>
void do_quietly(Work&& work) noexcept {
  static_cast<void>(prepare([&](Process& process) {
    work(process);
    return cudaSuccess;
  }));
}

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

// Arguments of a kernel may be launches themselves, so there is a stack of them. It needs no destructor: those of a
// thread's objects run before the exit handlers, which may launch.
struct ConfigurationStack {
  static constexpr std::size_t kDepth = 64;
  Configuration entries[kDepth];
  std::size_t count = 0;
};
thread_local ConfigurationStack configurations;
static_assert(std::is_trivially_destructible_v<ConfigurationStack>);

}  // namespace

void** __cudaRegisterFatBinary(void* wrapper) {
  void** handle = nullptr;
  do_quietly([&](Process& process) { handle = process.add_binary(wrapper); });
  return handle;
}

void __cudaRegisterFatBinaryEnd(void** handle) {
  do_quietly([&](Process& process) { process.finish_binary(handle); });
}

void __cudaUnregisterFatBinary(void** handle) {
  do_quietly([&](Process& process) { process.remove_binary(handle); });
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
  do_quietly([&](Process& process) { process.add_function(handle, host_function, device_name); });
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int, size_t bytes,
                       int constant, int) {
  do_quietly([&](Process& process) { process.add_variable(handle, host_variable, device_name, bytes, constant != 0); });
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* device_name, int, size_t, int,
                              int) {
  do_quietly([&](Process& process) { process.add_managed_variable(handle, host_pointer, device_name); });
}

void __cudaRegisterHostVar(void**, const char*, char*, size_t) {
  static_cast<void>(not_supported("__cudaRegisterHostVar"));
}

void __cudaRegisterTexture(void** handle, const void* host_texture, const void**, const char* device_name, int,
                           int read_mode, int) {
  do_quietly([&](Process& process) {
    process.add_texture(handle, host_texture, device_name, read_mode == cudaReadModeNormalizedFloat);
  });
}

void __cudaRegisterSurface(void** handle, const void* host_surface, const void**, const char* device_name, int, int) {
  do_quietly([&](Process& process) { process.add_surface(handle, host_surface, device_name); });
}

char __cudaInitModule(void** handle) {
  return prepare([&](Process& process) { return error_of(process.load_binary(handle)); }) == cudaSuccess;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
  if (configurations.count == ConfigurationStack::kDepth) return 1;
  configurations.entries[configurations.count++] = {grid, block, shared_bytes, stream};
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  if (configurations.count == 0) return answer(cudaErrorMissingConfiguration);
  const Configuration& configuration = configurations.entries[--configurations.count];
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = configuration.stream;
  return cudaSuccess;
}

// The host function itself serves as the handle: which kernel it is, is looked up when it is launched.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
  if (kernel == nullptr) return answer(cudaErrorInvalidValue);
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(host_function));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream) {
  return launch_kernel(kernel,
                       {.grid = extent_of(grid), .block = extent_of(block), .dynamic_shared_bytes = shared_bytes},
                       arguments, stream);
}
WARPGLASS_IN_OWN_STREAM(__cudaLaunchKernel, __cudaLaunchKernel_ptsz)
