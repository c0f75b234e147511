#include "analysis/cost_model.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "analysis/accesses.hpp"
#include "arch/global_sectors.hpp"

namespace warpglass::analysis {
namespace {

std::uint16_t narrow(std::uint32_t value) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(value, std::numeric_limits<std::uint16_t>::max()));
}

/// BankRules::volta and 32-byte sectors.
class VoltaCosts final : public sim::CostModel {
 public:
  [[nodiscard]] sim::SharedCost shared(const sim::AccessPattern& pattern) const override {
    const arch::Wavefronts cost = arch::shared_wavefronts(request_of(pattern));
    return {.wavefronts = narrow(cost.taken), .ideal = narrow(cost.ideal)};
  }

  [[nodiscard]] sim::GlobalCost global(const sim::AccessPattern& pattern) const override {
    const arch::Sectors cost = arch::global_sectors(pattern.address, pattern.lanes, pattern.bytes);
    return {.sectors = narrow(cost.sectors), .ideal = narrow(cost.ideal), .lines = narrow(cost.lines)};
  }
};

}  // namespace

std::unique_ptr<sim::CostModel> make_cost_model(const arch::DeviceModel& device) {
  assert(device.modelled());
  (void)device;
  return std::make_unique<VoltaCosts>();
}

}  // namespace warpglass::analysis
