// Who is served in which pass: the table must hold every lane, never ask a bank for two rows in one pass, and take as
// many passes as the count says, for every generation, kind and width.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "arch/pass_groups.hpp"
#include "arch/shared_wavefronts.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

constexpr SharedMemory kAll[] = {{.rules = BankRules::tesla},   {.rules = BankRules::fermi},
                                 {.rules = BankRules::kepler},  {.rules = BankRules::kepler, .bank_bytes = 8},
                                 {.rules = BankRules::maxwell}, {.rules = BankRules::volta}};

Addresses some_addresses(std::mt19937& random, std::uint32_t bytes) {
  const unsigned form = random() % 4;
  const std::uint64_t stride = random() % 70;
  const std::uint32_t among = 1 + random() % 200;
  const std::uint64_t base = random() % 512;
  Addresses address{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
    std::uint64_t unit = base;
    switch (form) {
      case 0: unit += stride * lane; break;
      case 1: unit += random() % among; break;
      case 2: unit += stride * (lane / 4); break;
      default: unit += random() % among * 32; break;
    }
    address[lane] = unit * bytes;
  }
  return address;
}

std::uint32_t width_of(SharedAccess access, std::mt19937& random) {
  switch (access) {
    case SharedAccess::matrix: return 16;
    case SharedAccess::atomic:
    case SharedAccess::compare_and_swap:
    case SharedAccess::atomic_loop: return random() % 2 == 0 ? 4 : 8;
    case SharedAccess::async_copy: return 4u << random() % 3;
    case SharedAccess::load:
    case SharedAccess::store: break;
  }
  return 1u << random() % 5;
}

TEST(LanePasses, AgreeWithTheCount) {
  std::mt19937 random(17);
  for (int round = 0; round < 30000; ++round) {
    const SharedMemory& memory = kAll[random() % std::size(kAll)];
    const auto access = static_cast<SharedAccess>(random() % 7);
    const std::uint32_t bytes = width_of(access, random);
    const Addresses address = some_addresses(random, bytes);
    const SharedRequest request{.access = access,
                                .bytes = bytes,
                                .matrices = 4,
                                .lanes = random() % 3 == 0 ? static_cast<LaneMask>(random()) : kFullMask,
                                .address = address};
    const std::vector<LanePass> served = lane_passes(memory, request);
    const Wavefronts wavefronts = shared_wavefronts(memory, request);
    LaneMask lanes = 0;
    std::uint32_t end = 0;
    for (const LanePass& at : served) {
      lanes |= lane_bit(at.lane);
      end = std::max(end, at.pass + 1);
    }
    ASSERT_EQ(lanes, request.lanes) << round;
    // The last pass of a 16-byte group of cc 2.x serves nobody.
    const bool fermi_wide = memory.rules == BankRules::fermi && bytes == 16 && !is_loop(memory, request);
    ASSERT_EQ(end + (fermi_wide && end != 0 ? 1 : 0), wavefronts.taken) << round;
    ASSERT_LE(wavefronts.ideal, wavefronts.taken) << round;
  }
}

TEST(LanePasses, ABankServesOneRowAPass) {
  std::mt19937 random(23);
  for (int round = 0; round < 20000; ++round) {
    const SharedMemory& memory = kAll[random() % std::size(kAll)];
    const auto access = random() % 2 == 0 ? SharedAccess::load : SharedAccess::store;
    const std::uint32_t bytes = 1u << random() % 3;
    const Addresses address = some_addresses(random, bytes);
    const std::uint64_t row_bytes = memory.rules == BankRules::tesla    ? 64
                                    : memory.rules == BankRules::kepler ? 256
                                                                        : 128;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint64_t>> rows;
    for (const LanePass& at :
         lane_passes(memory, {.access = access, .bytes = bytes, .lanes = kFullMask, .address = address})) {
      const std::uint64_t byte = address[static_cast<std::size_t>(at.lane)];
      ASSERT_EQ(at.bank, byte / memory.bank_bytes % (memory.rules == BankRules::tesla ? 16 : 32));
      rows[{at.pass, at.bank}].insert(byte / row_bytes);
    }
    for (const auto& [where, different] : rows) ASSERT_EQ(different.size(), 1u) << round;
  }
}

TEST(LanePasses, NamesBankAndPassOfEachLane) {
  Addresses address{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) address[lane] = lane * 128;  // a column of a 32x32 tile
  const SharedRequest column{.lanes = kFullMask, .address = address};
  const std::vector<LanePass> volta = lane_passes({}, column);
  ASSERT_EQ(volta.size(), 32u);
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(volta[i].lane, static_cast<int>(i));
    EXPECT_EQ(volta[i].bank, 0u);
    EXPECT_EQ(volta[i].pass, i);
  }
  const std::vector<LanePass> kepler = lane_passes({.rules = BankRules::kepler}, column);
  EXPECT_EQ(kepler[1].pass, 0u);  // words 0 and 32 together
  EXPECT_EQ(kepler[2].pass, 1u);
  EXPECT_EQ(kepler.back().pass, 15u);

  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) address[lane] = lane * 8;
  const SharedRequest doubles{.bytes = 8, .lanes = kFullMask, .address = address};
  const std::vector<LanePass> halves = lane_passes({}, doubles);
  EXPECT_EQ(halves[17].lane, 17);
  EXPECT_EQ(halves[17].pass, 1u);
  EXPECT_EQ(halves[17].bank, 2u);
  EXPECT_EQ(halves[17].banks, 2u);
  const std::vector<LanePass> parts = lane_passes({.rules = BankRules::tesla}, doubles);
  EXPECT_EQ(parts.size(), 64u);  // two 32-bit requests
}

}  // namespace
}  // namespace warpglass::arch
