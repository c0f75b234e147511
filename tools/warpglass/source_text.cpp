#include "tools/warpglass/source_text.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/read_file.hpp"
#include "rewrite/line_changes.hpp"
#include "rewrite/patch.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"

namespace warpglass::tool {
namespace {

bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const auto [end, rest] = std::ranges::mismatch(folder, file);
  return end == folder.end() || end->empty();
}

std::string whole_path(const std::string& file) { return std::filesystem::absolute(file).lexically_normal().string(); }

/// "rows.hpp" of `#include "rows.hpp"`; empty: the line is none.
std::string included_name(std::string_view line) {
  const auto skip = [&](std::string_view word) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool there = line.starts_with(word);
    if (there) line.remove_prefix(word.size());
    return there;
  };
  if (!skip("#") || !skip("include") || !skip("\"")) return "";
  const std::size_t end = line.find('"');
  return end == std::string_view::npos ? "" : std::string(line.substr(0, end));
}

/// From 1, of a line of the text after.
std::uint32_t line_before(const std::vector<rewrite::LineChange>& changes, std::uint32_t line) {
  std::size_t at = line - 1;  // from 0
  for (const rewrite::LineChange& change : changes | std::views::reverse) {
    if (change.new_begin > at) continue;
    at = at < change.new_end
             ? std::min(change.old_begin + (at - change.new_begin), std::max(change.old_end, change.old_begin + 1) - 1)
             : change.old_end + (at - change.new_end);
    break;
  }
  return static_cast<std::uint32_t>(at + 1);
}

}  // namespace

bool is_users(const std::string& file, const std::string& program) {
  namespace fs = std::filesystem;
  const fs::path path = fs::absolute(file).lexically_normal();
  return lies_below(path, fs::absolute(program).lexically_normal().parent_path()) ||
         lies_below(path, fs::current_path());
}

std::vector<std::string> included_files(const std::string& program) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(program).lexically_normal().parent_path();
  std::vector<std::string> files = {program};
  std::set<fs::path> known = {fs::absolute(program).lexically_normal()};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path around = fs::absolute(files[i]).lexically_normal().parent_path();
    std::istringstream lines(contents_of(files[i]).value_or(""));
    for (std::string line; std::getline(lines, line);) {
      const std::string name = included_name(line);
      if (name.empty()) continue;
      for (const fs::path& base : {around, folder}) {
        const fs::path file = (base / name).lexically_normal();
        if (!fs::is_regular_file(file) || !is_users(file.string(), program)) continue;
        if (known.insert(file).second) files.push_back(file.string());
        break;
      }
    }
  }
  return files;
}

std::string key_of(SourcePosition where) {
  where.file = whole_path(where.file);
  return to_string(where);
}

std::string line_key(SourcePosition where) {
  where.column = 0;
  return key_of(std::move(where));
}

std::string patch_name(const std::string& file) {
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  const std::string here = working_directory();
  if (!here.empty() && path.starts_with(here)) return path.substr(here.size());
  return path.substr(1);
}

std::vector<std::pair<std::string, std::string>> edited_files(const std::vector<rewrite::Edit>& edits) {
  // clang calls a file what the command did, and by its whole path in what was parsed beforehand.
  std::map<std::string, std::string> names;
  std::map<std::string, std::vector<rewrite::Edit>> by_file;
  for (rewrite::Edit edit : edits) {
    edit.span.file = names.try_emplace(whole_path(edit.span.file), edit.span.file).first->second;
    by_file[edit.span.file].push_back(std::move(edit));
  }
  std::vector<std::pair<std::string, std::string>> files;
  for (auto& [file, of_file] : by_file) files.emplace_back(file, rewrite::edited(read_file(file), std::move(of_file)));
  return files;
}

std::string patch_of(const std::vector<rewrite::Edit>& edits) {
  std::string patch;
  for (const auto& [file, text] : edited_files(edits)) patch += rewrite::patch(patch_name(file), read_file(file), text);
  return patch;
}

void renumber(report::Report& report, const std::vector<rewrite::Edit>& edits) {
  for (const auto& [file, text] : edited_files(edits)) {
    const std::string before = read_file(file);
    const std::vector<rewrite::LineChange> changes =
        rewrite::line_changes(rewrite::lines_of(before), rewrite::lines_of(text));
    const std::string path = whole_path(file);
    const auto correct = [&](SourcePosition& where) {
      if (where.line != 0 && whole_path(where.file) == path) where.line = line_before(changes, where.line);
    };
    for (analysis::KernelProfile& kernel : report.run.kernels) {
      for (analysis::LineProfile& line : kernel.lines) correct(line.where);
      for (analysis::InstructionProfile& instruction : kernel.instructions) correct(instruction.source);
      for (analysis::BarrierProfile& barrier : kernel.barriers) correct(barrier.where);
    }
    for (analysis::Finding& finding : report.run.findings) correct(finding.where);
  }
}

std::vector<std::string> changed_lines(const std::vector<rewrite::Edit>& edits) {
  std::vector<std::string> changed;
  for (const auto& [file, text] : edited_files(edits)) {
    const std::string before = read_file(file);
    const std::vector<std::string_view> lines = rewrite::lines_of(text);
    for (const rewrite::LineChange& change : rewrite::line_changes(rewrite::lines_of(before), lines)) {
      std::vector<std::string_view> together;
      std::size_t indent = std::string_view::npos;  // that they have in common
      for (std::size_t i = change.new_begin; i < change.new_end; ++i) {
        const std::string_view line = lines[i].substr(0, lines[i].find('\n'));
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos) continue;
        indent = std::min(indent, begin);
        together.push_back(line);
      }
      for (const std::string_view line : together) changed.emplace_back(line.substr(indent));
    }
  }
  return changed;
}

}  // namespace warpglass::tool
