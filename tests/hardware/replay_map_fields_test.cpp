// What tensormap.replace and tensormap.cp_fenceproxy do on the machine (tensor_maps/counters.tsv): the same accesses
// are counted here, of each field alone, and of several one after another.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "tests/hardware/recorded_rows.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass {
namespace {

std::string replace(const std::string& field, const std::string& space, const std::string& value) {
  const bool wide = field == "global_address" || field == "global_stride";
  return "tensormap.replace.tile." + field + space + ".b1024." + (wide ? "b64" : "b32") + " [map], " + value;
}

/// The instructions of a row: one as it stands, or the fields that it lists, and the space behind the last comma.
std::vector<std::string> instructions_of(const std::string& row) {
  if (row.starts_with("tensormap.")) return {row};
  const std::string space = row.substr(row.rfind(' ') + 1);
  std::vector<std::string> all;
  std::istringstream parts(row.substr(0, row.rfind(',')));
  for (std::string part; std::getline(parts, part, ',');) {
    part = part.substr(part.find_first_not_of(' '));
    const std::string field = part.substr(0, part.find(' '));
    if (field == "a") {
      all.push_back("st" + space + ".b32 [map+64], word");
    } else if (field == "bar.warp.sync") {
      all.emplace_back("bar.warp.sync -1");
    } else if (const std::size_t range = part.find(" to "); range != std::string::npos) {
      for (char axis = part[range - 1]; axis <= part.back(); ++axis)
        all.push_back(replace(field, space, std::string(1, axis) + (field == "global_stride" ? ", wide" : ", word")));
    } else {
      const std::map<std::string, std::string> literals{{"elemtype", "6"}, {"swizzle_mode", "3"}, {"fill_mode", "1"}};
      const auto literal = literals.find(field);
      all.push_back(replace(field, space,
                            field == "global_address"   ? "wide"
                            : literal == literals.end() ? "word"
                                                        : literal->second));
    }
  }
  return all;
}

std::string field_replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// Lanes with bit 31 of their word: the instructions at maps so far into shared memory and into the buffer's second
/// half.
std::string kernel_of(const std::vector<std::string>& instructions) {
  std::string text =
      "mov.u32 %r8, s;\n"
      "mov.u32 %r9, 0;\n"
      "mul.lo.u32 %r10, %thread, 128;\nadd.u32 %r10, %r10, %r8;\n"
      "zero: st.shared.u32 [%r10], 0;\nadd.u32 %r10, %r10, 4;\nadd.u32 %r9, %r9, 4;\n"
      "setp.lt.u32 %p2, %r9, 128;\n@%p2 bra zero;\n"
      "ld.global.u32 %r1, [%here];\n"
      "setp.lt.s32 %p1, %r1, 0;\n"
      "and.b32 %r1, %r1, 0x7fffffff;\n"
      "add.u32 %r2, %r8, %r1;\n"
      "cvt.u64.u32 %rd1, %r1;\nadd.u64 %rd2, %buffer, %rd1;\nadd.u64 %rd2, %rd2, 4096;\n"
      "mov.u32 %r3, 3;\nmov.u64 %rd3, 4096;\nbar.sync 0;\n";
  for (std::string one : instructions) {
    if (one.find("cp_fenceproxy") != std::string::npos) {
      one = one.replace(one.find("[map]"), 5, "[%rd2]");
      one = field_replaced(one, "[map]", "[%r2]");
    } else if (one.find("bar.") == std::string::npos) {
      one = "@%p1 " + field_replaced(one, "[map", one.find("shared::cta") != std::string::npos ? "[%r2" : "[%rd2");
    }
    text += field_replaced(field_replaced(one, "word", "%r3"), "wide", "%rd3") + ";\n";
  }
  return isa::kernel_around(text, ".shared .align 128 .b8 s[4096];\n");
}

TEST(MapFields, AreChangedByTheMachinesAccesses) {
  const auto rows = recorded_rows("counters.tsv", "tensor_maps");
  ASSERT_EQ(rows.size(), 349u);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; i < rows[0].size(); ++i) column[rows[0][i]] = i;
  const auto costs = analysis::make_cost_model(*arch::find_device("H200").device);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const auto mask = static_cast<LaneMask>(std::stoul(row[1], nullptr, 16));
    std::istringstream addresses(row.back());
    std::vector<std::uint32_t> words(2048);
    for (std::size_t lane = 0; lane < 32; ++lane) {
      addresses >> words[4 * lane];
      if ((mask >> lane & 1) != 0) words[4 * lane] |= 0x80000000u;
    }
    const isa::Outcome outcome = isa::run_on(words, kernel_of(instructions_of(row[0])), {.costs = costs.get()});
    ASSERT_EQ(outcome.errors, "") << row[0];
    std::map<std::string, std::uint64_t> here;
    for (std::size_t pc = 0; pc < outcome.program->ops.size(); ++pc) {
      const sim::OpFacts& facts = outcome.program->facts[pc];
      const bool between = facts.text.find("+64]") != std::string::npos;
      if (facts.text.find("tensormap") == std::string::npos && !between) continue;
      const sim::OpCounters& op = outcome.result.counters[pc];
      const std::string kind = facts.kind == sim::OpKind::load    ? "ld"
                               : facts.kind == sim::OpKind::store ? "st"
                                                                  : "atom";
      if (!sim::is_memory_access(facts.kind)) continue;
      if (facts.space == sim::Space::shared) {
        here["sm__sass_inst_executed_op_shared_" + kind + ".sum"] += op.requests;
        here["sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_" + kind + ".sum"] += op.wavefronts;
      } else {
        here["sm__sass_inst_executed_op_global_" + kind + ".sum"] += op.requests;
        here["sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_" + kind + ".sum"] += op.sectors;
      }
      here["memory_l1_wavefronts_shared"] += op.wavefronts_profiled;
      here["memory_l1_wavefronts_shared_ideal"] += op.wavefronts_profiled_ideal;
      here["memory_l1_tag_requests_global"] += op.lines;
      here["memory_l2_theoretical_sectors_global"] += op.sectors;
      here["memory_l2_theoretical_sectors_global_ideal"] += op.sectors_ideal;
    }
    for (const auto& [metric, index] : column) {
      if (!metric.starts_with("sm__") && !metric.starts_with("memory_")) continue;
      EXPECT_EQ(here[metric], std::stoull(row.at(index))) << metric << " of " << row[0] << ' ' << row[1];
    }
  }
}

}  // namespace
}  // namespace warpglass
