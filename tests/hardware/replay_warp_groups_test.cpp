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

/// \param set  of kernels: "" or "sparse_". Returns how many there are.
int compare_wavefronts(const std::string& set) {
  constexpr double kOfStores = 384;
  constexpr double kWarps = 4;
  const std::string folder = WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/" + set;
  const std::string text = test::unpacked(folder + "kernels.ptx.zst");
  const LoadedPtx ptx(text.substr(text.find(".visible")));
  std::ifstream file(folder + "wavefronts.tsv");
  std::string line;
  std::getline(file, line);
  int kernels = 0;
  for (; std::getline(file, line); ++kernels) {
    std::istringstream fields(line);
    std::string kernel;
    double wavefronts = 0;
    double ideal = 0;
    double conflicts = 0;
    EXPECT_TRUE(fields >> kernel >> wavefronts >> ideal >> conflicts);
    const BindResult bound = ptx.bind_kernel(kernel);
    EXPECT_NE(bound.program, nullptr);
    if (bound.program == nullptr) continue;
    double own = kOfStores;
    for (const sim::OpFacts& facts : bound.program->facts) {
      if (const auto product = analysis::matrix_operation(facts, bound.program->operands))
        own += product->factor_wavefronts * kWarps;
    }
    EXPECT_EQ(own, wavefronts) << kernel;
    EXPECT_EQ(own, ideal) << kernel;
    EXPECT_EQ(conflicts, 0) << kernel;
  }
  return kernels;
}

TEST(ReplayWarpGroupsH100, FactorsTakeTheWavefrontsThatTheProfilerReckons) { EXPECT_EQ(compare_wavefronts(""), 253); }

TEST(ReplayWarpGroupsH100, SparseFactorsToo) { EXPECT_EQ(compare_wavefronts("sparse_"), 197); }

}  // namespace
}  // namespace warpglass::isa
