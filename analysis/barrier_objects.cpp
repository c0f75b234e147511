#include "analysis/barrier_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

using sim::Sync;

bool uses_object(Sync what) {
  return what == Sync::mbarrier_arrive || what == Sync::mbarrier_expect || what == Sync::mbarrier_complete ||
         what == Sync::mbarrier_test || what == Sync::mbarrier_invalidate || what == Sync::async_arrive;
}

class Worker final : public sim::Shard {
 public:
  void on_sync(const sim::SyncEvent& event) override {
    if (event.what == Sync::mbarrier_init) {
      Object& object = objects_[event.owner][event.address];
      if (object.valid) note(event, ObjectMisuse::initialised, object.pc);
      object = {.valid = true, .pc = event.at.pc};
      return;
    }
    if (!uses_object(event.what)) return;
    Objects& of_block = objects_[event.owner];
    const auto object = of_block.find(event.address);
    if (object == of_block.end()) {
      note(event, ObjectMisuse::uninitialised, event.at.pc);
    } else if (!object->second.valid) {
      note(event, ObjectMisuse::invalidated, object->second.pc);
    } else if (event.what == Sync::mbarrier_invalidate) {
      object->second = {.valid = false, .pc = event.at.pc};
    }
  }

  void on_flow(const sim::FlowEvent& event) override {
    if (event.what == sim::Flow::block_end) objects_.erase(event.at.block);
  }

  MisusedObjects misused;

 private:
  struct Object {
    bool valid = false;
    std::uint32_t pc = 0;  // that has made it so
  };
  using Objects = std::unordered_map<std::uint64_t, Object>;  // by address

  void note(const sim::SyncEvent& event, ObjectMisuse how, std::uint32_t other) {
    add(misused, {event.at.pc, how},
        {.count = 1,
         .address = event.address,
         .other = other,
         .thread = {.block = static_cast<std::uint32_t>(event.at.block),
                    .warp = static_cast<std::uint8_t>(event.at.warp),
                    .lane = static_cast<std::uint8_t>(first_lane(event.at.lanes))}});
  }

  std::unordered_map<std::uint64_t, Objects> objects_;  // by the block whose shared memory they are in
};

class BarrierObjects final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [place, object] : detector_.objects()) add(kernel.misused_objects, place, object);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    std::vector<Finding> all;
    std::map<std::pair<std::string, ObjectMisuse>, std::size_t> by_place;
    for (const auto& [place, object] : kernel.misused_objects) {
      const auto [known, fresh] =
          by_place.try_emplace({to_string(position_of(kernel, place.first)), place.second}, all.size());
      if (fresh) {
        all.push_back(finding_of(kernel, place.first, place.second, object));
      } else {
        all[known->second].count += object.count;
        all[known->second].excess += object.count;
      }
    }
    return all;
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
            "what is in the memory is lost, and those that wait with it: invalidate it first (PTX ISA, "
            "mbarrier.inval), "
            "or initialise it once and go on with its phases");
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

constexpr std::string_view kRules[] = {"barrier-object"};

std::unique_ptr<Analysis> start(const arch::DeviceModel&) { return std::make_unique<BarrierObjects>(); }

}  // namespace

void add(MisusedObjects& objects, const MisusedObjects::key_type& place, const MisusedObject& object) {
  const auto [known, fresh] = objects.try_emplace(place, object);
  if (fresh) return;
  const std::uint64_t count = known->second.count + object.count;
  const auto order = [](const MisusedObject& of) {
    return std::tuple(of.thread.block, of.thread.warp, of.thread.lane, of.address);
  };
  if (order(object) < order(known->second)) known->second = object;
  known->second.count = count;
}

void BarrierObjectDetector::on_start(const sim::LaunchRequest& launch) {
  launch_ = &launch;
  objects_.clear();
}

std::unique_ptr<sim::Shard> BarrierObjectDetector::make_shard(std::size_t) { return std::make_unique<Worker>(); }

void BarrierObjectDetector::merge(sim::Shard& shard) {
  for (const auto& [place, object] : static_cast<Worker&>(shard).misused) {
    MisusedObject complete = object;
    complete.grid = launch_->grid;
    complete.threads = launch_->block;
    add(objects_, place, complete);
  }
}

Analyser barrier_objects_analyser() {
  return {.name = "barrier-objects",
          .flag = "--barrier-objects",
          .help = "also find barrier objects (mbarrier) that are used before they are initialised or after their end",
          .page = "races.md",
          .rules = kRules,
          .checks = true,
          .start = start};
}

}  // namespace warpglass::analysis
