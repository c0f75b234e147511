// What a listener hears: every access once, in one order whatever the number of workers, warps and blocks in turns. And
// what machines that tell more places in shared memory apart are asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "sim/divergence.hpp"
#include "sim/listener.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

class OneSector : public CostModel {
 public:
  using CostModel::CostModel;
  SharedCost shared(const AccessPattern& pattern) const override {
    // 2 where lanes lie in different 256-byte rows.
    std::set<std::uint64_t> rows;
    for_each_lane(pattern.lanes, [&](int lane) { rows.insert(pattern.address[std::size_t(lane)] / 256); });
    return {.wavefronts = static_cast<std::uint16_t>(rows.size()), .ideal = 1};
  }
  GlobalCost global(const AccessPattern&) const override { return {.sectors = 1, .ideal = 1, .lines = 1}; }
};

class Heard : public Listener {
 public:
  explicit Heard(std::uint64_t origin) : origin_(origin) {}
  [[nodiscard]] Interests interests() const override { return Interest::global | Interest::order; }
  void on_workers(std::size_t workers) override { workers_ = workers; }
  [[nodiscard]] std::unique_ptr<Shard> make_shard(std::size_t worker) override {
    EXPECT_LT(worker, workers_);
    struct Worker : Shard {
      explicit Worker(Heard& all) : heard(all) {}
      void on_access(const AccessEvent& event) override { heard.note(event, batch); }
      void on_batch_start(std::uint64_t number) override {
        EXPECT_GT(heard.workers_, 1u);
        batch = number;
      }
      void on_batch_end(bool last) override {
        const std::lock_guard lock(heard.mutex_);
        if (last) heard.last_batch = std::min(heard.last_batch, batch);
      }
      void on_batches_end(std::uint64_t batches) override {
        EXPECT_EQ(batches, 2u);
        const std::lock_guard lock(heard.mutex_);
        ++heard.ended_workers;
      }
      Heard& heard;
      std::uint64_t batch = 0;
    };
    return std::make_unique<Worker>(*this);
  }
  void note(const AccessEvent& event, std::uint64_t batch) {
    const std::lock_guard lock(mutex_);
    by_batch[batch] += std::to_string(event.at.block) + static_cast<char>('a' + event.at.warp) + ' ';
    first_bytes.insert(event.base - origin_);
    kinds.insert(event.kind);
    EXPECT_EQ(event.at.sm, event.at.block % 2);
    EXPECT_EQ(event.bytes, 4u);
    EXPECT_EQ(event.cache, CacheOperator::streaming);
    EXPECT_EQ(event.at.lanes, kFullMask);
    EXPECT_EQ(event.offset[3], 12);
    ASSERT_EQ(event.machine.size(), 1u);
    EXPECT_EQ(event.machine[0].bytes, 4u);
  }
  [[nodiscard]] std::string order() const {
    std::string all;
    for (const auto& [batch, accesses] : by_batch) all += accesses;
    return all;
  }
  std::map<std::uint64_t, std::string> by_batch;
  std::multiset<std::uint64_t> first_bytes;
  std::set<AccessKind> kinds;
  std::uint64_t last_batch = ~std::uint64_t{0};
  std::size_t ended_workers = 0;

 private:
  std::uint64_t origin_;
  std::size_t workers_ = 0;
  std::mutex mutex_;
};

constexpr std::uint32_t kRounds = 3;

/// Three rounds through the loop; the round is counted in row 1.
const Op* loop_op(Warp& warp, const Op* op) {
  const auto round = lane_value<std::uint32_t>(warp, op->d, 0) + 1;
  for (int lane = 0; lane < 32; ++lane) set_lane_value<std::uint32_t>(warp, op->d, lane, round);
  return round < kRounds ? take_back_edge(warp, op, op - 1) : op + 1;
}

struct Loop {
  ProgramBuilder builder{4};
  Memory memory{1 << 20};
  OneSector costs;
  std::uint64_t buffer = memory.allocate(4096, AllocationKind::device, "buffer");
  LaunchRequest request;

  Loop() {
    Op address;
    address.d = ProgramBuilder::row(0);
    builder.add(address_op, address);
    Op load;
    load.a = ProgramBuilder::row(0);
    load.d = ProgramBuilder::row(2);
    load.site = 0;
    bind_access({.space = Space::global}, load);
    const std::uint32_t pc = builder.add(nullptr, load, OpKind::load);
    builder.program().facts[pc].space = Space::global;
    builder.program().facts[pc].cache = CacheOperator::streaming;
    Op loop;
    loop.d = ProgramBuilder::row(1);
    builder.add(loop_op, loop);
    builder.add(exit_op);
    Program& program = builder.finish();
    program.site_count = 1;
    request.program = &program;
    request.memory = &memory;
    request.grid = {2, 1, 1};
    request.block = {64, 1, 1};
    request.params.resize(8);
    std::memcpy(request.params.data(), &buffer, 8);
    request.costs = &costs;
    request.sm_count = 2;
    request.workers = 8;
  }
};

TEST(Listener, HearsEveryAccessInTheOrderOfBlocks) {
  for (const int workers : {1, 8}) {
    Loop loop;
    Heard heard(loop.buffer);
    loop.request.listeners = {&heard};
    loop.request.workers = workers;
    const LaunchResult result = launch(loop.request);
    ASSERT_TRUE(result.faults.empty());
    EXPECT_EQ(heard.order(), "0a 0a 0a 0b 0b 0b 1a 1a 1a 1b 1b 1b ");
    EXPECT_EQ(heard.first_bytes, (std::multiset<std::uint64_t>{0, 0, 0, 128, 128, 128, 256, 256, 256, 384, 384, 384}));
    EXPECT_EQ(heard.kinds, (std::set<AccessKind>{AccessKind::load}));
    EXPECT_EQ(heard.by_batch.size(), workers == 1 ? 1u : 2u);
    EXPECT_EQ(heard.ended_workers, workers == 1 ? 0u : 2u);
    EXPECT_EQ(result.counters[1].requests, 12u);
  }
}

TEST(Listener, WarpsTakeTurnsAtBackEdges) {
  Loop loop;
  Heard heard(loop.buffer);
  loop.request.listeners = {&heard};
  loop.request.turn = 1;
  const LaunchResult result = launch(loop.request);
  ASSERT_TRUE(result.faults.empty());
  EXPECT_EQ(heard.order(), "0a 0b 0a 0b 0a 0b 1a 1b 1a 1b 1a 1b ");
  EXPECT_EQ(result.counters[1].requests, 12u);
  EXPECT_EQ(result.counters[1].sectors, 12u);
}

TEST(Listener, HearsALaunchThatNobodyCounts) {
  Loop loop;
  Heard heard(loop.buffer);
  loop.request.listeners = {&heard};
  loop.request.costs = nullptr;
  ASSERT_TRUE(launch(loop.request).faults.empty());
  EXPECT_EQ(heard.order(), "0a 0a 0a 0b 0b 0b 1a 1a 1a 1b 1b 1b ");
}

/// Row a = shared addresses: lane * 4 + 64 times the block.
const Op* shared_address_op(Warp& warp, const Op* op) {
  for (int lane = 0; lane < 32; ++lane)
    set_lane_value<std::uint32_t>(warp, op->d, lane, unsigned(lane) * 4 + warp.block_index.x * 64);
  return op + 1;
}

TEST(SharedPeriod, OneShapeIsPricedAtEveryPlaceTheMachineTellsApart) {
  ProgramBuilder builder(4);
  Op address;
  address.d = ProgramBuilder::row(0);
  builder.add(shared_address_op, address);
  Op load;
  load.a = ProgramBuilder::row(0);
  load.d = ProgramBuilder::row(2);
  load.site = 0;
  bind_access({.space = Space::shared, .address_bytes = 4}, load);
  builder.add(nullptr, load, OpKind::load);
  builder.add(exit_op);
  Program& program = builder.finish();
  program.site_count = 1;
  program.static_shared_bytes = 4096;
  Memory memory(1 << 20);
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.grid = {8, 1, 1};
  request.block = {32, 1, 1};
  // 128 bytes that begin 0, 64, 128 and 192 bytes into a row: the last ones reach over its end.
  const OneSector rows(256);
  request.costs = &rows;
  const LaunchResult result = launch(request);
  ASSERT_TRUE(result.faults.empty());
  EXPECT_EQ(result.counters[1].requests, 8u);
  EXPECT_EQ(result.counters[1].wavefronts, 10u);
  ASSERT_FALSE(result.counters[1].patterns.empty());
  EXPECT_EQ(result.counters[1].patterns[0].shared.wavefronts, 2u);
  EXPECT_EQ(result.counters[1].patterns[0].pattern.address[0], 192u);
}

}  // namespace
}  // namespace warpglass::sim::test
