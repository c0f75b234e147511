// One shared-memory access of the threads of a block on one GPU, lane by lane: addresses, banks, passes, and what they
// add up to. Plain data; `report` renders it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/profile.hpp"
#include "arch/device_model.hpp"
#include "arch/shared_wavefronts.hpp"
#include "base/dim3.hpp"

namespace warpglass::analysis {

/// What one warp's access costs.
struct BankCost {
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal = 0;  // as Wavefronts::ideal
  std::uint32_t words = 0;  // different words of a bank's width that the lanes ask for

  /// 1: no conflict.
  [[nodiscard]] double ways() const { return ideal == 0 ? 0 : static_cast<double>(wavefronts) / ideal; }
};

struct BankStudy {
  /// A lane that takes part, of the warp shown.
  struct Lane {
    int lane = 0;
    Dim3 thread{0, 0, 0};
    std::uint64_t address = 0;  // byte offset
  };

  std::string title;         // "tile[ty][tx]"
  std::string device;        // "NVIDIA H200"
  std::string architecture;  // "sm_90"
  std::string generation;    // "Hopper"
  bool has_bank_modes = false;
  std::uint32_t banks = 0;
  std::uint32_t bank_bytes = 0;
  std::string access;              // "load"
  std::uint32_t access_bytes = 0;  // a lane
  Dim3 block;
  std::uint32_t warp = 0;            // shown
  std::vector<Lane> lanes;           // ascending
  std::vector<ServedLane> services;  // ascending by pass, then lane
  BankCost cost;                     // of the warp shown
  std::uint32_t warps = 0;           // of the block
  std::uint64_t wavefronts = 0;      // of all warps
  std::uint64_t wavefronts_ideal = 0;
  Fidelity fidelity = Fidelity::exact;

  /// Share of what the banks could have delivered in the wavefronts taken, 0 to 1.
  [[nodiscard]] double utilisation() const {
    return cost.wavefronts == 0 ? 0 : static_cast<double>(cost.words) / (double(cost.wavefronts) * banks);
  }
};

struct BankQuestion {
  std::string title;
  arch::SharedAccess access = arch::SharedAccess::load;  // load, store, atomic or compare_and_swap
  std::uint32_t bytes = 4;                               // a lane: 1, 2, 4, 8 or 16
  Dim3 block = {32, 1, 1};
  /// Byte offset that each thread accesses, in the order of their numbers; nothing for those that do not. Multiples of
  /// `bytes`.
  std::span<const std::optional<std::uint64_t>> addresses;
  std::uint32_t warp = 0;        // to show
  std::uint32_t bank_bytes = 4;  // where the machine has bank modes: 4 or 8
};

[[nodiscard]] BankStudy study_banks(const arch::DeviceModel& device, const BankQuestion& question);

}  // namespace warpglass::analysis
