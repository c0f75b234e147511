#include "base/system_file.hpp"

#include <algorithm>
#include <iterator>

namespace warpglass {

bool is_system_file(std::string_view path) {
  static constexpr std::string_view kFolders[] = {"/usr/include/", "/usr/local/include/", "/usr/lib/",
                                                  "/usr/local/cuda", "/opt/"};
  static constexpr std::string_view kOwn = "/lib/warpglass/cuda/include/";
  return std::ranges::any_of(kFolders, [&](std::string_view folder) { return path.starts_with(folder); }) ||
         path.find(kOwn) != std::string_view::npos;
}

}  // namespace warpglass
