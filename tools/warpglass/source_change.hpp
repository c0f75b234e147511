// What could be otherwise in the source beside layouts of arrays, as edits that are to be tried.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "report/advice.hpp"
#include "report/report.hpp"
#include "rewrite/edit.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/judgement.hpp"
#include "tools/warpglass/options.hpp"
#include "tools/warpglass/source_trees.hpp"

namespace warpglass::tool {

struct ChangeCandidate {
  report::ChangeProposal proposal;  // as far as it is known without a run
  std::vector<rewrite::Edit> edits;
};

struct SourceChange {
  report::ChangeAdvice advice;  // without figures and proposals
  Kernels kernels;              // that it concerns
  Kernels meets = {};           // that it may concern besides: no change of these is in one program with it
  std::vector<ChangeCandidate> candidates;
  Reach reach = Reach::program;   // of its edits
  Look look = Look::counts;       // of its trials
  bool counts_first = false;      // its trials are counted before checkers look at them
  bool makes_wider = false;       // its kernels' accesses
  bool yields_to_wider = false;   // it is not chosen where a change that makes accesses wider is
  bool lays_out = false;          // arrays of global memory: of several changes of an access the one that costs less
  bool must_be_clear = false;     // less than 5 % of what it is for is nothing
  bool yields_to_others = false;  // it is not chosen where another change of its kernels is
  bool replaces_layouts = false;  // of its kernels' arrays: they are not made beside it
  bool waits = true;              // it is not tried where that takes one program more than there are (attempts.hpp)
  /// What is counted for the table; the first is what the change is for.
  std::function<std::vector<report::Figure>(const report::Report& report, const Kernels& kernels)> figures = {};
};

/// One for all barriers of kernels that have some in common.
/// \param report  of a run with the analysers "redundant-barriers" and "barrier-counts"; outlives the answer
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> barriers_to_leave_out(const RunOptions& options, const report::Report& report,
                                                              SourceTrees& trees);

/// One for all wide accesses of kernels that have some in common.
/// \param report   outlives the answer
/// \param remarks  what became of each place, for the hints
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> wide_accesses_to_make(const RunOptions& options, const report::Report& report,
                                                              SourceTrees& trees, WideRemarks& remarks);

/// One for each structure whose members threads take one by one, and that can be aligned to 8 or 16 bytes.
/// \param report   outlives the answer
/// \param remarks  what became of each place, for the hints; those of wide accesses come first
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> structures_to_align(const RunOptions& options, const report::Report& report,
                                                            SourceTrees& trees, WideRemarks& remarks);

/// One for each access along a column that the block can take through a tile in shared memory.
/// \param report   outlives the answer
/// \param remarks  what became of each place, for the hints
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> accesses_to_stage(const RunOptions& options, const report::Report& report,
                                                          SourceTrees& trees, StagingRemarks& remarks);

/// One for each kernel all of whose accesses lie along columns, and whose threads may change places.
/// \param report   outlives the answer
/// \param remarks  what became of each place; those of accesses to stage come first
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> threads_to_exchange(const RunOptions& options, const report::Report& report,
                                                            SourceTrees& trees, StagingRemarks& remarks);

/// One for each array of structures whose words the block can take side by side through shared memory.
/// \param report   outlives the answer
/// \param remarks  what became of each place, for the hints
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> structures_to_stage(const RunOptions& options, const report::Report& report,
                                                            SourceTrees& trees, StagingRemarks& remarks);

/// One for each array of global memory, or several that kernels index alike, which would cost less in another layout.
/// \param report   outlives the answer
/// \param remarks  what became of each place, for the hints
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> arrays_to_lay_out(const RunOptions& options, const report::Report& report,
                                                          SourceTrees& trees, LayoutRemarks& remarks);

inline constexpr const char* kMemberArrays = "member-arrays";  // the rule of arrays for each member of structures

/// One for all loads of a kernel that the read-only path would serve better.
/// \param report   of a run with the analyser "caches"; outlives the answer
/// \param remarks  what became of each place, for the hints
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> loads_to_make_read_only(const RunOptions& options, const report::Report& report,
                                                                SourceTrees& trees, ReadOnlyRemarks& remarks);

/// One for all launches whose blocks are made of the same numbers, where another block could cost less.
/// \param report  outlives the answer
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> blocks_to_change(const RunOptions& options, const report::Report& report,
                                                         SourceTrees& trees);

/// One for all atomics of kernels that have some in common, whose lanes can be combined within their warp.
/// \param report   outlives the answer
/// \param remarks  what became of each place, for the hints
/// \throws UsageError
[[nodiscard]] std::vector<SourceChange> atomics_to_combine(const RunOptions& options, const report::Report& report,
                                                           SourceTrees& trees, AtomicRemarks& remarks);

/// Instructions, registers, traffic and occupancy: what every change is weighed by.
[[nodiscard]] std::vector<report::Figure> common_figures(const report::Report& report, const Kernels& kernels);

/// For changes that trade sectors, wavefronts and instructions for each other: sectors come first, and all three are
/// weighed in cycles of an SM, roughly, by the unit that is busy longest: it gets a sector of the L2 cache in one,
/// moves a wavefront of shared memory in one, and each of its schedulers issues an instruction.
inline constexpr std::size_t kBusiestUnit = 1;  // the row of these cycles
[[nodiscard]] std::vector<report::Figure> traded_figures(const report::Report& report, const Kernels& kernels,
                                                         std::uint32_t schedulers);

/// Puts the row of cycles into figures, common ones among them. Sectors that the L1 cache serves take none where the
/// caches were simulated.
void weigh_by_cycles(std::vector<report::Figure>& all, const report::Report& report, const Kernels& kernels,
                     std::uint32_t schedulers);

/// That kernels ask the L2 cache for; nothing where the caches were not simulated.
[[nodiscard]] std::optional<double> sectors_of_second_level(const report::Report& report, const Kernels& kernels);

/// The same, and what the tile takes.
[[nodiscard]] std::vector<report::Figure> staging_figures(const report::Report& report, const Kernels& kernels,
                                                          std::uint32_t schedulers);

/// Turns that lanes take at atomics, and how long the busiest unit is busy: pipes of the SM among them.
[[nodiscard]] std::vector<report::Figure> atomic_figures(const report::Report& report, const Kernels& kernels,
                                                         std::uint32_t schedulers);

/// As common_figures(), and the requests that wider accesses save.
[[nodiscard]] std::vector<report::Figure> access_figures(const report::Report& report, const Kernels& kernels);

/// Whether a trial of one of its candidates that was only counted computes the same for less, and for clearly less than
/// another candidate that is proved.
[[nodiscard]] bool promises(Trials& trials, const Trial& trial, const SourceChange& change);

/// By how much the first figure has to be better for another candidate to be worth more.
inline constexpr double kWorthwhile = 0.05;

/// Whether the figure that a change is for is clearly better.
[[nodiscard]] bool is_clearly_better(const report::Figure& now, const report::Figure& then);

/// What became of it, with the figures of the run.
[[nodiscard]] report::ChangeProposal judged(Trials& trials, const Trial& trial, const SourceChange& change,
                                            const ChangeCandidate& candidate);

}  // namespace warpglass::tool
