#include "report/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/display.hpp"
#include "report/fingerprint.hpp"

namespace warpglass::report {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "";
}

std::size_t count_of(const std::vector<analysis::Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &analysis::Finding::severity));
}

std::string verdict(const analysis::RunProfile& run) {
  std::vector<std::string> parts;
  const std::size_t errors = count_of(run.findings, Severity::error);
  const std::size_t warnings = count_of(run.findings, Severity::warning);
  if (errors != 0) parts.push_back(plural(errors, "error"));
  if (warnings != 0) parts.push_back(plural(warnings, "warning"));
  if (parts.empty()) parts.emplace_back("no findings");
  if (!run.suppressed.empty())
    parts.push_back(fmt::format("{} suppressed", grouped(std::uint64_t{run.suppressed.size()})));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string place_text(const SourcePosition& where, std::string_view directory) {
  SourcePosition shown = where;
  shown.file = displayable(relative_file(where.file, directory));
  return to_string(shown);
}

std::string headline_of(const analysis::Finding& finding, std::string_view directory) {
  const std::string place = place_text(finding.where, directory);
  return fmt::format("{}{}{}: {}  [{}]", place, place.empty() ? "" : ": ", name_of(finding.severity),
                     displayable(finding.message), finding.rule);
}

std::vector<std::string> lines_about(const analysis::Finding& finding, std::string_view directory) {
  std::vector<std::string> lines;
  if (!finding.detail.empty()) lines.push_back(displayable(finding.detail));
  for (const SourcePosition& code : finding.inlined_from)
    lines.push_back(fmt::format("by code of {}, inlined", place_text(code, directory)));
  for (const SourcePosition& call : finding.inlined_at)
    lines.push_back(fmt::format("inlined at {}", place_text(call, directory)));
  for (const analysis::RelatedPlace& other : finding.related)
    lines.push_back(fmt::format("{} at {}", displayable(other.message), place_text(other.where, directory)));
  for (const std::string& note : finding.notes) lines.push_back(displayable(note));
  for (const analysis::HostPlace& other : finding.places) {
    const bool known = !other.trace.empty() && other.trace.front().where.line != 0;
    lines.push_back(displayable(other.what) +
                    (known ? " at " + place_text(other.trace.front().where, directory) : std::string()));
  }
  if (finding.count > (finding.call.empty() ? 0u : 1u)) lines.push_back(plural(finding.count, "time"));
  if (finding.seed != 0) lines.push_back(fmt::format("found under seed {}", finding.seed));
  return lines;
}

}  // namespace warpglass::report
