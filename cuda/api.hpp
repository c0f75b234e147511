// The CUDA runtime's declarations, exported: everything else in this library stays hidden.
#pragma once

#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>

// What compilers call behind the user's back.
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host_function, char* device_function, const char* device_name,
                            int thread_limit, uint3* thread_index, uint3* block_index, dim3* block, dim3* grid,
                            int* warp_size);
void __cudaRegisterVar(void** handle, char* host_variable, char* device_address, const char* device_name, int external,
                       size_t bytes, int constant, int global);
void __cudaRegisterManagedVar(void** handle, void** host_pointer, char* device_address, const char* device_name,
                              int external, size_t bytes, int constant, int global);
void __cudaRegisterHostVar(void** handle, const char* device_name, char* host_variable, size_t bytes);
void __cudaRegisterTexture(void** handle, const void* host_texture, const void** device_address,
                           const char* device_name, int dimensions, int normalized, int external);
void __cudaRegisterSurface(void** handle, const void* host_surface, const void** device_address,
                           const char* device_name, int dimensions, int external);
char __cudaInitModule(void** handle);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream);
}
#pragma GCC visibility pop
