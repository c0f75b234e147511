// Runs of one program on several GPUs, side by side: a column for each, in which a kernel is the one of the same name.
// Findings are one where rule, kernel, place and words are.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace warpglass::report {

struct KernelBeside {
  std::string name;
  std::vector<const analysis::KernelProfile*> of;  // by run; nullptr: it is not there, or was not counted
};

struct FindingBeside {
  const analysis::Finding* finding = nullptr;  // of the first run that has it
  std::vector<std::size_t> runs;               // that have it
};

struct CounterBeside {
  std::string name;
  std::string unit;
  std::string is;  // how far the numbers can be trusted; by run where that differs
  std::vector<std::optional<double>> values;
};

struct SideBySide {
  std::vector<std::string> labels;  // of the runs: "sm_90", or the GPU's name where two are of one capability
  std::vector<KernelBeside> kernels;
  std::vector<FindingBeside> findings;  // the gravest first
};

/// Refers to all of them.
[[nodiscard]] SideBySide side_by_side(std::span<const Report> all);

/// Those that are chosen by `options.metrics`, else the main ones, or all, that any of the runs counted.
[[nodiscard]] std::vector<CounterBeside> counters_beside(std::span<const Report> all, const KernelBeside& kernel,
                                                         const TextOptions& options);

/// "exact", "exact, inferred" where they differ, and "modelled x5, exact" of more than three.
[[nodiscard]] std::string once_if_equal(const std::vector<std::string>& words);

/// "sm_90, sm_70", "all".
[[nodiscard]] std::string runs_text(const SideBySide& sides, const std::vector<std::size_t>& runs);

/// The reports of one GPU as one, as `merge` makes it, in the order in which the GPUs are met.
/// \param names    what messages call the reports
/// \param problem  why some cannot be one, or are of different programs; one line
[[nodiscard]] std::vector<Report> by_machine(std::vector<Report> all, const std::vector<std::string>& names,
                                             std::string& problem);

}  // namespace warpglass::report
