// What pictures are drawn from, as JSON and back: examples of accesses, occupancy, sizes of the GPU. Who is served in
// which pass stands column by column, since there are many of them.
#include <array>

#include "report/json.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

struct ServedColumn {
  const char* name;
  std::uint32_t analysis::ServedLane::* member;
};

constexpr ServedColumn kServed[] = {
    {"pass", &analysis::ServedLane::pass},
    {"lane", &analysis::ServedLane::lane},
    {"bank", &analysis::ServedLane::bank},
    {"banks", &analysis::ServedLane::banks},
};

struct Total {
  const char* name;
  std::uint64_t analysis::AccessExample::* member;
};

constexpr Total kTotals[] = {
    {"times", &analysis::AccessExample::times},
    {"total_cost", &analysis::AccessExample::total_cost},
    {"total_ideal", &analysis::AccessExample::total_ideal},
};

Json served_columns(const std::vector<analysis::ServedLane>& served) {
  Json json = Json::object();
  for (const ServedColumn& column : kServed) {
    Json values = Json::array();
    for (const analysis::ServedLane& one : served) values.push_back(one.*column.member);
    json[column.name] = std::move(values);
  }
  return json;
}

std::vector<analysis::ServedLane> read_served(const nlohmann::json& json) {
  std::vector<analysis::ServedLane> served(json.at(kServed[0].name).size());
  for (const ServedColumn& column : kServed) {
    const nlohmann::json& values = json.at(column.name);
    for (std::size_t i = 0; i < served.size(); ++i) served[i].*column.member = values.at(i).get<std::uint32_t>();
  }
  return served;
}

Json written(const analysis::AccessExample& example) {
  Json json = {{"space", example.space}, {"block", {example.block.x, example.block.y, example.block.z}},
               {"warp", example.warp},   {"bytes", example.bytes},
               {"lanes", example.lanes}, {"addresses", example.addresses},
               {"cost", example.cost},   {"ideal", example.ideal}};
  if (!example.object.empty()) json["object"] = example.object;
  if (example.lines != 0) json["lines"] = example.lines;
  for (const Total& total : kTotals) {
    if (example.*total.member != 0) json[total.name] = example.*total.member;
  }
  if (example.banks == 0) return json;
  json["banks"] = example.banks;
  json["bank_bytes"] = example.bank_bytes;
  json["served"] = served_columns(example.served);
  Json proposed = Json::array();
  for (const analysis::ProposedAccess& access : example.proposed) {
    proposed.push_back({{"layout", access.layout},
                        {"addresses", access.addresses},
                        {"cost", access.cost},
                        {"ideal", access.ideal},
                        {"served", served_columns(access.served)}});
  }
  if (!proposed.empty()) json["proposed"] = std::move(proposed);
  return json;
}

std::vector<analysis::ProposedAccess> read_proposed(const nlohmann::json& json) {
  std::vector<analysis::ProposedAccess> all;
  for (const nlohmann::json& one : json) {
    all.push_back({.layout = one.at("layout"),
                   .addresses = one.at("addresses"),
                   .cost = one.at("cost"),
                   .ideal = one.at("ideal"),
                   .served = read_served(one.at("served"))});
  }
  return all;
}

analysis::AccessExample read_example(const nlohmann::json& json) {
  const auto block = json.at("block").get<std::array<std::uint32_t, 3>>();
  analysis::AccessExample example{
      .space = json.at("space"),
      .object = json.value("object", ""),
      .block = {block[0], block[1], block[2]},
      .warp = json.at("warp"),
      .bytes = json.at("bytes"),
      .lanes = json.at("lanes"),
      .addresses = json.at("addresses").get<std::vector<std::uint64_t>>(),
      .cost = json.at("cost"),
      .ideal = json.at("ideal"),
      .lines = json.value("lines", 0u),
      .banks = json.value("banks", 0u),
      .bank_bytes = json.value("bank_bytes", 0u),
      .served = json.contains("served") ? read_served(json.at("served")) : std::vector<analysis::ServedLane>{},
      .proposed =
          json.contains("proposed") ? read_proposed(json.at("proposed")) : std::vector<analysis::ProposedAccess>{}};
  for (const Total& total : kTotals) example.*total.member = json.value(total.name, std::uint64_t{0});
  return example;
}

}  // namespace

Json written(const analysis::Machine& machine) {
  return {{"sm_count", machine.sm_count},
          {"max_warps_per_sm", machine.max_warps_per_sm},
          {"registers_per_sm", machine.registers_per_sm},
          {"shared_bytes_per_sm", machine.shared_bytes_per_sm},
          {"l2_bytes", machine.l2_bytes},
          {"memory_bytes", machine.memory_bytes}};
}

analysis::Machine read_machine(const nlohmann::json& json) {
  return {.sm_count = json.at("sm_count"),
          .max_warps_per_sm = json.at("max_warps_per_sm"),
          .registers_per_sm = json.at("registers_per_sm"),
          .shared_bytes_per_sm = json.at("shared_bytes_per_sm"),
          .l2_bytes = json.at("l2_bytes"),
          .memory_bytes = json.at("memory_bytes")};
}

Json written(const std::vector<analysis::AccessExample>& examples) {
  Json all = Json::array();
  for (const analysis::AccessExample& example : examples) all.push_back(written(example));
  return all;
}

std::vector<analysis::AccessExample> read_examples(const nlohmann::json& json) {
  std::vector<analysis::AccessExample> examples;
  for (const nlohmann::json& one : json) examples.push_back(read_example(one));
  return examples;
}

Json written(const std::vector<analysis::OccupancyResource>& resources) {
  Json all = Json::array();
  for (const analysis::OccupancyResource& resource : resources) {
    Json json = {{"name", resource.name}, {"taken_by_block", resource.taken}, {"of_sm", resource.of}};
    if (resource.blocks) json["blocks"] = *resource.blocks;
    if (!resource.unit.empty()) json["unit"] = resource.unit;
    json["binds"] = resource.binds;
    all.push_back(std::move(json));
  }
  return all;
}

std::vector<analysis::OccupancyResource> read_occupancy_resources(const nlohmann::json& json) {
  std::vector<analysis::OccupancyResource> resources;
  for (const nlohmann::json& one : json) {
    analysis::OccupancyResource resource{.name = one.at("name"),
                                         .blocks = std::nullopt,
                                         .taken = one.at("taken_by_block"),
                                         .of = one.at("of_sm"),
                                         .unit = one.value("unit", ""),
                                         .binds = one.at("binds")};
    if (one.contains("blocks")) resource.blocks = one.at("blocks").get<std::uint32_t>();
    resources.push_back(std::move(resource));
  }
  return resources;
}

/// A step as [first, last, blocks, warps].
Json written(const std::vector<analysis::OccupancyCurve>& curves) {
  Json all = Json::array();
  for (const analysis::OccupancyCurve& curve : curves) {
    Json steps = Json::array();
    for (const analysis::OccupancyCurve::Step& step : curve.steps)
      steps.push_back({step.first, step.last, step.blocks_per_sm, step.warps_per_sm});
    all.push_back({{"over", curve.name}, {"unit", curve.unit}, {"now", curve.now}, {"steps", std::move(steps)}});
  }
  return all;
}

std::vector<analysis::OccupancyCurve> read_occupancy_curves(const nlohmann::json& json) {
  std::vector<analysis::OccupancyCurve> curves;
  for (const nlohmann::json& one : json) {
    analysis::OccupancyCurve curve{.name = one.at("over"), .unit = one.at("unit"), .now = one.at("now"), .steps = {}};
    for (const nlohmann::json& step : one.at("steps")) {
      const auto values = step.get<std::array<std::uint32_t, 4>>();
      curve.steps.push_back({values[0], values[1], values[2], values[3]});
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace warpglass::report
