// Barriers of the block that order nothing which others do not order as well, and those that keep order within warps
// only, as findings: one for each place.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/barrier_needs.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/loops.hpp"
#include "analysis/names.hpp"
#include "analysis/redundant_barriers.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// A place in the source, with the barriers that it has become.
struct Place {
  std::uint32_t pc = 0;  // the first
  std::uint64_t bits = 0;
  std::uint64_t executions = 0;  // by warps
  bool is_judged = true;
  bool in_call = false;  // of one call of a function that has several
};

/// Barriers are left out one after the other: what has been left out orders nothing any more. What stands in the source
/// goes first; of a function's barrier that is needed, single calls may do without.
class Judge {
 public:
  explicit Judge(const KernelRecord& kernel) : kernel_(kernel), known_(kernel.barrier_needs), doubts_(kernel) {
    for (std::size_t i = 0; i < known_.pcs.size(); ++i) {
      const std::uint32_t pc = known_.pcs[i];
      const std::string where = to_string(position_of(kernel_, pc));
      add(places_[where], i);
      if (const SourcePosition* const call = call_of(kernel_, pc)) add(calls_[where][to_string(*call)], i);
    }
  }

  [[nodiscard]] std::vector<RedundantBarrier> redundant() {
    std::vector<Place> places;
    std::vector<Place> calls;
    for (const auto& [where, place] : places_) places.push_back(place);
    for (const auto& [where, of_place] : calls_) {
      if (of_place.size() < 2) continue;
      for (const auto& [call, place] : of_place) {
        calls.push_back(place);
        calls.back().in_call = true;
      }
    }
    // What no other input may need does not go by what one may need that has gone.
    for (const bool in_doubt : {false, true}) {
      leave_out(places, in_doubt);
      leave_out(calls, in_doubt);
    }
    std::ranges::sort(all_, {}, &RedundantBarrier::pc);
    return std::move(all_);
  }

 private:
  void add(Place& to, std::size_t number) const {
    const std::uint32_t pc = known_.pcs[number];
    if (to.bits == 0) to.pc = pc;
    to.bits |= std::uint64_t{1} << number;
    to.executions += kernel_.counters[pc].executions;
    // What has been passed once in a loop may be needed in the second round; a library's barriers are its own.
    if ((known_.rounds[number] == 1 && lies_in_loop(kernel_, pc)) ||
        (has_source(kernel_, pc) && !kernel_.sources[kernel_.facts[pc].source].inlined_from.empty()))
      to.is_judged = false;
  }

  void leave_out(std::vector<Place> places, bool in_doubt) {
    std::erase_if(places, [](const Place& place) { return !place.is_judged || place.executions == 0; });
    std::ranges::stable_sort(places, std::ranges::greater{}, &Place::executions);
    for (const bool within_warps : {false, true}) {
      if (within_warps && known_.one_warp) break;  // blocks may be made larger
      for (const Place& place : places) {
        if ((left_out_ & place.bits) != 0 || is_needed(place.bits, within_warps)) continue;
        const std::optional<BarrierDoubt> doubt =
            doubts_.about(pcs_of(place.bits), set_of(left_out_ | place.bits),
                          set_of(within_warps ? without_ : without_ | place.bits));
        if (doubt && !in_doubt) continue;
        left_out_ |= place.bits;
        if (!within_warps) without_ |= place.bits;
        all_.push_back({.pc = place.pc,
                        .executions = place.executions,
                        .within_warps = within_warps,
                        .in_call = place.in_call,
                        .doubt = doubt});
      }
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> pcs_of(std::uint64_t bits) const {
    std::vector<std::uint32_t> pcs;
    for (; bits != 0; bits &= bits - 1) pcs.push_back(known_.pcs[static_cast<std::size_t>(std::countr_zero(bits))]);
    return pcs;
  }
  [[nodiscard]] std::set<std::uint32_t> set_of(std::uint64_t bits) const {
    const std::vector<std::uint32_t> pcs = pcs_of(bits);
    return {pcs.begin(), pcs.end()};
  }

  /// Whether something is in no order any more without these barriers too, or with such of the warp in their place.
  [[nodiscard]] bool is_needed(std::uint64_t bits, bool within_warps) const {
    return std::ranges::any_of(known_.needs, [&](const BarrierNeeds::Need& need) {
      const std::uint64_t gone = need.within_a_warp ? without_ | (within_warps ? 0 : bits) : left_out_ | bits;
      return (need.any_of & ~gone) == 0;
    });
  }

  const KernelRecord& kernel_;
  const BarrierNeeds& known_;
  const BarrierDoubts doubts_;
  std::map<std::string, Place> places_;
  std::map<std::string, std::map<std::string, Place>> calls_;  // by place, then by call
  std::vector<RedundantBarrier> all_;
  std::uint64_t left_out_ = 0;
  std::uint64_t without_ = 0;  // of these, with nothing in their place
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
  finding.notes.push_back(fmt::format("{} by warps", counted(grouped(barrier.executions), "execution")));
  if (barrier.in_call && !finding.inlined_at.empty()) {
    finding.notes.push_back(fmt::format("it is the barrier at {}, which other calls need", to_string(finding.where)));
    finding.where = finding.inlined_at.front();
    finding.inlined_at.erase(finding.inlined_at.begin());
  }
  if (barrier.doubt) finding.notes.push_back(text_of(input_doubt(*barrier.doubt, kernel), finding.where));
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

constexpr std::string_view kBarrierRules[] = {"redundant-barrier"};

}  // namespace

const SourcePosition* call_of(const KernelRecord& kernel, std::uint32_t pc) {
  if (!has_source(kernel, pc)) return nullptr;
  const std::vector<SourcePosition>& calls = kernel.sources[kernel.facts[pc].source].inlined_at;
  return calls.empty() ? nullptr : &calls.front();
}

InputDoubt input_doubt(const BarrierDoubt& doubt, const KernelRecord& kernel) {
  return {.where = position_of(kernel, doubt.pc), .by = doubt.by};
}

std::string text_of(const InputDoubt& doubt, const SourcePosition& seen_from) {
  const std::string line = doubt.where.file == seen_from.file
                               ? fmt::format("line {}", doubt.where.line)
                               : fmt::format("{}:{}", doubt.where.file, doubt.where.line);
  switch (doubt.by) {
    case Input::data: return fmt::format("{} may need it with other data", line);
    case Input::arguments: return fmt::format("{} may need it with other arguments of the kernel", line);
    case Input::calls: return fmt::format("{} may need it: calls of functions are not followed", line);
  }
  return "";
}

std::vector<RedundantBarrier> redundant_barriers(const KernelRecord& kernel) {
  if (kernel.barrier_needs.unknown || kernel.barrier_needs.pcs.empty()) return {};
  return Judge(kernel).redundant();
}

Analyser redundant_barriers_analyser() {
  return {.name = "redundant-barriers",
          .flag = "--redundant-barriers",
          .help = "also name barriers that order nothing which others do not order as well",
          .page = "races.md",
          .rules = kBarrierRules,
          .start = start_analysis<RedundantBarriers>};
}

}  // namespace warpglass::analysis
