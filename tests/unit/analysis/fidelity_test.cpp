// Counts of kernels that change tensor maps are not called exact.
#include <gtest/gtest.h>

#include <string>

#include "analysis/kernel_record.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::analysis {
namespace {

/// Whether a kernel of these instructions changes tensor maps. \param executions  of each
bool edits(const std::string& instructions, std::uint64_t executions = 1) {
  const isa::LoadedPtx ptx(
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<4>; "
      ".shared .align 128 .b8 map[128]; ld.param.u64 %rd1, [p]; mov.u32 %r1, map; mov.u32 %r2, 0; " +
      instructions + " ret; }");
  const isa::BindResult bound = ptx.bind_kernel("k");
  EXPECT_NE(bound.program, nullptr) << instructions;
  if (bound.program == nullptr) return false;
  KernelRecord record;
  record.facts = bound.program->facts;
  record.counters.resize(record.facts.size());
  for (sim::OpCounters& counters : record.counters) counters.executions = executions;
  return edits_tensor_maps(record);
}

TEST(Fidelity, KnowsWhatChangesTensorMaps) {
  const std::string replace = "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r1], %r2;";
  EXPECT_TRUE(edits(replace));
  EXPECT_FALSE(edits(replace, 0));
  EXPECT_TRUE(edits("tensormap.replace.tile.rank.global.b1024.b32 [%rd1], %r2;"));
  EXPECT_TRUE(edits(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%r1], 128;"));
}

TEST(Fidelity, TakesOtherStoresAndCopiesForWhatTheyAre) {
  EXPECT_FALSE(edits(
      "st.shared.b32 [%r1], %r2; st.global.b32 [%rd1], %r2; fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"));
  EXPECT_FALSE(edits(
      "cp.async.ca.shared.global [%r1], [%rd1], 16; cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;"));
  EXPECT_FALSE(edits(".param .b32 q; st.param.b32 [q], %r2;"));
}

TEST(Fidelity, OfKernelsThatChangeThemIsModelled) {
  const MetricDefinition sectors{.name = "s", .unit = "", .fidelity = Fidelity::exact, .counting = Counting::traffic};
  KernelProfile kernel;
  EXPECT_EQ(text_of(label_of(sectors, kernel)), "exact");
  kernel.edits_tensor_maps = true;
  EXPECT_EQ(text_of(label_of(sectors, kernel)), "modelled");
}

}  // namespace
}  // namespace warpglass::analysis
