// The table of benchmark programs.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "bench/program.hpp"

namespace warpglass::bench {

struct ProgramRow {
  std::string_view name;
  int small;  // its size, for a quick look
  int full;   // equally
  std::unique_ptr<Program> (*make)(int size);
};

/// In the order of the log.
[[nodiscard]] std::span<const ProgramRow> all_programs();

}  // namespace warpglass::bench
