#include <nlohmann/json.hpp>

#include "report/banks.hpp"

namespace warpglass::report {
namespace {

using analysis::BankStudy;
using Json = nlohmann::ordered_json;

Json study_json(const BankStudy& study, bool with_lanes) {
  Json json = {{"access", study.access},
               {"access_bytes", study.access_bytes},
               {"title", study.title},
               {"device", study.device},
               {"architecture", study.architecture},
               {"generation", study.generation},
               {"banks", study.banks},
               {"bank_bytes", study.bank_bytes},
               {"fidelity", analysis::name_of(study.fidelity)},
               {"block", {study.block.x, study.block.y, study.block.z}},
               {"warp", study.warp},
               {"wavefronts", study.cost.wavefronts},
               {"wavefronts_ideal", study.cost.ideal},
               {"n_way", study.cost.ways()},
               {"utilisation", study.utilisation()},
               {"block_warps", study.warps},
               {"block_wavefronts", study.wavefronts},
               {"block_wavefronts_ideal", study.wavefronts_ideal}};
  if (!with_lanes) return json;
  Json lanes = Json::array();
  for (const BankStudy::Lane& lane : study.lanes) {
    lanes.push_back(
        {{"lane", lane.lane}, {"thread", {lane.thread.x, lane.thread.y, lane.thread.z}}, {"address", lane.address}});
  }
  json["lanes"] = std::move(lanes);
  Json services = Json::array();
  for (const analysis::ServedLane& service : study.services) {
    services.push_back(
        {{"pass", service.pass}, {"lane", service.lane}, {"bank", service.bank}, {"banks", service.banks}});
  }
  json["served"] = std::move(services);
  return json;
}

std::string document(const char* name, Json list) {
  const Json json = {{"format", "warpglass-banks"}, {"version", 1}, {name, std::move(list)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json studies_json(std::span<const BankStudy> studies, bool with_lanes) {
  Json all = Json::array();
  for (const BankStudy& study : studies) all.push_back(study_json(study, with_lanes));
  return all;
}

}  // namespace

std::string to_json(std::span<const BankStudy> studies) { return document("studies", studies_json(studies, true)); }

std::string strides_json(std::span<const StrideRow> rows) {
  Json all = Json::array();
  for (const StrideRow& row : rows)
    all.push_back({{"stride", row.stride}, {"studies", studies_json(row.studies, false)}});
  return document("strides", std::move(all));
}

}  // namespace warpglass::report
