#include "session/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include <nlohmann/json.hpp>

namespace warpglass::session {
namespace {

using Json = nlohmann::ordered_json;

// Calls `visit(name, member)` for every member: the one list of them.
template <class Members, class Visit>
void for_each_member(Members& settings, Visit&& visit) {
  visit("arch", settings.arch);
  visit("device", settings.device);
  visit("devices", settings.devices);
  visit("jobs", settings.jobs);
  visit("bank_width", settings.bank_width);
  visit("analysers", settings.analysers);
  visit("analysis", settings.analysis);
  visit("counts", settings.counts);
  visit("leaks", settings.leaks);
  visit("arithmetic", settings.arithmetic);
  visit("results", settings.results);
  visit("as_written", settings.as_written);
  visit("ptxas", settings.ptxas);
  visit("cache", settings.cache);
  visit("kernel", settings.kernel);
  visit("launches", settings.launches);
  visit("loop_limit", settings.loop_limit);
  visit("seed", settings.seed);
  visit("memory_bytes", settings.memory_bytes);
  visit("report", settings.report);
  visit("program", settings.program);
  visit("command", settings.command);
  visit("device_code", settings.device_code);
  visit("tier", settings.tier);
  visit("tier_compiler", settings.tier_compiler);
  visit("repeats", settings.repeats);
  visit("timings", settings.timings);
  visit("progress", settings.progress);
}

template <class T>
bool fits(const Json& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return value.is_string();
  } else if constexpr (std::is_same_v<T, bool>) {
    return value.is_boolean();
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_string(); });
  } else {
    return value.is_number_integer() && (std::is_signed_v<T> || value.is_number_unsigned());
  }
}

}  // namespace

std::string to_json(const Settings& settings) {
  Json json = Json::object();
  for_each_member(settings, [&](const char* name, const auto& member) { json[name] = member; });
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::optional<Settings> settings_from_json(std::string_view text, std::string& problem) {
  problem.clear();
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    problem = "session settings are no JSON object";
    return std::nullopt;
  }
  Settings settings;
  for_each_member(settings, [&]<class T>(const char* name, T& member) {
    const auto found = json.find(name);
    if (found == json.end()) return;
    if (fits<T>(*found)) {
      member = found->template get<T>();
    } else if (problem.empty()) {
      problem = fmt::format("session setting \"{}\" is of the wrong type", name);
    }
    json.erase(found);
  });
  if (problem.empty() && !json.empty())
    problem = fmt::format("session setting \"{}\" is not known", json.begin().key());
  if (!problem.empty()) return std::nullopt;
  return settings;
}

}  // namespace warpglass::session
