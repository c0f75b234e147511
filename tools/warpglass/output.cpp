#include "tools/warpglass/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "tools/warpglass/error.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

std::string csv_text(const RunOptions& options, const report::Report& report) {
  switch (options.csv_page) {
    case CsvPage::raw: return report::to_csv(report, options.metrics);
    case CsvPage::source: return report::to_csv_of_lines(report);
    case CsvPage::ptx: return report::to_csv_of_instructions(report);
  }
  return {};
}

/// What a check found, on the standard output as from compute-sanitizer, unless that is wanted for another form.
void write_sanitizer_text(const RunOptions& options, const report::Report& report) {
  const std::string text = report::to_sanitizer_text(report);
  std::FILE* const stream = options.json == "-" || options.html == "-" ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace

report::SourceLookup source_lookup() {
  auto files = std::make_shared<std::map<std::string, std::vector<std::string>, std::less<>>>();
  return [files](std::string_view name, std::uint32_t line) -> std::optional<std::string> {
    auto known = files->find(name);
    if (known == files->end()) {
      known = files->emplace(std::string(name), std::vector<std::string>()).first;
      std::ifstream file{std::string(name)};
      for (std::string text; std::getline(file, text);) {
        if (!text.empty() && text.back() == '\r') text.pop_back();
        known->second.push_back(text);
      }
    }
    if (line == 0 || line > known->second.size()) return std::nullopt;
    return known->second[line - 1];
  };
}

void check_output(const std::string& path) {
  if (path.empty() || path == "-") return;
  const std::filesystem::path file(path);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code problem;
  if (std::filesystem::is_directory(file, problem)) throw UsageError(fmt::format("{}: is a directory", path));
  if (!std::filesystem::is_directory(folder, problem))
    throw UsageError(fmt::format("{}: there is no folder {}", path, folder.string()));
  const std::string target = std::filesystem::exists(file, problem) ? path : folder.string();
  if (access(target.c_str(), W_OK) != 0)
    throw UsageError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

void write_output(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    return;
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  if (!file.flush()) throw UsageError(fmt::format("{}: cannot be written", path));
}

void check_outputs(const RunOptions& options) {
  check_output(options.json);
  check_output(options.html);
  check_output(options.csv);
}

void write_outputs(const RunOptions& options, const report::Report& report) {
  if (!options.quiet && options.format == FindingsFormat::sanitizer) {
    write_sanitizer_text(options, report);
  } else if (!options.quiet) {
    std::error_code problem;
    const std::string here = std::filesystem::current_path(problem).string();
    const std::string text = report::to_text(report, {.colour = wants_colour(options.colour),
                                                      .width = terminal_width(),
                                                      .top = options.top,
                                                      .all_metrics = options.all_metrics,
                                                      .metrics = options.metrics,
                                                      .kernels = !options.check,
                                                      .directory = problem ? "" : here + "/",
                                                      .source = source_lookup()});
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
  if (!options.json.empty()) write_output(options.json, report::to_json(report));
  if (!options.html.empty()) write_output(options.html, report::to_html(report, source_lookup()));
  if (!options.csv.empty()) write_output(options.csv, csv_text(options, report));
}

}  // namespace warpglass::tool
