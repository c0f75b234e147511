// Which array of shared memory an access is meant for, by the name that its address is made from; accesses that leave
// it for a neighbour, and two `extern` arrays, which are one memory, that are used as if they were two.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "analysis/race.hpp"
#include "sim/listener.hpp"
#include "sim/program.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// For each op the shared object (an index in Program::shared_objects) that its address is made from: the name, plus
/// numbers. `sim::kNoIndex` where it is made from none, from several, or from what comes out of memory or a call.
[[nodiscard]] std::vector<std::uint32_t> shared_objects_of(const sim::Program& program);

enum class Astray : std::uint8_t {
  neighbour,  // bytes outside the object
  alias,      // a word that was last written by the name of another object at the same place
};

/// Of one instruction, the first in the order of blocks.
struct StrayAccess {
  std::uint64_t count = 0;    // threads, each time
  std::uint64_t address = 0;  // in shared memory
  std::uint32_t bytes = 0;
  std::uint32_t object = 0;  // that the access is meant for
  std::uint32_t other = 0;   // alias: that was written
  std::uint32_t writer = 0;  // alias: pc of the write
  bool writes = false;
  Racer thread{};
  Dim3 grid{};  // of the launch
  Dim3 threads{};
};

/// By pc.
using StrayAccesses = std::map<std::pair<std::uint32_t, Astray>, StrayAccess>;

void add(StrayAccesses& accesses, std::uint32_t pc, Astray how, const StrayAccess& access);

class StrayDetector final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::shared | sim::Interest::blocks | sim::Interest::apart | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override {
    return aside(launch_, program_, objects_, aliases_, accesses_);
  }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(accesses_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const StrayAccesses& accesses() const { return accesses_; }

 private:
  const sim::LaunchRequest* launch_ = nullptr;
  const void* program_ = nullptr;  // that `objects_` is of
  std::vector<std::uint32_t> objects_;
  bool aliases_ = false;  // two objects of no size of their own are accessed
  StrayAccesses accesses_;
};

}  // namespace warpglass::analysis
