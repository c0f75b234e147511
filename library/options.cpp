#include "library/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <vector>

#include "analysis/analyser.hpp"
#include "arch/device_description.hpp"
#include "base/read_file.hpp"
#include "library/failure.hpp"
#include "session/run.hpp"

namespace warpglass::library {
namespace {

constexpr int kMostWorkers = 1024;

std::shared_ptr<const arch::DeviceModel> model_named(const std::string& name) {
  const auto lasting = [](const arch::DeviceModel& device) {
    return std::shared_ptr<const arch::DeviceModel>(std::shared_ptr<const void>(), &device);
  };
  if (name.empty()) return lasting(arch::default_device());
  const arch::DeviceLookup lookup = arch::find_device(name);
  if (lookup.device != nullptr) return lasting(*lookup.device);
  if (!name.ends_with(".json") && name.find('/') == std::string::npos)
    throw Failure(WARPGLASS_NOT_FOUND, "architecture: " + lookup.error + "; or a file that describes one (.json)");
  Diagnostics problems;
  auto described = arch::parse_device(read_file(name), name, problems);
  if (!described) throw Failure(WARPGLASS_INVALID_FILE, text_of(problems));
  return std::make_shared<const arch::DeviceModel>(std::move(*described));
}

std::vector<std::string> analysers_named(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string name(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    std::erase(name, ' ');
    if (name.empty()) continue;
    if (name == "checks") {
      for (std::string& checker : analysis::checkers()) names.push_back(std::move(checker));
      continue;
    }
    std::vector<std::string_view> all;
    for (const analysis::Analyser& analyser : analysis::analysers()) all.push_back(analyser.name);
    if (std::ranges::find(all, name) == all.end())
      throw Failure(WARPGLASS_NOT_FOUND,
                    fmt::format("analysers: there is none called '{}'; there are {}, and checks for all that look for "
                                "mistakes",
                                name, fmt::join(all, ", ")));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::optional<std::string> text = contents_of(path);
  if (!text)
    throw Failure(WARPGLASS_INVALID_FILE, fmt::format("{}: error: cannot be read: {}", path,
                                                      errno == EISDIR ? "it is a directory" : std::strerror(errno)));
  return *std::move(text);
}

Options read_options(const warpglass_options* given) {
  // A caller of another version has fewer members, or more that this one does not know.
  warpglass_options options{};
  if (given != nullptr) {
    if (given->size < sizeof given->size || given->size > (1u << 16))
      throw Failure(WARPGLASS_INVALID_VALUE, "options: their first member has to be sizeof(warpglass_options)");
    std::memcpy(&options, given, std::min(given->size, sizeof options));
  }
  const auto text = [](const char* words) { return std::string(words != nullptr ? words : ""); };
  Options read;
  read.model = model_named(text(options.architecture));
  session::Settings& settings = read.settings;
  settings.arch = read.model->sm_name();
  settings.analysers = analysers_named(text(options.analysers));
  if (options.mode == WARPGLASS_EXECUTE) {
    if (!settings.analysers.empty())
      throw Failure(WARPGLASS_INVALID_VALUE, "options: WARPGLASS_EXECUTE has no analysers at work; take another mode");
    settings.analysis = false;
  } else if (options.mode == WARPGLASS_CHECK) {
    settings.counts = false;
    for (std::string& checker : analysis::checkers()) settings.analysers.push_back(std::move(checker));
  } else if (options.mode != WARPGLASS_COUNT) {
    throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("options: {} is no mode", static_cast<int>(options.mode)));
  }
  if (options.workers < 0 || options.workers > kMostWorkers)
    throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("options: workers are 1 to {}, or 0 for one a core, not {}",
                                                       kMostWorkers, options.workers));
  settings.jobs = options.workers;
  settings.seed = options.seed;
  settings.memory_bytes = options.memory_bytes;
  settings.loop_limit = options.loop_limit;
  settings.as_written = options.as_written != 0;
  settings.program = options.program != nullptr ? options.program : session::own_program_name();
  if (options.print != nullptr) {
    read.print = [print = options.print, user = options.user](std::string_view said) {
      print(said.data(), said.size(), user);
    };
  } else {
    read.print = [](std::string_view said) { std::fwrite(said.data(), 1, said.size(), stdout); };
  }
  read.clang = text(options.clang);
  return read;
}

}  // namespace warpglass::library
