// How much a kernel computes for each byte that it moves, and where the roofs of its machine meet. Both follow from its
// counters, published peaks among them; how fast it runs does not, and is not said.
#pragma once

#include <string>
#include <vector>

#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// Bytes that a memory was asked for.
struct MemoryTraffic {
  std::string memory;  // "L1", "L2", "device memory"
  double bytes = 0;
};

struct Roofline {
  double float32_operations = 0;  // a multiply-add is two
  double float64_operations = 0;
  // Published peaks of the GPU that ran it; 0: not known, or there is none.
  double float32_per_second = 0;
  double float64_per_second = 0;
  double memory_bytes_per_second = 0;
  std::vector<MemoryTraffic> traffic;  // the nearest first; behind L1 only where the caches were followed

  [[nodiscard]] double operations() const { return float32_operations + float64_operations; }
};

/// Of global and local memory. Matrix products, halves, quotients and roots are not among the operations.
[[nodiscard]] Roofline roofline_of(const std::vector<MetricDefinition>& metrics, const std::vector<double>& values);

/// Operations a byte from which on arithmetic is the lower roof, below which memory is; 0: a peak is not known.
[[nodiscard]] double ridge(double operations_per_second, double bytes_per_second);

}  // namespace warpglass::analysis
