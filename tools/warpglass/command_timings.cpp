#include "tools/warpglass/command_timings.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "report/table.hpp"

namespace warpglass::tool {
namespace {

/// Phases that took part in what came after `before`.
std::vector<report::PhaseTime> phases_of(const Timings& timings, const Timings& before = {}) {
  std::vector<report::PhaseTime> all;
  for (std::size_t i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    const Timings::Entry& entry = timings.of(phase);
    const Timings::Entry& told = before.of(phase);
    if (entry.times == told.times) continue;
    all.push_back({.phase = std::string(name_of(phase)),
                   .seconds = entry.seconds - told.seconds,
                   .times = entry.times - told.times});
  }
  return all;
}

std::string table_of(const Timings& timings) {
  const double whole = timings.elapsed();
  report::Table table({{"where the time went", report::Align::left}, {"ms"}, {"share"}, {"times"}});
  const auto add = [&](const std::string& name, double seconds, const std::string& times) {
    const double share = whole > 0 ? 100 * seconds / whole : 0;
    table.add({{name}, {fmt::format("{:.1f}", 1000 * seconds)}, {fmt::format("{:.0f} %", share)}, {times}});
  };
  for (const report::PhaseTime& one : phases_of(timings)) add(one.phase, one.seconds, std::to_string(one.times));
  add("other", whole - timings.sum(), "");
  add("all", whole, "");
  return table.text(0, false);
}

}  // namespace

CommandTimings::~CommandTimings() {
  if (!asked_ || std::uncaught_exceptions() != 0) return;
  const std::string text = table_of(timings_);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

RunOptions CommandTimings::of(const RunOptions& options) {
  RunOptions measured = options;
  if (asked_) measured.timings = &timings_;
  return measured;
}

void CommandTimings::note(report::Report& report) {
  if (!asked_) return;
  report.timings = phases_of(timings_, told_);
  told_ = timings_;
}

}  // namespace warpglass::tool
