// One shape of addresses met at several places: what it costs may depend on where its first lane lies within a word, a
// sector or a line, and must be counted for each place.
#include <gtest/gtest.h>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

struct Counted {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t sectors = 0;
  std::uint64_t sectors_ideal = 0;
};

/// Counts of the program's one-byte shared loads, or of its predicated global loads.
template <class Select>
Counted count(const Outcome& outcome, Select select) {
  Counted sum;
  for (std::size_t pc = 0; pc < outcome.result.counters.size(); ++pc) {
    if (!select(outcome.program->facts[pc])) continue;
    sum.requests += outcome.result.counters[pc].requests;
    sum.wavefronts += outcome.result.counters[pc].wavefronts;
    sum.sectors += outcome.result.counters[pc].sectors;
    sum.sectors_ideal += outcome.result.counters[pc].sectors_ideal;
  }
  return sum;
}

// s[tid * 4 % 129] of 128 threads: warps 1, 2 and 3 have the same distances between lanes, but only in warp 1, whose
// first lane reads byte 128, do two lanes meet in a bank. nvcc/stride.csv and clang/stride.csv: 5 wavefronts.
TEST(ReplayPlacesH200, BytesOfOneShapeConflictAtOnePlaceAndNotAtAnother) {
  const auto costs = analysis::make_cost_model(*arch::find_device("H200").device);
  std::vector<std::uint32_t> nothing(1);
  const Outcome outcome = run_on(nothing,
                                 kernel_around(R"(
    mul.lo.u32 %r1, %thread, 4;
    rem.u32 %r1, %r1, 129;
    ld.shared.u8 %r2, [%r1];
  )",
                                               ".extern .shared .align 16 .b8 dynamic[];\n"),
                                 {.block = {128, 1, 1}, .dynamic_shared_bytes = 256, .costs = costs.get()});
  ASSERT_EQ(outcome.errors, "");
  const Counted loads = count(outcome, [](const sim::OpFacts& facts) { return facts.space == sim::Space::shared; });
  EXPECT_EQ(loads.requests, 4u);
  EXPECT_EQ(loads.wavefronts, 5u);
}

// Two lanes a word, 64 bytes a warp: two sectors where they begin on a sector border, three where they do not. The
// least possible is what was asked for, 128 bytes, or fewer sectors if lanes share: 2 and 3
// (facts/global_accesses.tsv).
TEST(ReplayPlacesH200, IdealSectorsOfOneShapeDependOnThePlace) {
  const auto costs = analysis::make_cost_model(*arch::find_device("H200").device);
  std::vector<std::uint32_t> words(256);
  const Outcome outcome = run_on(words, kernel_around(R"(
    shr.u32 %r1, %thread, 1;
    shr.u32 %r2, %thread, 5;
    mul.lo.u32 %r2, %r2, 4;
    add.u32 %r1, %r1, %r2;
    mul.wide.u32 %rd1, %r1, 4;
    add.s64 %rd1, %buffer, %rd1;
    ld.global.u32 %r3, [%rd1];
  )"),
                                 {.block = {64, 1, 1}, .costs = costs.get()});
  ASSERT_EQ(outcome.errors, "");
  const Counted loads = count(outcome, [](const sim::OpFacts& facts) { return facts.space == sim::Space::global; });
  EXPECT_EQ(loads.requests, 2u);
  EXPECT_EQ(loads.sectors, 5u);
  EXPECT_EQ(loads.sectors_ideal, 5u);
}

}  // namespace
}  // namespace warpglass::isa
