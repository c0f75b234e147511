// What became of a program with an edit: whether it computes the same, and what its kernels cost then.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/advice.hpp"
#include "report/report.hpp"
#include "tools/warpglass/layout_trial.hpp"

namespace warpglass::tool {

/// Of the first run, or of another.
using Kernels = std::vector<const analysis::KernelProfile*>;

[[nodiscard]] bool has(const Kernels& kernels, const analysis::KernelProfile& one);
/// The same kernels in another run.
[[nodiscard]] Kernels same_kernels(const report::Report& report, const Kernels& kernels);
[[nodiscard]] Kernels all_kernels(const report::Report& report);

/// A counter of a kernel, by its name in Nsight Compute; 0: the run has none of that name.
[[nodiscard]] double metric(const report::Report& report, const analysis::KernelProfile& kernel, std::string_view name);

[[nodiscard]] report::KernelFigures figures_of(const report::Report& report, const Kernels& kernels);

struct Judgement {
  report::Verdict verdict = report::Verdict::no_better;
  std::string reason;
};

/// The first error that the checkers have found, or nothing.
[[nodiscard]] const analysis::Finding* first_mistake(const report::Report& report);

/// What is wrong with the program as a whole; proved: nothing.
[[nodiscard]] Judgement judge_program(Trials& trials, const Trial& trial);

/// "occupancy 100 % -> 50 %", of the one of these kernels that loses most; empty: none does.
[[nodiscard]] std::string lost_occupancy(const report::Report& before, const report::Report& after,
                                         const Kernels& kernels);

/// Which lines of these kernels cost more than before.
[[nodiscard]] std::vector<std::string> what_got_worse(const report::Report& before, const report::Report& after,
                                                      const Kernels& kernels);

/// Cycles of an SM, roughly: it moves a wavefront in one, and each of its schedulers issues an instruction.
[[nodiscard]] double cost_of(const report::KernelFigures& figures, std::uint32_t schedulers);

/// Whether a change is worth it by what was counted of its kernels: less of the first figure, and no more of those that
/// weigh than is tolerated.
[[nodiscard]] Judgement judge_figures(const std::vector<report::Figure>& before,
                                      const std::vector<report::Figure>& after);

}  // namespace warpglass::tool
