// Bank conflicts as findings: which line, how many passes too many, and what the lanes of the costliest pattern do to
// which bank; where it follows from what was counted, also which layout of the array would cost less.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/layout_fix.hpp"
#include "analysis/names.hpp"
#include "arch/pass_groups.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// The lanes of a group that meet in its fullest bank, and the units they ask for there.
struct FullestBank {
  arch::PassGroups groups;
  std::uint32_t bank = 0;  // of the group's
  std::uint32_t passes = 0;
  LaneMask lanes = 0;
  std::vector<std::uint64_t> units;  // different ones, ascending
};

FullestBank fullest_bank(const arch::SharedMemory& memory, const sim::AccessPattern& pattern) {
  const arch::PassGroups groups = arch::pass_groups(memory, request_of(pattern));
  FullestBank worst{.groups = groups, .units = {}};
  for (const LaneMask group : groups.lanes) {
    for (std::uint32_t bank = 0; bank < groups.banks; ++bank) {
      FullestBank here{.groups = groups, .bank = bank, .units = {}};
      for_each_lane(group, [&](int lane) {
        const std::uint64_t address = pattern.address[static_cast<std::size_t>(lane)];
        if (groups.bank_of(address) != bank) return;
        here.lanes |= lane_bit(lane);
        here.units.push_back(address >> groups.shift);
      });
      std::sort(here.units.begin(), here.units.end());
      here.units.erase(std::unique(here.units.begin(), here.units.end()), here.units.end());
      here.passes = arch::serve(groups, pattern.address, here.lanes, 0, nullptr);
      if (std::tuple(here.passes, here.units.size()) > std::tuple(worst.passes, worst.units.size()))
        worst = std::move(here);
    }
  }
  return worst;
}

/// "bank 3", "banks 4..7": the machine's banks that a unit lies in.
std::string banks_text(const arch::SharedMemory& memory, const FullestBank& at) {
  const std::uint32_t banks = std::max(1u, (1u << at.groups.shift) / memory.bank_bytes);
  if (banks == 1) return fmt::format("bank {}", at.bank);
  return fmt::format("banks {}{}{}", at.bank * banks, banks == 2 ? " and " : "..", at.bank * banks + banks - 1);
}

std::string detail_of(const arch::SharedMemory& memory, const sim::AccessPattern& pattern, const FullestBank& at,
                      const std::vector<sim::NamedObject>& objects) {
  const std::string object = at.units.empty() ? "" : object_at(objects, at.units.front() << at.groups.shift);
  const std::string of = object.empty() ? "" : " of " + object;
  const std::string lanes = lanes_text(at.lanes);
  const std::string banks = banks_text(memory, at);
  if (pattern.kind == sim::AccessKind::matrix_load || pattern.kind == sim::AccessKind::matrix_store) {
    return fmt::format("rows of one 8x8 matrix (addresses of {}) lie in the same {}{}", lanes, banks, of);
  }
  const std::string_view unit = at.groups.shift == 2 ? "word" : at.groups.shift == 3 ? "8-byte word" : "16-byte word";
  switch (at.groups.sharing) {
    case arch::Sharing::none:
      return fmt::format("{} update {} of {}{}, one lane after another", lanes, counted(at.units.size(), unit), banks,
                         of);
    case arch::Sharing::broadcast:
      if (at.units.size() > 1) break;
      return fmt::format("{} read one word of {}{}, and a pass broadcasts no more than one word", lanes, banks, of);
    case arch::Sharing::address:
      if (at.units.size() > 1) break;
      return fmt::format("{} write different bytes of one word of {}{}", lanes, banks, of);
    case arch::Sharing::row:
      if (at.units.size() > 1) break;
      return fmt::format("16-byte accesses take one pass more than there are different words in a bank ({}{})", banks,
                         of);
  }
  const std::string_view rows = at.passes < at.units.size() ? ", two in a pass where they share 256 bytes" : "";
  return fmt::format("{} {} {} different {}s of {}{}{}", lanes, verb_of(pattern.kind), at.units.size(), unit, banks, of,
                     rows);
}

/// "32-way bank conflict", or the worst of several patterns.
std::string degree_of(const AccessPlace& place) {
  const double average =
      static_cast<double>(place.counts.wavefronts) / static_cast<double>(place.counts.wavefronts_ideal);
  if (place.worst == nullptr) return "bank conflicts";
  const double worst =
      static_cast<double>(place.worst->shared.wavefronts) / std::max<double>(1, place.worst->shared.ideal);
  const std::string ways = worst == std::floor(worst) ? fmt::format("{}", worst) : fmt::format("{:.1f}", worst);
  if (std::abs(worst - average) < 0.05) return fmt::format("{}-way bank conflict", ways);
  return fmt::format("bank conflicts, up to {}-way", ways);
}

std::vector<Finding> find_bank_conflicts(const KernelRecord& kernel, const arch::DeviceModel& device) {
  std::vector<Finding> findings;
  for (const AccessPlace& place : access_places(kernel, CostKind::wavefronts)) {
    const Counts& counts = place.counts;
    const std::uint64_t excess = counts.wavefronts - counts.wavefronts_ideal;
    if (excess == 0) continue;
    const double requests = static_cast<double>(std::max<std::uint64_t>(1, counts.requests));
    const std::uint32_t pc = place.worst != nullptr ? place.worst_pc : place.pcs.front();

    Finding finding = finding_at(kernel, pc);
    finding.rule = "bank-conflict";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.message = fmt::format("{}: {}, {:.1f} wavefronts per request (ideal {:.1f})",
                                  kind_name(kernel.facts[pc], kernel.counters[pc]), degree_of(place),
                                  static_cast<double>(counts.wavefronts) / requests,
                                  static_cast<double>(counts.wavefronts_ideal) / requests);
    if (place.worst != nullptr) {
      const arch::SharedMemory& memory = kernel.shared_memory;
      const FullestBank at = fullest_bank(memory, place.worst->pattern);
      finding.detail = fmt::format("{}  ({}{})", detail_of(memory, place.worst->pattern, at, kernel.shared_objects),
                                   device.sm_name(),
                                   device.has_bank_modes() ? fmt::format(", {}-byte banks", memory.bank_bytes) : "");
      finding.block = place.worst->block;
      finding.warp = place.worst->warp;
      finding.lanes = at.lanes;
    }
    finding.notes.push_back(
        fmt::format("{} of {} wavefronts are bank conflicts", grouped(excess), grouped(counts.wavefronts)));
    if (place.worst != nullptr) {
      const sim::AccessPattern& pattern = place.worst->pattern;
      const std::uint64_t at = pattern.address[static_cast<std::size_t>(first_lane(pattern.lanes))];
      if (auto fix = layout_fix(kernel, device, at)) finding.notes.push_back(*std::move(fix));
    }
    finding.excess = excess;
    finding.total = counts.wavefronts;
    findings.push_back(std::move(finding));
  }
  return findings;
}

constexpr std::string_view kBankRules[] = {"bank-conflict"};

}  // namespace

Analyser bank_conflicts_analyser() {
  return {
      .name = "banks", .page = "teaching/banks.md", .rules = kBankRules, .start = start_finding<find_bank_conflicts>};
}

}  // namespace warpglass::analysis
