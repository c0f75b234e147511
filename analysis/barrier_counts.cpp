// Where barriers of the block stand, how often warps pass them and, where that was looked for, which are needed: for
// commands that ask for it by name.
#include <map>
#include <string>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/redundant_barriers.hpp"

namespace warpglass::analysis {
namespace {

class BarrierCounts final : public Analysis {
 public:
  void describe(const KernelRecord& kernel, KernelProfile& profile) const override {
    std::map<std::string, BarrierProfile> places;  // a loop that was unrolled is one
    for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
      if (kernel.facts[pc].kind != sim::OpKind::barrier || kernel.counters[pc].executions == 0) continue;
      const SourcePosition& where = position_of(kernel, pc);
      BarrierProfile& place = places[to_string(where)];
      place.where = where;
      place.executions += kernel.counters[pc].executions;
    }
    for (const RedundantBarrier& barrier : redundant_barriers(kernel))
      places[to_string(position_of(kernel, barrier.pc))].need =
          barrier.within_warps ? BarrierNeed::within_warps : BarrierNeed::none;
    for (const auto& [name, place] : places) profile.barriers.push_back(place);
  }
};

std::unique_ptr<Analysis> start(const arch::DeviceModel&) { return std::make_unique<BarrierCounts>(); }

}  // namespace

Analyser barrier_counts_analyser() {
  return {.name = "barrier-counts", .by_name = true, .page = "advise.md", .start = start};
}

}  // namespace warpglass::analysis
