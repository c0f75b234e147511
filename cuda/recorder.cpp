#include "cuda/recorder.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/report.hpp"
#include "session/timings.hpp"

namespace warpglass::cuda {
namespace {

constexpr std::chrono::milliseconds kLeastInterval{500};
// Writing may take this share of the time, so that a long report does not slow a program with many launches down.
constexpr int kWritingShare = 20;
// Calls that fail are written at once as long as they are this few: a program may abort at any of them.
constexpr std::size_t kUrgentFailures = 20;

}  // namespace

Recorder::Recorder(session::Run& run, const HostChecks& checks, const session::Settings& settings)
    : run_(run),
      checks_(checks),
      file_(settings.report),
      leaks_(settings.leaks ? Severity::warning : Severity::note),
      last_write_(Clock::now()) {}

bool Recorder::is_due() const {
  return Clock::now() - last_write_ >= std::max<Clock::duration>(kLeastInterval, kWritingShare * last_cost_);
}

void Recorder::add(const runtime::LaunchRecord& record) {
  run_.add(record);
  // A fault is often the last thing a program sees before it gives up.
  const bool urgent = !record.result->faults.empty();
  if (urgent || is_due()) write(When::running);
}

void Recorder::note_failures() {
  const std::size_t failures = checks_.failure_count();
  if (failures == failures_written_) return;
  if (failures <= kUrgentFailures || is_due()) write(When::running);
}

report::Report Recorder::report(When when) const {
  std::vector<analysis::Finding> of_host = checks_.failures();
  // A program that has faulted cannot free anything; one that goes on is not done with what it has.
  if (when == When::end && !run_.faulted()) {
    for (analysis::Finding& leak : checks_.leaks(leaks_)) of_host.push_back(std::move(leak));
  }
  report::Report report = run_.report(when == When::interrupted, std::move(of_host));
  for (analysis::Finding& finding : report.run.findings) {
    if (finding.object != 0) finding.places = checks_.places_of(finding.object);
  }
  return report;
}

void Recorder::write(When when) {
  if (file_.empty()) return;
  const Clock::time_point start = Clock::now();
  failures_written_ = checks_.failure_count();
  std::string problem;
  {
    const report::Report complete = report(when);
    const Timed timed(run_.timings(), Phase::report);
    problem = report::save(complete, file_);
  }
  if (run_.timings() != nullptr) std::ofstream(session::timings_file(file_)) << session::to_json(*run_.timings());
  if (!problem.empty() && !failed_) {
    failed_ = true;
    fmt::print(stderr, "warpglass: error: {}\n", problem);
  }
  last_write_ = Clock::now();
  last_cost_ = last_write_ - start;
}

}  // namespace warpglass::cuda
