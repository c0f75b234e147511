#include "analysis/unwritten_reads.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace warpglass::analysis {
namespace {

TEST(HeldReads, NameTheFirstThreadWhereverTheBytesAre) {
  for (const std::uint64_t base : {0x0u, 0x1000u, 0x7f000u}) {
    HeldReads held;
    for (std::uint32_t thread = 0; thread < 256; ++thread) {
      const Racer racer{.warp = static_cast<std::uint8_t>(thread / 32), .lane = static_cast<std::uint8_t>(thread % 32)};
      ASSERT_TRUE(held.add(7, {.count = 1, .address = base + (thread * 37 + 5) % 256 * 4, .thread = racer}));
    }
    UnwrittenReads reads;
    held.end(reads);
    ASSERT_EQ(reads.size(), 1);
    const UnwrittenRead& read = reads.at(7);
    EXPECT_EQ(read.count, 256);
    EXPECT_EQ(read.thread.warp, 0);
    EXPECT_EQ(read.thread.lane, 0);
    EXPECT_EQ(read.address, base + 20);
  }
}

}  // namespace
}  // namespace warpglass::analysis
