// Barriers of the block that order nothing which others do not order as well, and those that keep order within warps
// only, as findings: one for each place.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "analysis/analyser.hpp"
#include "analysis/barrier_needs.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/loops.hpp"
#include "analysis/names.hpp"
#include "analysis/redundant_barriers.hpp"

namespace warpglass::analysis {
namespace {

/// A place in the source, with the barriers that it has become.
struct Place {
  std::uint32_t pc = 0;  // the first
  std::uint64_t bits = 0;
  std::uint64_t executions = 0;  // by warps
  bool is_judged = true;
};

class Judge {
 public:
  explicit Judge(const KernelRecord& kernel) : kernel_(kernel), known_(kernel.barrier_needs) {
    for (std::size_t i = 0; i < known_.pcs.size(); ++i) {
      const std::uint32_t pc = known_.pcs[i];
      Place& place = places_[to_string(position_of(kernel_, pc))];
      if (place.bits == 0) place.pc = pc;
      place.bits |= std::uint64_t{1} << i;
      place.executions += kernel_.counters[pc].executions;
      // What has been passed once in a loop may be needed in the second round; a library's barriers are its own.
      if ((known_.rounds[i] == 1 && lies_in_loop(kernel_, pc)) ||
          (has_source(kernel_, pc) && !kernel_.sources[kernel_.facts[pc].source].inlined_from.empty()))
        place.is_judged = false;
    }
  }

  [[nodiscard]] std::vector<RedundantBarrier> redundant() {
    std::vector<RedundantBarrier> all;
    std::vector<const Place*> by_cost;
    for (const auto& [where, place] : places_) {
      if (place.is_judged && place.executions != 0) by_cost.push_back(&place);
    }
    std::ranges::stable_sort(by_cost, std::ranges::greater{}, &Place::executions);
    // One after the other: what has been left out orders nothing any more.
    std::uint64_t left_out = 0;
    for (bool within_warps : {false, true}) {
      if (within_warps && known_.one_warp) break;  // blocks may be made larger
      for (const Place* place : by_cost) {
        if ((left_out & place->bits) != 0 || is_needed(left_out | place->bits, within_warps)) continue;
        left_out |= place->bits;
        all.push_back({.pc = place->pc, .executions = place->executions, .within_warps = within_warps});
      }
      if (!within_warps) without_ = left_out;
    }
    std::ranges::sort(all, {}, &RedundantBarrier::pc);
    return all;
  }

 private:
  /// Whether something is in no order any more without these barriers.
  /// \param but_within_warps  of what lies between threads of one warp only without those that are left out for good
  [[nodiscard]] bool is_needed(std::uint64_t without, bool but_within_warps) const {
    return std::ranges::any_of(known_.needs, [&](const BarrierNeeds::Need& need) {
      return (need.any_of & ~(but_within_warps && need.within_a_warp ? without_ : without)) == 0;
    });
  }

  const KernelRecord& kernel_;
  const BarrierNeeds& known_;
  std::map<std::string, Place> places_;
  std::uint64_t without_ = 0;  // barriers that are left out, with nothing in their place
};

Finding finding_of(const RedundantBarrier& barrier, const KernelRecord& kernel) {
  Finding finding = finding_at(kernel, barrier.pc);
  finding.rule = "redundant-barrier";
  finding.severity = Severity::note;
  finding.launch = kernel.first_launch;
  finding.excess = barrier.executions;
  finding.total = barrier.executions;
  finding.message = barrier.within_warps
                        ? "this barrier of the block keeps order between threads of one warp only: __syncwarp() does"
                        : "this barrier orders no accesses that other barriers do not order as well";
  finding.notes.push_back(
      fmt::format("{} execution{} by warps", grouped(barrier.executions), barrier.executions == 1 ? "" : "s"));
  finding.notes.emplace_back(
      "so it is with what this run was given; change it, and have warpglass check and the results confirm it");
  return finding;
}

class RedundantBarriers final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &watch_; }
  void add_to(KernelRecord& kernel) const override { kernel.barrier_needs.add(watch_.needs()); }
  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    std::vector<Finding> all;
    for (const RedundantBarrier& barrier : redundant_barriers(kernel)) all.push_back(finding_of(barrier, kernel));
    return all;
  }

 private:
  BarrierWatch watch_;
};

constexpr std::string_view kRules[] = {"redundant-barrier"};

std::unique_ptr<Analysis> start(const arch::DeviceModel&) { return std::make_unique<RedundantBarriers>(); }

}  // namespace

std::vector<RedundantBarrier> redundant_barriers(const KernelRecord& kernel) {
  if (kernel.barrier_needs.unknown) return {};
  return Judge(kernel).redundant();
}

Analyser redundant_barriers_analyser() {
  return {.name = "redundant-barriers",
          .flag = "--redundant-barriers",
          .help = "also name barriers that order nothing which others do not order as well",
          .page = "races.md",
          .rules = kRules,
          .start = start};
}

}  // namespace warpglass::analysis
