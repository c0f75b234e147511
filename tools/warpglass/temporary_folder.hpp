#pragma once

#include "toolkit/temporary_folder.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

/// A folder of our own, gone when the command is over.
class TemporaryFolder : public toolkit::TemporaryFolder {
 public:
  /// \throws UsageError
  TemporaryFolder() {
    if (path().empty()) throw UsageError(toolkit::kNoTemporaryFolder);
  }
};

}  // namespace warpglass::tool
