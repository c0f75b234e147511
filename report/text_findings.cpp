#include <fmt/format.h>

#include <algorithm>

#include "report/display.hpp"
#include "report/findings.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

constexpr std::size_t kMaxCallers = 3;  // of a call that are named

Colour colour_of(Severity severity) {
  switch (severity) {
    case Severity::note: return Colour::cyan;
    case Severity::warning: return Colour::yellow;
    case Severity::error: return Colour::red;
  }
  return Colour::plain;
}

std::string place(const SourcePosition& where, const TextOptions& options) {
  SourcePosition shown = where;
  shown.file = shown_file(where.file, options);
  return to_string(shown);
}

/// True when there was no line table to find the source line by.
bool is_in_ptx(const analysis::Finding& finding) { return finding.where.line != 0 && finding.where == finding.ptx; }

/// The instruction stands in for the source that is not known.
std::optional<std::string> source_line(const analysis::Finding& finding, const TextOptions& options) {
  if (is_in_ptx(finding)) return finding.instruction;
  if (!options.source || finding.where.line == 0) return std::nullopt;
  return options.source(finding.where.file, finding.where.line);
}

/// The source line with a caret below its column, and the detail behind the caret where it fits.
std::string excerpt(const analysis::Finding& finding, const TextOptions& options) {
  const std::string detail = displayable(finding.detail);
  const auto line = source_line(finding, options);
  if (!line) return detail.empty() ? "" : fmt::format("{:>{}} | {}\n", "", kGutter, detail);

  const std::size_t room = options.width > kGutter + 20 ? options.width - kGutter - 3 : 17;
  std::string text = displayable(*line);
  std::size_t caret = finding.where.column == 0 || is_in_ptx(finding)
                          ? std::min(text.find_first_not_of(' '), text.size())
                          : columns_before(*line, finding.where.column);
  caret = scroll_to(text, caret, room);
  const std::string line_number =
      painted(fmt::format("{:>{}} |", finding.where.line, kGutter), Colour::faint, options.colour);
  const std::string margin = painted(fmt::format("{:>{}} |", "", kGutter), Colour::faint, options.colour);
  std::string result = fmt::format("{} {}\n", line_number, text);
  const std::string pointer = painted("^", Colour::green, options.colour);
  if (detail.empty()) return result + fmt::format("{} {:{}}{}\n", margin, "", caret, pointer);
  if (caret + 2 + display_width(detail) <= room)
    return result + fmt::format("{} {:{}}{} {}\n", margin, "", caret, pointer, detail);
  result += fmt::format("{} {:{}}{}\n", margin, "", caret, pointer);
  return result + fmt::format("{} {}\n", margin, detail);
}

/// "main.cu:12", or what there is where no line is known: "main+0x42 in ./app".
std::string place(const analysis::HostFrame& frame, const TextOptions& options) {
  if (frame.where.line != 0) return place(frame.where, options);
  const std::string function = frame.function.empty() ? fmt::format("{:#x}", frame.offset) : frame.function;
  return displayable(fmt::format("{} in {}", function, frame.module));
}

/// What there is to say of a finding about the host's calls, a line each.
std::vector<std::string> host_notes(const analysis::Finding& finding, const TextOptions& options) {
  std::vector<std::string> notes;
  const analysis::HostTrace& trace = finding.trace;
  const std::size_t shown = std::min(trace.size(), 1 + kMaxCallers);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i == 0 && trace[i].where.line != 0) continue;  // it is the finding's own
    notes.push_back(fmt::format("{} {}",
                                i == 0                 ? "called by"
                                : trace[i - 1].inlined ? "inlined at"
                                                       : "called from",
                                place(trace[i], options)));
  }
  if (!trace.empty() && finding.where.line == 0) notes.push_back("compile with -g to see lines");
  for (const analysis::HostPlace& other : finding.places) {
    const std::string at = other.trace.empty() ? "" : " at " + place(other.trace.front(), options);
    notes.push_back(displayable(other.what) + at);
  }
  return notes;
}

std::string finding_text(const analysis::Finding& finding, const TextOptions& options) {
  const std::string where = place(finding.where, options);
  std::string text = painted(where.empty() ? "" : where + ": ", Colour::bold, options.colour);
  text += painted(fmt::format("{}:", name_of(finding.severity)), colour_of(finding.severity), options.colour);
  text += ' ' + painted(displayable(finding.message), Colour::bold, options.colour);
  text += painted(fmt::format("  [{}]", finding.rule), Colour::faint, options.colour) + '\n';
  text += excerpt(finding, options);

  const auto note = [&](std::string_view said) {
    text += fmt::format("{:>{}} {} {}\n", "", kGutter, painted("=", Colour::faint, options.colour), said);
  };
  for (const SourcePosition& code : finding.inlined_from)
    note(fmt::format("by code of {}, inlined", place(code, options)));
  for (const SourcePosition& call : finding.inlined_at) note(fmt::format("inlined at {}", place(call, options)));
  for (const analysis::RelatedPlace& other : finding.related)
    note(fmt::format("{} at {}", displayable(other.message), place(other.where, options)));
  for (const std::string& said : finding.notes) note(displayable(said));
  for (const std::string& said : host_notes(finding, options)) note(said);
  // Once is what is meant where a call of the host is at fault.
  if (finding.count > (finding.call.empty() ? 0u : 1u)) note(plural(finding.count, "time"));
  if (finding.bytes != 0) note(plural(finding.bytes, "byte") + " in all");
  if (finding.seed != 0) note(fmt::format("found under seed {0}; --replay {0} runs it again", finding.seed));
  if (finding.kernel.empty() || !finding.call.empty()) return text;
  note(fmt::format("in kernel {}",
                   shortened(displayable(finding.kernel), std::max<std::size_t>(40, options.width - 20))));
  return text;
}

}  // namespace

std::string findings_text(const Report& report, const TextOptions& options) {
  std::string text;
  std::size_t shown = 0;
  for (const analysis::Finding& finding : report.run.findings) {
    // Errors are all shown: there are at most a few, because a launch stops at its first.
    if (finding.severity != Severity::error && options.top != 0 && shown == options.top) break;
    text += finding_text(finding, options) + '\n';
    ++shown;
  }
  if (const std::size_t more = report.run.findings.size() - shown; more != 0) {
    text += fmt::format("{} more finding{} not shown; --top 0 shows all\n\n", more, more == 1 ? " is" : "s are");
  }
  if (std::any_of(report.run.findings.begin(), report.run.findings.end(), is_in_ptx)) {
    text +=
        "Positions are in the PTX where the program has no line table; compile it with -lineinfo to see source "
        "lines.\n\n";
  }
  return text;
}

}  // namespace warpglass::report
