#include "cuda/recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "analysis/cost_model.hpp"
#include "report/report.hpp"

namespace warpglass::cuda {
namespace {

constexpr std::chrono::milliseconds kLeastInterval{500};
// Writing may take this share of the time, so that a long report does not slow a program with many launches down.
constexpr int kWritingShare = 20;

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

}  // namespace

Recorder::Recorder(const arch::DeviceModel& device, const SessionSettings& settings)
    : device_(device),
      settings_(settings),
      collector_(device, settings.analysis ? settings.analysers : std::vector<std::string>{}),
      last_write_(Clock::now()) {
  if (!settings_.analysis) return;
  costs_ = analysis::make_cost_model(device);
  if (device.has_bank_modes()) wide_bank_costs_ = analysis::make_cost_model(device, 8);
}

void Recorder::add(const runtime::LaunchRecord& record) {
  collector_.add({.index = record.index,
                  .program = record.program.get(),
                  .grid = record.shape.grid,
                  .block = record.shape.block,
                  .cluster = record.shape.cluster,
                  .dynamic_shared_bytes = record.shape.dynamic_shared_bytes,
                  .stream = record.stream,
                  .seconds = record.seconds,
                  .result = record.result,
                  .counted = record.observed,
                  .assembled_registers = record.assembled_registers,
                  .preferred_carve_out = record.preferred_carve_out,
                  .bank_bytes = record.bank_bytes});
  // A fault is often the last thing a program sees before it gives up.
  const bool urgent = !record.result->faults.empty();
  if (urgent || Clock::now() - last_write_ >= std::max<Clock::duration>(kLeastInterval, kWritingShare * last_cost_))
    write(false);
}

void Recorder::add_notice(std::string text) { collector_.add_notice(std::move(text)); }

void Recorder::write(bool interrupted) {
  if (settings_.report.empty()) return;
  const Clock::time_point start = Clock::now();
  const report::Report report{.tool_version = WARPGLASS_VERSION,
                              .device = device_.name,
                              .architecture = device_.sm_name(),
                              .program = settings_.program,
                              .command = settings_.command,
                              .host = host_name(),
                              .process = getpid(),
                              .interrupted = interrupted,
                              .as_written = settings_.as_written,
                              .run = collector_.profile()};
  const std::string problem = report::save(report, settings_.report);
  if (!problem.empty() && !failed_) {
    failed_ = true;
    fmt::print(stderr, "warpglass: error: {}\n", problem);
  }
  last_write_ = Clock::now();
  last_cost_ = last_write_ - start;
}

}  // namespace warpglass::cuda
