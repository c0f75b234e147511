// --tier as the user meets it, in builds with the second tier and in those without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

constexpr bool kHasTier = WARPGLASS_HAS_TIER;

class TierFlag : public ToolTest {};

TEST_F(TierFlag, IsRefusedByABuildWithoutTheTier) {
  const std::string kernel = kExamples + "scale.ptx";
  const Outcome outcome = run({"run", "--tier", "hot", kernel, "--grid", "1", "--block", "32", "--arg", "f32[32]:iota",
                               "--arg", "f32[32]", "--arg", "u32:32"});
  if (kHasTier) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return;
  }
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, testing::HasSubstr("--tier: this build has no second tier"));
}

TEST_F(TierFlag, IsNotNeeded) {
  const std::string kernel = kExamples + "scale.ptx";
  const Outcome outcome = run(
      {"run", kernel, "--grid", "1", "--block", "32", "--arg", "f32[32]:iota", "--arg", "f32[32]", "--arg", "u32:32"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
}

TEST_F(TierFlag, TakesFourWords) {
  const Outcome outcome = run({"run", "--tier", "sometimes", kExamples + "scale.ptx"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, testing::HasSubstr("sometimes"));
}

TEST_F(TierFlag, VersionSaysWhetherItIsThere) {
  EXPECT_THAT(run({"--version"}).output,
              testing::HasSubstr(kHasTier ? "second tier: LLVM 19" : "second tier: not in this build"));
}

}  // namespace
}  // namespace warpglass
