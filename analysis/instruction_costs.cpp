// What instructions cost: how long pipes are busy with a kernel, and conversions that keep them busy without the source
// showing it.
#include "analysis/analyser.hpp"
#include "analysis/issue_costs.hpp"
#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::string_view kCostRules[] = {"slow-conversion"};

class InstructionCosts final : public Analysis {
 public:
  explicit InstructionCosts(const arch::DeviceModel& device) : device_(device) {}
  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return find_slow_conversions(kernel, device_);
  }
  void describe(const KernelRecord& kernel, KernelProfile& profile) const override {
    profile.pipes = pipe_uses(kernel);
  }

 private:
  const arch::DeviceModel& device_;
};

}  // namespace

Analyser instruction_costs_analyser() {
  return {.name = "costs",
          .page = "teaching/instruction_costs.md",
          .rules = kCostRules,
          .start = start_analysis<InstructionCosts>};
}

}  // namespace warpglass::analysis
