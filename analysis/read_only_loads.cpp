// Global loads that pass by the first level, where the read-only path would find much of what they read there.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/accesses.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

/// Sectors that would be found, of those that the access asks for and of all that the kernel does, that are worth a
/// word.
constexpr double kOfAccess = 0.25;
constexpr double kOfKernel = 0.02;

struct Asked {
  std::uint64_t sectors = 0;
  std::uint64_t found = 0;
  bool is_written = false;
};

Asked asked_at(const KernelRecord& kernel, const AccessPlace& place) {
  Asked asked;
  for (const std::uint32_t pc : place.pcs) {
    const CachedAt& cached = kernel.cached[pc];
    asked.sectors += cached.l1_sectors;
    asked.found += cached.read_only_hits;
    asked.is_written = asked.is_written || cached.reads_what_is_written;
  }
  return asked;
}

bool is_worth(std::uint64_t found, double share, std::uint64_t sectors) {
  return static_cast<double>(found) >= share * static_cast<double>(sectors);
}

}  // namespace

std::vector<Finding> find_read_only_loads(const KernelRecord& kernel) {
  std::vector<Finding> findings;
  if (kernel.cached.empty()) return findings;
  std::uint64_t of_kernel = 0;
  for (const CachedAt& cached : kernel.cached) of_kernel += cached.l1_sectors;
  for (const AccessPlace& place : access_places(kernel, CostKind::sectors)) {
    const Asked asked = asked_at(kernel, place);
    if (asked.found == 0 || asked.is_written || !is_worth(asked.found, kOfAccess, asked.sectors) ||
        !is_worth(asked.found, kOfKernel, of_kernel))
      continue;
    const std::uint32_t pc = place.pcs.front();
    Finding finding = finding_at(kernel, pc);
    finding.rule = "uncached-load";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message =
        fmt::format("{}: {} of {} sectors are asked of L2 again, which the read-only path would find in L1",
                    kind_name(kernel.facts[pc], kernel.counters[pc]), grouped(asked.found), grouped(asked.sectors));
    finding.notes.emplace_back(
        "this GPU's plain loads pass by the first level; no thread of the launches writes what these read: const and "
        "__restrict__ on the pointer, or __ldg(), take the read-only path");
    finding.excess = asked.found;
    finding.total = asked.sectors;
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace warpglass::analysis
