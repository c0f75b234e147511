#include "tools/warpglass/run_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/metric_selection.hpp"
#include "analysis/metrics.hpp"
#include "analysis/place_metrics.hpp"
#include "base/file_cache.hpp"
#include "report/table.hpp"
#include "session/device_list.hpp"
#include "toolkit/ptxas.hpp"
#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/explain.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kArgumentHelp =
    "argument of a .ptx kernel, in order. A value: i32:64, f32:1.5, u64:0x10, or 64 in the parameter's type. An array: "
    "TYPE[COUNT]:FILL with zero, iota, value:V, random[:SEED] or file:IN.npy, then :OUT.npy, :OUT.raw or :print to get "
    "its contents after the launch";

std::vector<analysis::MetricDefinition> launch_metrics() {
  std::vector<const analysis::Analyser*> unused;
  return analysis::all_metric_definitions(unused);
}

std::vector<std::size_t> parse_metrics(const std::string& list, const std::vector<std::string>& asked) {
  std::string problem;
  std::vector<const analysis::Analyser*> of_analyser;
  const std::vector<analysis::MetricDefinition> all = analysis::all_metric_definitions(of_analyser);
  std::vector<std::size_t> chosen = analysis::select_metrics(all, list, problem);
  if (!problem.empty()) throw UsageError("--metrics: " + problem);
  const std::vector<const analysis::Analyser*> at_work = analysis::analysers_for(asked);
  for (const std::size_t metric : chosen) {
    const analysis::Analyser* analyser = of_analyser[metric];
    if (analyser != nullptr && std::find(at_work.begin(), at_work.end(), analyser) == at_work.end())
      throw UsageError(fmt::format("--metrics: {} is known only with {}", all[metric].name, analyser->flag));
  }
  return chosen;
}

/// Also of an option that the command does not have.
bool is_given(const CLI::Option* option) { return option != nullptr && option->count() != 0; }

}  // namespace

RunFlags::RunFlags(CLI::App& app, Purpose purpose) {
  options_.check = purpose == Purpose::check;
  command_ = options_.check ? app.add_subcommand("check", "execute a program and look for mistakes")
                            : app.add_subcommand("run", "execute a program and report");
  command_->add_option("program", options_.program, "CUDA source (.cu), executable, or PTX (.ptx)")
      ->required()
      ->type_name("PROGRAM");
  command_
      ->add_option("arguments", options_.arguments, "arguments for the program; put -- before those that begin with -")
      ->type_name("ARGUMENT");
  forms_.add_to(*command_, !options_.check);
  add_expect_flag(*command_, options_.expectations);
  if (options_.check) {
    arch_option_ =
        command_
            ->add_option("--arch", options_.arch, "GPU whose rules are applied: sm_90, cc8.6, ampere, \"RTX 4090\" ...")
            ->capture_default_str()
            ->type_name("GPU");
  } else {
    arch_option_ = add_devices_flag(*command_, archs_, "sm_90, cc8.6, ampere",
                                    ": the program is run for each, and they are shown side by side");
  }
  devices_option_ = command_
                        ->add_option("--devices", devices_,
                                     "GPUs that the program finds: how many, all as --arch says, or their names with "
                                     "commas: sm_90,sm_80")
                        ->type_name("N|GPU,GPU");
  command_->add_option("-j,--jobs", options_.jobs, "worker threads; 0 means one per core")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  command_->add_flag(
      "-q,--quiet", options_.quiet,
      options_.check ? "no report on the terminal" : "no report on the terminal, only what ends launches");
  add_top_flag(*command_, options_.top);
  command_
      ->add_option(
          "--tier", options_.tier,
          "what is compiled for this machine: off, hot (what takes long, while it runs), always, or auto (hot where "
          "this build can). The results are the same")
      ->check(CLI::IsMember({"auto", "off", "hot", "always"}))
      ->envname("WARPGLASS_TIER")
      ->capture_default_str()
      ->type_name("WHEN");
  command_
      ->add_flag(
          "--every-launch", options_.every_launch,
          "also execute launches that would do again what an earlier one has done, with the same arguments and the "
          "same in memory. The results are the same")
      ->envname("WARPGLASS_EVERY_LAUNCH");
  command_->add_flag(
      "--timings", options_.asks_timings,
      "say at the end where the time went (compiler, PTX, kernels, report, the program itself), and of each kernel "
      "how many launches were counted without being executed");
  command_
      ->add_option("--kernel", options_.kernel,
                   "count only kernels whose name matches this regular expression; of a .ptx, the kernel to launch")
      ->type_name("REGEX");
  launches_option_ =
      command_->add_option("--launches", launches_, "count only this many launches and just run the others")
          ->type_name("N");
  loop_option_ =
      command_->add_option("--loop-limit", loop_limit_, "iterations after which a warp's loop counts as endless")
          ->check(at_least(1))
          ->type_name("N");
  add_colour_flag(*command_, colour_);
  command_->add_option("-X,--compiler-flag", options_.compiler_flags, "extra flag for compiling a .cu, such as -DN=64")
      ->allow_extra_args(false)
      ->type_name("FLAG");
  add_no_cache_flag(*command_, no_cache_);
  command_->add_option("--grid", grid_, "grid of a .ptx kernel, in blocks, such as 16x16")->type_name("XxYxZ");
  command_->add_option("--block", block_, "threads per block, such as 32x8")->type_name("XxYxZ");
  command_->add_option("--cluster", cluster_, "blocks per cluster, which must divide the grid, such as 2")
      ->type_name("XxYxZ");
  command_->add_option("--smem", options_.shared_bytes, "dynamic shared memory in bytes")
      ->check(at_least(0))
      ->type_name("BYTES");
  command_->add_option("--arg", options_.kernel_arguments, kArgumentHelp)->allow_extra_args(false)->type_name("SPEC");
  if (options_.check) {
    command_->add_flag("--leaks", options_.leaks, "memory, streams and events that are never freed fail the check");
    command_->add_flag("--arithmetic", options_.arithmetic,
                       "also find integer divisions by zero, and where a NaN or an infinity comes from");
    command_->add_flag(
        "--indices", options_.indices,
        "also find indices outside the array that they are written for, such as a member of a struct or a "
        "row; of a .cu file, which is compiled with clang's checks for that");
    check_.add_to(*command_);
  } else {
    add_profile_flags();
  }
}

/// What counters are for, which a check leaves out.
void RunFlags::add_profile_flags() {
  add_explain_flag(*command_, explain_);
  page_option_ = add_page_flag(*command_, page_);
  command_
      ->add_option("--bank-width", options_.bank_width,
                   "width of the shared-memory banks, 4 or 8 bytes, overriding the program; for sm_30 to sm_37")
      ->check(CLI::IsMember({4, 8}))
      ->type_name("BYTES");
  command_->add_flag("--all-metrics", options_.all_metrics, "also show counters that are zero or describe the launch");
  metrics_option_ = command_
                        ->add_option("--metrics", metrics_,
                                     "counters to show and to write to --csv: names, with or without .sum, "
                                     "names with * or ?, regex:EXPRESSION, separated by commas")
                        ->type_name("LIST");
  command_->add_flag("--query-metrics", query_metrics_, "list the counters and how far each can be trusted");
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    if (analyser.flag.empty()) continue;
    command_->add_flag_callback(
        std::string(analyser.flag), [this, &analyser] { options_.analysers.emplace_back(analyser.name); },
        std::string(analyser.help));
  }
  command_->add_flag("--no-analysis", no_analysis_, "only execute: no counters, but faults are still reported");
  command_->add_flag("--as-written", options_.as_written,
                     "count PTX instructions as written, not what NVIDIA's assembler makes of them (merged and "
                     "dropped loads, reductions, predicated branches)");
  command_
      ->add_option("--ptxas", ptxas_,
                   "NVIDIA's assembler, which is asked for each kernel's registers; 'none' estimates them. Default: "
                   "that of the toolkit on this machine, if there is one")
      ->type_name("PATH");
}

void RunFlags::take_architectures(RunOptions& run) const {
  std::vector<const arch::DeviceModel*> known;
  for (std::string& name : each_named(archs_, All::generations)) {
    const arch::DeviceModel* device = &device_named(name);
    if (std::ranges::find(known, device) != known.end()) continue;  // "sm_90,H200"
    known.push_back(device);
    run.archs.push_back(std::move(name));
  }
  run.arch = run.archs.front();
  if (run.archs.size() == 1) run.archs.clear();
}

void RunFlags::take_devices(RunOptions& run) const {
  std::string problem;
  const auto devices = session::parse_devices(devices_, problem);
  if (!devices) throw UsageError("--devices: " + problem);
  run.devices = *devices;
  if (devices->front().empty()) return;
  if (is_given(arch_option_)) throw UsageError("--devices names the GPUs, and --arch one: give one of the two");
  run.arch = devices->front();
}

RunOptions RunFlags::options() const {
  RunOptions run = options_;
  if (run.check) {
    run.analysers = analysis::checkers();
    check_.fill(run);
  }
  run.analysis = !no_analysis_;
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    const bool asked = std::find(run.analysers.begin(), run.analysers.end(), analyser.name) != run.analysers.end();
    if (asked && no_analysis_)
      throw UsageError(fmt::format("{} counts, which --no-analysis leaves out", analyser.flag));
  }
  if (!run.check) take_architectures(run);
  if (is_given(devices_option_)) take_devices(run);
  run.colour = parse_colour(colour_);
  if (!explain_.empty()) {
    run.explain = parse_line(explain_);
    if (no_analysis_) throw UsageError("--explain tells what was counted, which --no-analysis leaves out");
    if (run.quiet) throw UsageError("--explain shows something on the terminal, which --quiet leaves out");
  }
  if (!run.check) run.ptxas = chosen_ptxas(ptxas_);
  if (!no_cache_) run.cache = cache_folder_of_environment();
  run.files = forms_.files();
  run.csv_page = parse_page(page_);
  for (const FormFile& file : run.archs.empty() ? std::vector<FormFile>() : run.files) {
    const std::string obstacle = report::obstacle_to_several(*file.form, run.csv_page);
    if (!obstacle.empty()) throw UsageError(obstacle);
  }
  const bool csv = std::ranges::any_of(run.files, [](const FormFile& file) { return file.form->counters; });
  if (is_given(page_option_) && !csv) throw UsageError("--page is about --csv, which is not given");
  if (is_given(metrics_option_)) {
    if (no_analysis_) throw UsageError("--metrics asks for counters, which --no-analysis leaves out");
    if (run.csv_page != report::CsvPage::raw)
      throw UsageError("--metrics chooses among the counters of launches; --page source and ptx have their own");
    run.metrics = parse_metrics(metrics_, run.analysers);
  }
  if (launches_option_->count() != 0) run.launches = launches_;
  if (loop_option_->count() != 0) run.loop_limit = loop_limit_;
  if (!grid_.empty()) run.grid = parse_extent(grid_, "--grid");
  if (!cluster_.empty()) run.cluster = parse_extent(cluster_, "--cluster");
  if (!block_.empty()) run.block = parse_extent(block_, "--block");
  check_kernel_expression(run.kernel);
  return run;
}

std::string chosen_ptxas(const std::string& given) {
  toolkit::PtxasQuery query = toolkit::ptxas_query_of_environment();
  if (!given.empty()) query.ptxas = given;
  const std::optional<std::string> found = toolkit::find_ptxas(query);
  if (!found && !given.empty() && given != "none")
    throw UsageError(fmt::format("--ptxas: '{}' is no program that can be run", given));
  return found.value_or("");
}

std::string metrics_text() {
  report::Table launches({{"counter of a launch", report::Align::left},
                          {"unit", report::Align::left},
                          {"is, on sm_90", report::Align::left}});
  for (const analysis::MetricDefinition& metric : launch_metrics())
    launches.add({{metric.name}, {metric.unit}, {std::string(analysis::name_of(metric.fidelity))}});
  report::Table places({{"counter of a line or instruction", report::Align::left},
                        {"unit", report::Align::left},
                        {"is, on sm_90", report::Align::left}});
  for (const analysis::PlaceMetric& metric : analysis::place_metrics(true))
    places.add(
        {{std::string(metric.name)}, {std::string(metric.unit)}, {std::string(analysis::name_of(metric.fidelity))}});
  return launches.text(0, false) + '\n' + places.text(0, false);
}

}  // namespace warpglass::tool
