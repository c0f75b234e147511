// Which accesses of a kernel another input might have made otherwise: whether they are executed, or where, follows from
// what memory held (data) or from the kernel's arguments. Values are followed through registers, and branches to where
// their ways meet again. Errs on the side of dependence: whatever is loaded is data, and so is all that a function gets
// from its caller.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {

/// Of an op.
struct OpDependence {
  bool address_by_data = false;
  bool address_by_arguments = false;
  bool address_by_sizes = false;   // by arguments of less than eight bytes, which no pointer has
  bool execution_by_data = false;  // which threads execute it, and whether any do
  bool execution_by_arguments = false;
};

/// Blocks between a branch and where its ways meet again, by block.
using Ways = std::vector<bool>;

struct InputDependence {
  std::vector<OpDependence> ops;  // by pc
  /// Of branches that go by data, or by arguments.
  std::vector<Ways> by_data;
  std::vector<Ways> by_arguments;
};

[[nodiscard]] InputDependence find_input_dependence(const KernelRecord& kernel);

}  // namespace warpglass::analysis
