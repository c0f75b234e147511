#include "tools/warpglass/hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "analysis/names.hpp"
#include "arch/global_sectors.hpp"
#include "base/counted.hpp"
#include "base/lane_mask.hpp"
#include "report/display.hpp"
#include "tools/warpglass/judgement.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::AccessExample;
using analysis::Finding;
using analysis::grouped;
using analysis::InstructionProfile;
using analysis::KernelProfile;

/// Rules of costs whose findings name the cause and the remedy.
constexpr std::string_view kSayItThemselves[] = {"slow-conversion", "divergence", "constant-serialised", "local-spill",
                                                 "occupancy-limit"};

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::string_view kTiles = "tiles through shared memory";
constexpr std::uint64_t kLargestElement = 128;  // bytes of a structure that one would write by hand

const KernelProfile* kernel_of(const report::Report& report, const Finding& finding) {
  const auto found = std::ranges::find(report.run.kernels, finding.kernel, &KernelProfile::name);
  return found == report.run.kernels.end() ? nullptr : &*found;
}

const InstructionProfile* instruction_of(const KernelProfile& kernel, std::uint32_t pc) {
  const auto found = std::ranges::find(kernel.instructions, pc, &InstructionProfile::pc);
  return found == kernel.instructions.end() || found->examples.empty() ? nullptr : &*found;
}

/// Lanes part in most kernels somewhere, as where one thread of a block stores what all have made.
bool is_worth_saying(const report::Report& report, const KernelProfile& kernel, const Finding& finding) {
  constexpr double kShare = 0.05;  // of the kernel's instructions, that full warps would not execute
  return finding.rule != "divergence" || static_cast<double>(finding.excess) >=
                                             kShare * static_cast<double>(figures_of(report, {&kernel}).instructions);
}

/// The distance between neighbouring lanes, where all have the same.
std::optional<std::int64_t> stride_of(const AccessExample& example) {
  const std::vector<std::uint64_t>& at = example.addresses;
  if (at.size() < 3) return std::nullopt;
  std::vector<std::int64_t> lanes;
  for_each_lane(example.lanes, [&](int lane) { lanes.push_back(lane); });
  if (lanes.size() != at.size()) return std::nullopt;
  const auto distance = [&](std::size_t i) { return static_cast<std::int64_t>(at[i] - at[i - 1]); };
  // Of neighbouring elements also where lanes between take no part.
  const std::int64_t stride = distance(1) / (lanes[1] - lanes[0]);
  bool by_lane = stride == example.bytes;
  bool by_place = true;
  for (std::size_t i = 1; i < at.size(); ++i) {
    by_lane = by_lane && distance(i) == stride * (lanes[i] - lanes[i - 1]);
    by_place = by_place && distance(i) == distance(1);
  }
  if (by_lane) return stride;
  return by_place ? std::optional(distance(1)) : std::nullopt;
}

/// The distance between lanes of a row of the block, where several rows make a warp, all of its lanes take part, all
/// rows have the same distance and it is larger than any structure.
std::optional<std::uint64_t> stride_in_rows(const AccessExample& example, const Dim3& block) {
  const std::vector<std::uint64_t>& at = example.addresses;
  if (example.lanes != kFullMask || block.x < 2 || block.x >= kWarpSize || kWarpSize % block.x != 0)
    return std::nullopt;
  const std::uint64_t distance = at[1] - at[0];
  for (std::size_t lane = 1; lane < at.size(); ++lane) {
    if (lane % block.x != 0 && at[lane] - at[lane - 1] != distance) return std::nullopt;
  }
  const std::uint64_t apart = std::min(distance, 0 - distance);
  return apart > kLargestElement ? std::optional(apart) : std::nullopt;
}

/// How far lanes of a row of the block are apart, where several rows are a warp and lie apart themselves, whichever
/// lanes take part; no more than a structure is large. 0: they are not so.
std::uint64_t apart_in_rows(const AccessExample& example, const Dim3& block) {
  if (block.x < 2 || block.x >= kWarpSize || kWarpSize % block.x != 0 || block.y == 1) return 0;
  std::int64_t apart = 0;
  bool rows_follow = true;
  std::size_t i = 0;
  std::int64_t last_lane = -1;
  bool is_even = true;
  for_each_lane(example.lanes, [&](int lane) {
    if (last_lane >= 0) {
      const auto distance = static_cast<std::int64_t>(example.addresses[i] - example.addresses[i - 1]);
      const std::int64_t lanes = lane - last_lane;
      const bool same_row = lane / static_cast<int>(block.x) == last_lane / static_cast<int>(block.x);
      if (same_row && apart == 0) apart = distance / lanes;
      if (same_row) is_even = is_even && distance == apart * lanes;
      if (!same_row) rows_follow = rows_follow && distance == apart * lanes;
    }
    last_lane = lane;
    ++i;
  });
  const bool fits =
      apart >= static_cast<std::int64_t>(example.bytes) && apart <= static_cast<std::int64_t>(kLargestElement);
  return is_even && fits && !rows_follow ? static_cast<std::uint64_t>(apart) : 0;
}

/// The size of what lanes take a part of each, if it is that. 0: it is not.
std::uint64_t structure_bytes(const AccessExample& example) {
  const auto stride = stride_of(example);
  if (!stride) return 0;
  const std::uint64_t apart = static_cast<std::uint64_t>(*stride < 0 ? -*stride : *stride);
  const bool is_larger = apart > example.bytes && apart <= kLargestElement;
  return is_larger && apart % example.bytes == 0 ? apart : 0;
}

/// Whether all accesses of a finding's place take a part each of something of the same size.
bool all_take_parts(const KernelProfile& kernel, const InstructionProfile& instruction, const Finding& finding) {
  const std::uint64_t bytes = structure_bytes(instruction.examples.front());
  std::uint64_t known = 0;
  for (const InstructionProfile& one : kernel.instructions) {
    const bool same_place = one.source == instruction.source && one.inlined_at == instruction.inlined_at &&
                            one.kind == instruction.kind && one.access_bytes == instruction.access_bytes;
    if (!same_place) continue;
    for (const AccessExample& example : one.examples) {
      if (structure_bytes(example) != bytes) return false;
      known += example.total_cost;
    }
  }
  return bytes != 0 && known == finding.total;
}

/// What became of another layout; nothing where none was looked for.
std::optional<std::string> tried(const Finding& finding, const LayoutRemarks& layouts) {
  const auto known = layouts.find(key_of(finding.where));
  if (known == layouts.end()) return std::nullopt;
  return known->second.empty() ? "tried above" : "not tried: " + known->second;
}

std::string cause_of(const KernelProfile& kernel, const InstructionProfile& instruction, const Finding& finding,
                     const LayoutRemarks& layouts) {
  const std::optional<std::string> layout = tried(finding, layouts);
  const std::string of_layout = layout ? fmt::format(" ({})", *layout) : "";
  const AccessExample& example = instruction.examples.front();
  const auto stride = stride_of(example);
  if (splits_rows(example, kernel.block))
    return fmt::format(
        "lanes are {} of a block of {}x{}, and rows lie apart: rows of 32 threads take neighbouring elements",
        counted(kWarpSize / kernel.block.x, "row"), kernel.block.x, kernel.block.y);
  if (const auto in_rows = stride_in_rows(example, kernel.block); !stride && in_rows)
    return fmt::format(
        "lanes in a row of a block of {}x{} are {} apart, as along a column: let neighbouring threads take "
        "neighbouring elements, or take {}",
        kernel.block.x, kernel.block.y, counted(*in_rows, "byte"), kTiles);
  if (const std::uint64_t apart = apart_in_rows(example, kernel.block); !stride && apart != 0)
    return fmt::format(
        "lanes are rows of a block of {}x{}, which lie apart{}: rows of 32 threads take neighbouring elements",
        kernel.block.x, kernel.block.y,
        apart == example.bytes ? "" : fmt::format(", and take {} of each {} bytes in them", example.bytes, apart));
  if (!stride) return "the lanes' addresses follow no stride: look at where the index comes from";
  const std::uint64_t apart = static_cast<std::uint64_t>(*stride < 0 ? -*stride : *stride);
  if (apart == example.bytes) {
    const std::uint64_t past = example.addresses.front() % kSectorBytes;
    if (past == 0)
      return "neighbouring lanes take neighbouring elements, but not every warp begins at a sector: let blocks and "
             "rows begin at multiples of 32 bytes" +
             of_layout;
    return fmt::format(
        "neighbouring lanes take neighbouring elements, but the first lies {} into a sector: align the start and the "
        "pitch to {} bytes, as cudaMallocPitch does{}",
        report::plural(past, "byte"), kSectorBytes, of_layout);
  }
  if (apart <= kLargestElement && layout && layout->ends_with(kNoStructures))
    return fmt::format("lanes are {} apart and take {} of them: let neighbouring threads take neighbouring elements",
                       counted(apart, "byte"), example.bytes);
  if (apart <= kLargestElement) {
    std::string proof = layout.value_or("priced, not proved");
    if (proof.starts_with("not tried")) proof = "priced, " + proof;
    const std::string priced =
        all_take_parts(kernel, instruction, finding)
            ? fmt::format(": {} at best instead of {} ({})", counted(grouped(finding.total - finding.excess), "sector"),
                          grouped(finding.total), proof)
            : of_layout;
    return fmt::format(
        "lanes are {} apart and take {} of them: where that is the size of a structure, an array for each member "
        "(a structure of arrays) puts what they take side by side{}",
        counted(apart, "byte"), example.bytes, priced);
  }
  return fmt::format(
      "lanes are {} apart, as along a column: let neighbouring threads take neighbouring elements, or take {}",
      counted(apart, "byte"), kTiles);
}

/// Whether it is the same lanes of the same warp that make both, equally often.
bool goes_together(const InstructionProfile& a, const InstructionProfile& b) {
  if (a.function != b.function || a.kind != b.kind || a.access_bytes != b.access_bytes || a.examples.size() != 1 ||
      b.examples.size() != 1)
    return false;
  const AccessExample& x = a.examples.front();
  const AccessExample& y = b.examples.front();
  return x.times != 0 && x.times == y.times && x.lanes == y.lanes && x.block == y.block && x.warp == y.warp &&
         x.space == "global" && stride_of(x) == stride_of(y);
}

/// Those, `instruction` among them, that ask for the elements of one vector of so many bytes; empty: they do not.
std::vector<const InstructionProfile*> parts_of_vector(const KernelProfile& kernel,
                                                       const InstructionProfile& instruction, std::uint32_t bytes) {
  const AccessExample& example = instruction.examples.front();
  const auto& address = instruction.address;
  if (!address || structure_bytes(example) % bytes != 0) return {};
  const std::int64_t begin = address->offset - static_cast<std::int64_t>(example.addresses.front() % bytes);
  std::vector<const InstructionProfile*> parts;
  for (std::uint32_t at = 0; at < bytes; at += example.bytes) {
    const auto part = std::ranges::find_if(kernel.instructions, [&](const InstructionProfile& other) {
      return other.address == analysis::AddressOperand{.base = address->base, .offset = begin + at} &&
             goes_together(instruction, other);
    });
    if (part == kernel.instructions.end()) return {};
    parts.push_back(&*part);
  }
  return parts;
}

/// Sectors of a warp that asks for whole vectors where the first of the parts asks for their beginnings.
std::uint32_t vector_sectors(const AccessExample& first, std::uint32_t bytes) {
  std::array<std::uint64_t, kWarpSize> addresses{};
  std::size_t i = 0;
  for_each_lane(first.lanes, [&](int lane) { addresses[static_cast<std::size_t>(lane)] = first.addresses[i++]; });
  return arch::global_sectors(addresses, first.lanes, bytes).sectors;
}

/// Several accesses that one wide one could stand for.
struct VectorParts {
  std::vector<const InstructionProfile*> parts;  // in the order of their addresses; empty: there are none
  std::uint32_t bytes = 0;                       // of the wide one
};

/// \param said  pcs of the parts that were found before; those of the answer are added
VectorParts vector_parts(const KernelProfile& kernel, const InstructionProfile& instruction,
                         std::set<std::uint32_t>& said) {
  const AccessExample& example = instruction.examples.front();
  const bool moves = instruction.kind == "global load" || instruction.kind == "global store";
  if (said.contains(instruction.pc) || !moves || structure_bytes(example) == 0) return {};
  constexpr std::uint32_t kMostElements = 4;
  for (const std::uint32_t bytes : {16u, 8u, 4u, 2u}) {
    if (bytes <= example.bytes || bytes > kMostElements * example.bytes) continue;
    std::vector<const InstructionProfile*> parts = parts_of_vector(kernel, instruction, bytes);
    if (parts.empty()) continue;
    for (const InstructionProfile* part : parts) said.insert(part->pc);
    return {.parts = std::move(parts), .bytes = bytes};
  }
  return {};
}

/// What was said of the wide access in the source: "priced, not proved", and why.
std::string proof_of(const VectorParts& vector, const WideRemarks& remarks) {
  const bool stores = vector.parts.front()->kind == "global store";
  for (const InstructionProfile* part : vector.parts) {
    const auto known = remarks.find({.line = line_key(part->source), .stores = stores});
    if (known == remarks.end()) continue;
    return known->second.empty() ? "see above" : "priced, not proved: " + known->second;
  }
  if (stores) return "priced, not proved: no form of stores that is edited";
  return "priced, not proved: no form of loads that is edited";
}

/// That one wide access could stand for several neighbouring ones.
std::string vector_advice(const VectorParts& vector, const WideRemarks& remarks) {
  const AccessExample& first = vector.parts.front()->examples.front();
  const bool load = vector.parts.front()->kind == "global load";
  std::uint64_t before = 0;
  for (const InstructionProfile* part : vector.parts) before += part->examples.front().total_cost;
  const std::uint64_t after = first.times * vector_sectors(first, vector.bytes);
  return fmt::format(
      "each lane {} {} neighbouring elements one by one: one {} of {} bytes, of a type that is aligned to as many, "
      "takes "
      "{} instead of {} ({})",
      load ? "loads" : "stores", vector.parts.size(), load ? "load" : "store", vector.bytes,
      counted(grouped(after), "sector"), grouped(before), proof_of(vector, remarks));
}

/// Whether neighbouring lanes are further apart than any structure is large.
bool lies_along_column(const AccessExample& example) {
  if (example.space != "global" || example.addresses.size() < 2) return false;
  const auto apart = static_cast<std::int64_t>(example.addresses[1] - example.addresses[0]);
  return static_cast<std::uint64_t>(apart < 0 ? -apart : apart) > kLargestElement;
}

bool is_of_static_memory(const KernelProfile& kernel, std::uint32_t pc) {
  return std::ranges::find(kernel.shared_uses, pc, &analysis::SharedUse::pc) != kernel.shared_uses.end();
}

/// Of an access by a register and a number: two to the power of how many, 16 at most, divides what the register has
/// been. The number is the member's place in its structure.
std::uint32_t beginning_of(const InstructionProfile& access) {
  constexpr std::uint64_t kMost = 16;
  const std::uint64_t base =
      access.examples.front().addresses.front() - static_cast<std::uint64_t>(access.address->offset);
  return 1u << std::countr_zero(base | kMost);
}

}  // namespace

bool splits_rows(const AccessExample& example, const Dim3& block) {
  if (example.space != "global" || example.lanes != kFullMask || block.x >= kWarpSize || block.y == 1) return false;
  bool apart = false;
  for (std::size_t lane = 1; lane < example.addresses.size(); ++lane) {
    const bool neighbours = example.addresses[lane] - example.addresses[lane - 1] == example.bytes;
    const bool same_row = lane % block.x != 0;
    if (same_row && !neighbours) return false;
    apart = apart || !neighbours;
  }
  return apart && example.cost > example.ideal;
}

std::vector<WidePlace> wide_places(const report::Report& report) {
  std::vector<WidePlace> places;
  std::map<const KernelProfile*, std::set<std::uint32_t>> said;
  for (const Finding& finding : report.run.findings) {
    const KernelProfile* const kernel = finding.rule == "uncoalesced" ? kernel_of(report, finding) : nullptr;
    const InstructionProfile* const instruction = kernel == nullptr ? nullptr : instruction_of(*kernel, finding.pc);
    if (instruction == nullptr || instruction->examples.front().space != "global") continue;
    WidePlace place{.kernel = kernel,
                    .where = {},
                    .apart = structure_bytes(instruction->examples.front()),
                    .stores = instruction->kind == "global store"};
    for (const InstructionProfile* part : vector_parts(*kernel, *instruction, said[kernel]).parts) {
      place.where.push_back(part->source);
      place.begins_at = std::min(place.begins_at, beginning_of(*part));
    }
    if (!place.where.empty()) places.push_back(std::move(place));
  }
  return places;
}

std::vector<ColumnPlace> column_places(const report::Report& report) {
  std::vector<ColumnPlace> places;
  for (const Finding& finding : report.run.findings) {
    const KernelProfile* const kernel = finding.rule == "uncoalesced" ? kernel_of(report, finding) : nullptr;
    const InstructionProfile* const instruction = kernel == nullptr ? nullptr : instruction_of(*kernel, finding.pc);
    if (instruction == nullptr || !lies_along_column(instruction->examples.front())) continue;
    const bool stores = instruction->kind == "global store";
    if (stores || instruction->kind == "global load")
      places.push_back({.kernel = kernel, .finding = &finding, .stores = stores});
  }
  return places;
}

std::vector<StructurePlace> structure_places(const report::Report& report) {
  std::vector<StructurePlace> places;
  for (const Finding& finding : report.run.findings) {
    const KernelProfile* const kernel = finding.rule == "uncoalesced" ? kernel_of(report, finding) : nullptr;
    const InstructionProfile* const instruction = kernel == nullptr ? nullptr : instruction_of(*kernel, finding.pc);
    if (instruction == nullptr || instruction->examples.front().space != "global") continue;
    const bool stores = instruction->kind == "global store";
    const std::uint64_t bytes = structure_bytes(instruction->examples.front());
    const bool is_one_access = bytes == 8 || bytes == 16;  // or would be, of a type that is aligned to as many
    const bool is_row = kernel->block.x > 1 && kernel->block.y == 1 && kernel->block.z == 1;
    if ((!stores && instruction->kind != "global load") || bytes == 0 || bytes % 4 != 0 || is_one_access || !is_row)
      continue;
    places.push_back({.kernel = kernel, .finding = &finding, .bytes = bytes, .stores = stores});
    for (const InstructionProfile& one : kernel->instructions) {
      if (one.kind == instruction->kind && !one.examples.empty() && structure_bytes(one.examples.front()) == bytes)
        places.back().widest = std::max(places.back().widest, one.access_bytes);
    }
  }
  return places;
}

std::vector<LayoutPlace> layout_places(const report::Report& report) {
  constexpr double kWorthALayout = 0.05;  // of an instruction's sectors; findings begin at more
  std::vector<LayoutPlace> places;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& one : kernel.instructions) {
      const bool stores = one.kind == "global store";
      if ((!stores && one.kind != "global load") || one.examples.empty() || one.source.line == 0) continue;
      const AccessExample& example = one.examples.front();
      const std::uint64_t excess = one.counts.sectors - std::min(one.counts.sectors, one.counts.sectors_ideal);
      const auto stride = stride_of(example);
      const bool is_little = static_cast<double>(excess) < kWorthALayout * static_cast<double>(one.counts.sectors);
      if (excess == 0 || is_little || !stride || splits_rows(example, kernel.block)) continue;
      const bool always_so = example.times != 0 && example.times * example.cost == example.total_cost;
      LayoutPlace place{.kernel = &kernel,
                        .where = one.source,
                        .cause = always_so ? LayoutPlace::Cause::start : LayoutPlace::Cause::rows,
                        .sectors = one.counts.sectors,
                        .excess = excess,
                        .apart = static_cast<std::uint64_t>(*stride < 0 ? -*stride : *stride),
                        .stores = stores};
      if (structure_bytes(example) != 0) {
        place.cause = LayoutPlace::Cause::members;
      } else if (place.apart != example.bytes) {
        continue;
      }
      places.push_back(std::move(place));
    }
  }
  return places;
}

std::vector<report::Hint> hints_of(const report::Report& report, const WideRemarks& wide, const StagingRemarks& staging,
                                   const ReadOnlyRemarks& read_only, const LayoutRemarks& layouts) {
  std::vector<report::Hint> hints;
  std::map<const KernelProfile*, std::set<std::uint32_t>> said;
  for (const Finding& finding : report.run.findings) {
    const KernelProfile* const kernel = kernel_of(report, finding);
    if (kernel == nullptr) continue;
    std::string advice;
    if (finding.rule == "uncoalesced") {
      const InstructionProfile* const instruction = instruction_of(*kernel, finding.pc);
      if (instruction != nullptr && instruction->examples.front().space == "global") {
        advice = cause_of(*kernel, *instruction, finding, layouts);
        if (const VectorParts vector = vector_parts(*kernel, *instruction, said[kernel]); !vector.parts.empty())
          advice += "; " + vector_advice(vector, wide);
        const auto staged = staging.find(key_of(finding.where));
        if (staged != staging.end() && staged->second == kToldAbove) continue;
        if (staged != staging.end())
          advice += fmt::format("{} ({})", advice.ends_with(kTiles) ? "" : fmt::format("; {}", kTiles),
                                staged->second.empty() ? "tried above" : "not tried: " + staged->second);
      }
    } else if (finding.rule == "uncached-load") {
      const auto known = read_only.find(key_of(finding.where));
      const std::string why = known == read_only.end() ? "it was not looked at" : known->second;
      if (!why.empty()) advice = fmt::format("{} (not tried: {})", finding.notes.front(), why);
    } else if (finding.rule == "bank-conflict" && !is_of_static_memory(*kernel, finding.pc)) {
      advice =
          "the array has no extents (extern __shared__): its rows are made in the index, where warpglass banks "
          "EXPR --shape RxC --propose finds a layout";
    } else if (std::ranges::find(kSayItThemselves, finding.rule) != std::end(kSayItThemselves) &&
               is_worth_saying(report, *kernel, finding)) {
      advice = fmt::format("{}", fmt::join(finding.notes, "\n"));
    }
    if (advice.empty()) continue;
    hints.push_back(
        {.where = finding.where, .rule = finding.rule, .message = finding.message, .advice = std::move(advice)});
  }
  return hints;
}

}  // namespace warpglass::tool
