#include <nlohmann/json.hpp>

#include "report/occupancy.hpp"

namespace warpglass::report {
namespace {

using analysis::OccupancyStudy;
using Json = nlohmann::ordered_json;

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json study_json(const OccupancyStudy& study) {
  Json json = {{"kernel", study.kernel},
               {"device", study.device},
               {"architecture", study.architecture},
               {"block_threads", study.block_threads},
               {"registers_per_thread", study.registers_per_thread},
               {"registers_estimated", study.registers_estimated},
               {"static_shared_bytes", study.static_shared_bytes},
               {"dynamic_shared_bytes", study.dynamic_shared_bytes},
               {"occupancy", study.fraction(study.warps_per_sm)},
               {"blocks_per_sm", study.blocks_per_sm},
               {"warps_per_sm", study.warps_per_sm},
               {"max_warps_per_sm", study.max_warps_per_sm}};
  Json limits = Json::array();
  for (const OccupancyStudy::Limit& limit : study.limits) {
    limits.push_back({{"name", limit.name},
                      {"blocks", value_or_null(limit.blocks)},
                      {"taken_by_block", limit.taken},
                      {"of_sm", limit.of},
                      {"binds", limit.binds}});
  }
  json["limits"] = std::move(limits);
  Json changes = Json::array();
  for (const OccupancyStudy::Change& change : study.changes) {
    changes.push_back({{"block_threads", value_or_null(change.block_threads)},
                       {"registers_per_thread", value_or_null(change.registers_per_thread)},
                       {"shared_bytes", value_or_null(change.shared_bytes)},
                       {"blocks_per_sm", change.blocks_per_sm},
                       {"warps_per_sm", change.warps_per_sm}});
  }
  json["better"] = std::move(changes);
  Json curves = Json::array();
  for (const OccupancyStudy::Curve& curve : study.curves) {
    Json steps = Json::array();
    for (const OccupancyStudy::Step& step : curve.steps) {
      steps.push_back({{"first", step.first},
                       {"last", step.last},
                       {"blocks_per_sm", step.blocks_per_sm},
                       {"warps_per_sm", step.warps_per_sm}});
    }
    curves.push_back({{"over", curve.name}, {"unit", curve.unit}, {"now", curve.now}, {"steps", std::move(steps)}});
  }
  json["curves"] = std::move(curves);
  if (study.clusters)
    json["clusters"] = {{"size", study.clusters->size}, {"per_gpu_at_most", study.clusters->per_gpu_most}};
  json["notes"] = study.notes;
  return json;
}

}  // namespace

std::string to_json(std::span<const OccupancyStudy> studies) {
  Json all = Json::array();
  for (const OccupancyStudy& study : studies) all.push_back(study_json(study));
  const Json json = {{"format", "warpglass-occupancy"}, {"version", 1}, {"studies", std::move(all)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::report
