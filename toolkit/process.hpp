// Running another program.
#pragma once

#include <string>
#include <vector>

namespace warpglass::toolkit {

struct ProcessResult {
  int exit_code = 0;   // 128 + signal when a signal ended it, 127 when it could not be started
  std::string output;  // what it wrote to its two output streams, in order; empty when they were inherited
};

enum class ProcessOutput : unsigned char { capture, inherit };

/// Runs `arguments[0]`, a path, with `arguments` in the caller's environment, less what is the
/// caller's process's own (LD_PRELOAD, its session), and waits for it.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& arguments, ProcessOutput output);

/// One line that a shell would read back as these arguments.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& arguments);

}  // namespace warpglass::toolkit
