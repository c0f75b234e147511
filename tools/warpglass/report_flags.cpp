#include "tools/warpglass/report_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/explain.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfReport = R"(
Examples:
  warpglass run app.cu --json run.json && warpglass report run.json --format markdown
  warpglass report run.json --sarif run.sarif --junit run.xml
  warpglass report merge seeds0.json seeds1.json --json all.json
  warpglass report run.json --explain 34
  warpglass report diff before.json after.json --fail-on "memory_l1_wavefronts_shared>+5%"
)";

std::vector<std::string_view> form_names() {
  std::vector<std::string_view> names;
  for (const report::Form& form : report::forms()) names.push_back(form.name);
  return names;
}

}  // namespace

ReportFlags::ReportFlags(CLI::App& app)
    : command_(app.add_subcommand("report", "write saved runs in another form, or several as one")) {
  CLI::App& command = *command_;
  command.footer(kExamplesOfReport);
  command
      .add_option("runs", options_.runs,
                  "reports that run or check wrote with --json; several of one program become one report, in "
                  "which GPUs stand side by side")
      ->type_name("FILE");
  command.add_option("--format", format_, fmt::format("form to write: {}", fmt::join(form_names(), ", ")))
      ->type_name("FORMAT");
  command.add_option("-o,--output", output_, "file for --format or --explain; the standard output by default")
      ->type_name("FILE");
  forms_.add_to(command, true);
  add_expect_flag(command, options_.expectations);
  add_explain_flag(command, explain_);
  page_option_ = add_page_flag(command, page_);
  add_top_flag(command, options_.top);
  command.add_flag("--all-metrics", options_.all_metrics, "also show counters that are zero or describe the launch");
  command.add_option("--metrics", options_.metrics, "counters to show and to write as CSV, as in `run`")
      ->type_name("LIST");
  add_colour_flag(command, colour_);
}

ReportOptions ReportFlags::options() const {
  ReportOptions options = options_;
  const bool merges = options.runs.size() > 1 && options.runs.front() == "merge";
  if (merges) options.runs.erase(options.runs.begin());  // which it does anyway
  const bool has_none = options.runs.empty() || (options.runs.size() == 1 && options.runs.front() == "merge" &&
                                                 !std::filesystem::exists("merge"));
  if (has_none) throw UsageError("report needs saved runs: files that `warpglass run PROGRAM --json FILE` writes");
  options.files = forms_.files();
  options.colour = parse_colour(colour_);
  options.csv_page = parse_page(page_);
  if (!explain_.empty()) {
    options.explain = parse_line(explain_);
    if (!format_.empty()) throw UsageError("--explain is a text of its own, which takes no --format");
    if (!output_.empty()) options.output = output_;
    if (options.output == "-" && takes_output(options.files))
      throw UsageError("--explain and a form both want the standard output; name a file for one of them");
  } else if (!format_.empty() || options.files.empty()) {
    options.form = report::form_named(format_.empty() ? "text" : format_);
    if (options.form == nullptr) {
      throw UsageError(
          fmt::format("--format takes one of {}; '{}' is none of them", fmt::join(form_names(), ", "), format_));
    }
    if (!output_.empty()) options.output = output_;
    if (options.output == "-" && takes_output(options.files))
      throw UsageError("two forms want the standard output; name a file for one of them, with -o or behind its flag");
  } else if (!output_.empty()) {
    throw UsageError("-o is for --format, which is not given");
  }
  const bool csv = (options.form != nullptr && options.form->counters) ||
                   std::ranges::any_of(options.files, [](const FormFile& file) { return file.form->counters; });
  if (page_option_->count() != 0 && !csv) throw UsageError("--page is about CSV, which is not asked for");
  return options;
}

}  // namespace warpglass::tool
