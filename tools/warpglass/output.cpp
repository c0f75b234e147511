#include "tools/warpglass/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <map>
#include <sstream>
#include <vector>

#include "tools/warpglass/error.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

/// What a check found, on the standard output as from compute-sanitizer, unless that is wanted for JSON.
void write_sanitizer_text(const RunOptions& options, const report::Report& report) {
  const std::string text = report::to_sanitizer_text(report);
  std::FILE* const stream = takes_output(options.files) ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

std::vector<std::string> lines_of(std::istream& text) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

report::SourceLookup source_lookup(std::span<const report::Report> all) {
  auto files = std::make_shared<std::map<std::string, std::vector<std::string>, std::less<>>>();
  for (const report::Report& report : all) {
    for (const SourceText& source : report.sources) {
      std::istringstream text(source.text);
      (*files)[source.name] = lines_of(text);
    }
  }
  return [files](std::string_view name, std::uint32_t line) -> std::optional<std::string> {
    auto known = files->find(name);
    if (known == files->end()) {
      known = files->emplace(std::string(name), std::vector<std::string>()).first;
      std::ifstream file{std::string(name)};
      known->second = lines_of(file);
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
  for (const FormFile& file : options.files) check_output(file.path);
}

std::string working_directory() {
  std::error_code problem;
  const std::string here = std::filesystem::current_path(problem).string();
  return problem ? "" : here.ends_with('/') ? here : here + '/';
}

void write_files(const std::vector<FormFile>& files, std::span<const report::Report> all,
                 const report::FormOptions& options) {
  for (const FormFile& file : files) write_output(file.path, report::text_in(*file.form, all, options));
}

namespace {

report::TextOptions text_options(const RunOptions& options, std::span<const report::Report> all) {
  report::TextOptions text;
  text.colour = wants_colour(options.colour);
  text.width = terminal_width();
  text.table_width = table_width();
  text.top = options.top;
  text.all_metrics = options.all_metrics;
  text.metrics = options.metrics;
  text.kernels = !options.check;
  text.directory = working_directory();
  text.source = source_lookup(all);
  return text;
}

}  // namespace

void write_errors(const RunOptions& options, const report::Report& report) {
  report::Report errors = report;
  std::erase_if(errors.run.findings,
                [](const analysis::Finding& finding) { return finding.severity != Severity::error; });
  if (errors.run.findings.empty()) return;
  errors.run.notices.clear();
  errors.run.remarks.clear();
  report::TextOptions form = text_options(options, std::span(&report, 1));
  form.kernels = false;
  const std::string text = report::to_text(errors, form);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void write_outputs(const RunOptions& options, std::span<const report::Report> all) {
  const Timed timed(options.timings, Phase::report);
  report::FormOptions form{.text = text_options(options, all), .page = options.csv_page, .docs = WARPGLASS_DOCS_URL};
  if (!options.quiet && options.format == FindingsFormat::sanitizer) {
    write_sanitizer_text(options, all.front());
  } else if (!options.quiet && !options.explain) {
    const std::string text = report::text_in(*report::form_named("text"), all, form);
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
  form.text.table_width = 0;
  write_files(options.files, all, form);
}

}  // namespace warpglass::tool
