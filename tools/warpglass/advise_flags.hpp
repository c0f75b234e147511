// The flags of `warpglass advise`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class AdviseFlags {
 public:
  explicit AdviseFlags(CLI::App& app);
  AdviseFlags(const AdviseFlags&) = delete;
  AdviseFlags& operator=(const AdviseFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// \throws UsageError
  [[nodiscard]] AdviseOptions options() const;

 private:
  CLI::App* command_;
  AdviseOptions options_;
  std::uint64_t launches_ = 0;
  bool no_cache_ = false;
  std::string colour_ = "auto";
  CLI::Option* launches_option_ = nullptr;
};

}  // namespace warpglass::tool
