// What a rule means, for forms that explain themselves.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/profile.hpp"

namespace warpglass::report {

struct RuleHelp {
  std::string_view rule;    // "bank-conflict"
  Severity severity;        // that its findings have, if not one of them says otherwise
  std::string_view title;   // one sentence
  std::string_view help;    // what it does to the program, and what to do about it
  std::string_view page{};  // under docs/, where no analyser has one
};

/// The rule of a broken expectation (expectations.hpp).
inline constexpr std::string_view kExpectation = "expectation";

/// Every rule that a finding may have.
[[nodiscard]] std::span<const RuleHelp> rule_helps();

/// \return nullptr where there is no such rule: a newer tool has written the report
[[nodiscard]] const RuleHelp* help_of(std::string_view rule);

/// The page that explains the rule, under docs/: "races.md"; empty where there is no such rule.
[[nodiscard]] std::string_view page_of(std::string_view rule);

/// Whether a run in which these analysers were at work says anything about the rule.
[[nodiscard]] bool is_looked_for(std::string_view rule, const std::vector<std::string>& analysers);

/// Whether the host is at fault for it, and no kernel.
[[nodiscard]] bool host_rule(std::string_view rule);

/// Who looks for it: the name of an analyser, or "faults", "host", "expectations".
[[nodiscard]] std::string_view class_of(const analysis::Finding& finding);

}  // namespace warpglass::report
