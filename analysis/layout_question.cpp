#include "analysis/layout_question.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace warpglass::analysis {
namespace {

/// Matrices have their lanes by eights.
std::uint32_t matrices_of(const SharedUse& use, LaneMask lanes) {
  return use.access == arch::SharedAccess::matrix ? static_cast<std::uint32_t>(lane_count(lanes)) / 8 : 0;
}

/// Requests of one part of an instruction's access, as far as they lie in the array.
void add_requests(std::vector<LayoutRequest>& to, const SharedUse& use, const SharedUse::Part& part,
                  const SharedArray& array) {
  for (const SharedPattern& pattern : use.patterns) {
    for (std::size_t i = 0; i < pattern.bases.size(); ++i) {
      const std::uint64_t first = pattern.bases[i] - array.offset;
      if (pattern.bases[i] < array.offset || first >= array.bytes) continue;
      LayoutRequest request{.access = use.access,
                            .bytes = part.bytes,
                            .matrices = matrices_of(use, pattern.lanes),
                            .lanes = 0,
                            .times = pattern.times[i]};
      std::size_t distance = 0;
      for_each_lane(pattern.lanes, [&](int lane) {
        const std::uint64_t address = first + static_cast<std::uint64_t>(pattern.distances[distance++] + part.offset);
        if (address >= array.bytes || (use.one_lane && request.lanes != 0)) return;
        request.address[static_cast<std::size_t>(lane)] = address;
        request.lanes |= lane_bit(lane);
      });
      if (request.lanes != 0) to.push_back(request);
    }
  }
}

/// Whether the machine would make it as written where it could not be made together with its neighbours.
bool comes_apart(const KernelProfile& kernel, const SharedUse& use) {
  const auto found = std::ranges::find(kernel.instructions, use.pc, &InstructionProfile::pc);
  return found != kernel.instructions.end() &&
         (found->lowering.starts_with("merged") || found->lowering.starts_with("resized"));
}

}  // namespace

LayoutQuestion question_of(const ArrayOfKernel& array, std::vector<LayoutMachine> machines) {
  const std::uint64_t elements =
      std::accumulate(array.extents.begin(), array.extents.end(), std::uint64_t{1}, std::multiplies<>());
  LayoutQuestion question{.columns = array.extents.back(),
                          .element_bytes = static_cast<std::uint32_t>(array.array.bytes / elements),
                          .block = array.kernel->block,
                          .machines = std::move(machines)};
  question.rows = elements / question.columns;
  if (array.extents.size() > 2) question.rows_of_plane = array.extents[array.extents.size() - 2];
  LayoutAccess alone;
  LayoutAccess merged;
  std::uint32_t widest = question.element_bytes;
  for (const SharedUse& use : array.kernel->shared_uses) {
    const bool together = comes_apart(*array.kernel, use);
    LayoutAccess& access = together ? merged : alone;
    for (const SharedUse::Part& part : use.machine) add_requests(access.requests, use, part, array.array);
    if (together) add_requests(access.apart, use, {.offset = 0, .bytes = use.bytes}, array.array);
    widest = std::max(widest, use.bytes);
  }
  for (LayoutAccess* access : {&alone, &merged}) {
    if (!access->requests.empty()) question.accesses.push_back(std::move(*access));
  }
  // Rows of wide accesses stay aligned with as many elements as the widest has.
  question.most_padding = std::max(8u, 2 * widest / question.element_bytes);
  return question;
}

std::uint64_t scattered_executions(const KernelProfile& kernel) {
  std::uint64_t sum = 0;
  for (const SharedUse& use : kernel.shared_uses) sum += use.scattered ? use.executions : 0;
  return sum;
}

}  // namespace warpglass::analysis
