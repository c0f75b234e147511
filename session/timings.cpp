#include "session/timings.hpp"

#include <cstddef>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace warpglass::session {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string timings_file(const std::string& report) { return report + ".timings"; }

std::string to_json(const Timings& timings) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    const Timings::Entry& entry = timings.of(phase);
    json[std::string(name_of(phase))] = {{"seconds", entry.seconds}, {"times", entry.times}};
  }
  return json.dump() + '\n';
}

bool add_from_json(std::string_view text, Timings& to) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  Timings read;
  for (std::size_t i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    const auto found = json.find(std::string(name_of(phase)));
    if (found == json.end() || !found->is_object()) return false;
    const auto seconds = found->find("seconds");
    const auto times = found->find("times");
    if (seconds == found->end() || times == found->end() || !seconds->is_number() || !times->is_number_unsigned())
      return false;
    read.add(phase, seconds->get<double>(), times->get<std::uint64_t>());
  }
  to.add(read);
  return true;
}

}  // namespace warpglass::session
