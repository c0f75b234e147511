// The flags of `warpglass report diff`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class DiffFlags {
 public:
  /// \param parent  the command behind whose name it stands
  explicit DiffFlags(CLI::App& parent);
  DiffFlags(const DiffFlags&) = delete;
  DiffFlags& operator=(const DiffFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// \throws UsageError
  [[nodiscard]] DiffRunsOptions options() const;

 private:
  CLI::App* command_;
  DiffRunsOptions options_;
  std::string colour_ = "auto";
};

}  // namespace warpglass::tool
