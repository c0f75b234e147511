#include "arch/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpglass::arch {
namespace {

const Limits& limits_of(std::string_view name) { return find_device(name).device->limits; }

TEST(Occupancy, WhicheverBindsFirst) {
  const Limits& h200 = limits_of("sm_90");
  Occupancy result = occupancy(h200, {.threads = 256, .registers_per_thread = 32});
  EXPECT_EQ(result.by_warps, 8u);
  EXPECT_EQ(result.by_registers, 8u);
  EXPECT_EQ(result.by_blocks, 32u);
  EXPECT_EQ(result.blocks_per_sm, 8u);
  EXPECT_DOUBLE_EQ(result.fraction(), 1.0);

  result = occupancy(h200, {.threads = 256, .registers_per_thread = 33});  // 40 after rounding: 6 blocks
  EXPECT_EQ(result.by_registers, 6u);
  EXPECT_DOUBLE_EQ(result.fraction(), 0.75);

  result = occupancy(h200, {.threads = 128, .registers_per_thread = 16, .static_shared_bytes = 32 * 1024});
  EXPECT_EQ(result.by_shared, 6u);  // 33 KiB of 228
  EXPECT_EQ(result.shared_bytes_per_block, 33u * 1024);

  result = occupancy(h200, {.threads = 1024, .registers_per_thread = 65});
  EXPECT_EQ(result.blocks_per_sm, 0u);
  EXPECT_EQ(
      occupancy(h200, {.threads = 32, .registers_per_thread = 16, .dynamic_shared_bytes = 48 * 1024 + 1}).by_shared,
      0u);
  EXPECT_EQ(occupancy(h200, {.threads = 32,
                             .registers_per_thread = 16,
                             .dynamic_shared_bytes = 227 * 1024,
                             .max_dynamic_shared_bytes = 227 * 1024})
                .by_shared,
            1u);
  EXPECT_EQ(occupancy(h200, {.threads = 32, .registers_per_thread = 16, .barriers = 16}).by_barriers, 4u);
}

// Guide 4.2, 5.2.3: registers of a block in units of 256 (cc 1.0, 1.1) or 512 (1.2, 1.3), for an even number of warps.
TEST(Occupancy, RegistersOfWholeBlocksOnTesla) {
  EXPECT_EQ(occupancy(limits_of("sm_10"), {.threads = 96, .registers_per_thread = 10}).registers_per_block, 1280u);
  EXPECT_EQ(occupancy(limits_of("sm_10"), {.threads = 96, .registers_per_thread = 9}).registers_per_block, 1280u);
  EXPECT_EQ(occupancy(limits_of("sm_13"), {.threads = 96, .registers_per_thread = 9}).registers_per_block, 1536u);
  const Occupancy full = occupancy(limits_of("sm_10"), {.threads = 256, .registers_per_thread = 10});
  EXPECT_EQ(full.blocks_per_sm, 3u);
  EXPECT_DOUBLE_EQ(full.fraction(), 1.0);
  EXPECT_EQ(occupancy(limits_of("sm_10"), {.threads = 256, .registers_per_thread = 11}).by_registers, 2u);
}

// Its two sub-partitions would hold the block; the four of every other Pascal would not.
TEST(Occupancy, ABlockThatNoOtherPascalHolds) {
  EXPECT_EQ(occupancy(limits_of("sm_60"), {.threads = 576, .registers_per_thread = 104}).blocks_per_sm, 0u);
  EXPECT_EQ(occupancy(limits_of("sm_60"), {.threads = 576, .registers_per_thread = 96}).blocks_per_sm, 1u);
  EXPECT_EQ(occupancy(limits_of("sm_60"), {.threads = 512, .registers_per_thread = 104}).blocks_per_sm, 1u);
}

TEST(Occupancy, EverythingThatBindsIsNamed) {
  const Occupancy even = occupancy(limits_of("sm_90"), {.threads = 256, .registers_per_thread = 32});
  EXPECT_EQ(even.binding(), (std::vector{OccupancyLimit::warps, OccupancyLimit::registers}));
  EXPECT_EQ(name_of(even.binding().back()), "registers");
}

TEST(Occupancy, TextbookDevice) {
  const Limits textbook{.max_threads_per_sm = 1536,
                        .max_warps_per_sm = 48,
                        .max_blocks_per_sm = 8,
                        .registers_per_sm = 16384,
                        .shared_bytes_per_sm = 16384,
                        .sub_partitions = 1,
                        .max_threads_per_block = 1024,
                        .registers_per_block = 16384,
                        .max_registers_per_thread = 255,
                        .shared_bytes_per_block = 16384,
                        .shared_bytes_per_block_optin = 16384,
                        .register_unit = 1,
                        .shared_unit = 1};
  EXPECT_EQ(occupancy(textbook, {.threads = 512, .registers_per_thread = 10}).blocks_per_sm, 3u);
  EXPECT_EQ(occupancy(textbook, {.threads = 512, .registers_per_thread = 11}).blocks_per_sm, 2u);
  EXPECT_EQ(occupancy(textbook, {.threads = 64, .registers_per_thread = 10, .static_shared_bytes = 2048}).blocks_per_sm,
            8u);
  EXPECT_EQ(
      occupancy(textbook, {.threads = 64, .registers_per_thread = 10, .static_shared_bytes = 5 * 1024}).blocks_per_sm,
      3u);
  const Occupancy tile = occupancy(textbook, {.threads = 256, .registers_per_thread = 8, .static_shared_bytes = 2048});
  EXPECT_EQ(tile.blocks_per_sm, 6u);
  EXPECT_EQ(tile.blocks_per_sm * tile.shared_bytes_per_block, 12u * 1024);
}

TEST(Occupancy, CarveOuts) {
  EXPECT_EQ(carve_out_for(limits_of("sm_90"), 0), 0u);
  EXPECT_EQ(carve_out_for(limits_of("sm_90"), 1), 8u * 1024);
  EXPECT_EQ(carve_out_for(limits_of("sm_90"), 33 * 1024), 64u * 1024);
  EXPECT_EQ(carve_out_for(limits_of("sm_75"), 1), 32u * 1024);
  EXPECT_EQ(carve_out_for(limits_of("sm_60"), 1), 64u * 1024);
}

// Guide 4.2, appendix on cc 2.x and 3.x, and cudaFuncAttributePreferredSharedMemoryCarveout for later ones.
TEST(Occupancy, PreferredCarveOuts) {
  const auto kib = [](std::string_view gpu, int percent, CacheConfig config) {
    return static_cast<int>(preferred_carve_out(limits_of(gpu), percent, config).value_or(-1024u)) / 1024;
  };
  EXPECT_EQ(kib("sm_20", -1, CacheConfig::l1), 16);
  EXPECT_EQ(kib("sm_20", -1, CacheConfig::shared), 48);
  EXPECT_EQ(kib("sm_20", -1, CacheConfig::equal), 48);
  EXPECT_EQ(kib("sm_35", -1, CacheConfig::equal), 32);
  EXPECT_EQ(kib("sm_35", 0, CacheConfig::none), -1);
  EXPECT_EQ(kib("sm_52", -1, CacheConfig::l1), -1);
  EXPECT_EQ(kib("sm_90", -1, CacheConfig::none), -1);
  EXPECT_EQ(kib("sm_90", -1, CacheConfig::equal), 132);
  EXPECT_EQ(kib("sm_90", 0, CacheConfig::shared), 0);
}

}  // namespace
}  // namespace warpglass::arch
