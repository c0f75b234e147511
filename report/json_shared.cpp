// What advice is made of, as JSON and back: what instructions asked of shared arrays, and digests of what a program
// computed.
#include <fmt/format.h>

#include <stdexcept>

#include "analysis/names.hpp"
#include "report/json.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

Json written(const analysis::SharedUse& use) {
  Json json = {
      {"pc", use.pc}, {"access", analysis::name_of(use.access)}, {"bytes", use.bytes}, {"executions", use.executions}};
  if (use.one_lane) json["one_lane"] = true;
  if (use.scattered) json["scattered"] = true;
  Json machine = Json::array();
  for (const analysis::SharedUse::Part& part : use.machine) machine.push_back({part.offset, part.bytes});
  json["machine"] = std::move(machine);
  Json patterns = Json::array();
  for (const analysis::SharedPattern& pattern : use.patterns) {
    patterns.push_back({{"lanes", pattern.lanes},
                        {"distances", pattern.distances},
                        {"bases", pattern.bases},
                        {"times", pattern.times}});
  }
  json["patterns"] = std::move(patterns);
  return json;
}

analysis::SharedUse read_use(const nlohmann::json& json) {
  const std::string name = json.at("access");
  const auto access = analysis::shared_access_named(name);
  if (!access) throw std::runtime_error(fmt::format("unknown access \"{}\"", name));
  analysis::SharedUse use{.pc = json.at("pc"),
                          .access = *access,
                          .bytes = json.at("bytes"),
                          .one_lane = json.value("one_lane", false),
                          .executions = json.at("executions"),
                          .scattered = json.value("scattered", false),
                          .machine = {},
                          .patterns = {}};
  for (const nlohmann::json& part : json.at("machine"))
    use.machine.push_back({.offset = part.at(0), .bytes = part.at(1)});
  for (const nlohmann::json& one : json.at("patterns")) {
    analysis::SharedPattern& pattern = use.patterns.emplace_back();
    pattern.lanes = one.at("lanes");
    pattern.distances = one.at("distances").get<std::vector<std::int64_t>>();
    pattern.bases = one.at("bases").get<std::vector<std::uint64_t>>();
    pattern.times = one.at("times").get<std::vector<std::uint64_t>>();
    if (pattern.distances.size() != static_cast<std::size_t>(lane_count(pattern.lanes)) ||
        pattern.bases.size() != pattern.times.size())
      throw std::runtime_error("a pattern of a shared array is not whole");
  }
  return use;
}

}  // namespace

Json written(const Digest& digest) {
  return {{"pieces", digest.pieces}, {"bytes", digest.bytes}, {"digest", digest.digest}};
}

Digest read_digest(const nlohmann::json& json) {
  return {.pieces = json.at("pieces"), .bytes = json.at("bytes"), .digest = json.at("digest")};
}

Json written(const std::vector<analysis::SharedArray>& arrays) {
  Json all = Json::array();
  for (const analysis::SharedArray& array : arrays)
    all.push_back({{"name", array.name}, {"offset", array.offset}, {"bytes", array.bytes}});
  return all;
}

std::vector<analysis::SharedArray> read_shared_arrays(const nlohmann::json& json) {
  std::vector<analysis::SharedArray> arrays;
  for (const nlohmann::json& one : json)
    arrays.push_back({.name = one.at("name"), .offset = one.at("offset"), .bytes = one.at("bytes")});
  return arrays;
}

Json written(const std::vector<analysis::SharedUse>& uses) {
  Json all = Json::array();
  for (const analysis::SharedUse& use : uses) all.push_back(written(use));
  return all;
}

std::vector<analysis::SharedUse> read_shared_uses(const nlohmann::json& json) {
  std::vector<analysis::SharedUse> uses;
  for (const nlohmann::json& one : json) uses.push_back(read_use(one));
  return uses;
}

}  // namespace warpglass::report
