#include "tools/warpglass/check_flags.hpp"

#include <fmt/format.h>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

FindingsFormat parse_format(const std::string& text) {
  if (text == "text") return FindingsFormat::text;
  if (text == "sanitizer") return FindingsFormat::sanitizer;
  throw UsageError(fmt::format("--format takes text or sanitizer; '{}' is neither", text));
}

}  // namespace

void CheckFlags::add_to(CLI::App& command) {
  command
      .add_option("--suppressions", suppressions_,
                  "file of findings that are allowed, one to a line: RULE [kernel=GLOB] [file=GLOB] [line=N[-M]]")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      .add_option("--error-exitcode", error_exit_code_,
                  "what it ends with when something is found; 0: with what the program ends with")
      ->check(CLI::Range(0, 255))
      ->capture_default_str()
      ->type_name("N");
  command
      .add_option("--format", format_, "how findings are printed: text, or sanitizer, as compute-sanitizer prints them")
      ->capture_default_str()
      ->type_name("FORMAT");
  CLI::Option* const seeds =
      command
          .add_option("--seeds", seeds_,
                      "run under so many orders of blocks and warps, or under seeds A..B. Default: the order that run "
                      "has, and others as long as they show something new, where threads talk to each other by memory")
          ->type_name("N|A..B");
  replay_option_ =
      command.add_option("--replay", replay_, "run under this seed alone")->excludes(seeds)->type_name("SEED");
}

void CheckFlags::fill(RunOptions& options) const {
  options.suppressions = suppressions_;
  options.error_exit_code = error_exit_code_;
  options.format = parse_format(format_);
  if (!seeds_.empty()) options.seeds = parse_seeds(seeds_, "--seeds");
  if (replay_option_->count() != 0) options.seeds = SeedRange{.first = replay_, .last = replay_};
}

}  // namespace warpglass::tool
