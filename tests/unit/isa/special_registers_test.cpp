#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

/// Value of a special register in every thread of a block, with the block's number in the grid in front of it.
std::vector<std::uint64_t> values_of(const std::string& name, Dim3 block, Dim3 grid = {1, 1, 1},
                                     std::string_view type = "u32", std::uint32_t dynamic_shared = 0) {
  const bool wide = type.ends_with("64");
  LoadedPtx ptx(R"(
.shared .align 4 .b8 some[100];
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .pred %p<2>;
  mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;
  mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y;
  mad.lo.u32 %r2, %r3, %r5, %r2; mad.lo.u32 %r1, %r2, %r4, %r1;
  mov.u32 %r6, %ctaid.x; mov.u32 %r7, %nctaid.x; mov.u32 %r8, %ctaid.y; mad.lo.u32 %r6, %r8, %r7, %r6;
  mov.u32 %r9, %ntid.z; mul.lo.u32 %r9, %r9, %r5; mul.lo.u32 %r9, %r9, %r4; mad.lo.u32 %r1, %r6, %r9, %r1;
  mov.u32 %r10, some;
  mov.u64 %rd1, 0;
  mov.)" + std::string(type) +
                (wide ? " %rd1, " : " %r11, ") + name + ";" + (wide ? "" : "mov.b64 %rd1, {%r11, 0};") + R"(
  ld.param.u64 %rd2, [out];
  mul.wide.u32 %rd3, %r1, 8;
  add.u64 %rd2, %rd2, %rd3;
  st.global.u64 [%rd2], %rd1;
  ret;
})");
  const std::size_t threads = block.volume() * grid.volume();
  const std::uint64_t out = ptx.upload(std::vector<std::uint64_t>(threads, 0xbad));
  const auto result = ptx.run("k", grid, block, {out}, nullptr, dynamic_shared);
  EXPECT_TRUE(result.faults.empty());
  return ptx.download<std::uint64_t>(out, threads);
}

TEST(SpecialRegisters, ThreadIndices) {
  const Dim3 block{5, 4, 3};
  const auto x = values_of("%tid.x", block), y = values_of("%tid.y", block), z = values_of("%tid.z", block);
  for (std::uint32_t i = 0; i < 60; ++i) {
    EXPECT_EQ(x[i], i % 5);
    EXPECT_EQ(y[i], i / 5 % 4);
    EXPECT_EQ(z[i], i / 20);
  }
}

TEST(SpecialRegisters, Lanes) {
  const auto lane = values_of("%laneid", {40, 1, 1}), warp = values_of("%warpid", {40, 1, 1});
  const auto lt = values_of("%lanemask_lt", {40, 1, 1}), ge = values_of("%lanemask_ge", {40, 1, 1});
  const auto eq = values_of("%lanemask_eq", {40, 1, 1}), gt = values_of("%lanemask_gt", {40, 1, 1});
  const auto le = values_of("%lanemask_le", {40, 1, 1});
  for (std::uint32_t i = 0; i < 40; ++i) {
    EXPECT_EQ(lane[i], i % 32);
    EXPECT_EQ(warp[i], i / 32);
    EXPECT_EQ(eq[i], 1u << i % 32);
    EXPECT_EQ(lt[i], (1u << i % 32) - 1);
    EXPECT_EQ(le[i], lt[i] | eq[i]);
    EXPECT_EQ(ge[i], 0xffffffffu & ~lt[i]);
    EXPECT_EQ(gt[i], ge[i] & ~eq[i]);
  }
}

TEST(SpecialRegisters, Grid) {
  const auto x = values_of("%ctaid.x", {2, 1, 1}, {3, 2, 1}), y = values_of("%clusterid.y", {2, 1, 1}, {3, 2, 1});
  for (std::uint32_t i = 0; i < 12; ++i) {
    EXPECT_EQ(x[i], i / 2 % 3);
    EXPECT_EQ(y[i], i / 6);
  }
  EXPECT_EQ(values_of("%nctaid.y", {1, 1, 1}, {3, 2, 1})[0], 2u);
  EXPECT_EQ(values_of("%cluster_nctarank", {1, 1, 1})[0], 1u);
  EXPECT_EQ(values_of("%nsmid", {1, 1, 1})[0], 132u);
}

TEST(SpecialRegisters, SharedMemory) {
  EXPECT_EQ(values_of("%dynamic_smem_size", {1, 1, 1}, {1, 1, 1}, "u32", 64)[0], 64u);
  EXPECT_EQ(values_of("%total_smem_size", {1, 1, 1}, {1, 1, 1}, "u32", 64)[0], 112u + 64u);
}

TEST(SpecialRegisters, WidthsAndUnusedOnes) {
  EXPECT_EQ(values_of("%gridid", {1, 1, 1}, {1, 1, 1}, "u64")[0], 0u);
  EXPECT_EQ(values_of("%envreg31", {1, 1, 1})[0], 0u);
  EXPECT_EQ(values_of("%pm3", {1, 1, 1})[0], 0u);
  EXPECT_EQ(values_of("%pm7_64", {1, 1, 1}, {1, 1, 1}, "u64")[0], 0u);
}

TEST(SpecialRegisters, TimePasses) {
  LoadedPtx ptx(R"(
.visible .entry k(.param .u64 out) {
  .reg .b64 %rd<9>; .reg .pred %p; .reg .b32 %r<3>;
  ld.param.u64 %rd5, [out];
  mov.u64 %rd1, %clock64;
  mov.u64 %rd2, %clock64;
  sub.u64 %rd2, %rd2, %rd1;
  st.global.u64 [%rd5], %rd2;
WAIT:
  mov.u64 %rd3, %clock64;
  sub.u64 %rd3, %rd3, %rd1;
  setp.lt.u64 %p, %rd3, 1000000;
  @%p bra WAIT;
  st.global.u64 [%rd5+8], %rd3;
  ret;
})");
  std::vector<std::uint64_t> seen[2];
  for (auto& values : seen) {
    const std::uint64_t out = ptx.upload(std::vector<std::uint64_t>(2));
    ptx.run_clean("k", {1, 1, 1}, {1, 1, 1}, {out});
    values = ptx.download<std::uint64_t>(out, 2);
  }
  EXPECT_GT(seen[0][0], 0u);
  EXPECT_GE(seen[0][1], 1000000u);
  EXPECT_LT(seen[0][1], 1010000u);
  EXPECT_EQ(seen[0], seen[1]);
}

TEST(SpecialRegisters, WaitsAreShortAndMeasuredSectionsStaySo) {
  LoadedPtx ptx(R"(
.visible .entry k(.param .u64 out) {
  .reg .b64 %rd<9>; .reg .pred %p; .reg .b32 %r<3>;
  ld.param.u64 %rd5, [out];
  mov.u64 %rd4, 0;
  mov.u32 %r1, 0;
MEASURE:
  mov.u64 %rd1, %clock64;
  mov.u64 %rd2, %clock64;
  sub.u64 %rd2, %rd2, %rd1;
  max.u64 %rd4, %rd4, %rd2;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p, %r1, 1000;
  @%p bra MEASURE;
  st.global.u64 [%rd5], %rd4;
  mov.u64 %rd1, %clock64;
  mov.u64 %rd4, 0;
WAIT:
  add.u64 %rd4, %rd4, 1;
  mov.u64 %rd3, %clock64;
  sub.u64 %rd3, %rd3, %rd1;
  setp.lt.u64 %p, %rd3, 1000000000;
  @%p bra WAIT;
  st.global.u64 [%rd5+8], %rd4;
  ret;
})");
  const std::uint64_t out = ptx.upload(std::vector<std::uint64_t>(2));
  ptx.run_clean("k", {1, 1, 1}, {1, 1, 1}, {out});
  const auto values = ptx.download<std::uint64_t>(out, 2);
  EXPECT_LT(values[0], 100u);
  EXPECT_LT(values[1], 200000u);  // rounds
}

}  // namespace
}  // namespace warpglass::isa
