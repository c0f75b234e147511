// The number of workers changes nothing but the time: memory, counters and example patterns come out the same.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "sim/barrier.hpp"
#include "sim/thread_pool.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

class SpreadCost : public CostModel {
 public:
  SharedCost shared(const AccessPattern& pattern) const override {
    return {.wavefronts = static_cast<std::uint16_t>(lane_count(pattern.lanes)), .ideal = 1};
  }
  GlobalCost global(const AccessPattern& pattern) const override {
    const auto first = std::size_t(first_lane(pattern.lanes));
    return {.sectors = static_cast<std::uint16_t>(1 + pattern.address[first] % 128 / 4 % 7), .ideal = 1, .lines = 1};
  }
};

/// Row d (32-bit) = a number that only the thread's place decides; row a (64-bit) becomes a shuffled shared address.
const Op* scatter_op(Warp& warp, const Op* op) {
  for (int lane = 0; lane < 32; ++lane) {
    const std::uint32_t thread = warp.index * 32 + unsigned(lane);
    set_lane_value<std::uint32_t>(warp, op->d, lane, warp.block_index.x * 1000 + thread);
    set_lane_value<std::uint64_t>(warp, op->a, lane, (thread * (2 * (warp.block_index.x % 13) + 1) % 64) * 4);
  }
  return op + 1;
}

struct Outcome {
  std::vector<std::uint32_t> memory;
  LaunchResult result;
};

Outcome run(int workers) {
  constexpr std::uint32_t kBlocks = 300;
  constexpr std::uint32_t kThreads = 64;
  ProgramBuilder b(4);
  Op scatter;
  scatter.d = ProgramBuilder::row(0);
  scatter.a = ProgramBuilder::row(1);
  b.add(scatter_op, scatter);
  Op store;
  store.a = ProgramBuilder::row(1);
  store.d = ProgramBuilder::row(0);
  store.site = 0;
  bind_access({.store = true, .space = Space::shared}, store);
  b.add(nullptr, store, OpKind::store);
  b.add(barrier_op);
  Op load = store;
  load.run = nullptr;
  load.d = ProgramBuilder::row(2);
  load.site = 1;
  bind_access({.space = Space::shared}, load);
  b.add(nullptr, load, OpKind::load);
  Op address;
  address.d = ProgramBuilder::row(3);
  b.add(address_op, address);
  Op out;
  out.a = ProgramBuilder::row(3);
  out.d = ProgramBuilder::row(2);
  out.site = 2;
  bind_access({.store = true, .space = Space::global}, out);
  b.add(nullptr, out, OpKind::store);
  b.add(exit_op);
  Program& program = b.finish();
  program.site_count = 3;
  program.static_shared_bytes = 256;

  Memory memory(1 << 20);
  SpreadCost costs;
  const std::uint64_t buffer = memory.allocate(kBlocks * kThreads * 4, AllocationKind::device, "out");
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.grid = {kBlocks, 1, 1};
  request.block = {kThreads, 1, 1};
  request.params.resize(8);
  std::memcpy(request.params.data(), &buffer, 8);
  request.costs = &costs;
  request.workers = workers;
  Outcome outcome;
  outcome.result = launch(request);
  outcome.memory.resize(kBlocks * kThreads);
  std::memcpy(outcome.memory.data(), Memory::host(buffer), outcome.memory.size() * 4);
  return outcome;
}

TEST(Workers, AnyNumberGivesTheSameReport) {
  const Outcome one = run(1);
  ASSERT_TRUE(one.result.faults.empty());
  EXPECT_EQ(one.memory[64 * 7 + 5] / 1000, 7u);
  for (const int workers : {2, 3, 8}) {
    const Outcome many = run(workers);
    EXPECT_EQ(many.memory, one.memory);
    ASSERT_EQ(many.result.counters.size(), one.result.counters.size());
    for (std::size_t pc = 0; pc < one.result.counters.size(); ++pc) {
      const OpCounters& x = one.result.counters[pc];
      const OpCounters& y = many.result.counters[pc];
      EXPECT_EQ(x.requests, y.requests) << pc;
      EXPECT_EQ(x.wavefronts, y.wavefronts) << pc;
      EXPECT_EQ(x.sectors, y.sectors) << pc;
      ASSERT_EQ(x.patterns.size(), y.patterns.size()) << pc;
      for (std::size_t i = 0; i < x.patterns.size(); ++i) {
        EXPECT_EQ(x.patterns[i].block, y.patterns[i].block) << pc << " pattern " << i;
        EXPECT_EQ(x.patterns[i].warp, y.patterns[i].warp) << pc << " pattern " << i;
        const Space space = x.patterns[i].pattern.space;
        const ShapeCount* const counted = x.shapes.find(x.patterns[i].shape, space);
        const ShapeCount* const same = y.shapes.find(y.patterns[i].shape, space);
        ASSERT_EQ(counted == nullptr, same == nullptr) << pc << " pattern " << i;
        if (counted != nullptr) {
          EXPECT_EQ(counted->times, same->times) << pc << " pattern " << i;
          EXPECT_EQ(counted->cost, same->cost) << pc << " pattern " << i;
          EXPECT_EQ(counted->places.common, same->places.common) << pc << " pattern " << i;
          EXPECT_EQ(counted->places.varied, same->places.varied) << pc << " pattern " << i;
        }
        // Shared addresses are the same in every run; the arena lies elsewhere each time.
        if (pc < 4) {
          EXPECT_EQ(x.patterns[i].pattern.address, y.patterns[i].pattern.address) << pc;
        }
      }
    }
  }
}

TEST(ShapeCounts, AreKnownWhileThereAreFew) {
  ShapeCounts counts;
  for (std::uint64_t shape = 1; shape <= kCountedShapes; ++shape)
    counts.add({.shape = shape, .space = Space::shared, .times = shape, .cost = 2 * shape, .ideal = shape});
  counts.add({.shape = 3, .space = Space::shared, .times = 4, .cost = 5, .ideal = 4});
  ASSERT_NE(counts.find(3, Space::shared), nullptr);
  EXPECT_EQ(counts.find(3, Space::shared)->times, 7u);
  EXPECT_EQ(counts.find(3, Space::shared)->cost, 11u);
  EXPECT_EQ(counts.find(3, Space::global), nullptr);
  ShapeCounts both = counts;
  both.add(counts);
  EXPECT_EQ(both.find(3, Space::shared)->times, 14u);
  ShapeCounts one_more;
  one_more.add({.shape = 3, .space = Space::global, .times = 1});
  both.add(one_more);
  EXPECT_EQ(both.find(3, Space::shared), nullptr);
  one_more.add(both);
  EXPECT_EQ(one_more.find(3, Space::global), nullptr);
}

TEST(SharedPlaces, KeepTheBitsThatAllHave) {
  SharedPlaces places{.common = 0x180, .varied = 0x004};
  places.add({.common = 0x188, .varied = 0x004});
  EXPECT_EQ(places.varied, 0x00cu);
  EXPECT_EQ(places.common, 0x180u);
  places.add({.common = 0x080, .varied = 0x020});
  EXPECT_EQ(places.varied, 0x12cu);
  EXPECT_EQ(places.common, 0x080u);
}

TEST(ThreadPool, RunsEachPartOnceAndIsUsedAgain) {
  ThreadPool pool;
  for (const std::size_t count : {1u, 4u, 2u, 7u, 3u}) {
    std::vector<std::atomic<int>> calls(count);
    std::set<std::thread::id> threads;
    std::mutex mutex;
    pool.run(count, [&](std::size_t part) {
      ++calls[part];
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
    for (const std::atomic<int>& part : calls) EXPECT_EQ(part, 1);
    EXPECT_EQ(threads.size(), count);
    EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
  }
}

TEST(ThreadPool, WorkMayHaveWorkOfItsOwn) {
  ThreadPool pool;
  std::atomic<int> calls = 0;
  EXPECT_FALSE(pool.is_busy());
  pool.run(3, [&](std::size_t) {
    EXPECT_TRUE(pool.is_busy());
    pool.run(4, [&](std::size_t) { ++calls; });
  });
  EXPECT_EQ(calls, 12);
  EXPECT_FALSE(pool.is_busy());
}

TEST(ThreadPool, AForkedChildHasThreadsOfItsOwn) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer ends a child that a process of several threads forked and that starts threads";
#endif
  ThreadPool pool;
  std::atomic<int> calls = 0;
  pool.run(3, [&](std::size_t) { ++calls; });
  const pid_t child = fork();
  if (child == 0) {
    pool.run(3, [&](std::size_t) { ++calls; });
    _exit(calls == 6 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace warpglass::sim::test
