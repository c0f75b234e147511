// Barrier objects that are used where they are not valid, or initialised where they are, as findings: one for each
// place.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/barrier_objects.hpp"
#include "analysis/by_place.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

class BarrierObjects final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [place, object] : detector_.objects()) add(kernel.misused_objects, place, object);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return findings_by_place(kernel, kernel.misused_objects, finding_of);
  }

 private:
  static Finding finding_of(const KernelRecord& kernel, std::uint32_t pc, ObjectMisuse how,
                            const MisusedObject& object) {
    Finding finding = finding_at(kernel, pc);
    finding.rule = "barrier-object";
    finding.severity = how == ObjectMisuse::initialised ? Severity::warning : Severity::error;
    finding.launch = kernel.first_launch;
    finding.block = index_at(object.thread.block, object.grid);
    finding.thread = index_at(std::uint64_t{object.thread.warp} * kWarpSize + object.thread.lane, object.threads);
    finding.warp = object.thread.warp;
    finding.lanes = lane_bit(object.thread.lane);
    finding.count = object.count;
    finding.excess = object.count;
    const std::string name = object_at(kernel.shared_objects, object.address);
    finding.detail =
        name.empty() ? fmt::format("byte {} of shared memory", object.address) : fmt::format("in {}", name);
    const std::string who = fmt::format("thread {} of block {}", index_text(finding.thread), index_text(finding.block));
    switch (how) {
      case ObjectMisuse::uninitialised:
        finding.message = fmt::format("{} uses a barrier object that nobody has initialised", who);
        finding.notes.emplace_back(
            "one thread initialises it (mbarrier.init, init() of cuda::barrier), then a barrier of the block, or of "
            "the "
            "cluster behind fence.mbarrier_init, shows it to the others");
        return finding;
      case ObjectMisuse::invalidated:
        finding.message = fmt::format("{} uses a barrier object that was invalidated", who);
        finding.notes.emplace_back("the memory is free for other use from there on (PTX ISA, mbarrier.inval)");
        break;
      case ObjectMisuse::initialised:
        finding.message = fmt::format("{} initialises a barrier object that is in use", who);
        finding.notes.emplace_back(
            "what is in the memory is lost, and those that wait with it: invalidate it before "
            "(PTX ISA, mbarrier.inval), or initialise it once and go on with its phases");
        break;
    }
    RelatedPlace& other = finding.related.emplace_back();
    other.where = position_of(kernel, object.other);
    other.pc = object.other;
    other.message = how == ObjectMisuse::invalidated ? "invalidated" : "initialised before";
    return finding;
  }

  BarrierObjectDetector detector_;
};

constexpr std::string_view kObjectRules[] = {"barrier-object"};

}  // namespace

Analyser barrier_objects_analyser() {
  return {.name = "barrier-objects",
          .flag = "--barrier-objects",
          .help = "also find barrier objects (mbarrier) that are used before they are initialised or after their end",
          .page = "races.md",
          .rules = kObjectRules,
          .checks = true,
          .start = start_analysis<BarrierObjects>};
}

}  // namespace warpglass::analysis
