// Kernels whose blocks reach each other by reductions only: which those are, and that any number of workers leaves the
// same bits in memory, which are those of one worker that comes to the blocks in their order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/reductions.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using sim::Origin;
using testing::ElementsAre;
using testing::IsEmpty;

/// %number: of the thread in the grid. %in, %out: addresses of two arrays, %n a number of 64 bits. %own: address of the
/// thread's word of the first, %value: what is there. %slot, %wide: one of 64 words, and of 64 times 16 bytes, of the
/// second, by the value.
std::string kernel(std::string_view body, std::string_view declarations = "") {
  return std::string(declarations) + R"(
.visible .entry k(.param .u64 in_param, .param .u64 out_param, .param .u64 n_param) {
  .reg .b64 %in, %out, %n, %own, %slot, %wide, %rd<20>;
  .reg .b32 %number, %value, %index, %r<20>;
  .reg .b16 %h<20>;
  .reg .f32 %f<20>;
  .reg .f64 %d<20>;
  .reg .pred %p<8>;
  ld.param.u64 %rd1, [in_param];
  ld.param.u64 %rd2, [out_param];
  ld.param.u64 %n, [n_param];
  cvta.to.global.u64 %in, %rd1;
  cvta.to.global.u64 %out, %rd2;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %number, %r1, %r2, %r3;
  mad.wide.u32 %own, %number, 4, %in;
  ld.global.u32 %value, [%own];
  and.b32 %index, %value, 63;
  mad.wide.u32 %slot, %index, 4, %out;
  mad.wide.u32 %wide, %index, 16, %out;
  cvt.rn.f32.u32 %f1, %value;
  mul.f32 %f1, %f1, 0f3DCCCCCD;
  cvt.f64.f32 %d1, %f1;
  cvt.rn.f16.f32 %h1, %f1;
  mov.b32 %r4, {%h1, %h1};
)" + std::string(body) +
         "\n  ret;\n}\n";
}

std::shared_ptr<const sim::Reductions> reductions_of(std::string_view body, std::string_view declarations = "") {
  LoadedPtx loaded(kernel(body, declarations));
  BindResult result = loaded.bind_kernel("k");
  EXPECT_EQ(all_of(result.diagnostics), "") << body;
  EXPECT_TRUE(result.program && result.program->has_global_atomics) << body;
  return result.reductions;
}

constexpr Origin param(std::uint64_t offset) { return {.kind = Origin::Kind::parameter, .value = offset}; }

TEST(Reductions, AreWhatBlocksReachEachOtherBy) {
  for (const std::string_view body : {
           "red.global.add.u32 [%slot], 1;",
           "red.add.u32 [%slot], 1;",
           "atom.global.add.u32 %r5, [%slot], 1;",
           "atom.global.add.u32 _, [%slot], 1;",
           "atom.global.add.u32 %r5, [%slot], 1; add.u32 %r6, %r5, 1;",
           "red.global.inc.u32 [%slot], 5; red.global.max.s32 [%slot], %value;",
           "atom.global.exch.b32 %r5, [%slot], %value;",
           "red.global.add.f32 [%slot], %f1;",
           "red.global.add.f64 [%wide], %d1;",
           "red.global.add.noftz.f16x2 [%slot], %r4;",
           "red.global.add.v4.f32 [%wide], {%f1, %f1, %f1, %f1};",
           "@%p1 bra next; add.u64 %slot, %slot, 4; next: red.global.add.u32 [%slot], 1;",
           "shl.b64 %rd5, %n, 3; add.u64 %rd6, %slot, %rd5; red.global.add.u32 [%rd6], 1;",
           "atom.shared.add.u32 %r5, [shared], 1; red.global.add.u32 [%slot], %r5;",
           "mov.u64 %rd5, shared; cvta.shared.u64 %rd5, %rd5; atom.add.u32 %r5, [%rd5], 1;"
           "red.global.add.u32 [%slot], %r5;",
           "bar.sync 0; fence.acq_rel.cta; red.global.add.u32 [%slot], 1;",
           "ld.global.u64 %rd5, [%wide]; and.b64 %rd6, %rd5, 63; shl.b64 %rd7, %rd6, 2; add.u64 %rd8, %out, %rd7;"
           "red.global.add.u32 [%rd8], 1;",
       }) {
    EXPECT_NE(reductions_of(body, ".shared .align 8 .b8 shared[64];"), nullptr) << body;
  }
}

TEST(Reductions, AreNotWhatBlocksTalkBy) {
  for (const std::string_view body : {
           // Who wants the old value.
           "atom.global.add.u32 %r5, [%slot], 1; st.global.u32 [%own], %r5;",
           "atom.global.add.u32 %r5, [%slot], 1; setp.eq.u32 %p1, %r5, 0; @%p1 st.global.u32 [%own], %r1;",
           "atom.add.f32 %f2, [%slot], %f1; st.global.f32 [%own], %f2;",
           "atom.global.cas.b32 %r5, [%slot], 0, 1; st.global.u32 [%own], %r5;",
           "atom.global.cas.b32 _, [%slot], 0, 1;",
           // Who looks what others have done.
           "red.global.add.u32 [%slot], 1; ld.volatile.global.u32 %r5, [%own];",
           "red.global.add.u32 [%slot], 1; ld.relaxed.gpu.global.u32 %r5, [%own];",
           "red.global.add.u32 [%slot], 1; membar.gl;",
           "red.global.add.u32 [%slot], 1; fence.acq_rel.gpu;",
           "red.global.add.u32 [%slot], 1; nanosleep.u32 20;",
           "red.release.gpu.global.add.u32 [%slot], 1;",
           "red.relaxed.sys.global.add.u32 [%slot], 1;",
           // Whose addresses nobody knows.
           "ld.global.u64 %rd5, [%wide]; red.global.add.u32 [%rd5], 1;",
           "ld.global.u64 %rd5, [%wide]; add.u64 %rd5, %rd5, %slot; red.global.add.u32 [%rd5], 1;",
           "ld.global.u64 %rd5, [%wide]; ld.global.u32 %r5, [%rd5]; red.global.add.u32 [%slot], %r5;",
           "mov.b64 {%r5, %r6}, %slot; mov.b64 %rd5, {%r5, %r6}; red.global.add.u32 [%rd5], 1;",
           "cvt.u64.u32 %rd5, %value; shl.b64 %rd5, %rd5, 32; add.u64 %rd5, %rd5, %slot; red.global.add.u32 [%rd5], 1;",
           "call f; red.global.add.u32 [%slot], 1;",
       }) {
    EXPECT_EQ(reductions_of(body, ".func f() { ret; }"), nullptr) << body;
  }
}

TEST(Reductions, SayWhatAddressesAreMadeOf) {
  const auto plain = reductions_of("red.global.add.u32 [%slot], 1; st.global.u32 [%own], %r1;");
  ASSERT_TRUE(plain);
  EXPECT_THAT(plain->reduced, ElementsAre(ElementsAre(param(8))));
  EXPECT_THAT(plain->accessed, ElementsAre(ElementsAre(param(0))));

  const auto chosen = reductions_of("selp.b64 %rd5, %slot, %own, %p1; add.u64 %rd5, %rd5, %n; red.add.u32 [%rd5], 1;");
  ASSERT_TRUE(chosen);
  EXPECT_THAT(chosen->reduced, ElementsAre(ElementsAre(param(0), param(8), param(16))));

  const auto named = reductions_of("red.global.add.u32 [counter], 1;", ".global .u32 counter;");
  ASSERT_TRUE(named);
  ASSERT_THAT(named->reduced, ElementsAre(testing::SizeIs(1)));
  EXPECT_EQ(named->reduced[0][0].kind, Origin::Kind::variable);
}

TEST(Reductions, TakeALaunchThatReachesThemInNoOtherWay) {
  sim::Memory memory(1 << 20);
  const std::uint64_t x = memory.allocate(64, sim::AllocationKind::device, "x");
  const std::uint64_t y = memory.allocate(64, sim::AllocationKind::device, "y");
  sim::LaunchRequest request;
  request.memory = &memory;
  const auto ask = [&](std::uint64_t first, std::uint64_t second, const sim::Reductions& reductions) {
    const std::uint64_t values[] = {first, second};
    request.params.resize(16);
    std::memcpy(request.params.data(), values, 16);
    return sim::reduced_memory(reductions, request);
  };
  const sim::Reductions apart{.reduced = {{param(0)}}, .accessed = {{param(8)}}};
  EXPECT_EQ(ask(x, y + 63, apart), (std::vector<sim::Extent>{{x, x + 64}}));
  EXPECT_EQ(ask(x, x + 60, apart), std::nullopt);
  EXPECT_EQ(ask(x, 0, apart), (std::vector<sim::Extent>{{x, x + 64}}));
  // An address that is that of no object.
  EXPECT_EQ(ask(x, y - 4, apart), std::nullopt);
  EXPECT_EQ(ask(x - 4, y, apart), std::nullopt);
  // With a number in it.
  const sim::Reductions indexed{.reduced = {{param(0), param(8)}}, .accessed = {}};
  EXPECT_EQ(ask(x, 24, indexed), (std::vector<sim::Extent>{{x, x + 64}}));
  EXPECT_THAT(ask(x, y, indexed), testing::Optional(testing::SizeIs(2)));
}

struct Memory {
  std::vector<std::uint32_t> in;
  std::vector<std::uint32_t> out;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> faults;  // op, block

  friend bool operator==(const Memory&, const Memory&) = default;
};

constexpr std::uint32_t kBlocks = 200;
constexpr std::uint32_t kThreads = 96;

/// \param in_order  the blocks are taken to talk to each other
Memory run(std::string_view body, int workers, bool in_order, std::uint32_t cluster = 1) {
  LoadedPtx loaded(kernel(body, ".shared .align 8 .b8 shared[256]; .global .align 8 .u32 counter[2];"));
  std::vector<std::uint32_t> numbers(kBlocks * kThreads);
  std::uint32_t state = 1;
  for (std::uint32_t& number : numbers) number = (state = state * 1664525 + 1013904223) >> 8;
  const std::uint64_t in = loaded.upload(numbers);
  const std::uint64_t out = loaded.upload(std::vector<std::uint32_t>(64 * 4, 0x3c003c00));
  loaded.forgets_reductions = in_order;
  const sim::LaunchResult result =
      loaded.run("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, {in, out, out - in}, nullptr, 0, {cluster, 1, 1}, workers);
  Memory memory{loaded.download<std::uint32_t>(in, numbers.size()), loaded.download<std::uint32_t>(out, 64 * 4), {}};
  for (const sim::Fault& fault : result.faults) memory.faults.emplace_back(fault.pc, fault.block.x);
  return memory;
}

class AnyWorkers : public testing::TestWithParam<std::string_view> {};

TEST_P(AnyWorkers, LeaveTheSameBits) {
  const Memory in_order = run(GetParam(), 1, true);
  EXPECT_THAT(in_order.faults, IsEmpty());
  EXPECT_EQ(run(GetParam(), 1, false), in_order);
  for (int repeat = 0; repeat < 5; ++repeat) {
    for (const int workers : {2, 3, 8}) ASSERT_EQ(run(GetParam(), workers, false), in_order) << workers;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reductions, AnyWorkers,
    testing::Values(
        "red.global.add.u32 [%slot], %value;",
        "cvt.u64.u32 %rd6, %value; shl.b64 %rd7, %rd6, 20; atom.global.add.u64 %rd5, [%wide], %rd7;",
        "red.global.add.u32 [%out], 1;",  // one word for all
        "red.global.max.s32 [%slot], %value; red.global.add.u32 [%slot], 3; red.global.xor.b32 [%slot], %value;",
        "red.global.inc.u32 [%slot], %value; red.global.dec.u32 [%slot], 1000;",
        "atom.global.exch.b32 %r5, [%slot], %value;", "red.global.add.f32 [%slot], %f1;", "red.add.f32 [%slot], %f1;",
        "red.global.add.f64 [%wide], %d1;", "red.global.add.noftz.f16 [%slot], %h1;",
        "red.global.add.noftz.bf16x2 [%slot], %r4;", "red.global.max.noftz.v2.f16x2 [%wide], {%r4, %value};",
        "red.global.add.v4.f32 [%wide], {%f1, 0f3F800000, %f1, 0f3DCCCCCD};",
        "red.global.add.v2.f32 [%wide], {%f1, 0f3DCCCCCD}; red.global.add.f32 [%wide + 4], %f1;",
        // Words that are parts of one another.
        "red.global.add.u64 [%wide], 0x100000001; red.global.add.f32 [%wide + 4], %f1;",
        // In both memories, by one instruction.
        "and.b32 %r5, %value, 60; cvt.u64.u32 %rd5, %r5; mov.u64 %rd6, shared; cvta.shared.u64 %rd6, %rd6;"
        "add.u64 %rd5, %rd5, %rd6; and.b32 %r6, %value, 64; setp.eq.u32 %p1, %r6, 0;"
        "selp.b64 %rd7, %rd5, %slot, %p1; red.add.f32 [%rd7], %f1; bar.sync 0; ld.f32 %f2, [%rd6];"
        "red.global.add.f32 [%out], %f2;",
        // A variable of the module, and many additions by a thread.
        "mov.u32 %r5, 0; again: red.global.add.f32 [counter], %f1; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 50;"
        "@%p1 bra again; setp.eq.u32 %p2, %number, 0; red.global.add.u32 [%slot], 1;",
        // Those that are run in order, since they look at what they reduce, or at what others have.
        "red.global.add.u32 [%slot], %value; ld.global.u32 %r5, [%slot]; st.global.u32 [%own], %r5;",
        "red.global.add.f32 [%slot], %f1; ld.global.f32 %f2, [%slot]; st.global.f32 [%own], %f2;",
        "atom.global.add.u32 %r5, [%slot], 1; st.global.u32 [%own], %r5;",
        "atom.global.add.f32 %f2, [%slot], %f1; st.global.f32 [%own], %f2;",
        "red.global.add.u32 [%slot], %value; @!%p1 st.global.u32 [%slot], %number;",
        // By way of another object nobody can know of it beforehand: %n leads from one array to the other.
        "red.global.add.f32 [%slot], %f1; mad.wide.u32 %rd5, %index, 4, %in; add.u64 %rd5, %rd5, %n;"
        "ld.global.f32 %f2, [%rd5]; st.global.f32 [%own], %f2;",
        "red.global.add.u32 [%slot], %value; mad.wide.u32 %rd5, %index, 4, %in; add.u64 %rd5, %rd5, %n;"
        "st.global.u32 [%rd5], %number;"));

TEST(Reductions, ReachOtherBlocksOfTheClusterAtOnce) {
  constexpr std::string_view kBody =
      "mov.u32 %r5, shared; and.b32 %r6, %value, 1; mapa.shared::cluster.u32 %r7, %r5, %r6;"
      "and.b32 %r8, %value, 60; add.u32 %r7, %r7, %r8;"
      "barrier.cluster.arrive; barrier.cluster.wait; red.shared::cluster.add.u32 [%r7], %value;"
      "barrier.cluster.arrive; barrier.cluster.wait; add.u32 %r5, %r5, %r8; ld.shared.u32 %r9, [%r5];"
      "cvt.rn.f32.u32 %f2, %r9; red.global.add.f32 [%slot], %f2;";
  const Memory in_order = run(kBody, 1, true, 4);
  EXPECT_THAT(in_order.faults, IsEmpty());
  for (const int workers : {2, 8}) EXPECT_EQ(run(kBody, workers, false, 4), in_order) << workers;
}

// What the blocks before one that faults have reduced, and it itself, is there; what others have is not.
TEST(Reductions, EndWithTheFirstBlockThatFaults) {
  constexpr std::string_view kBody =
      "red.global.add.f32 [%slot], %f1; setp.eq.u32 %p1, %number, 9000; @%p1 ld.global.u32 %r5, [%in + -4];"
      "red.global.add.f32 [%slot], %f1;";
  const Memory in_order = run(kBody, 1, true);
  EXPECT_THAT(in_order.faults, testing::SizeIs(1));
  for (const int workers : {1, 2, 8}) EXPECT_EQ(run(kBody, workers, false), in_order) << workers;
}

}  // namespace
}  // namespace warpglass::isa
