// Seen in the machine code of ptxas 13.0.88 for sm_90, recorded: tests/hardware/programs/sinking.cu. What only one way
// of a branch needs is loaded on that way, by the lanes that take it, where nothing between the load and the branch may
// change the memory; arithmetic between them goes along where it takes no more registers there than it gives up. The
// way is the one behind the branch in the text, or where that is where both meet, the other. Ways that became
// predicates, and conditions that became one, end nothing; loops do, and what became a predicate itself. A guarded
// atomic or reduction is such a way of its own: programs/ends.cu.
#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "isa/lowering/draft.hpp"
#include "isa/lowering/tail.hpp"

namespace warpglass::isa {
namespace {

using sim::Algebra;
using sim::Does;
using Kind = ptx::Operand::Kind;

constexpr int kFarthestNeed = 200;            // instructions from one that leaves a value to one that needs it
constexpr std::size_t kMostReaders = 100;     // of a register that is looked at
constexpr std::uint32_t kMostConditions = 5;  // instructions of a second condition that is computed with the first

class Sinking {
 public:
  explicit Sinking(Draft& draft)
      : draft_(draft),
        flow_(draft.input.flow),
        function_(draft.function()),
        dominators_(flow_.successors),
        moved_to_(function_.instructions.size(), kNoBlock) {}

  void run() {
    take_tail();
    for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      for (std::uint32_t i = flow_.blocks[b].begin; i < flow_.blocks[b].end; ++i) {
        if (is_branched_around(draft_.input, i) && i != tail_) sink_into(i);
      }
      if (find_way(b)) sink_into_way();
    }
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
      if (moved_to_[i] == kNoBlock) mark_where_it_may_move(i);
    }
    sort_moves(draft_.result);
  }

 private:
  void take_tail() {
    const Tail tail = find_tail(draft_.input);
    tail_ = tail.last;
    for (const std::uint32_t sunk : tail.sunk) {
      const ptx::Instruction& last = function_.instructions[tail.last];
      draft_.result.moves.push_back({sunk, tail.last, last.guard, last.guard_negated});
      in_tail_.push_back(sunk);
    }
  }

  [[nodiscard]] bool is_predicated(std::uint32_t block) const {
    const FlowBlock& of = flow_.blocks[block];
    return of.begin < of.end && draft_.result.instructions[of.end - 1].how == sim::Lowered::predicated;
  }

  /// A block of nothing but a kernel's end: lanes that jump there exit.
  [[nodiscard]] bool only_ends(std::uint32_t block) const {
    const FlowBlock& of = flow_.blocks[block];
    return function_.is_entry && of.ends == BlockEnd::leaves && of.end <= of.begin + 1;
  }

  [[nodiscard]] bool has_one_predecessor(std::uint32_t block, std::uint32_t predecessor) const {
    const auto before = draft_.predecessors.of(block);
    return before.size() == 1 && before[0] == predecessor;
  }

  /// What only a guarded atomic or reduction needs comes to it, from as far as the last such one or the beginning of
  /// the block.
  void sink_into(std::uint32_t guarded) {
    branch_ = into_ = guarded;
    from_ = flow_.block_of[guarded];
    sunk_.clear();
    changed_ = {};
    pass(from_, guarded, true);
    keep_what_loads_need();
    const ptx::Instruction& instruction = function_.instructions[guarded];
    for (const std::uint32_t i : sunk_) {
      draft_.result.moves.push_back({i, guarded, instruction.guard, instruction.guard_negated});
      moved_to_[i] = from_;
    }
    into_ = UseIndex::kNone;
  }

  /// Whether a block ends in a condition whose lanes part, and where what is moved comes to.
  bool find_way(std::uint32_t block) {
    const FlowBlock& of = flow_.blocks[block];
    if (of.begin == of.end) return false;
    branch_ = of.end - 1;
    taken_ = false;
    way_ = block + 1;
    if (way_ >= flow_.blocks.size()) return false;
    is_exit_ = of.ends == BlockEnd::leaves_some;
    if (is_exit_) {
      if (!function_.is_entry) return false;
    } else {
      const auto successors = flow_.successors.of(block);
      if (of.ends != BlockEnd::branches || successors.size() != 2) return false;
      if (draft_.input.effects[branch_].does != Does::branches) return false;
      const std::uint32_t far = successors[0] == way_ ? successors[1] : successors[0];
      if (is_predicated(block) && !only_ends(far)) return false;
      if (joins_conditions(way_, far)) return false;
      const std::uint32_t behind = meets_behind(way_);
      const bool is_empty = of.join == behind || (of.join == kNoBlock && behind != way_ && only_ends(behind));
      if (is_empty && draft_.predecessors.of(behind).size() > 1) {
        taken_ = true;
        way_ = far;
      }
      is_exit_ = only_ends(taken_ ? behind : far);
    }
    if (!has_one_predecessor(way_, block)) return false;
    const FlowBlock& way = flow_.blocks[way_];
    if (way.ends == BlockEnd::jumps && way.end == way.begin + 1) {
      const std::uint32_t behind = flow_.successors.of(way_)[0];
      if (!has_one_predecessor(behind, way_)) return false;
      way_ = behind;
    }
    from_ = block;
    return !leaves_loop(block, way_);
  }

  /// The block itself, or where it leads to, if it is but a jump.
  [[nodiscard]] std::uint32_t meets_behind(std::uint32_t block) const {
    const FlowBlock& of = flow_.blocks[block];
    return of.ends == BlockEnd::jumps && of.end == of.begin + 1 ? flow_.successors.of(block)[0] : block;
  }

  /// Whether a block is a second condition for the same jump, `a || b`, of few instructions without memory: both are
  /// computed, and one branch is left.
  [[nodiscard]] bool joins_conditions(std::uint32_t block, std::uint32_t far) const {
    const FlowBlock& of = flow_.blocks[block];
    if (of.ends != BlockEnd::branches || draft_.predecessors.of(block).size() != 1) return false;
    const auto successors = flow_.successors.of(block);
    if (std::ranges::find(successors, far) == successors.end()) return false;
    std::uint32_t count = 0;
    for (std::uint32_t i = of.begin; i + 1 < of.end; ++i) {
      const sim::Effects& effects = draft_.input.effects[i];
      if (effects.does != Does::computes || effects.calls_routine) return false;
      if (effects.algebra != Algebra::copy && ++count > kMostConditions) return false;
    }
    return true;
  }

  /// A load that stays, though only a way of a branch further on needs it: whether the assembler moves it there is not
  /// known, where it is under a guard or more than ways that became predicates lies between; nor, where lanes exit,
  /// whether arithmetic goes along that takes more registers.
  void mark_where_it_may_move(std::uint32_t i) {
    changed_ = {};
    if (!is_load(i) || std::ranges::find(in_tail_, i) != in_tail_.end()) return;
    if (!mark_with(i, Along::of_other_blocks)) mark_with(i, Along::all);
  }

  /// Which arithmetic and loads may move along with a load that they read.
  enum class Along : std::uint8_t { of_other_blocks, all };

  bool mark_with(std::uint32_t i, Along along) {
    const std::uint32_t from = flow_.block_of[i];
    std::uint32_t need = needed_in(i, along);
    while (need != kNoBlock && need != from) {
      const std::uint32_t above = dominators_.above(need);
      if (above == kNoBlock || above == need) return false;
      if (find_way(above) && way_ == need && (is_exit_ || along != Along::all) && !may_change_between(i, branch_)) {
        draft_.lowering(i).may_move_to = need;
        return true;
      }
      need = above;
    }
    return false;
  }

  /// The block that all are behind who need what an instruction leaves: who reads it, or what arithmetic, loads and
  /// arrays that are kept in registers make of it where they may move as well; kNoBlock where nobody does.
  [[nodiscard]] std::uint32_t needed_in(std::uint32_t i, Along along, int depth = 0) {
    const auto [known, is_new] = needed_in_.try_emplace({i, along}, kNoBlock);
    if (!is_new) return known->second;
    std::uint32_t need = kNoBlock;
    const auto add = [&](std::uint32_t at) {
      if (at != kNoBlock) need = need == kNoBlock ? at : dominators_.common(need, at);
    };
    const auto add_readers = [&](std::uint32_t of) {
      for (const RegisterUse& use : draft_.uses.of(of)) {
        if (use.kind == RegisterUse::Kind::read) continue;
        const auto readers = draft_.uses.readers(use.index);
        if (readers.size() > kMostReaders) return add(flow_.block_of[i]);
        for (const std::uint32_t reader : readers) {
          if (need == flow_.block_of[i]) return;  // no nearer
          if (draft_.wanted.stays[reader]) add(place_of_need(reader, flow_.block_of[of], along, depth + 1));
        }
      }
    };
    add_readers(i);
    if (const std::uint32_t access = draft_.access_of[i]; access != UseIndex::kNone) {
      for (const std::uint32_t other : draft_.served[access]) add_readers(draft_.accesses[other].access.instruction);
    }
    return needed_in_[{i, along}] = need;
  }

  /// The block up to which what an instruction reads must be there: its own, or where what it makes of it is needed.
  /// \param from  the block where what it reads is made
  [[nodiscard]] std::uint32_t place_of_need(std::uint32_t i, std::uint32_t from, Along along, int depth) {
    if (moved_to_[i] != kNoBlock) return moved_to_[i];
    const sim::Effects& effects = draft_.input.effects[i];
    const bool in_registers = draft_.result.instructions[i].how == sim::Lowered::in_registers;
    if (in_registers && effects.does == Does::stores) return needed_in_array(along, depth);
    const bool is_value = effects.does == Does::loads || effects.does == Does::computes;
    const bool may_move = in_registers || (is_value && function_.instructions[i].guard < 0 &&
                                           (along == Along::all || flow_.block_of[i] != from));
    if (!may_move || depth > kFarthestNeed) return flow_.block_of[i];
    // What is written in several places is needed where it is written.
    for (const RegisterUse& use : draft_.uses.of(i)) {
      if (use.kind != RegisterUse::Kind::read && draft_.uses.sole_writer(use.index) != i) return flow_.block_of[i];
    }
    return needed_in(i, along, depth);
  }

  /// The same of what is stored in arrays that are kept in registers: where they are read.
  [[nodiscard]] std::uint32_t needed_in_array(Along along, int depth) {
    std::uint32_t need = kNoBlock;
    for (const PlacedAccess& placed : draft_.accesses) {
      if (placed.access.space != sim::Space::local || placed.access.store) continue;
      const std::uint32_t at = place_of_need(placed.access.instruction, kNoBlock, along, depth + 1);
      if (at != kNoBlock) need = need == kNoBlock ? at : dominators_.common(need, at);
    }
    return need;
  }

  /// Whether anything between two instructions in the text may change what a load reads.
  [[nodiscard]] bool may_change_between(std::uint32_t load, std::uint32_t to) const {
    const MemoryAccess& access = draft_.accesses[draft_.access_of[load]].access;
    for (std::uint32_t i = load + 1; i < to; ++i) {
      if (access.read_only ? draft_.changes[i].read_only : draft_.changes[i].of(access.space)) return true;
    }
    return false;
  }

  /// Blocks of the loop with that header; none where it is none.
  const std::vector<bool>& loop_of(std::uint32_t header) {
    const auto [known, is_new] = loops_.try_emplace(header);
    if (!is_new) return known->second;
    std::vector<bool> inside(flow_.blocks.size(), false);
    std::vector<std::uint32_t> open;
    for (const std::uint32_t before : draft_.predecessors.of(header)) {
      if (dominators_.dominates(header, before)) open.push_back(before);
    }
    if (!open.empty()) inside[header] = true;
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      if (inside[block]) continue;
      inside[block] = true;
      for (const std::uint32_t before : draft_.predecessors.of(block)) open.push_back(before);
    }
    return known->second = std::move(inside);
  }

  bool leaves_loop(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t header = 0; header <= from; ++header) {
      const auto before = draft_.predecessors.of(header);
      if (std::ranges::none_of(before, [&](std::uint32_t b) { return b >= header; })) continue;
      if (!dominators_.dominates(header, from)) continue;
      const std::vector<bool>& loop = loop_of(header);
      if (loop[from] && !loop[to]) return true;
    }
    return false;
  }

  /// From the branch backwards through all that is one block with it on the machine.
  void sink_into_way() {
    sunk_.clear();
    changed_ = {};
    std::uint32_t block = from_;
    while (pass(block, flow_.blocks[block].end, true)) {
      const std::uint32_t head = head_before(block);
      if (head == kNoBlock) break;
      bool goes_on = true;
      for (std::uint32_t way = block; way-- > head + 1;) goes_on = pass(way, flow_.blocks[way].end, false) && goes_on;
      if (!goes_on) break;
      block = head;
    }
    // What came to the beginning of these blocks from before another branch.
    std::vector<std::uint32_t> come;
    for (const Move& move : draft_.result.moves) {
      if (moved_to_[move.instruction] == block) come.push_back(move.instruction);
    }
    std::ranges::sort(come, std::greater{});
    for (const std::uint32_t i : come) {
      if (can_sink(i)) sunk_.push_back(i);
    }
    keep_what_loads_need();
    const ptx::Instruction& branch = function_.instructions[branch_];
    for (const std::uint32_t i : sunk_) {
      std::erase_if(draft_.result.moves, [&](const Move& move) { return move.instruction == i; });
      draft_.result.moves.push_back({i, branch_, branch.guard, taken_ == branch.guard_negated});
      moved_to_[i] = way_;
    }
  }

  /// Arithmetic is moved only behind loads that it needs.
  void keep_what_loads_need() {
    std::vector<std::uint32_t> kept;
    std::ranges::sort(sunk_);
    for (const std::uint32_t i : sunk_) {
      const auto uses = draft_.uses.of(i);
      const bool needs = std::ranges::any_of(uses, [&](const RegisterUse& use) {
        return use.kind == RegisterUse::Kind::read &&
               std::ranges::find(kept, draft_.uses.sole_writer(use.index)) != kept.end();
      });
      if (needs || draft_.access_of[i] != UseIndex::kNone) kept.push_back(i);
    }
    sunk_ = std::move(kept);
  }

  /// From an instruction backwards to the beginning of its block; whether what comes before is one block with it.
  bool pass(std::uint32_t block, std::uint32_t end, bool may_sink) {
    for (std::uint32_t i = end; i-- > flow_.blocks[block].begin;) {
      if (is_branched_around(draft_.input, i)) return false;
      if (moved_to_[i] != kNoBlock || std::ranges::find(in_tail_, i) != in_tail_.end()) continue;
      if (may_sink && i != branch_ && can_sink(i)) sunk_.push_back(i);
      add(draft_.changes[i]);
    }
    return true;
  }

  void add(const Changes& changes) {
    changed_.shared |= changes.shared;
    changed_.global |= changes.global;
    changed_.local |= changes.local;
    changed_.read_only |= changes.read_only;
  }

  /// The block in front whose branch became predicates, all of its ways leading to this one; or whose second condition
  /// this block is.
  [[nodiscard]] std::uint32_t head_before(std::uint32_t block) const {
    const auto before = draft_.predecessors.of(block);
    if (before.empty()) return kNoBlock;
    const std::uint32_t head = std::ranges::min(before);
    if (head >= block) return kNoBlock;
    if (before.size() == 1) {
      if (block != head + 1) return kNoBlock;
      if (flow_.blocks[head].ends == BlockEnd::falls) return head;
      if (flow_.blocks[head].ends != BlockEnd::branches) return kNoBlock;
      const auto ways = flow_.successors.of(head);
      const bool joins =
          std::ranges::any_of(ways, [&](std::uint32_t far) { return far != block && joins_conditions(block, far); });
      return joins ? head : kNoBlock;
    }
    std::uint32_t from = head;
    if (!is_predicated(from)) from = draft_.result.issue_blocks[head];  // both ways have instructions
    if (from >= block || !is_predicated(from)) return kNoBlock;
    const bool one = std::ranges::all_of(
        before, [&](std::uint32_t b) { return b == from || draft_.result.issue_blocks[b] == from; });
    return one ? from : kNoBlock;
  }

  [[nodiscard]] bool can_sink(std::uint32_t i) const {
    const ptx::Instruction& instruction = function_.instructions[i];
    if (instruction.guard >= 0 || (!is_load(i) && !is_simple(i)) || !results_are_needed_there(i)) return false;
    // A parameter is at hand as an address; arithmetic with one takes a register for it.
    const bool takes_parameters = draft_.access_of[i] == UseIndex::kNone && !is_of_place(i);
    std::vector<std::uint32_t> longer;  // registers that live longer then
    for (const RegisterUse& use : draft_.uses.of(i)) {
      if (use.kind != RegisterUse::Kind::read) continue;
      if (!stays_the_same(use.index, i)) return false;
      if ((!takes_parameters && is_parameter(use.index)) || is_constant(use.index) || lives_on(use.index)) continue;
      if (std::ranges::find(longer, use.index) == longer.end()) longer.push_back(use.index);
    }
    return longer.size() <= 1;
  }

  [[nodiscard]] bool is_load(std::uint32_t i) const {
    const std::uint32_t index = draft_.access_of[i];
    if (index == UseIndex::kNone) return false;
    const MemoryAccess& access = draft_.accesses[index].access;
    if (access.store || access.space == sim::Space::local || widens(draft_.input, i)) return false;
    const sim::Lowered how = draft_.result.instructions[i].how;
    if (how != sim::Lowered::as_written && how != sim::Lowered::resized) return false;
    return access.read_only ? !changed_.read_only : !changed_.of(access.space);
  }

  /// A scaled index, or its sum with a parameter: one multiply-add.
  [[nodiscard]] bool is_of_place(std::uint32_t i) const {
    const sim::Effects& effects = draft_.input.effects[i];
    const auto operands = function_.operands_of(function_.instructions[i]);
    if (operands.size() != 3) return false;
    if (effects.algebra == Algebra::product) return effects.wide && operands[2].kind == Kind::integer;
    return effects.algebra == Algebra::sum && effects.type.bits == 64 && effects.type.is_integer() &&
           std::any_of(operands.begin() + 1, operands.end(), [&](const ptx::Operand& operand) {
             return operand.kind == Kind::reg && is_parameter(operand.index);
           });
  }

  /// What takes a constant in the place of a register, and gives a result of 32 bits or a predicate.
  [[nodiscard]] bool is_simple(std::uint32_t i) const {
    const sim::Effects& effects = draft_.input.effects[i];
    if (effects.does != Does::computes || effects.calls_routine) return false;
    if (into_ != UseIndex::kNone && is_of_place(i)) return true;
    if (effects.wide) return false;
    const auto operands = function_.operands_of(function_.instructions[i]);
    if (operands.size() < 2) return false;
    const bool wide_result =
        operands[0].kind == Kind::reg && ptx::size_of(function_.registers[operands[0].index].type) > 4;
    switch (effects.algebra) {
      case Algebra::convert:
      case Algebra::sum:
      case Algebra::difference:
        if (wide_result) return false;
        break;
      case Algebra::copy:
      case Algebra::product:
      case Algebra::quotient:
      case Algebra::shift_right:
      case Algebra::bitwise_and:
      case Algebra::bitwise_or:
      case Algebra::bitwise_xor:
      case Algebra::complement:
      case Algebra::choice:
      case Algebra::comparison: break;
      case Algebra::shift_left:
        if (operands.size() > 2 && operands[1].kind != Kind::reg) return false;
        break;
      case Algebra::negative:
      case Algebra::magnitude:
      case Algebra::extremum:
        if (effects.type.is_floating()) return false;
        break;
      case Algebra::root:
      case Algebra::other:
      case Algebra::product_sum:
      case Algebra::product24:
      case Algebra::product_sum24: return false;
    }
    // A register that is named twice stays.
    for (std::size_t a = 1; a < operands.size(); ++a) {
      for (std::size_t b = a + 1; b < operands.size(); ++b) {
        if (operands[a].kind == Kind::reg && operands[b].kind == Kind::reg && operands[a].index == operands[b].index)
          return false;
      }
    }
    return true;
  }

  /// Whether all who read a register do so on the way, and somebody does.
  [[nodiscard]] bool is_needed_there(std::uint32_t index) const {
    const auto readers = draft_.uses.readers(index);
    return std::ranges::all_of(readers, [&](std::uint32_t reader) {
      if (!draft_.wanted.stays[reader] || std::ranges::find(sunk_, reader) != sunk_.end()) return true;
      if (into_ != UseIndex::kNone) return reader == into_;
      const std::uint32_t at = moved_to_[reader] != kNoBlock ? moved_to_[reader] : flow_.block_of[reader];
      return dominators_.dominates(way_, at);
    });
  }

  /// Whether all other writers of a register are on the way.
  [[nodiscard]] bool is_written_there(std::uint32_t index, std::uint32_t i) const {
    return std::ranges::all_of(draft_.uses.writers(index), [&](std::uint32_t writer) {
      return writer == i || (into_ == UseIndex::kNone && dominators_.dominates(way_, flow_.block_of[writer]));
    });
  }

  [[nodiscard]] bool results_are_needed_there(std::uint32_t i) const {
    bool any = false;
    for (const RegisterUse& use : draft_.uses.of(i)) {
      if (use.kind == RegisterUse::Kind::read) continue;
      if (use.kind != RegisterUse::Kind::write || !is_written_there(use.index, i) || !is_needed_there(use.index))
        return false;
      any = any || !draft_.uses.readers(use.index).empty();
    }
    const std::uint32_t index = draft_.access_of[i];
    if (index == UseIndex::kNone) return any;
    return any && std::ranges::all_of(draft_.served[index], [&](std::uint32_t other) {
             const auto uses = draft_.uses.of(draft_.accesses[other].access.instruction);
             return std::ranges::all_of(uses, [&](const RegisterUse& use) {
               return use.kind == RegisterUse::Kind::read || is_needed_there(use.index);
             });
           });
  }

  /// Whether nothing between an instruction and the branch writes the register.
  [[nodiscard]] bool stays_the_same(std::uint32_t index, std::uint32_t i) const {
    return std::ranges::none_of(draft_.uses.writers(index),
                                [&](std::uint32_t writer) { return writer > i && writer < branch_; });
  }

  /// Parameters are constants to the machine.
  [[nodiscard]] bool is_constant(std::uint32_t index) const {
    const std::uint32_t writer = draft_.uses.sole_writer(index);
    if (writer == UseIndex::kNone || draft_.input.effects[writer].algebra != Algebra::copy) return false;
    const auto operands = function_.operands_of(function_.instructions[writer]);
    return operands.size() == 2 && (operands[1].kind == Kind::integer || operands[1].kind == Kind::f32_bits);
  }

  [[nodiscard]] bool is_parameter(std::uint32_t index) const {
    const std::uint32_t writer = draft_.uses.sole_writer(index);
    if (writer == UseIndex::kNone) return false;
    const sim::Effects& effects = draft_.input.effects[writer];
    if (effects.does == Does::computes && effects.algebra == Algebra::copy) {
      const auto operands = function_.operands_of(function_.instructions[writer]);
      return operands.size() == 2 && operands[1].kind == Kind::reg && is_parameter(operands[1].index);
    }
    return effects.does == Does::loads && effects.reads == sim::Spaces(sim::Space::param);
  }

  /// Whether a register is read behind the branch whatever is moved.
  [[nodiscard]] bool lives_on(std::uint32_t index) const {
    return std::ranges::any_of(draft_.uses.readers(index), [&](std::uint32_t reader) {
      return reader > branch_ && std::ranges::find(sunk_, reader) == sunk_.end();
    });
  }

  Draft& draft_;
  const ControlFlow& flow_;
  const ptx::Function& function_;
  Dominators dominators_;
  std::map<std::uint32_t, std::vector<bool>> loops_;  // by header
  std::vector<std::uint32_t> moved_to_;               // by instruction: the block at whose beginning it is, or kNoBlock
  std::map<std::pair<std::uint32_t, Along>, std::uint32_t> needed_in_;  // once it has been asked for
  std::vector<std::uint32_t> in_tail_;
  std::uint32_t tail_ = UseIndex::kNone;  // the last instruction, where it is guarded

  // Of the branch that is looked at.
  std::uint32_t from_ = 0;                // its block
  std::uint32_t branch_ = 0;              // the instruction
  std::uint32_t way_ = 0;                 // where what is moved comes to
  bool taken_ = false;                    // by the lanes that jump
  bool is_exit_ = false;                  // the other lanes exit
  std::uint32_t into_ = UseIndex::kNone;  // the guarded instruction that stands for a way
  std::vector<std::uint32_t> sunk_;
  Changes changed_;  // between what is looked at and the branch
};

}  // namespace

void sink_loads(Draft& draft) { Sinking(draft).run(); }

}  // namespace warpglass::isa
