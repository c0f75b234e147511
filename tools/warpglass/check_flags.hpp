// The flags that only `warpglass check` has.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class CheckFlags {
 public:
  void add_to(CLI::App& command);

  /// What they ask of a check. \throws UsageError
  void fill(RunOptions& options) const;

 private:
  std::vector<std::string> suppressions_;
  int error_exit_code_ = 1;
  std::string format_ = "text";
  std::string seeds_;
  std::uint64_t replay_ = 0;
  CLI::Option* replay_option_ = nullptr;
};

}  // namespace warpglass::tool
