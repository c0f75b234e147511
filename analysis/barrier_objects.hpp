// Barrier objects in shared memory (mbarrier) that are used before they are initialised or after they are invalidated,
// and such that are initialised where there is a valid one (PTX ISA, mbarrier.init and mbarrier.inval).
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "analysis/race.hpp"
#include "base/dim3.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

enum class ObjectMisuse : std::uint8_t {
  uninitialised,  // no instruction has initialised it since the block began
  invalidated,    // it was, and is no more
  initialised,    // it is, and is initialised again
};

/// Of one instruction, the first in the order of blocks.
struct MisusedObject {
  std::uint64_t count = 0;
  std::uint64_t address = 0;  // in shared memory
  std::uint32_t other = 0;    // pc of what has invalidated or initialised it
  Racer thread{};
  Dim3 grid{};  // of the launch
  Dim3 threads{};
};

/// By pc.
using MisusedObjects = std::map<std::pair<std::uint32_t, ObjectMisuse>, MisusedObject>;

void add(MisusedObjects& objects, const MisusedObjects::key_type& place, const MisusedObject& object);

class BarrierObjectDetector final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::sync | sim::Interest::blocks | sim::Interest::apart | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(launch_, objects_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(objects_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const MisusedObjects& objects() const { return objects_; }

 private:
  const sim::LaunchRequest* launch_ = nullptr;
  MisusedObjects objects_;
};

}  // namespace warpglass::analysis
