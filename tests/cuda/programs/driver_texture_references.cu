// Texture and surface references through the driver API, as CUDA had them until version 11. What the calls answer was
// asked of an H200 (driver 580.159.04), which has them still.
#include <vector>

#include "driver_expect.hpp"

const char* const kFetches = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .texref t;
.visible .global .surfref s;
.visible .global .u64 v;
.visible .entry integers(.param .u64 out) {
  .reg .b64 %rd<4>; .reg .b32 %r<8>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [t, {%r1}];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
}
.visible .entry numbers(.param .u64 out, .param .f32 x, .param .f32 y) {
  .reg .b64 %rd<2>; .reg .f32 %f<8>;
  ld.param.u64 %rd1, [out];
  ld.param.f32 %f1, [x];
  ld.param.f32 %f2, [y];
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [t, {%f1, %f2}];
  st.global.f32 [%rd1], %f3;
  ret;
}
.visible .entry put() {
  .reg .b32 %r<4>;
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  add.s32 %r3, %r1, 100;
  sust.b.1d.b32.trap [s, {%r2}], {%r3};
  ret;
}
)";

CUmodule module = nullptr;
CUdeviceptr out = 0;

template <class... Arguments>
void launch(const char* name, unsigned threads, Arguments... arguments) {
  CUfunction function = nullptr;
  EXPECT_DONE(cuModuleGetFunction(&function, module, name));
  void* values[] = {&arguments..., nullptr};
  EXPECT_DONE(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, nullptr, values, nullptr));
  EXPECT_DONE(cuCtxSynchronize());
}

std::vector<unsigned> integers(unsigned count) {
  std::vector<unsigned> values(count);
  launch("integers", count, out);
  EXPECT_DONE(cuMemcpyDtoH(values.data(), out, count * sizeof(unsigned)));
  return values;
}

float number(float x, float y) {
  float value = 0;
  launch("numbers", 1, out, x, y);
  EXPECT_DONE(cuMemcpyDtoH(&value, out, sizeof value));
  return value;
}

CUarray array_of(CUarray_format format, size_t width, size_t height, unsigned flags = 0) {
  CUarray array = nullptr;
  const CUDA_ARRAY3D_DESCRIPTOR description = {width, height, 0, format, 1, flags};
  EXPECT_DONE(cuArray3DCreate(&array, &description));
  return array;
}

void begin_as_on_a_device(CUtexref texture) {
  CUaddress_mode mode = CU_TR_ADDRESS_MODE_WRAP;
  CUfilter_mode filter = CU_TR_FILTER_MODE_LINEAR;
  CUarray_format format = CU_AD_FORMAT_HALF;
  int components = 0, anisotropy = 9;
  unsigned flags = 9;
  float least = 9, most = 9, bias = 9, border[4] = {9, 9, 9, 9};
  CUarray array = nullptr;
  CUdeviceptr address = 9;
  CUmipmappedArray levels = nullptr;
  for (int dimension = 0; dimension < 3; ++dimension) {
    EXPECT_DONE(cuTexRefGetAddressMode(&mode, texture, dimension));
    EXPECT(mode == CU_TR_ADDRESS_MODE_CLAMP);
  }
  EXPECT_ANSWER(cuTexRefGetAddressMode(&mode, texture, 3), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuTexRefGetFilterMode(&filter, texture));
  EXPECT(filter == CU_TR_FILTER_MODE_POINT);
  EXPECT_DONE(cuTexRefGetMipmapFilterMode(&filter, texture));
  EXPECT(filter == CU_TR_FILTER_MODE_POINT);
  EXPECT_DONE(cuTexRefGetFormat(&format, &components, texture));
  EXPECT(format == CU_AD_FORMAT_FLOAT && components == 1);
  EXPECT_DONE(cuTexRefGetFlags(&flags, texture));
  EXPECT_DONE(cuTexRefGetMaxAnisotropy(&anisotropy, texture));
  EXPECT_DONE(cuTexRefGetMipmapLevelBias(&bias, texture));
  EXPECT_DONE(cuTexRefGetMipmapLevelClamp(&least, &most, texture));
  EXPECT_DONE(cuTexRefGetBorderColor(border, texture));
  EXPECT(flags == 0 && anisotropy == 0 && bias == 0 && least == 0 && most == 0 && border[3] == 0);
  EXPECT_ANSWER(cuTexRefGetArray(&array, texture), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefGetMipmappedArray(&levels, texture), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefGetAddress(&address, texture), CUDA_ERROR_INVALID_VALUE);
}

void bind_memory(CUtexref texture) {
  CUdeviceptr memory = 0, address = 0;
  size_t offset = 7;
  const unsigned words[] = {5, 6, 7, 8};
  EXPECT_DONE(cuMemAlloc(&memory, 4096));
  EXPECT_DONE(cuMemcpyHtoD(memory, words, sizeof words));
  EXPECT_DONE(cuTexRefSetFlags(texture, CU_TRSF_READ_AS_INTEGER));
  EXPECT_DONE(cuTexRefSetFormat(texture, CU_AD_FORMAT_UNSIGNED_INT32, 1));
  EXPECT_DONE(cuTexRefSetAddress(&offset, texture, memory, sizeof words));
  EXPECT(offset == 0);
  EXPECT(integers(5) == (std::vector<unsigned>{5, 6, 7, 8, 0}));
  EXPECT_DONE(cuTexRefSetAddress(&offset, texture, memory + 4, 8));
  EXPECT(offset == 4);
  EXPECT_DONE(cuTexRefGetAddress(&address, texture));
  EXPECT(address == memory);
  EXPECT(integers(4) == (std::vector<unsigned>{5, 6, 7, 0}));
  EXPECT_ANSWER(cuTexRefSetAddress(nullptr, texture, memory + 4, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefSetFormat(texture, CU_AD_FORMAT_FLOAT, 3), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefSetFlags(texture, 128), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefSetAddressMode(texture, 3, CU_TR_ADDRESS_MODE_WRAP), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuTexRefSetAddress(nullptr, texture, 0, 0));
  EXPECT_DONE(cuTexRefGetAddress(&address, texture));
  EXPECT(address == 0);

  const float rows[2][64] = {{1, 2, 3}, {10, 20, 30}};
  EXPECT_DONE(cuMemcpyHtoD(memory, rows, sizeof rows));
  CUDA_ARRAY_DESCRIPTOR plane = {64, 2, CU_AD_FORMAT_FLOAT, 1};
  EXPECT_DONE(cuTexRefSetFlags(texture, 0));
  EXPECT_DONE(cuTexRefSetAddress2D(texture, &plane, memory, 256));
  EXPECT(number(1.5f, 1.5f) == 20);
  EXPECT_DONE(cuTexRefSetFilterMode(texture, CU_TR_FILTER_MODE_LINEAR));
  EXPECT(number(2, 1) == (2 + 3 + 20 + 30) / 4.0f);
  EXPECT_ANSWER(cuTexRefSetAddress2D(texture, &plane, memory, 100), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefSetAddress2D(texture, &plane, memory, 32), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefSetAddress2D(texture, &plane, memory + 4, 256), CUDA_ERROR_INVALID_VALUE);
  EXPECT(number(1.5f, 0.5f) == 2);  // what was refused has changed nothing
  EXPECT_DONE(cuMemFree(memory));
}

void bind_arrays(CUtexref texture) {
  CUarray bytes = array_of(CU_AD_FORMAT_UNSIGNED_INT8, 4, 2), got = nullptr;
  const unsigned char texels[] = {0, 51, 102, 255, 255, 255, 255, 255};
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels;
  copy.srcPitch = 4;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = bytes;
  copy.WidthInBytes = 4;
  copy.Height = 2;
  EXPECT_DONE(cuMemcpy2D(&copy));
  EXPECT_DONE(cuTexRefSetFilterMode(texture, CU_TR_FILTER_MODE_POINT));
  EXPECT_ANSWER(cuTexRefSetArray(texture, bytes, 2), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTexRefSetArray(texture, nullptr, CU_TRSA_OVERRIDE_FORMAT), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_DONE(cuTexRefSetArray(texture, bytes, CU_TRSA_OVERRIDE_FORMAT));
  EXPECT_DONE(cuTexRefGetArray(&got, texture));
  EXPECT(got == bytes);
  EXPECT(number(1.5f, 0.5f) == 51 / 255.0f);
  EXPECT(number(9, 0.5f) == 1);  // clamped
  EXPECT_DONE(cuTexRefSetFlags(texture, CU_TRSF_NORMALIZED_COORDINATES));
  EXPECT(number(0.625f, 0.25f) == 102 / 255.0f);
  EXPECT_DONE(cuTexRefSetAddressMode(texture, 0, CU_TR_ADDRESS_MODE_WRAP));
  EXPECT(number(1.375f, 0.25f) == 51 / 255.0f);
  float border[4] = {0.4f, 0, 0, 0};
  EXPECT_DONE(cuTexRefSetBorderColor(texture, border));
  EXPECT_DONE(cuTexRefSetAddressMode(texture, 0, CU_TR_ADDRESS_MODE_BORDER));
  EXPECT(number(1.375f, 0.25f) == 102 / 255.0f);
  CUfunction function = nullptr;
  EXPECT_DONE(cuModuleGetFunction(&function, module, "numbers"));
  EXPECT_DONE(cuParamSetTexRef(function, CU_PARAM_TR_DEFAULT, texture));

  CUmipmappedArray levels = nullptr, got_levels = nullptr;
  const CUDA_ARRAY3D_DESCRIPTOR description = {4, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  EXPECT_DONE(cuMipmappedArrayCreate(&levels, &description, 2));
  EXPECT_DONE(cuTexRefSetMipmappedArray(texture, levels, CU_TRSA_OVERRIDE_FORMAT));
  EXPECT_DONE(cuTexRefGetMipmappedArray(&got_levels, texture));
  EXPECT(got_levels == levels);
  EXPECT_ANSWER(cuTexRefGetArray(&got, texture), CUDA_ERROR_INVALID_VALUE);
  EXPECT(number(0.5f, 0.5f) == 0);
  EXPECT_DONE(cuMipmappedArrayDestroy(levels));
  EXPECT_DONE(cuArrayDestroy(bytes));
}

void bind_surfaces() {
  CUsurfref surface = nullptr;
  CUarray plain = array_of(CU_AD_FORMAT_UNSIGNED_INT32, 4, 0), got = nullptr;
  CUarray written = array_of(CU_AD_FORMAT_UNSIGNED_INT32, 4, 0, CUDA_ARRAY3D_SURFACE_LDST);
  EXPECT_DONE(cuModuleGetSurfRef(&surface, module, "s"));
  EXPECT_ANSWER(cuSurfRefGetArray(&got, surface), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuSurfRefSetArray(surface, plain, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuSurfRefSetArray(surface, written, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuSurfRefSetArray(surface, written, 0));
  EXPECT_DONE(cuSurfRefGetArray(&got, surface));
  EXPECT(got == written);
  launch("put", 4);
  unsigned values[4] = {};
  EXPECT_DONE(cuMemcpyAtoH(values, written, 0, sizeof values));
  EXPECT(values[0] == 100 && values[3] == 103);
  EXPECT_DONE(cuArrayDestroy(plain));
  EXPECT_DONE(cuArrayDestroy(written));
}

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUtexref texture = nullptr, made = nullptr, again = nullptr;
  CUsurfref surface = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuDeviceGet(&device, 0));
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&context, device));
  EXPECT_DONE(cuCtxSetCurrent(context));
  EXPECT_DONE(cuModuleLoadData(&module, kFetches));
  EXPECT_DONE(cuMemAlloc(&out, 256));
  EXPECT_ANSWER(cuModuleGetTexRef(&texture, module, "s"), CUDA_ERROR_NOT_FOUND);
  EXPECT_ANSWER(cuModuleGetTexRef(&texture, module, "v"), CUDA_ERROR_NOT_FOUND);
  EXPECT_ANSWER(cuModuleGetTexRef(&texture, module, "none"), CUDA_ERROR_NOT_FOUND);
  EXPECT_ANSWER(cuModuleGetSurfRef(&surface, module, "t"), CUDA_ERROR_NOT_FOUND);
  EXPECT_DONE(cuModuleGetTexRef(&texture, module, "t"));
  EXPECT_DONE(cuModuleGetTexRef(&again, module, "t"));
  EXPECT(again == texture);
  EXPECT_DONE(cuTexRefCreate(&made));
  begin_as_on_a_device(texture);
  begin_as_on_a_device(made);
  EXPECT_DONE(cuTexRefDestroy(made));
  EXPECT_ANSWER(cuTexRefDestroy(nullptr), CUDA_ERROR_INVALID_HANDLE);
  bind_memory(texture);
  bind_arrays(texture);
  bind_surfaces();
  EXPECT_DONE(cuMemFree(out));
  EXPECT_DONE(cuModuleUnload(module));
  EXPECT_DONE(cuDevicePrimaryCtxRelease(device));
  return failures;
}
