// The flags of `warpglass costs`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class CostsFlags {
 public:
  explicit CostsFlags(CLI::App& app);
  CostsFlags(const CostsFlags&) = delete;
  CostsFlags& operator=(const CostsFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// \throws UsageError
  [[nodiscard]] CostsOptions options() const;

 private:
  CLI::App* command_;
  CostsOptions options_;
  std::string colour_ = "auto";
};

}  // namespace warpglass::tool
