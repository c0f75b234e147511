// Runs an executable under our runtime library and fetches the report it leaves.
#pragma once

#include <optional>
#include <string>

#include "report/report.hpp"
#include "toolkit/compiler.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

struct RunOutcome {
  int exit_code = 0;
  std::optional<report::Report> report;  // none when the program made no CUDA call, or only executed
};

/// By a signal, with a report or without.
[[nodiscard]] bool was_interrupted(const RunOutcome& outcome);

/// \param executable  what is started; options.program is what the report calls it
/// \param folder      where files of the session may lie; exists, and is removed by the caller
/// \throws UsageError
[[nodiscard]] RunOutcome run_executable(const RunOptions& options, const std::string& executable,
                                        const std::string& folder);

/// Compiles a .cu file to `folder`: the executable, or its kernels as PTX. What the compiler says goes to the standard
/// error stream.
/// \throws UsageError when it cannot be compiled
[[nodiscard]] Compiled compile_source(const RunOptions& options, const std::string& folder,
                                      toolkit::CompileTo to = toolkit::CompileTo::executable);

}  // namespace warpglass::tool
