#include "analysis/line_profiles.hpp"

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "analysis/access_examples.hpp"
#include "analysis/accesses.hpp"
#include "analysis/float_operations.hpp"
#include "analysis/issue_costs.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

Counts counts_at(const KernelRecord& kernel, std::uint32_t pc) {
  Counts counts = counts_of(kernel.facts[pc], kernel.counters[pc]);
  if (pc < kernel.cached.size()) {
    const CachedAt& cached = kernel.cached[pc];
    counts.l1_sectors = cached.l1_sectors;
    counts.l1_hits = cached.l1_hits;
    counts.l2_sectors = cached.l2_sectors;
    counts.l2_hits = cached.l2_hits;
  }
  // The profiler's source page has the factors' at the instruction that reads them by descriptors.
  if (const auto product = matrix_operation(kernel.facts[pc], kernel.operands)) {
    const double warps = static_cast<double>(counts.threads_pred_on) / kWarpSize;
    const auto wavefronts = static_cast<std::uint64_t>(std::llround(product->factor_wavefronts * warps));
    counts.wavefronts_profiled += wavefronts;
    counts.wavefronts_profiled_ideal += wavefronts;
  }
  return counts;
}

}  // namespace

std::vector<LineProfile> line_profiles(const KernelRecord& kernel) {
  struct Line {
    LineProfile profile;
    std::vector<std::uint32_t> pcs;
  };
  std::map<std::tuple<std::string_view, std::uint32_t, std::string_view, std::uint32_t>, Line> lines;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpFacts& facts = kernel.facts[pc];
    if (facts.kind == sim::OpKind::pseudo || kernel.counters[pc].executions == 0) continue;
    const SourcePosition& where = position_of(kernel, pc);
    const std::string_view kind = kind_name(facts, kernel.counters[pc]);
    const std::uint32_t bytes = kind.empty() ? 0 : facts.access_bytes;
    const auto [entry, is_new] = lines.try_emplace(std::tuple(std::string_view(where.file), where.line, kind, bytes));
    LineProfile& line = entry->second.profile;
    if (is_new) line = {.where = where, .kind = std::string(kind), .access_bytes = bytes, .counts = {}, .issue = {}};
    entry->second.pcs.push_back(pc);
    if (line.where.column != where.column) line.where.column = 0;
    line.counts.add(counts_at(kernel, pc));
  }
  std::vector<LineProfile> ordered;
  ordered.reserve(lines.size());
  for (auto& [key, line] : lines) {
    line.profile.issue = issue_cost(kernel, line.pcs);
    ordered.push_back(std::move(line.profile));
  }
  return ordered;
}

std::vector<InstructionProfile> instruction_profiles(const KernelRecord& kernel,
                                                     std::span<const ProposedLayout> layouts) {
  std::vector<InstructionProfile> rows;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpFacts& facts = kernel.facts[pc];
    if (facts.kind == sim::OpKind::pseudo) continue;
    InstructionProfile row;
    row.pc = pc;
    if (facts.function < kernel.functions.size()) row.function = kernel.functions[facts.function];
    row.text = facts.text;
    row.kind = kind_name(facts, kernel.counters[pc]);
    row.access_bytes = facts.access_bytes;
    row.address = address_of(facts, kernel.operands);
    row.lowering = lowering_name(facts.lowering);
    row.ptx = facts.ptx;
    row.counts = counts_at(kernel, pc);
    row.issue = issue_cost(kernel, pc);
    row.examples = access_examples(kernel, pc, layouts);
    if (has_source(kernel, pc)) {
      row.source = kernel.sources[facts.source].where;
      row.inlined_from = kernel.sources[facts.source].inlined_from;
      row.inlined_at = kernel.sources[facts.source].inlined_at;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace warpglass::analysis
