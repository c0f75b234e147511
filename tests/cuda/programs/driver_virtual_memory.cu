// Virtual memory: reserved, mapped twice, reached by kernels where it may be.
#include "driver_expect.hpp"

#include <unistd.h>

const char* const kAdd = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry add_one(.param .u64 out) {
  .reg .b64 %rd<2>; .reg .b32 %r<3>;
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r1, [%rd1];
  add.u32 %r2, %r1, 1;
  st.global.u32 [%rd1], %r2;
  ret;
}
)";

int main() {
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction add = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuCtxCreate(&context, nullptr, 0, 0));
  EXPECT_DONE(cuModuleLoadData(&module, kAdd));
  EXPECT_DONE(cuModuleGetFunction(&add, module, "add_one"));

  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUmemAccessDesc allow = {};
  allow.location = properties.location;
  allow.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  size_t piece = 0;
  EXPECT_DONE(cuMemGetAllocationGranularity(&piece, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));

  CUdeviceptr range = 0, start = 0;
  CUmemGenericAllocationHandle handle = 0, imported = 0;
  EXPECT_DONE(cuMemAddressReserve(&range, 4 * piece, 0, 0, 0));
  EXPECT(range % piece == 0);
  EXPECT_DONE(cuMemCreate(&handle, piece, &properties, 0));
  EXPECT_DONE(cuMemMap(range, piece, 0, handle, 0));
  EXPECT_DONE(cuMemMap(range + piece, piece, 0, handle, 0));
  EXPECT_DONE(cuMemSetAccess(range, 2 * piece, &allow, 1));
  EXPECT_DONE(cuMemsetD32(range, 40, piece / 4));
  CUdeviceptr at = range + piece + 8;
  void* arguments[] = {&at};
  EXPECT_DONE(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_DONE(cuCtxSynchronize());
  int value = 0;
  EXPECT_DONE(cuMemcpyDtoH(&value, range + 8, 4));
  EXPECT(value == 41);
  EXPECT_DONE(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, range + 100));
  EXPECT(start == range);

  int file = -1;
  EXPECT_DONE(cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT_DONE(cuMemImportFromShareableHandle(&imported, reinterpret_cast<void*>(static_cast<long>(file)),
                                             CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(file);
  EXPECT_DONE(cuMemMap(range + 2 * piece, piece, 0, imported, 0));
  EXPECT_DONE(cuMemSetAccess(range + 2 * piece, piece, &allow, 1));
  EXPECT_DONE(cuMemcpyDtoH(&value, range + 2 * piece + 8, 4));
  EXPECT(value == 41);
  // What is mapped one behind the other is one range to copies and fills.
  EXPECT_DONE(cuMemsetD8(range + piece, 7, 2 * piece));
  EXPECT_DONE(cuMemcpyDtoH(&value, range + 2 * piece - 2, 4));
  EXPECT(value == 0x07070707);
  EXPECT_ANSWER(cuMemsetD8(range + piece, 7, 2 * piece + 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuMemRelease(imported));
  EXPECT_DONE(cuMemRelease(handle));
  EXPECT_ANSWER(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuMemUnmap(range, 3 * piece));
  EXPECT_ANSWER(cuMemsetD32(range, 1, 1), CUDA_ERROR_INVALID_VALUE);

  // A kernel that reaches what is not mapped any more faults, and the context is lost.
  at = range;
  EXPECT_DONE(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_ANSWER(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_ANSWER(cuMemAlloc(&start, 16), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_DONE(cuMemAddressFree(range, 4 * piece));
  EXPECT_DONE(cuCtxDestroy(context));
  EXPECT_DONE(cuCtxCreate(&context, nullptr, 0, 0));
  EXPECT_DONE(cuMemAlloc(&start, 16));
  return failures;
}
