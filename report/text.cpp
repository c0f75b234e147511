// The report on a terminal: findings first, because they are what to act on, then a kernel after the other, then one
// line that sums up.
#include <fmt/format.h>

#include <algorithm>

#include "report/display.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

/// "2 x sm_90, NVIDIA H200", "sm_90, sm_80": of several devices.
std::string devices_text(const std::vector<ReportDevice>& devices) {
  const bool equal = std::ranges::all_of(devices, [&](const ReportDevice& one) { return one == devices.front(); });
  if (equal) return fmt::format("{} x {}, {}", devices.size(), devices.front().architecture, devices.front().name);
  std::string text;
  for (const ReportDevice& one : devices) text += (text.empty() ? "" : ", ") + one.architecture;
  return text;
}

/// ", under seeds 0..3"; nothing where the program ran in its own order alone, which is seed 0.
std::string orders_text(const std::vector<std::uint64_t>& seeds) {
  if (seeds.empty() || (seeds.size() == 1 && seeds.front() == 0)) return "";
  if (seeds.size() == 1) return fmt::format(", under seed {}", seeds.front());
  return fmt::format(", under seeds {}..{}", seeds.front(), seeds.back());
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : what.ends_with("launch") ? "es" : "s");
}

std::string shown_file(std::string_view file, const TextOptions& options) {
  if (!options.directory.empty() && file.starts_with(options.directory)) file.remove_prefix(options.directory.size());
  return displayable(file);
}

std::string summary_text(const Report& report, const TextOptions& options) {
  const analysis::RunProfile& run = report.run;
  const auto of = [&](Severity severity) {
    return static_cast<std::uint64_t>(
        std::count_if(run.findings.begin(), run.findings.end(), [&](const auto& f) { return f.severity == severity; }));
  };
  std::string text = report.interrupted ? "interrupted after " : "";
  text += counted(run.launch_count, "launch");
  if (run.launch_count != 0) text += fmt::format(" of {}", counted(run.kernels.size(), "kernel"));
  if (run.launches_counted != run.launch_count)
    text += fmt::format(", {} of them counted", grouped(run.launches_counted));
  const std::uint64_t errors = of(Severity::error);
  const std::uint64_t warnings = of(Severity::warning);
  text += errors + warnings == 0 ? ", no findings" : "";
  if (errors != 0) text += ", " + painted(counted(errors, "error"), Colour::red, options.colour);
  if (warnings != 0) text += ", " + painted(counted(warnings, "warning"), Colour::yellow, options.colour);
  if (!run.suppressed.empty()) text += fmt::format(", {} suppressed", grouped(std::uint64_t{run.suppressed.size()}));
  text += orders_text(run.seeds);
  if (!report.devices.empty()) return fmt::format("{}  ({})\n", text, devices_text(report.devices));
  return fmt::format("{}  ({}, {})\n", text, report.architecture, report.device);
}

std::string to_text(const Report& report, const TextOptions& options) {
  std::string text;
  for (const std::string& notice : report.run.notices) {
    text += painted("note:", Colour::cyan, options.colour) + ' ' + displayable(notice) + '\n';
  }
  if (!report.run.notices.empty()) text += '\n';
  text += findings_text(report, options);
  for (Diagnostic remark : report.run.remarks) {
    remark.where.file = shown_file(remark.where.file, options);
    text += displayable(to_string(remark)) + '\n';
  }
  if (!report.run.remarks.empty()) text += '\n';
  if (options.kernels) {
    for (const analysis::KernelProfile& kernel : report.run.kernels)
      text += kernel_text(report, kernel, options) + '\n';
  }
  return text + summary_text(report, options);
}

}  // namespace warpglass::report
