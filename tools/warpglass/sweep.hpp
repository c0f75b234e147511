// Advice on several machines and with several arguments: each point is a call of `warpglass advise` of its own, whose
// JSON is kept in a folder under a name that is made of all that it follows from. What is there is not run again, so
// that a sweep goes on where it was interrupted, and many machines can share its folder.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/display.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

struct SweepPoint {
  std::string architecture;
  std::vector<std::string> arguments;  // of the program
  std::string file;                    // of its result
  nlohmann::ordered_json advice;       // null: there is none
  std::string problem;                 // why there is none
};

/// Runs what is not there yet, and shows all.
/// \return an exit code: 0 where every point has a result
/// \throws UsageError, InputError
[[nodiscard]] int sweep(const AdviseOptions& options);

/// What became of each proposal at each point.
[[nodiscard]] std::string sweep_text(const std::vector<SweepPoint>& points, const report::TextOptions& options);

/// {"format": "warpglass-sweep", "version": 1, "points": [...]}
[[nodiscard]] std::string sweep_json(const std::vector<SweepPoint>& points);

}  // namespace warpglass::tool
