// The report of a run while it grows. It is written again and again as the program goes on, because a program may end
// without telling anyone: by abort(), by _exit(), by a signal.
#pragma once

#include <chrono>
#include <string>

#include "runtime/launch.hpp"
#include "session/run.hpp"

namespace warpglass::cuda {

/// Not synchronised: one thread at a time.
class Recorder {
 public:
  /// \param file  empty: none is written
  Recorder(session::Run& run, std::string file);

  void add(const runtime::LaunchRecord& record);

  /// Writes the report now. Says on the standard error stream when that fails, once.
  void write(bool interrupted);

 private:
  using Clock = std::chrono::steady_clock;

  session::Run& run_;
  std::string file_;
  Clock::time_point last_write_;
  Clock::duration last_cost_{};
  bool failed_ = false;
};

}  // namespace warpglass::cuda
