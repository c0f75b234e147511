#include "tools/warpglass/diff_command.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>
#include <vector>

#include "analysis/metric_selection.hpp"
#include "report/diff_forms.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/report_command.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

std::vector<report::FailOn> parse_conditions(const DiffRunsOptions& options, const report::Report& after) {
  std::vector<report::FailOn> conditions;
  for (const std::string& text : options.fail_on) {
    try {
      conditions.push_back(report::parse_fail_on(text, after.run.metrics));
    } catch (const report::Mistake& mistake) {
      throw UsageError(fmt::format("--fail-on '{}', column {}: {}", text, mistake.at + 1, mistake.message));
    }
  }
  return conditions;
}

report::Report load_run(const std::string& file) {
  std::vector<report::Report> all = load_runs({file});
  if (all.size() > 1)
    throw UsageError(
        fmt::format("{}: it holds runs on {} GPUs, and `report diff` compares two runs", file, all.size()));
  return std::move(all.front());
}

}  // namespace

int diff(const DiffRunsOptions& options) {
  check_output(options.json);
  check_output(options.markdown);
  const report::Report before = load_run(options.before);
  const report::Report after = load_run(options.after);
  const std::vector<report::FailOn> conditions = parse_conditions(options, after);
  const bool output_is_taken = options.json == "-" || options.markdown == "-";
  report::DiffOptions form{.text = {.colour = wants_colour(options.colour, Stream::output),
                                    .width = terminal_width(Stream::output),
                                    .table_width = table_width(Stream::output),
                                    .top = options.top,
                                    .all_metrics = options.all_metrics,
                                    .directory = working_directory()},
                           .before = options.before,
                           .after = options.after};
  if (!options.metrics.empty()) {
    std::string problem;
    form.text.metrics = analysis::select_metrics(after.run.metrics, options.metrics, problem);
    if (!problem.empty()) throw UsageError("--metrics: " + problem);
  }
  const report::Difference difference = report::difference(before, after);
  const std::vector<report::Broken> broken = report::broken_conditions(difference, conditions);
  if (!options.quiet && !output_is_taken) {
    const std::string text = report::to_text(difference, before, after, form);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
  if (!options.json.empty()) write_output(options.json, report::to_json(difference, before, after, broken, form));
  if (!options.markdown.empty())
    write_output(options.markdown, report::to_markdown(difference, before, after, broken, form));
  for (const report::Broken& one : broken) {
    fmt::print(stderr, "warpglass: error: {}  [--fail-on {}]\n", report::text_of(one), one.condition->text);
  }
  return broken.empty() ? 0 : 1;
}

}  // namespace warpglass::tool
