// Which barriers of the block a launch needs: for two threads that touch the same word, one of them writing, and that
// did so in different rounds between barriers, it is known which barriers lay between. One that is never alone there
// orders nothing that another does not order as well.
//
// It errs on the side of need. Words are whole ones, so that bytes side by side count as one. Only barriers of the
// whole block are seen as order: what fences, atomics or `__syncwarp()` order beside them counts as theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// Memory that belongs together, whatever launch it is of.
struct ArrayName {
  enum class Kind : std::uint8_t {
    shared,      // `number`: its index in Program::shared_objects, or one past them
    parameter,   // what a pointer leads to that lies so many bytes from the beginning of the parameters
    allocation,  // that no pointer among them leads to, by its beginning
  };
  Kind kind = Kind::shared;
  std::uint64_t number = 0;

  friend auto operator<=>(const ArrayName&, const ArrayName&) = default;
};

/// Of a kernel, over all counted launches. Barriers are bits, in the order of `pcs`.
struct BarrierNeeds {
  static constexpr std::size_t kMost = 64;  // others are not looked at, and taken for needed

  struct Need {
    std::uint64_t any_of = 0;    // each of these barriers would do
    bool within_a_warp = false;  // the threads are of one warp: __syncwarp() would do as well
    friend auto operator<=>(const Need&, const Need&) = default;
  };

  std::vector<std::uint32_t> pcs;
  std::vector<std::uint64_t> rounds;  // of each, the most often that one block has passed it
  std::set<Need> needs;
  std::map<std::uint32_t, std::set<ArrayName>> touched;  // by pc, shared and global memory
  std::set<std::uint32_t> whole;                         // pcs of these that all threads of some block have executed
  bool unknown = false;                                  // blocks synchronise by other means too, or may
  bool one_warp = false;                                 // some launch had blocks of one warp

  void add(const BarrierNeeds& other);
};

class BarrierWatch final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::shared | sim::Interest::global | sim::Interest::sync | sim::Interest::blocks |
           sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(launch_, needs_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(needs_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const BarrierNeeds& needs() const { return needs_; }

 private:
  const sim::LaunchRequest* launch_ = nullptr;
  BarrierNeeds needs_;
};

}  // namespace warpglass::analysis
