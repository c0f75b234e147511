#include "analysis/barrier_doubts.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

using sim::Does;
using sim::Space;

// Of arrays that were not touched, and of all but the first many.
constexpr std::uint64_t kOtherShared = std::uint64_t{1} << 62;
constexpr std::uint64_t kOtherGlobal = std::uint64_t{1} << 63;

}  // namespace

BarrierDoubts::BarrierDoubts(const KernelRecord& kernel)
    : kernel_(kernel), depends_(find_input_dependence(kernel)), shared_(kOtherShared), global_(kOtherGlobal) {
  std::uint64_t next = 1;
  for (const auto& [pc, arrays] : kernel.barrier_needs.touched) {
    for (const ArrayName& array : arrays) {
      const bool is_shared = array.kind == ArrayName::Kind::shared;
      std::uint64_t& bit = bits_.try_emplace(array, 0).first->second;
      if (bit != 0) continue;
      bit = next == kOtherShared ? (is_shared ? kOtherShared : kOtherGlobal) : next;
      if (next != kOtherShared) next <<= 1;
      (is_shared ? shared_ : global_) |= bit;
    }
    for (const ArrayName& array : arrays) touched_[place_of(pc)] |= bits_.at(array);
  }
  for (const std::uint32_t pc : kernel.barrier_needs.whole) whole_.insert(place_of(pc));
  for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
    const auto touched = touched_.find(place_of(pc));
    if (touched == touched_.end()) continue;
    const bool in_shared = (touched->second & shared_) != 0;
    if (!(in_shared ? depends_.ops[pc].address_by_arguments : depends_.ops[pc].address_by_sizes))
      settled_.insert(place_of(pc));
  }
  for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) sides_.push_back(side_of(pc, depends_.ops[pc]));
  for (const sim::BasicBlock& block : kernel.blocks) successors_.add(block.successors);
  predecessors_ = successors_.reversed();
}

BarrierDoubts::Place BarrierDoubts::place_of(std::uint32_t pc) const {
  const sim::OpFacts& facts = kernel_.facts[pc];
  const bool source = has_source(kernel_, pc);
  return {source, source ? facts.source : pc, facts.effects.does};
}

std::optional<BarrierDoubts::Side> BarrierDoubts::side_of(std::uint32_t pc, const OpDependence& depends) const {
  const sim::OpFacts& facts = kernel_.facts[pc];
  const sim::Effects& effects = facts.effects;
  if (effects.does == Does::calls) {
    if (facts.computes) return std::nullopt;
    return Side{.arrays = shared_ | global_, .writes = true, .by = Input::calls};
  }
  const auto in = [&](Space space) { return effects.reads.has(space) || effects.writes.has(space); };
  if (!in(Space::shared) && !in(Space::global)) return std::nullopt;
  const auto touched = touched_.find(place_of(pc));
  Side side{.arrays = touched == touched_.end() ? 0 : touched->second,
            .writes = effects.writes.has(Space::shared) || effects.writes.has(Space::global),
            .reduces = effects.does == Does::reduces ? effects.atomic : sim::AtomicOperation::none};
  if (depends.execution_by_data || depends.address_by_data) side.by = Input::data;
  if (side.arrays != 0) {
    const bool may_be_by_more = depends.execution_by_arguments && !whole_.contains(place_of(pc));
    if (!side.by && (!settled_.contains(place_of(pc)) || may_be_by_more)) side.by = Input::arguments;
    return side;
  }
  if (!depends.execution_by_data && !depends.execution_by_arguments) return std::nullopt;
  if (!side.by) side.by = Input::arguments;
  side.arrays = (in(Space::shared) ? shared_ : 0) | (in(Space::global) ? global_ : 0);
  return side;
}

BarrierDoubts::Reached BarrierDoubts::reached(std::uint32_t barrier, const std::set<std::uint32_t>& gone,
                                              const std::set<std::uint32_t>& absent, bool backwards) const {
  Reached all;
  const auto look = [&](std::uint32_t pc) {
    if (kernel_.facts[pc].kind == sim::OpKind::barrier) {
      if (!absent.contains(pc)) all.barriers.insert(pc);
      if (!gone.contains(pc)) return false;
    }
    if (sides_[pc]) all.sides.emplace(*sides_[pc], pc);
    return true;
  };
  // From an op of a block on, or back to its first; whether no barrier has ended that.
  const auto walk = [&](const sim::BasicBlock& block, std::uint32_t from) {
    if (backwards) {
      for (std::uint32_t pc = from; pc-- > block.first_op;) {
        if (!look(pc)) return false;
      }
      return true;
    }
    for (std::uint32_t pc = from; pc < block.first_op + block.op_count; ++pc) {
      if (!look(pc)) return false;
    }
    return true;
  };
  const Graph& next = backwards ? predecessors_ : successors_;
  const std::uint32_t start = kernel_.facts[barrier].block;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open;
  if (walk(kernel_.blocks[start], backwards ? barrier : barrier + 1)) open.push_back(start);
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    for (const std::uint32_t to : next.of(b)) {
      if (!seen.insert(to).second) continue;
      const sim::BasicBlock& block = kernel_.blocks[to];
      if (walk(block, backwards ? block.first_op + block.op_count : block.first_op)) open.push_back(to);
    }
  }
  return all;
}

std::optional<Input> BarrierDoubts::leads_past(const std::set<std::uint32_t>& some, std::uint32_t barrier) const {
  const std::uint32_t own = kernel_.facts[barrier].block;
  const auto any = [&](const std::vector<Ways>& branches) {
    return std::ranges::any_of(branches, [&](const Ways& ways) {
      return !ways[own] && std::ranges::any_of(some, [&](std::uint32_t pc) { return ways[kernel_.facts[pc].block]; });
    });
  };
  if (any(depends_.by_data)) return Input::data;
  if (any(depends_.by_arguments)) return Input::arguments;
  return std::nullopt;
}

std::optional<BarrierDoubt> BarrierDoubts::about(std::span<const std::uint32_t> barriers,
                                                 const std::set<std::uint32_t>& gone,
                                                 const std::set<std::uint32_t>& absent) const {
  for (const std::uint32_t barrier : barriers) {
    if (kernel_.facts[barrier].function != 0) return BarrierDoubt{.pc = barrier, .by = Input::calls};
    const Reached before = reached(barrier, gone, absent, true);
    const Reached after = reached(barrier, gone, absent, false);
    std::optional<Input> past = leads_past(before.barriers, barrier);
    if (!past) past = leads_past(after.barriers, barrier);
    for (const auto& [one, pc] : before.sides) {
      for (const auto& [other, other_pc] : after.sides) {
        if (!one.by && !other.by && !past) continue;
        if ((one.arrays & other.arrays) == 0 || (!one.writes && !other.writes)) continue;
        if (one.reduces != sim::AtomicOperation::none && one.reduces == other.reduces) continue;
        if (one.by) return BarrierDoubt{.pc = pc, .by = *one.by};
        return BarrierDoubt{.pc = other_pc, .by = other.by ? *other.by : *past};
      }
    }
  }
  return std::nullopt;
}

}  // namespace warpglass::analysis
