#include "analysis/kernel_record.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/accesses.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

int above_ideal(const sim::PatternCount& pattern, CostKind cost) {
  return cost == CostKind::wavefronts ? pattern.shared.wavefronts - pattern.shared.ideal
                                      : pattern.global.sectors - pattern.global.ideal;
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

bool has_source(const KernelRecord& kernel, std::uint32_t pc) {
  return kernel.facts[pc].source < kernel.sources.size() && kernel.sources[kernel.facts[pc].source].where.line != 0;
}

const SourcePosition& position_of(const KernelRecord& kernel, std::uint32_t pc) {
  return has_source(kernel, pc) ? kernel.sources[kernel.facts[pc].source].where : kernel.facts[pc].ptx;
}

std::uint32_t first_place(const KernelRecord& kernel) {
  for (std::uint32_t pc = 0; pc < kernel.facts.size() && kernel.facts[pc].function == 0; ++pc) {
    if (has_source(kernel, pc) && kernel.sources[kernel.facts[pc].source].inlined_at.empty()) return pc;
  }
  return 0;
}

std::vector<AccessPlace> access_places(const KernelRecord& kernel, CostKind cost) {
  // Source ids are per place and inlining; without a line table every instruction is a place of its own.
  std::map<std::tuple<bool, std::uint32_t, std::string_view, std::uint32_t>, std::size_t> index;
  std::vector<AccessPlace> places;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpCounters& counters = kernel.counters[pc];
    if ((cost == CostKind::wavefronts ? counters.wavefronts : counters.sectors) == 0) continue;
    const sim::OpFacts& facts = kernel.facts[pc];
    if (facts.space == sim::Space::param) continue;
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
  finding.pc = pc;
  finding.where = position_of(kernel, pc);
  if (has_source(kernel, pc)) {
    finding.inlined_from = kernel.sources[facts.source].inlined_from;
    finding.inlined_at = kernel.sources[facts.source].inlined_at;
  }
  finding.ptx = facts.ptx;
  finding.instruction = facts.text;
  return finding;
}

}  // namespace warpglass::analysis
