// A summary for a pull request. What comes from the program (names, messages, source) stands in code spans or is
// escaped, so that nothing of it is markup.
#include "report/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/comments.hpp"
#include "report/display.hpp"
#include "report/findings.hpp"
#include "report/fingerprint.hpp"
#include "report/forms.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;
using analysis::KernelProfile;

std::optional<double> value_of(const Report& report, const KernelProfile& kernel, std::string_view metric) {
  for (std::size_t i = 0; i < report.run.metrics.size() && i < kernel.values.size(); ++i) {
    if (report.run.metrics[i].name == metric) return kernel.values[i];
  }
  return std::nullopt;
}

/// "8,192", or "262,144 (**32.0x** of 8,192)" where there could be less.
std::string beside_ideal(const Report& report, const KernelProfile& kernel, const std::string& metric) {
  const std::optional<double> value = value_of(report, kernel, metric);
  const std::optional<double> ideal = value_of(report, kernel, metric + "_ideal");
  if (!value) return "";
  if (!ideal || *ideal == 0 || *value <= *ideal) return grouped(*value);
  return fmt::format("{} (**{:.1f}x** of {})", grouped(*value), *value / *ideal, grouped(*ideal));
}

std::string kernel_row(const Report& report, const KernelProfile& kernel) {
  if (kernel.launches_counted == 0) {
    return fmt::format("| {} | {} | not counted | | | |\n", code_span(kernel.name, true), grouped(kernel.launches));
  }
  return fmt::format("| {} | {} | {} | {} | {} | {:.0f} % |\n", code_span(kernel.name, true), grouped(kernel.launches),
                     grouped(value_of(report, kernel, "smsp__inst_executed.sum").value_or(0)),
                     beside_ideal(report, kernel, "memory_l1_wavefronts_shared"),
                     beside_ideal(report, kernel, "memory_l2_theoretical_sectors_global"), kernel.occupancy * 100);
}

std::string kernel_table(const Report& report) {
  // A check counts nothing.
  if (report.run.kernels.empty() || report.run.metrics.empty()) return "";
  std::string text =
      "\n| kernel | launches | instructions | shared wavefronts | global sectors | occupancy |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const KernelProfile& kernel : report.run.kernels) text += kernel_row(report, kernel);
  return text;
}

std::string finding_item(const Finding& finding, const FormOptions& options) {
  const std::string place = place_text(finding.where, options.text.directory);
  std::string text =
      fmt::format("- **{}** {}{}: {} `{}`\n", name_of(finding.severity), code_span(place, false),
                  place.empty() ? "in the program" : "", escaped_markdown(finding.message), finding.rule);
  if (options.text.source && finding.where.line != 0) {
    const auto line = options.text.source(finding.where.file, finding.where.line);
    if (line && !trimmed(*line).empty()) text += fmt::format("  - {}\n", code_span(trimmed(*line), false));
  }
  for (const std::string& line : lines_about(finding, options.text.directory))
    text += fmt::format("  - {}\n", escaped_markdown(line));
  return text;
}

std::string findings_list(const Report& report, const FormOptions& options) {
  std::string text;
  std::size_t shown = 0;
  const std::vector<Finding>& all = report.run.findings;
  for (const Finding& finding : all) {
    if (finding.severity != Severity::error && options.text.top != 0 && shown == options.text.top) break;
    text += finding_item(finding, options);
    ++shown;
  }
  if (shown != all.size()) text += fmt::format("- and {} more\n", grouped(std::uint64_t{all.size() - shown}));
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string code_span(std::string_view text, bool in_table) {
  const std::string inner = displayable(text);
  if (inner.empty()) return "";
  std::string result;
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : inner) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (in_table && c == '|') result += '\\';
    result += c;
  }
  const std::string ticks(longest + 1, '`');
  const bool touches = inner.front() == '`' || inner.back() == '`';
  return ticks + (touches ? " " : "") + result + (touches ? " " : "") + ticks;
}

std::string escaped_markdown(std::string_view text) {
  std::string result;
  for (const char c : displayable(text)) {
    if (std::string_view("\\`*_[]<>#|~&$@").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string to_markdown(const Report& report, const FormOptions& options) {
  const analysis::RunProfile& run = report.run;
  std::string text =
      fmt::format("### Warpglass: {} in {}\n\n{}, {}: {} of {}", verdict(run),
                  code_span(relative_file(report.program, options.text.directory), false), report.device,
                  report.architecture, run.launch_count == 1 ? "1 launch" : grouped(run.launch_count) + " launches",
                  plural(run.kernels.size(), "kernel"));
  if (report.interrupted) text += ", interrupted";
  text += '\n';
  for (const std::string& notice : run.notices) text += fmt::format("\n> {}\n", escaped_markdown(notice));
  return text + kernel_table(report) + findings_list(report, options);
}

}  // namespace warpglass::report
