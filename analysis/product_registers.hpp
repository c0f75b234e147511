// Registers of products that go on beside the threads that issue them (wgmma). Until its group is waited for, a product
// may not have read the registers that hold A, nor written its sums; and it may begin before what a thread has just
// done with them is done, unless a fence stands between (PTX ISA, wgmma.mma_async, wgmma.wait_group and wgmma.fence).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "analysis/race.hpp"
#include "base/dim3.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

enum class RegisterMisuse : std::uint8_t {
  read_early,       // sums of a product that is under way are read
  written_early,    // or written
  factor_changed,   // registers that hold A are written while the product is under way
  no_fence,         // a product's registers were used since the last fence
  no_fence_shape,   // by a product of another shape
  no_fence_at_all,  // there was none before the first product
};

/// Of one instruction, the first in the order of blocks and warps.
struct MisusedRegisters {
  static constexpr std::uint32_t kNotCommitted = 0xffffffffu;

  std::uint64_t count = 0;  // executions by a warp
  std::uint32_t other = 0;  // pc of the product, or of what has used its registers
  std::uint32_t newer_groups =
      0;           // *_early, factor_changed: committed behind the product's, which a wait may leave out
  Racer thread{};  // the warp's first
  Dim3 grid{};     // of the launch
  Dim3 threads{};
};

/// By pc.
using RegisterMisuses = std::map<std::pair<std::uint32_t, RegisterMisuse>, MisusedRegisters>;

void add(RegisterMisuses& all, const RegisterMisuses::key_type& place, const MisusedRegisters& misuse);

class ProductRegisterDetector final : public sim::Listener, public sim::PutsAside {
 public:
  /// What each basic block does with such registers.
  struct Plan;

  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::products | sim::Interest::blocks | sim::Interest::apart | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(launch_, plan_, misuses_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(misuses_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const RegisterMisuses& misuses() const { return misuses_; }

 private:
  const sim::LaunchRequest* launch_ = nullptr;
  std::shared_ptr<const Plan> plan_;
  RegisterMisuses misuses_;
};

}  // namespace warpglass::analysis
