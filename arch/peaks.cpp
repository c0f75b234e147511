#include "arch/peaks.hpp"

#include <algorithm>

#include "arch/instruction_throughput.hpp"

namespace warpglass::arch {

Peaks peaks_of(const DeviceModel& device) {
  const auto results = [&](InstructionClass which) {
    return std::max<double>(0, throughput(device.capability, which).results) * device.sm_count;
  };
  return {.float32_results = results(InstructionClass::float32), .float64_results = results(InstructionClass::float64)};
}

}  // namespace warpglass::arch
