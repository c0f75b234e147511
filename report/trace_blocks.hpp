// The blocks of each launch on the SMs, as events of the trace: a process for each device, in it a track that says what
// each launch came to and one for each place that an SM has for a block.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "report/report.hpp"

namespace warpglass::report {

/// Microseconds of the axis that a launch or a copy has.
inline constexpr std::uint64_t kPlaceOnAxis = 1000;

/// Blocks that a launch shows at most: beyond that the first waves and the last.
inline constexpr std::uint64_t kBlocksOfLaunch = 8192;
/// Blocks that a trace shows at most: beyond that launches only say how many they have.
inline constexpr std::uint64_t kBlocksOfTrace = 32768;

/// \return "65,536 blocks are left out"; empty where none is
[[nodiscard]] std::string add_blocks(const Report& report, nlohmann::ordered_json& events);

}  // namespace warpglass::report
