// What a machine can do at most, as its documents say: the roofs of a roofline.
#pragma once

#include "arch/device_model.hpp"

namespace warpglass::arch {

/// Results of all SMs in a clock, each of which may be a multiply-add; 0: not on record, or there is none. Operations a
/// second are twice these times the clock; of device memory see theoretical_bandwidth().
struct Peaks {
  double float16_results = 0;
  double float32_results = 0;
  double float64_results = 0;
  // Of matrix products. Elements of 8 bits have twice the first, tf32 half of it.
  double matrix_float16_results = 0;
  double matrix_float64_results = 0;
  double matrix_integer4_results = 0;
  double matrix_integer1_results = 0;
  // Bytes that the first levels give global and local loads.
  double l1_bytes = 0;
};

/// The guide's table "Throughput of Native Arithmetic Instructions" times the SMs; of matrix products the architecture
/// papers' numbers, without sparsity. GeForce boards add products of halves up in floats at half of that.
[[nodiscard]] Peaks peaks_of(const DeviceModel& device);

}  // namespace warpglass::arch
