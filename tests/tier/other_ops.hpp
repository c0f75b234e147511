// Blocks that change between two lots of ops after each round of their warps: the program's own and others that do the
// same. What a launch computes, counts and finds must not depend on it.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "sim/program.hpp"
#include "sim/tiered_ops.hpp"

namespace warpglass::test {

class OtherOps final : public sim::TieredOps {
 public:
  /// \param tier  where the other ops come from; nullptr: they are a copy
  OtherOps(const sim::Program& program, sim::TieredOps* tier) : own_(program.ops.data()), tier_(tier) {
    if (tier == nullptr) copy_ = program.ops;
  }

  sim::BlockOps start(const sim::Done&) override { return {.first = own_, .rounds_left = 1}; }

  void renew(sim::BlockOps& block, const sim::Done& done) override {
    const sim::Op* const others = tier_ == nullptr ? copy_.data() : tier_->start(done).first;
    const sim::Op* const next = block.first == own_ ? others : own_;
    if (next != block.first) ++changes_;
    block.first = next;
    block.rounds_left = 1;
  }

  /// How often a block has gone on with other ops.
  [[nodiscard]] std::size_t changes() const { return changes_; }

 private:
  const sim::Op* own_;
  sim::TieredOps* tier_;
  std::vector<sim::Op> copy_;
  std::atomic<std::size_t> changes_{0};
};

}  // namespace warpglass::test
