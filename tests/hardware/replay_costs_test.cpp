// What an H200 takes for instructions (h200/facts/instruction_costs.tsv), against what is said of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/issue_costs.hpp"
#include "arch/memory_levels.hpp"
#include "tests/unit/isa/costs_of.hpp"

namespace warpglass::analysis {
namespace {

constexpr arch::ComputeCapability kHopper{9, 0};

struct CostRow {
  std::string name;
  std::vector<std::string> instructions;
  double dependent = 0;
  double issue = 0;
};

void read_rows(const char* name, std::vector<CostRow>& all) {
  std::ifstream file(std::string(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/") + name);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with('#') || line.starts_with("name\t")) continue;
    std::istringstream fields(line);
    CostRow row;
    std::string text, recorded_class;
    std::getline(fields, row.name, '\t');
    std::getline(fields, recorded_class, '\t');
    std::getline(fields, text, '\t');
    fields >> row.dependent >> row.issue;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ';');) {
      part.erase(0, part.find_first_not_of(' '));
      if (!part.empty() && part.front() != '.') row.instructions.push_back(part);
    }
    all.push_back(std::move(row));
  }
}

std::vector<CostRow> cost_rows() {
  std::vector<CostRow> all;
  read_rows("instruction_costs.tsv", all);
  read_rows("instruction_costs_further.tsv", all);
  return all;
}

/// Cycles of the busiest pipe.
double predicted(const CostRow& row) {
  std::map<arch::Pipe, double> busy;
  for (const std::string& text : row.instructions) {
    for (const arch::PipeCycles& pipe : cost_of(isa::costs_of(text), kHopper).pipes) busy[pipe.pipe] += pipe.cycles;
  }
  double most = 0;
  for (const auto& [pipe, cycles] : busy) most = std::max(most, cycles);
  return most;
}

// Where one instruction of PTX alone does not say what the assembler makes of several, or of constants.
const std::map<std::string, const char*> kExplained = {
    {"add_s32", "additions in a row are made one of three operands, or a product"},
    {"add_s64", "the low halves likewise"},
    {"mul_lo_s64", "its four instructions wait for each other"},
    {"add_xor_b32", "the addition goes to the FMA pipe, where the other is busy"},
    {"add_max_s32", "made one instruction"},
    {"mul24_lo_s32", "of two pipes"},
    {"bfi_b32", "a mask is made of the bounds, a word is taken apart"},
    {"mma_s8", "a small product takes as long as the unit's passage"},
    {"cvt_f16_f32", "packed with itself"},
    {"fma_f16x2", "the tensor unit takes half of them, at a lower rate"},
    {"fma_bf16x2", "likewise"},
    {"ld_global", "64 bits a lane: two wavefronts"},
    {"cvt_f64_s64", "nine cycles with 64-bit integers"},
    {"cvt_s64_f64", "likewise"},
    {"cvt_f32_f64", "and a copy"},
    {"cvt_s32_f64", "and a copy"},
    {"div_s32", "two cycles more than unsigned"},
    {"ldmatrix_x2", "a wavefront a matrix"},
    {"ldmatrix_x4", "likewise"},
    {"stmatrix_x1", "nothing waits for it"},
    {"stmatrix_x4", "likewise, a wavefront a matrix"},
    {"mbarrier_arrive", "32 barriers, one after another"},
    {"mbarrier_arrive_expect", "likewise"},
    {"mbarrier_test_wait", "likewise"},
    {"mbarrier_try_wait", "likewise"},
    {"mbarrier_init", "likewise"},
    {"fence_cta", "with nothing to order, a NOP more than fence.sc"},
    {"fence_proxy_async", "two instructions"},
    {"bar_warp_sync", "lanes that are together need not wait: nothing is issued"},
    {"activemask", "likewise, the lanes are known"},
    {"elect", "likewise"},
    {"vote_any", "a comparison and a selection beside it"},
    {"bar_red", "and its result is fetched"},
    {"atom_shared_add_f32", "a loop"},
    {"ld_global_cv", "64 bits a lane, and from the second level"},
    {"ld_global_volatile", "likewise"},
    {"ld_relaxed_cta", "64 bits a lane: two wavefronts"},
    {"ld_relaxed_gpu", "from the second level"},
    {"ld_acquire_gpu", "and the first level is invalidated"},
};

TEST(InstructionCostsH200, IssueAsRecorded) {
  ASSERT_GT(cost_rows().size(), 110u);
  int compared = 0;
  for (const CostRow& row : cost_rows()) {
    if (kExplained.contains(row.name)) continue;
    EXPECT_NEAR(predicted(row), row.issue, 0.12 * row.issue) << row.name;
    ++compared;
  }
  EXPECT_GT(compared, 65);
}

// Of single instructions; a chain of several waits for each.
TEST(InstructionCostsH200, WaitAsRecorded) {
  for (const CostRow& row : cost_rows()) {
    if (row.instructions.size() != 1 || kExplained.contains(row.name) || row.name == "st_shared") continue;
    if (row.name == "match_any") continue;  // 32 rounds, one behind the other
    const arch::InstructionCost cost = cost_of(isa::costs_of(row.instructions.front()), kHopper);
    if (cost.instructions > 1.01 && cost.latency < 20) continue;  // two in a row, of which each has this latency
    EXPECT_NEAR(cost.latency, row.dependent, std::max(1.2, 0.15 * row.dependent)) << row.name;
  }
}

TEST(MemoryLevelsH200, AreTheRecorded) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/memory_levels.tsv");
  std::map<std::string, std::vector<double>> recorded;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#') || line.starts_with("level")) continue;
    std::istringstream fields(line);
    std::string name;
    fields >> name;
    for (double value = 0; fields >> value;) recorded[name].push_back(value);
    recorded[name].resize(3);
  }
  ASSERT_EQ(recorded.size(), 5u);
  for (const arch::MemoryLevel& level : arch::memory_levels(kHopper)) {
    std::string name(level.name);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ((std::vector{level.latency, level.sm_bytes, level.all_bytes}), recorded[name]) << name;
  }
  EXPECT_EQ(arch::memory_levels(kHopper).size(), recorded.size());
}

}  // namespace
}  // namespace warpglass::analysis
