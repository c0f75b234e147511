#include "tools/warpglass/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tier/tier.hpp"
#include "tools/warpglass/advise_flags.hpp"
#include "tools/warpglass/banks_flags.hpp"
#include "tools/warpglass/command_pages.hpp"
#include "tools/warpglass/costs_flags.hpp"
#include "tools/warpglass/diff_flags.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/occupancy_flags.hpp"
#include "tools/warpglass/report_flags.hpp"
#include "tools/warpglass/run_flags.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfCommandLine = R"(
Examples:
  warpglass run transpose.cu                     compile, run and report
  warpglass run ./app -- --size 64               an executable linked with --cudart=shared
  warpglass check app.cu                         look for mistakes: races, barriers, memory
  warpglass advise transpose.cu                  repairs of bank conflicts, each proved by a run
  warpglass banks "tile[tx][ty]" --shape 32x33 --block 32x8
  warpglass occupancy --block 256 --registers 40 --shared 20K
  warpglass run k.ptx --kernel scale --grid 16 --block 256 --arg 'f32[4096]:iota:print' --arg f32:2
)";

/// CLI11's messages begin and end as it likes; ours are one line without a full stop.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

/// The first word that nvcc would take as a flag; empty: there is none.
std::string compiler_flag_among(const std::vector<std::string>& words) {
  static constexpr std::string_view kBegins[] = {
      "-I", "-D", "-U", "-O", "-std", "--std", "-include",        "-lineinfo",
      "-g", "-G", "-L", "-l", "-W",   "-f",    "--use_fast_math", "--expt-"};
  const auto is_flag = [](const std::string& word) {
    return std::ranges::any_of(kBegins, [&](std::string_view begin) { return word.starts_with(begin); });
  };
  const auto found = std::ranges::find_if(words, is_flag);
  return found != words.end() ? *found : "";
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  CLI::App app("Runs CUDA programs without a GPU and shows what the memory system does with them.", "warpglass");
  app.set_version_flag("--version", fmt::format("warpglass {}\nsecond tier: {}", WARPGLASS_VERSION,
                                                tier::is_built_in() ? "LLVM 19" : "not in this build"));
  app.require_subcommand(0, 1);
  app.footer(kExamplesOfCommandLine);

  RunFlags run(app, RunFlags::Purpose::run);
  RunFlags check(app, RunFlags::Purpose::check);
  AdviseFlags advise(app);
  BanksFlags banks(app);
  OccupancyFlags occupancy(app);
  CostsFlags costs(app);
  ReportFlags report(app);
  DiffFlags diff(report.command());
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
    const CLI::App* asked = &app;
    std::string before;
    while (!asked->get_subcommands().empty()) {
      before += (before.empty() ? "" : " ") + asked->get_name();
      asked = asked->get_subcommands().front();
    }
    line.print = asked->help(before);
    return line;
  } catch (const CLI::CallForVersion& version) {
    line.print = std::string(version.what()) + '\n';
    return line;
  } catch (const CLI::ExtrasError& error) {
    if (app.get_subcommands().empty())
      throw UsageError(fmt::format(
          "unknown command '{}'; there are: run, check, advise, banks, occupancy, costs, devices, report", argv[1]));
    if (!run.parsed() && !check.parsed() && !advise.parsed()) throw UsageError(one_line(error.what()));
    if (const std::string flag = compiler_flag_among(app.remaining(true)); !flag.empty())
      throw UsageError(
          fmt::format("{} is no flag of warpglass: flags for the compiler go by -X, as in -X -Iinclude -X "
                      "-DN=64; what is meant for the program goes behind --",
                      flag));
    throw UsageError(fmt::format("{}; what is meant for the program goes behind --", one_line(error.what())));
  } catch (const CLI::ConversionError& error) {
    throw UsageError(fmt::format("this is no number: {}",
                                 one_line(error.what()).substr(std::string_view("Could not convert: ").size())));
  } catch (const CLI::RequiredError& error) {
    if (run.asks_for_metrics()) {
      line.print = metrics_text();
      return line;
    }
    if (run.parsed() || check.parsed()) {
      throw UsageError(fmt::format("{} needs a program: a .cu file, an executable or a .ptx file",
                                   check.parsed() ? "check" : "run"));
    }
    if (advise.parsed()) throw UsageError("advise needs a program: a .cu file");
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
  if (advise.parsed()) {
    line.command = Command::advise;
    line.advise = advise.options();
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
  if (diff.parsed()) {
    line.command = Command::diff;
    line.diff = diff.options();
  } else if (report.parsed()) {
    line.command = Command::report;
    line.report = report.options();
  }
  if (check.parsed()) {
    line.command = Command::check;
    line.run = check.options();
    return line;
  }
  if (!run.parsed()) {
    if (line.command == Command::none) line.print = app.help();
    return line;
  }
  if (run.asks_for_metrics()) {
    line.print = metrics_text();
    return line;
  }
  line.command = Command::run;
  line.run = run.options();
  return line;
}

}  // namespace warpglass::tool
