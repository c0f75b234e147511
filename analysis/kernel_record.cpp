#include "analysis/kernel_record.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/accesses.hpp"
#include "analysis/issue_costs.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

int above_ideal(const sim::PatternCount& pattern, CostKind cost) {
  return cost == CostKind::wavefronts ? pattern.shared.wavefronts - pattern.shared.ideal
                                      : pattern.global.sectors - pattern.global.ideal;
}

bool has_source(const KernelRecord& kernel, std::uint32_t pc) {
  return kernel.facts[pc].source < kernel.sources.size() && kernel.sources[kernel.facts[pc].source].where.line != 0;
}

Counts counts_at(const KernelRecord& kernel, std::uint32_t pc) {
  Counts counts = counts_of(kernel.facts[pc], kernel.counters[pc]);
  if (pc < kernel.cached.size()) {
    const CachedAt& cached = kernel.cached[pc];
    counts.l1_sectors = cached.l1_sectors;
    counts.l1_hits = cached.l1_hits;
    counts.l2_sectors = cached.l2_sectors;
    counts.l2_hits = cached.l2_hits;
  }
  return counts;
}

}  // namespace

void Counts::add(const Counts& other) {
  executions += other.executions;
  threads += other.threads;
  threads_pred_on += other.threads_pred_on;
  requests += other.requests;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  wavefronts_profiled += other.wavefronts_profiled;
  wavefronts_profiled_ideal += other.wavefronts_profiled_ideal;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  lines += other.lines;
  sector_turns += other.sector_turns;
  divergent += other.divergent;
  l1_sectors += other.l1_sectors;
  l1_hits += other.l1_hits;
  l2_sectors += other.l2_sectors;
  l2_hits += other.l2_hits;
}

const SourcePosition& position_of(const KernelRecord& kernel, std::uint32_t pc) {
  return has_source(kernel, pc) ? kernel.sources[kernel.facts[pc].source].where : kernel.facts[pc].ptx;
}

std::vector<AccessPlace> access_places(const KernelRecord& kernel, CostKind cost) {
  // Source ids are per place and inlining; without a line table every instruction is a place of its own.
  std::map<std::tuple<bool, std::uint32_t, std::string_view, std::uint32_t>, std::size_t> index;
  std::vector<AccessPlace> places;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpCounters& counters = kernel.counters[pc];
    if ((cost == CostKind::wavefronts ? counters.wavefronts : counters.sectors) == 0) continue;
    const sim::OpFacts& facts = kernel.facts[pc];
    const bool source = has_source(kernel, pc);
    const auto key =
        std::tuple(source, source ? facts.source : pc, kind_name(facts, counters), std::uint32_t{facts.access_bytes});
    const auto [entry, is_new] = index.try_emplace(key, places.size());
    if (is_new) places.emplace_back();
    AccessPlace& place = places[entry->second];
    place.pcs.push_back(pc);
    place.counts.add(counts_of(facts, counters));
    for (const sim::PatternCount& pattern : counters.patterns) {
      if (place.worst != nullptr && above_ideal(pattern, cost) <= above_ideal(*place.worst, cost)) continue;
      place.worst = &pattern;
      place.worst_pc = pc;
    }
  }
  return places;
}

Finding finding_at(const KernelRecord& kernel, std::uint32_t pc) {
  Finding finding;
  finding.kernel = kernel.profile.name;
  if (pc >= kernel.facts.size()) return finding;
  const sim::OpFacts& facts = kernel.facts[pc];
  finding.where = position_of(kernel, pc);
  if (has_source(kernel, pc)) finding.inlined_at = kernel.sources[facts.source].inlined_at;
  finding.ptx = facts.ptx;
  finding.instruction = facts.text;
  return finding;
}

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

std::vector<InstructionProfile> instruction_profiles(const KernelRecord& kernel) {
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
    row.lowering = lowering_name(facts.lowering);
    row.ptx = facts.ptx;
    row.counts = counts_at(kernel, pc);
    row.issue = issue_cost(kernel, pc);
    if (has_source(kernel, pc)) {
      row.source = kernel.sources[facts.source].where;
      row.inlined_at = kernel.sources[facts.source].inlined_at;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace warpglass::analysis
