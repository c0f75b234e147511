// Studies of banks hold together: who is served when adds up to what the rule counts, on every machine.
#include "analysis/bank_study.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace warpglass::analysis {
namespace {

std::vector<std::optional<std::uint64_t>> strided_words(std::uint64_t bytes, std::size_t threads = 32) {
  std::vector<std::optional<std::uint64_t>> all;
  for (std::size_t i = 0; i < threads; ++i) all.emplace_back(i * bytes);
  return all;
}

BankStudy study(std::string_view gpu, std::span<const std::optional<std::uint64_t>> addresses, std::uint32_t bytes,
                std::uint32_t bank_bytes = 4) {
  BankQuestion question;
  question.bytes = bytes;
  question.block = {static_cast<std::uint32_t>(addresses.size()), 1, 1};
  question.addresses = addresses;
  question.bank_bytes = bank_bytes;
  return study_banks(*arch::find_device(gpu).device, question);
}

TEST(BankStudy, CountsWhatTheRuleCounts) {
  const auto column = strided_words(128);
  const BankStudy conflict = study("sm_90", column, 4);
  EXPECT_EQ(conflict.cost.wavefronts, 32u);
  EXPECT_EQ(conflict.cost.ideal, 1u);
  EXPECT_DOUBLE_EQ(conflict.cost.ways(), 32);
  EXPECT_DOUBLE_EQ(conflict.utilisation(), 1.0 / 32);
  EXPECT_EQ(conflict.services.size(), 32u);
  EXPECT_EQ(conflict.fidelity, Fidelity::exact);

  const auto doubles = strided_words(8);
  EXPECT_EQ(study("sm_90", doubles, 8).cost.wavefronts, 2u);
  EXPECT_DOUBLE_EQ(study("sm_90", doubles, 8).utilisation(), 1);
  EXPECT_EQ(study("kepler", doubles, 8, 8).cost.wavefronts, 1u);
  EXPECT_EQ(study("kepler", doubles, 8, 8).bank_bytes, 8u);
  EXPECT_EQ(study("sm_90", doubles, 8, 8).bank_bytes, 4u);
  EXPECT_EQ(study("cc1.3", strided_words(4), 4).banks, 16u);
  EXPECT_EQ(study("cc1.3", strided_words(4), 4).fidelity, Fidelity::modelled);
}

TEST(BankStudy, WarpsOfABlockAddUp) {
  const auto bytes = strided_words(128, 80);  // the last warp is half full
  const BankStudy all = study("sm_90", bytes, 4);
  EXPECT_EQ(all.warps, 3u);
  EXPECT_EQ(all.wavefronts, 32u + 32 + 16);
  EXPECT_EQ(all.wavefronts_ideal, 3u);
}

TEST(BankStudy, LanesThatTakeNoPartAreNotThere) {
  std::vector<std::optional<std::uint64_t>> odd = strided_words(128);
  for (std::size_t i = 0; i < odd.size(); i += 2) odd[i].reset();
  const BankStudy half = study("sm_90", odd, 4);
  EXPECT_EQ(half.lanes.size(), 16u);
  EXPECT_EQ(half.lanes.front().lane, 1);
  EXPECT_EQ(half.cost.wavefronts, 16u);
  const std::vector<std::optional<std::uint64_t>> none(32);
  EXPECT_EQ(study("sm_90", none, 4).cost.wavefronts, 0u);
  EXPECT_DOUBLE_EQ(study("sm_90", none, 4).utilisation(), 0);
}

TEST(BankStudy, EveryLaneIsServedOnEveryMachine) {
  std::mt19937 random(7);
  for (const char* gpu : {"cc1.0", "cc1.3", "fermi", "kepler", "maxwell", "pascal", "volta", "sm_90", "sm_120"}) {
    for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
      for (int round = 0; round < 50; ++round) {
        std::vector<std::optional<std::uint64_t>> addresses(32);
        for (auto& address : addresses) {
          if (random() % 4 != 0) address = bytes * (random() % 200);
        }
        const BankStudy one = study(gpu, addresses, bytes, round % 2 == 0 ? 4 : 8);
        std::set<int> served;
        for (const ServedLane& service : one.services) {
          served.insert(service.lane);
          EXPECT_LT(service.pass, one.cost.wavefronts);
          EXPECT_LT(service.bank, one.banks);
        }
        EXPECT_EQ(served.size(), one.lanes.size()) << gpu << ' ' << bytes;
        EXPECT_LE(one.utilisation(), 1.0) << gpu << ' ' << bytes;
        EXPECT_GE(one.cost.wavefronts, one.cost.ideal) << gpu << ' ' << bytes;
      }
    }
  }
}

}  // namespace
}  // namespace warpglass::analysis
