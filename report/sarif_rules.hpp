// The words of SARIF: levels, messages, and what it says of a rule.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "analysis/profile.hpp"

namespace warpglass::report {

[[nodiscard]] std::string_view level_of(Severity severity);

/// A message of plain text, nothing of which is a link.
[[nodiscard]] nlohmann::ordered_json message(std::string_view text);

/// The rule of a finding. \param docs  address of the folder of the documentation; empty: the rule has no link
[[nodiscard]] nlohmann::ordered_json sarif_rule(const analysis::Finding& finding, const std::string& docs);

}  // namespace warpglass::report
