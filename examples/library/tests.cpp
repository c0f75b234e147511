// Tests of kernels in GoogleTest: that they are right, and what they do to the memory system.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "warpglass/gtest.hpp"

namespace {

using testing::Eq;
using testing::Le;
using testing::Not;
using warpglass::HasFinding;
using warpglass::HasNoBankConflicts;

constexpr int kSize = 128;
constexpr double kLoads = kSize * kSize / 32;  // of warps

class Transpose : public testing::Test {
 protected:
  static warpglass_options options() {
    warpglass_options options = warpglass::Device::options();
    options.analysers = "races, unwritten-memory";
    return options;
  }

  warpglass::Launch launch(const char* kernel) {
    return kernels_.kernel(kernel).launch({{kSize / 32, kSize / 32}, {32, 8}}, in_, out_, kSize);
  }

  void SetUp() override {
    std::vector<float> values(kSize * kSize);
    std::iota(values.begin(), values.end(), 0.0f);
    in_.write(values);
  }

  warpglass::Device device_{options()};
  warpglass::Module kernels_ = device_.load(KERNELS);
  warpglass::Array<float> in_ = device_.array<float>(kSize * kSize, "in");
  warpglass::Array<float> out_ = device_.array<float>(kSize * kSize, "out");
};

TEST_F(Transpose, Transposes) {
  const warpglass::Launch launched = launch("transpose_padded");
  EXPECT_NO_FINDINGS(launched);
  const std::vector<float> out = out_.read();
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) ASSERT_EQ(out[x * kSize + y], static_cast<float>(y * kSize + x));
}

TEST_F(Transpose, PaddingAvoidsBankConflicts) {
  EXPECT_THAT(launch("transpose"), Not(HasNoBankConflicts()));
  const warpglass::Launch padded = launch("transpose_padded");
  EXPECT_NO_BANK_CONFLICTS(padded);
  EXPECT_COUNTER(padded, "memory_l1_wavefronts_shared", Eq(2 * kLoads));
}

TEST_F(Transpose, ATileCoalescesStores) {
  EXPECT_THAT(launch("transpose_directly"), HasFinding("uncoalesced"));
  const warpglass::Launch tiled = launch("transpose_padded");
  EXPECT_COALESCED(tiled);
  EXPECT_COUNTER(tiled, "memory_l2_theoretical_sectors_global", Le(8 * kLoads));
}

TEST_F(Transpose, WantsABarrier) {
  EXPECT_THAT(launch("transpose_hasty"), HasFinding("shared-race"));
  EXPECT_NO_RACES(launch("transpose_padded"));
}

}  // namespace
