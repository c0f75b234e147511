// Findings that the user knows and allows: by a file of suppressions, or by a comment beside the line.
//
// A line of the file is `RULE [kernel=GLOB] [file=GLOB] [line=N[-M]]` (scope.hpp), with * for every rule and # before a
// comment. A finding about two places, as a race, is allowed where either of them is.
//
// In a source `// warpglass: allow RULE[, RULE...] [reason]` allows what is found on its line, or on the line below
// where nothing else stands on it; lines of such comments may follow each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/profile.hpp"
#include "base/diagnostic.hpp"
#include "report/report.hpp"
#include "report/scope.hpp"

namespace warpglass::report {

struct Suppression : Scope {
  SourcePosition where;  // of its rule, in its file
  std::string rule;      // or "*"
};

/// \param file      what the text is called where it is wrong
/// \param problems  every line that is no suppression
[[nodiscard]] std::vector<Suppression> parse_suppressions(std::string_view text, const std::string& file,
                                                          Diagnostics& problems);

/// What a comment allows.
struct Allowance {
  std::vector<std::string> rules;
  std::string reason;
};

/// \return nothing where the line has no such comment
[[nodiscard]] std::optional<Allowance> allowance_in(std::string_view source_line);

/// Moves what is allowed from the findings to those that are suppressed, and remarks on suppressions of files that
/// allowed nothing.
/// \param source  for comments; may be empty
void suppress(analysis::RunProfile& run, const std::vector<Suppression>& suppressions, const SourceLookup& source);

}  // namespace warpglass::report
