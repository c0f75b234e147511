// What Nsight Compute counted for products of warp groups: their factors' wavefronts, beside those of the stores by
// which each kernel fills its shared memory. No conflict is counted, however the factors lie.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "analysis/float_operations.hpp"
#include "tests/ptx/recording.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

TEST(ReplayWarpGroupsH100, FactorsTakeTheWavefrontsThatTheProfilerReckons) {
  constexpr double kOfStores = 384;
  constexpr double kWarps = 4;
  const std::string text = test::unpacked(WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/kernels.ptx.zst");
  const LoadedPtx ptx(text.substr(text.find(".visible")));
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/wavefronts.tsv");
  std::string line;
  std::getline(file, line);
  int kernels = 0;
  for (; std::getline(file, line); ++kernels) {
    std::istringstream fields(line);
    std::string kernel;
    double wavefronts = 0;
    double ideal = 0;
    double conflicts = 0;
    ASSERT_TRUE(fields >> kernel >> wavefronts >> ideal >> conflicts);
    const BindResult bound = ptx.bind_kernel(kernel);
    ASSERT_NE(bound.program, nullptr);
    double own = kOfStores;
    for (const sim::OpFacts& facts : bound.program->facts) {
      if (const auto product = analysis::matrix_operation(facts, bound.program->operands))
        own += product->factor_wavefronts * kWarps;
    }
    EXPECT_EQ(own, wavefronts) << kernel;
    EXPECT_EQ(own, ideal) << kernel;
    EXPECT_EQ(conflicts, 0) << kernel;
  }
  EXPECT_EQ(kernels, 253);
}

}  // namespace
}  // namespace warpglass::isa
