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
  // Peak rates beside those of halves: INT4 four times, binary 16 times (Turing GPU Architecture, RTX 2080 Ti; A100
  // Tensor Core GPU Architecture; Ampere GA102 and Ada GPU Architecture, RTX 3080 and 4090). The H100's paper has
  // neither.
  const double halves = results(InstructionClass::tensor);
  const int sm = device.capability.sm();
  const bool multiplies_nibbles = sm == 75 || sm == 80 || sm == 86 || sm == 89;
  // From Volta on the first level and shared memory are one unit, whose 32 banks have 32 bits in a clock each (guide,
  // "Compute Capability 7.x"); an H100 answers Nsight Compute the same: a wavefront of 128 bytes a clock. Turing has
  // half of it by the GA102 paper and all of it by the guide.
  const double l1_bytes = device.bank_rules == BankRules::volta && sm != 75 ? 128 : 0;
  return {.float16_results = results(InstructionClass::float16),
          .float32_results = results(InstructionClass::float32),
          .float64_results = doubles,
          .matrix_float16_results = halves,
          .matrix_float64_results = multiplies_doubles ? 2 * doubles : 0,
          .matrix_integer4_results = multiplies_nibbles ? 4 * halves : 0,
          .matrix_integer1_results = sm == 80 ? 16 * halves : 0,
          .l1_bytes = l1_bytes * device.sm_count};
}

}  // namespace warpglass::arch
