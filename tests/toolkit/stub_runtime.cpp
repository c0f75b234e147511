// A CUDA runtime that runs nothing and tells what it was asked: stands in for libcudart where a test is about what the
// compiler and the headers make of a program. Every allocation is host memory; a launch is printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "cuda_runtime_api.h"

namespace {

struct Wrapper {  // what the compiler registers
  std::uint32_t magic, version;
  const unsigned char* image;
};

std::map<const void*, std::string>& kernels() {
  static std::map<const void*, std::string> names;
  return names;
}

struct Configuration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
} configuration;

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(const void* wrapper) {
  const auto* header = static_cast<const Wrapper*>(wrapper);
  std::uint32_t magic = 0, architecture = 0;
  std::memcpy(&magic, header->image, 4);
  std::memcpy(&architecture, header->image + 16 + 28, 4);
  std::printf("register fat binary wrapper %x image %x architecture %u\n", header->magic, magic, architecture);
  return const_cast<void**>(reinterpret_cast<void* const*>(wrapper));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
  kernels()[host] = name;
}
void __cudaRegisterVar(void**, char*, char*, const char* name, int, std::size_t bytes, int constant, int) {
  std::printf("register variable %s bytes %zu constant %d\n", name, bytes, constant);
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, void* stream) {
  configuration = {grid, block, shared_bytes, static_cast<cudaStream_t>(stream)};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream) {
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  std::memcpy(stream, &configuration.stream, sizeof configuration.stream);
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void**, std::size_t shared_bytes,
                             cudaStream_t) {
  std::printf("launch %s grid %u,%u,%u block %u,%u,%u shared %zu\n", kernels()[kernel].c_str(), grid.x, grid.y, grid.z,
              block.x, block.y, block.z, shared_bytes);
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  *address = std::calloc(1, bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void* address) {
  std::free(address);
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void*, const void*, std::size_t bytes, std::size_t, cudaMemcpyKind) {
  std::printf("copy to symbol %zu\n", bytes);
  return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation location, unsigned, cudaStream_t) {
  std::printf("prefetch to type %d id %d\n", location.type, location.id);
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
}
