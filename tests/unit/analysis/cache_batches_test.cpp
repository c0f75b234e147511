// What several workers hear of a launch is answered as if one had heard it, whatever the worker and the order.
#include "analysis/cache_batches.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "analysis/cache_simulator.hpp"
#include "tests/unit/analysis/cache_machine.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint32_t kBatch = 5;  // blocks

struct Launched {
  std::uint32_t blocks = 300;
  std::uint32_t last = ~0u;  // block that faults, and nothing counts of those behind
  std::uint32_t busy = ~0u;  // block that makes
  int busy_accesses = 0;
};

/// What a block accesses.
void play_block(const Launched& launch, std::uint32_t block,
                const std::function<void(const CacheMachine::Access&)>& tell) {
  std::mt19937 random(block);
  const int accesses = block == launch.busy ? launch.busy_accesses : static_cast<int>(random() % 100);
  for (int i = 0; i < accesses; ++i) tell(crowded(random, block % 132));
}

/// What a launch comes to whose blocks are shared out among workers.
CacheSimulator& play(CacheMachine& machine, const Launched& launch, std::size_t workers) {
  machine.program().functions[0].local_bytes = 64;
  machine.program().ops.resize(1);
  machine.start(launch.blocks, 256, -1, static_cast<int>(workers));
  CacheSimulator& simulator = machine.simulator();
  simulator.on_workers(workers);
  if (workers == 1) {
    for (std::uint32_t block = 0; block < launch.blocks && block <= launch.last; ++block)
      play_block(launch, block, [&](const CacheMachine::Access& access) { tell(simulator, access); });
    simulator.on_end({});
    return simulator;
  }
  std::vector<std::unique_ptr<sim::Shard>> shards;
  for (std::size_t i = 0; i < workers; ++i) shards.push_back(simulator.make_shard(i));
  std::atomic<std::uint32_t> next{0};
  std::vector<std::thread> threads;
  for (const auto& shard : shards) {
    threads.emplace_back([&next, &shard = *shard, &launch] {
      for (bool ends = false; !ends;) {
        const std::uint32_t batch = next++;
        if (batch * kBatch >= launch.blocks) break;
        shard.on_batch_start(batch);
        for (std::uint32_t block = batch * kBatch; block < (batch + 1) * kBatch && !ends; ++block) {
          play_block(launch, block, [&](const CacheMachine::Access& access) {
            CacheMachine::with_event(access, [&](const sim::AccessEvent& event) { shard.on_access(event); });
          });
          ends = block == launch.last;
        }
        shard.on_batch_end(ends);
      }
      shard.on_batches_end(launch.blocks / kBatch);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& shard : shards) simulator.merge(*shard);
  simulator.on_end({});
  return simulator;
}

void expect_the_same(const Launched& launch, const std::vector<std::size_t>& workers) {
  CacheMachine alone;
  const CacheSimulator& expected = play(alone, launch, 1);
  EXPECT_GT(expected.totals().l2_misses, 1000u);
  for (const std::size_t some : workers) {
    CacheMachine machine;
    const CacheSimulator& counted = play(machine, launch, some);
    EXPECT_EQ(counted.totals(), expected.totals()) << some;
    const CachedAt& here = counted.by_op()[0];
    const CachedAt& there = expected.by_op()[0];
    EXPECT_EQ(here.l1_sectors, there.l1_sectors);
    EXPECT_EQ(here.l1_hits, there.l1_hits);
    EXPECT_EQ(here.l2_sectors, there.l2_sectors);
    EXPECT_EQ(here.l2_hits, there.l2_hits);
  }
}

TEST(CacheBatches, CountTheSameForEveryNumberOfWorkers) { expect_the_same({}, {2, 3, 8}); }

TEST(CacheBatches, EndWithABlockThatFaults) { expect_the_same({.last = 232}, {3}); }

// More than a log may hold: it waits until it is the oldest, and what it has asked is answered meanwhile.
TEST(CacheBatches, WaitForTheirTurnWithALongLog) {
  expect_the_same({.blocks = 40, .busy = 17, .busy_accesses = 60'000}, {2});
}

}  // namespace
}  // namespace warpglass::analysis
