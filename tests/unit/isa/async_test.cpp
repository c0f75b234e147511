// Asynchronous copies and mbarriers through the whole engine.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "isa/chapters/mbarrier.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using Words = std::vector<std::uint32_t>;

const std::string kPlace = R"(
    .shared .align 16 .b8 tile[512];
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 4;
    add.s32 %r1, %r1, %r2;
    mov.u32 %r3, 0xeeeeeeee;
    st.shared.v4.u32 [%r1], {%r3, %r3, %r3, %r3};
)";
const std::string kReadBack = R"(
    cp.async.commit_group;
    cp.async.wait_group 0;
    cp.async.wait_all;
    ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1];
    st.global.v4.u32 [%here], {%r4, %r5, %r6, %r7};)";

Words copied(const std::string& copies) {
  Words words(128);
  std::iota(words.begin(), words.end(), 1000u);
  const Outcome outcome = run_on(words, kernel_around(kPlace + copies + kReadBack));
  EXPECT_EQ(outcome.errors, "") << copies;
  return words;
}

TEST(CopyAsync, WholeSizes) {
  Words expected(128);
  std::iota(expected.begin(), expected.end(), 1000u);
  EXPECT_EQ(copied("cp.async.cg.shared.global.L2::128B [%r1], [%here], 16;"), expected);
  EXPECT_EQ(copied("cp.async.ca.shared::cta.global [%r1], [%here], 8; cp.async.ca.shared.global [%r1+8], [%here+8], 4;"
                   "cp.async.ca.shared.global [%r1+12], [%here+12], 4;"),
            expected);
}

TEST(CopyAsync, FillsWithZerosWhatIsNotRead) {
  const Words words = copied("shr.u32 %r8, %thread, 1; cp.async.cg.shared.global [%r1], [%here], 16, %r8;");
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    for (std::uint32_t byte = 0; byte < 16; ++byte) {
      const std::uint32_t expected = byte < lane / 2 ? (1000 + 4 * lane + byte / 4) >> (byte % 4 * 8) & 0xff : 0;
      EXPECT_EQ(words[4 * lane + byte / 4] >> (byte % 4 * 8) & 0xff, expected) << lane << " byte " << byte;
    }
  }
}

TEST(CopyAsync, IgnoresTheSourceWhereToldTo) {
  const Words words = copied(
      "setp.ge.u32 %p1, %thread, 8; @%p1 mov.u64 %here, 16; cp.async.ca.shared.global [%r1], [%here], 16, %p1;"
      "mul.wide.u32 %here, %thread, 16; add.s64 %here, %buffer, %here;");
  EXPECT_EQ(words[28], 1028u);
  EXPECT_EQ(words[32], 0u);
}

TEST(CopyAsync, OtherSizesAreErrors) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(kPlace + "cp.async.cg.shared.global [%r1], [%here], 8;"));
  EXPECT_NE(outcome.errors.find("cp.async.cg copies 16 bytes, not 8"), std::string::npos) << outcome.errors;
}

TEST(MbarrierState, PacksAndCounts) {
  MbarrierState state{.bytes = -70000, .pending = 3, .expected = 1048575, .phase = 5};
  const MbarrierState back = MbarrierState::unpack(state.packed());
  EXPECT_EQ(back.bytes, -70000);
  EXPECT_EQ(back.pending, 3u);
  EXPECT_EQ(back.expected, 1048575u);
  EXPECT_EQ(back.phase, 5u);
  EXPECT_EQ(back.parity(), 1u);
}

// Warp 0 has both phases of each round completed, by copies and by itself; warp 1 asks for each and has no part in any.
// A machine wakes it when a phase is complete, whatever comes next.
TEST(Mbarrier, WhoOnlyWaitsMissesNoPhase) {
  Words words(4 * 64);
  const std::string_view text = R"(
    .shared .align 16 .b8 box[16];
    .shared .align 8 .b8 bar[8];
    mov.u32 %r1, box;
    mov.u32 %r2, bar;
    setp.eq.u32 %p1, %thread, 0;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 1;
    bar.sync 0;
    mov.u32 %r3, 0;
ROUND:
    @!%p1 bra FIRST;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%buffer], 16, [%r2];
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
FIRST:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra FIRST;
    @%p1 mbarrier.arrive.shared::cta.b64 _, [bar];
SECOND:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 1;
    @!%p2 bra SECOND;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p3, %r3, 9;
    @%p3 bra ROUND;
    st.global.u32 [%here], %r3;
  )";
  EXPECT_EQ(run_on(words, kernel_around(text), {.block = {64, 1, 1}}).errors, "");
  for (std::uint32_t thread = 0; thread < 64; ++thread) EXPECT_EQ(words[4 * thread], 9u);
}

TEST(Mbarrier, PhasesCompleteWhenAllHaveArrived) {
  // Warp 1 waits for 32 arrivals of warp 0, twice.
  Words words(4 * 64);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 8 .b8 bar[8];
    .shared .align 4 .b8 value[4];
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra READY;
    mbarrier.init.shared::cta.b64 [bar], 32;
READY:
    bar.sync 0;
    mov.u32 %r1, 0;
    setp.lt.u32 %p2, %thread, 32;
    @%p2 bra PRODUCE;
WAIT:
    and.b32 %r2, %r1, 1;
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], %r2;
    @!%p3 bra WAIT;
    ld.shared.u32 %r3, [value];
    bar.sync 1;
    add.s32 %r1, %r1, 1;
    setp.lt.u32 %p4, %r1, 2;
    @%p4 bra WAIT;
    st.global.u32 [%here], %r3;
    bra DONE;
PRODUCE:
    add.s32 %r4, %r1, 50;
    st.shared.u32 [value], %r4;
    mbarrier.arrive.shared::cta.b64 %rd1, [bar];
    bar.sync 1;
    add.s32 %r1, %r1, 1;
    setp.lt.u32 %p5, %r1, 2;
    @%p5 bra PRODUCE;
    mbarrier.test_wait.shared.b64 %p6, [bar], %rd1;
    selp.b32 %r5, 1, 0, %p6;
    mbarrier.pending_count.b64 %r6, %rd1;
    st.global.v2.u32 [%here], {%r5, %r6};
DONE:)"),
                                 {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(words[4 * lane], 1u);
    EXPECT_EQ(words[4 * lane + 1], 32u);
    EXPECT_EQ(words[4 * (32 + lane)], 51u);
  }
}

TEST(Mbarrier, MoreArrivalsThanExpectedAreAFault) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 8 .b8 bar[8];
    mbarrier.init.shared.b64 [bar], 64;
    mbarrier.arrive.shared.b64 _, [bar], 40;)"));
  EXPECT_NE(outcome.errors.find("more threads arrive at the mbarrier than it expects"), std::string::npos)
      << outcome.errors;
}

TEST(Mbarrier, WaitingForNobodyIsAnEndlessLoop) {
  Words words(128);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 8 .b8 bar[8];
    mbarrier.init.shared.b64 [bar], 64;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    @!%p3 bra WAIT;)"));
  ASSERT_EQ(outcome.result.faults.size(), 1u);
  EXPECT_EQ(outcome.result.faults[0].kind, sim::FaultKind::endless_loop) << outcome.errors;
}

TEST(CopyBulk, TellsTheMbarrier) {
  Words words(128);
  std::iota(words.begin(), words.end(), 1u);
  const Outcome outcome = run_on(words, kernel_around(R"(
    .shared .align 16 .b8 tile[256];
    .shared .align 8 .b8 bar[8];
    setp.ne.u32 %p1, %thread, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%buffer], 256, [bar];
READY:
    bar.warp.sync -1;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    mov.u32 %r1, 1;
    ld.shared.u32 %r2, [tile+252];
    setp.ne.u32 %p3, %thread, 0;
    @%p3 bra DONE;
    cp.async.bulk.global.shared::cta.bulk_group [%buffer+256], [tile], 256;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    st.global.v2.u32 [%buffer], {%r1, %r2};
DONE:)"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(words[1], 64u);
  EXPECT_EQ(words[64], 1u);
  EXPECT_EQ(words[127], 64u);
}

}  // namespace
}  // namespace warpglass::isa
