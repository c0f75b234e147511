// The flags of `warpglass banks`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class BanksFlags {
 public:
  explicit BanksFlags(CLI::App& app);
  BanksFlags(const BanksFlags&) = delete;
  BanksFlags& operator=(const BanksFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// \throws UsageError
  [[nodiscard]] BanksOptions options() const;

 private:
  CLI::App* command_;
  BanksOptions options_;
  std::vector<std::string> positional_;
  std::string strides_;
  std::string shape_;
  std::string block_;
  std::string access_ = "load";
  std::uint32_t bank_bytes_ = 4;
  CLI::Option* positional_option_ = nullptr;
  CLI::Option* expression_option_ = nullptr;
  CLI::Option* bank_option_ = nullptr;
  std::string colour_ = "auto";
};

/// "3", "1..33", "1,2,4..8". \throws UsageError
[[nodiscard]] std::vector<std::uint32_t> parse_strides(const std::string& text);

}  // namespace warpglass::tool
