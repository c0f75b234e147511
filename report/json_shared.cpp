// What advice is made of, as JSON and back: what instructions asked of shared arrays, and digests of what a program
// computed.
#include <fmt/format.h>

#include <functional>
#include <numeric>
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

struct LayoutNumber {
  const char* name;
  std::uint64_t analysis::ProposedLayout::* member;
};

constexpr LayoutNumber kLayoutNumbers[] = {
    {"rows", &analysis::ProposedLayout::rows},
    {"columns", &analysis::ProposedLayout::columns},
    {"wavefronts", &analysis::ProposedLayout::wavefronts},
    {"wavefronts_least", &analysis::ProposedLayout::wavefronts_least},
    {"wavefronts_before", &analysis::ProposedLayout::wavefronts_before},
};

struct SmallLayoutNumber {
  const char* name;
  std::uint32_t analysis::ProposedLayout::* member;
};

constexpr SmallLayoutNumber kSmallLayoutNumbers[] = {
    {"element_bytes", &analysis::ProposedLayout::element_bytes},
    {"padding", &analysis::ProposedLayout::padding},
    {"shift", &analysis::ProposedLayout::shift},
    {"mask", &analysis::ProposedLayout::mask},
    {"unit", &analysis::ProposedLayout::unit},
    {"map_swizzle", &analysis::ProposedLayout::map_swizzle},
};

}  // namespace

Json written(const Digest& digest) {
  return {{"pieces", digest.pieces}, {"bytes", digest.bytes}, {"digest", digest.digest}};
}

Digest read_digest(const nlohmann::json& json) {
  return {.pieces = json.at("pieces"), .bytes = json.at("bytes"), .digest = json.at("digest")};
}

Json written(const std::vector<analysis::SharedArray>& arrays) {
  Json all = Json::array();
  for (const analysis::SharedArray& array : arrays) {
    Json json = {{"name", array.name}, {"offset", array.offset}, {"bytes", array.bytes}};
    if (array.filled_by_boxes) json["filled_by_boxes"] = true;
    if (!array.extents.empty()) json.update({{"element", array.element}, {"extents", array.extents}});
    all.push_back(std::move(json));
  }
  return all;
}

std::vector<analysis::SharedArray> read_shared_arrays(const nlohmann::json& json) {
  std::vector<analysis::SharedArray> arrays;
  for (const nlohmann::json& one : json) {
    arrays.push_back({.name = one.at("name"),
                      .offset = one.at("offset"),
                      .bytes = one.at("bytes"),
                      .element = one.value("element", ""),
                      .extents = one.value("extents", std::vector<std::uint64_t>{}),
                      .filled_by_boxes = one.value("filled_by_boxes", false)});
    const std::vector<std::uint64_t>& extents = arrays.back().extents;
    const std::uint64_t elements =
        std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
    if (elements == 0 || arrays.back().bytes % elements != 0)
      throw std::runtime_error("a shared array has not the bytes of its extents");
  }
  return arrays;
}

Json written(const std::vector<analysis::ProposedLayout>& layouts) {
  Json all = Json::array();
  for (const analysis::ProposedLayout& layout : layouts) {
    Json json = {{"array", layout.array}, {"name", layout.name}};
    for (const LayoutNumber& number : kLayoutNumbers) {
      if (layout.*number.member != 0) json[number.name] = layout.*number.member;
    }
    for (const SmallLayoutNumber& number : kSmallLayoutNumbers) {
      if (layout.*number.member != 0) json[number.name] = layout.*number.member;
    }
    all.push_back(std::move(json));
  }
  return all;
}

std::vector<analysis::ProposedLayout> read_proposed_layouts(const nlohmann::json& json) {
  std::vector<analysis::ProposedLayout> layouts;
  for (const nlohmann::json& one : json) {
    analysis::ProposedLayout& layout = layouts.emplace_back();
    layout.array = one.at("array");
    layout.name = one.at("name");
    for (const LayoutNumber& number : kLayoutNumbers) layout.*number.member = one.value(number.name, std::uint64_t{0});
    for (const SmallLayoutNumber& number : kSmallLayoutNumbers) layout.*number.member = one.value(number.name, 0u);
  }
  return layouts;
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
