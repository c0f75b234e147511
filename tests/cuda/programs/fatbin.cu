// PTX put into a fat binary by nvFatbin's API, loaded and launched; and what the API refuses.
#include <cuda.h>
#include <nvFatbin.h>

#include <cstdio>
#include <cstring>
#include <string>

static int failures = 0;
#define EXPECT(what)                                       \
  if (!(what)) {                                           \
    std::printf("line %d: not so: %s\n", __LINE__, #what); \
    ++failures;                                            \
  }

static const char* const kKernel =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry answer(.param .u64 out) {\n"
    "  .reg .b64 %a;\n  ld.param.u64 %a, [out];\n  st.global.u32 [%a], 42;\n  ret;\n}\n";

int main() {
  unsigned major = 0, minor = 99;
  EXPECT(nvFatbinVersion(&major, &minor) == NVFATBIN_SUCCESS && major == 13 && minor == 0);
  EXPECT(nvFatbinGetErrorString(NVFATBIN_SUCCESS) == nullptr);
  EXPECT(std::strlen(nvFatbinGetErrorString(NVFATBIN_ERROR_INVALID_ARCH)) > 0);

  nvFatbinHandle handle = nullptr;
  const char* unknown[] = {"-no-such"};
  EXPECT(nvFatbinCreate(&handle, unknown, 1) == NVFATBIN_ERROR_UNRECOGNIZED_OPTION);
  EXPECT(nvFatbinCreate(nullptr, nullptr, 0) == NVFATBIN_ERROR_NULL_POINTER);
  const char* options[] = {"-64", "-compress=false"};
  EXPECT(nvFatbinCreate(&handle, options, 2) == NVFATBIN_SUCCESS);

  const std::string kernel = kKernel;
  const size_t size = kernel.size() + 1;
  const auto add = [&](const char* text, size_t bytes, const char* arch) {
    return nvFatbinAddPTX(handle, text, bytes, arch, "kernel", nullptr);
  };
  EXPECT(add(kKernel, size, "sm_90") == NVFATBIN_ERROR_INVALID_ARCH);
  EXPECT(add(kKernel, size, "60") == NVFATBIN_ERROR_PTX_ARCH_MISMATCH);
  EXPECT(add("nothing", 8, "90") == NVFATBIN_ERROR_MISSING_PTX_VERSION);
  EXPECT(add(".version 7.0\n", 14, "90") == NVFATBIN_ERROR_MISSING_PTX_ARCH);
  EXPECT(add("", 0, "90") == NVFATBIN_ERROR_EMPTY_INPUT);
  EXPECT(nvFatbinAddLTOIR(handle, "x", 1, "90", "", nullptr) == NVFATBIN_ERROR_INVALID_NVVM);
  EXPECT(add(kKernel, size, "90") == NVFATBIN_SUCCESS);
  EXPECT(nvFatbinAddCubin(handle, "\177ELF and more", 13, "90", "machine code") == NVFATBIN_SUCCESS);

  size_t bytes = 0;
  EXPECT(nvFatbinSize(handle, &bytes) == NVFATBIN_SUCCESS && bytes > kernel.size());
  std::string made(bytes, '\0');
  EXPECT(nvFatbinGet(handle, made.data()) == NVFATBIN_SUCCESS);
  EXPECT(nvFatbinDestroy(&handle) == NVFATBIN_SUCCESS && handle == nullptr);

  // What has been made is taken as a cubin as well.
  nvFatbinHandle second = nullptr;
  size_t as_cubin = 0;
  EXPECT(nvFatbinCreate(&second, nullptr, 0) == NVFATBIN_SUCCESS);
  EXPECT(nvFatbinAddCubin(second, made.data(), made.size(), "90", "") == NVFATBIN_SUCCESS);
  EXPECT(nvFatbinSize(second, &as_cubin) == NVFATBIN_SUCCESS && as_cubin == bytes);
  EXPECT(nvFatbinDestroy(&second) == NVFATBIN_SUCCESS);

  int* out = nullptr;
  cudaMallocManaged(&out, sizeof *out);
  *out = 0;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  void* arguments[] = {&out};
  EXPECT(cuModuleLoadData(&module, made.data()) == CUDA_SUCCESS);
  EXPECT(cuModuleGetFunction(&function, module, "answer") == CUDA_SUCCESS);
  EXPECT(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  EXPECT(cuCtxSynchronize() == CUDA_SUCCESS && *out == 42);
  std::printf("%d failures\n", failures);
  return failures;
}
