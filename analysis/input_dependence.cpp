#include "analysis/input_dependence.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace warpglass::analysis {
namespace {

using sim::Does;
using sim::OperandFact;

/// An op that takes values from elsewhere than registers.
bool takes_values(Does does) {
  switch (does) {
    case Does::loads:
    case Does::updates:
    case Does::loads_matrix:
    case Does::multiplies_shared:
    case Does::moves_tensor:
    case Does::fetches:
    case Does::fetches_texels:
    case Does::loads_surface:
    case Does::signals:
    case Does::calls:
    case Does::takes_stack: return true;
    case Does::unstated:
    case Does::computes:
    case Does::exchanges:
    case Does::agrees:
    case Does::multiplies:
    case Does::multiplies_apart:
    case Does::copies_apart:
    case Does::stores:
    case Does::reduces:
    case Does::stores_matrix:
    case Does::copies:
    case Does::sends:
    case Does::stores_surface:
    case Does::reduces_surface:
    case Does::hints:
    case Does::synchronises:
    case Does::fences:
    case Does::awaits_copies:
    case Does::depends_on_grids:
    case Does::pauses:
    case Does::branches:
    case Does::branches_by_index:
    case Does::returns:
    case Does::exits:
    case Does::traps:
    case Does::marks: break;
  }
  return false;
}

enum class Source : std::uint8_t { data, arguments, sizes };

/// What follows from one kind of input.
class Followed {
 public:
  Followed(const KernelRecord& kernel, Source source)
      : kernel_(kernel), source_(source), executions_(kernel.blocks.size(), false) {
    for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
      for (const OperandFact& operand : sim::operands_of(kernel.facts[pc], kernel.operands)) {
        if (operand.kind == OperandFact::Kind::reg && operand.written) ++writers_[{function_of(pc), operand.reg}];
      }
    }
    knows_wanted_ =
        std::ranges::any_of(kernel.blocks, [](const auto& block) { return !block.wanted_at_entry.empty(); });
    for (changed_ = true; std::exchange(changed_, false);) {
      for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) follow(pc);
      for (std::uint32_t b = 0; b < kernel.blocks.size(); ++b) spread_from(b);
    }
  }

  [[nodiscard]] bool address(std::uint32_t pc) const {
    return any_read(pc, [](const OperandFact& operand) { return operand.addresses; });
  }
  [[nodiscard]] bool execution(std::uint32_t pc) const {
    return executions_[kernel_.facts[pc].block] || guard_follows(pc);
  }

  [[nodiscard]] std::vector<Ways> ways() const {
    std::vector<Ways> all;
    for (const auto& [branch, region] : regions_) all.push_back(region);
    return all;
  }

 private:
  using Register = std::pair<std::uint32_t, sim::RegisterId>;  // with its function

  [[nodiscard]] std::uint32_t function_of(std::uint32_t pc) const { return kernel_.facts[pc].function; }

  [[nodiscard]] bool is_source(std::uint32_t pc) const {
    const sim::OpFacts& facts = kernel_.facts[pc];
    if (!takes_values(facts.effects.does)) return false;
    const bool is_argument = facts.effects.does == Does::loads && facts.space == sim::Space::param;
    // What a function is called with may be either.
    if (function_of(pc) != 0) return true;
    if (source_ == Source::sizes) return is_argument && facts.access_bytes < 8;
    return is_argument == (source_ == Source::arguments);
  }

  [[nodiscard]] bool follows(std::uint32_t pc, sim::RegisterId reg) const {
    const Register of{function_of(pc), reg};
    if (following_.contains(of)) return true;
    const auto loops = behind_.find(of);
    return loops != behind_.end() &&
           std::ranges::any_of(loops->second, [&](const Ways* loop) { return !(*loop)[kernel_.facts[pc].block]; });
  }

  [[nodiscard]] bool guard_follows(std::uint32_t pc) const {
    return kernel_.facts[pc].guarded && follows(pc, kernel_.facts[pc].guard);
  }

  template <class Predicate>
  [[nodiscard]] bool any_read(std::uint32_t pc, Predicate&& is_looked_at) const {
    return std::ranges::any_of(sim::operands_of(kernel_.facts[pc], kernel_.operands), [&](const OperandFact& operand) {
      return operand.kind == OperandFact::Kind::reg && !operand.written && is_looked_at(operand) &&
             follows(pc, operand.reg);
    });
  }

  /// Brings what an op reads to what it writes.
  void follow(std::uint32_t pc) {
    const auto all = [](const OperandFact&) { return true; };
    if (!is_source(pc) && !guard_follows(pc) && !any_read(pc, all)) return;
    for (const OperandFact& operand : sim::operands_of(kernel_.facts[pc], kernel_.operands)) {
      if (operand.kind != OperandFact::Kind::reg || !operand.written) continue;
      changed_ = following_.insert({function_of(pc), operand.reg}).second || changed_;
    }
  }

  /// Marks the blocks that a branch at the end of one leads to, up to where its ways meet again.
  void spread_from(std::uint32_t b) {
    const sim::BasicBlock& block = kernel_.blocks[b];
    if (block.op_count == 0) return;
    const std::uint32_t last = block.first_op + block.op_count - 1;
    const auto all = [](const OperandFact&) { return true; };
    const bool parts =
        guard_follows(last) || (kernel_.facts[last].effects.does == Does::branches_by_index && any_read(last, all));
    if (!parts || block.successors.empty()) return;
    const Ways& region = region_of(b);
    for (std::uint32_t to = 0; to < region.size(); ++to) {
      if (!region[to] || executions_[to]) continue;
      changed_ = true;
      executions_[to] = true;
    }
    if (block.join != sim::Op::kNone) note_behind(b, region);
  }

  /// The blocks between a branch at the end of one and where its ways meet again.
  const Ways& region_of(std::uint32_t b) {
    const auto [at, is_new] = regions_.try_emplace(b);
    Ways& region = at->second;
    if (!is_new) return region;
    region.resize(kernel_.blocks.size(), false);
    std::vector<std::uint32_t> open{b};
    while (!open.empty()) {
      const std::uint32_t from = open.back();
      open.pop_back();
      for (const std::uint32_t to : kernel_.blocks[from].successors) {
        if (to == kernel_.blocks[b].join || region[to]) continue;
        region[to] = true;
        open.push_back(to);
      }
    }
    return region;
  }

  /// What ways leave behind where they meet depends on which was taken, and how often. Among themselves they hold what
  /// they hold, but for what an earlier time has left to them.
  void note_behind(std::uint32_t b, const Ways& region) {
    const bool comes_again = reaches(kernel_.blocks[b].join, b);
    for (std::uint32_t pc = 0; pc < kernel_.facts.size(); ++pc) {
      if (!region[kernel_.facts[pc].block]) continue;
      for (const OperandFact& operand : sim::operands_of(kernel_.facts[pc], kernel_.operands)) {
        if (operand.kind != OperandFact::Kind::reg || !operand.written) continue;
        const Register reg{function_of(pc), operand.reg};
        if (writers_.at(reg) < 2) continue;
        if (comes_again && is_wanted(b, region, operand.reg)) changed_ = following_.insert(reg).second || changed_;
        changed_ = behind_[reg].insert(&region).second || changed_;
      }
    }
  }

  /// Whether a register is read in the region before it is written there, as far as is known.
  [[nodiscard]] bool is_wanted(std::uint32_t b, const Ways& region, sim::RegisterId reg) const {
    return !knows_wanted_ || std::ranges::any_of(kernel_.blocks[b].successors, [&](std::uint32_t to) {
      return region[to] &&
             std::ranges::find(kernel_.blocks[to].wanted_at_entry, reg) != kernel_.blocks[to].wanted_at_entry.end();
    });
  }

  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to) const {
    std::set<std::uint32_t> seen{from};
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t b = open.back();
      open.pop_back();
      if (b == to) return true;
      for (const std::uint32_t next : kernel_.blocks[b].successors) {
        if (seen.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  const KernelRecord& kernel_;
  const Source source_;
  std::map<Register, std::uint32_t> writers_;
  std::set<Register> following_;
  std::map<Register, std::set<const Ways*>> behind_;  // likewise, but not in these blocks
  std::map<std::uint32_t, Ways> regions_;             // by block, blocks
  std::vector<bool> executions_;                      // by block: whether it is entered
  bool knows_wanted_ = false;                         // which registers blocks still read
  bool changed_ = false;
};

}  // namespace

InputDependence find_input_dependence(const KernelRecord& kernel) {
  const Followed data(kernel, Source::data);
  const Followed arguments(kernel, Source::arguments);
  const Followed sizes(kernel, Source::sizes);
  InputDependence all{.ops = {}, .by_data = data.ways(), .by_arguments = arguments.ways()};
  for (std::uint32_t pc = 0; pc < kernel.facts.size(); ++pc) {
    all.ops.push_back({.address_by_data = data.address(pc),
                       .address_by_arguments = arguments.address(pc),
                       .address_by_sizes = sizes.address(pc),
                       .execution_by_data = data.execution(pc),
                       .execution_by_arguments = arguments.execution(pc)});
  }
  return all;
}

}  // namespace warpglass::analysis
