#include "analysis/loops.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/dominators.hpp"

namespace warpglass::analysis {
namespace {

using sim::Does;

/// The blocks from which control comes back to a loop's first without passing it, that one included.
using Loop = std::set<std::uint32_t>;

/// By its first block, which need not be the first of them in the text.
std::map<std::uint32_t, Loop> loops_of(std::span<const sim::BasicBlock> blocks) {
  std::map<std::uint32_t, Loop> loops;
  if (blocks.empty()) return loops;
  Graph successors;
  for (const sim::BasicBlock& block : blocks) successors.add(block.successors);
  const Graph predecessors = successors.reversed();
  const Dominators dominators(successors);
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    for (const std::uint32_t first : blocks[b].successors) {
      if (!dominators.dominates(first, b)) continue;
      Loop& loop = loops.try_emplace(first, Loop{first}).first->second;
      std::vector<std::uint32_t> open{b};
      while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        if (!loop.insert(block).second) continue;
        const auto before = predecessors.of(block);
        open.insert(open.end(), before.begin(), before.end());
      }
    }
  }
  return loops;
}

bool loads(const sim::Effects& effects) { return effects.does == Does::loads || effects.does == Does::loads_matrix; }

class Reader {
 public:
  Reader(const KernelRecord& kernel, const Loop& loop) : kernel_(kernel), loop_(loop) {}

  [[nodiscard]] bool is_left_in_different_rounds() const {
    return std::ranges::any_of(loop_, [&](std::uint32_t b) {
      const sim::BasicBlock& block = kernel_.blocks[b];
      const bool leaves = std::ranges::any_of(block.successors, [&](std::uint32_t to) { return !loop_.contains(to); });
      const std::uint32_t last = block.first_op + block.op_count - 1;
      return leaves && block.op_count != 0 && kernel_.counters[last].divergent != 0;
    });
  }

  /// Whether some ways out of the loop access memory where others do not lead.
  [[nodiscard]] bool is_left_for_accesses() const {
    std::set<std::uint32_t> exits;
    for (const std::uint32_t b : loop_) {
      std::ranges::copy_if(kernel_.blocks[b].successors, std::inserter(exits, exits.end()),
                           [&](std::uint32_t to) { return !loop_.contains(to) && is_executed(to); });
    }
    std::map<std::uint32_t, std::size_t> ways_through;
    for (const std::uint32_t exit : exits) {
      for (const std::uint32_t b : blocks_behind(exit)) ++ways_through[b];
    }
    return std::ranges::any_of(
        ways_through, [&](const auto& way) { return way.second != exits.size() && accesses_memory_in(way.first); });
  }

  [[nodiscard]] bool accesses_memory() const {
    return std::ranges::any_of(loop_, [&](std::uint32_t b) { return accesses_memory_in(b); });
  }

  [[nodiscard]] bool loads_the_same_again() const {
    return any_op([&](std::uint32_t pc) {
      const sim::OpFacts& facts = kernel_.facts[pc];
      return loads(facts.effects) && !facts.effects.orders() && facts.space != sim::Space::param &&
             kernel_.counters[pc].requests > 1 && !address_changes(pc) && !memory_changes(facts.effects);
    });
  }

 private:
  [[nodiscard]] bool is_executed(std::uint32_t b) const {
    const sim::BasicBlock& block = kernel_.blocks[b];
    return std::ranges::any_of(kernel_.counters.begin() + block.first_op,
                               kernel_.counters.begin() + block.first_op + block.op_count,
                               [](const auto& counters) { return counters.executions != 0; });
  }

  [[nodiscard]] bool accesses_memory_in(std::uint32_t b) const {
    const sim::BasicBlock& block = kernel_.blocks[b];
    for (std::uint32_t pc = block.first_op; pc < block.first_op + block.op_count; ++pc) {
      if (sim::is_memory_access(kernel_.facts[pc].kind) && kernel_.counters[pc].requests != 0) return true;
    }
    return false;
  }

  /// From one on, without ways back in the text.
  [[nodiscard]] std::set<std::uint32_t> blocks_behind(std::uint32_t first) const {
    std::set<std::uint32_t> behind;
    std::vector<std::uint32_t> open{first};
    while (!open.empty()) {
      const std::uint32_t b = open.back();
      open.pop_back();
      if (!behind.insert(b).second) continue;
      std::ranges::copy_if(kernel_.blocks[b].successors, std::back_inserter(open),
                           [&](std::uint32_t to) { return to > b; });
    }
    return behind;
  }

  template <class Predicate>
  [[nodiscard]] bool any_op(Predicate&& holds) const {
    return std::ranges::any_of(loop_, [&](std::uint32_t b) {
      const sim::BasicBlock& block = kernel_.blocks[b];
      for (std::uint32_t pc = block.first_op; pc < block.first_op + block.op_count; ++pc) {
        if (holds(pc)) return true;
      }
      return false;
    });
  }

  [[nodiscard]] bool memory_changes(const sim::Effects& load) const {
    if (load.read_only) return false;
    return any_op([&](std::uint32_t pc) {
      const sim::Spaces changed = sim::may_change(kernel_.facts[pc].effects);
      return (changed.has(sim::Space::shared) && load.reads.has(sim::Space::shared)) ||
             (changed.has(sim::Space::global) && load.reads.has(sim::Space::global)) ||
             (changed.has(sim::Space::local) && load.reads.has(sim::Space::local));
    });
  }

  [[nodiscard]] bool address_changes(std::uint32_t load) const {
    return any_operand(load, false, [&](sim::RegisterId reg) { return changes(reg); });
  }

  /// Whether a register may hold another value in another round: something in the loop writes it that is not worked out
  /// from values that stay. What is worked out from itself changes.
  bool changes(sim::RegisterId reg) const {
    const auto [known, is_new] = changes_.try_emplace(reg, true);
    if (!is_new) return known->second;
    const auto written = writers().find(reg);
    const bool does = written != writers().end() && std::ranges::any_of(written->second, [&](std::uint32_t pc) {
                        return kernel_.facts[pc].effects.does != Does::computes ||
                               any_operand(pc, false, [&](sim::RegisterId read) { return changes(read); });
                      });
    return changes_[reg] = does;
  }

  /// Ops of the loop by the register that they write.
  const std::map<sim::RegisterId, std::vector<std::uint32_t>>& writers() const {
    if (writers_) return *writers_;
    writers_.emplace();
    const auto note = [&](std::uint32_t pc) {
      return any_operand(pc, true, [&](sim::RegisterId reg) {
        (*writers_)[reg].push_back(pc);
        return false;
      });
    };
    static_cast<void>(any_op(note));
    return *writers_;
  }

  template <class Predicate>
  [[nodiscard]] bool any_operand(std::uint32_t pc, bool written, Predicate&& holds) const {
    return std::ranges::any_of(operands_of(kernel_.facts[pc], kernel_.operands), [&](const sim::OperandFact& operand) {
      return operand.kind == sim::OperandFact::Kind::reg && operand.written == written && holds(operand.reg);
    });
  }

  const KernelRecord& kernel_;
  const Loop& loop_;
  mutable std::optional<std::map<sim::RegisterId, std::vector<std::uint32_t>>> writers_;
  mutable std::map<sim::RegisterId, bool> changes_;  // by register, once it has been asked for
};

}  // namespace

bool has_pliable_loops(const KernelRecord& kernel) {
  return std::ranges::any_of(loops_of(kernel.blocks), [&](const auto& loop) {
    const Reader reader(kernel, loop.second);
    if (reader.is_left_in_different_rounds()) return reader.accesses_memory() || reader.is_left_for_accesses();
    return reader.accesses_memory() && reader.loads_the_same_again();
  });
}

bool lies_in_loop(const KernelRecord& kernel, std::uint32_t pc) {
  return std::ranges::any_of(loops_of(kernel.blocks),
                             [&](const auto& loop) { return loop.second.contains(kernel.facts[pc].block); });
}

}  // namespace warpglass::analysis
