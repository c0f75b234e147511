#include "analysis/cost_model.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "analysis/accesses.hpp"
#include "arch/async_copies.hpp"
#include "arch/global_sectors.hpp"
#include "arch/image_sectors.hpp"
#include "arch/lane_batches.hpp"
#include "arch/pass_groups.hpp"
#include "arch/shared_wavefronts.hpp"

namespace warpglass::analysis {
namespace {

std::uint16_t narrow(std::uint32_t value) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(value, std::numeric_limits<std::uint16_t>::max()));
}

sim::SharedCost passes_of(const arch::Wavefronts& cost) {
  return {.wavefronts = narrow(cost.taken),
          .ideal = narrow(cost.ideal),
          .profiled = narrow(cost.profiled),
          .profiled_ideal = narrow(cost.profiled_ideal),
          .rounds = 0,
          .loads = {}};
}

sim::GlobalCost sectors_of(const arch::Sectors& cost, std::uint32_t turns) {
  return {.sectors = narrow(cost.sectors),
          .ideal = narrow(cost.ideal),
          .lines = narrow(cost.lines),
          .turns = narrow(turns)};
}

arch::LaneBatch lanes_of(const sim::PatternBatch& batch) {
  return {.place = &batch.place, .lanes = &batch.lanes, .count = batch.count};
}

class MachineCosts final : public sim::CostModel {
 public:
  MachineCosts(const arch::DeviceModel& device, std::uint32_t bank_bytes)
      : CostModel(device.shared_memory(bank_bytes).period()),
        capability_(device.capability),
        memory_(device.shared_memory(bank_bytes)) {}

  [[nodiscard]] sim::SharedCost shared(const sim::AccessPattern& pattern) const override {
    const arch::SharedRequest request = request_of(pattern);
    if (arch::has_native_atomics(memory_) && arch::is_loop(memory_, request)) {
      const arch::LoopWavefronts loop = arch::loop_wavefronts(memory_, request);
      const sim::SharedCost loads = passes_of(loop.loads);
      sim::SharedCost cost = passes_of(loop.all);
      cost.rounds = narrow(loop.rounds);
      cost.loads = {narrow(loop.requests), loads.wavefronts, loads.ideal, loads.profiled, loads.profiled_ideal};
      return cost;
    }
    return passes_of(arch::shared_wavefronts(memory_, request));
  }

  [[nodiscard]] std::optional<sim::BatchPasses> shared_each(const sim::PatternBatch& batch) const override {
    const auto passes = arch::shared_wavefronts(memory_, request_of(batch.common), lanes_of(batch), batch.within);
    if (!passes) return std::nullopt;
    return sim::BatchPasses{.wavefronts = passes->taken, .ideal = passes->ideal};
  }

  [[nodiscard]] std::optional<sim::BatchSectors> global_each(const sim::PatternBatch& batch) const override {
    const sim::Space space = batch.common.space;
    if (space != sim::Space::local && space != sim::Space::global) return std::nullopt;
    const arch::GlobalRequest common = global_request_of(batch.common);
    const auto asked = space == sim::Space::local
                           ? arch::local_sectors(capability_, common, lanes_of(batch), batch.within)
                           : arch::global_sectors(capability_, common, lanes_of(batch), batch.within);
    if (!asked) return std::nullopt;
    return sim::BatchSectors{
        .sectors = asked->sectors, .ideal = asked->ideal, .lines = asked->lines, .turns = asked->turns};
  }

  [[nodiscard]] sim::CopyCost copy(const sim::CopyPattern& pattern) const override {
    const arch::CopyCost cost = arch::copy_cost({.bytes = pattern.bytes,
                                                 .past_first_level = pattern.past_first_level,
                                                 .lanes = pattern.lanes,
                                                 .reads = pattern.reads,
                                                 .to = pattern.to,
                                                 .from = pattern.from});
    return {.shared = passes_of(cost.shared),
            .global = {.sectors = narrow(cost.global.sectors),
                       .ideal = narrow(cost.global.ideal),
                       .lines = narrow(cost.global.lines),
                       .turns = narrow(cost.global.sectors)}};
  }

  [[nodiscard]] sim::GlobalCost global(const sim::AccessPattern& pattern) const override {
    const arch::GlobalRequest request = global_request_of(pattern);
    if (pattern.space == sim::Space::constant) {
      return {.sectors = narrow(arch::constant_words(capability_, request)), .ideal = 1, .lines = 1, .turns = 1};
    }
    if (pattern.space == sim::Space::local) {
      const arch::Sectors cost = arch::local_sectors(capability_, request);
      return sectors_of(cost, cost.sectors);
    }
    if (request.access == arch::GlobalAccess::atomic) {
      const arch::AtomicSectors cost = arch::atomic_sectors(capability_, request);
      return sectors_of(cost.asked, cost.turns);
    }
    const arch::Sectors cost = arch::global_sectors(capability_, request);
    return sectors_of(cost, cost.sectors);
  }

  [[nodiscard]] ImageSectors image(const ImageRequest& request) const override { return arch::image_sectors(request); }

 private:
  arch::ComputeCapability capability_;
  arch::SharedMemory memory_;
};
static_assert(sim::PatternBatch::kMost == arch::LaneBatch::kMost);
static_assert(arch::SharedMemory{.rules = arch::BankRules::kepler}.period() <= sim::kMaxSharedPeriod);

}  // namespace

std::unique_ptr<sim::CostModel> make_cost_model(const arch::DeviceModel& device, std::uint32_t bank_bytes) {
  return std::make_unique<MachineCosts>(device, bank_bytes);
}

}  // namespace warpglass::analysis
