// The second tier against the interpreter, on kernels that lead it into its corners: what they compute, what is counted
// of them, and that blocks really execute compiled regions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/tier/both_ways.hpp"
#include "tier/plan.hpp"
#include "tier/tier.hpp"

namespace warpglass {
namespace {

/// Both ways, for full warps and for others, on one worker and on three; made for what accesses are guessed to be like,
/// and for what they are.
void expect_the_same_by_the_tier(const std::string& body) {
  for (const bool learns : {false, true}) {
    Kernel kernel(body);
    tier::Tier tier(options(tier::When::always, learns));
    for (const std::uint32_t threads : {kThreads, kOddThreads}) {
      for (const int workers : {1, 3}) {
        const Result interpreted = kernel.run(nullptr, threads, workers);
        const Result tiered = kernel.run(&tier, threads, workers);
        EXPECT_FALSE(interpreted.compiled);
        EXPECT_TRUE(tiered.compiled);
        expect_same(tiered, interpreted);
        kernel.changes = true;
        expect_same(kernel.run(&tier, threads, workers), interpreted);
        kernel.changes = false;
      }
    }
  }
}

TEST(Tier, ComputesInLoopsThatLanesLeaveOneByOne) {
  expect_the_same_by_the_tier(kernel_of(R"(
  and.b32 %i, %v, 63;
LOOP:
  mad.lo.u32 %v, %v, 1664525, 1013904223;
  add.u32 %i, %i, -1;
  setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;)"));
}

TEST(Tier, FollowsBothWaysOfABranch) {
  expect_the_same_by_the_tier(kernel_of(R"(
  and.b32 %i, %v, 3;
  setp.eq.u32 %p, %i, 0;
  @%p bra ZERO;
  shr.u32 %v, %v, 3;
  setp.gt.u32 %q, %t, 40;
  @%q xor.b32 %v, %v, 255;
  bra END;
ZERO:
  mul.lo.u32 %v, %v, 77;
END:
  add.u32 %v, %v, %t;)"));
}

// What LLVM works out beforehand it makes another NaN of, and it may exchange the terms of a sum.
TEST(Tier, MakesAndPassesOnTheNansOfDoubles) {
  const std::string body = R"(
  and.b32 %i, %v, 15;
LOOP:
  mov.f64 %d, 0d0000000000000000; mov.f64 %e, 0d7ff0000000000000;
  mul.rn.f64 %d, %d, %e; mov.b64 {%w, %v}, %d;
  mov.f64 %d, 0d7ff0000000000000; sub.rn.f64 %d, %d, %e; mov.b64 {%w, %t}, %d; xor.b32 %v, %v, %t;
  mov.f64 %d, 0d0000000000000000; fma.rn.f64 %d, %d, %e, %e; mov.b64 {%w, %t}, %d; shl.b32 %t, %t, 1; xor.b32 %v, %v, %t;
  mov.f64 %d, 0d0000000000000000; div.rn.f64 %d, %d, %d; mov.b64 {%w, %t}, %d; shr.u32 %t, %t, 1; xor.b32 %v, %v, %t;
  mov.f64 %d, 0dbff0000000000000; sqrt.rn.f64 %d, %d; mov.b64 {%w, %t}, %d; shl.b32 %t, %t, 1; xor.b32 %v, %v, %t;
  mov.b64 %d, {%i, 0x7ff00001}; mov.b64 %e, {%i, 0xfff40002};
  add.rn.f64 %d, %d, %e; mov.b64 {%w, %t}, %d; xor.b32 %v, %v, %t;
  mov.b64 %d, {%i, 0x7ff00003};
  add.rn.f64 %d, %e, %d; mov.b64 {%w, %t}, %d; shr.u32 %t, %t, 1; add.u32 %v, %v, %t;
  div.rn.f64 %e, %e, %d; mov.b64 {%w, %t}, %e; shl.b32 %t, %t, 2; add.u32 %v, %v, %t;
  add.u32 %i, %i, -1;
  setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;)";
  expect_the_same_by_the_tier(kernel_of(body));
}

TEST(Tier, SharesMemoryAcrossBarriers) {
  expect_the_same_by_the_tier(kernel_of(R"(
  mov.u32 %i, 0;
LOOP:
  shl.b32 %w, %t, 2; mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y;
  st.shared.u32 [%x], %v;
  bar.sync 0;
  mul.lo.u32 %w, %t, 7; and.b32 %w, %w, 63; shl.b32 %w, %w, 2; mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y;
  ld.shared.u32 %w, [%x];
  add.u32 %v, %v, %w;
  bar.sync 0;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 9;
  @%p bra LOOP;)"));
}

// What is written back where control leaves is what somebody reads later, and no more.
TEST(Tier, KeepsWhatIsReadBehindBarriers) {
  expect_the_same_by_the_tier(kernel_of(R"(
  mul.lo.u32 %w, %t, 77; xor.b32 %i, %v, %w; cvt.u64.u32 %y, %i; setp.lt.u32 %q, %t, 20;
  mov.u32 %i, 0;
LOOP:
  bar.sync 0;
  cvt.u32.u64 %w, %y; add.u32 %v, %v, %w;
  @%q add.u64 %y, %y, 3;
  setp.eq.u32 %p, %i, 4;
  @%p cvt.rn.f32.u32 %f, %v;
  bar.sync 0;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 9;
  @%p bra LOOP;
  cvt.u32.u64 %w, %y; add.u32 %v, %v, %w; mov.b32 %w, %f; xor.b32 %v, %v, %w;)"));
}

// Rows that nothing but a vector or a matrix names, and that are written anew behind it.
TEST(Tier, KeepsWhatListsOfRowsName) {
  expect_the_same_by_the_tier(kernel_of(R"(
  .reg .b32 %c<8>;
  mov.u32 %c0, %v; mul.lo.u32 %c1, %v, 3; xor.b32 %c2, %v, 12345; add.u32 %c3, %v, 77;
  mov.u32 %i, 0;
LOOP:
  mad.lo.u32 %w, %t, 7, %i; and.b32 %w, %w, 127; shl.b32 %w, %w, 4; mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y;
  bar.sync 0;
  st.shared.v4.u32 [%x], {%c0, %c1, %c2, %c3};
  bar.sync 0;
  ld.shared.v4.u32 {%c4, %c5, %c6, %c7}, [%x];
  bar.sync 0;
  add.u32 %c0, %c5, %i; xor.b32 %c1, %c6, %t; add.u32 %c2, %c7, %i; mad.lo.u32 %c3, %c4, 5, %i;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 9;
  @%p bra LOOP;
  xor.b32 %v, %c0, %c1; mad.lo.u32 %v, %v, 3, %c2; xor.b32 %v, %v, %c3;)"));
  expect_the_same_by_the_tier(kernel_of(R"(
  .reg .b32 %c<8>, %b<6>;
  and.b32 %w, %v, 15; cvt.rn.f32.u32 %f, %w; mov.b32 %b0, %f;
  and.b32 %w, %t, 7; cvt.rn.f32.u32 %f, %w; mov.b32 %b1, %f;
  mov.b32 %b2, 0f40400000; mov.b32 %b3, 0fBF800000; mov.b32 %b4, %b1; mov.b32 %b5, %b0;
  mov.b32 %c0, 0; mov.b32 %c1, 0; mov.b32 %c2, %b0; mov.b32 %c3, %b1;
  mov.b32 %c4, 0; mov.b32 %c5, 0; mov.b32 %c6, 0; mov.b32 %c7, 0;
  mov.u32 %i, 0;
LOOP:
  bar.sync 0;
  setp.lt.u32 %p, %t, 64;
  @!%p bra PAST;
  mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%c4, %c5, %c6, %c7}, {%b0, %b1, %b2, %b3}, {%b4, %b5}, {%c0, %c1, %c2, %c3};
PAST:
  bar.sync 0;
  mov.b32 %c0, %c5; mov.b32 %c1, %c4; mov.b32 %c2, 0f3F800000; mov.b32 %c3, %c7;
  mov.b32 %b0, %b2; mov.b32 %b1, 0f40000000; mov.b32 %b2, 0f3F000000; mov.b32 %b3, %b4; mov.b32 %b4, 0f40A00000; mov.b32 %b5, %b1;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 4;
  @%p bra LOOP;
  xor.b32 %v, %c0, %c1; mad.lo.u32 %v, %v, 3, %c6; xor.b32 %v, %v, %c3;)"));
}

// Some lanes of a full warp load, so that the access takes the long way, and the others keep what they had.
TEST(Tier, KeepsWhatAGuardedInstructionLeavesAsItWas) {
  expect_the_same_by_the_tier(kernel_of(R"(
  mov.u32 %i, 0;
LOOP:
  mad.lo.u32 %w, %v, 5, %t; and.b32 %w, %w, 1023;
  setp.lt.u32 %p, %t, 50;
  @%p ld.global.u32 %w, [%a];
  add.u32 %v, %v, %w;
  @!%p mov.u32 %w, 9;
  bar.sync 0;
  add.u32 %v, %v, %w;
  add.u32 %i, %i, 1;
  setp.lt.u32 %q, %i, 5;
  @%q bra LOOP;)"));
}

TEST(Tier, KeepsWhatFunctionsAreCalledWithAndReturn) {
  expect_the_same_by_the_tier(R"(.func (.reg .b32 %r) f(.reg .b32 %x, .reg .b32 %y) {
  .reg .b32 %i; .reg .pred %p;
  mov.u32 %r, %y; and.b32 %i, %x, 7;
LOOP:
  mad.lo.u32 %r, %r, 3, %x; add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;
  ret;
}
)" + kernel_of(R"(
  mov.u32 %i, 3; mul.lo.u32 %w, %t, 13;
AGAIN:
  call (%v), f, (%v, %w);
  add.u32 %w, %w, %v; add.u32 %i, %i, -1; setp.gt.s32 %q, %i, 0;
  @%q bra AGAIN;
  xor.b32 %v, %v, %w;)"));
}

// What is called computes from rows to rows; what lies behind goes on in the region, with all lanes and with some.
TEST(Tier, GoesOnBehindFunctionsThatOnlyCompute) {
  const std::string body = R"(.extern .func (.param .b32 r) __nv_expf(.param .b32 x);
.extern .func (.param .b32 r) __nv_fmaf(.param .b32 x, .param .b32 y, .param .b32 z);
.extern .func (.param .b64 r) __nv_pow(.param .b64 x, .param .b64 y);
)" + kernel_of(R"(
  mov.u32 %i, 0; cvt.rn.f32.u32 %f, %t; mul.f32 %f, %f, 0f3C23D70A; cvt.f64.f32 %d, %f; mov.u32 %s, 7;
LOOP:
  {
  .param .b32 in; .param .b32 out;
  st.param.f32 [in], %f;
  call.uni (out), __nv_expf, (in);
  ld.param.f32 %g, [out];
  }
  add.u32 %s, %s, %i;
  {
  .param .b32 in; .param .b32 by; .param .b32 and; .param .b32 out;
  st.param.f32 [in], %g; st.param.f32 [by], %f; st.param.f32 [and], %g;
  call.uni (out), __nv_fmaf, (in, by, and);
  ld.param.f32 %h, [out];
  }
  setp.lt.f32 %p, %h, 0f40400000;
  @%p bra SMALL;
  {
  .param .b64 in; .param .b64 to; .param .b64 out;
  cvt.f64.f32 %e, %g;
  st.param.f64 [in], %d; st.param.f64 [to], %e;
  call.uni (out), __nv_pow, (in, to);
  ld.param.f64 %d, [out];
  }
  mov.b64 {%w, %v}, %d; xor.b32 %s, %s, %w;
SMALL:
  mul.f32 %f, %f, 0f3F8CCCCD;
  mov.b32 %w, %h; xor.b32 %v, %v, %w; add.u32 %v, %v, %s;
  add.u32 %i, %i, 1;
  setp.lt.u32 %q, %i, 12;
  @%q bra LOOP;)");
  expect_the_same_by_the_tier(body);
  const auto program = isa::LoadedPtx(body).bind_kernel("k").program;
  const std::vector<tier::Plan> plans = tier::plan_of(*program, 200);
  const auto is_call = [&](std::uint32_t pc) { return program->facts[pc].kind == sim::OpKind::call; };
  EXPECT_EQ(std::ranges::count_if(plans.front().ops, is_call), 3);
}

// Accesses through one register are known by the first of as many bytes.
TEST(Tier, FollowsAccessesOfAsManyBytes) {
  expect_the_same_by_the_tier(kernel_of(R"(
  mov.u32 %i, 0;
LOOP:
  add.u32 %w, %t, %i; and.b32 %w, %w, 127; shl.b32 %w, %w, 3;
  and.b32 %s, %i, 2; setp.eq.u32 %p, %s, 0; selp.b32 %w, %w, 64, %p;
  mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y;
  st.shared.u32 [%x+1024], %v; st.shared.u32 [%x+1028], %t;
  bar.sync 0;
  ld.shared.f64 %d, [%x+1024]; ld.shared.u32 %w, [%x+1028]; mov.b64 {%v, %s}, %d;
  ld.shared.u32 %s, [%x+1024]; add.u32 %v, %v, %s; xor.b32 %v, %v, %w;
  ld.shared.f64 %e, [%x+2048]; mov.b64 {%s, %w}, %e; add.u32 %v, %v, %s;
  bar.sync 0;
  add.u32 %i, %i, 1;
  setp.lt.u32 %q, %i, 12;
  @%q bra LOOP;)"));
}

// An access to local memory leaves the region for good where its shape is new. What the next round reads has to be in
// the frame by then, also if a call of this round has just taken up everything from there.
TEST(Tier, KeepsWhatTheNextRoundReadsWhereAnAccessLeaves) {
  expect_the_same_by_the_tier(kernel_of(R"(
  .local .align 8 .b8 bytes[96];
  xor.b32 %s, %v, 85; mov.u64 %x, bytes;
  mov.u32 %i, 0;
LOOP:
  add.u32 %w, %i, %s;
  cvt.rn.f32.u32 %f, %w; add.rz.f32 %f, %f, 0f3F800001; cvt.rzi.u32.f32 %w, %f;
  cvt.u64.u32 %y, %i; add.u64 %y, %x, %y;
  st.local.u8 [%y], %w;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 90;
  @%p bra LOOP;
  ld.local.u32 %w, [%x+84]; ld.local.u32 %i, [%x+4]; xor.b32 %v, %v, %w; add.u32 %v, %v, %i;)"));
}

TEST(Tier, CallsWhatItDoesNotInline) {
  expect_the_same_by_the_tier(kernel_of(R"(
  and.b32 %w, %v, 31; shl.b32 %w, %w, 2; mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y;
  atom.shared.add.u32 %w, [%x], 3;
  shfl.sync.bfly.b32 %i, %v, 5, 31, -1;
  vote.sync.ballot.b32 %w, %p, -1;
  add.u32 %v, %v, %i;
  cvt.rn.f32.u32 %f, %v; add.rz.f32 %g, %f, 0f3F800001; add.rp.f32 %h, %g, %f; cvt.rzi.u32.f32 %i, %h;
  xor.b32 %v, %v, %i;)"));
}

TEST(Tier, ExchangesAmongWholeWarpsAndParts) {
  const std::string exchanges = R"(
  shfl.sync.bfly.b32 %i|%p, %v, 5, 31, -1; add.u32 %v, %v, %i; selp.b32 %s, 1, 2, %p; xor.b32 %v, %v, %s;
  shfl.sync.down.b32 %i|%p, %v, 3, 31, -1; mad.lo.u32 %v, %v, 5, %i; selp.b32 %s, 1, 2, %p; xor.b32 %v, %v, %s;
  shfl.sync.up.b32 %i|%p, %v, 7, 0, -1; mad.lo.u32 %v, %v, 3, %i; selp.b32 %s, 1, 2, %p; xor.b32 %v, %v, %s;
  shfl.sync.idx.b32 %i|%p, %v, 9, 31, -1; mad.lo.u32 %v, %v, 3, %i; selp.b32 %s, 1, 2, %p; xor.b32 %v, %v, %s;
  shfl.sync.down.b32 %i|%p, %v, 2, 0x1807, -1; mad.lo.u32 %v, %v, 3, %i; selp.b32 %s, 1, 2, %p; xor.b32 %v, %v, %s;
  shfl.sync.idx.b32 %i|%p, %v, 5, 0x1803, -1; mad.lo.u32 %v, %v, 3, %i; selp.b32 %s, 1, 2, %p; xor.b32 %v, %v, %s;
  shfl.sync.bfly.b32 %i, %v, 16, 31, 0xffffffff; bar.warp.sync -1; add.u32 %v, %v, %i;
  shfl.sync.bfly.b32 %v, %v, 1, 31, -1;)";
  expect_the_same_by_the_tier(kernel_of(exchanges));
  expect_the_same_by_the_tier(kernel_of(
      "setp.lt.u32 %p, %t, 43;\n@!%p bra DONE;\nactivemask.b32 %w;\nshfl.sync.down.b32 %v, %v, 3, 31, %w;\nDONE:\n" +
      exchanges));
}

TEST(Tier, KeepsTheNanOfEachType) {
  // 0 * infinity is a NaN of its sign in f64 and the canonical one in f32; the sum of two NaNs is the first.
  expect_the_same_by_the_tier(kernel_of(R"(
  mov.f64 %d, 0d0000000000000000; mov.f64 %e, 0d7FF0000000000000; mul.rn.f64 %d, %d, %e;
  mov.b64 %x, %d; shr.u64 %x, %x, 32; cvt.u32.u64 %w, %x; xor.b32 %v, %v, %w;
  mov.f64 %d, 0d7FF8000000000001; mov.f64 %e, 0dFFF8000000000002; add.rn.f64 %d, %d, %e;
  mov.b64 %x, %d; cvt.u32.u64 %w, %x; xor.b32 %v, %v, %w;
  mov.f32 %f, 0f00000000; mov.f32 %g, 0fFF800000; mul.rn.f32 %h, %f, %g; mov.b32 %w, %h; xor.b32 %v, %v, %w;
  mov.b32 %f, %v; fma.rn.f32 %h, %f, %g, %g; mov.b32 %w, %h; xor.b32 %v, %v, %w;)"));
}

TEST(Tier, PutsTheNanInWhereOthersWouldBeSeen) {
  // NaNs of all kinds go through a chain of sums, and on the way come to what tells them apart: bits, magnitudes, a
  // minimum, a sign; and to what does not: a comparison, a choice, a loop, a barrier.
  expect_the_same_by_the_tier(kernel_of(R"(
  or.b32 %w, %v, 0x7f800000; setp.gt.u32 %p, %t, 40; selp.b32 %w, %w, %v, %p; mov.b32 %f, %w;
  mov.f32 %g, 0f3F800000; mov.f32 %h, %f; mov.u32 %i, 5; mov.u32 %s, 0;
LOOP:
  fma.rn.f32 %h, %h, %g, %f; add.rn.f32 %g, %g, %h; mul.rn.f32 %g, %g, 0f3F000000; sub.rn.f32 %h, %h, %g;
  setp.lt.f32 %q, %h, %g; @%q add.u32 %s, %s, %i;
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0; @%p bra LOOP;
  bar.sync 0;
  fma.rn.f32 %f, %h, %h, %g; mov.b32 %w, %f; xor.b32 %s, %s, %w;
  add.rn.f32 %f, %f, %h; abs.f32 %f, %f; mov.b32 %w, %f; add.u32 %s, %s, %w;
  mul.rn.f32 %f, %f, %g; max.f32 %h, %h, %f; mov.b32 %w, %h; xor.b32 %s, %s, %w;
  add.rn.f32 %h, %f, %g; neg.f32 %h, %h; mov.b32 %w, %h; add.u32 %s, %s, %w;
  @%q add.rn.f32 %h, %h, %f; copysign.f32 %h, %h, %g; mov.b32 %w, %h; xor.b32 %s, %s, %w;
  add.rn.ftz.f32 %f, %f, %h; sqrt.rn.f32 %f, %f; mov.b32 %w, %f; add.u32 %v, %s, %w;)"));
}

TEST(Tier, LeavesAccessesThatDoNotMoveAsUsual) {
  // Each block steps through the tile in other strides: what is made for the first is left by the others, in the middle
  // of a chain of sums and with other accesses behind.
  expect_the_same_by_the_tier(kernel_of(R"(
  mov.u32 %w, %ctaid.x; add.u32 %w, %w, 1; mul.lo.u32 %s, %t, %w; and.b32 %s, %s, 1020; shl.b32 %w, %t, 2;
  mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y; mov.b32 %f, %v; st.shared.f32 [%x], %f;
  st.shared.f32 [%x+1024], %f; bar.sync 0;
  mov.u64 %x, tile; cvt.u64.u32 %y, %s; add.u64 %y, %x, %y; mov.f32 %g, 0f00000000; mov.u32 %i, 3;
LOOP:
  ld.shared.f32 %f, [%y]; fma.rn.f32 %g, %f, %f, %g; ld.shared.f32 %h, [%y+4]; fma.rn.f32 %g, %h, %f, %g;
  ld.shared.f32 %f, [%y+1024]; sub.rn.f32 %g, %g, %f; st.shared.f32 [%x+2048], %g; add.u64 %y, %y, 4;
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0; @%p bra LOOP;
  ld.global.f32 %h, [%a]; add.rn.f32 %g, %g, %h; mov.b32 %v, %g;)"));
}

/// A loop longer than a body may be: sums, and accesses to a tile that move in another way each time.
std::string long_loop(int rounds) {
  std::string body = fmt::format(R"(
  mov.u32 %i, {}; shl.b32 %w, %t, 2; mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %y, %x, %y;
  mov.b32 %f, %v; mov.f32 %g, 0f3f800000;
LOOP:)",
                                 rounds);
  for (int i = 0; i < 60; ++i) {
    body += fmt::format(R"(
  st.shared.u32 [%y+{0}], %v; mad.lo.u32 %s, %t, {1}, %i; and.b32 %s, %s, 95; shl.b32 %s, %s, 2;
  cvt.u64.u32 %x, %s; mov.u64 %a{2}, tile; add.u64 %x, %x, %a{2}; bar.warp.sync -1; ld.shared.u32 %w, [%x+{0}];
  xor.b32 %v, %v, %w; fma.rn.f32 %g, %f, %g, %f; bar.sync 0;)",
                        i % 3 * 1024, i % 5 == 0 ? 7 : 1, i % 2);
  }
  return ".reg .b64 %a0, %a1;" + body + R"(
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0; @%p bra LOOP;
  mov.b32 %w, %g; xor.b32 %v, %v, %w;)";
}

TEST(Tier, CutsLongProgramsIntoBodies) {
  const std::string body = kernel_of(long_loop(2));
  expect_the_same_by_the_tier(body);
  isa::LoadedPtx ptx(body);
  const auto bound = ptx.bind_kernel("k");
  const sim::Program& program = *bound.program;
  const auto all = static_cast<std::uint32_t>(program.ops.size());
  const std::vector<tier::Plan> some = tier::plan_of(program, 200);
  const std::vector<tier::Plan> plans = tier::plan_of(program, 2000);
  EXPECT_EQ(some.size(), 1u);
  EXPECT_LE(tier::ops_of(some), 200u);
  EXPECT_GT(plans.size(), 4u);
  EXPECT_GT(tier::ops_of(plans), all * 3 / 4);
  EXPECT_LE(tier::ops_of(tier::plan_of(program, 300)), 300u);
  std::set<std::uint32_t> seen;
  for (const tier::Plan& plan : plans) {
    EXPECT_LE(plan.ops.size(), 200u);
    EXPECT_EQ(plan.entries.front(), plan.ops.front());
    for (const std::uint32_t pc : plan.ops) EXPECT_TRUE(seen.insert(pc).second) << "op " << pc << " is in two bodies";
  }
}

// Through one address some lanes read shared memory, others global memory, and one its own array: what does
// that hands on to another function, behind whose handler the body goes on.
TEST(Tier, GoesOnBehindAccessesToSeveralMemories) {
  expect_the_same_by_the_tier(kernel_of(R"(
  .local .align 4 .b8 own[64];
  mov.u32 %i, 0; mov.f32 %g, 0f3f800000;
  and.b32 %w, %t, 255; shl.b32 %w, %w, 2; mov.u64 %x, tile; cvt.u64.u32 %y, %w; add.u64 %x, %x, %y;
  st.shared.u32 [%x], %v; st.local.u32 [own+16], %t; cvta.shared.u64 %x, %x;
  and.b32 %w, %t, 3; setp.lt.u32 %p, %w, 2; selp.b64 %y, %x, %a, %p;
  mov.u64 %x, own; cvta.local.u64 %x, %x; add.u64 %x, %x, 16;
  and.b32 %w, %t, 31; setp.eq.u32 %p, %w, 5; selp.b64 %x, %x, %y, %p;
LOOP:
  ld.u32 %w, [%x]; cvt.rn.f32.u32 %f, %w; fma.rn.f32 %g, %g, 0f3f000000, %f;
  and.b32 %s, %i, 3; setp.eq.u32 %p, %s, 2; selp.b64 %x, %y, %x, %p;
  mov.b32 %s, %g; xor.b32 %v, %v, %s; add.u32 %w, %w, %i; st.u32 [%x], %w;
  add.u32 %i, %i, 1;
  setp.lt.u32 %q, %i, 12;
  @%q bra LOOP;)"));
}

// Of a program with more than a body has room for, a loop and the loops in it stay together.
TEST(Tier, KeepsALoopInOneBody) {
  const auto sums = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "fma.rn.f32 %g, %f, %g, %f;\n";
    return text;
  };
  const auto nest = [&](std::string_view name) {
    return fmt::format(
        "mov.u32 %i, 3;\nOUTER{0}:\n{1}mov.u32 %s, 2;\nINNER{0}:\n{2}add.u32 %s, %s, -1; "
        "setp.ne.u32 %p, %s, 0; @%p bra INNER{0};\n{1}add.u32 %i, %i, -1; setp.ne.u32 %q, %i, 0; "
        "@%q bra OUTER{0};\n",
        name, sums(50), sums(10));
  };
  const std::string body =
      kernel_of("mov.f32 %g, 0f3f800000;" + nest("A") + sums(130) + nest("B") + "mov.b32 %w, %g; xor.b32 %v, %v, %w;");
  expect_the_same_by_the_tier(body);
  const auto program = isa::LoadedPtx(body).bind_kernel("k").program;
  std::vector<std::size_t> sizes;  // of bodies that hold a branch back and its target
  for (const tier::Plan& plan : tier::plan_of(*program, 2000)) {
    std::size_t loops = 0;
    for (const std::uint32_t pc : plan.ops)
      for (const std::uint32_t next : tier::successors_of(*program, pc))
        if (next <= pc && std::ranges::binary_search(plan.ops, next)) ++loops;
    EXPECT_EQ(loops % 2, 0u);
    if (loops != 0) sizes.push_back(plan.ops.size());
    EXPECT_LE(plan.ops.size(), 200u);
  }
  EXPECT_EQ(sizes.size(), 2u);
}

TEST(Tier, PassesAFaultOn) {
  const std::string body = kernel_of(R"(
  setp.ne.u32 %p, %t, 70;
  @%p bra FINE;
  mov.u64 %a, 64;
FINE:
  add.u32 %v, %v, 1;)");
  Kernel kernel(body);
  tier::Tier tier(options(tier::When::always));
  const Result interpreted = kernel.run(nullptr, kThreads);
  const Result tiered = kernel.run(&tier, kThreads);
  EXPECT_TRUE(tiered.compiled);
  EXPECT_NE(interpreted.faults, "");
  expect_same(tiered, interpreted);
}

}  // namespace
}  // namespace warpglass
