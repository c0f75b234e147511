// Which findings are allowed, and by what.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/analyser.hpp"
#include "report/comments.hpp"
#include "report/suppressions.hpp"

namespace warpglass::report {
namespace {

std::vector<const SourcePosition*> places_of(const analysis::Finding& finding) {
  std::vector<const SourcePosition*> all = {&finding.where};
  for (const analysis::RelatedPlace& place : finding.related) all.push_back(&place.where);
  return all;
}

bool allows(const Suppression& suppression, const analysis::Finding& finding) {
  if (suppression.rule != "*" && suppression.rule != finding.rule) return false;
  return names_kernel(suppression, finding.kernel) &&
         std::ranges::any_of(places_of(finding), [&](const auto* place) { return names_place(suppression, *place); });
}

/// A comment about a line, and where it stands.
struct Comment {
  SourcePosition where;
  Allowance allowance;
};

/// On the line itself, and on lines above it that are comments and nothing else.
std::vector<Comment> comments_about(const SourcePosition& place, const SourceLookup& source) {
  std::vector<Comment> all;
  for (std::uint32_t line = place.line; line != 0; --line) {
    const std::optional<std::string> text = source(place.file, line);
    if (!text || (line != place.line && !is_only_comment(*text))) break;
    if (std::optional<Allowance> allowance = allowance_in(*text))
      all.push_back({.where = {.file = place.file, .line = line, .column = 0}, .allowance = std::move(*allowance)});
  }
  return all;
}

bool is_rule(const std::string& name) {
  const std::vector<std::string_view> rules = analysis::rules();
  return name == "*" || std::ranges::find(rules, name) != rules.end();
}

/// \return what allows the finding; empty when no comment does
std::string allowed_by_comment(analysis::Finding& finding, const SourceLookup& source) {
  std::vector<std::string> doubts;
  for (const SourcePosition* place : places_of(finding)) {
    for (const Comment& comment : comments_about(*place, source)) {
      for (const std::string& rule : comment.allowance.rules) {
        if (rule == "*" || rule == finding.rule) {
          const std::string& reason = comment.allowance.reason;
          return to_string(comment.where) + (reason.empty() ? "" : ": " + reason);
        }
        if (is_rule(rule)) continue;
        std::string doubt =
            fmt::format("the comment at {} allows '{}', which is no rule", to_string(comment.where), rule);
        if (std::ranges::find(doubts, doubt) == doubts.end()) doubts.push_back(std::move(doubt));
      }
    }
  }
  finding.notes.insert(finding.notes.end(), doubts.begin(), doubts.end());
  return "";
}

}  // namespace

std::optional<Allowance> allowance_in(std::string_view source_line) {
  const std::optional<Annotation> annotation = annotation_in(source_line);
  if (!annotation || annotation->verb != "allow") return std::nullopt;
  std::string_view rest = annotation->text;
  Allowance allowance;
  for (bool more = true; more;) {
    rest = trimmed(rest);
    const std::size_t end = std::min(rest.find_first_of(" \t,"), rest.size());
    if (end == 0) break;
    allowance.rules.emplace_back(rest.substr(0, end));
    rest = trimmed(rest.substr(end));
    more = rest.starts_with(',');
    if (more) rest.remove_prefix(1);
  }
  if (allowance.rules.empty()) return std::nullopt;
  allowance.reason = rest;
  return allowance;
}

void suppress(analysis::RunProfile& run, const std::vector<Suppression>& suppressions, const SourceLookup& source) {
  std::vector<bool> used(suppressions.size(), false);
  std::vector<analysis::Finding> kept;
  for (analysis::Finding& finding : run.findings) {
    for (std::size_t i = 0; i < suppressions.size(); ++i) {
      if (!allows(suppressions[i], finding)) continue;
      used[i] = true;
      if (finding.suppressed_by.empty()) {
        SourcePosition line = suppressions[i].where;
        line.column = 0;
        finding.suppressed_by = to_string(line);
      }
    }
    if (finding.suppressed_by.empty() && source) finding.suppressed_by = allowed_by_comment(finding, source);
    (finding.suppressed_by.empty() ? kept : run.suppressed).push_back(std::move(finding));
  }
  run.findings = std::move(kept);
  for (std::size_t i = 0; i < suppressions.size(); ++i) {
    if (used[i]) continue;
    run.remarks.push_back({.severity = Severity::note,
                           .where = suppressions[i].where,
                           .message = "this suppression allowed nothing: no finding is of its rule and place",
                           .rule = {}});
  }
}

}  // namespace warpglass::report
