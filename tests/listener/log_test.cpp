// What listeners hear, through the whole engine: nothing is left out, nothing depends on the number of workers or on
// who else listens, and counters are the same whether anybody does.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "tests/listener/log.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::sim::test {
namespace {

using Lines = std::vector<std::string>;

struct Launch {
  Dim3 grid{1, 1, 1};
  Dim3 block{32, 1, 1};
  Dim3 cluster{1, 1, 1};
  int workers = 1;
  Interests interests = kAllAccesses | Interest::sync;
  bool counted = false;  // and lowered
};

struct Heard {
  BlockLog blocks;
  LaunchResult result;
};

/// \param body  as isa::kernel_around has it, on a buffer of 4 KiB
Heard hear(const std::string& body, const Launch& how = {}, const std::string& declarations = "") {
  isa::LoadedPtx loaded(isa::kernel_around(body, declarations));
  const std::uint64_t buffer = loaded.upload(std::vector<std::uint32_t>(1024));
  Log log(how.interests, buffer);
  loaded.listeners = {&log};
  loaded.bind_options.lower = how.counted;
  const auto costs = analysis::make_cost_model(arch::default_device());
  Heard heard;
  heard.result =
      loaded.run("k", how.grid, how.block, {buffer}, how.counted ? costs.get() : nullptr, 0, how.cluster, how.workers);
  for (const Fault& fault : heard.result.faults) ADD_FAILURE() << fault.message;
  heard.blocks = log.blocks;
  return heard;
}

Lines lines_of(const std::string& body, const Launch& how = {}) { return hear(body, how).blocks[0]; }

// %r1: the thread's four bytes of shared memory.
const std::string kTile = R"(
    .shared .align 16 .b8 tile[1024];
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 2;
    add.u32 %r1, %r1, %r2;
)";

TEST(Log, SharedGlobalAndConstantAccesses) {
  EXPECT_EQ(lines_of(kTile + R"(
    st.shared.u32 [%r1], %thread;
    ld.shared.v2.u32 {%r3, %r4}, [tile+64];
    ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%here];
    @%p1 st.global.u32 [%here], %r3;
    setp.lt.u32 %p2, %thread, 4;
    @%p2 st.volatile.global.u8 [%buffer+100], %r3;
    ld.acquire.gpu.global.u32 %r5, [%buffer];
    atom.shared.add.u32 %r6, [tile+128], 2;
    red.release.sys.global.add.u32 [%buffer+16], 1;
    mov.u64 %rd1, tile;
    cvta.shared.u64 %rd1, %rd1;
    ld.u32 %r7, [%rd1+32];
)"),
            (Lines{"affffffff: shared write 4x1 at 0x0", "affffffff: shared read 4x2 at 0x40",
                   "affffffff: global read 4x4 at 0x0", "af: global write 1x1 at 0x64 volatile sys",
                   "affffffff: global read 4x1 at 0x0 acquire gpu", "affffffff: shared update 4x1 at 0x80 relaxed gpu",
                   "affffffff: global update 4x1 at 0x10 release sys", "affffffff: shared read 4x1 at 0x20"}));
}

TEST(Log, LocalMemoryAndParametersByAddress) {
  EXPECT_EQ(lines_of(R"(
    .local .align 8 .b8 own[64];
    mov.u64 %rd1, own;
    st.local.u64 [%rd1+8], %buffer;
    cvta.local.u64 %rd1, %rd1;
    ld.u64 %rd2, [%rd1+8];
)"),
            (Lines{"affffffff: local write 8x1 at 0x8", "affffffff: local read 8x1 at 0x8"}));
}

TEST(Log, WhatTheMachineMakesOfAccesses) {
  const Lines lines = hear(kTile + R"(
    ld.shared.u32 %r3, [tile+16];
    ld.shared.u32 %r4, [tile+20];
    add.u32 %r3, %r3, %r4;
    ld.global.u32 %r5, [%here];
    st.shared.u32 [%r1], %r3;
)",
                           {.counted = true})
                          .blocks[0];
  // The neighbour's word comes with the first load; the global load has no reader.
  EXPECT_EQ(lines, (Lines{"affffffff: shared read 4x1 at 0x10 [8 at +0]", "affffffff: shared read 4x1 at 0x14 [none]",
                          "affffffff: global read 4x1 at 0x0 [none]", "affffffff: shared write 4x1 at 0x0"}));
}

TEST(Log, BarriersAndFences) {
  EXPECT_EQ(
      hear(kTile + R"(
    st.shared.u32 [%r1], %thread;
    bar.sync 3;
    fence.acq_rel.gpu;
    membar.sys;
    setp.lt.u32 %p1, %thread, 32;
    @%p1 bar.arrive 1, 64;
    @!%p1 bar.sync 1, 64;
    fence.proxy.async;
)",
           {.block = {64, 1, 1}})
          .blocks[0],
      (Lines{"affffffff: shared write 4x1 at 0x0", "affffffff: barrier wait 3/0 of ffffffff",
             "bffffffff: shared write 4x1 at 0x80", "bffffffff: barrier wait 3/0 of ffffffff",
             "bffffffff: barrier release 3/0", "bffffffff: fence acq_rel gpu", "bffffffff: fence sc sys",
             "bffffffff: barrier wait 1/64 of ffffffff", "affffffff: fence acq_rel gpu", "affffffff: fence sc sys",
             "affffffff: barrier arrive 1/64 of ffffffff", "affffffff: barrier release 1/0",
             "affffffff: fence async proxy acq_rel", "bffffffff: fence async proxy acq_rel"}));
}

TEST(Log, LanesThatComeTogether) {
  EXPECT_EQ(lines_of(R"(
    setp.lt.u32 %p1, %thread, 8;
    @%p1 bra low;
    bar.warp.sync 0xffffffff;
    bra met;
low:
    bar.warp.sync 0xffffffff;
met:
    shfl.sync.idx.b32 %r3, %thread, 0, 31, 0xffffffff;
)",
                     {.interests = Interest::sync}),
            (Lines{"affffffff: warp barrier of ffffffff", "affffffff: warp gather of ffffffff"}));
  // Of lanes that have exited nobody hears that they come, but that they are read.
  EXPECT_EQ(lines_of(R"(
    setp.ge.u32 %p1, %thread, 20;
    @%p1 exit;
    shfl.sync.down.b32 %r3, %thread, 16, 31, 0xffffffff;
)",
                     {.interests = Interest::sync}),
            (Lines{"afffff: warp gather of ffffffff", "afffff: stray shuffle of fff00000"}));
}

TEST(Log, CopiesThatRunBeside) {
  EXPECT_EQ(lines_of(R"(
    .shared .align 128 .b8 tile[1024];
    .shared .align 8 .b64 full;
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 4;
    add.u32 %r1, %r1, %r2;
    cp.async.cg.shared.global [%r1], [%here], 16;
    cp.async.commit_group;
    cp.async.wait_group 0;
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra done;
    mbarrier.init.shared.b64 [full], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd1, [full], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%buffer], 256, [full];
    mbarrier.test_wait.shared.b64 %p2, [full], %rd1;
done:
)"),
            (Lines{"affffffff: global read async copy 16x1 at 0x0", "affffffff: shared write async copy 16x1 at 0x0",
                   "affffffff: async commit", "affffffff: async wait", "a1: shared update mbarrier 8x1 at 0x400",
                   "a1: mbarrier init 1", "a1: shared update mbarrier 8x1 at 0x400 release cta",
                   "a1: mbarrier expect 256 release cta", "a1: mbarrier arrive 1 release cta",
                   "a1: shared write bulk copy 256x1 at 0x0", "a1: global read bulk copy 256x1 at 0x0",
                   "a1: shared update mbarrier 8x1 at 0x400", "a1: mbarrier complete 256",
                   "a1: shared update mbarrier 8x1 at 0x400 acquire cta", "a1: mbarrier test acquire cta"}));
}

const std::string kNeighbour = kTile + R"(
    mov.u32 %r10, %cluster_ctarank;
    xor.b32 %r10, %r10, 1;
    mapa.shared::cluster.u32 %r3, %r1, %r10;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    st.shared::cluster.u32 [%r3], %thread;
    barrier.cluster.arrive;
    barrier.cluster.wait;
)";

TEST(Log, OtherBlocksOfTheCluster) {
  const Heard heard = hear(kNeighbour, {.grid = {2, 1, 1}, .cluster = {2, 1, 1}});
  EXPECT_EQ(heard.blocks.at(0),
            (Lines{"affffffff: cluster arrive release cluster", "affffffff: cluster wait acquire cluster",
                   "a0: cluster release", "affffffff: shared write 4x1 at 0x0 of 1",
                   "affffffff: cluster arrive release cluster", "a0: cluster release",
                   "affffffff: cluster wait acquire cluster"}));
  EXPECT_EQ(heard.blocks.at(1)[3], "affffffff: shared write 4x1 at 0x0 of 0");
}

TEST(Log, BlocksBranchesAndExits) {
  EXPECT_EQ(lines_of(R"(
    setp.lt.u32 %p1, %thread, 8;
    @%p1 bra low;
    add.u32 %r1, %r1, 1;
low:
    setp.eq.u32 %p2, %thread, 0;
    @%p2 exit;
)",
                     {.interests = Interest::flow}),
            (Lines{"a0: start", "affffffff: branch ff divergent", "a1: exit", "afffffffe: exit", "a0: end"}));
}

const std::string kTwoBarriers = kTile + R"(
    mov.u32 %r5, %ctaid.x;
    mul.wide.u32 %rd1, %r5, 16;
    add.u64 %rd1, %here, %rd1;
    ld.global.u32 %r3, [%rd1];
    st.shared.u32 [%r1], %r3;
    bar.sync 0;
    ld.shared.u32 %r4, [tile];
    shl.b32 %r6, %thread, 3;
    ld.shared.u32 %r7, [%r6];
    add.u32 %r4, %r4, %r7;
    bar.sync 0;
    st.global.u32 [%rd1], %r4;
)";

TEST(Log, IsTheSameForEveryNumberOfWorkers) {
  const Launch one{
      .grid = {24, 1, 1}, .block = {64, 1, 1}, .interests = kAllAccesses | Interest::sync | Interest::flow};
  Launch four = one;
  four.workers = 4;
  const BlockLog expected = hear(kTwoBarriers, one).blocks;
  ASSERT_EQ(expected.size(), 24u);
  EXPECT_EQ(expected.at(7).size(), 20u);
  EXPECT_EQ(hear(kTwoBarriers, four).blocks, expected);
  four.counted = true;
  EXPECT_EQ(hear(kTwoBarriers, four).blocks.size(), 24u);
}

TEST(Log, RepeatedAccessesAreHeardThoughTheyAreCounted) {
  const Heard heard = hear(kTile + R"(
    mov.u32 %r3, 0;
again:
    ld.global.u32 %r4, [%here];
    add.u32 %r3, %r3, %r4;
    st.shared.u32 [%r1], %r3;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 5;
    @%p1 bra again;
)",
                           {.grid = {2, 1, 1}, .counted = true});
  Lines expected;
  for (int round = 0; round < 5; ++round) {
    expected.emplace_back("affffffff: global read 4x1 at 0x0");
    expected.emplace_back("affffffff: shared write 4x1 at 0x0");
  }
  EXPECT_EQ(heard.blocks.at(0), expected);
  EXPECT_EQ(heard.blocks.at(1), expected);
}

TEST(Log, OneThatWantsAnOrderIsToldWhichBlocksItHears) {
  struct Order final : Listener {
    struct Worker final : Shard {
      explicit Worker(Order& of) : all(of) {}
      void on_access(const AccessEvent& event) override { text += std::to_string(event.at.block) + ' '; }
      void on_batch_start(std::uint64_t number) override { batch = number; }
      void on_batch_end(bool last) override {
        EXPECT_FALSE(last);
        const std::lock_guard lock(all.mutex);
        all.by_batch[batch] = std::exchange(text, {});
      }
      Order& all;
      std::uint64_t batch = 0;
      std::string text;
    };
    [[nodiscard]] Interests interests() const override { return Interest::shared | Interest::order; }
    [[nodiscard]] std::unique_ptr<Shard> make_shard(std::size_t) override { return std::make_unique<Worker>(*this); }
    std::map<std::uint64_t, std::string> by_batch;
    std::mutex mutex;
  } order;
  isa::LoadedPtx loaded(isa::kernel_around(kTwoBarriers));
  const std::uint64_t buffer = loaded.upload(std::vector<std::uint32_t>(1024));
  Log log(Interest::global, buffer);
  loaded.listeners = {&order, &log};
  EXPECT_TRUE(loaded.run("k", {4, 1, 1}, {32, 1, 1}, {buffer}, nullptr, 0, {1, 1, 1}, 4).faults.empty());
  EXPECT_EQ(order.by_batch,
            (std::map<std::uint64_t, std::string>{{0, "0 0 0 "}, {1, "1 1 1 "}, {2, "2 2 2 "}, {3, "3 3 3 "}}));
  // The other one hears what it wants and nothing else.
  EXPECT_EQ(log.blocks.at(2), (Lines{"affffffff: global read 4x1 at 0x20", "affffffff: global write 4x1 at 0x20"}));
}

TEST(Log, ListeningChangesNoCounter) {
  const auto costs = analysis::make_cost_model(arch::default_device());
  const auto count = [&](Interests interests, bool listens) {
    isa::LoadedPtx loaded(isa::kernel_around(kTwoBarriers));
    const std::uint64_t buffer = loaded.upload(std::vector<std::uint32_t>(1024));
    Log log(interests, buffer);
    if (listens) loaded.listeners = {&log};
    return loaded.run("k", {9, 1, 1}, {64, 1, 1}, {buffer}, costs.get(), 0, {1, 1, 1}, 3);
  };
  const LaunchResult alone = count({}, false);
  ASSERT_GT(alone.warp_instructions, 0u);
  for (const Interests interests : {kAllAccesses | Interest::sync | Interest::flow, kAllAccesses | Interest::order,
                                    Interests(Interest::shared), Interests()}) {
    const LaunchResult heard = count(interests, true);
    EXPECT_EQ(heard.warp_instructions, alone.warp_instructions);
    EXPECT_EQ(heard.thread_instructions, alone.thread_instructions);
    ASSERT_EQ(heard.counters.size(), alone.counters.size());
    for (std::size_t pc = 0; pc < alone.counters.size(); ++pc) {
      const OpCounters& x = alone.counters[pc];
      const OpCounters& y = heard.counters[pc];
      EXPECT_EQ(y.executions, x.executions) << pc;
      EXPECT_EQ(y.requests, x.requests) << pc;
      EXPECT_EQ(y.wavefronts, x.wavefronts) << pc;
      EXPECT_EQ(y.wavefronts_profiled, x.wavefronts_profiled) << pc;
      EXPECT_EQ(y.sectors, x.sectors) << pc;
      EXPECT_EQ(y.divergent, x.divergent) << pc;
      ASSERT_EQ(y.patterns.size(), x.patterns.size()) << pc;
      for (std::size_t i = 0; i < x.patterns.size(); ++i) {
        EXPECT_EQ(y.patterns[i].shared.wavefronts, x.patterns[i].shared.wavefronts) << pc;
        EXPECT_EQ(y.patterns[i].block, x.patterns[i].block) << pc;
      }
    }
  }
}

}  // namespace
}  // namespace warpglass::sim::test
