// Memory instructions that a program executes and the chosen machine does not have. The program runs all the same, by
// the rules of the nearest thing that the machine does have, and is told so.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

struct Since {
  AccessClass access;
  std::uint16_t least_bytes;  // per lane
  arch::ComputeCapability since;
  const char* what;
};

// CUDA C Programming Guide 4.2, table F-1, for the atomics; PTX ISA, Target ISA Notes, for the others.
// clang-format off
constexpr Since kSince[] = {
  {AccessClass::shared_atomic,       0, {1, 2}, "atomics on shared memory"},
  {AccessClass::shared_atomic,       8, {2, 0}, "64-bit atomics on shared memory"},
  {AccessClass::global_atomic,       0, {1, 1}, "atomics on global memory"},
  {AccessClass::global_atomic,       8, {1, 2}, "64-bit atomics on global memory"},
  {AccessClass::global_reduction,    0, {1, 1}, "atomics on global memory"},
  {AccessClass::global_reduction,    8, {1, 2}, "64-bit atomics on global memory"},
  {AccessClass::shared_matrix_load,  0, {7, 5}, "ldmatrix"},
  {AccessClass::shared_matrix_store, 0, {9, 0}, "stmatrix"},
  {AccessClass::async_copy,          0, {8, 0}, "cp.async"},
};
// clang-format on

std::vector<std::string> missing_instructions(const KernelRecord& kernel, const arch::DeviceModel& device) {
  std::vector<std::string> missing;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    if (kernel.counters[pc].executions == 0) continue;
    const sim::OpFacts& facts = kernel.facts[pc];
    const AccessClass access = access_class(facts, kernel.counters[pc]);
    for (const Since& row : kSince) {
      if (row.access != access || facts.access_bytes < row.least_bytes || device.capability >= row.since) continue;
      std::string text = fmt::format("{}: {} has no {} (from sm_{} on); executed and counted as if it had",
                                     to_string(position_of(kernel, pc)), device.sm_name(), row.what, row.since.sm());
      if (std::find(missing.begin(), missing.end(), text) == missing.end()) missing.push_back(std::move(text));
    }
  }
  return missing;
}

class Missing final : public Analysis {
 public:
  explicit Missing(const arch::DeviceModel& device) : device_(device) {}
  [[nodiscard]] std::vector<std::string> notices(const KernelRecord& kernel) const override {
    return missing_instructions(kernel, device_);
  }

 private:
  const arch::DeviceModel& device_;
};

}  // namespace

Analyser missing_instructions_analyser() {
  return {.name = "missing-instructions", .page = "fidelity.md", .start = start_analysis<Missing>};
}

}  // namespace warpglass::analysis
