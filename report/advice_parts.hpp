// The parts of advice in text.
#pragma once

#include <cstddef>
#include <string>

#include "report/advice.hpp"
#include "report/table.hpp"

namespace warpglass::report {

/// "x.cu:3:5"
[[nodiscard]] std::string place_text(const SourcePosition& where, const TextOptions& options);
/// "x.cu:3:5: said  [rule]"
[[nodiscard]] std::string heading(const SourcePosition& where, const std::string& said, const std::string& rule,
                                  const TextOptions& options);
/// "    3 |   tile[x] = 1;"; empty where nobody has the source.
[[nodiscard]] std::string source_line(const SourcePosition& where, const TextOptions& options);
[[nodiscard]] std::string note(const std::string& said, const TextOptions& options);
[[nodiscard]] std::string percent(double share);
/// Of the row that says whether a program computes the same.
[[nodiscard]] Cell results_cell(Verdict verdict);

/// A change that is no layout: what the run has shown, the proved repair, a column for each proposal that ran.
[[nodiscard]] std::string change_advice_text(const ChangeAdvice& change, const TextOptions& options);

}  // namespace warpglass::report
