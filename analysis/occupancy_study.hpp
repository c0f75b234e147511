// The occupancy of one launch on one GPU as a page that explains it: what each resource allows, what binds, how the
// answer changes with block size, registers and shared memory, and which settings would be better. Plain data; `report`
// renders it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/profile.hpp"
#include "arch/device_model.hpp"
#include "arch/occupancy.hpp"

namespace warpglass::analysis {

struct OccupancyStudy {
  using Limit = OccupancyResource;
  using Curve = OccupancyCurve;
  using Step = OccupancyCurve::Step;
  /// Changed settings that have more warps resident; what is nothing stays as it is.
  struct Change {
    std::optional<std::uint32_t> block_threads;
    std::optional<std::uint32_t> registers_per_thread;  // at most
    std::optional<std::uint32_t> shared_bytes;          // at most
    std::uint32_t blocks_per_sm = 0;
    std::uint32_t warps_per_sm = 0;
  };
  /// Blocks that run at once as clusters.
  struct Clusters {
    std::uint32_t size = 0;          // blocks
    std::uint64_t per_gpu_most = 0;  // a bound: how SMs are grouped is not known
  };

  std::string kernel;        // empty: bare numbers
  std::string device;        // "NVIDIA H200"
  std::string architecture;  // "sm_90"
  std::uint32_t sm_count = 0;
  std::uint32_t block_threads = 0;
  std::uint32_t registers_per_thread = 0;
  bool registers_estimated = false;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t warps_per_sm = 0;
  std::uint32_t max_warps_per_sm = 0;
  std::vector<Limit> limits;
  std::vector<Curve> curves;
  std::vector<Change> changes;
  std::optional<Clusters> clusters;
  std::vector<std::string> notes;  // what else to know, one line each

  [[nodiscard]] double fraction(std::uint32_t warps) const {
    return max_warps_per_sm == 0 ? 0 : static_cast<double>(warps) / max_warps_per_sm;
  }
};

struct OccupancyQuestion {
  std::string kernel;  // for the title; empty for bare numbers
  arch::BlockNeeds needs;
  bool registers_estimated = false;
  std::uint32_t cluster_size = 0;  // blocks; 0: none
};

[[nodiscard]] OccupancyStudy study_occupancy(const arch::DeviceModel& device, const OccupancyQuestion& question);

}  // namespace warpglass::analysis
