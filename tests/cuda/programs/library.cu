// Device code loaded at run time, kernels by handle, extensible launches.
#include <cuda_runtime.h>

#include <cstring>

#include "expect.hpp"

const char* const kText = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 amount = 3;
.visible .entry add_amount(.param .u64 out) {
  .reg .b64 %rd<2>; .reg .b32 %r<3>;
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r1, [amount];
  ld.global.u32 %r2, [%rd1];
  add.u32 %r2, %r2, %r1;
  st.global.u32 [%rd1], %r2;
  ret;
}
.visible .entry nothing() { ret; }
)";

__global__ void local_kernel(int* out) { *out = 77; }

int main() {
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr, kernels[4] = {};
  unsigned count = 0;
  void* amount = nullptr;
  size_t bytes = 0;
  int *out = nullptr, value = 0;
  EXPECT_OK(cudaMalloc(&out, sizeof *out));
  EXPECT_OK(cudaMemset(out, 0, sizeof *out));
  EXPECT_OK(cudaLibraryLoadData(&library, kText, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_OK(cudaLibraryGetKernelCount(&count, library));
  EXPECT(count == 2);
  EXPECT_OK(cudaLibraryEnumerateKernels(kernels, 4, library));
  EXPECT_OK(cudaLibraryGetKernel(&kernel, library, "add_amount"));
  EXPECT(kernels[0] == kernel);
  EXPECT(cudaLibraryGetKernel(&kernel, library, "other") == cudaErrorSymbolNotFound);
  EXPECT_OK(cudaLibraryGetGlobal(&amount, &bytes, library, "amount"));
  EXPECT(bytes == 4);
  void* arguments[] = {&out};
  EXPECT_OK(cudaLaunchKernel(kernels[0], dim3(1), dim3(1), arguments, 0, 0));
  const int five = 5;
  EXPECT_OK(cudaMemcpy(amount, &five, 4, cudaMemcpyHostToDevice));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  EXPECT_OK(cudaLaunchKernelExC(&config, kernels[0], arguments));
  EXPECT_OK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT(value == 8);
  const char* name = nullptr;
  size_t offset = 9;
  EXPECT_OK(cudaFuncGetName(&name, kernels[0]));
  EXPECT(name && !std::strcmp(name, "add_amount"));
  EXPECT_OK(cudaFuncGetParamInfo(kernels[0], 0, &offset, &bytes));
  EXPECT(offset == 0 && bytes == 8);
  EXPECT(cudaFuncGetParamInfo(kernels[0], 1, &offset, &bytes) == cudaErrorInvalidValue);
  EXPECT_OK(cudaLibraryUnload(library));
  EXPECT(cudaLibraryUnload(library) == cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaGetKernel(&kernel, reinterpret_cast<const void*>(local_kernel)));
  EXPECT_OK(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, 0));
  EXPECT_OK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT(value == 77);
  EXPECT(cudaLibraryLoadData(&library, "nonsense", nullptr, nullptr, 0, nullptr, nullptr, 0) ==
         cudaErrorInvalidKernelImage);
  EXPECT(cudaLibraryLoadData(&library, ".version 7.0\n.target sm_70\n.entry k( {", nullptr, nullptr, 0, nullptr,
                             nullptr, 0) == cudaErrorInvalidPtx);
  return failures;
}
