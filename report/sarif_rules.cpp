#include "report/sarif_rules.hpp"

#include <fmt/format.h>

#include "report/rules.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

/// GitHub's names.
std::string_view problem_severity(Severity severity) {
  switch (severity) {
    case Severity::note: return "recommendation";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "";
}

/// What would be read as a link is kept from being one (3.11.6).
std::string plain(std::string_view text) {
  const bool link = text.find("](") != std::string_view::npos;
  std::string result;
  for (const char c : text) {
    if (c == '\\' || (link && (c == '[' || c == ']'))) result += '\\';
    result += c;
  }
  return result;
}

/// "BankConflict" for "bank-conflict".
std::string pascal_case(std::string_view rule) {
  std::string name;
  bool begins = true;
  for (const char c : rule) {
    if (c == '-') {
      begins = true;
      continue;
    }
    name += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = false;
  }
  return name;
}

}  // namespace

std::string_view level_of(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "none";
}

Json message(std::string_view text) { return {{"text", plain(text)}}; }

Json sarif_rule(const analysis::Finding& finding, const std::string& docs) {
  Json json = {{"id", finding.rule}, {"name", pascal_case(finding.rule)}};
  const RuleHelp* const help = help_of(finding.rule);
  const Severity severity = help == nullptr ? finding.severity : help->severity;
  if (help != nullptr) {
    const std::string page = fmt::format("docs/{}", page_of(finding.rule));
    json["shortDescription"] = message(help->title);
    json["fullDescription"] = message(fmt::format("{} {}", help->title, help->help));
    json["help"] = {{"text", plain(fmt::format("{} See {}.", help->help, page))},
                    {"markdown", fmt::format("**{}** {}\n\nSee `{}`.", help->title, help->help, page)}};
    if (!docs.empty()) json["helpUri"] = docs + std::string(page_of(finding.rule));
  }
  json["defaultConfiguration"] = {{"level", level_of(severity)}};
  json["properties"] = {{"tags", {"cuda", class_of(finding)}}, {"problem.severity", problem_severity(severity)}};
  return json;
}

}  // namespace warpglass::report
