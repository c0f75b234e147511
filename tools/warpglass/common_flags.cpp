#include "tools/warpglass/common_flags.hpp"

#include <fmt/format.h>

#include <regex>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {

CLI::Option* add_devices_flag(CLI::App& command, std::vector<std::string>& archs, const std::string& examples,
                              const std::string& more) {
  return command
      .add_option(
          "--arch", archs,
          fmt::format("GPUs: {}, \"RTX 4090\", a file that describes one (.json), several with commas, or all{}",
                      examples, more))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str(archs.front())
      ->type_name("GPU");
}

void add_json_flag(CLI::App& command, std::string& file) {
  command.add_option("--json", file, "write everything as JSON to this file, - for standard output")->type_name("FILE");
}

void add_expect_flag(CLI::App& command, std::vector<std::string>& files) {
  command
      .add_option("--expect", files,
                  "file of what is expected, one to a line: \"no RULE\" or \"COUNTER <= NUMBER\", and of what with "
                  "[kernel=GLOB] [file=GLOB] [line=N[-M]]; what does not hold is an error, and it ends with 1")
      ->allow_extra_args(false)
      ->type_name("FILE");
}

void add_explain_flag(CLI::App& command, std::string& line) {
  command
      .add_option("--explain", line,
                  "show what the loads and stores of this source line (a number, or FILE:LINE) do, in the place of the "
                  "report: each pattern of addresses with its cost, and the banks or sectors that serve its lanes")
      ->type_name("LINE");
}

CLI::Option* add_page_flag(CLI::App& command, std::string& page) {
  return command
      .add_option("--page", page, "what a row of --csv is: raw (a launch), source (a line), ptx (an instruction)")
      ->capture_default_str()
      ->type_name("PAGE");
}

report::CsvPage parse_page(const std::string& text) {
  if (text == "raw") return report::CsvPage::raw;
  if (text == "source") return report::CsvPage::source;
  if (text == "ptx") return report::CsvPage::ptx;
  throw UsageError(fmt::format("--page takes raw, source or ptx; '{}' is none of them", text));
}

void check_kernel_expression(const std::string& text) {
  try {
    (void)std::regex(text, std::regex::ECMAScript);
  } catch (const std::regex_error&) {
    throw UsageError(fmt::format("--kernel: '{}' is no regular expression", text));
  }
}

CLI::Validator at_least(int lowest) {
  const auto check = [lowest](std::string& word) -> std::string {
    double number = 0;
    if (!CLI::detail::lexical_cast(word, number)) return fmt::format("{} is no number", word);
    return number < lowest ? fmt::format("{} is less than {}", word, lowest) : "";
  };
  return {check, lowest == 0 ? "NONNEGATIVE" : "POSITIVE"};
}

void add_no_cache_flag(CLI::App& command, bool& no_cache) {
  command.add_flag("--no-cache", no_cache,
                   "compile a .cu again though nothing has changed, and keep nothing for the next run");
}

void add_top_flag(CLI::App& command, std::size_t& top) {
  command.add_option("--top", top, "findings to show, and four times as many lines per kernel; 0 shows all")
      ->check(at_least(0))
      ->type_name("N")
      ->capture_default_str();
}

void add_colour_flag(CLI::App& command, std::string& when) {
  command.add_option("--color,--colour", when, "auto, always or never")->capture_default_str()->type_name("WHEN");
}

}  // namespace warpglass::tool
