// `--timings`: where the time of a command went, as a table on the standard error stream when the command ends.
#pragma once

#include "base/timings.hpp"
#include "report/report.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

class CommandTimings {
 public:
  /// \param asked  false: nothing is measured or shown
  explicit CommandTimings(bool asked) : asked_(asked) {}
  /// Shows the table, unless the command could not be carried out.
  ~CommandTimings();
  CommandTimings(const CommandTimings&) = delete;
  CommandTimings& operator=(const CommandTimings&) = delete;

  /// The options of the command that is measured.
  [[nodiscard]] RunOptions of(const RunOptions& options);
  /// What there is so far, but for what earlier reports were told, brought to the report.
  void note(report::Report& report);

 private:
  bool asked_;
  Timings timings_;
  Timings told_;
};

}  // namespace warpglass::tool
