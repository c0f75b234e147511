// Accesses counted together against the same ones counted each by itself.
#include "arch/lane_batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "arch/device_model.hpp"
#include "arch/global_sectors.hpp"
#include "arch/shared_wavefronts.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

class LaneBatches : public testing::Test {
 protected:
  /// Between one access and as many as fit, of lanes at random. \param bytes  that places are multiples of
  LaneBatch random_batch(std::uint64_t range, std::uint64_t bytes) {
    const std::size_t count = 1 + random_() % LaneBatch::kMost;
    for (std::size_t i = 0; i < count; ++i) {
      LaneMask& lanes = (*lanes_)[i];
      lanes = random_() % 2 == 0 ? kFullMask : static_cast<LaneMask>(random_() & random_());
      lanes |= lane_bit(static_cast<int>(random_() % kWarpSize));
      auto& place = (*place_)[i];
      for (std::uint32_t& one : place) one = static_cast<std::uint32_t>(random_() % range / bytes * bytes);
      for_each_lane(~lanes, [&](int lane) {
        place[static_cast<std::size_t>(lane)] = place[static_cast<std::size_t>(first_lane(lanes))];
      });
    }
    return {.place = place_.get(), .lanes = lanes_.get(), .count = count};
  }
  /// Of one of its accesses.
  Addresses addresses(std::size_t i, std::uint64_t origin = 0) const {
    Addresses address{};
    for (std::size_t lane = 0; lane < address.size(); ++lane) address[lane] = origin + (*place_)[i][lane];
    return address;
  }
  std::uint64_t random_range(unsigned most_bits) { return std::uint64_t{16} << random_() % (most_bits - 3); }

  const Addresses unread_{};
  std::mt19937_64 random_{11};
  std::unique_ptr<LaneBatch::Rows> place_ = std::make_unique<LaneBatch::Rows>();
  std::unique_ptr<LaneBatch::Lanes> lanes_ = std::make_unique<LaneBatch::Lanes>();
};

TEST_F(LaneBatches, Banks) {
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t range = random_range(17);
    const LaneBatch batch = random_batch(range, 1);
    const BatchCounts words = words_in_fullest_bank(batch, range);
    const BatchCounts of_any = words_in_fullest_bank(batch, kBatchWordsEnd);
    const BatchCounts lanes = lanes_in_fullest_bank(batch);
    for (std::size_t i = 0; i < batch.count; ++i) {
      ASSERT_EQ(words[i], units_in_fullest_bank(addresses(i), (*lanes_)[i], 2, 32)) << round;
      ASSERT_EQ(words[i], of_any[i]) << round;
      ASSERT_EQ(lanes[i], lanes_in_fullest_bank(addresses(i), (*lanes_)[i], 2, 32)) << round;
    }
  }
}

TEST_F(LaneBatches, TheLastWordThatIsCounted) {
  const LaneBatch batch{.place = place_.get(), .lanes = lanes_.get(), .count = 1};
  (*lanes_)[0] = kFullMask;
  (*place_)[0][31] = kBatchWordsEnd - 128;  // in the bank of all others
  EXPECT_EQ(words_in_fullest_bank(batch, kBatchWordsEnd)[0], 2u);
  (*place_)[0][31] = kBatchWordsEnd - 4;
  EXPECT_EQ(words_in_fullest_bank(batch, kBatchWordsEnd)[0], 1u);
}

TEST_F(LaneBatches, SectorsAndTurns) {
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t range = random_range(28);
    const LaneBatch batch = random_batch(range, round % 3 == 0 ? 1 : 4);
    const BatchSectors sectors = different_sectors(batch, range);
    const BatchTurns turns = turns_at_sectors(batch);
    for (std::size_t i = 0; i < batch.count; ++i) {
      const auto one = turns_at_sectors(addresses(i, random_() >> 20 << 7), (*lanes_)[i]);
      ASSERT_TRUE(one);
      ASSERT_EQ(sectors.sectors[i], one->different.sectors) << round;
      ASSERT_EQ(sectors.lines[i], one->different.lines) << round;
      ASSERT_EQ(turns.different.sectors[i], one->different.sectors) << round;
      ASSERT_EQ(turns.different.lines[i], one->different.lines) << round;
      ASSERT_EQ(turns.turns[i], one->turns) << round;
    }
  }
}

TEST_F(LaneBatches, TheLastPlaceThatIsCounted) {
  const LaneBatch batch{.place = place_.get(), .lanes = lanes_.get(), .count = 2};
  for (std::size_t i = 0; i < 2; ++i) {
    (*lanes_)[i] = i == 0 ? kFullMask : lane_bit(0) | lane_bit(31);
    (*place_)[i][31] = static_cast<std::uint32_t>(kBatchReach - 1);
    EXPECT_EQ(different_sectors(batch, kBatchReach).sectors[i], 2u);
    EXPECT_EQ(turns_at_sectors(batch).different.sectors[i], 2u);
    EXPECT_EQ(turns_at_sectors(batch).different.lines[i], 2u);
    EXPECT_EQ(turns_at_sectors(batch).turns[i], i == 0 ? 32u : 2u);
  }
}

TEST_F(LaneBatches, SectorsOfLocalMemory) {
  int counted = 0;
  for (int round = 0; round < 4000; ++round) {
    const GlobalRequest common{.bytes = 1u << random_() % 6, .address = unread_};
    const ComputeCapability capability = random_() % 4 == 0 ? ComputeCapability{3, 5} : ComputeCapability{9, 0};
    const std::uint64_t range = random_range(19);
    const LaneBatch batch = random_batch(range, common.bytes);
    const auto each = local_sectors(capability, common, batch, range);
    if (!each) continue;
    ++counted;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const Addresses address = addresses(i);
      const Sectors one = local_sectors(capability, {.bytes = common.bytes, .lanes = (*lanes_)[i], .address = address});
      EXPECT_EQ(each->sectors[i], one.sectors) << common.bytes;
      EXPECT_EQ(each->ideal[i], one.ideal) << common.bytes;
      EXPECT_EQ(each->lines[i], one.lines) << common.bytes;
    }
  }
  EXPECT_GT(counted, 2000);
}

TEST_F(LaneBatches, WavefrontsOfEveryMachine) {
  int counted = 0;
  for (int round = 0; round < 4000; ++round) {
    const BankRules rules[] = {BankRules::tesla, BankRules::fermi, BankRules::kepler, BankRules::maxwell,
                               BankRules::volta};
    SharedMemory memory{.rules = rules[random_() % std::size(rules)]};
    if (memory.rules == BankRules::kepler && random_() % 2 == 0) memory.bank_bytes = 8;
    const SharedAccess accesses[] = {SharedAccess::load, SharedAccess::store, SharedAccess::atomic,
                                     SharedAccess::compare_and_swap, SharedAccess::atomic_loop};
    SharedRequest common{.access = accesses[random_() % std::size(accesses)],
                         .bytes = 1u << random_() % 5,
                         .matrices = 0,
                         .lanes = 0,
                         .address = unread_};
    const std::uint64_t range = random_range(17);
    const LaneBatch batch = random_batch(range, common.bytes);
    const auto each = shared_wavefronts(memory, common, batch, range);
    if (!each) continue;
    ++counted;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const Addresses address = addresses(i);
      const SharedRequest request{
          .access = common.access, .bytes = common.bytes, .matrices = 0, .lanes = (*lanes_)[i], .address = address};
      const Wavefronts expected = shared_wavefronts(memory, request);
      ASSERT_EQ(each->taken[i], expected.taken) << round;
      ASSERT_EQ(each->ideal[i], expected.ideal) << round;
      ASSERT_EQ(each->taken[i], expected.profiled) << round;
      ASSERT_EQ(each->ideal[i], expected.profiled_ideal) << round;
    }
  }
  EXPECT_GT(counted, 500);
}

TEST_F(LaneBatches, SectorsOfEveryMachine) {
  int counted = 0;
  for (int round = 0; round < 3000; ++round) {
    const unsigned majors[] = {1, 2, 3, 5, 7, 9};
    const ComputeCapability capability{majors[random_() % std::size(majors)], 0};
    const GlobalAccess accesses[] = {GlobalAccess::load, GlobalAccess::store, GlobalAccess::atomic};
    const GlobalRequest common{.access = accesses[random_() % std::size(accesses)],
                               .cache = CacheOperator::none,
                               .bytes = 1u << random_() % 6,
                               .lanes = 0,
                               .address = unread_};
    const std::uint64_t range = random_range(28);
    const std::uint64_t origin = random_() >> 20 << 7;
    const LaneBatch batch = random_batch(range, common.bytes);
    const auto each = global_sectors(capability, common, batch, range);
    if (!each) continue;
    ++counted;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const Addresses address = addresses(i, origin);
      const GlobalRequest request{.access = common.access,
                                  .cache = common.cache,
                                  .bytes = common.bytes,
                                  .lanes = (*lanes_)[i],
                                  .address = address};
      AtomicSectors expected;
      if (common.access == GlobalAccess::atomic) {
        expected = atomic_sectors(capability, request);
      } else {
        expected.asked = global_sectors(capability, request);
        expected.turns = expected.asked.sectors;
      }
      ASSERT_EQ(each->sectors[i], expected.asked.sectors) << round;
      ASSERT_EQ(each->ideal[i], expected.asked.ideal) << round;
      ASSERT_EQ(each->lines[i], expected.asked.lines) << round;
      ASSERT_EQ(each->turns[i], expected.turns) << round;
    }
  }
  EXPECT_GT(counted, 500);
}

TEST_F(LaneBatches, AddressesTooFarApartAreNotCountedTogether) {
  const LaneBatch batch = random_batch(1024, 4);
  const GlobalRequest global{.bytes = 4, .address = unread_};
  EXPECT_TRUE(global_sectors({9, 0}, global, batch, kBatchReach));
  EXPECT_FALSE(global_sectors({9, 0}, global, batch, kBatchReach + 1));
  const SharedRequest shared{.address = unread_};
  EXPECT_TRUE(shared_wavefronts({.rules = BankRules::volta}, shared, batch, kBatchWordsEnd));
  EXPECT_FALSE(shared_wavefronts({.rules = BankRules::volta}, shared, batch, kBatchWordsEnd + 1));
}

}  // namespace
}  // namespace warpglass::arch
