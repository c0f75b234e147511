#include "tools/warpglass/report_command.hpp"

#include <utility>

#include "analysis/metric_selection.hpp"
#include "report/expectations.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/explain.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/terminal.hpp"
#include "tools/warpglass/user_file.hpp"

namespace warpglass::tool {

report::Report load_runs(const std::vector<std::string>& files) {
  std::vector<report::Report> all;
  std::string problem;
  for (const std::string& file : files) {
    std::optional<report::Report> one = report::load(file, problem);
    if (!one) throw UsageError(problem + "; `warpglass run PROGRAM --json FILE` writes one");
    all.push_back(std::move(*one));
  }
  std::optional<report::Report> merged = report::merge(std::move(all), files, problem);
  if (!merged) throw UsageError(problem);
  return std::move(*merged);
}

int report_saved(const ReportOptions& options) {
  for (const FormFile& file : options.files) check_output(file.path);
  check_output(options.output);
  const auto expectations = read_user_files(options.expectations, report::parse_expectations);
  report::Report report = load_runs(options.runs);
  const bool as_expected = report::judge(report, expectations);
  report::FormOptions form{.text = {.colour = options.output == "-" && wants_colour(options.colour, Stream::output),
                                    .width = terminal_width(Stream::output),
                                    .top = options.top,
                                    .all_metrics = options.all_metrics,
                                    .kernels = report.run.seeds.empty(),  // a check counts nothing
                                    .directory = working_directory(),
                                    .source = source_lookup()},
                           .page = options.csv_page,
                           .docs = WARPGLASS_DOCS_URL};
  if (!options.metrics.empty()) {
    std::string problem;
    form.text.metrics = analysis::select_metrics(report.run.metrics, options.metrics, problem);
    if (!problem.empty()) throw UsageError("--metrics: " + problem);
  }
  if (options.form != nullptr) write_output(options.output, options.form->text(report, form));
  write_files(options.files, report, form);
  if (options.explain) {
    write_output(options.output,
                 explanation_of(report, *options.explain, {.text = form.text, .unicode = has_unicode()}));
  }
  return as_expected ? 0 : 1;
}

}  // namespace warpglass::tool
