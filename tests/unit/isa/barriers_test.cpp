// Barriers through the whole engine: who waits for whom, and what the reductions say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using Words = std::vector<std::uint32_t>;

TEST(Barrier, OrdersWarps) {
  // Each warp reads what the next one wrote before the barrier.
  Words words(4 * 128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 slot[16];
    shr.u32 %r1, %thread, 5;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, slot;
    add.s32 %r4, %r3, %r2;
    add.s32 %r5, %r1, 100;
    st.shared.u32 [%r4], %r5;
    barrier.sync.aligned 3;
    add.s32 %r6, %r2, 4;
    and.b32 %r6, %r6, 15;
    add.s32 %r6, %r3, %r6;
    ld.shared.u32 %r7, [%r6];
    st.global.u32 [%here], %r7;)"),
                                 {.block = {128, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t thread = 0; thread < 128; ++thread) EXPECT_EQ(words[4 * thread], 100 + (thread / 32 + 1) % 4);
}

TEST(Barrier, ReductionsOverTheBlock) {
  Words words(4 * 96);
  const Outcome outcome = run_on(words, kernel_around(R"(
    setp.lt.u32 %p1, %thread, 70;
    setp.lt.u32 %p2, %thread, 96;
    bar.red.popc.u32 %r1, 0, %p1;
    barrier.red.popc.aligned.u32 %r2, 1, 96, !%p1;
    bar.red.and.pred %p3, 0, %p1;
    bar.red.and.pred %p4, 0, %p2;
    bar.red.or.pred %p5, 2, 96, !%p1;
    barrier.cta.red.or.pred %p6, 0, !%p2;
    selp.b32 %r3, 1, 0, %p3;
    selp.b32 %r4, 2, 0, %p4;
    selp.b32 %r5, 4, 0, %p5;
    selp.b32 %r6, 8, 0, %p6;
    or.b32 %r3, %r3, %r4;
    or.b32 %r3, %r3, %r5;
    or.b32 %r3, %r3, %r6;
    st.global.v4.u32 [%here], {%r1, %r2, %r3, %r3};)"),
                                 {.block = {96, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t thread = 0; thread < 96; ++thread) {
    EXPECT_EQ(words[4 * thread], 70u);
    EXPECT_EQ(words[4 * thread + 1], 26u);
    EXPECT_EQ(words[4 * thread + 2], 2u + 4u);
  }
}

TEST(Barrier, ProducersArriveAndConsumersWait) {
  Words words(4 * 64);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 value[4];
    setp.lt.u32 %p1, %thread, 32;
    @%p1 bra CONSUME;
    mov.u32 %r1, 42;
    st.shared.u32 [value], %r1;
    bar.arrive 1, 64;
    bra DONE;
CONSUME:
    bar.sync 1, 64;
    ld.shared.u32 %r2, [value];
    st.global.u32 [%here], %r2;
DONE:)"),
                                 {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 42u);
}

TEST(Barrier, OfTheWarpOrdersDivergedLanes) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 value[4];
    setp.eq.u32 %p1, %thread, 0;
    @%p1 bra WRITE;
    bar.warp.sync 0xffffffff;
    ld.shared.u32 %r2, [value];
    st.global.u32 [%here], %r2;
    bra DONE;
WRITE:
    mov.u32 %r1, 9;
    st.shared.u32 [value], %r1;
    bar.warp.sync 0xffffffff;
DONE:)"));
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t lane = 1; lane < 32; ++lane) EXPECT_EQ(words[4 * lane], 9u) << lane;
}

TEST(Barrier, OfTheClusterIsTheBlocks) {
  Words words(4 * 64);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 value[8];
    shr.u32 %r1, %thread, 5;
    shl.b32 %r1, %r1, 2;
    mov.u32 %r2, value;
    add.s32 %r3, %r2, %r1;
    st.shared.u32 [%r3], %r3;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    xor.b32 %r3, %r3, 4;
    ld.shared.u32 %r4, [%r3];
    st.global.u32 [%here], %r4;)"),
                                 {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0] - words[4 * 32], 4u);
}

TEST(Barrier, InALoopGivesOtherBlocksTheirTurn) {
  // The first block waits for the second, and comes to a barrier in every round.
  LoadedPtx ptx(R"(.visible .entry k(.param .u64 p) {
    .reg .b64 %flag; .reg .b32 %r<3>; .reg .pred %p1;
    ld.param.u64 %flag, [p];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra TELL;
AGAIN:
    bar.sync 0;
    ld.volatile.global.u32 %r2, [%flag];
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra AGAIN;
    st.global.u32 [%flag+4], %r2;
    ret;
TELL:
    mov.u32 %r2, 5;
    st.volatile.global.u32 [%flag], %r2;
    ret;
  })");
  const std::uint64_t flag = ptx.upload(std::vector<std::uint32_t>{0, 0});
  ptx.run_clean("k", {2, 1, 1}, {64, 1, 1}, {flag});
  EXPECT_EQ(ptx.download<std::uint32_t>(flag, 2)[1], 5u);
}

TEST(Barrier, DoesNotWaitForThreadsThatHaveReturned) {
  // Lanes 29 to 31 go to the end of the kernel at once; the others meet twice and tell each other their numbers.
  Words words(4 * 64);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 slot[256];
    and.b32 %r1, %thread, 31;
    setp.gt.u32 %p1, %r1, 28;
    @%p1 bra END;
    shl.b32 %r2, %thread, 2;
    mov.u32 %r3, slot;
    add.s32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %thread;
    bar.sync 0;
    xor.b32 %r5, %r2, 128;
    add.s32 %r5, %r3, %r5;
    ld.shared.u32 %r6, [%r5];
    bar.sync 0;
    st.global.u32 [%here], %r6;
    END:)"),
                                 {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t thread = 0; thread < 64; ++thread)
    EXPECT_EQ(words[4 * thread], thread % 32 > 28 ? 0 : thread ^ 32) << thread;
}

TEST(Barrier, OfWholeWarpsAndOfOthersIsTheSame) {
  // Each of a block's four warps comes to its barriers in one of four ways, all of which there is a block for: as a
  // whole, in two halves, by a reduction, or not at all from the second of three rounds on.
  LoadedPtx ptx(R"(.visible .entry k(.param .u64 p) {
    .reg .b64 %out, %rd1; .reg .b32 %way, %round, %shift, %thread, %lane, %slot, %sum, %r<9>; .reg .pred %p<4>;
    .shared .align 16 .b8 slots[16];
    ld.param.u64 %out, [p];
    mov.u32 %thread, %tid.x;
    and.b32 %lane, %thread, 31;
    shr.u32 %r1, %thread, 5;
    shl.b32 %shift, %r1, 1;
    mov.u32 %way, %ctaid.x;
    shr.u32 %way, %way, %shift;
    and.b32 %way, %way, 3;
    shl.b32 %r1, %r1, 2;
    mov.u32 %slot, slots;
    add.u32 %slot, %slot, %r1;
    mov.u32 %round, 0;
AGAIN:
    add.u32 %r1, %round, 1;
    st.shared.u32 [%slot], %r1;
    setp.eq.u32 %p1, %way, 0;
    @%p1 bra WHOLE;
    setp.eq.u32 %p1, %way, 1;
    @%p1 bra HALVES;
    setp.eq.u32 %p1, %way, 2;
    @%p1 bra REDUCTION;
    setp.eq.u32 %p1, %round, 1;
    @!%p1 bra WHOLE;
    ret;
HALVES:
    setp.lt.u32 %p2, %lane, 16;
    @%p2 bra FIRST_HALF;
    barrier.sync 0;
    bra MET;
FIRST_HALF:
    barrier.sync 0;
    bra MET;
REDUCTION:
    bar.red.popc.u32 %r2, 0, %p1;
    bra MET;
WHOLE:
    bar.sync 0;
MET:
    ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [slots];
    add.u32 %sum, %r1, %r2;
    add.u32 %sum, %sum, %r3;
    add.u32 %sum, %sum, %r4;
    mov.u32 %r5, %ctaid.x;
    mad.lo.u32 %r5, %r5, 3, %round;
    mad.lo.u32 %r5, %r5, 128, %thread;
    mul.wide.u32 %rd1, %r5, 4;
    add.u64 %rd1, %out, %rd1;
    st.global.u32 [%rd1], %sum;
    bar.sync 0;
    add.u32 %round, %round, 1;
    setp.lt.u32 %p1, %round, 3;
    @%p1 bra AGAIN;
    ret;
  })");
  constexpr std::uint32_t kBlocks = 256;
  const std::uint64_t out = ptx.upload(Words(std::size_t{kBlocks} * 3 * 128));
  ptx.run_clean("k", {kBlocks, 1, 1}, {128, 1, 1}, {out});
  const auto sums = ptx.download<std::uint32_t>(out, std::size_t{kBlocks} * 3 * 128);
  for (std::uint32_t block = 0; block < kBlocks; ++block) {
    const auto leaves = [&](std::uint32_t warp) { return (block >> (2 * warp) & 3) == 3; };
    for (std::uint32_t round = 0; round < 3; ++round) {
      std::uint32_t sum = 0;
      for (std::uint32_t warp = 0; warp < 4; ++warp) sum += leaves(warp) ? std::min(round + 1, 2u) : round + 1;
      for (std::uint32_t thread = 0; thread < 128; ++thread) {
        const std::uint32_t told = sums[(std::size_t{block} * 3 + round) * 128 + thread];
        ASSERT_EQ(told, leaves(thread / 32) && round != 0 ? 0 : sum) << block << " " << round << " " << thread;
      }
    }
  }
}

TEST(Barrier, WaitsForAWarpOfManyTurns) {
  Words words(4 * 96);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 4 .b8 value[4];
    shr.u32 %r1, %thread, 5;
    mov.u32 %r2, 0;
    setp.ne.u32 %p1, %r1, 1;
    @%p1 bra MEET;
AGAIN:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 20000;
    @%p2 bra AGAIN;
    st.shared.u32 [value], %r2;
MEET:
    bar.sync 0;
    ld.shared.u32 %r3, [value];
    st.global.u32 [%here], %r3;)"),
                                 {.block = {96, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t thread = 0; thread < 96; ++thread) ASSERT_EQ(words[4 * thread], 20000u) << thread;
}

TEST(Barrier, OfLanesWhoseWarpWaitsForThemIsNeverMet) {
  Words words(4 * 96);
  const Outcome outcome = run_on(words, kernel_around(R"(
    setp.le.u32 %p1, %thread, 67;
    @%p1 bra MEET;
    bra PAST;
MEET:
    bar.sync 0;
PAST:
    st.global.u32 [%here], %thread;)"),
                                 {.block = {96, 1, 1}});
  EXPECT_NE(outcome.errors.find("barrier 0 can not be met: 68 of 96 threads have arrived"), std::string::npos)
      << outcome.errors;
  EXPECT_NE(outcome.errors.find("28 threads wait for the other lanes of their warp"), std::string::npos)
      << outcome.errors;
}

TEST(Barrier, OfTwoNumbersIsNeverMet) {
  Words words(4 * 128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    setp.lt.u32 %p1, %thread, 64;
    @%p1 bra FIRST;
    bar.sync 1;
    bra DONE;
FIRST:
    bar.sync 0;
DONE:)"),
                                 {.block = {128, 1, 1}});
  EXPECT_NE(outcome.errors.find("barrier 0 can not be met: 64 of 128 threads have arrived"), std::string::npos)
      << outcome.errors;
  EXPECT_NE(outcome.errors.find("bar.sync 1"), std::string::npos) << outcome.errors;
}

TEST(Barrier, OfWarpsOfWhichOneFaultsIsNamedNoFurther) {
  // The second of three warps reads where nothing is; the others have met once, and wait for it.
  Words words(4 * 96);
  const Outcome outcome = run_on(words, kernel_around(R"(
    bar.sync 0;
    shr.u32 %r1, %thread, 5;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra FAULT;
    bar.sync 0;
    bra DONE;
FAULT:
    mov.u64 %rd1, 8;
    ld.global.u32 %r2, [%rd1];
    bar.sync 0;
DONE:)"),
                                 {.block = {96, 1, 1}});
  ASSERT_EQ(outcome.result.faults.size(), 1u) << outcome.errors;
  EXPECT_EQ(outcome.result.faults[0].warp, 1u);
}

TEST(Barrier, ThatDoesNotExistIsAnError) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around("bar.sync 16;\nbar.sync 0, 40;"));
  EXPECT_NE(outcome.errors.find("barrier 16 does not exist; a block has barriers 0 to 15"), std::string::npos);
  EXPECT_NE(outcome.errors.find("the number of threads must be a multiple of 32"), std::string::npos) << outcome.errors;
}

TEST(Barrier, NumberOfARegisterOutOfRangeIsAFault) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around("mov.u32 %r1, 20;\nbar.sync %r1;"));
  EXPECT_NE(outcome.errors.find("barrier 20 does not exist"), std::string::npos) << outcome.errors;
}

TEST(Fence, EverySpellingPasses) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    membar.cta; membar.gl; membar.sys; fence.sc.gpu; fence.acq_rel.cta; fence.cta; fence.acquire.sys;
    fence.proxy.async; fence.proxy.async.shared::cta; fence.proxy.alias; fence.mbarrier_init.release.cluster;
    griddepcontrol.wait; prefetch.global.L2 [%here]; prefetchu.L1 [%here]; discard.global.L2 [%here], 128;
    applypriority.global.L2::evict_normal [%here], 128; createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0;)"));
  ASSERT_EQ(outcome.errors, "");
}

}  // namespace
}  // namespace warpglass::isa
