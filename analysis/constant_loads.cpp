// Loads of constant memory are served a word at a time: lanes that ask for one word share it, others wait. (CUDA C
// Programming Guide, Constant Memory; tests/hardware/h200/facts/constant_loads.tsv)
#include <fmt/format.h>

#include <algorithm>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {

namespace {

std::vector<Finding> find_serialised_constants(const KernelRecord& kernel, const arch::DeviceModel&) {
  std::vector<Finding> findings;
  for (const AccessPlace& place : access_places(kernel, CostKind::sectors)) {
    const std::uint32_t pc = place.worst != nullptr ? place.worst_pc : place.pcs.front();
    if (access_class(kernel.facts[pc], kernel.counters[pc]) != AccessClass::constant_load) continue;
    const std::uint64_t excess = place.counts.wavefronts - place.counts.wavefronts_ideal;
    if (excess == 0) continue;

    Finding finding = finding_at(kernel, pc);
    finding.rule = "constant-serialised";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("constant load: {:.1f} different words per request (ideal 1.0)",
                                  static_cast<double>(place.counts.wavefronts) /
                                      static_cast<double>(std::max<std::uint64_t>(1, place.counts.requests)));
    if (place.worst != nullptr) {
      finding.detail = fmt::format("{} read {} different words, which constant memory serves one after another",
                                   lanes_text(place.worst->pattern.lanes), place.worst->global.sectors);
      finding.block = place.worst->block;
      finding.warp = place.worst->warp;
      finding.lanes = place.worst->pattern.lanes;
    }
    finding.notes.push_back(fmt::format("{} of {} requests to the constant cache are for a further word of a load",
                                        grouped(excess), grouped(place.counts.wavefronts)));
    finding.notes.emplace_back(
        "let a warp read one word at a time, or keep the table in shared or global memory, which serve many at once");
    finding.excess = excess;
    finding.total = place.counts.wavefronts;
    findings.push_back(std::move(finding));
  }
  return findings;
}

constexpr std::string_view kConstantRules[] = {"constant-serialised"};

}  // namespace

Analyser constant_loads_analyser() {
  return {.name = "constants",
          .page = "teaching/global_memory.md",
          .rules = kConstantRules,
          .start = start_finding<find_serialised_constants>};
}

}  // namespace warpglass::analysis
