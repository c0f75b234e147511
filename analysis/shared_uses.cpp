// What is done with the arrays of static shared memory, for commands that ask for it by name: which layouts would cost
// less follows from that.
#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/shared_patterns.hpp"

namespace warpglass::analysis {
namespace {

SharedUse use_of(std::uint32_t pc, const SharedPatterns& patterns) {
  SharedUse use{.pc = pc,
                .access = patterns.access,
                .bytes = patterns.bytes,
                .one_lane = patterns.one_lane,
                .executions = patterns.executions,
                .scattered = patterns.dropped(),
                .machine = {},
                .patterns = {}};
  for (const sim::MachineAccess& access : patterns.machine) use.machine.push_back({access.offset, access.bytes});
  for (const auto& [shape, times] : patterns.shapes()) {
    SharedPattern& pattern = use.patterns.emplace_back();
    pattern.lanes = shape.first;
    pattern.distances = shape.second;
    for (const auto& [base, count] : times) {
      pattern.bases.push_back(base);
      pattern.times.push_back(count);
    }
  }
  return use;
}

class SharedUses final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &listener_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [pc, patterns] : listener_.patterns()) kernel.shared_patterns[pc].add(patterns);
  }

  void describe(const KernelRecord& kernel, KernelProfile& profile) const override {
    for (const auto& [pc, patterns] : kernel.shared_patterns) profile.shared_uses.push_back(use_of(pc, patterns));
  }

 private:
  SharedPatternListener listener_;
};

}  // namespace

Analyser shared_uses_analyser() {
  return {.name = "shared-uses", .by_name = true, .page = "advise.md", .start = start_analysis<SharedUses>};
}

}  // namespace warpglass::analysis
