#include "cuda/recorder.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "report/report.hpp"

namespace warpglass::cuda {
namespace {

constexpr std::chrono::milliseconds kLeastInterval{500};
// Writing may take this share of the time, so that a long report does not slow a program with many launches down.
constexpr int kWritingShare = 20;

}  // namespace

Recorder::Recorder(session::Run& run, std::string file)
    : run_(run), file_(std::move(file)), last_write_(Clock::now()) {}

void Recorder::add(const runtime::LaunchRecord& record) {
  run_.add(record);
  // A fault is often the last thing a program sees before it gives up.
  const bool urgent = !record.result->faults.empty();
  if (urgent || Clock::now() - last_write_ >= std::max<Clock::duration>(kLeastInterval, kWritingShare * last_cost_))
    write(false);
}

void Recorder::write(bool interrupted) {
  if (file_.empty()) return;
  const Clock::time_point start = Clock::now();
  const std::string problem = report::save(run_.report(interrupted), file_);
  if (!problem.empty() && !failed_) {
    failed_ = true;
    fmt::print(stderr, "warpglass: error: {}\n", problem);
  }
  last_write_ = Clock::now();
  last_cost_ = last_write_ - start;
}

}  // namespace warpglass::cuda
