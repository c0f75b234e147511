// What several forms say of findings in the same words.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace warpglass::report {

/// "note", "warning", "error".
[[nodiscard]] std::string_view name_of(Severity severity);

[[nodiscard]] std::size_t count_of(const std::vector<analysis::Finding>& findings, Severity severity);

/// "2 errors, 1 warning, 3 suppressed"; "no findings". Notes are not counted.
[[nodiscard]] std::string verdict(const analysis::RunProfile& run);

/// The file relative to the directory, with line and column: "a.cu:3:7"; empty where no file is known.
[[nodiscard]] std::string place_text(const SourcePosition& where, std::string_view directory);

/// "a.cu:3:7: warning: shared load: 32-way bank conflict  [bank-conflict]".
[[nodiscard]] std::string headline_of(const analysis::Finding& finding, std::string_view directory);

/// What there is to say behind the message: the detail, the calls it was inlined through, other places, notes; a line
/// each, fit for one line of text.
[[nodiscard]] std::vector<std::string> lines_about(const analysis::Finding& finding, std::string_view directory);

}  // namespace warpglass::report
