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
  double per_second = 0;  // that it can give at most; 0: not on record
};

/// What a kernel computes with numbers of one type, in one kind of unit.
struct Arithmetic {
  std::string type;       // "float32", "float16 matrix"
  double operations = 0;  // a multiply-add is two
  double per_second = 0;  // published peak of the GPU that ran it; 0: not known, or there is none
};

struct Roofline {
  std::vector<Arithmetic> arithmetic;  // that there is any of
  double memory_bytes_per_second = 0;  // of device memory, published; 0: not known
  std::vector<MemoryTraffic> traffic;  // the nearest first; behind L1 only where the caches were followed
};

/// Of global and local memory. Quotients and roots are not among the operations.
[[nodiscard]] Roofline roofline_of(const std::vector<MetricDefinition>& metrics, const std::vector<double>& values);

/// Operations a byte from which on arithmetic is the lower roof, below which memory is; 0: a peak is not known.
[[nodiscard]] double ridge(double operations_per_second, double bytes_per_second);

/// What bounds `arithmetic` first among the roofs that are on record: "L1", "L2", "device memory", "float32
/// arithmetic". Empty where traffic behind L1 was not followed, or the peak of the arithmetic is not known.
[[nodiscard]] std::string lowest_roof(const Arithmetic& arithmetic, const std::vector<MemoryTraffic>& traffic);

}  // namespace warpglass::analysis
