// Seen in the machine code of ptxas 13.0.88 for sm_90, recorded: tests/hardware/programs/both_ways.cu. Where a branch
// became predicates, both of its ways and what is behind them are one block of the machine. Of two equal loads in it,
// one on each way or one on a way and one behind it, one is made, under no predicate; of two on one way of two
// branches, and of loads under predicates that have nothing to do with each other, both. Loads are equal that make the
// same accesses at the same address with nothing between that may change the memory; vectors are made first.
#include <algorithm>
#include <vector>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kNone = UseIndex::kNone;

/// Under which predicate an instruction is executed; register kNone: under none.
struct Condition {
  std::uint32_t predicate = kNone;
  bool negated = false;
};

class BothWays {
 public:
  explicit BothWays(Draft& draft)
      : draft_(draft),
        flow_(draft.input.flow),
        function_(draft.function()),
        is_moved_(function_.instructions.size(), false) {
    for (const Move& move : draft.result.moves) is_moved_[move.instruction] = true;
  }

  void run() {
    for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      if (draft_.result.issue_blocks[b] == b && !continues_another(b)) look_from(b);
    }
    sort_moves(draft_.result);
  }

 private:
  struct Seen {
    std::uint32_t access = 0;
    Condition condition;
    std::uint32_t head = 0;  // the block whose branch became the predicate
    bool is_hoisted = false;
  };

  [[nodiscard]] bool continues_another(std::uint32_t block) const {
    const auto before = draft_.predecessors.of(block);
    return std::ranges::any_of(before, [&](std::uint32_t b) {
      const std::uint32_t head = draft_.result.issue_blocks[b] != b ? draft_.result.issue_blocks[b] : b;
      return draft_.join_of(head) == block;
    });
  }

  /// All that is one block of the machine with this one, and comes behind it.
  void look_from(std::uint32_t head) {
    seen_.clear();
    pass(head, {}, head);
    while (draft_.is_predicated(head)) {
      const ptx::Instruction& branch = function_.instructions[flow_.blocks[head].end - 1];
      const auto predicate = static_cast<std::uint32_t>(branch.guard);
      const std::uint32_t join = draft_.join_of(head);
      for (const std::uint32_t way : draft_.ways_of(head))
        pass(way, {.predicate = predicate, .negated = is_near(way, head) != branch.guard_negated}, head);
      if (join == kNoBlock) return;
      pass(join, {}, join);
      head = join;
    }
  }

  /// Whether lanes that do not take the branch come to a way.
  [[nodiscard]] bool is_near(std::uint32_t way, std::uint32_t head) const {
    if (way == head + 1) return true;
    const auto before = draft_.predecessors.of(way);
    return before.size() == 1 && before[0] == head + 1;
  }

  void pass(std::uint32_t block, Condition condition, std::uint32_t head) {
    for (std::uint32_t i = flow_.blocks[block].begin; i < flow_.blocks[block].end; ++i) {
      forget(i);
      const std::uint32_t index = draft_.access_of[i];
      if (index == kNone || !is_load_that_is_made(index)) continue;
      const ptx::Instruction& instruction = function_.instructions[i];
      Condition here = condition;
      if (instruction.guard >= 0) {
        if (condition.predicate != kNone) continue;
        here = {.predicate = static_cast<std::uint32_t>(instruction.guard), .negated = instruction.guard_negated};
      }
      if (!joins_one_before({.access = index, .condition = here, .head = head, .is_hoisted = false}))
        seen_.push_back({.access = index, .condition = here, .head = head, .is_hoisted = false});
    }
  }

  /// What an instruction changes: loads of memory that may be another then, and predicates that are.
  void forget(std::uint32_t i) {
    const Changes& changes = draft_.changes[i];
    std::erase_if(seen_, [&](const Seen& seen) {
      const MemoryAccess& access = draft_.accesses[seen.access].access;
      if (access.read_only ? changes.read_only : changes.of(access.space)) return true;
      return std::ranges::any_of(draft_.uses.of(i), [&](const RegisterUse& use) {
        return use.kind != RegisterUse::Kind::read && use.index == seen.condition.predicate;
      });
    });
  }

  [[nodiscard]] bool is_load_that_is_made(std::uint32_t index) const {
    const MemoryAccess& access = draft_.accesses[index].access;
    if (access.store || is_moved_[access.instruction] || access.space == sim::Space::local) return false;
    const sim::Lowered how = draft_.result.instructions[access.instruction].how;
    return how == sim::Lowered::as_written || how == sim::Lowered::resized;
  }

  [[nodiscard]] bool is_equal(std::uint32_t one, std::uint32_t other) const {
    const PlacedAccess& x = draft_.accesses[one];
    const PlacedAccess& y = draft_.accesses[other];
    const sim::Lowering& of_x = draft_.result.instructions[x.access.instruction];
    const sim::Lowering& of_y = draft_.result.instructions[y.access.instruction];
    return x.place.root == y.place.root && x.place.offset == y.place.offset && x.access.space == y.access.space &&
           x.access.policy == y.access.policy && x.access.bytes() == y.access.bytes() &&
           x.access.unit_bytes == y.access.unit_bytes && of_x.how == of_y.how && of_x.accesses == of_y.accesses;
  }

  bool joins_one_before(const Seen& now) {
    for (Seen& before : seen_) {
      if (!is_equal(before.access, now.access)) continue;
      if (before.condition.predicate == kNone) {
        if (before.is_hoisted) make_redundant(now.access, before.access);
        return before.is_hoisted;  // of others lower_loads() knows better
      }
      if (now.condition.predicate == kNone) {
        make_redundant(before.access, now.access);
        before = now;
        return true;
      }
      if (before.condition.predicate != now.condition.predicate || before.condition.negated == now.condition.negated)
        continue;
      if (!is_chosen_again(before, now) && (hoist(before, now) || hoist(now, before))) {
        before.condition = {};
        before.is_hoisted = true;
        return true;
      }
      draft_.lowering(instruction_of(before.access)).may_move_to = before.head;
      return false;
    }
    return false;
  }

  [[nodiscard]] std::uint32_t instruction_of(std::uint32_t access) const {
    return draft_.accesses[access].access.instruction;
  }

  void make_redundant(std::uint32_t index, std::uint32_t by) {
    sim::Lowering& lowering = draft_.lowering(instruction_of(index));
    lowering.how = sim::Lowered::redundant;
    lowering.accesses.clear();
    draft_.served[by].push_back(index);
  }

  /// Whether both ways load one register that a way of a later branch on the same predicate reads, one of which loads
  /// as well: some such ways are taken for one from there on, each with its own load.
  [[nodiscard]] bool is_chosen_again(const Seen& one, const Seen& other) const {
    const auto written = [&](std::uint32_t access, std::uint32_t index) {
      return std::ranges::any_of(draft_.uses.of(instruction_of(access)), [&](const RegisterUse& use) {
        return use.kind != RegisterUse::Kind::read && use.index == index;
      });
    };
    for (const RegisterUse& use : draft_.uses.of(instruction_of(one.access))) {
      if (use.kind == RegisterUse::Kind::read || !written(other.access, use.index)) continue;
      for (const std::uint32_t reader : draft_.uses.readers(use.index)) {
        const std::uint32_t block = flow_.block_of[reader];
        if (block != flow_.block_of[instruction_of(one.access)] &&
            block != flow_.block_of[instruction_of(other.access)] && is_way_of(block, one.condition.predicate) &&
            a_way_loads(block))
          return true;
      }
    }
    return false;
  }

  /// Whether a block, or one that leads to where it leads, loads from memory.
  [[nodiscard]] bool a_way_loads(std::uint32_t block) const {
    const auto behind = flow_.successors.of(block);
    if (behind.empty()) return false;
    const auto loads_in = [&](std::uint32_t b) {
      for (std::uint32_t i = flow_.blocks[b].begin; i < flow_.blocks[b].end; ++i) {
        if (draft_.access_of[i] != kNone && is_load_that_is_made(draft_.access_of[i])) return true;
      }
      return false;
    };
    return loads_in(block) || std::ranges::any_of(draft_.predecessors.of(behind[0]), loads_in);
  }

  /// Whether only a branch on the predicate leads to a block.
  [[nodiscard]] bool is_way_of(std::uint32_t block, std::uint32_t predicate) const {
    auto before = draft_.predecessors.of(block);
    while (before.size() == 1) {
      const FlowBlock& from = flow_.blocks[before[0]];
      if (from.ends == BlockEnd::branches)
        return static_cast<std::uint32_t>(function_.instructions[from.end - 1].guard) == predicate;
      if (from.ends != BlockEnd::jumps || from.end != from.begin + 1) return false;
      before = draft_.predecessors.of(before[0]);
    }
    return false;
  }

  /// Makes the one in front of the branch, with what its address is made of on its way, and the other not at all.
  bool hoist(const Seen& one, const Seen& other) {
    if (one.head != other.head || one.head == flow_.block_of[instruction_of(one.access)]) return false;
    const std::uint32_t load = instruction_of(one.access);
    const std::uint32_t branch = flow_.blocks[one.head].end - 1;
    if (is_changed_before(one.access) || is_changed_before(other.access)) return false;
    std::vector<std::uint32_t> moved;
    if (!can_come_to(branch, load, instruction_of(other.access), moved)) return false;
    for (const std::uint32_t i : moved) {
      draft_.result.moves.push_back({.instruction = i, .before = branch});
      is_moved_[i] = true;
    }
    make_redundant(other.access, one.access);
    return true;
  }

  /// Whether anything on a load's way in front of it may change what it reads.
  [[nodiscard]] bool is_changed_before(std::uint32_t index) const {
    const MemoryAccess& access = draft_.accesses[index].access;
    for (std::uint32_t i = flow_.blocks[flow_.block_of[access.instruction]].begin; i < access.instruction; ++i) {
      if (access.read_only ? draft_.changes[i].read_only : draft_.changes[i].of(access.space)) return true;
    }
    return false;
  }

  /// \param other  the load on the other way
  /// \param moved  what comes along, itself the last
  bool can_come_to(std::uint32_t branch, std::uint32_t i, std::uint32_t other, std::vector<std::uint32_t>& moved) {
    if (function_.instructions[i].guard >= 0 || is_moved_[i]) return false;
    const std::uint32_t way = flow_.block_of[i];
    for (const RegisterUse& use : draft_.uses.of(i)) {
      if (use.kind != RegisterUse::Kind::read) {
        if (!may_be_written_early(use.index, i, other, branch)) return false;
        continue;
      }
      for (const std::uint32_t writer : draft_.uses.writers(use.index)) {
        if (flow_.block_of[writer] != way || writer > i) continue;
        if (std::ranges::find(moved, writer) != moved.end()) continue;
        const sim::Effects& effects = draft_.input.effects[writer];
        if (effects.does != sim::Does::computes || effects.calls_routine) return false;
        if (!can_come_to(branch, writer, other, moved)) return false;
      }
    }
    moved.push_back(i);
    return true;
  }

  /// Whether nobody but the two writes a register, and nobody reads it between the branch and where they stand; what
  /// one of them writes alone, only its own way reads: lanes of the other may keep an older value.
  [[nodiscard]] bool may_be_written_early(std::uint32_t index, std::uint32_t i, std::uint32_t other,
                                          std::uint32_t branch) const {
    const auto writers = draft_.uses.writers(index);
    if (!std::ranges::all_of(writers, [&](std::uint32_t writer) { return writer == i || writer == other; }))
      return false;
    return std::ranges::all_of(draft_.uses.readers(index), [&](std::uint32_t reader) {
      const std::uint32_t at = flow_.block_of[reader];
      if (at == flow_.block_of[i]) return reader > i && reader != branch;
      if (writers.size() == 1 || reader == branch) return false;
      return at != flow_.block_of[other] || reader > other;
    });
  }

  Draft& draft_;
  const ControlFlow& flow_;
  const ptx::Function& function_;
  std::vector<bool> is_moved_;  // by instruction
  std::vector<Seen> seen_;      // loads of this block of the machine that are at hand
};

}  // namespace

void join_both_ways(Draft& draft) { BothWays(draft).run(); }

}  // namespace warpglass::isa
