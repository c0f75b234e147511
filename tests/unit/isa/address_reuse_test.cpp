// Which loads and stores rely on an earlier one having looked at the same addresses, and that those which must not do
// not: results stay right when the register changes, when warps take turns, and when lanes part.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// For every load and store of global or shared memory: 'f' when it follows another, 'l' when it looks for itself.
std::string roles(const std::string& body) {
  LoadedPtx loaded(kernel_around(body, ".shared .align 16 .b8 s[1024];\n"));
  const BindResult bound = loaded.bind_kernel("k");
  EXPECT_EQ(all_of(bound.diagnostics), "");
  std::string found;
  for (std::size_t i = 0; bound.program != nullptr && i < bound.program->ops.size(); ++i) {
    const sim::OpFacts& facts = bound.program->facts[i];
    const bool accesses = facts.kind == sim::OpKind::load || facts.kind == sim::OpKind::store;
    if (!accesses || facts.space == sim::Space::param) continue;
    found += bound.program->ops[i].c == sim::Op::kNone ? 'l' : 'f';
  }
  return found;
}

TEST(AddressReuse, OneRegisterIsLookedAtOnce) {
  EXPECT_EQ(roles("ld.global.u32 %r1, [%here]; ld.global.u32 %r2, [%here+4]; st.global.u32 [%here+8], %r1;"), "lff");
  EXPECT_EQ(roles("ld.global.u64 %rd1, [%here]; ld.global.u32 %r2, [%buffer]; ld.global.v2.u32 {%r3, %r4}, [%here];"),
            "llf");
}

// How lanes move depends on how far apart those lie that are neighbours.
TEST(AddressReuse, IsOfAsManyBytes) {
  EXPECT_EQ(roles("ld.global.u32 %r1, [%here]; ld.global.u64 %rd1, [%here]; st.global.u32 [%here], %r1;"), "llf");
}

TEST(AddressReuse, EndsWhereTheRegisterIsWritten) {
  const std::string load = "ld.global.u64 %rd1, [%here];";
  EXPECT_EQ(roles(load + "add.s64 %here, %here, 4;" + load), "ll");
  EXPECT_EQ(roles(load + "setp.eq.u32 %p1, %thread, 3; @%p1 add.s64 %here, %here, 4;" + load), "ll");
  const std::string vector = "ld.global.v2.u64 {%rd1, %rd2}, [%here];";
  EXPECT_EQ(roles(vector + "ld.global.v2.u64 {%rd3, %here}, [%here];" + vector), "lfl");
  EXPECT_EQ(roles(load + "ld.global.u64 %here, [%here];" + load), "lfl");
}

TEST(AddressReuse, EndsWhereOthersMayRun) {
  const std::string load = "ld.global.u64 %rd1, [%here];";
  EXPECT_EQ(roles(load + "bar.sync 0;" + load), "ll");
  EXPECT_EQ(roles(load + "bar.warp.sync 0xffffffff;" + load), "ll");
  EXPECT_EQ(roles(load + "shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;" + load), "ll");
  EXPECT_EQ(roles(load + "AGAIN:" + load + "setp.eq.u64 %p1, %rd1, 3; @%p1 bra AGAIN;"), "ll");
  EXPECT_EQ(roles(load + "setp.eq.u32 %p1, %thread, 3; @%p1 ld.global.u64 %rd2, [%here];" + load), "llf");
}

TEST(AddressReuse, WarpsTakingTurnsSeeTheirOwnAddresses) {
  // Warp 0 reads words at a stride of one, warp 1 at a stride of two, eight times, meeting at a barrier in between.
  std::vector<std::uint32_t> words(256);
  const Outcome outcome = run_on(words,
                                 kernel_around(R"(
    mov.u64 %rd1, s;
    cvta.shared.u64 %rd1, %rd1;
    cvta.to.shared.u64 %rd1, %rd1;
    mul.wide.u32 %rd2, %thread, 8;
    add.s64 %rd2, %rd1, %rd2;
    shl.b32 %r1, %thread, 1;
    add.s32 %r2, %r1, 1;
    st.shared.u32 [%rd2], %r1;
    st.shared.u32 [%rd2+4], %r2;
    and.b32 %r3, %thread, 31;
    shr.u32 %r4, %thread, 5;
    shl.b32 %r5, %r3, %r4;
    mul.wide.u32 %rd3, %r5, 4;
    add.s64 %rd3, %rd1, %rd3;
    mov.u32 %r6, 0;
    mov.u32 %r7, 0;
  LOOP:
    bar.sync 0;
    ld.shared.u32 %r8, [%rd3];
    ld.shared.u32 %r9, [%rd3+4];
    add.s32 %r6, %r6, %r8;
    add.s32 %r6, %r6, %r9;
    add.s32 %r7, %r7, 1;
    setp.lt.u32 %p1, %r7, 8;
    @%p1 bra LOOP;
    st.global.u32 [%here], %r6;)",
                                               ".shared .align 16 .b8 s[1024];\n"),
                                 {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t thread = 0; thread < 64; ++thread) {
    const std::uint32_t first = (thread % 32) << thread / 32;
    EXPECT_EQ(words[4 * thread], 8 * (2 * first + 1)) << thread;
  }
}

TEST(AddressReuse, ARewrittenShapeIsNotTakenForTheOneBefore) {
  // More shapes than a site remembers, one after another: the last place is used again and again.
  std::vector<std::uint32_t> words(32 * 4 + 64 * 64);
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i;
  const Outcome outcome = run_on(words, kernel_around(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
  LOOP:
    mul.lo.u32 %r3, %thread, %r1;
    mul.wide.u32 %rd1, %r3, 4;
    add.s64 %rd1, %buffer, %rd1;
    ld.global.u32 %r4, [%rd1+512];
    ld.global.u32 %r5, [%rd1+516];
    add.s32 %r2, %r2, %r4;
    add.s32 %r2, %r2, %r5;
    add.s32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 64;
    @%p1 bra LOOP;
    st.global.u32 [%here], %r2;)"));
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    std::uint32_t sum = 0;
    for (std::uint32_t stride = 0; stride < 64; ++stride) sum += 2 * (128 + lane * stride) + 1;
    EXPECT_EQ(words[4 * lane], sum) << lane;
  }
}

}  // namespace
}  // namespace warpglass::isa
