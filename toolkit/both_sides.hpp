// Device and host of a CUDA source, compiled at once. Clang's driver compiles one after the other, though the host's
// compiler only wants the device's code when it has done everything else: it is given it then, through a pipe.
#pragma once

#include <string>
#include <vector>

#include "toolkit/process.hpp"

namespace warpglass::toolkit {

/// What clang's command does, and says; its output is captured. Of one that compiles both sides of one source for one
/// architecture they are compiled at once, where the machine has several processors; what the host's side says is not
/// told where the device's has failed, as if it had not been compiled.
[[nodiscard]] ProcessResult run_both_sides(const std::vector<std::string>& command);

/// The two command lines of such a command.
struct BothSides {
  std::vector<std::string> device;  // writes `folder`/device.ptx
  std::vector<std::string> host;    // reads `folder`/device.fatbin
  std::string output;               // what the host's makes
  int architecture = 0;             // 90 for sm_90
};

/// Empty command lines where it has to be run as it is.
[[nodiscard]] BothSides both_sides_of(const std::vector<std::string>& command, const std::string& folder);

}  // namespace warpglass::toolkit
