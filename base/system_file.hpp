// Files that are the system's and not the user's: headers of compilers, of packages, of Warpglass itself.
#pragma once

#include <string_view>

namespace warpglass {

/// Whether a source file lies where systems keep headers: /usr/include and the like, CUDA toolkits, Warpglass's own.
[[nodiscard]] bool is_system_file(std::string_view path);

}  // namespace warpglass
