// The options of nvrtcCompileProgram, read. They are one table: names, what follows, what becomes of it.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace warpglass::nvrtc {

struct Options {
  std::vector<std::string> as_nvcc;  // those that mean the same to nvcc, as it takes them
  std::string preamble;              // macros and headers to come before the source, as source
  std::vector<std::string> folders;  // where headers are looked for
  std::vector<std::string> flags;    // for clang
  std::string architecture;          // "compute_75", "sm_90a"; empty when it was not said
  bool device_by_default = false;    // functions and variables without a keyword are the device's
  bool source_folder = true;         // headers are looked for beside the source as well
  bool cache = true;
  bool whole_program = false;  // -ewp
  bool relocatable = false;    // -rdc=true
  bool builtin_move = true;
  bool builtin_initializer_list = true;
};

/// \param problem  what NVRTC's log says of the first option that is not one; empty when all are
[[nodiscard]] Options parse_options(std::span<const char* const> words, std::string& problem);

/// The table of docs/nvrtc.md, a line for each option.
[[nodiscard]] std::vector<std::string> option_lines();

}  // namespace warpglass::nvrtc
