// A GPU that a user describes in a JSON file: a known one with some numbers changed. For machines that no record is of,
// those of textbooks among them.
//
//   {
//    "name": "Textbook GPU",
//    "like": "cc2.0",
//    "max_threads_per_sm": 1536,
//    "registers_per_sm": 16384
//   }
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arch/device_model.hpp"
#include "base/diagnostic.hpp"

namespace warpglass::arch {

/// \param text         the file's contents
/// \param file         names it in diagnostics
/// \param diagnostics  gets every error, with its line and column, when there is no value
///
/// "like" names the device that the rest is taken from, as find_device understands it; members that are not stated stay
/// as they are there, but for those that a stated one bounds: registers and shared memory of a block, carve-outs,
/// warps, barriers. Memory rules are those of "like".
[[nodiscard]] std::optional<DeviceModel> parse_device(std::string_view text, const std::string& file,
                                                      Diagnostics& diagnostics);

/// Every member of the description, from which parse_device makes the same device again.
[[nodiscard]] std::string to_json(const DeviceModel& device);

}  // namespace warpglass::arch
