// Blocks that go on with other ops in the middle of what they do: places that a warp keeps, of its parted lanes, of
// loops, barriers and calls, lead to where they are in those.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "sim/launch.hpp"
#include "tests/tier/other_ops.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

struct Outcome {
  std::vector<std::uint32_t> words = {};
  std::vector<std::uint64_t> counts = {};
  std::string faults = {};
  std::size_t changes = 0;
};

/// Kernel `k` of an array with a word for each thread; blocks may take an odd or an even number of rounds. \param
/// changes  ops after each round of the warps
Outcome outcome_of(const std::string& body, bool changes) {
  constexpr std::uint32_t kThreads = 77, kBlocks = 3;
  LoadedPtx ptx(body);
  const BindResult bound = ptx.bind_kernel("k");
  EXPECT_EQ(all_of(bound.diagnostics), "");
  const std::uint64_t array = ptx.upload(std::vector<std::uint32_t>(kThreads * kBlocks, 1));
  sim::LaunchRequest request;
  request.program = bound.program.get();
  request.memory = &ptx.memory;
  request.grid = {kBlocks, 1, 1};
  request.block = {kThreads, 1, 1};
  request.turn = 1;
  request.loop_limit = 1 << 16;
  const auto costs = analysis::make_cost_model(arch::default_device());
  request.costs = costs.get();
  request.params.resize(8);
  std::memcpy(request.params.data(), &array, sizeof array);
  test::OtherOps others(*bound.program, nullptr);
  if (changes) request.tier = &others;
  const sim::LaunchResult result = sim::launch(request);
  Outcome outcome{.words = ptx.download<std::uint32_t>(array, kThreads * kBlocks), .changes = others.changes()};
  for (const sim::OpCounters& counters : result.counters) {
    outcome.counts.push_back(counters.executions);
    outcome.counts.push_back(counters.threads);
    outcome.counts.push_back(counters.threads_pred_on);
    outcome.counts.push_back(counters.requests);
    outcome.counts.push_back(counters.wavefronts);
  }
  for (const sim::Fault& fault : result.faults) {
    outcome.faults += fault.message + '\n';
    for (const std::string& note : fault.notes) outcome.faults += note + '\n';
  }
  return outcome;
}

/// \param changes  at least, of ops
std::string expect_the_same(const std::string& body, std::size_t changes) {
  const Outcome own = outcome_of(body, false);
  const Outcome others = outcome_of(body, true);
  EXPECT_EQ(others.words, own.words);
  EXPECT_EQ(others.counts, own.counts);
  EXPECT_EQ(others.faults, own.faults);
  EXPECT_GE(others.changes, changes);
  return own.faults;
}

std::string kernel_of(const std::string& body) {
  return R"(.visible .entry k(.param .u64 p) {
  .reg .b64 %a, %x; .reg .b32 %v, %t, %i, %j, %w; .reg .pred %p, %q;
  .shared .align 4 .b8 tile[512];
  ld.param.u64 %a, [p];
  mov.u32 %t, %ctaid.x; mov.u32 %v, %ntid.x; mov.u32 %w, %tid.x; mad.lo.u32 %t, %t, %v, %w;
  mul.wide.u32 %x, %t, 4; add.u64 %a, %a, %x;
  ld.global.u32 %v, [%a]; mov.u32 %t, %tid.x;
)" + body +
         R"(
  st.global.u32 [%a], %v;
  ret;
})";
}

TEST(OtherOps, LanesPartAndMeetInLoops) {
  EXPECT_EQ(expect_the_same(kernel_of(R"(
  mov.u32 %i, 15;
OUTER:
  and.b32 %j, %t, 1; mov.u32 %w, %ctaid.x; add.u32 %w, %w, 6; mul.lo.u32 %j, %j, %w;
INNER:
  mad.lo.u32 %v, %v, 5, %i; and.b32 %w, %v, 1; setp.eq.u32 %p, %w, 0;
  @%p bra EVEN;
  add.u32 %v, %v, %j;
  bra NEXT;
EVEN:
  xor.b32 %v, %v, %t;
NEXT:
  add.u32 %j, %j, -1; setp.gt.s32 %p, %j, 0;
  @%p bra INNER;
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0;
  @%p bra OUTER;)"),
                            30),
            "");
}

TEST(OtherOps, WarpsMeetAtBarriers) {
  EXPECT_EQ(expect_the_same(kernel_of(R"(
  mov.u32 %i, 9;
LOOP:
  shl.b32 %w, %t, 2; mov.u32 %j, tile; add.u32 %w, %w, %j; st.shared.u32 [%w], %v;
  setp.gt.u32 %q, %t, 40;
  bar.red.popc.u32 %j, 0, %q;
  add.u32 %v, %v, %j; xor.b32 %w, %w, 4; ld.shared.u32 %w, [%w]; mad.lo.u32 %v, %w, 3, %v;
  bar.sync 0;
  and.b32 %w, %t, 1; setp.eq.u32 %p, %w, 0;
  @%p bra SKIP;
  add.u32 %v, %v, 7;
  bar.warp.sync 0xaaaaaaaa;
SKIP:
  shfl.sync.bfly.b32 %w, %v, 1, 31, -1; add.u32 %v, %v, %w;
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;)"),
                            30),
            "");
}

// Some wait for those that loop, before an instruction which not all ways come to.
TEST(OtherOps, LanesGatherForTheirWarp) {
  EXPECT_EQ(expect_the_same(kernel_of(R"(
  mov.u32 %i, %ctaid.x; add.u32 %i, %i, 6; setp.eq.u32 %q, %v, 77; and.b32 %w, %t, 2; setp.eq.u32 %p, %w, 0;
  @!%p bra GATHER;
LOOP:
  mad.lo.u32 %v, %v, 5, %i; add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;
  @%q bra END;
GATHER:
  shfl.sync.bfly.b32 %w, %v, 2, 31, -1;
  add.u32 %v, %v, %w;
END:
)"),
                            12),
            "");
}

TEST(OtherOps, LanesReturnToWhereTheyWereCalledFrom) {
  EXPECT_EQ(expect_the_same(R"(.func (.reg .b32 %r) f(.reg .b32 %n) {
  .reg .b32 %i, %m; .reg .pred %p;
  mov.u32 %r, %n; and.b32 %i, %n, 7;
LOOP:
  mad.lo.u32 %r, %r, 3, %i; add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;
  shr.u32 %m, %n, 1; setp.eq.u32 %p, %m, 0;
  @%p bra END;
  call (%m), f, (%m);
  add.u32 %r, %r, %m;
END:
  ret;
}
)" + kernel_of(R"(
  mov.u32 %i, 4;
AGAIN:
  call (%w), f, (%t);
  setp.gt.u32 %p, %t, 20;
  @%p call (%j), f, (%w);
  @%p add.u32 %w, %w, %j;
  add.u32 %v, %v, %w; add.u32 %i, %i, -1; setp.gt.s32 %q, %i, 0;
  @%q bra AGAIN;)"),
                            30),
            "");
}

// What is found names the same places.
TEST(OtherOps, FindingsAreTheSame) {
  EXPECT_NE(expect_the_same(kernel_of(R"(
  mov.u32 %i, 9;
LOOP:
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0;
  @%p bra LOOP;
  setp.gt.u32 %p, %t, 40;
  @%p bra APART;
  bar.sync 0;
  bra END;
APART:
  bar.sync 1;
END:
)"),
                            3),
            "");
  EXPECT_NE(expect_the_same(kernel_of(R"(
  setp.gt.u32 %p, %t, 40;
  @%p bra END;
LOOP:
  ld.volatile.global.u32 %w, [%a]; setp.ne.u32 %q, %w, 0;
  @%q bra LOOP;
END:
  bar.sync 0;)"),
                            3),
            "");
}

}  // namespace
}  // namespace warpglass::isa
