// Branches at which the lanes of a warp part: from there to where the paths meet again the machine executes one after
// the other, each with a part of the lanes. (CUDA C Programming Guide, SIMT Architecture)
#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

/// Part of the executions from which on it is worth a word: the last warp of an array, which part of its lanes leave,
/// is not.
constexpr double kWorthSaying = 0.01;

/// Warp instructions and the lanes that took part in them.
struct Executed {
  std::uint64_t instructions = 0;
  std::uint64_t threads = 0;
};

/// Of the blocks of code from behind a branch to where its lanes meet again; all that can be reached where they do not.
Executed executed_until_they_meet(const KernelRecord& kernel, std::uint32_t branch) {
  Executed sum;
  if (kernel.facts[branch].block >= kernel.blocks.size()) return sum;
  const sim::BasicBlock& first = kernel.blocks[kernel.facts[branch].block];
  std::set<std::uint32_t> met;
  std::vector<std::uint32_t> open = first.successors;
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (block == first.join || !met.insert(block).second) continue;
    open.insert(open.end(), kernel.blocks[block].successors.begin(), kernel.blocks[block].successors.end());
  }
  for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
    if (kernel.facts[pc].kind == sim::OpKind::pseudo || !met.contains(kernel.facts[pc].block)) continue;
    sum.instructions += kernel.counters[pc].executions;
    sum.threads += kernel.counters[pc].threads;
  }
  return sum;
}

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
    const Executed executed = executed_until_they_meet(kernel, pc);
    if (executed.instructions != 0) {
      finding.notes.push_back(
          fmt::format("from there to where they meet warps execute {} instructions, with {:.1f} lanes on average",
                      grouped(executed.instructions),
                      static_cast<double>(executed.threads) / static_cast<double>(executed.instructions)));
    }
    finding.notes.emplace_back(
        "let whole warps go one way: decide by what 32 neighbouring threads share, or order the work by it");
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
