#include "arch/peaks.hpp"

#include <algorithm>

#include "arch/instruction_throughput.hpp"

namespace warpglass::arch {

Peaks peaks_of(const DeviceModel& device) {
  const auto results = [&](InstructionClass which) {
    return std::max<double>(0, throughput(device.capability, which).results) * device.sm_count;
  };
  const double doubles = results(InstructionClass::float64);
  // NVIDIA A100 and H100 Tensor Core GPU Architecture papers, peak rates: FP64 Tensor Core is twice FP64.
  const bool multiplies_doubles = device.capability.sm() == 80 || device.capability.sm() == 90;
  return {.float16_results = results(InstructionClass::float16),
          .float32_results = results(InstructionClass::float32),
          .float64_results = doubles,
          .matrix_float16_results = results(InstructionClass::tensor),
          .matrix_float64_results = multiplies_doubles ? 2 * doubles : 0};
}

}  // namespace warpglass::arch
