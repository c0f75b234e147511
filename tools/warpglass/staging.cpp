#include "tools/warpglass/staging.hpp"

#include <utility>

#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {

std::string obstacle_to_launches(const Kernels& kernels) {
  const Dim3& block = kernels.front()->block;
  for (const analysis::KernelProfile* kernel : kernels) {
    if (!kernel->same_shape || kernel->block.x != block.x || kernel->block.y != block.y)
      return "it is launched with blocks of several shapes";
    if (kernel->block.z != 1) return "its blocks have three dimensions";
  }
  return "";
}

SourceChange staging_change(const Kernels& kernels, const SourcePosition& where,
                            const std::vector<rewrite::Edit>& edits, std::string title, std::uint32_t schedulers) {
  SourceChange change{.advice = {},
                      .kernels = kernels,
                      .candidates = {},
                      .reach = Reach::kernels,
                      .look = Look::races,
                      .counts_first = true,
                      .figures = [schedulers](const report::Report& report, const Kernels& of) {
                        return staging_figures(report, of, schedulers);
                      }};
  change.advice.where = where;
  change.advice.rule = "staging";
  for (const analysis::KernelProfile* kernel : kernels) change.advice.kernels.push_back(kernel->name);
  ChangeCandidate candidate;
  candidate.edits = edits;
  candidate.proposal.title = std::move(title);
  candidate.proposal.lines = changed_lines(edits);
  candidate.proposal.patch = patch_of(edits);
  change.candidates.push_back(std::move(candidate));
  return change;
}

}  // namespace warpglass::tool
