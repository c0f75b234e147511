#include "tools/warpglass/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace warpglass::tool {
namespace {

using analysis::AccessExample;
using analysis::Finding;
using analysis::InstructionProfile;
using analysis::KernelProfile;

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint64_t kLargestElement = 128;  // bytes of a structure that one would write by hand

const KernelProfile* kernel_of(const report::Report& report, const Finding& finding) {
  const auto found = std::ranges::find(report.run.kernels, finding.kernel, &KernelProfile::name);
  return found == report.run.kernels.end() ? nullptr : &*found;
}

const AccessExample* costliest_example(const KernelProfile& kernel, std::uint32_t pc) {
  const auto found = std::ranges::find(kernel.instructions, pc, &InstructionProfile::pc);
  return found == kernel.instructions.end() || found->examples.empty() ? nullptr : &found->examples.front();
}

/// The distance between neighbouring lanes, where all have the same.
std::optional<std::int64_t> stride_of(const AccessExample& example) {
  const std::vector<std::uint64_t>& at = example.addresses;
  if (at.size() < 3) return std::nullopt;
  const auto distance = [&](std::size_t i) { return static_cast<std::int64_t>(at[i] - at[i - 1]); };
  for (std::size_t i = 2; i < at.size(); ++i) {
    if (distance(i) != distance(1)) return std::nullopt;
  }
  return distance(1);
}

std::string cause_of(const AccessExample& example) {
  const auto stride = stride_of(example);
  if (!stride) return "the lanes' addresses follow no stride: look at where the index comes from";
  const std::uint64_t apart = static_cast<std::uint64_t>(*stride < 0 ? -*stride : *stride);
  if (apart == example.bytes) {
    return fmt::format(
        "neighbouring lanes read neighbouring elements, but the first lies {} bytes into a sector: align the start and "
        "the pitch to {} bytes, as cudaMallocPitch does",
        example.addresses.front() % kSectorBytes, kSectorBytes);
  }
  if (apart <= kLargestElement) {
    return fmt::format(
        "lanes are {} bytes apart and take {} of them: where that is the size of a structure, an array for each member "
        "(a structure of arrays) puts what they take side by side",
        apart, example.bytes);
  }
  return fmt::format(
      "lanes are {} bytes apart, as along a column: let neighbouring threads take neighbouring elements, or take tiles "
      "through shared memory",
      apart);
}

bool is_of_static_memory(const KernelProfile& kernel, std::uint32_t pc) {
  return std::ranges::find(kernel.shared_uses, pc, &analysis::SharedUse::pc) != kernel.shared_uses.end();
}

}  // namespace

std::vector<report::Hint> hints_of(const report::Report& report) {
  std::vector<report::Hint> hints;
  for (const Finding& finding : report.run.findings) {
    const KernelProfile* const kernel = kernel_of(report, finding);
    if (kernel == nullptr) continue;
    std::string advice;
    if (finding.rule == "uncoalesced") {
      const AccessExample* const example = costliest_example(*kernel, finding.pc);
      if (example != nullptr && example->space == "global") advice = cause_of(*example);
    } else if (finding.rule == "bank-conflict" && !is_of_static_memory(*kernel, finding.pc)) {
      advice =
          "the array has no extents (extern __shared__): its rows are made in the index, where warpglass banks "
          "EXPR --shape RxC --propose finds a layout";
    }
    if (advice.empty()) continue;
    hints.push_back(
        {.where = finding.where, .rule = finding.rule, .message = finding.message, .advice = std::move(advice)});
  }
  return hints;
}

}  // namespace warpglass::tool
