// What the user gave as the program: told by its contents and its name, with a line that says what to do about what can
// not be run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpglass::tool {

enum class ProgramKind : std::uint8_t { cuda_source, ptx, executable };

/// What is started for a program that the user names.
struct Started {
  std::string program;
  std::vector<std::string> arguments;  // ahead of the user's
};

/// A name without a folder is looked for in the search path where it is no file. A script is run by its interpreter,
/// one in Python also where it names none; scripts of shells are not, since what they start has the report.
[[nodiscard]] Started started_for(const std::string& named);

/// \throws UsageError for what is not there, cannot be read or cannot be run
[[nodiscard]] ProgramKind classify(const std::string& path);

/// \throws UsageError
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace warpglass::tool
