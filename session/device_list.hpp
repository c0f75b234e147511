// The devices of a process in one word: "2" for so many of the machine that is modelled, or their names with commas
// between.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::session {

/// Names them where the `warpglass` tool does not.
inline constexpr const char* kDevicesVariable = "WARPGLASS_DEVICES";

/// Devices that a process may have: as many as each may have peers (CUDA Programming Guide, "Peer-to-peer memory
/// access").
inline constexpr std::uint32_t kMaxDevices = 8;

/// For Settings::devices.
/// \param problem  what is wrong, one line; empty when the devices are there
[[nodiscard]] std::optional<std::vector<std::string>> parse_devices(std::string_view text, std::string& problem);

}  // namespace warpglass::session
