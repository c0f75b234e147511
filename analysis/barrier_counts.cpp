// Where barriers of the block stand, how often warps pass them and, where that was looked for, which are needed: for
// commands that ask for it by name.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/redundant_barriers.hpp"

namespace warpglass::analysis {
namespace {

class BarrierCounts final : public Analysis {
 public:
  void describe(const KernelRecord& kernel, KernelProfile& profile) const override {
    const std::vector<RedundantBarrier> redundant = redundant_barriers(kernel);
    std::set<std::string> whole;  // places that are what they are in all calls
    for (const RedundantBarrier& barrier : redundant) {
      if (!barrier.in_call) whole.insert(to_string(position_of(kernel, barrier.pc)));
    }
    std::map<std::string, BarrierProfile> places;  // a loop that was unrolled is one
    const auto place_of = [&](std::uint32_t pc) -> BarrierProfile& {
      const SourcePosition& where = position_of(kernel, pc);
      const SourcePosition* const call = whole.contains(to_string(where)) ? nullptr : call_of(kernel, pc);
      BarrierProfile& place = places[(call == nullptr ? "" : to_string(*call) + ' ') + to_string(where)];
      place.where = call == nullptr ? where : *call;
      if (call != nullptr) place.called = where;
      return place;
    };
    for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
      if (kernel.facts[pc].kind != sim::OpKind::barrier || kernel.counters[pc].executions == 0) continue;
      place_of(pc).executions += kernel.counters[pc].executions;
    }
    for (const RedundantBarrier& barrier : redundant) {
      BarrierProfile& place = place_of(barrier.pc);
      place.need = barrier.within_warps ? BarrierNeed::within_warps : BarrierNeed::none;
      if (barrier.doubt) place.doubt = input_doubt(*barrier.doubt, kernel);
    }
    for (const auto& [name, place] : places) profile.barriers.push_back(place);
  }
};

}  // namespace

Analyser barrier_counts_analyser() {
  return {.name = "barrier-counts", .by_name = true, .page = "advise.md", .start = start_analysis<BarrierCounts>};
}

}  // namespace warpglass::analysis
