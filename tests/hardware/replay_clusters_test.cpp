// Shared memory of other blocks of a cluster (h200/facts/cluster_accesses.tsv), and how many clusters a machine holds
// (h200/facts/max_active_clusters.tsv).
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/accesses.hpp"
#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "arch/processing_clusters.hpp"
#include "tests/hardware/recorded_rows.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass {
namespace {

TEST(MaxActiveClusters, AreTheDriversNumbers) {
  const auto rows = recorded_rows("max_active_clusters.tsv");
  ASSERT_EQ(rows.size(), 12u);
  for (const auto& row : rows) {
    const auto blocks = static_cast<std::uint32_t>(std::stoul(row.at(2)));
    for (std::uint32_t size = 1; size <= 16; ++size)
      EXPECT_EQ(arch::max_active_clusters(132, blocks, size), std::stoul(row.at(2 + size))) << blocks << ' ' << size;
  }
}

// Of threads of the first block that have bit 31 of their word: the instruction at s + the word's other bits, in the
// memory of the block that %r9 names.
std::string kernel_of(const std::string& instruction, const std::string& registers, bool own) {
  const bool gives = instruction.starts_with("ld") || instruction.starts_with("atom");
  const std::string operands = gives ? registers + ", [%r8]" : "[%r8], " + registers;
  return isa::kernel_around(
      "ld.global.u32 %r1, [%here];\n"
      "setp.lt.s32 %p1, %r1, 0;\n"
      "and.b32 %r1, %r1, 0x7fffffff;\n"
      "mov.u32 %r2, s;\n"
      "add.u32 %r2, %r2, %r1;\n"
      "mov.u32 %r9, " +
          std::string(own ? "0" : "1") +
          ";\n"
          "mapa.shared::cluster.u32 %r8, %r2, %r9;\n"
          "mov.u32 %r10, %cluster_ctarank;\n"
          "setp.eq.and.u32 %p1, %r10, 0, %p1;\n"
          "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
          "@%p1 " +
          instruction + " " + operands + (instruction.starts_with("atom") ? ", %r10" : "") +
          ";\n"
          "barrier.cluster.arrive;\nbarrier.cluster.wait;\n",
      ".extern .shared .align 1024 .b8 s[];\n");
}

TEST(ClusterAccesses, CountAsAnH200Counts) {
  const auto rows = recorded_rows("cluster_accesses.tsv");
  ASSERT_EQ(rows.size(), 353u);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; i < rows[0].size(); ++i) column[rows[0][i]] = i;
  const auto costs = analysis::make_cost_model(*arch::find_device("H200").device);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const auto recorded = [&](const char* name) { return std::stoull(row.at(column.at(name))); };
    const bool own = row[0].ends_with(" own");
    const std::string instruction = row[0].substr(0, row[0].find(' '));
    const std::string registers = instruction.find(".v4") != std::string::npos   ? "{%r11, %r12, %r13, %r14}"
                                  : instruction.find(".v2") != std::string::npos ? "{%r11, %r12}"
                                                                                 : "%r11";
    const auto mask = static_cast<LaneMask>(std::stoul(row[1], nullptr, 16));
    std::istringstream addresses(row.back());
    std::vector<std::uint32_t> words(32 * 4);
    for (std::size_t lane = 0; lane < 32; ++lane) {
      addresses >> words[4 * lane];
      if ((mask >> lane & 1) != 0) words[4 * lane] |= 0x80000000u;
    }
    const isa::Outcome outcome =
        isa::run_on(words, kernel_of(instruction, registers, own),
                    {.grid = {2, 1, 1}, .dynamic_shared_bytes = 1 << 15, .costs = costs.get(), .cluster = {2, 1, 1}});
    ASSERT_EQ(outcome.errors, "");
    sim::OpCounters here;
    for (std::size_t pc = 0; pc < outcome.program->ops.size(); ++pc) {
      if (outcome.program->facts[pc].text.find(instruction) != std::string::npos) here = outcome.result.counters[pc];
    }
    // The block's own memory by the cluster's addresses is shared memory like any; another block's is none of it.
    EXPECT_EQ(here.wavefronts_profiled, recorded("memory_l1_wavefronts_shared")) << row[0] << " row " << i;
    EXPECT_EQ(here.cluster.requests, !own && mask != 0 ? 1u : 0u) << row[0] << " row " << i;
    if (!instruction.starts_with("ld")) continue;
    EXPECT_EQ(here.cluster.sectors, recorded("l1tex__m_xbar2l1tex_read_sectors_mem_dshared.sum")) << "row " << i;
  }
}

}  // namespace
}  // namespace warpglass
