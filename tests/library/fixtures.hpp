// Kernels and handles that the tests share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "warpglass/warpglass.h"

namespace warpglass::test {

/// values[i] *= factor for i < n.
inline const std::string kScale = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 values, .param .f32 factor, .param .u32 n)
{
  .reg .pred %p; .reg .b32 %r<6>; .reg .f32 %f<3>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [values];
  ld.param.f32 %f1, [factor];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p, %r5, %r1;
  @%p bra done;
  mul.wide.u32 %d2, %r5, 4;
  add.u64 %d3, %d1, %d2;
  ld.global.f32 %f2, [%d3];
  mul.f32 %f2, %f2, %f1;
  st.global.f32 [%d3], %f2;
done:
  ret;
}
)";

/// Counts down from n, a long time for a large one.
inline const std::string kLong = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry count_down(.param .u64 n)
{
  .reg .pred %p; .reg .b64 %d;
  ld.param.u64 %d, [n];
again:
  sub.u64 %d, %d, 1;
  setp.ne.u64 %p, %d, 0;
  @%p bra again;
  ret;
}
)";

/// A device of its own for each test.
class LibraryTest : public testing::Test {
 protected:
  void TearDown() override { warpglass_device_destroy(device_); }

  static warpglass_options options() {
    warpglass_options all{};
    all.size = sizeof all;
    all.workers = 2;
    return all;
  }
  void make(const warpglass_options& with) {
    ASSERT_EQ(warpglass_device_create(&with, &device_), WARPGLASS_OK) << error();
  }
  void make() { make(options()); }

  [[nodiscard]] std::string error() const { return warpglass_last_error(device_); }

  [[nodiscard]] warpglass_kernel* load(const std::string& ptx) const {
    warpglass_module* module = nullptr;
    warpglass_kernel* kernel = nullptr;
    EXPECT_EQ(warpglass_load_ptx(device_, ptx.c_str(), "test.ptx", &module), WARPGLASS_OK) << error();
    EXPECT_EQ(warpglass_find_kernel(module, nullptr, &kernel), WARPGLASS_OK) << error();
    return kernel;
  }

  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes) const {
    std::uint64_t address = 0;
    EXPECT_EQ(warpglass_allocate(device_, bytes, "values", &address), WARPGLASS_OK) << error();
    return address;
  }

  static warpglass_launch_config config(std::uint32_t grid, std::uint32_t block) {
    warpglass_launch_config all{};
    all.size = sizeof all;
    all.grid[0] = grid;
    all.block[0] = block;
    all.grid[1] = all.grid[2] = all.block[1] = all.block[2] = 1;
    return all;
  }

  /// scale(values, factor, n) with as many threads as it needs.
  [[nodiscard]] static warpglass_status scale(warpglass_kernel* kernel, std::uint64_t values, float factor,
                                              std::uint32_t n) {
    const warpglass_launch_config shape = config((n + 127) / 128, 128);
    const void* arguments[] = {&values, &factor, &n};
    return warpglass_launch(kernel, &shape, arguments, 3);
  }

  warpglass_device* device_ = nullptr;
};

}  // namespace warpglass::test
