// The toolchain of this build, as the tool finds it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "base/file_cache.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

/// Nothing, and a failure of the test, where there is none.
/// \param cache_folder  for what it compiles beforehand
inline std::optional<Toolchain> own_toolchain(const std::string& cache_folder = cache_folder_of_environment()) {
  const FileCache cache(cache_folder);
  Diagnostics diagnostics;
  const char* const path = std::getenv("PATH");
  auto found = find_toolchain({.executable = WARPGLASS_BINARY_DIR "/bin/warpglass",
                               .search_path = path == nullptr ? "" : path,
                               .clang = {},
                               .cuda_path = {},
                               .cache = &cache},
                              diagnostics);
  EXPECT_TRUE(found) << to_string(diagnostics.front());
  return found;
}

}  // namespace warpglass::toolkit
