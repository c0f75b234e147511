// Findings that the user knows and allows: by a file of suppressions, or by a comment beside the line.
//
// A line of the file is `RULE [kernel=GLOB] [file=GLOB] [line=N[-M]]`, with * for every rule and # before a comment. In
// a glob * stands for any characters and ? for one; quotes hold blanks together. `kernel` is compared with the name,
// with and without its parameters, `file` with the path and with every end of it behind a slash. A finding about two
// places, as a race, is allowed where either of them is.
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

namespace warpglass::report {

struct Suppression {
  SourcePosition where;  // of its rule, in its file
  std::string rule;      // or "*"
  std::string kernel = "*";
  std::string file = "*";
  std::uint32_t first_line = 0;  // 0: all lines
  std::uint32_t last_line = 0;
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

[[nodiscard]] bool matches_glob(std::string_view glob, std::string_view text);

/// Moves what is allowed from the findings to those that are suppressed, and remarks on suppressions of files that
/// allowed nothing.
/// \param source  for comments; may be empty
void suppress(analysis::RunProfile& run, const std::vector<Suppression>& suppressions, const SourceLookup& source);

}  // namespace warpglass::report
