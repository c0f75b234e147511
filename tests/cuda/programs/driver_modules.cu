// Device code through the driver API: logs, linking, libraries, functions before CUDA 4.
#include "driver_expect.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

const char* const kCaller = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) twice(.param .b32 x);
.extern .global .align 4 .u32 shared_word;
.visible .entry call(.param .u64 out) {
  .reg .b64 %rd<3>; .reg .b32 %r<4>;
  .param .b32 given; .param .b32 got;
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r1, [shared_word];
  st.param.b32 [given], %r1;
  call (got), twice, (given);
  ld.param.b32 %r2, [got];
  st.global.u32 [%rd1], %r2;
  ret;
}
)";
const char* const kCallee = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 shared_word = 21;
.visible .func (.param .b32 r) twice(.param .b32 x) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [r], %r2;
  ret;
}
)";
// An instruction that there is none of; and what is no text of PTX at all.
const char* const kWrong = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry f() {\n  nonsense;\n}\n";
const char* const kBroken = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry f() {\n  ]\n}\n";

void logs() {
  char errors[512] = "before", information[512] = "before";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
                            CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_MAX_REGISTERS};
  void* values[] = {errors, reinterpret_cast<void*>(sizeof errors), information,
                    reinterpret_cast<void*>(sizeof information), reinterpret_cast<void*>(32)};
  CUmodule module = nullptr;
  EXPECT_ANSWER(cuModuleLoadDataEx(&module, kWrong, 5, options, values), CUDA_ERROR_INVALID_PTX);
  EXPECT(std::strstr(errors, "module loaded from memory:5:3: error: ") == errors);
  EXPECT(reinterpret_cast<size_t>(values[1]) == std::strlen(errors) + 1);
  EXPECT(information[0] == '\0' && values[3] == nullptr);
  values[1] = reinterpret_cast<void*>(8);
  EXPECT_ANSWER(cuModuleLoadDataEx(&module, kWrong, 5, options, values), CUDA_ERROR_INVALID_PTX);
  EXPECT(std::strcmp(errors, "module ") == 0);
  EXPECT_DONE(cuModuleLoadDataEx(&module, kText, 5, options, values));
  EXPECT(errors[0] == '\0');
  EXPECT_DONE(cuModuleUnload(module));
  EXPECT_ANSWER(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  options[4] = static_cast<CUjit_option>(1000);
  EXPECT_ANSWER(cuModuleLoadDataEx(&module, kText, 5, options, values), CUDA_ERROR_INVALID_VALUE);
}

void expect_doubled(CUmodule module) {
  CUfunction call = nullptr;
  CUdeviceptr out = 0;
  int value = 0;
  EXPECT_DONE(cuModuleGetFunction(&call, module, "call"));
  EXPECT_DONE(cuMemAlloc(&out, 4));
  void* arguments[] = {&out};
  EXPECT_DONE(cuLaunchKernel(call, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_DONE(cuMemcpyDtoH(&value, out, 4));
  EXPECT(value == 42);
  EXPECT_DONE(cuMemFree(out));
}

void linking() {
  char errors[512] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {errors, reinterpret_cast<void*>(sizeof errors)};
  CUlinkState state = nullptr;
  void* linked = nullptr;
  size_t bytes = 0;
  EXPECT_DONE(cuLinkCreate(2, options, values, &state));
  EXPECT_ANSWER(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(kBroken), std::strlen(kBroken) + 1, "wrong.ptx", 0,
                              nullptr, nullptr),
                CUDA_ERROR_INVALID_PTX);
  EXPECT(std::strstr(errors, "wrong.ptx:5:3: error: ") == errors);
  EXPECT_ANSWER(cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/no/such/file.ptx", 0, nullptr, nullptr),
                CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT_DONE(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(kCaller), std::strlen(kCaller) + 1, "caller.ptx",
                            0, nullptr, nullptr));
  EXPECT_DONE(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(kCallee), std::strlen(kCallee) + 1, "callee.ptx",
                            0, nullptr, nullptr));
  EXPECT_DONE(cuLinkComplete(state, &linked, &bytes));
  CUmodule module = nullptr;
  EXPECT_DONE(cuModuleLoadData(&module, linked));
  expect_doubled(module);
  EXPECT_DONE(cuModuleUnload(module));
  // What was linked may be written to a file.
  const std::string copy(static_cast<const char*>(linked), bytes);
  EXPECT_DONE(cuLinkDestroy(state));
  EXPECT_ANSWER(cuLinkDestroy(state), CUDA_ERROR_INVALID_HANDLE);
  char path[] = "/tmp/warpglass-linked-XXXXXX";
  std::FILE* file = fdopen(mkstemp(path), "wb");
  std::fwrite(copy.data(), 1, copy.size(), file);
  std::fclose(file);
  EXPECT_DONE(cuModuleLoad(&module, path));
  std::remove(path);
  expect_doubled(module);
  EXPECT_DONE(cuModuleUnload(module));
}

void libraries() {
  CUlibrary library = nullptr, same = nullptr;
  CUkernel kernels[4] = {}, kernel = nullptr;
  CUfunction function = nullptr;
  CUmodule module = nullptr;
  CUdeviceptr amount = 0, out = 0;
  size_t bytes = 0;
  unsigned count = 0;
  int value = 0, number = 5;
  EXPECT_DONE(cuLibraryLoadData(&library, kText, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT_DONE(cuLibraryGetKernelCount(&count, library));
  EXPECT(count == 3);
  EXPECT_DONE(cuLibraryEnumerateKernels(kernels, 4, library));
  EXPECT_DONE(cuLibraryGetKernel(&kernel, library, "add_amount"));
  EXPECT(kernel == kernels[0]);
  EXPECT_DONE(cuKernelGetLibrary(&same, kernel));
  EXPECT(same == library);
  EXPECT_DONE(cuKernelGetFunction(&function, kernel));
  EXPECT_DONE(cuFuncGetModule(&module, function));
  EXPECT_DONE(cuLibraryGetGlobal(&amount, &bytes, library, "amount"));
  EXPECT_DONE(cuMemcpyHtoD(amount, &number, 4));
  EXPECT_DONE(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536, kernel, 0));
  EXPECT_DONE(cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
  EXPECT(number == 65536);
  EXPECT_DONE(cuMemAlloc(&out, 4));
  EXPECT_DONE(cuMemsetD32(out, 10, 1));
  // As before CUDA 4.
  EXPECT_DONE(cuFuncSetBlockShape(function, 1, 1, 1));
  EXPECT_DONE(cuParamSetSize(function, 12));
  EXPECT_DONE(cuParamSetv(function, 0, &out, 8));
  EXPECT_DONE(cuParamSeti(function, 8, 100));
  EXPECT_DONE(cuLaunchGrid(function, 1, 1));
  EXPECT_DONE(cuMemcpyDtoH(&value, out, 4));
  EXPECT(value == 115);
  EXPECT_DONE(cuMemFree(out));
  EXPECT_DONE(cuLibraryUnload(library));
  EXPECT_ANSWER(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_ANSWER(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), CUDA_ERROR_INVALID_HANDLE);
}

int main() {
  CUcontext context = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuCtxCreate(&context, nullptr, 0, 0));
  logs();
  linking();
  libraries();
  EXPECT_DONE(cuCtxDestroy(context));
  return failures;
}
