#include "toolkit/precompiled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <set>
#include <sstream>
#include <system_error>

#include "toolkit/process.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using Words = std::vector<std::string>;

std::string file_in(const std::string& folder, std::string_view side) { return fmt::format("{}/{}.pch", folder, side); }
std::string rule_in(const std::string& folder, std::string_view side) { return fmt::format("{}/{}.d", folder, side); }
std::string list_in(const std::string& folder, std::string_view side) {
  return fmt::format("{}/{}.read", folder, side);
}

/// Of files that a rule names, those that are not listed as read.
Words not_read(const Words& named, const std::string& listed) {
  std::set<std::string> read{absolute_path(named.front())};  // the source
  std::istringstream lines(listed);
  for (std::string line; std::getline(lines, line);) read.insert(absolute_path(line));
  Words others;
  std::ranges::copy_if(named, std::back_inserter(others),
                       [&](const std::string& file) { return !read.contains(absolute_path(file)); });
  return others;
}

/// Nothing when it could not be.
std::vector<Precompiled::Side> compile_into(const std::string& folder, const Reading& reading,
                                            const std::string& source, const Words& sides) {
  const auto run = [&](const std::string& side) {
    const std::string rule = rule_in(folder, side), list = list_in(folder, side);
    Words command = reading.command;
    command.insert(command.end(), no_modules().begin(), no_modules().end());
    command.insert(command.end(),
                   {fmt::format("--cuda-{}-only", side), "-w", "-emit-ast", "-MD", "-MF", rule, "-Xclang",
                    "-header-include-file", "-Xclang", list, "-x", "cuda", source, "-o", file_in(folder, side)});
    Precompiled::Side made{.name = side};
    if (run_process(command, ProcessOutput::capture).exit_code == 0) made.named = files_of_rule(read_file(rule));
    if (!made.named.empty()) made.asked_for = not_read(made.named, read_file(list));
    return made;
  };
  std::vector<std::future<Precompiled::Side>> running;
  for (const std::string& side : sides) running.push_back(std::async(std::launch::async, run, side));
  std::vector<Precompiled::Side> made;
  for (auto& side : running) made.push_back(side.get());
  if (std::ranges::any_of(made, [](const auto& side) { return side.named.empty(); })) return {};
  return made;
}

/// Nothing when one of them would be read otherwise where it is included from another source.
bool add_files(const std::set<std::string>& paths, Precompiled& made) {
  for (const std::string& path : paths) {
    const std::string contents = read_file(path);
    if (!is_of_the_system(path) && contents.find("__BASE_FILE__") != std::string::npos) return false;
    made.files.push_back({.path = path, .stamp = stamp_of(path), .hash = std::to_string(fingerprint(contents))});
  }
  return true;
}

}  // namespace

std::string to_entry(const Precompiled& made) {
  std::vector<std::string> files;
  for (const ReadFile& file : made.files) files.insert(files.end(), {file.path, file.stamp, file.hash});
  std::vector<std::string> folders;
  for (const auto& one : made.searched) folders.insert(folders.end(), {one.path, one.names});
  TextWriter entry;
  entry.put_all(files);
  entry.put_all(folders);
  entry.put(made.folder);
  entry.put(std::to_string(made.faults));
  entry.put(std::to_string(made.sides.size()));
  for (const auto& side : made.sides) {
    entry.put(side.name);
    entry.put_all(side.named);
    entry.put_all(side.asked_for);
  }
  return entry.text();
}

Precompiled from_entry(const std::string& entry) {
  TextReader reader(entry);
  Precompiled made;
  const std::vector<std::string> files = reader.take_all();
  for (std::size_t i = 0; i + 2 < files.size(); i += 3)
    made.files.push_back({.path = files[i], .stamp = files[i + 1], .hash = files[i + 2]});
  const std::vector<std::string> folders = reader.take_all();
  for (std::size_t i = 0; i + 1 < folders.size(); i += 2)
    made.searched.push_back({.path = folders[i], .names = folders[i + 1]});
  made.folder = reader.take();
  made.faults = reader.take_number();
  for (std::size_t count = reader.take_number(); reader.good() && count > 0; --count) {
    auto& side = made.sides.emplace_back();
    side.name = reader.take();
    side.named = reader.take_all();
    side.asked_for = reader.take_all();
  }
  if (!reader.good()) return {};
  return made;
}

const std::vector<std::string>& no_modules() {
  static const Words kNoModules{"-Xclang", "-fno-cxx-modules"};
  return kNoModules;
}

bool may_be_taken(const Precompiled& made, const std::vector<std::string>& sides) {
  if (made.folder.empty()) return false;
  for (const std::string& side : sides) {
    std::error_code problem;
    fs::last_write_time(file_in(made.folder, side), fs::file_time_type::clock::now(), problem);
    if (problem) return false;
  }
  return std::ranges::all_of(made.searched, [](const auto& one) { return names_in(one.path) == one.names; }) &&
         std::ranges::all_of(made.files, [](const ReadFile& file) { return file.is_unchanged(); });
}

bool hides_one(const std::string& overlay, const std::vector<ReadFile>& files) {
  const std::string text = read_file(overlay);
  if (text.empty() || text.find("directory-remap") != std::string::npos) return true;
  // Folders and files may stand apart in it: the last part of a name is what all ways of writing have in common.
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.size(), text.find_first_of("/\"'\n,", at));
    names.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return std::ranges::any_of(
      files, [&](const ReadFile& file) { return names.contains(fs::path(file.path).filename().string()); });
}

std::optional<Precompiled> precompile(const FileCache& cache, const Reading& reading,
                                      const std::vector<std::string>& sides) {
  const std::string all = cache.folder() + "/preludes";
  std::error_code problem;
  fs::create_directories(all, problem);
  std::string folder = all + "/XXXXXX";  // its own: another process may make the same
  if (mkdtemp(folder.data()) == nullptr) return std::nullopt;
  Precompiled made{.folder = folder};
  std::string source = reading.source;
  if (!reading.text.empty()) {
    source = folder + "/beginning.cu";
    std::ofstream(source, std::ios::binary) << reading.text;
  }
  made.sides = compile_into(folder, reading, source, sides);
  std::set<std::string> paths;
  for (const auto& side : made.sides) paths.insert(side.named.begin(), side.named.end());
  if (paths.empty() || !add_files(paths, made)) {
    fs::remove_all(folder, problem);
    return std::nullopt;
  }
  const std::set<std::string> searched(reading.searched.begin(), reading.searched.end());
  for (const std::string& one : with_folders_below(searched, paths))
    made.searched.push_back({.path = one, .names = names_in(one)});
  for (const std::string& side : sides) {
    fs::remove(rule_in(folder, side), problem);
    fs::remove(list_in(folder, side), problem);
  }
  return made;
}

}  // namespace warpglass::toolkit
