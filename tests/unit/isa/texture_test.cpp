// Texture and surface instructions as PTX has them: operands, handles, and what a kernel does wrong with them. What
// fetches answer is in tests/hardware/replay_textures_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kTexture = 3, kSurface = 4;

std::string kernel_with(const std::string& body) {
  return kernel_around("mov.b64 %rd1, 3; mov.b64 %rd2, 4; mov.b32 %r9, 0; mov.f32 %f9, 0f3F800000;\n" + body);
}

// A plane of 4 x 2 floats, 1 to 8, is texture 3 and surface 4.
void install(LoadedPtx& loaded, sim::ImageShape shape = sim::ImageShape::two) {
  const std::uint64_t base = loaded.upload(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  const sim::Image image{
      .shape = shape, .format = sim::TexelFormat::f32, .channels = 1, .levels = {{base, 16, 32, 4, 2, 1}}};
  loaded.textures.textures[kTexture] = {image, {}, ""};
  loaded.textures.surfaces[kSurface] = {image, ""};
}

std::string errors_of(const std::string& body) {
  return all_of(LoadedPtx(kernel_with(body)).bind_kernel("k").diagnostics);
}

// What the kernel leaves in the first word of its buffer.
float answer_of(LoadedPtx& loaded) {
  const std::uint64_t buffer = loaded.upload(std::vector<float>(128));
  loaded.run_clean("k", {1, 1, 1}, {1, 1, 1}, {buffer});
  return loaded.download<float>(buffer, 1)[0];
}

std::string fault_of(const std::string& body, sim::ImageShape shape = sim::ImageShape::two) {
  LoadedPtx loaded(kernel_with(body));
  install(loaded, shape);
  const auto result = loaded.run("k", {1, 1, 1}, {1, 1, 1}, {loaded.upload(std::vector<float>(128))});
  return result.faults.empty() ? "" : result.faults[0].message;
}

TEST(Textures, AreFetchedByHandle) {
  LoadedPtx loaded(kernel_with("tex.2d.v4.f32.f32 {%f1, _, _, _}, [%rd1, {%f9, %f9}]; st.global.f32 [%here], %f1;"));
  install(loaded);
  EXPECT_EQ(answer_of(loaded), 6);
}

TEST(Textures, AreFetchedThroughTheReferenceTheyAreBoundTo) {
  LoadedPtx loaded(
      ".global .texref image;\n" +
      kernel_with("mov.u64 %rd3, image; st.global.u64 [%rd3], %rd1;\n"
                  "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f9, %f9}]; st.global.f32 [%here], %f1;"));
  install(loaded);
  EXPECT_EQ(answer_of(loaded), 6);
}

TEST(Textures, LeaveLanesOutsideTheGuardAlone) {
  LoadedPtx loaded(
      kernel_with("setp.ne.u32 %p1, %thread, %thread; mov.f32 %f1, 0f40000000;\n"
                  "@%p1 tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f9, %f9}];\n"
                  "st.global.f32 [%here], %f1;"));
  install(loaded);
  EXPECT_EQ(answer_of(loaded), 2);
}

TEST(Textures, OfAnUnknownHandleAreAFault) {
  EXPECT_THAT(fault_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f9, %f9}];"),
              HasSubstr("no texture object has the handle 0x4"));
  EXPECT_THAT(fault_of("suld.b.2d.b32.zero %r1, [%rd1, {%r9, %r9}];"),
              HasSubstr("no surface object has the handle 0x3"));
}

TEST(Textures, OfAnotherShapeAreAFault) {
  EXPECT_THAT(fault_of("tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f9, %f9, %f9, %f9}];"),
              HasSubstr("the texture is two-dimensional, which is not what this instruction is for"));
  EXPECT_THAT(fault_of("sust.b.1d.b32.trap [%rd2, {%r9}], %r1;"), HasSubstr("the surface is two-dimensional"));
}

TEST(Surfaces, LoadAndStoreRegistersOfAnySize) {
  LoadedPtx loaded(
      kernel_with("mov.b16 %h1, 0x1234; sust.b.2d.b16.trap [%rd2, {%r9, %r9}], %h1;\n"
                  "suld.b.2d.b32.trap {%r1}, [%rd2, {%r9, %r9}]; st.global.u32 [%here], %r1;"));
  install(loaded);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(answer_of(loaded)), 0x3f801234u);
}

TEST(Surfaces, ReduceWordsOf64Bits) {
  // The first two floats together are 0x400000003f800000; the carry of the lower reaches the upper.
  const auto upper_after = [](const std::string& reduction) {
    LoadedPtx loaded(kernel_with("mov.b64 %rd3, " + reduction.substr(reduction.find(' ') + 1) + ";\nsured.b." +
                                 reduction.substr(0, reduction.find(' ')) +
                                 ".trap [%rd2, {%r9, %r9}], %rd3;\nmov.b32 %r8, 4;\n"
                                 "suld.b.2d.b32.trap %r1, [%rd2, {%r8, %r9}]; st.global.u32 [%here], %r1;"));
    install(loaded);
    return std::bit_cast<std::uint32_t>(answer_of(loaded));
  };
  EXPECT_EQ(upper_after("add.2d.u64 0xc0800000"), 0x40000001u);
  EXPECT_EQ(upper_after("min.2d.s64 -1"), 0xffffffffu);
  EXPECT_EQ(upper_after("min.2d.u64 -1"), 0x40000000u);
  EXPECT_EQ(upper_after("max.2d.s64 -1"), 0x40000000u);
  EXPECT_EQ(upper_after("max.2d.u64 -1"), 0xffffffffu);
  EXPECT_THAT(errors_of("sured.b.add.2d.s64.trap [%rd2, {%r9, %r9}], %rd1;"), HasSubstr("add"));
}

TEST(Surfaces, StopWhatIsOutsideOrMisaligned) {
  EXPECT_THAT(
      fault_of("mov.b32 %r1, 16; suld.b.2d.b32.trap %r2, [%rd2, {%r1, %r9}];"),
      HasSubstr("surface load of 4 bytes at (x = 16 bytes, y = 0, z = 0), outside a surface of 4 x 2 x 1 texels"));
  EXPECT_THAT(fault_of("mov.b32 %r1, 2; suld.b.2d.b32.zero %r2, [%rd2, {%r1, %r9}];"),
              HasSubstr("surface load of 4 bytes at x = 2 bytes, which is no multiple of its width"));
}

TEST(Images, TellWhatIsWrongWithTheirOperands) {
  EXPECT_THAT(errors_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, %rd2, {%f9, %f9}];"),
              HasSubstr("samplers apart from textures (independent mode) are not supported"));
  EXPECT_THAT(errors_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f9}];"),
              HasSubstr("coordinates are wanted here: {x, y}"));
  EXPECT_THAT(errors_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1];"), HasSubstr("coordinates are missing"));
  EXPECT_THAT(errors_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%rd2, %rd2}];"),
              HasSubstr("a coordinate is a register of 32 bits"));
  EXPECT_THAT(errors_of("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%r9, {%f9, %f9}];"),
              HasSubstr("named by a 64-bit register with its handle"));
  EXPECT_THAT(errors_of("tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r9, %r9, %r9, %r9}];"), HasSubstr("2dms"));
}

}  // namespace
}  // namespace warpglass::isa
