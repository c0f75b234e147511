// Several devices in the driver API (WARPGLASS_DEVICES=2).
#include <cuda_runtime.h>

#include <cstring>

#include "driver_expect.hpp"

static int device_of_thread() {
  CUdevice device = -1;
  EXPECT_DONE(cuCtxGetDevice(&device));
  return device;
}

int main() {
  EXPECT_DONE(cuInit(0));
  int count = 0;
  EXPECT_DONE(cuDeviceGetCount(&count));
  EXPECT(count == 2);
  CUdevice one = -1;
  EXPECT_DONE(cuDeviceGet(&one, 1));
  EXPECT(one == 1);
  EXPECT_ANSWER(cuDeviceGet(&one, 2), CUDA_ERROR_INVALID_DEVICE);
  one = 1;
  CUuuid uuids[2];
  EXPECT_DONE(cuDeviceGetUuid(&uuids[0], 0));
  EXPECT_DONE(cuDeviceGetUuid(&uuids[1], 1));
  EXPECT(memcmp(&uuids[0], &uuids[1], sizeof uuids[0]) != 0);

  // A primary context for each, alive by itself.
  CUcontext primary[2];
  unsigned flags = 0;
  int active = -1;
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&primary[0], 0));
  EXPECT_DONE(cuDevicePrimaryCtxGetState(1, &flags, &active));
  EXPECT(active == 0);
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&primary[1], 1));
  EXPECT(primary[0] != primary[1]);

  // The context of a thread says which device is meant, to the runtime as well.
  EXPECT_DONE(cuCtxSetCurrent(primary[0]));
  EXPECT(device_of_thread() == 0);
  CUdeviceptr on_zero = 0, on_one = 0;
  EXPECT_DONE(cuMemAlloc(&on_zero, 4));
  EXPECT_DONE(cuCtxPushCurrent(primary[1]));
  EXPECT(device_of_thread() == 1);
  int runtimes = -1;
  EXPECT(cudaGetDevice(&runtimes) == cudaSuccess && runtimes == 1);
  EXPECT_DONE(cuMemAlloc(&on_one, 4));
  int ordinal = -1;
  EXPECT_DONE(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, on_one));
  EXPECT(ordinal == 1);

  // A module has its variables in the context that it was loaded in.
  CUmodule module = nullptr;
  CUfunction add = nullptr;
  CUdeviceptr amount = 0;
  size_t bytes = 0;
  EXPECT_DONE(cuModuleLoadData(&module, kText));
  EXPECT_DONE(cuModuleGetFunction(&add, module, "add_amount"));
  EXPECT_DONE(cuModuleGetGlobal(&amount, &bytes, module, "amount"));
  EXPECT_DONE(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, amount));
  EXPECT(ordinal == 1);

  // Copies between contexts, and access for kernels.
  unsigned more = 10, value = 0;
  EXPECT_DONE(cuMemsetD32(on_zero, 1, 1));
  EXPECT_DONE(cuMemcpyPeer(on_one, primary[1], on_zero, primary[0], 4));
  EXPECT_ANSWER(cuCtxEnablePeerAccess(primary[0], 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuCtxDisablePeerAccess(primary[0]), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
  EXPECT_DONE(cuCtxEnablePeerAccess(primary[0], 0));
  EXPECT_ANSWER(cuCtxEnablePeerAccess(primary[0], 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
  void* arguments[] = {&on_zero, &more};
  EXPECT_DONE(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT_DONE(cuMemcpyDtoH(&value, on_zero, 4));
  EXPECT(value == 14);
  EXPECT_DONE(cuCtxDisablePeerAccess(primary[0]));

  // Memory of a handle, opened to both devices.
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = 0;
  size_t granularity = 0;
  CUmemGenericAllocationHandle handle = 0;
  CUdeviceptr mapped = 0;
  EXPECT_DONE(cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  EXPECT_DONE(cuMemAddressReserve(&mapped, granularity, 0, 0, 0));
  EXPECT_DONE(cuMemCreate(&handle, granularity, &properties, 0));
  EXPECT_DONE(cuMemMap(mapped, granularity, 0, handle, 0));
  CUmemAccessDesc access[2] = {};
  for (int i = 0; i < 2; ++i) {
    access[i].location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access[i].location.id = i;
    access[i].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  }
  EXPECT_DONE(cuMemSetAccess(mapped, granularity, access, 2));
  unsigned long long got = 0;
  EXPECT_DONE(cuMemGetAccess(&got, &access[1].location, mapped));
  EXPECT(got == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  EXPECT_DONE(cuMemsetD32(mapped, 5, 1));
  arguments[0] = &mapped;
  EXPECT_DONE(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT_DONE(cuMemcpyDtoH(&value, mapped, 4));
  EXPECT(value == 18);
  access[0].location.id = 2;
  EXPECT_ANSWER(cuMemSetAccess(mapped, granularity, access, 1), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_DONE(cuMemUnmap(mapped, granularity));
  EXPECT_DONE(cuMemAddressFree(mapped, granularity));
  EXPECT_DONE(cuMemRelease(handle));

  // A context of the program's own ends with what it made; the other device keeps what it has.
  CUcontext own = nullptr, popped = nullptr;
  EXPECT_ANSWER(cuCtxCreate(&own, nullptr, 0, 2), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_DONE(cuCtxCreate(&own, nullptr, 0, 0));
  EXPECT(device_of_thread() == 0);
  EXPECT_DONE(cuCtxPopCurrent(&popped));
  EXPECT(popped == own && device_of_thread() == 1);
  EXPECT_DONE(cuCtxDestroy(own));
  EXPECT_DONE(cuMemFree(on_one));
  EXPECT_DONE(cuMemFree(on_zero));

  // cudaSetDevice puts the primary context in the place of the thread's.
  EXPECT(cudaSetDevice(0) == cudaSuccess);
  EXPECT(device_of_thread() == 0);
  CUcontext now = nullptr;
  EXPECT_DONE(cuCtxGetCurrent(&now));
  EXPECT(now == primary[0]);
  return failures;
}
