// Where an H200 puts blocks and which half of its second level each multiprocessor is near to
// (h200/facts/block_placement.tsv); and what it says atomics ask of that level (h200/facts/global_accesses.tsv).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "arch/caches.hpp"
#include "arch/global_sectors.hpp"
#include "tests/hardware/recorded_rows.hpp"

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kSms = 132;

struct Placement {
  std::map<std::string, std::vector<std::uint32_t>> sm_of_block;  // by shape of the launch
  std::array<std::vector<double>, kSms> latency;                  // by SM: of each line
};

Placement placement() {
  Placement all;
  for (const auto& row : recorded_rows("block_placement.tsv")) {
    if (row.at(0) == "block") {
      all.sm_of_block[row.at(1)].push_back(static_cast<std::uint32_t>(std::stoul(row.at(3))));
    } else {
      all.latency.at(std::stoul(row.at(2))).push_back(std::stod(row.at(3)));
    }
  }
  return all;
}

/// Above 0 where two SMs find the same lines near.
double alike(const Placement& all, std::uint32_t x, std::uint32_t y) {
  double sum = 0;
  for (std::size_t line = 0; line < all.latency[x].size(); ++line) {
    double mean = 0;
    for (const auto& of_sm : all.latency) mean += of_sm[line] / kSms;
    sum += (all.latency[x][line] - mean) * (all.latency[y][line] - mean);
  }
  return sum;
}

TEST(PlacementH200, MultiprocessorsAreNearToThePartitionThatAnswersThemSoonest) {
  const Placement all = placement();
  const std::vector<std::uint32_t>& order = all.sm_of_block.at("256 x 132 x 204800, 200000 cycles");
  ASSERT_EQ(order.size(), kSms);
  for (std::uint32_t block = 0; block < kSms; ++block) {
    double with_same = 0;
    double with_others = 0;
    for (std::uint32_t other = 0; other < kSms; ++other) {
      if (other / 2 == block / 2) continue;
      const bool same = near_partition(block, kSms) == near_partition(other, kSms);
      (same ? with_same : with_others) += alike(all, order[block], order[other]);
    }
    EXPECT_GT(with_same, 0) << "block " << block;
    EXPECT_LT(with_others, 0) << "block " << block;
  }
}

TEST(PlacementH200, FewBlocksGoToAPairOfMultiprocessorsEach) {
  const Placement all = placement();
  const auto pairs = [&](const char* shape) {
    std::set<std::uint32_t> different;
    for (const std::uint32_t sm : all.sm_of_block.at(shape)) different.insert(sm / 2);
    return different.size();
  };
  EXPECT_EQ(pairs("256 x 64 x 0, 200000 cycles"), 60u);  // but for the first eight
  // Where there are more, neighbours share one.
  const std::vector<std::uint32_t>& order = all.sm_of_block.at("256 x 132 x 204800, 200000 cycles");
  for (std::size_t block = 0; block < order.size(); block += 2) EXPECT_EQ(order[block] / 2, order[block + 1] / 2);
}

TEST(AtomicsH200, AskForASectorAsOftenAsLanesTakeTurnsAtIt) {
  const auto rows = recorded_rows("global_accesses.tsv");
  const auto column = [&](const std::string& name) {
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
      if (rows[0][i] == name) return i;
    }
    ADD_FAILURE() << name;
    return std::size_t{0};
  };
  const std::size_t atomics = column("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum");
  const std::size_t reductions = column("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum");
  int equal = 0;
  int all = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    const bool reduction = row[0].starts_with("red");
    if (!reduction && !row[0].starts_with("atom")) continue;
    std::array<std::uint64_t, kWarpSize> address{};
    std::istringstream addresses(row.back());
    for (std::uint64_t& lane : address) addresses >> lane;
    const auto lanes = static_cast<LaneMask>(std::stoul(row[1], nullptr, 16));
    const auto theirs = static_cast<std::uint32_t>(std::stoul(row.at(reduction ? reductions : atomics)));
    const GlobalRequest request{.access = GlobalAccess::atomic, .lanes = lanes, .address = address};
    const std::uint32_t ours = atomic_sectors(default_device().capability, request).turns;
    EXPECT_LE(ours, theirs) << row[0] << ' ' << row.back();
    EXPECT_LE(theirs, ours + 2) << row[0] << ' ' << row.back();
    equal += ours == theirs;
    ++all;
  }
  EXPECT_EQ(all, 288);
  EXPECT_EQ(equal, 274);
}

}  // namespace
}  // namespace warpglass::arch
