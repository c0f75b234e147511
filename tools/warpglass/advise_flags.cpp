#include "tools/warpglass/advise_flags.hpp"

#include "base/file_cache.hpp"
#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/run_flags.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfAdvise = R"(
Examples:
  warpglass advise transpose.cu
  warpglass advise transpose.cu --arch sm_86 -- 1024
  warpglass advise transpose.cu --patch fix.patch && git apply fix.patch
  warpglass advise transpose.cu --sweep results --sweep-arch sm_75,sm_90 --sweep-args 256 --sweep-args 1024
)";

}  // namespace

AdviseFlags::AdviseFlags(CLI::App& app)
    : command_(app.add_subcommand(
          "advise",
          "propose other layouts of shared arrays and fewer barriers, each proved by compiling and running")) {
  CLI::App& command = *command_;
  command.footer(kExamplesOfAdvise);
  RunOptions& run = options_.run;
  command.add_option("program", run.program, "CUDA source (.cu)")->required()->type_name("PROGRAM");
  command.add_option("arguments", run.arguments, "arguments for the program; put -- before those that begin with -")
      ->type_name("ARGUMENT");
  command.add_option("--arch", run.arch, "GPU whose rules are applied: sm_90, cc8.6, ampere, \"RTX 4090\" ...")
      ->capture_default_str()
      ->type_name("GPU");
  command
      .add_option("--patch", options_.patch,
                  "write the proved repairs to this file as a patch that git apply takes, - for the standard output")
      ->type_name("FILE");
  command.add_flag("--apply", options_.apply, "make the proved repairs in the source files");
  add_json_flag(command, options_.json);
  SweepOptions& sweep = options_.sweep;
  command
      .add_option("--sweep", sweep.folder,
                  "advise on several machines and with several arguments: a result for each in this folder, those that "
                  "are there are kept; a table of all at the end")
      ->type_name("FOLDER");
  command.add_option("--sweep-arch", sweep.archs, "GPUs of the sweep, several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("GPU");
  command
      .add_option("--sweep-args", sweep.arguments,
                  "arguments for the program, behind the others, between blanks; once for each that is to be tried")
      ->allow_extra_args(false)
      ->type_name("WORDS");
  command.add_option("--sweep-jobs", sweep.jobs, "points of the sweep that run at once")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--sweep-point", sweep.point, "run only this point of the sweep, from 0")->type_name("N");
  command.add_flag("--sweep-slurm", sweep.slurm,
                   "print a script for sbatch that runs the points as a job array, and run nothing");
  command.add_option("--kernel", run.kernel, "count only kernels whose name matches this regular expression")
      ->type_name("REGEX");
  launches_option_ =
      command.add_option("--launches", launches_, "count only this many launches and just run the others")
          ->type_name("N");
  command
      .add_option("--bank-width", run.bank_width,
                  "width of the shared-memory banks, 4 or 8 bytes, overriding the program; for sm_30 to sm_37")
      ->check(CLI::IsMember({4, 8}))
      ->type_name("BYTES");
  command.add_option("-j,--jobs", run.jobs, "worker threads; 0 means one per core")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  command.add_option("-X,--compiler-flag", run.compiler_flags, "extra flag for compiling, such as -DN=64")
      ->allow_extra_args(false)
      ->type_name("FLAG");
  add_no_cache_flag(command, no_cache_);
  add_colour_flag(command, colour_);
}

AdviseOptions AdviseFlags::options() const {
  AdviseOptions options = options_;
  RunOptions& run = options.run;
  run.analysers = {"shared-uses", "redundant-barriers", "barrier-counts", "divergence"};
  run.quiet = true;
  run.ptxas = chosen_ptxas("");
  if (!no_cache_) run.cache = cache_folder_of_environment();
  if (launches_option_->count() != 0) run.launches = launches_;
  check_kernel_expression(run.kernel);
  run.colour = parse_colour(colour_);
  if (options.json == "-" && options.patch == "-")
    throw UsageError("--json - and --patch - both want the standard output; name a file for one of them");
  const SweepOptions& sweep = options.sweep;
  const bool sweeps = !sweep.archs.empty() || !sweep.arguments.empty() || sweep.point || sweep.slurm;
  if (sweeps && sweep.folder.empty()) throw UsageError("a sweep needs a folder for its results: --sweep FOLDER");
  if (!sweep.folder.empty() && (options.apply || !options.patch.empty()))
    throw UsageError("a sweep edits nothing: leave --apply and --patch to a call of advise for one machine");
  return options;
}

}  // namespace warpglass::tool
