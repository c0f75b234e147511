// `warpglass check` on what goes on beside its threads: copies, products and their barrier objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tool/check_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kCheckerPrograms = WARPGLASS_SOURCE_DIR "/tests/checkers/programs/";

class CheckAsync : public Check {
 protected:
  /// The rules of a kernel's findings, of one warp or two blocks of one.
  std::vector<std::string> found_in(std::string_view body, std::string_view declarations = "", int blocks = 1) {
    const std::string text = ".version 8.6\n.target sm_90\n.address_size 64\n" + std::string(declarations) +
                             "\n.visible .entry k(.param .u64 out)" + (blocks > 1 ? " .reqnctapercluster 2" : "") +
                             R"( {
  .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;
  .shared .align 128 .b8 box[128];
  .shared .align 8 .b8 bar[8];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, box;
  mov.u32 %r3, bar;
  shl.b32 %r4, %r1, 2;
  add.u32 %r5, %r2, %r4;
  setp.eq.u32 %p1, %r1, 0;
  mov.u32 %r6, 0;
)" + std::string(body) + "\n  ret;\n}\n";
    const Outcome outcome = check({write("k.ptx", text), "-q", "--kernel", "k", "--grid", std::to_string(blocks),
                                   "--block", "32", "--arg", "u32[256]:iota"});
    EXPECT_LE(outcome.exit_code, 1) << outcome.errors;
    std::vector<std::string> rules;
    const nlohmann::json told = report();
    for (const nlohmann::json& finding : told["findings"]) rules.push_back(finding["rule"].get<std::string>());
    return rules;
  }
};

/// A barrier alone orders nothing that goes on beside its threads.
TEST_F(CheckAsync, WhatGoesOnBesideItsThreadsIsToBeWaitedFor) {
  const auto notes_at = [&](const char* program, int line) {
    const std::string file = folder_ + "waits.json";
    (void)run({"check", kCheckerPrograms + program, "-q", "--json", file});
    std::vector<std::string> notes;
    const nlohmann::json report = nlohmann::json::parse(contents(file));
    for (const nlohmann::json& finding : report["findings"]) {
      if (finding["where"]["line"] == line) notes.push_back(finding["notes"][0]);
    }
    EXPECT_FALSE(notes.empty()) << program << ':' << line;
    return notes;
  };
  using testing::AllOf;
  using testing::Each;
  const auto waits_for = [](const char* wait) {
    return Each(AllOf(HasSubstr(wait), Not(StartsWith("__syncthreads()"))));
  };
  EXPECT_THAT(notes_at("async_waits.cu", 31), waits_for("cp.async.wait_group (__pipeline_wait_prior(0)"));
  // The wait stands behind the barrier: of whom has not come to it yet, and of whom has.
  EXPECT_THAT(notes_at("async_waits.cu", 41), waits_for("cp.async.wait_group (__pipeline_wait_prior(0)"));
  EXPECT_THAT(notes_at("async_waits.cu", 41), testing::Contains(HasSubstr("the __syncthreads() for the others has to "
                                                                          "come behind that wait")));
  EXPECT_THAT(notes_at("warp_group_products.cu", 68), waits_for("wgmma.wait_group"));
  EXPECT_THAT(notes_at("tensor_copies.cu", 129), waits_for("cp.async.bulk.wait_group.read"));
  EXPECT_THAT(notes_at("tensor_copies.cu", 58), waits_for("mbarrier.try_wait"));
}

// A product into tensor memory reads its factors until the barrier that its commit arrives at says that it is done, and
// by the asynchronous proxy. B200 alone has it. The second commit is of the same product.
constexpr const char* kTensorProduct = R"(#include <cstdint>
__global__ void product(float* d) {
  __shared__ alignas(1024) uint32_t factors[3072];
  __shared__ alignas(8) uint64_t barriers[2];
  __shared__ uint32_t place;
  const int t = threadIdx.x;
  const uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(&place));
  const uint32_t bar = static_cast<uint32_t>(__cvta_generic_to_shared(barriers));
  for (int i = t; i < 3072; i += 128) factors[i] = 0x3c003c00;  // ones
  if (t < 32) asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(at) : "memory");
  if (t < 2) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar + 8 * t) : "memory");
  FENCE
  __syncthreads();
  const uint32_t tensor = place;
  if (t == 0) {
    const uint64_t factor = static_cast<uint64_t>(__cvta_generic_to_shared(factors)) >> 4;
    const uint64_t layout = uint64_t{128 >> 4} << 16 | uint64_t{256 >> 4} << 32 | uint64_t{1} << 46;
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }"
                 ::"r"(tensor), "l"(factor | layout), "l"((factor + 256) | layout), "r"(1u << 4 | 4u << 17 | 8u << 24)
                 : "memory");
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(bar) : "memory");
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(bar + 8) : "memory");
  }
  WAIT
  factors[t] = t;
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again; }" ::"r"(bar)
               : "memory");
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  float first;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=f"(first) : "r"(tensor + (t / 32 * 32 << 16)));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  d[t] = first;
  __syncthreads();
  if (t < 32) asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(tensor));
}
int main() {
  float* d;
  float host[128];
  cudaMalloc(&d, sizeof host);
  product<<<1, 128>>>(d);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return host[5] == 16 ? 0 : 7;
}
)";

TEST_F(CheckAsync, ProductsIntoTensorMemoryAreToBeWaitedFor) {
  const auto found = [&](bool fenced, const char* waits_for) {
    std::string source = kTensorProduct;
    source.replace(source.find("FENCE"), 5,
                   fenced ? "asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");" : "");
    source.replace(source.find("WAIT"), 4,
                   waits_for != nullptr
                       ? "asm volatile(\"{ .reg .pred p; before: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; "
                         "@!p bra before; }\" ::\"r\"(" +
                             std::string(waits_for) + ") : \"memory\");"
                       : "");
    const Outcome outcome = check({write("t.cu", source), "-q", "--arch", "sm_100"});
    EXPECT_LE(outcome.exit_code, 1) << outcome.errors;
    std::vector<std::string> all;
    const nlohmann::json told = report();
    for (const nlohmann::json& finding : told["findings"])
      all.push_back(finding["rule"].get<std::string>() + ": " + finding["notes"].dump());
    return all;
  };
  EXPECT_THAT(found(true, "bar"), testing::IsEmpty());
  EXPECT_THAT(found(true, "bar + 8"), testing::IsEmpty());
  EXPECT_THAT(found(true, nullptr),
              testing::Contains(testing::AllOf(StartsWith("shared-race"),
                                               HasSubstr("its barrier object (mbarrier) says when it is done"))));
  EXPECT_THAT(found(false, "bar"), testing::Contains(StartsWith("missing-fence")));
}

// What a copy has brought is there for other copies, whatever threads had stored in its place.
TEST_F(CheckAsync, CopiesReadWhatCopiesHaveWritten) {
  const auto found = [&](bool brought) {
    return found_in(std::string(R"(
  st.shared.u32 [%r5], %r6;
  @%p1 mbarrier.init.shared::cta.b64 [%r3], 1;
  bar.sync 0;
)") +
                    (brought ? R"(
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 128;
  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 128, [%r3];
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
  @!%p2 bra WAIT;
)"
                             : "") +
                    R"(
  add.u64 %rd2, %rd1, 512;
  @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r2], 128;
  @%p1 cp.async.bulk.commit_group;
  @%p1 cp.async.bulk.wait_group 0;
)");
  };
  EXPECT_THAT(found(true), testing::IsEmpty());
  EXPECT_THAT(found(false), testing::ElementsAre("missing-fence"));
}

// One lane makes a map, and the warp copies it: Triton has no other barrier between.
TEST_F(CheckAsync, AMapIsCopiedByAWarpThatHasComeTogether) {
  EXPECT_THAT(found_in(R"(
  st.shared.u32 [%r5], %r6;
  bar.warp.sync -1;
  cvt.u64.u32 %rd2, %r2;
  @%p1 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%rd2], %rd1;
  @%p1 tensormap.replace.tile.rank.shared::cta.b1024.b32 [%rd2], 1;
  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%rd2], 128;
)"),
              testing::IsEmpty());
}

// A barrier object is one for all who reach it, whatever scope an arrival orders.
TEST_F(CheckAsync, BarrierObjectsOfOtherBlocksAreArrivedAtAtOnce) {
  EXPECT_THAT(found_in(R"(
  @%p1 mbarrier.init.shared::cta.b64 [%r3], 2;
  fence.mbarrier_init.release.cluster;
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait.acquire;
  and.b32 %r7, %r3, 0xfefffff0;
  @%p1 mbarrier.arrive.release.cta.shared::cluster.b64 _, [%r7];
  barrier.cluster.arrive;
  barrier.cluster.wait;
)",
                       "", 2),
              testing::IsEmpty());
}

}  // namespace
}  // namespace warpglass
