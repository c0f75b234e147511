// What clusters that run at once reduce comes to memory in the order of the clusters.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "sim/batch_ring.hpp"
#include "sim/memory.hpp"
#include "sim/reduction_log.hpp"

namespace warpglass::sim {
namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kSlots = BatchRing<BatchLog>::kMostSlots;

/// Operations that tell in which order they are done.
void append(std::span<const Reduction> reductions) {
  for (const Reduction& reduction : reductions) {
    auto& word = *reinterpret_cast<std::uint64_t*>(Memory::host(reduction.address()));
    word = word * 31 + reduction.operand;
  }
}
void negate(std::span<const Reduction> reductions) {
  for (const Reduction& reduction : reductions) {
    auto& word = *reinterpret_cast<std::uint64_t*>(Memory::host(reduction.address()));
    word = reduction.operand - word;
  }
}

struct Words {
  alignas(64) std::array<std::uint64_t, 512> word{};

  [[nodiscard]] std::uint64_t address(std::size_t i) const { return reinterpret_cast<std::uintptr_t>(&word[i]); }
  [[nodiscard]] Extent extent() const { return {address(0), address(0) + sizeof word}; }
};

void add(ReductionLog& log, Reduction::Apply apply, std::uint64_t address, std::uint64_t operand) {
  log.add(log.kind_of(apply), address, operand);
  log.added(1);
}

TEST(ReductionLog, WaitsForTheClustersBefore) {
  Words words;
  const std::atomic<std::uint64_t> last{kAll};
  ReductionRing ring({words.extent()}, kAll, last, [] { return false; });
  ReductionLog first(ring, 0);
  ReductionLog second(ring, 1);
  first.start(0);
  second.start(1);
  add(second, append, words.address(0), 2);
  second.finish();
  ring.drain();
  EXPECT_EQ(words.word[0], 0u);
  add(first, append, words.address(0), 1);
  first.finish();
  ring.drain();
  EXPECT_EQ(words.word[0], 31u + 2u);
}

TEST(ReductionLog, KeepsKindsOfOperationsInOrder) {
  Words words;
  const std::atomic<std::uint64_t> last{kAll};
  ReductionRing ring({words.extent()}, kAll, last, [] { return false; });
  ReductionLog log(ring, 0);
  log.start(0);
  for (const std::uint64_t operand : {1, 2}) {
    add(log, append, words.address(8), operand);
    add(log, negate, words.address(8), 100);
  }
  log.finish();
  ring.drain();
  EXPECT_EQ(words.word[8], std::uint64_t{0} - (31 * 99 + 2 - 100));
}

TEST(ReductionLog, JoinsOperandsOfOneKind) {
  Words words;
  const std::atomic<std::uint64_t> last{kAll};
  ReductionRing ring({words.extent()}, kAll, last, [] { return false; });
  ReductionLog log(ring, 0);
  const auto join = [](std::uint64_t a, std::uint64_t b) { return a * 31 + b; };
  // As join() does it, once or in two steps.
  const auto joined = [](std::span<const Reduction> reductions) {
    for (const Reduction& one : reductions) {
      auto& word = *reinterpret_cast<std::uint64_t*>(Memory::host(one.address()));
      word = word == 0 ? one.operand : word * 1000 + one.operand;
    }
  };
  for (const std::uint64_t cluster : {0, 1}) {
    log.start(cluster);
    for (const std::size_t at : {0, 1, 0, 256, 0}) {
      log.add_joined(log.kind_of(joined), words.address(at), at + 1, join);
      log.added(1);
    }
    // Nothing is joined over what another operation does.
    add(log, negate, words.address(1), 0);
    log.add_joined(log.kind_of(joined), words.address(1), 7, join);
    log.finish();
  }
  ring.drain();
  const std::uint64_t three = (1 * 31 + 1) * 31 + 1;
  EXPECT_EQ(words.word[0], three * 1000 + three);
  EXPECT_EQ(words.word[256], 257u * 1000 + 257);
  const std::uint64_t once = std::uint64_t{0} - 2;
  EXPECT_EQ(words.word[1], (std::uint64_t{0} - ((once * 1000 + 7) * 1000 + 2)) * 1000 + 7);
}

// A launch that has faulted: what lies behind that is left out, though it waits already.
TEST(ReductionLog, EndsWithTheLastCluster) {
  Words words;
  std::atomic<std::uint64_t> last{kAll};
  ReductionRing ring({words.extent()}, kAll, last, [] { return false; });
  ReductionLog first(ring, 0);
  ReductionLog second(ring, 1);
  first.start(0);
  second.start(1);
  add(second, append, words.address(0), 2);
  second.finish();
  add(first, append, words.address(0), 1);
  last = 0;
  first.finish();
  ring.drain();
  EXPECT_EQ(words.word[0], 1u);
}

TEST(ReductionLog, ComesToMemoryWhenItIsAskedFor) {
  Words words;
  const std::atomic<std::uint64_t> last{kAll};
  ReductionRing ring({words.extent()}, kAll, last, [] { return false; });
  ReductionLog log(ring, 0);
  log.start(0);
  add(log, append, words.address(0), 1);
  EXPECT_TRUE(log.covers(words.address(511)));
  EXPECT_FALSE(log.covers(words.extent().end));
  log.settle();
  EXPECT_EQ(words.word[0], 1u);
  log.finish();
  ring.drain();
  EXPECT_EQ(words.word[0], 1u);
}

// Nobody waits in a launch that ends early, neither for room nor for clusters that never come.
TEST(ReductionLog, IsLeftWhenTheLaunchIsCancelled) {
  Words words;
  const std::atomic<std::uint64_t> last{kAll};
  std::atomic<bool> cancelled{false};
  ReductionRing ring({words.extent()}, kAll, last, [&] { return cancelled.load(); });
  ReductionLog log(ring, 0);
  log.start(kSlots + 5);
  add(log, append, words.address(0), 1);
  cancelled = true;
  log.settle();
  log.finish();
  log.make_room();
  EXPECT_EQ(words.word[0], 0u);
}

// More clusters than there are slots, logs longer than may wait, of workers that are not equally fast.
TEST(ReductionLog, IsInOrderWhoeverWritesIt) {
  constexpr std::uint64_t kClusters = 3 * kSlots;
  const auto each = [](std::uint64_t cluster, auto&& visit) {
    const std::uint64_t count = cluster % 1000 == 999 ? 100'000 : cluster % 7;
    for (std::uint64_t i = 0; i < count; ++i) visit(cluster * 37 % 512 * (i % 5) % 512, cluster + i);
  };
  auto expected = std::make_unique<Words>();
  for (std::uint64_t cluster = 0; cluster < kClusters; ++cluster) {
    each(cluster,
         [&](std::size_t at, std::uint64_t operand) { expected->word[at] = expected->word[at] * 31 + operand; });
  }
  auto words = std::make_unique<Words>();
  const std::atomic<std::uint64_t> last{kAll};
  ReductionRing ring({words->extent()}, kAll, last, [] { return false; });
  std::atomic<std::uint64_t> next{0};
  std::vector<std::thread> workers;
  for (std::size_t worker = 0; worker < 6; ++worker) {
    workers.emplace_back([&, worker] {
      ReductionLog log(ring, worker);
      for (;;) {
        log.make_room();
        const std::uint64_t cluster = next.fetch_add(1);
        if (cluster >= kClusters) return log.finish_all(kClusters);
        log.start(cluster);
        each(cluster, [&](std::size_t at, std::uint64_t operand) { add(log, append, words->address(at), operand); });
        if (cluster % 1500 == 1499) log.settle();
        log.finish();
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(words->word, expected->word);
}

}  // namespace
}  // namespace warpglass::sim
