#include "arch/global_sectors.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

Addresses strided(std::uint64_t base, std::uint64_t step) {
  Addresses address{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) address[lane] = base + step * lane;
  return address;
}

TEST(GlobalSectors, RegularAccesses) {
  const auto sectors = [](const Addresses& address, std::uint32_t bytes) {
    return global_sectors(address, kFullMask, bytes);
  };
  EXPECT_EQ(sectors(strided(4096, 4), 4).sectors, 4u);
  EXPECT_EQ(sectors(strided(4096, 4), 4).lines, 1u);
  EXPECT_EQ(sectors(strided(4100, 4), 4).sectors, 5u);  // one word off
  EXPECT_EQ(sectors(strided(4100, 4), 4).lines, 2u);
  EXPECT_EQ(sectors(strided(4100, 4), 4).ideal, 4u);
  EXPECT_EQ(sectors(strided(4096, 8), 4).sectors, 8u);  // stride 2
  EXPECT_EQ(sectors(strided(4096, 32), 4).sectors, 32u);
  EXPECT_EQ(sectors(strided(4096, 4096), 4).sectors, 32u);
  EXPECT_EQ(sectors(strided(4096, 4096), 4).lines, 32u);
  EXPECT_EQ(sectors(strided(4096, 16), 16).sectors, 16u);
  EXPECT_EQ(sectors(strided(4096, 16), 16).lines, 4u);
  EXPECT_EQ(sectors(strided(4096, 0), 4).sectors, 1u);
  EXPECT_EQ(sectors(strided(4096, 0), 4).ideal, 1u);
  EXPECT_EQ(sectors(strided(4096, 1), 1).sectors, 1u);
}

TEST(GlobalSectors, NoLanesCostNothing) {
  const Sectors none = global_sectors(strided(0, 4), 0, 4);
  EXPECT_EQ(none.sectors + none.lines + none.ideal, 0u);
}

TEST(GlobalSectors, EqualsCounting) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 20000; ++round) {
    const LaneMask lanes = static_cast<LaneMask>(random()) | 1u;
    const std::uint32_t bytes = 1u << random() % 6;
    const std::uint64_t range = std::uint64_t{64} << random() % 12;
    const std::uint64_t base = random() % 3 == 0 ? ~std::uint64_t{0} - 2 * range - 4096 : random() % 65536;
    Addresses address{};
    for (std::uint64_t& lane : address) lane = base + random() % range;
    std::set<std::uint64_t> sectors;
    std::set<std::uint64_t> lines;
    for_each_lane(lanes, [&](int lane) {
      for (std::uint32_t byte = 0; byte < bytes; ++byte) {
        sectors.insert((address[static_cast<std::size_t>(lane)] + byte) / 32);
        lines.insert((address[static_cast<std::size_t>(lane)] + byte) / 128);
      }
    });
    const Sectors ours = global_sectors(address, lanes, bytes);
    ASSERT_EQ(ours.sectors, sectors.size()) << round;
    ASSERT_EQ(ours.lines, lines.size()) << round;
    ASSERT_LE(ours.ideal, ours.sectors);
  }
}

}  // namespace
}  // namespace warpglass::arch
