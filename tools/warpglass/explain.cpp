#include "tools/warpglass/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
report::NamedLine parse_line(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string number = colon == std::string::npos ? text : text.substr(colon + 1);
  report::NamedLine named{.file = colon == std::string::npos ? "" : text.substr(0, colon), .line = 0};
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), named.line);
  if (problem != std::errc() || end != number.data() + number.size() || named.line == 0 || colon == 0)
    throw UsageError(fmt::format("--explain takes LINE or FILE:LINE; '{}' is neither", text));
  return named;
}

void check_line(const RunOptions& options) {
  if (!options.explain || !options.explain->file.empty()) return;
  if (classify(options.program) != ProgramKind::cuda_source) return;
  const std::string text = read_file(options.program);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
  if (options.explain->line > lines)
    throw UsageError(
        fmt::format("--explain: {} has {} lines; there is no line {}", options.program, lines, options.explain->line));
}

void explain_run(const RunOptions& options, std::span<const report::Report> all) {
  const std::string text = explanation_of(all, *options.explain,
                                          {.text = {.colour = wants_colour(options.colour),
                                                    .width = terminal_width(),
                                                    .table_width = table_width(),
                                                    .directory = working_directory(),
                                                    .source = source_lookup(all)},
                                           .unicode = has_unicode()});
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string explanation_of(std::span<const report::Report> all, const report::NamedLine& named,
                           const report::ExplanationOptions& options) {
  std::string text;
  for (const report::Report& report : all) {
    const report::Explanation explanation = report::explain(report, named, options);
    if (!explanation.problem.empty()) throw UsageError("--explain: " + explanation.problem);
    if (all.size() > 1)
      text += fmt::format("{}on {}, {}\n", text.empty() ? "" : "\n", report.architecture, report.device);
    text += explanation.text;
  }
  return text;
}

}  // namespace warpglass::tool
