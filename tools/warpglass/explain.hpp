// `--explain LINE` of `run` and `report`.
#pragma once

#include <span>
#include <string>

#include "report/explanation.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// "34", "kernels.cuh:12". \throws UsageError
[[nodiscard]] report::NamedLine parse_line(const std::string& text);

/// Before the program runs. \throws UsageError where its source has no such line
void check_line(const RunOptions& options);

/// To the standard error stream, as the report of a run. \throws UsageError where there is nothing to be told
void explain_run(const RunOptions& options, std::span<const report::Report> all);

/// Of several GPUs one behind the other, each with its name above it.
/// \throws UsageError likewise
[[nodiscard]] std::string explanation_of(std::span<const report::Report> all, const report::NamedLine& named,
                                         const report::ExplanationOptions& options);

}  // namespace warpglass::tool
