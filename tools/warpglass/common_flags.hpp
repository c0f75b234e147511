// Flags that several commands take, in the same words.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace warpglass::tool {

/// --arch, several GPUs. \param examples  that its help names: "sm_90, ampere"
/// \param more  what the help adds at its end
void add_devices_flag(CLI::App& command, std::vector<std::string>& archs, const std::string& examples,
                      const std::string& more = "");

/// --json FILE
void add_json_flag(CLI::App& command, std::string& file);

/// --colour WHEN, for parse_colour
void add_colour_flag(CLI::App& command, std::string& when);

}  // namespace warpglass::tool
