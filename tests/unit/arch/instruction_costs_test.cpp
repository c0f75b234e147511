#include "arch/instruction_costs.hpp"

#include <gtest/gtest.h>

#include "arch/instruction_throughput.hpp"

namespace warpglass::arch {
namespace {

using enum InstructionClass;

double issue(std::uint32_t major, std::uint32_t minor, InstructionClass which) {
  return instruction_cost({major, minor}, which).issue_cycles;
}

// 32 lanes times the schedulers of an SM over the results per clock and SM.
TEST(InstructionCosts, FollowFromTheGuidesTable) {
  EXPECT_DOUBLE_EQ(issue(1, 0, float32), 4);        // 8 results, one scheduler: the textbook's four cycles
  EXPECT_DOUBLE_EQ(issue(1, 3, special), 16);       // 2
  EXPECT_DOUBLE_EQ(issue(2, 0, float64), 4);        // 16, two
  EXPECT_DOUBLE_EQ(issue(3, 5, integer_add), 0.8);  // 160, four
  EXPECT_DOUBLE_EQ(issue(5, 2, float64), 32);       // 4
  EXPECT_DOUBLE_EQ(issue(6, 0, float32), 1);        // 64, two
  EXPECT_DOUBLE_EQ(issue(6, 1, float16), 128);      // 2 results of halves, two a lane
  EXPECT_DOUBLE_EQ(issue(7, 5, float64), 64);       // 2
  EXPECT_DOUBLE_EQ(issue(8, 0, float64), 4);        // 32
  EXPECT_DOUBLE_EQ(issue(8, 6, float32), 1);        // 128
  EXPECT_DOUBLE_EQ(issue(12, 0, convert), 64);      // 2
}

TEST(InstructionCosts, WhatAMachineHasNotGotIsUnknownOrASequence) {
  EXPECT_FALSE(instruction_cost({1, 0}, float64).known());
  EXPECT_FALSE(instruction_cost({2, 0}, shuffle).known());
  EXPECT_FALSE(instruction_cost({7, 5}, warp_reduce).known());
  const InstructionCost product = instruction_cost({6, 1}, integer_multiply);  // three of 16 bits
  EXPECT_DOUBLE_EQ(product.instructions, 3);
  EXPECT_DOUBLE_EQ(product.issue_cycles, 3);
  EXPECT_EQ(product.source, CostSource::assumed);
  EXPECT_GT(instruction_cost({8, 0}, divide_integer).issue_cycles, 20);
}

TEST(InstructionCosts, SayWhereTheyComeFrom) {
  EXPECT_EQ(instruction_cost({9, 0}, float32).source, CostSource::measured);
  EXPECT_EQ(instruction_cost({9, 0}, bit_field).source, CostSource::documented);
  EXPECT_EQ(instruction_cost({8, 9}, float32).source, CostSource::documented);
  EXPECT_EQ(instruction_cost({10, 0}, float32).source, CostSource::assumed);
  for (const DeviceModel& device : devices()) EXPECT_FALSE(cost_document(device.capability).empty());
}

TEST(InstructionCosts, EveryPipeIsBusyForWhatItTakes) {
  for (const DeviceModel& device : devices()) {
    for (std::size_t i = 0; i < kInstructionClasses; ++i) {
      const auto which = static_cast<InstructionClass>(i);
      const InstructionCost cost = instruction_cost(device.capability, which);
      EXPECT_FALSE(name_of(which).empty());
      EXPECT_EQ(cost.known(), !cost.pipes.empty()) << device.name << " " << name_of(which);
      double most = 0;
      for (const PipeCycles& pipe : cost.pipes) most = std::max(most, pipe.cycles);
      EXPECT_DOUBLE_EQ(most, cost.issue_cycles) << device.name << " " << name_of(which);
    }
  }
}

// An integer product takes half of the FMA pipe for two cycles: two products and two additions of floats fit into four.
TEST(InstructionCosts, HalfOfThePipeIsHalfOfTheWhole) {
  const InstructionCost product = instruction_cost({9, 0}, integer_multiply);
  ASSERT_EQ(product.pipes.size(), 2u);
  EXPECT_EQ(product.pipes[0], (PipeCycles{Pipe::fmaheavy, 2}));
  EXPECT_EQ(product.pipes[1], (PipeCycles{Pipe::fma, 1}));
}

}  // namespace
}  // namespace warpglass::arch
