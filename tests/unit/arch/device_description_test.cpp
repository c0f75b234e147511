#include "arch/device_description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/occupancy.hpp"

namespace warpglass::arch {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::optional<DeviceModel> device_of(std::string_view text) {
  Diagnostics diagnostics;
  auto device = parse_device(text, "d.json", diagnostics);
  for (const Diagnostic& said : diagnostics) ADD_FAILURE() << to_string(said);
  return device;
}

std::string first_error(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_device(text, "d.json", diagnostics)) << text;
  return diagnostics.empty() ? "" : to_string(diagnostics.front());
}

TEST(DeviceDescription, WhatIsNotStatedIsAsTheOther) {
  const auto device = device_of(R"({"like": "A100", "name": "Half an A100", "sm_count": 54, "max_blocks_per_sm": 16})");
  ASSERT_TRUE(device);
  const DeviceModel& like = *find_device("A100").device;
  EXPECT_EQ(device->name, "Half an A100");
  EXPECT_EQ(device->sm_count, 54u);
  EXPECT_EQ(device->limits.max_blocks_per_sm, 16u);
  EXPECT_EQ(device->capability, like.capability);
  EXPECT_EQ(device->bank_rules, like.bank_rules);
  EXPECT_EQ(device->limits.registers_per_sm, like.limits.registers_per_sm);
  EXPECT_EQ(device->limits.shared_carve_outs, like.limits.shared_carve_outs);
}

TEST(DeviceDescription, WhatIsBoundedFollows) {
  const auto device = device_of(R"({"like": "sm_90", "registers_per_sm": 16384, "shared_bytes_per_sm": 65536,
                                    "max_threads_per_sm": 512, "max_blocks_per_sm": 8})");
  ASSERT_TRUE(device);
  const Limits& limits = device->limits;
  EXPECT_EQ(limits.max_warps_per_sm, 16u);
  EXPECT_EQ(limits.max_threads_per_block, 512u);
  EXPECT_EQ(limits.registers_per_block, 16384u);
  EXPECT_EQ(limits.shared_bytes_per_block_optin, 63u * 1024);
  EXPECT_EQ(limits.shared_bytes_per_block, 48u * 1024);
  EXPECT_EQ(limits.barriers_per_sm, 16u);
  EXPECT_EQ(limits.shared_carve_outs, (std::vector<std::uint32_t>{0, 8192, 16384, 32768, 65536}));
}

TEST(DeviceDescription, EveryDeviceDescribesItself) {
  for (const DeviceModel& device : devices()) {
    const auto again = device_of(to_json(device));
    ASSERT_TRUE(again) << device.name;
    EXPECT_EQ(to_json(*again), to_json(device));
    EXPECT_EQ(again->limits.max_warps_per_sm, device.limits.max_warps_per_sm);
    EXPECT_EQ(again->limits.carve_out_by_kernel, device.limits.carve_out_by_kernel);
    const BlockNeeds needs{.threads = 160, .registers_per_thread = 50, .static_shared_bytes = 5000};
    EXPECT_EQ(occupancy(again->limits, needs).blocks_per_sm, occupancy(device.limits, needs).blocks_per_sm);
  }
}

TEST(DeviceDescription, EveryMistakeHasItsPlace) {
  EXPECT_THAT(first_error(""), StartsWith("d.json:1:1: error: "));
  EXPECT_THAT(first_error("{\n \"like\" 3}"), StartsWith("d.json:2:9: error: is no JSON here"));
  EXPECT_THAT(first_error("[]"), HasSubstr("no JSON object"));
  EXPECT_THAT(first_error("{}"), HasSubstr("\"like\" is missing"));
  EXPECT_THAT(first_error(R"({"like": 3})"), StartsWith("d.json:1:2: error: \"like\" takes a text"));
  EXPECT_THAT(first_error("{\n  \"like\": \"sm_91\"}"), StartsWith("d.json:2:3: error: unknown GPU 'sm_91'"));
  EXPECT_THAT(first_error("{\"like\": \"sm_90\",\n \"warps\": 3}"),
              StartsWith("d.json:2:2: error: \"warps\" is no member"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "sm_count": 0})"), HasSubstr("a whole number from 1 to"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "sm_count": -1})"), HasSubstr("a whole number from 1 to"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "sm_count": 1.5})"), HasSubstr("a whole number from 1 to"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "sm_count": 1e300})"), HasSubstr("a whole number from 1 to"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "sm_count": "4"})"), HasSubstr("a whole number from 1 to"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "like": "sm_80"})"), HasSubstr("\"like\" is there twice"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "max_threads_per_sm": 100})"),
              HasSubstr("a multiple of the 32 threads"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "registers_per_block": 131072})"),
              HasSubstr("(131072) is more than registers_per_sm (65536)"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "shared_carve_outs": [8192, 4096, 233472]})"), HasSubstr("ascending"));
  EXPECT_THAT(first_error(R"({"like": "sm_90", "shared_carve_outs": [8192]})"), HasSubstr("(233472)"));
}

}  // namespace
}  // namespace warpglass::arch
