// Clusters through the whole engine: who is where, who waits for whom, and what is wrong with an address in another
// block. What a chip answers is in tests/hardware/programs/clusters.cu.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::string_view kClusterPlace = R"(
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mad.lo.u32 %r3, %r1, %r2, %thread;
    mul.wide.u32 %rd1, %r3, 4;
    add.u64 %rd1, %buffer, %rd1;
    mov.u32 %r10, %cluster_ctarank;
    mov.u32 %r11, %cluster_nctarank;
)";

/// Every thread stores %r20 to its own word of the buffer.
std::string in_grid(std::string_view body) {
  return kernel_around(std::string(kClusterPlace) + ".shared .align 8 .b8 s[256];\n" + std::string(body) +
                       "\nst.global.u32 [%rd1], %r20;");
}

constexpr std::string_view kSync = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";

/// Each thread gives its block's number to the block before it, by the address of its own slot mapped there.
std::string ring() {
  return in_grid(R"(
    mov.u32 %r4, s;
    shl.b32 %r5, %thread, 2;
    add.u32 %r4, %r4, %r5;
    add.u32 %r6, %r10, 1;
    rem.u32 %r6, %r6, %r11;
    mapa.shared::cluster.u32 %r7, %r4, %r6;
    st.shared::cluster.u32 [%r7], %r1;
)" + std::string(kSync) +
                 R"(
    ld.shared.u32 %r20, [%r4];
)");
}

TEST(Cluster, BlocksReachEachOther) {
  for (const int workers : {1, 3}) {
    Words words(24 * 32);
    const Outcome outcome =
        run_on(words, ring(), {.grid = {24, 1, 1}, .block = {32, 1, 1}, .cluster = {4, 1, 1}, .workers = workers});
    ASSERT_EQ(outcome.errors, "");
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      const std::uint32_t block = i / 32;
      EXPECT_EQ(words[i], block / 4 * 4 + (block + 3) % 4) << i;
    }
  }
}

TEST(Cluster, WithoutOneABlockIsAlone) {
  Words words(2 * 32);
  const Outcome outcome = run_on(words, ring(), {.grid = {2, 1, 1}, .block = {32, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[5], 0u);
  EXPECT_EQ(words[32 + 5], 1u);
}

TEST(Cluster, RanksGoAlongXFirst) {
  Words words(8 * 32);
  const Outcome outcome = run_on(words, in_grid("mov.u32 %r20, %cluster_ctaid.y; mad.lo.u32 %r20, %r20, 10, %r10;"),
                                 {.grid = {4, 2, 1}, .block = {32, 1, 1}, .cluster = {2, 2, 1}});
  ASSERT_EQ(outcome.errors, "");
  // Blocks of both rows write the words of their column; the second row is that of the later ranks.
  for (std::uint32_t x = 0; x < 4; ++x) EXPECT_EQ(words[x * 32], 12 + x % 2) << x;
}

// An address without bit 24 is of the first of a pair, and what is added to it as well. Compilers know alignment: the
// bits below may be off too.
TEST(Cluster, AnAddressWithoutABitIsOfTheFirstOfAPair) {
  Words words(4 * 32);
  const Outcome outcome = run_on(words, in_grid(R"(
    .shared .align 1024 .b8 bars[1024];
    mov.u32 %r4, bars;
    setp.eq.u32 %p1, %thread, 0;
    @%p1 mbarrier.init.shared::cta.b64 [bars+512], 64;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    and.b32 %r5, %r4, 0xfefffc00;
    mov.u32 %r6, 448;
ON:
    add.u32 %r6, %r6, 64;
    setp.lt.u32 %p2, %r6, 512;
    @%p2 bra ON;
    add.u32 %r7, %r6, %r5;
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r7];
    mov.u32 %r20, 0;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mbarrier.test_wait.parity.shared::cta.b64 %p3, [bars+512], 0;
    selp.u32 %r20, 1, 0, %p3;
)"),
                                 {.grid = {4, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}, .sm = 100});
  ASSERT_EQ(outcome.errors, "");
  for (std::uint32_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], i / 32 % 2 == 0 ? 1u : 0u) << i;
}

TEST(Cluster, ItsBarrierCountsThoseWhoAreLeft) {
  Words words(2 * 64);
  const Outcome outcome = run_on(words, in_grid(R"(
    mov.u32 %r20, 1;
    setp.lt.u32 %p1, %thread, 40;
    setp.eq.u32 %p2, %r10, 1;
    and.pred %p1, %p1, %p2;
    @%p1 exit;
)" + std::string(kSync)),
                                 {.grid = {2, 1, 1}, .block = {64, 1, 1}, .cluster = {2, 1, 1}});
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(words[64 + 63], 1u);
}

TEST(Cluster, ArrivingTwiceIsAFault) {
  Words words(64);
  const Outcome outcome =
      run_on(words, in_grid("barrier.cluster.arrive;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;"),
             {.grid = {2, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}});
  EXPECT_EQ(outcome.errors, "the thread arrives at the cluster's barrier again, and has not waited for it since\n");
}

TEST(Cluster, WaitingWithoutHavingArrivedIsAFault) {
  Words words(64);
  const Outcome outcome =
      run_on(words, in_grid("barrier.cluster.wait;"), {.grid = {2, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}});
  EXPECT_EQ(outcome.errors, "the thread waits for the cluster's barrier and has not arrived there\n");
}

TEST(Cluster, ABarrierThatCanNotBeMetIsNamed) {
  Words words(2 * 64);
  // The second warp of each block waits for the block, the first for the cluster.
  const Outcome outcome = run_on(words, in_grid(R"(
    setp.lt.u32 %p1, %thread, 32;
    @%p1 bra FIRST;
    bar.sync 0;
    bra DONE;
FIRST:
)" + std::string(kSync) + "DONE:"),
                                 {.grid = {2, 1, 1}, .block = {64, 1, 1}, .cluster = {2, 1, 1}});
  EXPECT_NE(outcome.errors.find("the cluster's barrier can not be met: 64 of 128 threads have arrived"),
            std::string::npos)
      << outcome.errors;
  EXPECT_NE(outcome.errors.find("32 threads wait at"), std::string::npos) << outcome.errors;
}

/// The second block loads from where `address` says.
std::string load_from_other(std::string_view before, std::string_view address) {
  return in_grid(std::string(before) + R"(
    setp.eq.u32 %p1, %r10, 0;
    @%p1 bra DONE;
    mov.u32 %r4, s;
)" + std::string(address) +
                 R"(
    ld.shared::cluster.u32 %r20, [%r7];
DONE:)");
}

TEST(Cluster, ABlockThatHasExitedIsNamed) {
  Words words(64);
  const Outcome outcome = run_on(words, load_from_other("", "mapa.shared::cluster.u32 %r7, %r4, 0;"),
                                 {.grid = {2, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}});
  EXPECT_NE(outcome.errors.find("block (0, 0, 0), 0 of its cluster, which has exited"), std::string::npos)
      << outcome.errors;
}

TEST(Cluster, AnAddressBeforeTheArrayIsNoOtherBlocks) {
  Words words(64);
  const Outcome outcome = run_on(words, in_grid("mov.u32 %r4, s;\nld.shared.u32 %r20, [%r4+-4];"),
                                 {.grid = {2, 1, 1}, .block = {32, 1, 1}});
  EXPECT_NE(outcome.errors.find("4 bytes before the block's shared memory"), std::string::npos) << outcome.errors;
  EXPECT_EQ(outcome.errors.find("cluster"), std::string::npos) << outcome.errors;
}

TEST(Cluster, ARankThatIsNoneAndAnAddressPastTheEndAreNamed) {
  Words words(64);
  const How how{.grid = {2, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}};
  Outcome outcome = run_on(words, load_from_other("", "mapa.shared::cluster.u32 %r7, %r4, 5;"), how);
  EXPECT_NE(outcome.errors.find("the cluster has 2 blocks; block 5 is none of them"), std::string::npos)
      << outcome.errors;
  // The first block waits for the second at the end.
  const std::string wait_first = "setp.eq.u32 %p2, %r10, 0;\n@!%p2 bra GO;\n" + std::string(kSync) + "GO:\n";
  outcome =
      run_on(words, load_from_other(wait_first, "mapa.shared::cluster.u32 %r7, %r4, 0;\nadd.u32 %r7, %r7, 1000;"), how);
  EXPECT_NE(
      outcome.errors.find("1000 bytes into the shared memory of block (0, 0, 0), 0 of its cluster, which has 256"),
      std::string::npos)
      << outcome.errors;
}

}  // namespace
}  // namespace warpglass::isa
