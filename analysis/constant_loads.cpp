// Loads of constant memory are served a word at a time: lanes that ask for one word share it, others wait. (CUDA C
// Programming Guide, Constant Memory; tests/hardware/h200/facts/constant_loads.tsv)
#include <fmt/format.h>

#include <algorithm>

#include "analysis/accesses.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {

std::vector<Finding> find_serialised_constants(const KernelRecord& kernel) {
  std::vector<Finding> findings;
  for (const AccessSite& site : access_sites(kernel, CostKind::sectors)) {
    const std::uint32_t pc = site.worst != nullptr ? site.worst_pc : site.pcs.front();
    if (access_class(kernel.facts[pc], kernel.counters[pc]) != AccessClass::constant_load) continue;
    const std::uint64_t excess = site.counts.wavefronts - site.counts.wavefronts_ideal;
    if (excess == 0) continue;

    Finding finding = finding_at(kernel, pc);
    finding.rule = "constant-serialised";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("constant load: {:.1f} different words per request (ideal 1.0)",
                                  static_cast<double>(site.counts.wavefronts) /
                                      static_cast<double>(std::max<std::uint64_t>(1, site.counts.requests)));
    if (site.worst != nullptr) {
      finding.detail = fmt::format("{} read {} different words, which constant memory serves one after another",
                                   lanes_text(site.worst->pattern.lanes), site.worst->global.sectors);
      finding.block = site.worst->block;
      finding.warp = site.worst->warp;
      finding.lanes = site.worst->pattern.lanes;
    }
    finding.notes.push_back(fmt::format("{} of {} requests to the constant cache are for a further word of a load",
                                        grouped(excess), grouped(site.counts.wavefronts)));
    finding.excess = excess;
    finding.total = site.counts.wavefronts;
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace warpglass::analysis
