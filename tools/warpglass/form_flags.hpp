// The forms of a report that go to files, one flag each: --json FILE, --sarif FILE ...
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class FormFlags {
 public:
  /// \param counts  whether the command counts, and so has forms that are about counters
  void add_to(CLI::App& command, bool counts);

  /// The files that were asked for. \throws UsageError when two of them are the standard output
  [[nodiscard]] std::vector<FormFile> files() const;

 private:
  std::vector<FormFile> files_;  // of all forms; no name: not asked for
};

}  // namespace warpglass::tool
