// What the user gave as the program: told by its contents and its name, with a line that says what to do about what can
// not be run.
#pragma once

#include <cstdint>
#include <string>

namespace warpglass::tool {

enum class ProgramKind : std::uint8_t { cuda_source, ptx, executable };

/// \throws UsageError for what is not there, cannot be read or cannot be run
[[nodiscard]] ProgramKind classify(const std::string& path);

/// \throws UsageError
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace warpglass::tool
