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
  EXPECT_EQ(roofline["float32_operations"], 96);
  EXPECT_EQ(roofline["float64_operations"], 64);
  ASSERT_EQ(roofline["traffic"].size(), 1u);
  EXPECT_EQ(roofline["traffic"][0]["memory"], "L1");
  EXPECT_EQ(roofline["traffic"][0]["bytes"], 256);
}

TEST_F(Rooflines, StandBesideTheRidge) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const Outcome plain = run_kernel({});
  EXPECT_THAT(plain.errors, HasSubstr("  float32 operations a byte: L1 0.38; ridge at 13.9 (published peaks)\n"));
  EXPECT_THAT(plain.errors, HasSubstr("  float64 operations a byte: L1 0.25; ridge at 6.95 (published peaks)\n"));
  const Outcome caches = run_kernel({"--caches", "--json", folder_ + "r.json"});
  EXPECT_THAT(caches.errors, HasSubstr(", L2 "));
  EXPECT_EQ(kernel()["roofline"]["traffic"].size(), 3u);
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
