#include "cuda/session_settings.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace warpglass::cuda {
namespace {

using Json = nlohmann::ordered_json;

// Calls `visit(name, member)` for every member: the one list of them.
template <class Settings, class Visit>
void for_each_member(Settings& settings, Visit&& visit) {
  visit("arch", settings.arch);
  visit("device", settings.device);
  visit("jobs", settings.jobs);
  visit("bank_width", settings.bank_width);
  visit("caches", settings.caches);
  visit("analysis", settings.analysis);
  visit("as_written", settings.as_written);
  visit("ptxas", settings.ptxas);
  visit("kernel", settings.kernel);
  visit("launches", settings.launches);
  visit("loop_limit", settings.loop_limit);
  visit("memory_bytes", settings.memory_bytes);
  visit("report", settings.report);
  visit("program", settings.program);
  visit("command", settings.command);
  visit("progress", settings.progress);
}

}  // namespace

std::string to_json(const SessionSettings& settings) {
  Json json = Json::object();
  for_each_member(settings, [&](const char* name, const auto& member) { json[name] = member; });
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::optional<SessionSettings> settings_from_json(std::string_view text, std::string& problem) {
  problem.clear();
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    problem = "session settings are no JSON object";
    return std::nullopt;
  }
  SessionSettings settings;
  for_each_member(settings, [&]<class T>(const char* name, T& member) {
    const auto found = json.find(name);
    if (found == json.end()) return;
    constexpr bool kIsText = std::is_same_v<T, std::string>, kIsFlag = std::is_same_v<T, bool>;
    const bool fits = kIsText   ? found->is_string()
                      : kIsFlag ? found->is_boolean()
                                : found->is_number_integer() && (std::is_signed_v<T> || found->is_number_unsigned());
    if (fits) {
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

}  // namespace warpglass::cuda
