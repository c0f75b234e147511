// A changed file as a patch that `git apply` and `patch -p1` take in the working directory.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::rewrite {

/// Unified, with three lines of context.
/// \param name  of the file, relative to the directory the patch is applied in
/// \return empty where nothing changed
[[nodiscard]] std::string patch(const std::string& name, std::string_view before, std::string_view after);

}  // namespace warpglass::rewrite
