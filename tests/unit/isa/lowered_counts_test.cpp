// What is counted of instructions that the assembler merges, drops or changes otherwise.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/lowered_bodies.hpp"

namespace warpglass::isa {
namespace {

sim::LaunchResult count(const std::string& body, bool lower, std::unique_ptr<sim::Program>& program) {
  LoadedPtx loaded(kernel_around(body, kArrays));
  const auto costs = analysis::make_cost_model(arch::default_device());
  BindResult bound = loaded.bind_kernel("k", {.lower = lower});
  EXPECT_EQ(all_of(bound.diagnostics), "");
  const std::uint64_t buffer = loaded.upload(std::vector<std::uint32_t>(256));
  sim::LaunchRequest request;
  request.program = bound.program.get();
  request.memory = &loaded.memory;
  request.grid = {1, 1, 1};
  request.block = {32, 1, 1};
  request.costs = costs.get();
  request.params.resize(8);
  std::memcpy(request.params.data(), &buffer, 8);
  sim::LaunchResult result = sim::launch(request);
  EXPECT_TRUE(result.faults.empty());
  program = std::move(bound.program);
  return result;
}

/// Counters of all accesses to the space.
sim::OpCounters total(const std::string& body, bool lower, sim::Space space) {
  std::unique_ptr<sim::Program> program;
  const sim::LaunchResult result = count(body, lower, program);
  sim::OpCounters sum;
  for (std::size_t pc = 0; pc < program->ops.size(); ++pc) {
    if (sim::is_memory_access(program->facts[pc].kind) && program->facts[pc].space == space)
      sum.add(result.counters[pc]);
  }
  return sum;
}

TEST(LoweredCounts, OfMergedLoadsAreThoseOfTheWideOne) {
  const std::string body = base(128) + loads({0, 4, 8, 12});
  const sim::OpCounters written = total(body, false, sim::Space::shared);
  const sim::OpCounters machine = total(body, true, sim::Space::shared);
  EXPECT_EQ(written.requests, 4u);
  EXPECT_EQ(written.wavefronts, 4u * 32);
  EXPECT_EQ(machine.requests, 1u);
  EXPECT_EQ(machine.executions, 1u);
  EXPECT_EQ(machine.wavefronts,
            32u);  // a column walk of 16 bytes a lane: 8 lanes of a quarter-warp in one bank, 4 times
}

TEST(LoweredCounts, LeaveOutWhatIsDropped) {
  const sim::OpCounters machine = total("ld.global.u32 %r1, [%here];", true, sim::Space::global);
  EXPECT_EQ(machine.requests, 0u);
  EXPECT_EQ(machine.executions, 0u);
  EXPECT_EQ(machine.sectors, 0u);
}

TEST(LoweredCounts, OfCombinedAtomicsAreOfOneLane) {
  const std::string body = "red.global.add.u32 [%buffer], %thread;\nred.shared.max.u32 [t], %thread;";
  EXPECT_EQ(total(body, true, sim::Space::global).sectors, 1u);
  EXPECT_EQ(total(body, false, sim::Space::shared).wavefronts, 32u);
  EXPECT_EQ(total(body, true, sim::Space::shared).wavefronts, 1u);
}

TEST(LoweredCounts, OfCountedAdditionsAreThoseOfAStore) {
  const std::string body =
      "and.b32 %r1, %thread, 3;\nmul.wide.u32 %rd1, %r1, 4;\nmov.u64 %rd2, s;\n"
      "add.s64 %rd1, %rd2, %rd1;\nred.shared.add.u32 [%rd1], 1;";
  EXPECT_EQ(total(body, false, sim::Space::shared).wavefronts, 8u);
  EXPECT_EQ(total(body, true, sim::Space::shared).wavefronts, 1u);
}

TEST(LoweredCounts, OfAGenericLoadAreSplitByMemory) {
  // Even lanes read shared memory, odd ones global.
  const std::string body =
      "mul.wide.u32 %rd1, %thread, 4;\nmov.u64 %rd2, s;\nadd.s64 %rd1, %rd2, %rd1;\ncvta.shared.u64 %rd1, %rd1;\n"
      "and.b32 %r1, %thread, 1;\nsetp.eq.u32 %p1, %r1, 0;\nselp.b64 %rd3, %rd1, %here, %p1;\n"
      "ld.u32 %r2, [%rd3];\nst.global.u32 [%here], %r2;";
  const sim::OpCounters sum = total(body, true, sim::Space::generic);
  EXPECT_EQ(sum.executions, 1u);
  EXPECT_EQ(sum.requests, 2u);
  EXPECT_EQ(sum.shared_requests, 1u);
  EXPECT_EQ(sum.wavefronts, 1u);
  EXPECT_EQ(sum.sectors, 16u);  // 16 lanes, 32 bytes apart
}

TEST(LoweredCounts, OfPredicatedInstructionsAreIssuedForTheWholeWarp) {
  std::unique_ptr<sim::Program> program;
  const sim::LaunchResult result =
      count("setp.gt.u32 %p1, %thread, 7;\n@%p1 bra X;\nxor.b32 %r1, %r1, 77;\nX: st.global.u32 [%here], %r1;", true,
            program);
  for (std::size_t pc = 0; pc < program->ops.size(); ++pc) {
    if (!program->facts[pc].text.starts_with("xor")) continue;
    EXPECT_EQ(result.counters[pc].executions, 1u);
    EXPECT_EQ(result.counters[pc].threads, 32u);
    EXPECT_EQ(result.counters[pc].threads_pred_on, 8u);
  }
}

TEST(LoweredCounts, ChangeNoResult) {
  const std::string body = base(16) + stores({0, 4, 8, 12}) + loads({0, 4, 12}) + "ld.shared.u32 %r7, [%rd1];";
  std::vector<std::uint32_t> values(256, 1);
  const Outcome outcome = run_on(values, kernel_around(body, kArrays));
  EXPECT_EQ(outcome.errors, "");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[4 * i], 3 * i);
}

}  // namespace
}  // namespace warpglass::isa
