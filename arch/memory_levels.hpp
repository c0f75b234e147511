// What the levels of a machine's memory take and give, where a chip was asked.
#pragma once

#include <span>
#include <string_view>

#include "arch/device_model.hpp"

namespace warpglass::arch {

/// Cycles are of a multiprocessor's clock.
struct MemoryLevel {
  std::string_view name;
  double latency = 0;    // cycles of a load whose address the next one waits for
  double sm_bytes = 0;   // a cycle, of one multiprocessor that waits for nothing; 0: not asked
  double all_bytes = 0;  // a cycle, of all together
};

/// From the nearest to the farthest; none where no chip of the compute capability was measured. An H200's are those of
/// tests/hardware/h200/facts/memory_levels.tsv.
[[nodiscard]] std::span<const MemoryLevel> memory_levels(const ComputeCapability& capability);

/// Of device memory, bytes a second: the width of its bus, twice a clock (CUDA C++ Best Practices Guide, "Theoretical
/// Bandwidth Calculation"). 0 where either is not on record.
[[nodiscard]] double theoretical_bandwidth(const DeviceModel& device);

}  // namespace warpglass::arch
