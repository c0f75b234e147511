// clusterlaunchcontrol: no cluster is given away. Each block hears so, and of its own place in the grid it knows
// itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

// One lane asks and, once its barrier has got the answer's bytes, says what it was told.
std::string asking(std::string_view request, std::string_view before = "") {
  return kernel_around(R"(
  .shared .align 16 .b8 answer[16];
  .shared .align 8 .b8 bar[8];
  .reg .b128 %q;
  mov.u32 %r1, answer;
  mov.u32 %r2, bar;
  setp.ne.u32 %p1, %thread, 0;
  @%p1 bra DONE;
  st.shared.v4.u32 [answer], {-1, -1, -1, -1};
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
)" + std::string(before) +
                       "  clusterlaunchcontrol.try_cancel.async" + std::string(request) + R"( [%r1], [%r2];
AGAIN:
  mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
  @!%p2 bra AGAIN;
  ld.shared.b128 %q, [answer];
  clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;
  selp.u32 %r5, 2, 1, %p3;
  mov.u32 %r6, %ctaid.x;
  mul.wide.u32 %rd1, %r6, 4;
  add.u64 %rd1, %rd1, %buffer;
  st.global.u32 [%rd1], %r5;
DONE:)");
}

TEST(LaunchControl, EveryBlockDoesItsOwnWork) {
  std::vector<std::uint32_t> said(8);
  const std::string text = asking(".shared::cta.mbarrier::complete_tx::bytes.b128");
  EXPECT_EQ(run_on(said, text, {.grid = {8, 1, 1}, .sm = 100}).errors, "");
  EXPECT_THAT(said, ::testing::Each(1u));
}

TEST(LaunchControl, AllBlocksOfAClusterHearOfIt) {
  std::vector<std::uint32_t> said(8);
  // The first asks for both; the other only waits.
  const std::string text = asking(".mbarrier::complete_tx::bytes.multicast::cluster::all.b128", R"(
  barrier.cluster.arrive;
  barrier.cluster.wait;
  mov.u32 %r7, %cluster_ctarank;
  setp.eq.u32 %p4, %r7, 0;
  @%p4
)");
  EXPECT_EQ(run_on(said, text, {.grid = {8, 1, 1}, .block = {1, 1, 1}, .cluster = {2, 1, 1}, .sm = 100}).errors, "");
  EXPECT_THAT(said, ::testing::Each(1u));
}

}  // namespace
}  // namespace warpglass::isa
