// A kernel that is a text, and has bank conflicts.
#include <cuda.h>
#include <nvrtc.h>

#include <string>

const char* const kText =
    "extern \"C\" __global__ void column(float* values) {\n"
    "  __shared__ float tile[32][32];\n"
    "  tile[threadIdx.x][0] = values[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  values[threadIdx.x] = tile[0][threadIdx.x];\n"
    "}\n";

int main() {
  nvrtcProgram program = nullptr;
  const char* const options[] = {"-arch=compute_75"};
  size_t size = 0;
  nvrtcCreateProgram(&program, kText, "text/column.cu", 0, nullptr, nullptr);
  if (nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS) return 1;
  nvrtcGetPTXSize(program, &size);
  std::string ptx(size, ' ');
  nvrtcGetPTX(program, &ptx[0]);
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  CUdeviceptr values = 0;
  void* arguments[] = {&values};
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuMemAlloc(&values, 128);
  cuMemsetD8(values, 0, 128);
  if (cuModuleLoadData(&module, ptx.c_str()) != CUDA_SUCCESS) return 2;
  cuModuleGetFunction(&kernel, module, "column");
  cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  return cuCtxSynchronize() == CUDA_SUCCESS ? 0 : 3;
}
