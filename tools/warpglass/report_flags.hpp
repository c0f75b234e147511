// The flags of `warpglass report`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tools/warpglass/form_flags.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class ReportFlags {
 public:
  explicit ReportFlags(CLI::App& app);
  ReportFlags(const ReportFlags&) = delete;
  ReportFlags& operator=(const ReportFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// What further commands behind this one belong to.
  [[nodiscard]] CLI::App& command() { return *command_; }

  /// \throws UsageError
  [[nodiscard]] ReportOptions options() const;

 private:
  CLI::App* command_;
  ReportOptions options_;
  FormFlags forms_;
  std::string format_;
  std::string output_;
  std::string explain_;
  std::string page_ = "raw";
  std::string colour_ = "auto";
  CLI::Option* page_option_ = nullptr;
};

}  // namespace warpglass::tool
