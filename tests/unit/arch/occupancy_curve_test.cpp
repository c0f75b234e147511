#include "arch/occupancy_curve.hpp"

#include <gtest/gtest.h>

namespace warpglass::arch {
namespace {

const Limits& limits_of_gpu(std::string_view name) { return find_device(name).device->limits; }

constexpr OccupancyVariable kVariables[] = {OccupancyVariable::block_size, OccupancyVariable::registers,
                                            OccupancyVariable::shared_memory};

TEST(OccupancyCurve, EverySettingAnswersAsTheCalculator) {
  for (const char* gpu : {"sm_10", "sm_13", "sm_20", "sm_37", "sm_60", "sm_75", "sm_90", "sm_120"}) {
    const Limits& limits = limits_of_gpu(gpu);
    const BlockNeeds needs{.threads = 192, .registers_per_thread = 37, .static_shared_bytes = 3000};
    for (const OccupancyVariable variable : kVariables) {
      std::uint32_t next = variable == OccupancyVariable::shared_memory ? 0 : 1;
      for (const OccupancyStep& step : occupancy_curve(limits, needs, variable)) {
        ASSERT_EQ(step.first, next) << gpu;
        ASSERT_LE(step.first, step.last) << gpu;
        for (const std::uint32_t value : {step.first, step.first + (step.last - step.first) / 2, step.last}) {
          const Occupancy at = occupancy(limits, with(needs, variable, value, limits));
          ASSERT_EQ(at.blocks_per_sm, step.blocks_per_sm) << gpu << ' ' << value;
          ASSERT_EQ(at.warps_per_sm, step.warps_per_sm) << gpu << ' ' << value;
        }
        next = step.last + 1;
      }
      EXPECT_GT(next, variable == OccupancyVariable::registers ? 60u : 500u) << gpu;
    }
  }
}

TEST(OccupancyCurve, WhatOneBlockMoreTakes) {
  const Limits& limits = limits_of_gpu("sm_90");
  // Registers bind at 6 blocks.
  auto more = more_blocks(limits, {.threads = 256, .registers_per_thread = 40});
  ASSERT_TRUE(more);
  EXPECT_EQ(more->registers, 32u);
  EXPECT_FALSE(more->shared);
  EXPECT_EQ(more->result.blocks_per_sm, 8u);
  // Both bind: 2 blocks of 100 KiB, 2 of 128 registers for 256 threads.
  more = more_blocks(limits, {.threads = 256,
                              .registers_per_thread = 128,
                              .dynamic_shared_bytes = 100 * 1024,
                              .max_dynamic_shared_bytes = 100 * 1024});
  ASSERT_TRUE(more);
  EXPECT_EQ(more->registers, 80u);
  EXPECT_EQ(more->shared, 75u * 1024);
  EXPECT_EQ(more->result.blocks_per_sm, 3u);
  // A block that does not fit at all.
  more = more_blocks(limits, {.threads = 1024, .registers_per_thread = 65});
  ASSERT_TRUE(more);
  EXPECT_EQ(more->registers, 64u);
  // Warps and block slots cannot be had more of.
  EXPECT_FALSE(more_blocks(limits, {.threads = 256, .registers_per_thread = 32}));
  EXPECT_FALSE(more_blocks(limits, {.threads = 32, .registers_per_thread = 16}));
}

TEST(OccupancyCurve, TheSettingFoundIsTheLargest) {
  const Limits& limits = limits_of_gpu("sm_86");
  for (std::uint32_t registers = 1; registers < 256; ++registers) {
    const BlockNeeds needs{.threads = 160, .registers_per_thread = registers, .static_shared_bytes = registers * 150};
    const auto more = more_blocks(limits, needs);
    if (!more) continue;
    const std::uint32_t wanted = occupancy(limits, needs).blocks_per_sm + 1;
    EXPECT_GE(more->result.blocks_per_sm, wanted);
    if (more->registers) {
      const BlockNeeds larger = with(needs, OccupancyVariable::registers, *more->registers + 1, limits);
      EXPECT_LT(occupancy(limits, larger).by_registers, wanted) << registers;
    }
    if (more->shared) {
      const BlockNeeds larger = with(needs, OccupancyVariable::shared_memory, *more->shared + 1, limits);
      EXPECT_LT(occupancy(limits, larger).by_shared, wanted) << registers;
    }
  }
}

TEST(OccupancyCurve, DynamicSharedMemoryThatIsLeft) {
  const Limits& limits = limits_of_gpu("sm_90");
  const BlockNeeds needs{
      .threads = 256, .registers_per_thread = 32, .static_shared_bytes = 1024, .max_dynamic_shared_bytes = 200 * 1024};
  EXPECT_EQ(most_dynamic_shared(limits, needs, 1), 200u * 1024);
  EXPECT_EQ(most_dynamic_shared(limits, needs, 2), 113u * 1024);
  EXPECT_EQ(most_dynamic_shared(limits, needs, 8), 28u * 1024 + 512 - 1024);
  EXPECT_FALSE(most_dynamic_shared(limits, needs, 9));
  EXPECT_FALSE(most_dynamic_shared(limits, needs, 0));
}

TEST(OccupancyCurve, BlocksThatFillTheMachineBetter) {
  const std::vector<BetterBlock> better =
      better_blocks(limits_of_gpu("sm_86"), {.threads = 1024, .registers_per_thread = 32});
  ASSERT_EQ(better.size(), 2u);  // 1,024 threads fill 1,024 of 1,536
  EXPECT_EQ(better[0].threads, 96u);
  EXPECT_EQ(better[0].result.warps_per_sm, 48u);
  EXPECT_EQ(better[1].threads, 768u);
  EXPECT_EQ(better[1].result.warps_per_sm, 48u);
  EXPECT_TRUE(better_blocks(limits_of_gpu("sm_90"), {.threads = 1024, .registers_per_thread = 32}).empty());
}

}  // namespace
}  // namespace warpglass::arch
