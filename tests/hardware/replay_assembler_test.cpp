// Every recorded sequence of what the assembler makes of PTX (h200/facts/assembler.tsv), lowered and executed here: the
// memory instructions, their widths, wavefronts and sectors must be those that an H200 counted.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/collector.hpp"
#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

struct Row {
  std::string sequence;
  std::map<std::string, std::uint64_t> counters;
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, '\t');) fields.push_back(field);
  return fields;
}

std::vector<Row> recorded() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/assembler.tsv");
  std::vector<Row> rows;
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = fields_of(line);
    if (names.empty()) {
      names = fields;
      continue;
    }
    Row row{.sequence = fields[0], .counters = {}};
    for (std::size_t i = 2; i < names.size() && i < fields.size(); ++i) {
      if (fields[i] != "-" && names[i] != "addresses") row.counters[names[i]] = std::stoull(fields[i]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// The kernel of tests/hardware/record/fact_assembler.cu around a sequence.
std::string assembled_kernel(std::string sequence) {
  const std::pair<const char*, const char*> operands[] = {{"%=", "1"},          {"%0", "%place"}, {"%1", "%here"},
                                                          {"%2", "%lane"},      {"%3", "%one"},   {"%4", "%shared_all"},
                                                          {"%5", "%global_all"}};
  for (const auto& [name, by] : operands) sequence = replaced(std::move(sequence), name, by);
  return R"(.visible .entry k(.param .u64 global_param, .param .u32 one_param) {
  .shared .align 1024 .b8 s[4096];
  .reg .b64 %here, %global_all, %global, %offset;
  .reg .b32 %lane, %place, %shared_all, %one, %base, %scaled;
  ld.param.u64 %offset, [global_param];
  cvta.to.global.u64 %global, %offset;
  ld.param.u32 %one, [one_param];
  mov.u32 %lane, %tid.x;
  mov.u32 %base, s;
  shl.b32 %scaled, %lane, 4;
  add.s32 %place, %base, %scaled;
  mul.wide.u32 %here, %lane, 16;
  add.s64 %here, %global, %here;
  add.s32 %shared_all, %base, 2048;
  add.s64 %global_all, %global, 2048;
  { .reg .u32 a, b; .reg .u64 l, m; .reg .pred p; .reg .u16 h;
    cvt.u16.u32 h, %lane; cvt.u64.u32 m, %place;
)" + sequence +
         " }\n  ret;\n}\n";
}

std::map<std::string, std::uint64_t> counted(const std::string& sequence) {
  LoadedPtx loaded(assembled_kernel(sequence));
  const BindResult bound = loaded.bind_kernel("k", {.lower = true});
  EXPECT_EQ(all_of(bound.diagnostics), "") << sequence;
  std::map<std::string, std::uint64_t> values;
  if (bound.program == nullptr) return values;
  const arch::DeviceModel& device = arch::default_device();
  const auto costs = analysis::make_cost_model(device);
  const std::uint64_t buffer = loaded.upload(std::vector<std::uint32_t>(1024));
  const std::uint32_t one = 1;
  sim::LaunchRequest request;
  request.program = bound.program.get();
  request.memory = &loaded.memory;
  request.grid = {1, 1, 1};
  request.block = {32, 1, 1};
  request.costs = costs.get();
  request.params.resize(bound.program->param_bytes);
  std::memcpy(request.params.data(), &buffer, sizeof buffer);
  std::memcpy(request.params.data() + bound.program->param_offsets[1], &one, sizeof one);
  const sim::LaunchResult result = sim::launch(request);
  EXPECT_TRUE(result.faults.empty()) << sequence;
  analysis::Collector collector(device);
  collector.add({.program = bound.program.get(),
                 .grid = request.grid,
                 .block = request.block,
                 .result = &result,
                 .counted = true});
  const analysis::RunProfile profile = collector.profile();
  for (std::size_t i = 0; i < profile.metrics.size(); ++i)
    values[profile.metrics[i].name] = static_cast<std::uint64_t>(profile.launches[0].values[i]);
  return values;
}

TEST(Assembler, MemoryInstructionsAreThoseOfTheMachineCode) {
  const std::string sass = "sm__sass_inst_executed_op_";
  const std::vector<std::string> compared{sass + "shared_ld.sum",        sass + "shared_st.sum",
                                          sass + "shared_atom.sum",      sass + "global_ld.sum",
                                          sass + "global_st.sum",        sass + "global_atom.sum",
                                          sass + "global_red.sum",       sass + "memory_8b.sum",
                                          sass + "memory_16b.sum",       sass + "memory_32b.sum",
                                          sass + "memory_64b.sum",       sass + "memory_128b.sum",
                                          "memory_l1_wavefronts_shared", "memory_l2_theoretical_sectors_global"};
  // Combining a value takes shuffles or other instructions that count as memory ones.
  const std::set<std::string> known{
      "atom.global.add.u32 a, [%5], %2; st.global.u32 [%1], a;",
  };
  std::size_t equal = 0;
  const std::vector<Row> rows = recorded();
  EXPECT_GE(rows.size(), 87u);
  for (const Row& row : rows) {
    const auto values = counted(row.sequence);
    bool differs = false;
    for (const std::string& name : compared) {
      if (row.counters.at(name) == values.at(name)) continue;
      differs = true;
      if (!known.contains(row.sequence)) {
        ADD_FAILURE() << row.sequence << "\n  " << name << ": " << values.at(name) << ", an H200 "
                      << row.counters.at(name);
      }
    }
    if (!differs) ++equal;
    EXPECT_EQ(differs, known.contains(row.sequence)) << row.sequence << ": as it is listed, or no longer";
  }
  EXPECT_EQ(equal, rows.size() - known.size());
}

}  // namespace
}  // namespace warpglass::isa
