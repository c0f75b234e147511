#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {

Draft::Draft(const LoweringInput& given)
    : input(given),
      uses(given.uses, given.function.instructions.size()),
      values(given, uses),
      predecessors(given.flow.successors.reversed()) {
  const auto count = static_cast<std::uint32_t>(given.function.instructions.size());
  result.instructions.resize(count);
  result.costs.resize(count);
  for (std::uint32_t b = 0; b < given.flow.blocks.size(); ++b) result.issue_blocks.push_back(b);
  access_of.assign(count, UseIndex::kNone);
  Addresses addresses(given, uses, values);
  for (std::uint32_t i = 0; i < count; ++i) {
    changes.push_back(changes_of(given.effects[i]));
    std::optional<MemoryAccess> access = memory_access(given, i);
    if (!access) continue;
    const std::int32_t guard = given.function.instructions[i].guard;
    access->certain = guard < 0 || is_always_true(given, uses, static_cast<std::uint32_t>(guard));
    access_of[i] = static_cast<std::uint32_t>(accesses.size());
    const Place place = addresses.place_of(*access);
    // Vectors at an address of global memory that all lanes share are taken for others of their width alone.
    const bool is_vector = access->space == sim::Space::global && access->units() > 1;
    if (is_vector && values.uniform(*access->address)) access->policy += fmt::format(".of{}", access->units());
    std::vector<bool> units(access->units(), true);
    accesses.push_back({.access = std::move(*access), .place = place, .wanted = std::move(units), .parts = {}});
  }
}

bool Draft::is_predicated(std::uint32_t block) const {
  const FlowBlock& of = input.flow.blocks[block];
  return of.begin < of.end && of.ends == BlockEnd::branches &&
         result.instructions[of.end - 1].how == sim::Lowered::predicated;
}

std::vector<std::uint32_t> Draft::ways_of(std::uint32_t block) const {
  std::vector<std::uint32_t> ways;
  const auto add = [&](std::uint32_t way) {
    if (way != block && result.issue_blocks[way] == block) ways.push_back(way);
  };
  for (const std::uint32_t way : input.flow.successors.of(block)) {
    add(way);
    for (const std::uint32_t behind : input.flow.successors.of(way)) add(behind);
  }
  std::ranges::sort(ways);
  ways.erase(std::ranges::unique(ways).begin(), ways.end());
  return ways;
}

std::uint32_t Draft::join_of(std::uint32_t block) const {
  const std::uint32_t join = input.flow.blocks[block].join;
  if (!is_predicated(block) || join >= input.flow.blocks.size() || result.issue_blocks[join] == block) return kNoBlock;
  const bool one = std::ranges::all_of(predecessors.of(join), [&](std::uint32_t before) {
    return before == block || result.issue_blocks[before] == block;
  });
  return one ? join : kNoBlock;
}

bool Draft::wants_result(std::uint32_t instruction, const ptx::Operand& element) const {
  if (element.kind != ptx::Operand::Kind::reg) return false;
  const auto all = uses.of(instruction);
  return std::ranges::any_of(all, [&](const RegisterUse& use) {
    return use.index == element.index && wanted.writes[static_cast<std::size_t>(&use - input.uses.data())];
  });
}

bool Draft::wants_any_result(std::uint32_t instruction) const {
  const auto all = uses.of(instruction);
  return std::ranges::any_of(
      all, [&](const RegisterUse& use) { return wanted.writes[static_cast<std::size_t>(&use - input.uses.data())]; });
}

bool Draft::reads_memory(std::uint32_t instruction, sim::Space space) const {
  const sim::Lowered how = result.instructions[instruction].how;
  if (how == sim::Lowered::unused || how == sim::Lowered::redundant || how == sim::Lowered::merged) return false;
  return !input.effects[instruction].read_only && reads(input.effects[instruction], space);
}

Window window_of(const PlacedAccess& access, std::size_t unit, std::uint32_t largest) {
  const std::int64_t offset = access.offset_of(unit);
  const Congruence& known = access.place.known;
  for (std::uint32_t bytes = largest; bytes > access.access.unit_bytes; bytes /= 2) {
    if (known.bits < static_cast<unsigned>(std::countr_zero(bytes))) continue;
    const std::uint64_t within = (known.residue + unit * access.access.unit_bytes) % bytes;
    return {.begin = offset - static_cast<std::int64_t>(within), .bytes = bytes};
  }
  return {.begin = offset, .bytes = access.access.unit_bytes};
}

void set_accesses(Draft& draft, const PlacedAccess& access, std::vector<sim::MachineAccess> made,
                  sim::Lowered otherwise) {
  sim::Lowering& lowering = draft.lowering(access.access.instruction);
  if (made.empty()) {
    lowering.how = otherwise;
    return;
  }
  std::sort(made.begin(), made.end(),
            [](const sim::MachineAccess& x, const sim::MachineAccess& y) { return x.offset < y.offset; });
  if (made.size() == 1 && made[0] == sim::MachineAccess{.offset = 0, .bytes = access.access.bytes()}) return;
  lowering.how = sim::Lowered::resized;
  lowering.accesses = std::move(made);
}

void sort_moves(LoweredFunction& function) {
  std::ranges::sort(function.moves, [](const Move& x, const Move& y) {
    return x.before != y.before ? x.before < y.before : x.instruction < y.instruction;
  });
}

LoweredFunction lower(const LoweringInput& input) {
  Draft draft(input);
  find_unused(draft);
  learn_alignment(draft);
  lower_loads(draft);
  lower_matrix_loads(draft);
  lower_stores(draft);
  keep_local_arrays(draft);
  lower_atomics(draft);
  lower_branches(draft);
  keep_rewritten_stores(draft);
  sink_loads(draft);
  join_both_ways(draft);
  guard_chosen_loads(draft);
  fold_into_additions(draft);
  return std::move(draft.result);
}

}  // namespace warpglass::isa
