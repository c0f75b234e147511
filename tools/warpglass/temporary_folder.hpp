#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

/// A folder of our own, gone when the command is over.
class TemporaryFolder {
 public:
  /// \throws UsageError
  TemporaryFolder() {
    std::error_code problem;
    std::string name = (std::filesystem::temp_directory_path(problem) / "warpglass-XXXXXX").string();
    if (problem || mkdtemp(name.data()) == nullptr)
      throw UsageError("no temporary folder can be made; set TMPDIR to a folder that can be written");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace warpglass::tool
