// Counts of random addresses against a plain count.
#include "arch/lane_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

class LaneCounts : public testing::Test {
 protected:
  LaneMask random_lanes() {
    const LaneMask some = static_cast<LaneMask>(random_());
    switch (random_() % 4) {
      case 0: return kFullMask;
      case 1: return some & static_cast<LaneMask>(random_() & random_());
      case 2: return some | 1u;
      default: return lane_bit(static_cast<int>(random_() % kWarpSize));
    }
  }

  Addresses random_addresses(std::uint64_t base, std::uint64_t range, unsigned shift) {
    Addresses address{};
    for (std::uint64_t& one : address) one = base + (random_() % range >> shift << shift);
    return address;
  }

  std::mt19937_64 random_{7};
};

TEST_F(LaneCounts, Banks) {
  for (int round = 0; round < 30000; ++round) {
    const unsigned shift = 2 + static_cast<unsigned>(random_() % 3);
    const std::uint32_t banks = 32u >> (shift - 2);
    const Addresses address = random_addresses(0, std::uint64_t{16} << random_() % 14, shift);
    const LaneMask lanes = random_lanes();
    std::map<std::uint64_t, std::set<std::uint64_t>> units;
    std::map<std::uint64_t, std::uint32_t> asked;
    std::uint32_t most_units = 0;
    std::uint32_t most_lanes = 0;
    for_each_lane(lanes, [&](int lane) {
      const std::uint64_t unit = address[static_cast<std::size_t>(lane)] >> shift;
      units[unit % banks].insert(unit);
      most_units = std::max(most_units, static_cast<std::uint32_t>(units[unit % banks].size()));
      most_lanes = std::max(most_lanes, ++asked[unit % banks]);
    });
    ASSERT_EQ(units_in_fullest_bank(address, lanes, shift, banks), most_units) << round;
    ASSERT_EQ(lanes_in_fullest_bank(address, lanes, shift, banks), most_lanes) << round;
  }
}

TEST_F(LaneCounts, RoundsThatServeOneLaneOfEachBank) {
  for (int round = 0; round < 30000; ++round) {
    const unsigned shift = 2 + static_cast<unsigned>(random_() % 3);
    const std::uint32_t banks = 32u >> (shift - 2);
    const Addresses address = random_addresses(0, std::uint64_t{16} << random_() % 14, shift);
    const LaneMask lanes = random_lanes();
    BankRounds expected;
    for (LaneMask left = lanes; left != 0; ++expected.rounds) {
      expected.units += units_in_fullest_bank(address, left, shift, banks).value();
      std::set<std::uint64_t> served;
      for_each_lane(left, [&](int lane) {
        if (served.insert((address[static_cast<std::size_t>(lane)] >> shift) % banks).second) left &= ~lane_bit(lane);
      });
    }
    const auto count = bank_rounds(address, lanes, shift, banks);
    ASSERT_TRUE(count) << round;
    ASSERT_EQ(count->rounds, expected.rounds) << round;
    ASSERT_EQ(count->units, expected.units) << round;
  }
}

TEST_F(LaneCounts, UnitsBeyondSixteenBitsAreNotCounted) {
  Addresses address{};
  address[31] = std::uint64_t{0xfffe} << 2;
  EXPECT_EQ(units_in_fullest_bank(address, kFullMask, 2, 32), 1u);
  address[31] = std::uint64_t{0xffff} << 2;
  EXPECT_FALSE(units_in_fullest_bank(address, kFullMask, 2, 32));
  EXPECT_FALSE(bank_rounds(address, kFullMask, 2, 32));
  EXPECT_EQ(units_in_fullest_bank(address, ~lane_bit(31), 2, 32), 1u);  // it takes no part
  EXPECT_EQ(bank_rounds(address, ~lane_bit(31), 2, 32)->rounds, 31u);
}

TEST_F(LaneCounts, SectorsAndTurns) {
  for (int round = 0; round < 30000; ++round) {
    const std::uint64_t base = round % 2 == 0       ? 0
                               : random_() % 4 == 0 ? ~std::uint64_t{0} - (8u << 20)
                                                    : random_() >> 17;
    const Addresses address = random_addresses(base, std::uint64_t{4} << random_() % 20, round % 3 == 0 ? 0 : 2);
    const LaneMask lanes = random_lanes();
    std::set<std::uint64_t> sectors;
    std::set<std::uint64_t> lines;
    std::map<std::uint64_t, std::map<std::uint64_t, std::uint32_t>> at;  // lanes by sector and address
    for_each_lane(lanes, [&](int lane) {
      const std::uint64_t one = address[static_cast<std::size_t>(lane)];
      sectors.insert(one / 32);
      lines.insert(one / 128);
      ++at[one / 32][one];
    });
    std::uint32_t turns = 0;
    for (const auto& [sector, lanes_at] : at) {
      std::uint32_t most = 0;
      for (const auto& [place, count] : lanes_at) most = std::max(most, count);
      turns += most;
    }
    const auto count = different_sectors(address, lanes);
    ASSERT_TRUE(count) << round;
    ASSERT_EQ(count->sectors, sectors.size()) << round;
    ASSERT_EQ(count->lines, lines.size()) << round;
    const auto in_turns = turns_at_sectors(address, lanes);
    ASSERT_TRUE(in_turns) << round;
    ASSERT_EQ(in_turns->different.sectors, sectors.size()) << round;
    ASSERT_EQ(in_turns->different.lines, lines.size()) << round;
    ASSERT_EQ(in_turns->turns, turns) << round;
  }
}

TEST_F(LaneCounts, AddressesFarApartAreNotCounted) {
  Addresses address{};
  address[5] = std::uint64_t{1} << 30;
  EXPECT_FALSE(turns_at_sectors(address, kFullMask));
  EXPECT_TRUE(different_sectors(address, kFullMask));
  ASSERT_TRUE(turns_at_sectors(address, ~lane_bit(5)));  // it takes no part
  EXPECT_EQ(turns_at_sectors(address, ~lane_bit(5))->turns, 31u);
  address[5] = std::uint64_t{1} << 35;
  EXPECT_FALSE(different_sectors(address, kFullMask));
}

TEST_F(LaneCounts, NoLanes) {
  const Addresses address{};
  EXPECT_EQ(units_in_fullest_bank(address, 0, 2, 32), 0u);
  EXPECT_EQ(lanes_in_fullest_bank(address, 0, 2, 32), 0u);
  EXPECT_EQ(bank_rounds(address, 0, 2, 32)->rounds, 0u);
  EXPECT_EQ(different_sectors(address, 0)->sectors, 0u);
  EXPECT_EQ(turns_at_sectors(address, 0)->turns, 0u);
}

}  // namespace
}  // namespace warpglass::arch
