// The flags of `warpglass run` and of `warpglass check`, which has some of them.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/warpglass/check_flags.hpp"
#include "tools/warpglass/form_flags.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class RunFlags {
 public:
  enum class Purpose : std::uint8_t { run, check };

  RunFlags(CLI::App& app, Purpose purpose);
  RunFlags(const RunFlags&) = delete;
  RunFlags& operator=(const RunFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// --query-metrics, which needs no program.
  [[nodiscard]] bool asks_for_metrics() const { return query_metrics_; }

  /// \throws UsageError
  [[nodiscard]] RunOptions options() const;

 private:
  void add_profile_flags();
  /// Of --arch. \throws UsageError, InputError
  void take_architectures(RunOptions& run) const;
  /// Of --devices. \throws UsageError
  void take_devices(RunOptions& run) const;

  CLI::App* command_;
  RunOptions options_;
  CheckFlags check_;
  FormFlags forms_;
  std::vector<std::string> archs_ = {"H200"};
  std::string grid_;
  std::string cluster_;
  std::string block_;
  std::uint64_t launches_ = 0;
  std::uint64_t loop_limit_ = 0;
  bool no_analysis_ = false;
  bool no_cache_ = false;
  std::string colour_ = "auto";
  std::string ptxas_;
  std::string page_ = "raw";
  std::string metrics_;
  std::string explain_;
  std::string devices_;
  bool query_metrics_ = false;
  CLI::Option* arch_option_ = nullptr;
  CLI::Option* devices_option_ = nullptr;
  CLI::Option* page_option_ = nullptr;
  CLI::Option* metrics_option_ = nullptr;
  CLI::Option* launches_option_ = nullptr;
  CLI::Option* loop_option_ = nullptr;
};

/// The assembler that is asked for registers; empty: there is none.
/// \param given  by the user, who means one that is there: a path, or "none"
/// \throws UsageError
[[nodiscard]] std::string chosen_ptxas(const std::string& given);

/// The counters there are and how far each can be trusted.
[[nodiscard]] std::string metrics_text();

}  // namespace warpglass::tool
