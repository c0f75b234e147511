#include "tools/warpglass/diff_flags.hpp"

#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfDiff = R"(
Examples:
  warpglass report diff before.json after.json
  warpglass report diff main.json branch.json --fail-on "memory_l1_wavefronts_shared>+5%" --fail-on "new_findings>0"
  warpglass report diff main.json branch.json --markdown comment.md
)";

}  // namespace

DiffFlags::DiffFlags(CLI::App& parent)
    : command_(parent.add_subcommand("diff", "what changed from one saved run to another")) {
  CLI::App& command = *command_;
  command.footer(kExamplesOfDiff);
  command.add_option("before", options_.before, "report of the run to compare with")->type_name("FILE");
  command.add_option("after", options_.after, "report of the run that is compared")->type_name("FILE");
  command
      .add_option(
          "--fail-on", options_.fail_on,
          "end with 1 when this holds of a kernel: METRIC OP NUMBER, where a number with a sign is a change and "
          "one with % a relative one, such as \"memory_l1_wavefronts_shared>+5%\"; or new_findings>0, "
          "new_errors>0, new_warnings>0. May be given several times")
      ->allow_extra_args(false)
      ->type_name("CONDITION");
  add_json_flag(command, options_.json);
  command.add_option("--markdown", options_.markdown, "write a summary for a pull request to this file")
      ->type_name("FILE");
  command.add_flag("-q,--quiet", options_.quiet, "print only conditions that hold");
  add_top_flag(command, options_.top);
  command.add_flag("--all-metrics", options_.all_metrics, "show every counter that changed, not only the main ones");
  command.add_option("--metrics", options_.metrics, "counters to show, as in `run`")->type_name("LIST");
  add_colour_flag(command, colour_);
}

DiffRunsOptions DiffFlags::options() const {
  DiffRunsOptions options = options_;
  if (options.before.empty() || options.after.empty())
    throw UsageError("report diff needs two saved runs: before.json after.json");
  if (options.json == "-" && options.markdown == "-")
    throw UsageError("--json - and --markdown - both want the standard output; name a file for one of them");
  options.colour = parse_colour(colour_);
  return options;
}

}  // namespace warpglass::tool
