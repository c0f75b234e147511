#include "tools/warpglass/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <regex>
#include <string_view>

#include "analysis/analyser.hpp"
#include "analysis/metric_selection.hpp"
#include "analysis/metrics.hpp"
#include "analysis/place_metrics.hpp"
#include "report/table.hpp"
#include "toolkit/ptxas.hpp"
#include "tools/warpglass/banks_flags.hpp"
#include "tools/warpglass/command_pages.hpp"
#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/costs_flags.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/occupancy_flags.hpp"

namespace warpglass::tool {
namespace {

/// Commands that the tool will have; they say so instead of "unknown".
constexpr std::string_view kPlanned[] = {"check", "advise", "report"};

constexpr const char* kExamples = R"(
Examples:
  warpglass run transpose.cu                     compile, run and report
  warpglass run ./app -- --size 64               an executable linked with --cudart=shared
  warpglass banks "tile[tx][ty]" --shape 32x33 --block 32x8
  warpglass occupancy --block 256 --registers 40 --shared 20K
  warpglass run k.ptx --kernel scale --grid 16 --block 256 --arg 'f32[4096]:iota:print' --arg f32:2
)";

constexpr const char* kArgumentHelp =
    "argument of a .ptx kernel, in order. A value: i32:64, f32:1.5, u64:0x10, or 64 for the parameter's type. An "
    "array: "
    "TYPE[COUNT]:FILL with zero, iota, value:V, random[:SEED] or file:IN.npy, then :OUT.npy, :OUT.raw or :print for "
    "its "
    "contents after the launch";

CsvPage parse_page(const std::string& text) {
  if (text == "raw") return CsvPage::raw;
  if (text == "source") return CsvPage::source;
  if (text == "ptx") return CsvPage::ptx;
  throw UsageError(fmt::format("--page takes raw, source or ptx; '{}' is none of them", text));
}

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

/// CLI11's messages begin and end as it likes; ours are one line without a full stop.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
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

/// Where it was given, there has to be one.
std::string chosen_ptxas(const std::string& given) {
  toolkit::PtxasQuery query = toolkit::ptxas_query_of_environment();
  if (!given.empty()) query.ptxas = given;
  const std::optional<std::string> found = toolkit::find_ptxas(query);
  if (!found && !given.empty() && given != "none")
    throw UsageError(fmt::format("--ptxas: '{}' is no program that can be run", given));
  return found.value_or("");
}

}  // namespace

Dim3 parse_extent(const std::string& text, const std::string& option) {
  std::array<std::uint32_t, 3> values{1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [next, problem] = std::from_chars(at, end, values[i]);
    if (problem != std::errc() || values[i] == 0) break;
    at = next;
    if (at == end) return {values[0], values[1], values[2]};
    if (*at != 'x' && *at != ',') break;
    ++at;
  }
  throw UsageError(fmt::format("{} takes up to three numbers from 1, such as 16x8; '{}' is not that", option, text));
}

ColourChoice parse_colour(const std::string& text) {
  if (text == "auto") return ColourChoice::automatic;
  if (text == "always") return ColourChoice::always;
  if (text == "never") return ColourChoice::never;
  throw UsageError(fmt::format("--color takes auto, always or never; '{}' is none of them", text));
}

std::uint32_t parse_bytes(const std::string& text, const std::string& option) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const bool kib = unit == "K" || unit == "k" || unit == "KiB";
  if (problem == std::errc() && (unit.empty() || unit == "B" || kib) && value <= (std::uint64_t{1} << (kib ? 20 : 30)))
    return static_cast<std::uint32_t>(kib ? value * 1024 : value);
  throw UsageError(fmt::format("{} takes bytes, such as 4096 or 48K; '{}' is not that", option, text));
}

CommandLine parse_command_line(int argc, const char* const* argv) {
  if (argc > 1 &&
      std::find(std::begin(kPlanned), std::end(kPlanned), std::string_view(argv[1])) != std::end(kPlanned)) {
    throw UsageError(
        fmt::format("the command '{}' is not there yet; there are: run, banks, occupancy, costs, devices", argv[1]));
  }

  CommandLine line;
  RunOptions& run = line.run;
  std::string grid;
  std::string cluster;
  std::string block;
  std::uint64_t launches = 0;
  std::uint64_t loop_limit = 0;
  bool no_analysis = false;
  std::string colour = "auto";
  std::string ptxas;
  std::string page = "raw";
  std::string metrics;
  bool query_metrics = false;

  CLI::App app("Runs CUDA programs without a GPU and shows what the memory system does with them.", "warpglass");
  app.set_version_flag("--version", "warpglass " WARPGLASS_VERSION);
  app.require_subcommand(0, 1);
  app.footer(kExamples);

  CLI::App* run_command = app.add_subcommand("run", "execute a program and report");
  run_command->add_option("program", run.program, "CUDA source (.cu), executable, or PTX (.ptx)")
      ->required()
      ->type_name("PROGRAM");
  run_command->add_option("arguments", run.arguments, "arguments of the program; put -- before those that begin with -")
      ->type_name("ARGUMENT");
  run_command->add_option("--json", run.json, "write the report as JSON to this file, - for the standard output")
      ->type_name("FILE");
  run_command->add_option("--csv", run.csv, "write counters in the form of ncu --csv; - for the standard output")
      ->type_name("FILE");
  auto* page_option =
      run_command->add_option("--page", page, "of --csv: raw (a row a launch), source (a line), ptx (an instruction)")
          ->capture_default_str()
          ->type_name("PAGE");
  run_command->add_option("--arch", run.arch, "GPU whose rules are applied: sm_90, cc8.6, ampere, \"RTX 4090\" ...")
      ->capture_default_str()
      ->type_name("GPU");
  run_command
      ->add_option("--bank-width", run.bank_width,
                   "width of the shared-memory banks in bytes, 4 or 8, whatever the program sets; for sm_30 to sm_37")
      ->check(CLI::IsMember({4, 8}))
      ->type_name("BYTES");
  run_command->add_option("-j,--jobs", run.jobs, "worker threads; 0 takes one per core")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  run_command->add_flag("-q,--quiet", run.quiet, "no report on the terminal");
  run_command->add_option("--top", run.top, "findings to show, and four times as many lines a kernel; 0 shows all")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
  run_command->add_flag("--all-metrics", run.all_metrics, "also show counters that are zero or describe the launch");
  auto* metrics_option = run_command
                             ->add_option("--metrics", metrics,
                                          "counters to show and to write to --csv: names, with or without .sum, "
                                          "names with * or ?, regex:EXPRESSION, separated by commas")
                             ->type_name("LIST");
  run_command->add_flag("--query-metrics", query_metrics,
                        "list the counters there are and how far each can be trusted");
  run_command
      ->add_option("--kernel", run.kernel,
                   "count only kernels whose name matches this regular expression; of a .ptx, the kernel to launch")
      ->type_name("REGEX");
  auto* launches_option =
      run_command->add_option("--launches", launches, "count only this many launches, run the others")->type_name("N");
  auto* loop_option =
      run_command
          ->add_option("--loop-limit", loop_limit, "iterations of one warp's loops after which it counts as endless")
          ->check(CLI::PositiveNumber)
          ->type_name("N");
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    if (analyser.flag.empty()) continue;
    run_command->add_flag_callback(
        std::string(analyser.flag), [&run, &analyser] { run.analysers.emplace_back(analyser.name); },
        std::string(analyser.help));
  }
  run_command->add_flag("--no-analysis", no_analysis, "only execute: no counters, faults are still found");
  run_command->add_flag("--as-written", run.as_written,
                        "count the PTX's instructions as they stand, not what the vendor's assembler makes of them "
                        "(merged loads, dropped ones, reductions, predicated branches)");
  run_command
      ->add_option("--ptxas", ptxas,
                   "NVIDIA's assembler, which is asked for the registers of every kernel; 'none': they are estimated. "
                   "Without this, that of the toolkit on this machine, if there is one")
      ->type_name("PATH");
  add_colour_flag(*run_command, colour);
  run_command->add_option("-X,--compiler-flag", run.compiler_flags, "flag for the compiler of a .cu, such as -DN=64")
      ->allow_extra_args(false)
      ->type_name("FLAG");
  run_command->add_option("--grid", grid, "blocks of a .ptx kernel's grid, such as 16x16")->type_name("XxYxZ");
  run_command->add_option("--block", block, "threads of its blocks, such as 32x8")->type_name("XxYxZ");
  run_command->add_option("--cluster", cluster, "blocks of its clusters, which divide the grid, such as 2")
      ->type_name("XxYxZ");
  run_command->add_option("--smem", run.shared_bytes, "its dynamic shared memory in bytes")
      ->check(CLI::NonNegativeNumber)
      ->type_name("BYTES");
  run_command->add_option("--arg", run.kernel_arguments, kArgumentHelp)->allow_extra_args(false)->type_name("SPEC");

  BanksFlags banks(app);
  OccupancyFlags occupancy(app);
  CostsFlags costs(app);
  CLI::App* devices_command =
      app.add_subcommand("devices", "the GPUs there are records of, and where each number is from");
  devices_command->add_option("names", line.devices.names, "GPUs to show in detail")->type_name("GPU");
  devices_command
      ->add_option("--json", line.devices.json,
                   "write one GPU as a description that --arch takes to this file, - for the standard output")
      ->type_name("FILE");

  std::string page_of;
  CLI::App* pages_command = app.add_subcommand("completion", "completion of a shell, or the manual page")->group("");
  pages_command->add_option("page", page_of, "bash, zsh or man")->required()->type_name("PAGE");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    line.print = parsed.empty() ? app.help() : parsed.front()->help("warpglass");
    return line;
  } catch (const CLI::CallForVersion& version) {
    line.print = std::string(version.what()) + '\n';
    return line;
  } catch (const CLI::ExtrasError& error) {
    if (app.get_subcommands().empty())
      throw UsageError(fmt::format("unknown command '{}'; there are: run, banks, occupancy, costs, devices", argv[1]));
    if (!run_command->parsed()) throw UsageError(one_line(error.what()));
    throw UsageError(fmt::format("{}; what is meant for the program goes behind --", one_line(error.what())));
  } catch (const CLI::ConversionError& error) {
    throw UsageError(fmt::format("this is no number: {}",
                                 one_line(error.what()).substr(std::string_view("Could not convert: ").size())));
  } catch (const CLI::RequiredError& error) {
    if (query_metrics) {
      line.print = metrics_text();
      return line;
    }
    if (run_command->parsed()) throw UsageError("run needs a program: a .cu file, an executable or a .ptx file");
    throw UsageError(one_line(error.what()));
  } catch (const CLI::ParseError& error) {
    throw UsageError(one_line(error.what()));
  }

  if (pages_command->parsed()) {
    if (page_of == "bash") line.print = bash_completion(app);
    if (page_of == "zsh") line.print = zsh_completion(app);
    if (page_of == "man") line.print = manual_page(app);
    if (!line.print) throw UsageError(fmt::format("completion takes bash, zsh or man; '{}' is none of them", page_of));
    return line;
  }
  if (devices_command->parsed()) {
    line.command = Command::devices;
    if (!line.devices.json.empty() && line.devices.names.size() != 1)
      throw UsageError("devices --json describes one GPU: name it, as in warpglass devices H200 --json h200.json");
  }
  if (banks.parsed()) {
    line.command = Command::banks;
    line.banks = banks.options();
  }
  if (occupancy.parsed()) {
    line.command = Command::occupancy;
    line.occupancy = occupancy.options();
  }
  if (costs.parsed()) {
    line.command = Command::costs;
    line.costs = costs.options();
  }
  if (!run_command->parsed()) {
    if (line.command == Command::none) line.print = app.help();
    return line;
  }
  if (query_metrics) {
    line.print = metrics_text();
    return line;
  }
  line.command = Command::run;
  run.analysis = !no_analysis;
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    const bool asked = std::find(run.analysers.begin(), run.analysers.end(), analyser.name) != run.analysers.end();
    if (asked && no_analysis) throw UsageError(fmt::format("{} counts, which --no-analysis leaves out", analyser.flag));
  }
  run.colour = parse_colour(colour);
  run.ptxas = chosen_ptxas(ptxas);
  run.csv_page = parse_page(page);
  if (page_option->count() != 0 && run.csv.empty()) throw UsageError("--page is about --csv, which is not given");
  if (metrics_option->count() != 0) {
    if (no_analysis) throw UsageError("--metrics asks for counters, which --no-analysis leaves out");
    if (run.csv_page != CsvPage::raw)
      throw UsageError("--metrics chooses among the counters of launches; --page source and ptx have their own");
    run.metrics = parse_metrics(metrics, run.analysers);
  }
  if (launches_option->count() != 0) run.launches = launches;
  if (loop_option->count() != 0) run.loop_limit = loop_limit;
  if (!grid.empty()) run.grid = parse_extent(grid, "--grid");
  if (!cluster.empty()) run.cluster = parse_extent(cluster, "--cluster");
  if (!block.empty()) run.block = parse_extent(block, "--block");
  if (run.json == "-" && run.csv == "-")
    throw UsageError("--json - and --csv - both want the standard output; name a file for one of them");
  if (!run.kernel.empty()) {
    try {
      (void)std::regex(run.kernel, std::regex::ECMAScript);
    } catch (const std::regex_error&) {
      throw UsageError(fmt::format("--kernel: '{}' is no regular expression", run.kernel));
    }
  }
  return line;
}

}  // namespace warpglass::tool
