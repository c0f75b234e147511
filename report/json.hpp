// What the files that write and read the JSON form share.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "analysis/profile.hpp"
#include "report/report.hpp"

namespace warpglass::report {

inline constexpr std::string_view kFormat = "warpglass-report";
inline constexpr int kFormatVersion = 2;
inline constexpr int kOldestFormatVersion = 1;  // that is read: without what pictures are drawn from

struct CountName {
  const char* name;
  std::uint64_t analysis::Counts::* member;
};

inline constexpr CountName kCounts[] = {
    {"executions", &analysis::Counts::executions},
    {"threads", &analysis::Counts::threads},
    {"threads_pred_on", &analysis::Counts::threads_pred_on},
    {"requests", &analysis::Counts::requests},
    {"wavefronts", &analysis::Counts::wavefronts},
    {"wavefronts_ideal", &analysis::Counts::wavefronts_ideal},
    {"wavefronts_profiled", &analysis::Counts::wavefronts_profiled},
    {"wavefronts_profiled_ideal", &analysis::Counts::wavefronts_profiled_ideal},
    {"sectors", &analysis::Counts::sectors},
    {"sectors_ideal", &analysis::Counts::sectors_ideal},
    {"lines", &analysis::Counts::lines},
    {"divergent", &analysis::Counts::divergent},
    {"l1_sectors", &analysis::Counts::l1_sectors},
    {"l1_hits", &analysis::Counts::l1_hits},
    {"l2_sectors", &analysis::Counts::l2_sectors},
    {"l2_hits", &analysis::Counts::l2_hits},
};

/// There where lanes wait for each other at sectors: of most accesses it is the number of sectors.
inline constexpr const char* kSectorTurns = "sector_turns";

/// The whole report but for its launches.
[[nodiscard]] nlohmann::ordered_json document_without_launches(const Report& report);

// What pictures are drawn from, each way (json_pictures.cpp). The readers throw what nlohmann::json throws.
[[nodiscard]] nlohmann::ordered_json written(const analysis::Machine& machine);
[[nodiscard]] nlohmann::ordered_json written(const std::vector<analysis::AccessExample>& examples);
/// null: the kernel does no arithmetic that counts.
[[nodiscard]] nlohmann::ordered_json roofline_json(const Report& report, const analysis::KernelProfile& kernel);
[[nodiscard]] nlohmann::ordered_json written(const std::vector<analysis::OccupancyResource>& resources);
[[nodiscard]] nlohmann::ordered_json written(const std::vector<analysis::OccupancyCurve>& curves);
[[nodiscard]] nlohmann::ordered_json written(const std::vector<analysis::SharedArray>& arrays);
[[nodiscard]] nlohmann::ordered_json written(const std::vector<analysis::ProposedLayout>& layouts);
[[nodiscard]] nlohmann::ordered_json written(const std::vector<analysis::SharedUse>& uses);
[[nodiscard]] nlohmann::ordered_json written(const Digest& digest);
[[nodiscard]] analysis::Machine read_machine(const nlohmann::json& json);
[[nodiscard]] std::vector<analysis::AccessExample> read_examples(const nlohmann::json& json);
[[nodiscard]] std::vector<analysis::OccupancyResource> read_occupancy_resources(const nlohmann::json& json);
[[nodiscard]] std::vector<analysis::OccupancyCurve> read_occupancy_curves(const nlohmann::json& json);
[[nodiscard]] Digest read_digest(const nlohmann::json& json);
[[nodiscard]] std::vector<analysis::SharedArray> read_shared_arrays(const nlohmann::json& json);
[[nodiscard]] std::vector<analysis::ProposedLayout> read_proposed_layouts(const nlohmann::json& json);
[[nodiscard]] std::vector<analysis::SharedUse> read_shared_uses(const nlohmann::json& json);

}  // namespace warpglass::report
