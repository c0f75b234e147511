// What Nsight Compute counted for products of warp groups: their factors' wavefronts, beside those of the stores by
// which each kernel fills its shared memory. No conflict is counted, however the factors lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "analysis/float_operations.hpp"
#include "analysis/line_profiles.hpp"
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

TEST(ReplayWarpGroupsH100, TheProductsOwnLineHasThem) {
  const std::string text = test::unpacked(WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/kernels.ptx.zst");
  const LoadedPtx ptx(text.substr(text.find(".visible")));
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/wgmma/lines.tsv");
  std::string line;
  std::getline(file, line);
  int kernels = 0;
  for (; std::getline(file, line); ++kernels) {
    std::istringstream fields(line);
    std::string kernel;
    std::uint64_t executed = 0;
    std::uint64_t wavefronts = 0;
    std::uint64_t ideal = 0;
    ASSERT_TRUE(fields >> kernel >> executed >> wavefronts >> ideal);
    const BindResult bound = ptx.bind_kernel(kernel);
    ASSERT_NE(bound.program, nullptr);
    analysis::KernelRecord record;
    record.facts = bound.program->facts;
    record.operands = bound.program->operands;
    record.costs.resize(record.facts.size());
    record.counters.resize(record.facts.size());
    for (sim::OpCounters& counters : record.counters) {
      counters.executions = executed;
      counters.threads_pred_on = executed * 32;
    }
    const auto rows = analysis::instruction_profiles(record, {});
    const auto product = std::ranges::find_if(
        rows, [](const analysis::InstructionProfile& row) { return row.text.starts_with("wgmma.mma_async"); });
    ASSERT_NE(product, rows.end());
    EXPECT_EQ(product->counts.wavefronts_profiled, wavefronts) << kernel;
    EXPECT_EQ(product->counts.wavefronts_profiled_ideal, ideal) << kernel;
  }
  EXPECT_EQ(kernels, 2);
}

}  // namespace
}  // namespace warpglass::isa
