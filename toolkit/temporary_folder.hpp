#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace warpglass::toolkit {

/// A folder of our own, gone with this.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code problem;
    std::string name = (std::filesystem::temp_directory_path(problem) / "warpglass-XXXXXX").string();
    if (!problem && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Empty when none could be made.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What to say then.
inline constexpr const char* kNoTemporaryFolder =
    "no temporary folder can be made; set TMPDIR to a folder that can be written";

}  // namespace warpglass::toolkit
