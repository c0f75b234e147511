// What the user gave as the program, ready to be run: a .cu file is compiled once, however often it runs.
#pragma once

#include <optional>
#include <string>

#include "tools/warpglass/child_run.hpp"
#include "tools/warpglass/options.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/temporary_folder.hpp"

namespace warpglass::tool {

/// How a program is compiled.
struct InParts {};

class Runnable {
 public:
  /// \throws UsageError for what the options ask of a program that is none
  explicit Runnable(const RunOptions& options);

  /// The program of `host`, with the kernels of another source: these alone are compiled.
  /// \param host  of a .cu file; outlives this
  /// \throws UsageError when they cannot be
  Runnable(const RunOptions& options, const Runnable& host);

  /// A .cu file's host side and its device code, compiled apart and side by side. It leaves no report where it has
  /// device code of other origin, too.
  /// \throws UsageError when one of them cannot be
  Runnable(const RunOptions& options, InParts);

  /// \param options  as before, but for the seed
  /// \throws UsageError
  [[nodiscard]] RunOutcome run(const RunOptions& options) const;

  /// Changes with all that the program was compiled from; empty: it is not known what that is.
  [[nodiscard]] const std::string& state() const { return state_; }

 private:
  ProgramKind kind_;
  std::optional<TemporaryFolder> folder_;  // of programs
  std::string executable_;
  std::string device_code_;  // in the place of the executable's own; empty: that
  std::string notice_;       // about how it was compiled
  std::string state_;
};

/// Says that the program left no report.
void say_nothing(const RunOptions& options, int exit_code);

/// Writes a report without any launch where files are asked for.
void write_nothing(const RunOptions& options);

/// Both.
void report_nothing(const RunOptions& options, int exit_code);

}  // namespace warpglass::tool
