// Branches at which the lanes of a warp part: from there to where the paths meet again the machine executes one after
// the other, each with a part of the lanes. (CUDA C Programming Guide, SIMT Architecture)
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// Part of the executions from which on it is worth a word: the last warp of an array, which part of its lanes leave,
/// is not.
constexpr double kPartWorthSaying = 0.01;
constexpr std::size_t kWaysNamed = 3;

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

/// Who parted from whom, most often first, a line each.
std::vector<std::string> ways_text(const LaneSplits& splits) {
  std::vector<std::string> text;
  if (splits.too_many()) {
    text.push_back(fmt::format("lanes part in more than {} ways; {:.1f} lanes on average leave the others",
                               LaneSplits::kMost,
                               static_cast<double>(splits.fewer_lanes()) / static_cast<double>(splits.times())));
    return text;
  }
  std::vector<std::pair<LaneSplits::Way, std::uint64_t>> ways(splits.ways().begin(), splits.ways().end());
  std::ranges::stable_sort(ways, std::ranges::greater{}, &std::pair<LaneSplits::Way, std::uint64_t>::second);
  for (std::size_t i = 0; i < ways.size() && i < kWaysNamed; ++i) {
    // The side of fewer lanes first: it is what leaves the others.
    auto [one, other] = ways[i].first;
    if (lane_count(other) < lane_count(one) || (lane_count(other) == lane_count(one) && first_lane(other) == 0))
      std::swap(one, other);
    text.push_back(fmt::format("{} {} one way, {} the other: {}", lane_group_text(one),
                               lane_count(one) == 1 ? "goes" : "go", lane_group_text(other),
                               ways[i].second == 1 ? "once" : grouped(ways[i].second) + " times"));
  }
  if (ways.size() > kWaysNamed) {
    std::uint64_t times = 0;
    for (std::size_t i = kWaysNamed; i < ways.size(); ++i) times += ways[i].second;
    text.push_back(fmt::format("and in {}: {}", counted(grouped(ways.size() - kWaysNamed), "other way"),
                               counted(grouped(times), "time")));
  }
  return text;
}

std::vector<Finding> find_divergence(const KernelRecord& kernel) {
  std::vector<Finding> findings;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpCounters& counters = kernel.counters[pc];
    const double part = static_cast<double>(counters.divergent) / static_cast<double>(counters.executions);
    if (counters.divergent == 0 || part < kPartWorthSaying) continue;
    Finding finding = finding_at(kernel, pc);
    finding.rule = "divergence";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("branch: lanes part in {:.1f} % of its executions", 100 * part);
    finding.notes.push_back(fmt::format("{} of {} executions leave a part of the warp waiting",
                                        grouped(counters.divergent), grouped(counters.executions)));
    if (const auto splits = kernel.lane_splits.find(pc); splits != kernel.lane_splits.end()) {
      for (std::string& way : ways_text(splits->second)) finding.notes.push_back(std::move(way));
    }
    finding.excess = counters.divergent;
    finding.total = counters.executions;
    const Executed executed = executed_until_they_meet(kernel, pc);
    if (executed.instructions != 0) {
      const std::uint64_t of_full_warps = (executed.threads + kWarpSize - 1) / kWarpSize;
      finding.excess = executed.instructions - of_full_warps;
      finding.total = executed.instructions;
      finding.notes.push_back(fmt::format(
          "from there to where they meet warps execute {}, with {:.1f} lanes on average: full "
          "warps would execute {}",
          counted(grouped(executed.instructions), "instruction"),
          static_cast<double>(executed.threads) / static_cast<double>(executed.instructions), grouped(of_full_warps)));
    }
    finding.notes.emplace_back(
        "let whole warps go one way: decide by what 32 neighbouring threads share, or order the work by it");
    findings.push_back(std::move(finding));
  }
  return findings;
}

class Divergence final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &watch_; }
  void add_to(KernelRecord& kernel) const override {
    for (const auto& [pc, splits] : watch_.splits()) kernel.lane_splits[pc].add(splits);
  }
  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return find_divergence(kernel);
  }

 private:
  SplitWatch watch_;
};

constexpr std::string_view kDivergenceRules[] = {"divergence"};

}  // namespace

Analyser divergence_analyser() {
  return {.name = "divergence",
          .flag = "--divergence",
          .help = "also name branches at which the lanes of a warp part, with the lanes that go each way",
          .page = "teaching/instruction_costs.md",
          .rules = kDivergenceRules,
          .start = start_analysis<Divergence>};
}

}  // namespace warpglass::analysis
