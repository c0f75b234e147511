// Operations for each byte moved: in the JSON form and on the terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;

// 32 threads: a sum and a product of floats by the first 16, a multiply-add by all, a multiply-add of doubles by all.
constexpr const char* kArithmetic = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b64 %a, %offset; .reg .b32 %i; .reg .f32 %x; .reg .f64 %d; .reg .pred %few;
  ld.param.u64 %a, [p];
  mov.u32 %i, %tid.x;
  mul.wide.u32 %offset, %i, 4;
  add.s64 %a, %a, %offset;
  ld.global.f32 %x, [%a];
  setp.lt.u32 %few, %i, 16;
  @%few add.f32 %x, %x, %x;
  @%few mul.f32 %x, %x, %x;
  fma.rn.f32 %x, %x, %x, %x;
  cvt.f64.f32 %d, %x;
  fma.rn.f64 %d, %d, %d, %d;
  max.f64 %d, %d, %d;
  cvt.rn.f32.f64 %x, %d;
  st.global.f32 [%a], %x;
  ret;
}
)";

class Rooflines : public ToolTest {
 protected:
  Outcome run_kernel(std::vector<std::string> more) const {
    std::vector<std::string> words = {
        "run", write("k.ptx", kArithmetic), "--arg", "f32[32]:zero", "--grid", "1", "--block", "32"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  nlohmann::json kernel() const { return nlohmann::json::parse(contents(folder_ + "r.json"))["kernels"][0]; }
};

TEST_F(Rooflines, CountOperationsOfLanesThatTakePart) {
  ASSERT_EQ(run_kernel({"-q", "--json", folder_ + "r.json"}).exit_code, 0);
  const nlohmann::json metrics = kernel()["metrics"];
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"], 16);
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"], 16);
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"], 32);
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"], 32);
  const nlohmann::json roofline = kernel()["roofline"];
  ASSERT_EQ(roofline["roofs"].size(), 2u);
  EXPECT_EQ(roofline["roofs"][0]["type"], "float32");
  EXPECT_EQ(roofline["roofs"][0]["operations"], 96);
  EXPECT_EQ(roofline["roofs"][1]["type"], "float64");
  EXPECT_EQ(roofline["roofs"][1]["operations"], 64);
  ASSERT_EQ(roofline["traffic"].size(), 1u);
  EXPECT_EQ(roofline["traffic"][0]["memory"], "L1");
  EXPECT_EQ(roofline["traffic"][0]["bytes"], 256);
}

// A warp: an addition of pairs of halves, a multiply-add of single ones, a product of bfloat16 pairs; a product of
// matrices of each kind, one of them guarded off.
constexpr const char* kHalvesAndMatrices = R"(.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b64 %a; .reg .b32 %r<20>; .reg .b16 %h; .reg .f32 %f<8>; .reg .f64 %d<4>; .reg .pred %never;
  ld.param.u64 %a, [p];
  ld.global.u32 %r1, [%a];
  mov.b32 %r2, %r1; mov.b32 %r3, %r1; mov.b32 %r4, %r1; mov.b32 %r5, %r1; mov.b32 %r6, %r1; mov.b32 %r7, %r1;
  cvt.u16.u32 %h, %r1;
  add.f16x2 %r8, %r1, %r1;
  fma.rn.f16 %h, %h, %h, %h;
  mul.bf16x2 %r9, %r1, %r1;
  mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;
  mov.f64 %d1, 0d0000000000000000; mov.f64 %d2, %d1; mov.f64 %d3, %d1;
  setp.ne.u32 %never, %r1, %r1;
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};
  @%never mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};
  mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r5}, {%f1, %f2, %f3, %f4};
  mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r5}, {%f1, %f2, %f3, %f4};
  mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1, %d2}, {%d3}, {%d3}, {%d1, %d2};
  mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};
  mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%r10, %r11}, {%r1}, {%r5}, {%r3, %r4};
  mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%r10, %r11}, {%r1}, {%r5}, {%r10, %r11};
  mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%r10, %r11}, {%r1}, {%r5}, {%r10, %r11};
  st.global.f32 [%a], %f1;
  st.global.f64 [%a], %d1;
  st.global.u32 [%a], %r10;
  st.global.u32 [%a], %r11;
  st.global.u32 [%a], %r8;
  st.global.u32 [%a], %r9;
  st.global.u16 [%a], %h;
  ret;
}
)";

TEST_F(Rooflines, OfHalvesAndMatrixProductsHaveRoofsOfTheirOwn) {
  const Outcome done = run({"run", write("h.ptx", kHalvesAndMatrices), "--arg", "u32[32]:zero", "--grid", "1",
                            "--block", "32", "--json", folder_ + "r.json"});
  ASSERT_EQ(done.exit_code, 0) << done.errors;
  const nlohmann::json metrics = kernel()["metrics"];
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_hadd_pred_on.sum"], 32);
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_hmul_pred_on.sum"], 32);
  EXPECT_EQ(metrics["smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"], 32);
  const nlohmann::json roofs = kernel()["roofline"]["roofs"];
  const auto expect = [&](std::size_t i, const char* type, double operations, double tera_per_second) {
    ASSERT_LT(i, roofs.size());
    EXPECT_EQ(roofs[i]["type"], type);
    EXPECT_EQ(roofs[i]["operations"], operations) << type;
    EXPECT_NEAR(roofs[i]["per_second"].get<double>() / 1e12, tera_per_second, 0.01 * tera_per_second) << type;
  };
  // 132 SMs at 1.98 GHz.
  expect(0, "float16", 32 * (2 + 2 + 4), 133.8);
  expect(1, "float16 matrix", 2 * 16 * 8 * 16, 1070.5);
  expect(2, "bfloat16 matrix", 2 * 16 * 8 * 8, 1070.5);
  expect(3, "tf32 matrix", 2 * 16 * 8 * 4, 535.3);
  expect(4, "float64 matrix", 2 * 8 * 8 * 4, 66.9);
  expect(5, "float8 matrix", 2 * 16 * 8 * 32, 2141);
  expect(6, "int8 matrix", 2 * 8 * 8 * 16, 2141);
  // The H100's paper has no rate for these.
  expect(7, "int4 matrix", 2 * 8 * 8 * 32, 0);
  expect(8, "int1 matrix", 2 * 8 * 8 * 128, 0);
  EXPECT_EQ(roofs.size(), 9u);
  if (kSanitized) return;
  EXPECT_THAT(done.errors, HasSubstr("  float16 matrix operations a byte: L1 "));
  EXPECT_THAT(done.errors, HasSubstr(" (ridge at 32.0)\n"));
}

TEST_F(Rooflines, OfMatrixProductsHaveNoRoofWhereNoneIsOnRecord) {
  const Outcome done = run({"run", write("h.ptx", kHalvesAndMatrices), "--arg", "u32[32]:zero", "--grid", "1",
                            "--block", "32", "--arch", "sm_100", "-q", "--json", folder_ + "r.json"});
  ASSERT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_GT(kernel()["roofline"]["roofs"][0]["per_second"], 0);
  EXPECT_EQ(kernel()["roofline"]["roofs"][1]["per_second"], 0);
}

TEST_F(Rooflines, StandBesideTheRidge) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const Outcome plain = run_kernel({});
  EXPECT_THAT(plain.errors, HasSubstr("  float32 operations a byte: L1 0.38 (ridge at 2.00)\n"));
  EXPECT_THAT(plain.errors, HasSubstr("  float64 operations a byte: L1 0.25 (ridge at 1.00)\n"));
  const Outcome caches = run_kernel({"--caches", "--json", folder_ + "r.json"});
  EXPECT_THAT(caches.errors, HasSubstr(", L2 "));
  EXPECT_THAT(caches.errors, HasSubstr("(ridge at 13.9); lowest roof: device memory\n"));
  EXPECT_EQ(kernel()["roofline"]["traffic"].size(), 3u);
}

/// Of the first level from Volta on (of Turing its sources disagree), of the second where a chip was asked.
TEST_F(Rooflines, OfCachesAreThereWhereTheyAreOnRecord) {
  const auto of = [&](const char* gpu, std::size_t memory) {
    const Outcome done = run_kernel({"--arch", gpu, "--caches", "-q", "--json", folder_ + "r.json"});
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    return kernel()["roofline"]["traffic"][memory]["per_second"].get<double>() / 1e12;
  };
  EXPECT_NEAR(of("H200", 0), 33.45, 0.01);  // 132 SMs, 128 bytes, 1.98 GHz
  EXPECT_NEAR(of("H200", 1), 10.12, 0.01);
  EXPECT_NEAR(of("NVIDIA H100 80GB HBM3", 1), 8.63, 0.01);
  EXPECT_NEAR(of("sm_80", 0), 19.49, 0.01);
  EXPECT_EQ(of("sm_80", 1), 0);
  EXPECT_EQ(of("sm_75", 0), 0);
  EXPECT_EQ(of("sm_61", 0), 0);
  if (kSanitized) return;
  const Outcome done = run_kernel({"--arch", "sm_80", "--caches"});
  EXPECT_THAT(done.errors, HasSubstr("lowest roof on record: device memory\n"));
  EXPECT_THAT(done.errors, HasSubstr("  no roof on record for L2\n"));
}

TEST_F(Rooflines, OfTheSecondLevelCanBeDescribed) {
  const std::string file =
      write("mine.json", R"({"like": "sm_80", "name": "mine", "l2_bytes_per_second": 5000000000000})");
  ASSERT_EQ(run_kernel({"--arch", file, "--caches", "-q", "--json", folder_ + "r.json"}).exit_code, 0);
  EXPECT_EQ(kernel()["roofline"]["traffic"][1]["per_second"], 5e12);
}

TEST_F(Rooflines, AreNotThereWithoutArithmetic) {
  const std::string copy = write("copy.ptx", R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) { .reg .b64 %a; ld.param.u64 %a, [p]; st.global.u32 [%a], 1; ret; }
)");
  const Outcome done =
      run({"run", copy, "--arg", "u32[32]:zero", "--grid", "1", "--block", "32", "--json", folder_ + "r.json"});
  ASSERT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_FALSE(kernel().contains("roofline"));
  EXPECT_THAT(done.errors, Not(HasSubstr("ridge")));
}

}  // namespace
}  // namespace warpglass
