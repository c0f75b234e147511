// Static libraries of device code. The host's linker takes of an archive what defines a symbol that is missing, and an
// object whose device code alone is used defines none for it: nvcc's device linker finds such a one, and so do we.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace warpglass::toolkit {

/// Archives among a linker's arguments, by path or by -l in the folders of -L.
[[nodiscard]] std::vector<std::string> archives_of(std::span<const std::string> words);

/// Members that have device code and define nothing that the host's linker would look for, written to the folder as
/// object files.
/// \param archive  path; what is none has no members
[[nodiscard]] std::vector<std::string> device_members(const std::string& archive, const std::string& folder);

}  // namespace warpglass::toolkit
