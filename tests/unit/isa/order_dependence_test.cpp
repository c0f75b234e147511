// What another order of warps might change: found where it is, and not where it is not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

constexpr std::string_view kShared = ".shared .align 16 .b8 s[4096];\n.global .align 4 .u32 flag;\n";

/// "-", "addresses" or "executions" of the instructions that access memory, but for the parameter's.
std::vector<std::string> varying(const std::string& body) {
  const LoadedPtx loaded(kernel_around(body, kShared));
  const BindResult bound = loaded.bind_kernel("k");
  EXPECT_EQ(all_of(bound.diagnostics), "");
  std::vector<std::string> all;
  if (bound.program == nullptr) return all;
  for (const sim::OpFacts& facts : bound.program->facts) {
    if (!sim::is_memory_access(facts.kind) || facts.space == sim::Space::param) continue;
    switch (facts.varies) {
      case sim::Varies::no: all.emplace_back("-"); break;
      case sim::Varies::addresses: all.emplace_back("addresses"); break;
      case sim::Varies::executions: all.emplace_back("executions"); break;
    }
  }
  return all;
}

using List = std::vector<std::string>;

TEST(OrderDependence, IsNotInWhatIsOnlyStored) {
  EXPECT_EQ(varying("atom.global.add.u32 %r1, [%buffer], 1;\nst.global.u32 [%here], %r1;\n"
                    "red.shared.add.u32 [s], 1;\nld.shared.u32 %r2, [s];\nsetp.eq.u32 %p1, %r2, 0;\n"
                    "@%p1 st.global.u32 [%here], %r2;"),
            (List{"-", "-", "-", "-", "-"}));
}

TEST(OrderDependence, ReachesAddresses) {
  EXPECT_EQ(varying("atom.global.add.u32 %r1, [%buffer], 1;\nmul.wide.u32 %rd1, %r1, 4;\nadd.s64 %rd2, %buffer, %rd1;\n"
                    "st.global.u32 [%rd2], %r1;\nst.global.u32 [%here], %r1;"),
            (List{"-", "addresses", "-"}));
}

TEST(OrderDependence, ReachesGuards) {
  EXPECT_EQ(varying("atom.global.add.u32 %r1, [%buffer], 1;\nsetp.eq.u32 %p1, %r1, 7;\n@%p1 st.global.u32 [%here], 1;"),
            (List{"-", "executions"}));
}

// Blocks that fetch their work from a counter: a thread tells the others by a variable of shared memory.
TEST(OrderDependence, PassesThroughNamedVariables) {
  const auto told = [](const std::string& place) {
    return varying(
        "atom.global.add.u32 %r1, [%buffer], 1;\nst.shared.u32 [s+8], %r1;\nbar.sync 0;\nld.shared.u32 %r2, [" + place +
        "];\nsetp.eq.u32 %p1, %r2, 7;\n@%p1 st.global.u32 [%here], 1;");
  };
  EXPECT_EQ(told("s+8"), (List{"-", "-", "-", "executions"}));
  EXPECT_EQ(told("s+12"), (List{"-", "-", "-", "-"}));
}

TEST(OrderDependence, IsInLoopsThatPoll) {
  EXPECT_EQ(
      varying("again:\nld.volatile.global.u32 %r1, [flag];\nld.global.u32 %r2, [%here];\nsetp.eq.u32 %p1, %r1, 0;\n"
              "@%p1 bra again;\nst.global.u32 [%here], %r2;"),
      (List{"executions", "executions", "-"}));
  EXPECT_EQ(varying("again:\natom.global.cas.b32 %r1, [%buffer], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra again;\n"
                    "st.global.u32 [%here], 1;"),
            (List{"executions", "-"}));
}

TEST(OrderDependence, EndsWhereTheWaysMeetAgain) {
  EXPECT_EQ(varying("atom.global.add.u32 %r1, [%buffer], 1;\nsetp.ne.u32 %p1, %r1, 7;\n@%p1 bra past;\n"
                    "st.global.u32 [%here], 1;\npast:\nst.global.u32 [%here+4], 1;"),
            (List{"-", "executions", "-"}));
}

TEST(OrderDependence, IsInAtomicsThatTryAgain) {
  EXPECT_EQ(varying("red.shared.add.f32 [s], 0f3F800000;\nred.global.add.f32 [%buffer], 0f3F800000;\n"
                    "red.shared.add.u64 [s+8], %rd1;\natom.shared.exch.b64 %rd2, [s+8], %rd1;\n"
                    "red.global.add.noftz.f16 [%buffer], %h1;\nred.global.add.noftz.f16x2 [%buffer], %r1;"),
            (List{"executions", "-", "executions", "-", "executions", "-"}));
}

}  // namespace
}  // namespace warpglass::isa
