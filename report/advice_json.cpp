#include <nlohmann/json.hpp>

#include "report/advice.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

Json place_in_source(const SourcePosition& where) {
  return {{"file", where.file}, {"line", where.line}, {"column", where.column}};
}

Json figures(const KernelFigures& of) {
  return {{"wavefronts_shared", of.wavefronts},
          {"wavefronts_shared_ideal", of.wavefronts_ideal},
          {"instructions", of.instructions},
          {"registers_per_thread", of.registers_per_thread},
          {"registers_estimated", of.registers_estimated},
          {"static_shared_bytes", of.static_shared_bytes},
          {"occupancy", of.occupancy}};
}

Json priced(const std::vector<std::string>& machines, const std::vector<std::uint64_t>& wavefronts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < machines.size() && i < wavefronts.size(); ++i) json[machines[i]] = wavefronts[i];
  return json;
}

Json proposal(const Proposal& of, const ArrayAdvice& array) {
  Json json = {{"title", of.title},
               {"padding", of.layout.padding},
               {"plane_padding", of.layout.plane_padding},
               {"shift", of.layout.shift},
               {"mask", of.layout.mask},
               {"unit", of.layout.unit},
               {"transposed", of.layout.transposed},
               {"apart", of.layout.apart},
               {"verdict", name_of(of.verdict)},
               {"chosen", of.chosen},
               {"priced", priced(array.machines, of.priced)}};
  if (!of.reason.empty()) json["reason"] = of.reason;
  if (of.after) json["after"] = figures(*of.after);
  if (!of.worse.empty()) json["worse"] = of.worse;
  json["patch"] = of.patch;
  return json;
}

Json figures(const std::vector<Figure>& all) {
  Json json = Json::object();
  for (const Figure& one : all) json[one.name] = one.value;
  return json;
}

Json proposal(const ChangeProposal& of) {
  Json json = {{"title", of.title}, {"verdict", name_of(of.verdict)}, {"chosen", of.chosen}};
  if (!of.reason.empty()) json["reason"] = of.reason;
  if (!of.after.empty()) json["after"] = figures(of.after);
  if (!of.checks.empty()) json["checks"] = of.checks;
  json["patch"] = of.patch;
  return json;
}

Json change(const ChangeAdvice& of) {
  Json proposals = Json::array();
  for (const ChangeProposal& one : of.proposals) proposals.push_back(proposal(one));
  return {{"where", place_in_source(of.where)},
          {"rule", of.rule},
          {"message", of.message},
          {"kernels", of.kernels},
          {"before", figures(of.before)},
          {"proposals", std::move(proposals)},
          {"remarks", of.remarks}};
}

Json array(const ArrayAdvice& of) {
  Json proposals = Json::array();
  for (const Proposal& one : of.proposals) proposals.push_back(proposal(one, of));
  return {{"where", place_in_source(of.where)},
          {"name", of.name},
          {"declaration", of.declaration},
          {"kernels", of.kernels},
          {"before", figures(of.before)},
          {"priced", priced(of.machines, of.priced)},
          {"excess", of.excess},
          {"layouts", of.layouts},
          {"proposals", std::move(proposals)},
          {"remarks", of.remarks}};
}

}  // namespace

std::string to_json(const Advice& advice) {
  Json arrays = Json::array();
  for (const ArrayAdvice& one : advice.arrays) arrays.push_back(array(one));
  Json changes = Json::array();
  for (const ChangeAdvice& one : advice.changes) changes.push_back(change(one));
  Json hints = Json::array();
  for (const Hint& hint : advice.hints) {
    hints.push_back({{"where", place_in_source(hint.where)},
                     {"rule", hint.rule},
                     {"message", hint.message},
                     {"advice", hint.advice}});
  }
  Json json = {{"format", "warpglass-advice"},
               {"version", 1},
               {"tool_version", advice.tool_version},
               {"program", advice.program},
               {"command", advice.command},
               {"device", advice.device},
               {"architecture", advice.architecture},
               {"exit_code", advice.exit_code},
               {"arrays", std::move(arrays)},
               {"changes", std::move(changes)},
               {"hints", std::move(hints)},
               {"notices", advice.notices},
               {"patch", advice.patch}};
  if (advice.together) json["together"] = {{"verdict", name_of(*advice.together)}, {"reason", advice.together_reason}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::report
