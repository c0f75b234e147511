// `warpglass check` on tensor memory: products of one thread, and the registers that four warps load and store there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tool/check_run.hpp"

namespace warpglass {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// Steps of a kernel. %r1 is the address of the warp's lanes, %r2 of all.
constexpr std::string_view kProduct = "@%p1 tcgen05.mma.cta_group::1.kind::f16 [%r2], %rd2, %rd3, %r10, %p1;\n";
constexpr std::string_view kCommit =
    "@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3];\n";
constexpr std::string_view kCommitElsewhere =
    "@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r3+8];\n";
constexpr std::string_view kPhase0 =
    "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%r3], 0; @!p bra again; }\n";
constexpr std::string_view kLoad = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r11}, [%r1];\n";
constexpr std::string_view kWaitForLoads = "tcgen05.wait::ld.sync.aligned;\n";
constexpr std::string_view kStore = "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r1], {%r11};\n";
constexpr std::string_view kWaitForStores = "tcgen05.wait::st.sync.aligned;\n";
constexpr std::string_view kMeet = "bar.sync 0;\n";

class CheckTensor : public Check {
 protected:
  /// Rule and notes of each finding.
  std::vector<std::string> found_in(std::initializer_list<std::string_view> steps) {
    std::string body;
    for (const std::string_view step : steps) body += step;
    const std::string text = R"(.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;
  .shared .align 1024 .b8 factors[12288];
  .shared .align 8 .b8 bar[16];
  .shared .align 4 .b8 place[4];
  mov.u32 %r4, %tid.x;
  mov.u32 %r3, bar;
  mov.u32 %r5, place;
  mov.u32 %r6, factors;
  setp.eq.u32 %p1, %r4, 0;
  setp.lt.u32 %p2, %r4, 32;
  mad.lo.u32 %r7, %r4, 96, %r6;
  mov.u32 %r8, 0;
FILL:
  st.shared.u32 [%r7], 0;
  add.u32 %r7, %r7, 4;
  add.u32 %r8, %r8, 4;
  setp.lt.u32 %p3, %r8, 96;
  @%p3 bra FILL;
  @%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r5], 32;
  @%p1 mbarrier.init.shared::cta.b64 [%r3], 1;
  @%p1 mbarrier.init.shared::cta.b64 [%r3+8], 1;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  ld.shared.u32 %r2, [%r5];
  shr.u32 %r1, %r4, 5;
  shl.b32 %r1, %r1, 21;
  add.u32 %r1, %r1, %r2;
  shr.u32 %r9, %r6, 4;
  cvt.u64.u32 %rd2, %r9;
  or.b64 %rd2, %rd2, 0x401000080000;
  add.u64 %rd3, %rd2, 256;
  mov.u32 %r10, 0x8080010;
  mov.u32 %r11, 0;
)" + body + R"(
  bar.sync 0;
  @%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 32;
  ret;
}
)";
    const Outcome outcome = check({write("k.ptx", text), "-q", "--arch", "sm_100", "--kernel", "k", "--grid", "1",
                                   "--block", "128", "--arg", "u32[256]:iota"});
    EXPECT_LE(outcome.exit_code, 1) << outcome.errors;
    std::vector<std::string> all;
    const nlohmann::json told = report();
    for (const nlohmann::json& finding : told["findings"])
      all.push_back(finding["rule"].get<std::string>() + ": " + finding["notes"].dump());
    return all;
  }
};

TEST_F(CheckTensor, ProductsAreDoneWhenACommitBehindThemIs) {
  EXPECT_THAT(found_in({kProduct, kCommit, kPhase0, kLoad, kWaitForLoads}), IsEmpty());
  EXPECT_THAT(found_in({kProduct, kCommit, kMeet, kLoad, kWaitForLoads}),
              ElementsAre(AllOf(StartsWith("tensor-race: [\"an asynchronous product does that"),
                                HasSubstr("wait for that phase: mbarrier.try_wait"))));
  EXPECT_THAT(found_in({kProduct, kMeet, kLoad, kWaitForLoads}),
              ElementsAre(AllOf(StartsWith("tensor-race: [\"an asynchronous product is under way there"),
                                HasSubstr("tcgen05.commit behind it"))));
  EXPECT_THAT(found_in({kProduct, kCommit, kMeet, kStore, kWaitForStores}), ElementsAre(StartsWith("tensor-race")));
}

TEST_F(CheckTensor, ProductsOfOneThreadAreInOrder) {
  EXPECT_THAT(found_in({kProduct, kProduct, kCommit, kPhase0, kLoad, kWaitForLoads}), IsEmpty());
  EXPECT_THAT(found_in({kProduct, kCommitElsewhere, kCommit, kPhase0, kLoad, kWaitForLoads}), IsEmpty());
  // The first commit is not of the second product, which under another seed comes behind the load.
  EXPECT_THAT(found_in({kProduct, kCommit, kProduct, kCommitElsewhere, kPhase0, kLoad, kWaitForLoads}),
              Contains(HasSubstr("wait for that phase")));
}

TEST_F(CheckTensor, LoadsAreWaitedForBeforeAProductWritesThere) {
  EXPECT_THAT(found_in({kProduct, kCommit, kPhase0, kLoad, kWaitForLoads, kMeet, kProduct}), IsEmpty());
  EXPECT_THAT(found_in({kProduct, kCommit, kPhase0, kLoad, kMeet, kProduct, kWaitForLoads}),
              ElementsAre(AllOf(StartsWith("tensor-race: [\"a load to registers is under way there"),
                                HasSubstr("tcgen05.wait::ld"))));
  EXPECT_THAT(found_in({kProduct, kCommit, kPhase0, kLoad, kWaitForLoads, kProduct}),
              ElementsAre(StartsWith("tensor-race: [\"a barrier object (mbarrier) or __syncthreads() between")));
}

TEST_F(CheckTensor, StoresAreWaitedForBeforeAProductReadsThem) {
  EXPECT_THAT(found_in({kStore, kWaitForStores, kMeet, kProduct}), IsEmpty());
  EXPECT_THAT(found_in({kStore, kMeet, kProduct}),
              ElementsAre(AllOf(StartsWith("tensor-race: [\"a store of registers is under way there"),
                                HasSubstr("tcgen05.wait::st"))));
  EXPECT_THAT(found_in({kStore, kLoad, kWaitForStores, kWaitForLoads}), IsEmpty());
}

}  // namespace
}  // namespace warpglass
