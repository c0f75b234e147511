// clang's messages in the form of NVRTC's program log, which programs read: "name(3): error: ...", and for a header
// that is not there the words that those look for which then hand it in.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::nvrtc {

/// \param messages  clang's, uncoloured
/// \param name  of the program
/// \param searches  for headers in folders
[[nodiscard]] std::string program_log(std::string_view messages, const std::string& name, bool searches);

}  // namespace warpglass::nvrtc
