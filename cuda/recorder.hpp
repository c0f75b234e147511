// The report of a run while it grows. It is written again and again as the program goes on, because a program may end
// without telling anyone: by abort(), by _exit(), by a signal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/diagnostic.hpp"
#include "cuda/host_checks.hpp"
#include "runtime/launch.hpp"
#include "session/run.hpp"

namespace warpglass::cuda {

/// Not synchronised: one thread at a time.
class Recorder {
 public:
  enum class When : std::uint8_t { running, interrupted, end };

  /// \param settings  names the file; without one none is written
  Recorder(session::Run& run, const HostChecks& checks, const session::Settings& settings);

  void add(const runtime::LaunchRecord& record);

  /// Something that a call did wrong may have come to the checks.
  void note_failures();

  /// Writes the report now. Says on the standard error stream when that fails, once.
  void write(When when);

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_due() const;
  [[nodiscard]] report::Report report(When when) const;

  session::Run& run_;
  const HostChecks& checks_;
  std::string file_;
  Severity leaks_;
  Clock::time_point last_write_;
  Clock::duration last_cost_{};
  std::size_t failures_written_ = 0;
  bool failed_ = false;
};

}  // namespace warpglass::cuda
