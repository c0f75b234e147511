// Both APIs in one program: one device, whose primary context is the runtime's.
#include <cuda_runtime.h>

#include "driver_expect.hpp"

#include <atomic>
#include <thread>
#include <vector>

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }
__device__ int counter = 1;

void one_device() {
  CUcontext current = nullptr, primary = nullptr;
  int* values = nullptr;
  int host[32] = {};
  unsigned flags = 0;
  int active = 7;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuCtxGetCurrent(&current));
  EXPECT(current == nullptr);
  EXPECT_DONE(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 0);
  EXPECT(cudaMalloc(&values, 128) == cudaSuccess);
  EXPECT_DONE(cuCtxGetCurrent(&current));
  EXPECT(current != nullptr);
  EXPECT_DONE(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 1);
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT(primary == current);
  fill<<<1, 32>>>(values, 7);
  EXPECT_DONE(cuMemcpyDtoH(host, reinterpret_cast<CUdeviceptr>(values), 128));
  EXPECT(host[31] == 7);
  // What the runtime uses stays when the driver's user lets go.
  EXPECT_DONE(cuDevicePrimaryCtxRelease(0));
  EXPECT(cudaMemcpy(host, values, 128, cudaMemcpyDeviceToHost) == cudaSuccess);
  CUdeviceptr memory = 0;
  EXPECT_DONE(cuMemAlloc(&memory, 128));
  fill<<<1, 32>>>(reinterpret_cast<int*>(memory), 9);
  EXPECT(cudaMemcpy(host, reinterpret_cast<void*>(memory), 128, cudaMemcpyDefault) == cudaSuccess);
  EXPECT(host[0] == 9);
  EXPECT(cudaFree(reinterpret_cast<void*>(memory)) == cudaSuccess);
  EXPECT_DONE(cuMemFree(reinterpret_cast<CUdeviceptr>(values)));
}

void one_error() {
  // The driver's errors are not the runtime's last error.
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT_ANSWER(cuMemAlloc(nullptr, 16), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuMemcpyHtoD(0, nullptr, 16), CUDA_ERROR_INVALID_VALUE);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaMalloc(static_cast<void**>(nullptr), 16) == cudaErrorInvalidValue);
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
}

void kernels_and_streams() {
  cudaFunction_t function = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  CUcontext context = nullptr, current = nullptr;
  void* values = nullptr;
  int value = 5, host[32] = {};
  EXPECT(cudaMalloc(&values, 128) == cudaSuccess);
  EXPECT(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(fill)) == cudaSuccess);
  EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
  void* arguments[] = {&values, &value};
  EXPECT_DONE(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr));
  EXPECT_DONE(cuStreamSynchronize(stream));
  EXPECT(cudaMemcpy(host, values, 128, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(host[31] == 5);
  EXPECT_DONE(cuEventCreate(&event, CU_EVENT_DEFAULT));
  EXPECT(cudaEventRecord(event, stream) == cudaSuccess);
  EXPECT_DONE(cuEventQuery(event));
  EXPECT_DONE(cuStreamGetCtx(stream, &context));
  EXPECT_DONE(cuCtxGetCurrent(&current));
  EXPECT(context == current);
  EXPECT(cudaEventDestroy(event) == cudaSuccess);
  EXPECT_DONE(cuStreamDestroy(stream));
  EXPECT(cudaFree(values) == cudaSuccess);
}

void contexts_own() {
  CUcontext first = nullptr, second = nullptr;
  CUdeviceptr memory = 0, other = 0;
  CUmodule module = nullptr;
  CUstream stream = nullptr;
  EXPECT_DONE(cuCtxCreate(&first, nullptr, 0, 0));
  EXPECT_DONE(cuMemAlloc(&memory, 64));
  EXPECT_DONE(cuModuleLoadData(&module, kText));
  EXPECT_DONE(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  EXPECT_DONE(cuCtxCreate(&second, nullptr, 0, 0));
  EXPECT_DONE(cuMemAlloc(&other, 64));
  EXPECT_DONE(cuMemcpyDtoD(other, memory, 64));
  EXPECT_DONE(cuCtxDestroy(first));
  EXPECT_ANSWER(cuMemcpyDtoD(other, memory, 64), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_ANSWER(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_ANSWER(cuCtxSetCurrent(first), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_DONE(cuMemsetD8(other, 1, 64));
  EXPECT_DONE(cuCtxDestroy(second));
}

void threads() {
  CUresult answer = CUDA_SUCCESS;
  CUcontext context = nullptr;
  EXPECT_DONE(cuCtxCreate(&context, nullptr, 0, 0));
  std::thread([&] { answer = cuCtxSynchronize(); }).join();
  EXPECT(answer == CUDA_ERROR_INVALID_CONTEXT);
  std::thread([&] {
    cuCtxSetCurrent(context);
    answer = cuCtxSynchronize();
  }).join();
  EXPECT(answer == CUDA_SUCCESS);
  EXPECT_DONE(cuCtxDestroy(context));
}

void many_threads() {
  CUcontext context = nullptr;
  EXPECT_DONE(cuCtxCreate(&context, nullptr, 0, 0));
  std::vector<std::thread> all;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 8; ++i) {
    all.emplace_back([&] {
      wrong += cuCtxSetCurrent(context) != CUDA_SUCCESS;
      for (int round = 0; round < 50; ++round) {
        CUdeviceptr memory = 0;
        CUstream stream = nullptr;
        CUcontext owner = nullptr;
        wrong += cuMemAlloc(&memory, 256) != CUDA_SUCCESS;
        wrong += cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS;
        wrong += cuMemsetD8Async(memory, 1, 256, stream) != CUDA_SUCCESS;
        wrong += cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, memory) != CUDA_SUCCESS || owner != context;
        wrong += cuStreamDestroy(stream) != CUDA_SUCCESS;
        wrong += cuMemFree(memory) != CUDA_SUCCESS;
      }
    });
  }
  for (std::thread& one : all) one.join();
  EXPECT(wrong == 0);
  EXPECT_DONE(cuCtxDestroy(context));
}

void reset() {
  CUcontext current = nullptr;
  unsigned flags = 0;
  int active = 7, value = 0;
  EXPECT(cudaMemcpyFromSymbol(&value, counter, 4) == cudaSuccess && value == 1);
  EXPECT(cudaDeviceReset() == cudaSuccess);
  EXPECT_DONE(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 0);
  EXPECT(cudaMemcpyFromSymbol(&value, counter, 4) == cudaSuccess && value == 1);
  EXPECT_DONE(cuCtxGetCurrent(&current));
  EXPECT(current != nullptr);
}

int main() {
  one_device();
  one_error();
  kernels_and_streams();
  contexts_own();
  threads();
  many_threads();
  reset();
  return failures;
}
