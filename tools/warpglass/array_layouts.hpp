// The shared arrays of a run that have bank conflicts, where the source declares them, and which layouts would have
// fewer: what is to be tried.
#pragma once

#include <string>
#include <vector>

#include "analysis/layout_question.hpp"
#include "report/advice.hpp"
#include "report/report.hpp"
#include "rewrite/layout_edits.hpp"
#include "tools/warpglass/options.hpp"
#include "tools/warpglass/source_trees.hpp"

namespace warpglass::tool {

/// A layout as a change of the source.
struct LayoutCandidate {
  report::Proposal proposal;  // as far as it is known without a run
  std::vector<rewrite::Edit> edits;
  bool gains_no_more = false;  // than the one before it, and takes instructions besides: it is for where that fails
};

struct ArrayLayouts {
  report::ArrayAdvice advice;                           // without proposals
  std::vector<const analysis::KernelProfile*> kernels;  // that have the array
  std::vector<LayoutCandidate> candidates;              // the best padding, the best swizzle
};

/// Those with the most conflicts first.
/// \param report  of a run with the analyser "shared-uses"; outlives the answer
/// \throws UsageError
[[nodiscard]] std::vector<ArrayLayouts> layouts_to_try(const RunOptions& options, const report::Report& report,
                                                       SourceTrees& trees);

}  // namespace warpglass::tool
