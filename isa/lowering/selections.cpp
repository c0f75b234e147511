// Seen in the machine code of ptxas 13.0.88 for sm_90, recorded: tests/hardware/programs/choices.cu. A register of 32
// bits that is chosen from two others by a predicate is one of the two, into which the other one is written under the
// predicate: what computed it last takes the guard. Where that is a load, lanes that choose the first value do not make
// it. Loads that wait for the predicate so may not pass what may change their memory, and a value that is read
// elsewhere, or lives on, stays as it is: then both are loaded, and chosen from.
#include <algorithm>
#include <optional>
#include <vector>

#include "isa/lowering/draft.hpp"
#include "isa/lowering/tail.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using sim::Algebra;
using sim::Does;

constexpr std::uint32_t kNone = UseIndex::kNone;

/// One of the two values: registers that hold it, the last of which is chosen from, as names for one of the machine's.
struct Alternative {
  std::vector<std::uint32_t> registers;
  std::uint32_t writer = kNone;  // the last in the selection's block that writes the first of them; kNone: none there
  bool several_writers = false;
};

class Selections {
 public:
  explicit Selections(Draft& draft) : draft_(draft), flow_(draft.input.flow), function_(draft.function()) {}

  void run() {
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
      if (is_selection(i)) look_at(i);
    }
    sort_moves(draft_.result);
  }

 private:
  [[nodiscard]] bool is_selection(std::uint32_t i) const {
    const sim::Effects& effects = draft_.input.effects[i];
    if (effects.does != Does::computes || effects.algebra != Algebra::choice || !draft_.wanted.stays[i]) return false;
    const auto operands = function_.operands_of(function_.instructions[i]);
    return operands.size() == 4 && std::ranges::all_of(operands, [](const auto& o) { return o.kind == Kind::reg; }) &&
           size_of(operands[0].index) <= 4 && is_predicate(operands[3].index) && !is_moved(i);
  }

  void look_at(std::uint32_t selection) {
    selection_ = selection;
    const auto operands = function_.operands_of(function_.instructions[selection]);
    const std::optional<Alternative> of_true = alternative(operands[1].index);
    const std::optional<Alternative> of_false = alternative(operands[2].index);
    if (!of_true || !of_false || of_true->registers == of_false->registers) return;
    const auto place = [](const Alternative& a) { return a.writer == kNone ? 0 : a.writer + 1; };
    const bool true_is_last = place(*of_true) > place(*of_false);
    const Alternative& last = true_is_last ? *of_true : *of_false;
    const Alternative& first = true_is_last ? *of_false : *of_true;
    const bool is_chosen = is_load_for_this(last) && ends_here(first);
    const bool other_is = !is_chosen && stays_whole(last) && is_load_for_this(first) && ends_here(last);
    if (!is_chosen && !other_is) return;
    // What gives the loaded value other names comes along.
    const Alternative& loaded = is_chosen ? last : first;
    for (const std::uint32_t held : loaded.registers) {
      draft_.result.moves.push_back({.instruction = draft_.uses.sole_writer(held),
                                     .before = selection,
                                     .guard = static_cast<std::int32_t>(operands[3].index),
                                     .guard_negated = true_is_last != is_chosen});
    }
    made_of_two_.push_back(selection);
  }

  /// Nothing where the machine has a constant in the place of the register.
  [[nodiscard]] std::optional<Alternative> alternative(std::uint32_t index) const {
    Alternative found;
    const std::uint32_t begin = flow_.blocks[flow_.block_of[selection_]].begin;
    while (true) {
      found.registers.insert(found.registers.begin(), index);
      const auto writers = draft_.uses.writers(index);
      found.several_writers = writers.size() != 1 || draft_.uses.sole_writer(index) == kNone;
      found.writer = kNone;
      for (const std::uint32_t writer : writers) {
        if (writer >= begin && writer < selection_) found.writer = writer;
      }
      if (found.several_writers) return found;
      if (is_constant(writers[0])) return std::nullopt;
      if (found.writer == kNone) return found;
      const std::optional<std::uint32_t> source = copied_by(found.writer);
      if (!source) return found;
      index = *source;
    }
  }

  /// Immediate values, and parameters.
  [[nodiscard]] bool is_constant(std::uint32_t writer) const {
    const sim::Effects& effects = draft_.input.effects[writer];
    if (effects.does == Does::loads) return effects.reads == sim::Spaces(sim::Space::param);
    if (effects.does != Does::computes || effects.algebra != Algebra::copy) return false;
    const auto operands = function_.operands_of(function_.instructions[writer]);
    return operands.size() == 2 && (operands[1].kind == Kind::integer || operands[1].kind == Kind::f32_bits);
  }

  /// The register that the instruction only gives another name: a copy, or what a load of 8 or 16 bits has extended
  /// already.
  [[nodiscard]] std::optional<std::uint32_t> copied_by(std::uint32_t writer) const {
    const sim::Effects& effects = draft_.input.effects[writer];
    const auto operands = function_.operands_of(function_.instructions[writer]);
    if (effects.does != Does::computes || operands.size() != 2 || operands[1].kind != Kind::reg) return std::nullopt;
    const std::uint32_t source = operands[1].index;
    if (effects.algebra == Algebra::copy && size_of(operands[0].index) == size_of(source)) return source;
    if (effects.algebra != Algebra::convert || !is_unsigned(effects.type) || !is_unsigned(effects.from))
      return std::nullopt;
    const std::uint32_t load = draft_.uses.sole_writer(source);
    if (load == kNone || draft_.input.effects[load].does != Does::loads) return std::nullopt;
    const NumberType& loaded = draft_.input.effects[load].type;
    const bool extends =
        is_unsigned(loaded) && loaded.bits <= effects.from.bits && effects.from.bits <= effects.type.bits;
    return extends && effects.type.bits <= 32 ? std::optional(source) : std::nullopt;
  }

  static bool is_unsigned(const NumberType& type) {
    return type.kind == NumberType::Kind::unsigned_integer && type.count == 1;
  }

  /// A load of one register that nobody else reads, and that may wait for the selection.
  [[nodiscard]] bool is_load_for_this(const Alternative& of) const {
    if (of.writer == kNone || of.several_writers || of.writer >= draft_.access_of.size()) return false;
    const std::uint32_t index = draft_.access_of[of.writer];
    if (index == kNone) return false;
    const MemoryAccess& access = draft_.accesses[index].access;
    if (access.store || access.space == sim::Space::local || access.units() != 1 || access.elements.size() != 1)
      return false;
    const sim::Lowering& lowering = draft_.result.instructions[of.writer];
    if (access.bytes() > 4 || !draft_.served[index].empty()) return false;
    if (lowering.how != sim::Lowered::as_written) return false;
    if (is_read_elsewhere(of) || std::ranges::any_of(of.registers, [&](std::uint32_t held) {
          const std::uint32_t writer = draft_.uses.sole_writer(held);
          return writer == kNone || function_.instructions[writer].guard >= 0 || is_moved(writer);
        }))
      return false;
    for (std::uint32_t i = of.writer + 1; i < selection_; ++i) {
      if (access.read_only ? draft_.changes[i].read_only : draft_.changes[i].of(access.space)) return false;
      if (is_branched_around(draft_.input, i)) return false;
    }
    const auto uses = draft_.uses.of(of.writer);
    return std::ranges::all_of(uses, [&](const RegisterUse& use) {
      return use.kind != RegisterUse::Kind::read ||
             std::ranges::none_of(draft_.uses.writers(use.index),
                                  [&](auto writer) { return writer > of.writer && writer < selection_; });
    });
  }

  /// Whether the instruction does nothing but give the value another of its names.
  [[nodiscard]] bool names(const Alternative& of, std::uint32_t instruction) const {
    const auto operands = function_.operands_of(function_.instructions[instruction]);
    return copied_by(instruction) && std::ranges::find(of.registers, operands[0].index) != of.registers.end();
  }

  /// Whether what wrote the value takes no guard: it wrote others as well, others read it too, or it is one of two.
  [[nodiscard]] bool stays_whole(const Alternative& of) const {
    if (of.writer == kNone || of.several_writers) return false;
    if (std::ranges::find(made_of_two_, of.writer) != made_of_two_.end()) return true;
    const std::uint32_t index = draft_.access_of[of.writer];
    if (index == kNone || function_.instructions[of.writer].guard >= 0) return false;
    const auto written = std::ranges::count_if(
        draft_.uses.of(of.writer), [](const RegisterUse& use) { return use.kind != RegisterUse::Kind::read; });
    return written > 1 || !draft_.served[index].empty() || is_read_elsewhere(of);
  }

  /// Whether anything but the selection reads the value.
  [[nodiscard]] bool is_read_elsewhere(const Alternative& of) const {
    return std::ranges::any_of(of.registers, [&](std::uint32_t held) {
      return std::ranges::any_of(draft_.uses.readers(held), [&](std::uint32_t reader) {
        return reader != selection_ && draft_.wanted.stays[reader] && !names(of, reader);
      });
    });
  }

  /// Whether nobody reads the value behind the selection.
  [[nodiscard]] bool ends_here(const Alternative& of) const {
    return std::ranges::all_of(of.registers, [&](std::uint32_t held) { return ends_here(of, held); });
  }

  [[nodiscard]] bool ends_here(const Alternative& of, std::uint32_t held) const {
    const std::uint32_t block = flow_.block_of[selection_];
    for (std::uint32_t i = selection_; i < flow_.blocks[block].end; ++i) {
      bool written = false;
      for (const RegisterUse& use : draft_.uses.of(i)) {
        if (use.index != held) continue;
        if (use.kind == RegisterUse::Kind::read && i != selection_ && draft_.wanted.stays[i]) return false;
        written = written || use.kind == RegisterUse::Kind::write;
      }
      if (written) return true;
    }
    const bool written_here = of.writer != kNone;
    if (!written_here && comes_again(block)) return false;
    return std::ranges::all_of(draft_.uses.readers(held), [&](std::uint32_t reader) {
      return !draft_.wanted.stays[reader] ||
             (flow_.block_of[reader] == block && reader <= selection_ && (!written_here || reader > of.writer)) ||
             (!comes_again(block) && flow_.block_of[reader] < block);
    });
  }

  /// Whether the block is of a loop.
  [[nodiscard]] bool comes_again(std::uint32_t block) const {
    std::vector<bool> seen(flow_.blocks.size(), false);
    std::vector<std::uint32_t> open{block};
    while (!open.empty()) {
      const std::uint32_t from = open.back();
      open.pop_back();
      for (const std::uint32_t to : flow_.successors.of(from)) {
        if (to == block) return true;
        if (seen[to]) continue;
        seen[to] = true;
        open.push_back(to);
      }
    }
    return false;
  }

  [[nodiscard]] bool is_moved(std::uint32_t i) const {
    return std::ranges::any_of(draft_.result.moves, [&](const Move& move) { return move.instruction == i; });
  }

  [[nodiscard]] std::size_t size_of(std::uint32_t index) const { return ptx::size_of(function_.registers[index].type); }
  [[nodiscard]] bool is_predicate(std::uint32_t index) const {
    return function_.registers[index].type == ptx::Type::pred;
  }

  Draft& draft_;
  const ControlFlow& flow_;
  const ptx::Function& function_;
  std::uint32_t selection_ = 0;             // that is looked at
  std::vector<std::uint32_t> made_of_two_;  // selections of which one value is loaded under the predicate
};

}  // namespace

void guard_chosen_loads(Draft& draft) { Selections(draft).run(); }

}  // namespace warpglass::isa
