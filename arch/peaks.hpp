// What a machine can do at most, as its documents say: the roofs of a roofline.
#pragma once

#include "arch/device_model.hpp"

namespace warpglass::arch {

/// Results of all SMs in a clock; 0: not on record, or there is none. Operations a second are these times the clock,
/// and twice that where a multiply-add is two; of device memory see theoretical_bandwidth().
struct Peaks {
  double float32_results = 0;
  double float64_results = 0;
};

/// The guide's table "Throughput of Native Arithmetic Instructions" times the SMs. Matrix products have other, higher
/// roofs.
[[nodiscard]] Peaks peaks_of(const DeviceModel& device);

}  // namespace warpglass::arch
