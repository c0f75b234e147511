#include "analysis/metric_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>

#include "base/nearest.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::string_view kRegex = "regex:";

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : list) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else if (c != ' ' || depth > 0) {
      parts.back() += c;
    }
  }
  return parts;
}

/// The expression that a name with wildcards stands for.
std::string expression_of(std::string_view wildcards) {
  std::string text;
  for (const char c : wildcards) {
    if (c == '*') {
      text += ".*";
    } else if (c == '?') {
      text += '.';
    } else {
      if (std::string_view(".[]{}()\\+^$|").find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return text;
}

std::string_view base_of(std::string_view name) { return name.substr(0, name.rfind('.')); }

std::string unknown(const std::vector<MetricDefinition>& metrics, const std::string& part) {
  std::vector<std::string_view> names;
  for (const MetricDefinition& metric : metrics) {
    names.push_back(metric.name);
    names.push_back(base_of(metric.name));
  }
  const auto near = nearest_names(part, names, std::max<std::size_t>(2, part.size() / 4));
  return fmt::format(
      "there is no metric '{}'{}", part,
      near.empty() ? "; --query-metrics lists them" : fmt::format("; nearest: {}", fmt::join(near, ", ")));
}

using Wanted = std::function<bool(const std::string& name)>;

/// \throws std::regex_error
Wanted wanted_by(const std::string& part) {
  if (part.starts_with(kRegex)) {
    const std::regex expression(part.substr(kRegex.size()));
    return [expression](const std::string& name) { return std::regex_search(name, expression); };
  }
  if (part.find_first_of("*?") != std::string::npos) {
    const std::regex expression(expression_of(part));
    return [expression](const std::string& name) { return std::regex_match(name, expression); };
  }
  return [part](const std::string& name) { return name == part || base_of(name) == part; };
}

}  // namespace

std::vector<std::size_t> select_metrics(const std::vector<MetricDefinition>& metrics, std::string_view list,
                                        std::string& problem) {
  problem.clear();
  std::vector<std::size_t> chosen;
  for (const std::string& part : parts_of(list)) {
    Wanted wanted;
    try {
      wanted = wanted_by(part);
    } catch (const std::regex_error&) {
      problem = fmt::format("'{}' is no regular expression", part.substr(kRegex.size()));
      return {};
    }
    bool any = false;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      if (!wanted(metrics[i].name)) continue;
      any = true;
      if (std::find(chosen.begin(), chosen.end(), i) == chosen.end()) chosen.push_back(i);
    }
    if (!any) {
      problem = part.empty() ? "a name is missing between commas" : unknown(metrics, part);
      return {};
    }
  }
  return chosen;
}

}  // namespace warpglass::analysis
