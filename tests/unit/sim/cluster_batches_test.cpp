#include "sim/cluster_batches.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/batch_ring.hpp"

namespace warpglass::sim {
namespace {

std::vector<ClusterBatches::Batch> all_of(ClusterBatches& batches, std::uint64_t most = ClusterBatches::kMost) {
  std::vector<ClusterBatches::Batch> all;
  for (ClusterBatches::Batch batch = batches.take(most); batch.size() != 0; batch = batches.take(most))
    all.push_back(batch);
  return all;
}

void expect_all_once(const std::vector<ClusterBatches::Batch>& all, std::uint64_t clusters) {
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].number, i);
    EXPECT_EQ(all[i].first, next);
    next = all[i].end;
  }
  EXPECT_EQ(next, clusters);
}

TEST(ClusterBatches, HoldEveryClusterOnceInOrder) {
  for (const std::uint64_t clusters : {1u, 2u, 31u, 32u, 1000u, 70000u}) {
    for (const std::size_t workers : {1u, 2u, 16u}) {
      ClusterBatches batches(clusters, workers);
      const std::vector<ClusterBatches::Batch> all = all_of(batches);
      expect_all_once(all, clusters);
      EXPECT_EQ(batches.count(), all.size());
    }
  }
}

TEST(ClusterBatches, AreSmallAtTheEnd) {
  ClusterBatches batches(10'000, 4);
  const std::vector<ClusterBatches::Batch> all = all_of(batches);
  EXPECT_EQ(all.front().size(), ClusterBatches::kMost);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i].size(), all[i - 1].size());
  EXPECT_EQ(all.back().size(), 1u);
}

TEST(ClusterBatches, HaveNoMoreClustersThanAreAskedFor) {
  ClusterBatches batches(100, 1);
  const std::vector<ClusterBatches::Batch> all = all_of(batches, 3);
  expect_all_once(all, 100);
  for (const ClusterBatches::Batch& batch : all) EXPECT_LE(batch.size(), 3u);
}

TEST(BatchPace, TakesAllThatThereMayBeWhereTimeDoesNotMatter) {
  EXPECT_EQ(BatchPace(false).most(), ClusterBatches::kMost);
}

TEST(BatchPace, BeginsWithOneClusterAndStaysWithinBounds) {
  BatchPace pace(true);
  EXPECT_EQ(pace.most(), 1u);
  for (int i = 0; i < 100; ++i) {
    pace.begin();
    pace.end(pace.most());
    EXPECT_GE(pace.most(), 1u);
    EXPECT_LE(pace.most(), ClusterBatches::kMost);
  }
}

struct CountedLog : BatchLog {
  void clear() { ++cleared; }
  int cleared = 0;
};

TEST(SpareLogs, KeepWhatFitsAndGiveItBackEmpty) {
  SpareLogs<CountedLog> spare(100);
  auto small = spare.take();
  auto large = spare.take();
  small->bytes = 60;
  large->bytes = 60;
  const CountedLog* const kept = small.get();
  spare.keep(std::move(small));
  spare.keep(std::move(large));  // one too many
  const auto again = spare.take();
  EXPECT_EQ(again.get(), kept);
  EXPECT_EQ(again->bytes, 0u);
  EXPECT_EQ(again->cleared, 1);
  EXPECT_EQ(spare.take()->cleared, 0);
}

}  // namespace
}  // namespace warpglass::sim
