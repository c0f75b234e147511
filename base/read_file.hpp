// Files as texts.
#pragma once

#include <optional>
#include <string>

namespace warpglass {

/// All there is to read of a file, also of one whose size is not known before, such as a pipe.
/// \return nullopt where it cannot be opened or read, with `errno` saying why: a folder is EISDIR
[[nodiscard]] std::optional<std::string> contents_of(const std::string& file);

}  // namespace warpglass
