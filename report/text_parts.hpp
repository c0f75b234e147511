// The parts of the text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace warpglass::report {

/// Findings as a compiler writes them, costliest first, each with its source line.
[[nodiscard]] std::string findings_text(const Report& report, const TextOptions& options);

/// A kernel: its launch, its lines, its counters.
[[nodiscard]] std::string kernel_text(const Report& report, const analysis::KernelProfile& kernel,
                                      const TextOptions& options);

/// Which pipes a kernel keeps busy, and which of its lines: where that says something that memory accesses do not.
[[nodiscard]] std::string pipes_text(const analysis::KernelProfile& kernel, const TextOptions& options);

/// Float operations for each byte that a kernel moves, beside the ridge of its machine's roofs.
[[nodiscard]] std::string roofline_text(const Report& report, const analysis::KernelProfile& kernel);

/// How many launches of how many kernels, what was found, and on which GPU: a line.
[[nodiscard]] std::string summary_text(const Report& report, const TextOptions& options);

/// "3 launches", "1 error".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view what);

/// The file as it is named to the user.
[[nodiscard]] std::string shown_file(std::string_view file, const TextOptions& options);

}  // namespace warpglass::report
