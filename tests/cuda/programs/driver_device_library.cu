// Code that asks a library for barriers of a cooperative launch, as compilers write it that link NVIDIA's
// libcudadevrt.a.
#include <cstddef>

#include "driver_expect.hpp"

const char* const kCode = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags);
// Each block counts itself, twice; between both it sees how many have done so.
.visible .entry meet(.param .u64 counter, .param .u64 seen) {
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .param .b32 scope;
  .param .b64 handle;
  .param .b32 flags;
  .param .b32 error;
  .param .b64 same;
  ld.param.u64 %rd1, [counter];
  ld.param.u64 %rd2, [seen];
  st.param.b32 [scope], 1;
  call (handle), cudaCGGetIntrinsicHandle, (scope);
  ld.param.b64 %rd3, [handle];
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p, %r1, 0;
  @!%p atom.add.u32 %r2, [%rd1], 1;
  st.param.b64 [same], %rd3;
  st.param.b32 [flags], 0;
  call (error), cudaCGSynchronize, (same, flags);
  ld.param.b32 %r3, [error];
  @%p bra DONE;
  ld.volatile.u32 %r4, [%rd1];
  mad.lo.u32 %r4, %r3, 1000, %r4;
  mov.u32 %r5, %ctaid.x;
  mul.wide.u32 %rd4, %r5, 4;
  add.u64 %rd4, %rd2, %rd4;
  st.u32 [%rd4], %r4;
DONE:
  ret;
}
)";

int main(int, char** arguments) {
  CUdevice device = 0;
  CUcontext context = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuDeviceGet(&device, 0));
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&context, device));
  EXPECT_DONE(cuCtxSetCurrent(context));

  CUlinkState link = nullptr;
  void* image = nullptr;
  std::size_t size = 0;
  CUmodule module = nullptr;
  CUfunction meet = nullptr;
  EXPECT_DONE(cuLinkCreate(0, nullptr, nullptr, &link));
  EXPECT_DONE(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(kCode), __builtin_strlen(kCode) + 1, "meet", 0,
                            nullptr, nullptr));
  for (int i = 0; i < 2; ++i) EXPECT_DONE(cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, arguments[1], 0, nullptr, nullptr));
  EXPECT_DONE(cuLinkComplete(link, &image, &size));
  EXPECT_DONE(cuModuleLoadData(&module, image));
  EXPECT_DONE(cuLinkDestroy(link));
  EXPECT_DONE(cuModuleGetFunction(&meet, module, "meet"));

  constexpr unsigned kBlocks = 12;
  CUdeviceptr counter = 0, seen = 0;
  EXPECT_DONE(cuMemAlloc(&counter, sizeof(int)));
  EXPECT_DONE(cuMemAlloc(&seen, kBlocks * sizeof(int)));
  void* parameters[] = {&counter, &seen};
  for (int cooperative = 1; cooperative >= 0; --cooperative) {
    EXPECT_DONE(cuMemsetD32(counter, 0, 1));
    if (cooperative != 0) {
      EXPECT_DONE(cuLaunchCooperativeKernel(meet, kBlocks, 1, 1, 64, 1, 1, 0, nullptr, parameters));
    } else {
      EXPECT_DONE(cuLaunchKernel(meet, kBlocks, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
    }
    int numbers[kBlocks] = {};
    EXPECT_DONE(cuMemcpyDtoH(numbers, seen, sizeof numbers));
    // Where the launch is not cooperative, the barrier says so and is none.
    for (const int number : numbers) EXPECT(cooperative != 0 ? number == kBlocks : number > 1000);
  }
  return failures;
}
