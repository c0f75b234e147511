#include "tools/warpglass/report_command.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/metric_selection.hpp"
#include "report/expectations.hpp"
#include "report/side_by_side.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/explain.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/terminal.hpp"
#include "tools/warpglass/user_file.hpp"

namespace warpglass::tool {

std::vector<report::Report> load_runs(const std::vector<std::string>& files) {
  std::vector<report::Report> all;
  std::vector<std::string> names;
  std::string problem;
  for (const std::string& file : files) {
    std::vector<report::Report> those = report::load_all(file, problem);
    if (those.empty()) throw UsageError(problem + "; `warpglass run PROGRAM --json FILE` writes one");
    names.insert(names.end(), those.size(), file);
    std::ranges::move(those, std::back_inserter(all));
  }
  std::vector<report::Report> machines = report::by_machine(std::move(all), names, problem);
  if (machines.empty()) throw UsageError(problem);
  return machines;
}

namespace {

/// That the forms hold several GPUs. \throws UsageError
void check_forms(const ReportOptions& options) {
  const auto check = [&](const report::Form& form) {
    const std::string obstacle = report::obstacle_to_several(form, options.csv_page);
    if (!obstacle.empty()) throw UsageError(obstacle);
  };
  if (options.form != nullptr) check(*options.form);
  for (const FormFile& file : options.files) check(*file.form);
}

}  // namespace

int report_saved(const ReportOptions& options) {
  for (const FormFile& file : options.files) check_output(file.path);
  check_output(options.output);
  const auto expectations = read_user_files(options.expectations, report::parse_expectations);
  std::vector<report::Report> all = load_runs(options.runs);
  if (all.size() > 1) check_forms(options);
  bool as_expected = true;
  for (report::Report& report : all) as_expected &= report::judge(report, expectations);
  const report::Report& first = all.front();
  report::FormOptions form{.text = {.colour = options.output == "-" && wants_colour(options.colour, Stream::output),
                                    .width = terminal_width(Stream::output),
                                    .table_width = options.output == "-" ? table_width(Stream::output) : 0,
                                    .top = options.top,
                                    .all_metrics = options.all_metrics,
                                    .kernels = first.run.seeds.empty(),  // a check counts nothing
                                    .directory = working_directory(),
                                    .source = source_lookup(all)},
                           .page = options.csv_page,
                           .docs = WARPGLASS_DOCS_URL};
  if (!options.metrics.empty()) {
    std::string problem;
    form.text.metrics = analysis::select_metrics(first.run.metrics, options.metrics, problem);
    if (!problem.empty()) throw UsageError("--metrics: " + problem);
  }
  if (options.form != nullptr) write_output(options.output, report::text_in(*options.form, all, form));
  write_files(options.files, all, form);
  if (options.explain) {
    write_output(options.output, explanation_of(all, *options.explain, {.text = form.text, .unicode = has_unicode()}));
  }
  return as_expected ? 0 : 1;
}

}  // namespace warpglass::tool
