#include "analysis/barrier_objects.hpp"

#include <tuple>
#include <unordered_map>

#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

using sim::Sync;

bool uses_object(Sync what) {
  return what == Sync::mbarrier_arrive || what == Sync::mbarrier_expect || what == Sync::mbarrier_complete ||
         what == Sync::mbarrier_test || what == Sync::mbarrier_invalidate || what == Sync::async_arrive;
}

class ObjectsShard final : public sim::Shard {
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

std::unique_ptr<sim::Shard> BarrierObjectDetector::make_shard(std::size_t) { return std::make_unique<ObjectsShard>(); }

void BarrierObjectDetector::merge(sim::Shard& shard) {
  for (const auto& [place, object] : static_cast<ObjectsShard&>(shard).misused) {
    MisusedObject complete = object;
    complete.grid = launch_->grid;
    complete.threads = launch_->block;
    add(objects_, place, complete);
  }
}

}  // namespace warpglass::analysis
