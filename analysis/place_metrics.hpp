// Counters of a source line or an instruction, under the names of Nsight Compute's source page.
#pragma once

#include <span>
#include <string_view>

#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// What was counted at a place, and the kind of access that it is ("shared load", as in LineProfile).
struct Place {
  std::string_view kind;
  const Counts& counts;
};

struct PlaceMetric {
  std::string_view name;
  std::string_view unit;
  Fidelity fidelity = Fidelity::exact;
  double (*value)(const Place& place) = nullptr;
};

/// \param caches  with those that only a simulation of the caches gives, which come last
[[nodiscard]] std::span<const PlaceMetric> place_metrics(bool caches);

}  // namespace warpglass::analysis
