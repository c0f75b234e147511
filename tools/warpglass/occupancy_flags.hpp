// The flags of `warpglass occupancy`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class OccupancyFlags {
 public:
  explicit OccupancyFlags(CLI::App& app);
  OccupancyFlags(const OccupancyFlags&) = delete;
  OccupancyFlags& operator=(const OccupancyFlags&) = delete;

  [[nodiscard]] bool parsed() const { return command_->parsed(); }

  /// \throws UsageError
  [[nodiscard]] OccupancyOptions options() const;

 private:
  CLI::App* command_;
  OccupancyOptions options_;
  std::string block_;
  std::string shared_;
  std::string dynamic_;
  std::uint32_t registers_ = 0;
  std::int32_t carve_out_ = 0;
  CLI::Option* registers_option_ = nullptr;
  CLI::Option* carve_out_option_ = nullptr;
  std::string colour_ = "auto";
};

}  // namespace warpglass::tool
