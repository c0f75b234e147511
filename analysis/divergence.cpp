// Branches at which the lanes of a warp part: from there to where the paths meet again the machine executes one after
// the other, each with a part of the lanes. (CUDA C Programming Guide, SIMT Architecture)
#include <fmt/format.h>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

/// Part of the executions from which on it is worth a word: the last warp of an array, which part of its lanes leave,
/// is not.
constexpr double kWorthSaying = 0.01;

std::vector<Finding> find_divergence(const KernelRecord& kernel, const arch::DeviceModel&) {
  std::vector<Finding> findings;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpCounters& counters = kernel.counters[pc];
    const double part = static_cast<double>(counters.divergent) / static_cast<double>(counters.executions);
    if (counters.divergent == 0 || part < kWorthSaying) continue;
    Finding finding = finding_at(kernel, pc);
    finding.rule = "divergence";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("branch: lanes part in {:.1f} % of its executions", 100 * part);
    finding.notes.push_back(fmt::format("{} of {} executions leave a part of the warp waiting",
                                        grouped(counters.divergent), grouped(counters.executions)));
    finding.excess = counters.divergent;
    finding.total = counters.executions;
    findings.push_back(std::move(finding));
  }
  return findings;
}

constexpr std::string_view kRules[] = {"divergence"};

}  // namespace

Analyser divergence_analyser() {
  return {.name = "divergence",
          .flag = "--divergence",
          .help = "also name branches at which the lanes of a warp part",
          .page = "fidelity.md",
          .rules = kRules,
          .start = start_finding<find_divergence>};
}

}  // namespace warpglass::analysis
