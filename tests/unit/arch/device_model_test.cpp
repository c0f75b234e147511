#include "arch/device_model.hpp"

#include <gtest/gtest.h>

#include <set>

namespace warpglass::arch {
namespace {

std::string name_found(std::string_view name) {
  const DeviceLookup lookup = find_device(name);
  return lookup.device != nullptr ? lookup.device->name : "none";
}

TEST(FindDevice, TakesEveryWayOfNamingAMachine) {
  for (const char* name : {"sm_90", "SM_90", "sm_90a", "sm90", "compute_90", "cc9.0", "CC 9.0", "9.0", "hopper",
                           "Hopper", "H200", "NVIDIA H200"}) {
    EXPECT_EQ(name_found(name), "NVIDIA H200") << name;
  }
  EXPECT_EQ(name_found("ampere"), "NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(name_found("A100"), "NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(name_found("a100-sxm4-80gb"), "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(name_found("rtx 4090"), "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(name_found("RTX4090"), "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(name_found("4090"), "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(name_found("H100 PCIe"), "NVIDIA H100 PCIe");
  EXPECT_EQ(name_found("ada lovelace"), "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(name_found("kepler"), "GeForce GTX 680");
  EXPECT_EQ(name_found("cc1.3"), "GeForce GTX 280");
  EXPECT_EQ(name_found("sm_120"), "NVIDIA GeForce RTX 5090");
  EXPECT_EQ(name_found("sm_103a"), "NVIDIA B300 SXM6 AC");
}

TEST(FindDevice, RefusesWhatNamesNone) {
  for (const char* name : {"", " ", "sm_", "sm_91", "sm_9999999999", "sm_90b", "cc", "9.", ".9", "9.0.0", "nvidia",
                           "rtx", "80GB", "h", "hopp", "\xff\xfe", "sm_-1"}) {
    EXPECT_EQ(name_found(name), "none") << name;
  }
  const std::string error = find_device("sm_91").error;
  EXPECT_NE(error.find("'sm_91'"), std::string::npos) << error;
  EXPECT_NE(error.find("sm_10, 11, 12, 13, 20"), std::string::npos) << error;
  EXPECT_NE(error.find("Hopper"), std::string::npos) << error;
  EXPECT_EQ(error.find('\n'), std::string::npos);
}

TEST(Devices, EveryCapabilityIsFoundByItsOwnName) {
  for (const DeviceModel& device : devices()) {
    const DeviceLookup lookup = find_device(device.sm_name());
    ASSERT_NE(lookup.device, nullptr) << device.sm_name();
    EXPECT_EQ(lookup.device->capability, device.capability);
    EXPECT_EQ(name_found(device.name), device.name);
  }
}

TEST(Devices, RulesAreRecordedFromVoltaOn) {
  std::set<std::uint32_t> recorded;
  for (const DeviceModel& device : devices()) {
    if (device.has_recorded_rules()) recorded.insert(device.capability.sm());
  }
  EXPECT_EQ(recorded, (std::set<std::uint32_t>{70, 75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121}));
  EXPECT_EQ(default_device().sm_name(), "sm_90");
}

TEST(Devices, NumbersFitTogether) {
  for (const DeviceModel& device : devices()) {
    const Limits& limits = device.limits;
    EXPECT_EQ(limits.max_threads_per_sm, limits.max_warps_per_sm * device.warp_size) << device.name;
    EXPECT_LE(limits.shared_bytes_per_block, limits.shared_bytes_per_block_optin) << device.name;
    EXPECT_LE(limits.shared_bytes_per_block_optin + limits.shared_bytes_reserved, limits.shared_bytes_per_sm)
        << device.name;
    EXPECT_LE(limits.registers_per_block, limits.registers_per_sm) << device.name;
    EXPECT_GT(device.sm_count, 0u) << device.name;
    EXPECT_GT(device.memory_bytes, 0u) << device.name;
    if (limits.shared_carve_outs.empty()) continue;
    EXPECT_EQ(limits.shared_carve_outs.back(), limits.shared_bytes_per_sm) << device.name;
  }
}

}  // namespace
}  // namespace warpglass::arch
