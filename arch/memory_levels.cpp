#include "arch/memory_levels.hpp"

#include <array>

namespace warpglass::arch {
namespace {

constexpr auto kHopperLevels = std::to_array<MemoryLevel>({
    {"shared", 23.0, 127.0, 16769},
    {"constant", 28.0, 0, 0},
    {"L1", 32.0, 123.8, 16351},
    {"L2", 274.9, 117.3, 5110},
    {"DRAM", 662.6, 67.7, 2427},
});

}  // namespace

std::span<const MemoryLevel> memory_levels(const ComputeCapability& capability) {
  if (capability.sm() == 90) return kHopperLevels;
  return {};
}

double theoretical_bandwidth(const DeviceModel& device) {
  return 2.0 * 1000.0 * static_cast<double>(device.memory_clock_khz) * static_cast<double>(device.memory_bus_bits) /
         8.0;
}

}  // namespace warpglass::arch
