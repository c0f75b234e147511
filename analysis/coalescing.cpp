// Global accesses that touch more 32-byte sectors than the bytes they ask for would fill, as findings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// Sectors above the ideal that are worth a word: one word off a border (5 for 4) is, a ragged edge of an array is not.
constexpr double kSectorsWorthSaying = 1.2;

/// Bytes between neighbouring active lanes when it is the same everywhere; lanes must be consecutive.
std::optional<std::int64_t> stride_of(const sim::AccessPattern& pattern) {
  const int first = first_lane(pattern.lanes);
  const int count = lane_count(pattern.lanes);
  if (count < 2 || (pattern.lanes >> first) + 1 != (count == kWarpSize ? 0u : lane_bit(count))) return std::nullopt;
  const auto at = [&](int lane) { return pattern.address[static_cast<std::size_t>(lane)]; };
  const std::uint64_t stride = at(first + 1) - at(first);
  for (int lane = first + 1; lane + 1 < first + count; ++lane) {
    if (at(lane + 1) - at(lane) != stride) return std::nullopt;
  }
  return static_cast<std::int64_t>(stride);
}

std::string detail_of(const sim::AccessPattern& pattern, const sim::GlobalCost& cost) {
  const std::string lanes = lanes_text(pattern.lanes);
  const std::string_view verb = verb_of(pattern.kind);
  const std::uint32_t asked = static_cast<std::uint32_t>(lane_count(pattern.lanes)) * pattern.bytes;
  const std::string sectors =
      fmt::format("{} of 32 bytes for {}", counted(cost.sectors, "sector"), counted(asked, "byte"));
  if (const auto stride = stride_of(pattern)) {
    if (static_cast<std::uint64_t>(*stride) == pattern.bytes) {
      const std::uint64_t past = pattern.address[static_cast<std::size_t>(first_lane(pattern.lanes))] % 32;
      if (cost.sectors == cost.ideal)  // of its shape, this warp came first, and others begin elsewhere
        return fmt::format("{} {} {} consecutive bytes; other warps do not begin at a sector border", lanes, verb,
                           asked);
      return fmt::format("{} {} {} consecutive bytes that begin {} past a sector border: {} of 32 bytes instead of {}",
                         lanes, verb, asked, counted(past, "byte"), counted(cost.sectors, "sector"), cost.ideal);
    }
    return fmt::format("{} {} {} each, {} apart: {}", lanes, verb, counted(pattern.bytes, "byte"),
                       counted(std::abs(*stride), "byte"), sectors);
  }
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for_each_lane(pattern.lanes, [&](int lane) {
    low = std::min(low, pattern.address[static_cast<std::size_t>(lane)]);
    high = std::max(high, pattern.address[static_cast<std::size_t>(lane)] + pattern.bytes);
  });
  return fmt::format("{} {} {} each, scattered over {}: {}", lanes, verb, counted(pattern.bytes, "byte"),
                     counted(grouped(high - low), "byte"), sectors);
}

std::vector<Finding> find_uncoalesced(const KernelRecord& kernel, const arch::DeviceModel&) {
  std::vector<Finding> findings;
  for (const AccessPlace& place : access_places(kernel, CostKind::sectors)) {
    const Counts& counts = place.counts;
    const std::uint32_t pc = place.worst != nullptr ? place.worst_pc : place.pcs.front();
    const std::string_view kind = kind_name(kernel.facts[pc], kernel.counters[pc]);
    if (!kind.starts_with("global") && kind != "async copy") continue;
    if (static_cast<double>(counts.sectors) < kSectorsWorthSaying * static_cast<double>(counts.sectors_ideal)) continue;
    const std::uint64_t excess = counts.sectors - counts.sectors_ideal;
    if (excess == 0) continue;
    const double requests = static_cast<double>(std::max<std::uint64_t>(1, counts.requests));

    Finding finding = finding_at(kernel, pc);
    finding.rule = "uncoalesced";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("{}: {:.1f} sectors per request (ideal {:.1f})", kind,
                                  static_cast<double>(counts.sectors) / requests,
                                  static_cast<double>(counts.sectors_ideal) / requests);
    if (place.worst != nullptr) {
      finding.detail = detail_of(place.worst->pattern, place.worst->global);
      finding.block = place.worst->block;
      finding.warp = place.worst->warp;
      finding.lanes = place.worst->pattern.lanes;
    }
    finding.notes.push_back(
        fmt::format("{} of {} sectors carry bytes nobody asked for", grouped(excess), grouped(counts.sectors)));
    finding.excess = excess;
    finding.total = counts.sectors;
    findings.push_back(std::move(finding));
  }
  return findings;
}

constexpr std::string_view kCoalescingRules[] = {"uncoalesced"};

}  // namespace

Analyser coalescing_analyser() {
  return {.name = "coalescing",
          .page = "teaching/global_memory.md",
          .rules = kCoalescingRules,
          .start = start_finding<find_uncoalesced>};
}

}  // namespace warpglass::analysis
