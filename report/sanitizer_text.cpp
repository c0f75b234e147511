// The words of compute-sanitizer's tools (Compute Sanitizer User Manual: Memcheck, Racecheck, Initcheck and Synccheck).
// Where they name an address within the machine code, ours is that of the PTX instruction, 16 bytes to each.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "report/display.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;
using analysis::FoundAccess;
using analysis::index_text;

constexpr std::uint32_t kInstructionBytes = 16;

bool is_race(const Finding& finding) { return !finding.related.empty(); }

std::string head(std::string_view text) { return fmt::format("========= {}\n", text); }
std::string sanitizer_line(std::string_view text) { return fmt::format("=========     {}\n", text); }

std::string place(const Finding& finding, const SourcePosition& where, std::uint32_t pc) {
  std::string text = fmt::format("{}+{:#x}", displayable(finding.kernel), pc * kInstructionBytes);
  if (where.line != 0) text += fmt::format(" in {}:{}", displayable(where.file), where.line);
  return text;
}

std::string thread_line(const Finding& finding) {
  return sanitizer_line(fmt::format("by thread {} in block {}", index_text(finding.thread), index_text(finding.block)));
}

std::string_view severity_word(Severity severity) { return severity == Severity::error ? "Error" : "Warning"; }

/// Without its number of hazards. Racecheck names the write first.
std::string race_text(const Finding& finding) {
  const analysis::RelatedPlace& other = finding.related.front();
  std::string here = place(finding, finding.where, finding.pc);
  std::string there = place(finding, other.where, other.pc);
  bool first_writes = finding.access.write;
  bool second_writes = other.access.write;
  if (!first_writes) {
    std::swap(here, there);
    std::swap(first_writes, second_writes);
  }
  const auto kind = [](bool writes) { return writes ? "Write" : "Read"; };
  return head(fmt::format("{}: Race reported between {} access at {}", severity_word(finding.severity),
                          kind(first_writes), here)) +
         fmt::format("=========     and {} access at {}", kind(second_writes), there);
}

/// A race that was come upon from either side is one here.
std::vector<Finding> with_races_joined(const std::vector<Finding>& findings) {
  std::vector<Finding> joined;
  std::map<std::string, std::size_t> known;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::note) continue;
    if (is_race(finding)) {
      const auto [at, fresh] = known.try_emplace(race_text(finding), joined.size());
      if (!fresh) {
        joined[at->second].count += finding.count;
        continue;
      }
    }
    joined.push_back(finding);
  }
  return joined;
}

std::string access_head(const Finding& finding) {
  const FoundAccess& access = finding.access;
  if (finding.rule == "uninitialised-read") {
    return access.bytes == 0
               ? fmt::format("Uninitialized __{}__ memory read", access.space)
               : fmt::format("Uninitialized __{}__ memory read of size {} bytes", access.space, access.bytes);
  }
  return fmt::format("Invalid __{}__ {} of size {} bytes", access.space, access.write ? "write" : "read", access.bytes);
}

std::string access_text(const Finding& finding) {
  std::string text = head(access_head(finding)) +
                     sanitizer_line(fmt::format("at {}", place(finding, finding.where, finding.pc))) +
                     thread_line(finding);
  const std::uint64_t address = finding.access.address;
  if (finding.rule == "uninitialised-read") return text + sanitizer_line(fmt::format("Address {:#x}", address));
  return text + sanitizer_line(fmt::format("Address {:#x} is {}", address,
                                           finding.rule == "misaligned" ? "misaligned" : "out of bounds"));
}

/// Of findings that synccheck has words for; else our own.
std::string other_head(const Finding& finding) {
  if (finding.rule == "barrier-divergence") return "Barrier error detected. Divergent thread(s) in block";
  if (finding.rule == "warp-mask") return "Barrier error detected. Invalid arguments";
  return fmt::format("{}: {} [{}]", severity_word(finding.severity), displayable(finding.message), finding.rule);
}

std::string other_text(const Finding& finding) {
  std::string text = head(other_head(finding));
  if (finding.kernel.empty()) {
    if (finding.where.line != 0) text += sanitizer_line(fmt::format("at {}", displayable(to_string(finding.where))));
    return text;
  }
  return text + sanitizer_line(fmt::format("at {}", place(finding, finding.where, finding.pc))) + thread_line(finding);
}

std::string finding_text(const Finding& finding) {
  std::string text;
  if (is_race(finding)) {
    text = race_text(finding) + fmt::format(" [{} hazards]\n", std::max<std::uint64_t>(1, finding.count));
  } else {
    text = finding.access.space.empty() ? other_text(finding) : access_text(finding);
    for (const SourcePosition& call : finding.inlined_at) {
      text += sanitizer_line(
          fmt::format("Device Frame: {} in {}:{}", displayable(finding.kernel), displayable(call.file), call.line));
    }
    for (const std::string& note : finding.notes) text += sanitizer_line(displayable(note));
  }
  if (finding.seed != 0) text += sanitizer_line(fmt::format("found under seed {}", finding.seed));
  return text + "========= \n";
}

}  // namespace

std::string to_sanitizer_text(const Report& report) {
  std::string text = head(fmt::format("COMPUTE-SANITIZER (warpglass check {})", report.tool_version));
  for (const std::string& notice : report.run.notices) text += head("Note: " + displayable(notice));
  std::size_t race_errors = 0;
  std::size_t race_warnings = 0;
  const std::vector<Finding> shown = with_races_joined(report.run.findings);
  for (const Finding& finding : shown) {
    text += finding_text(finding);
    if (is_race(finding)) ++(finding.severity == Severity::error ? race_errors : race_warnings);
  }
  for (const Diagnostic& remark : report.run.remarks) text += head(displayable(to_string(remark)));
  if (const std::size_t races = race_errors + race_warnings; races != 0) {
    text += head(fmt::format("RACECHECK SUMMARY: {} displayed ({}, {})", counted(races, "hazard"),
                             counted(race_errors, "error"), counted(race_warnings, "warning")));
  }
  std::string summary = "ERROR SUMMARY: " + counted(shown.size(), "error");
  if (!report.run.suppressed.empty()) summary += fmt::format(" ({} suppressed)", report.run.suppressed.size());
  return text + head(summary);
}

}  // namespace warpglass::report
