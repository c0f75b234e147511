// What a run asked of a shared array, as a question for the search of layouts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/layout_search.hpp"
#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// An array of one kernel, with the extents that it has there. A template's kernels have different ones of one
/// declaration.
struct ArrayOfKernel {
  const KernelProfile* kernel = nullptr;  // with its shared_uses
  SharedArray array;
  std::vector<std::uint64_t> extents;  // their product divides the bytes of the array
};

/// Every pattern that the array was asked for, with how often it was. Accesses are those of the machine as long as a
/// layout permits them; merged ones are taken apart where it does not.
[[nodiscard]] LayoutQuestion question_of(const ArrayOfKernel& array, std::vector<LayoutMachine> machines);

/// Executions of accesses to shared memory that have too many patterns for the question.
[[nodiscard]] std::uint64_t scattered_executions(const KernelProfile& kernel);

}  // namespace warpglass::analysis
