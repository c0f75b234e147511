// Bank conflicts as findings: which line, how many passes too many, and what the lanes of the costliest pattern do to
// which bank.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/accesses.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

/// The lanes of a group that meet in its fullest bank, and the units they ask for there.
struct FullestBank {
  std::uint32_t bank = 0;  // in units of the group
  unsigned shift = 2;
  bool lanes_count = false;
  LaneMask lanes = 0;
  std::vector<std::uint64_t> units;  // different ones, ascending

  [[nodiscard]] std::size_t passes() const {
    return lanes_count ? static_cast<std::size_t>(lane_count(lanes)) : units.size();
  }
};

FullestBank fullest_bank(const sim::AccessPattern& pattern) {
  const arch::PassGroups groups = arch::pass_groups(request_of(pattern));
  FullestBank worst;
  for (const LaneMask group : groups.lanes) {
    for (std::uint32_t bank = 0; bank < 128u >> groups.shift; ++bank) {
      FullestBank here{.bank = bank, .shift = groups.shift, .lanes_count = groups.lanes_count, .lanes = 0, .units = {}};
      for_each_lane(group, [&](int lane) {
        const std::uint64_t unit = pattern.address[static_cast<std::size_t>(lane)] >> groups.shift;
        if (unit % (128u >> groups.shift) != bank) return;
        here.lanes |= lane_bit(lane);
        here.units.push_back(unit);
      });
      std::sort(here.units.begin(), here.units.end());
      here.units.erase(std::unique(here.units.begin(), here.units.end()), here.units.end());
      if (here.passes() > worst.passes()) worst = std::move(here);
    }
  }
  return worst;
}

/// "bank 3", "banks 4..7": the 4-byte banks that a unit lies in.
std::string banks_text(const FullestBank& at) {
  const std::uint32_t words = 1u << (at.shift - 2);
  if (words == 1) return fmt::format("bank {}", at.bank);
  return fmt::format("banks {}{}{}", at.bank * words, words == 2 ? " and " : "..", at.bank * words + words - 1);
}

std::string detail_of(const sim::AccessPattern& pattern, const FullestBank& at,
                      const std::vector<sim::NamedObject>& objects) {
  const std::string object = at.units.empty() ? "" : object_at(objects, at.units.front() << at.shift);
  const std::string of = object.empty() ? "" : " of " + object;
  const std::string lanes = lanes_text(at.lanes);
  if (pattern.kind == sim::AccessKind::matrix_load || pattern.kind == sim::AccessKind::matrix_store) {
    return fmt::format("rows of one 8x8 matrix (addresses of {}) lie in the same {}{}", lanes, banks_text(at), of);
  }
  const std::string_view unit = at.shift == 2 ? "word" : at.shift == 3 ? "8-byte word" : "16-byte word";
  if (at.lanes_count) {
    return fmt::format("{} update {} {}{} of {}{}, one lane after another", lanes, at.units.size(), unit,
                       at.units.size() == 1 ? "" : "s", banks_text(at), of);
  }
  return fmt::format("{} {} {} different {}s of {}{}", lanes, verb_of(pattern.kind), at.units.size(), unit,
                     banks_text(at), of);
}

/// "32-way bank conflict", or the worst of several patterns.
std::string degree_of(const AccessSite& site) {
  const double average =
      static_cast<double>(site.counts.wavefronts) / static_cast<double>(site.counts.wavefronts_ideal);
  if (site.worst == nullptr) return "bank conflicts";
  const double worst =
      static_cast<double>(site.worst->shared.wavefronts) / std::max<double>(1, site.worst->shared.ideal);
  const std::string ways = worst == std::floor(worst) ? fmt::format("{}", worst) : fmt::format("{:.1f}", worst);
  if (std::abs(worst - average) < 0.05) return fmt::format("{}-way bank conflict", ways);
  return fmt::format("bank conflicts, up to {}-way", ways);
}

}  // namespace

std::vector<Finding> find_bank_conflicts(const KernelRecord& kernel, const arch::DeviceModel& device) {
  std::vector<Finding> findings;
  for (const AccessSite& site : access_sites(kernel, CostKind::wavefronts)) {
    const Counts& counts = site.counts;
    const std::uint64_t excess = counts.wavefronts - counts.wavefronts_ideal;
    if (excess == 0) continue;
    const double requests = static_cast<double>(std::max<std::uint64_t>(1, counts.requests));
    const std::uint32_t pc = site.worst != nullptr ? site.worst_pc : site.pcs.front();

    Finding finding = finding_at(kernel, pc);
    finding.rule = "bank-conflict";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("{}: {}, {:.1f} wavefronts per request (ideal {:.1f})",
                                  kind_name(kernel.facts[pc], kernel.counters[pc]), degree_of(site),
                                  static_cast<double>(counts.wavefronts) / requests,
                                  static_cast<double>(counts.wavefronts_ideal) / requests);
    if (site.worst != nullptr) {
      const FullestBank at = fullest_bank(site.worst->pattern);
      finding.detail =
          fmt::format("{}  ({})", detail_of(site.worst->pattern, at, kernel.shared_objects), device.sm_name());
      finding.block = site.worst->block;
      finding.warp = site.worst->warp;
      finding.lanes = at.lanes;
    }
    finding.notes.push_back(
        fmt::format("{} of {} wavefronts are bank conflicts", grouped(excess), grouped(counts.wavefronts)));
    finding.excess = excess;
    finding.total = counts.wavefronts;
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace warpglass::analysis
