// Names that the writer and the reader of the JSON form share.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "analysis/profile.hpp"

namespace warpglass::report {

inline constexpr std::string_view kFormat = "warpglass-report";
inline constexpr int kFormatVersion = 1;

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

}  // namespace warpglass::report
