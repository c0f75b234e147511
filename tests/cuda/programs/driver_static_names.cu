// Static variables and kernels of a file of device code, found by the names that nvcc gives them.
//   program FILE    static_names_kernel.cu as PTX or as a fat binary
#include <cstddef>

#include "driver_expect.hpp"

CUmodule module = nullptr;

void set(const char* name, const void* value, std::size_t bytes) {
  CUdeviceptr variable = 0;
  std::size_t size = 0;
  EXPECT_DONE(cuModuleGetGlobal(&variable, &size, module, name));
  EXPECT(size == bytes);
  if (variable != 0) EXPECT_DONE(cuMemcpyHtoD(variable, value, bytes));
}

int main(int, char** arguments) {
  CUdevice device = 0;
  CUcontext context = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuDeviceGet(&device, 0));
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&context, device));
  EXPECT_DONE(cuCtxSetCurrent(context));
  EXPECT_DONE(cuModuleLoad(&module, arguments[1]));

  const float table[] = {1, 2, 3, 4}, scale = 10;
  const int offset = 5, unread[] = {7, 8, 9};
  set("table", table, sizeof table);
  set("scale", &scale, sizeof scale);
  set("offset", &offset, sizeof offset);
  set("unread", unread, sizeof unread);

  CUdeviceptr out = 0;
  EXPECT_DONE(cuMemAlloc(&out, sizeof table));
  CUfunction fill = nullptr, add = nullptr;
  EXPECT_DONE(cuModuleGetFunction(&fill, module, "fill"));
  EXPECT_DONE(cuModuleGetFunction(&add, module, "_Z3addPff"));
  float more = 0.5f;
  void* values[] = {&out, &more};
  EXPECT_DONE(cuLaunchKernel(fill, 1, 1, 1, 4, 1, 1, 0, nullptr, values, nullptr));
  EXPECT_DONE(cuLaunchKernel(add, 1, 1, 1, 4, 1, 1, 0, nullptr, values, nullptr));
  float got[4] = {};
  EXPECT_DONE(cuMemcpyDtoH(got, out, sizeof got));
  for (int i = 0; i < 4; ++i) EXPECT(got[i] == table[i] * scale + 5.5f);
  EXPECT_DONE(cuMemFree(out));
  EXPECT_DONE(cuModuleUnload(module));
  return failures;
}
