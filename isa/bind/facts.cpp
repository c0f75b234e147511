// What is known of each instruction, for those who count and watch, brought to the facts of its op.
#include <optional>
#include <utility>

#include "base/cache_operator.hpp"
#include "isa/bind/function.hpp"
#include "isa/effects.hpp"
#include "isa/order_dependence.hpp"
#include "isa/reductions.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

using sim::OperandFact;

template <class Value, std::size_t kCount>
Value last_named(const Spelling& spelling, const std::pair<std::string_view, Value> (&rows)[kCount], Value otherwise) {
  for (const auto& [word, value] : rows) {
    for (const std::string_view written : spelling.words.subspan(1)) {
      if (written == word) otherwise = value;
    }
  }
  return otherwise;
}

/// What the instruction says about caches. Accesses that other threads must see are fetched again.
CacheOperator cache_operator_of(const Spelling& spelling, const sim::Effects& effects) {
  constexpr std::pair<std::string_view, CacheOperator> kWords[] = {
      {"cv", CacheOperator::uncached}, {"lu", CacheOperator::last_use}, {"cs", CacheOperator::streaming},
      {"cg", CacheOperator::global},   {"ca", CacheOperator::all},      {"nc", CacheOperator::non_coherent}};
  const bool fetches_again = effects.does == sim::Does::loads && effects.orders();
  return last_named(spelling, kWords, fetches_again ? CacheOperator::uncached : CacheOperator::none);
}

/// Which lines are to give way. `.cs` is likely accessed once, `.lu` not again (PTX ISA, Cache Operators); an H200
/// takes them for `L1::evict_first` and `L1::no_allocate` (tests/hardware/h200/facts/cache_hints.tsv).
EvictionHints eviction_hints_of(const Spelling& spelling) {
  constexpr std::pair<std::string_view, EvictionPriority> kFirstLevel[] = {
      {"cs", EvictionPriority::first},
      {"lu", EvictionPriority::no_allocate},
      {"L1::evict_normal", EvictionPriority::normal},
      {"L1::evict_unchanged", EvictionPriority::unchanged},
      {"L1::evict_first", EvictionPriority::first},
      {"L1::evict_last", EvictionPriority::last},
      {"L1::no_allocate", EvictionPriority::no_allocate}};
  constexpr std::pair<std::string_view, EvictionPriority> kSecondLevel[] = {
      {"L2::evict_normal", EvictionPriority::normal},
      {"L2::evict_first", EvictionPriority::first},
      {"L2::evict_last", EvictionPriority::last}};
  return {.l1 = last_named(spelling, kFirstLevel, EvictionPriority::none),
          .l2 = last_named(spelling, kSecondLevel, EvictionPriority::none)};
}

NumberType number_type(ptx::Type type) { return number_type_named(ptx::name_of(type)).value_or(NumberType{}); }

constexpr NumberType kFloat32{.kind = NumberType::Kind::floating, .bits = 32};
constexpr NumberType kFloat64{.kind = NumberType::Kind::floating, .bits = 64};

}  // namespace

void FunctionBinder::find_effects() {
  effects_.clear();
  for (const ptx::Instruction& instruction : function_.instructions) {
    std::string why;
    const Spelling* spelling = program_.spellings.find(function_, instruction, why);
    effects_.push_back(spelling == nullptr ? sim::Effects{} : effects_of(*spelling, function_, instruction));
  }
  varies_ = find_order_dependence(function_, flow_, effects_, uses_);
}

void FunctionBinder::find_block_reductions() {
  const auto named = [this](std::string_view name) -> std::optional<NamedMemory> {
    const Symbol symbol = resolve(program_.linked, module_, name);
    if (symbol.kind == Symbol::Kind::shared) return NamedMemory{};
    if (symbol.kind != Symbol::Kind::variable) return std::nullopt;
    return NamedMemory{.global = true, .address = symbol.address};
  };
  auto found = find_reductions({.function = function_,
                                .flow = flow_,
                                .effects = effects_,
                                .uses = uses_,
                                .param_offsets = params_.params,
                                .named = named});
  if (found) reductions_ = std::make_shared<const sim::Reductions>(std::move(*found));
}

void FunctionBinder::note_facts(const ptx::Instruction& instruction) {
  facts_.effects = effects_[instruction_];
  facts_.varies = varies_[instruction_];
  facts_.costs = spelling_->def->effects.costs(*spelling_, function_.operands_of(instruction));
  facts_.cache = cache_operator_of(*spelling_, facts_.effects);
  facts_.eviction = eviction_hints_of(*spelling_);
  facts_.first_operand = static_cast<std::uint32_t>(program_.program.operands.size());
  note_operands(instruction);
  facts_.operand_count = static_cast<std::uint32_t>(program_.program.operands.size()) - facts_.first_operand;
}

void FunctionBinder::note_blocks() {
  sim::Program& program = program_.program;
  if (wanted_.empty()) program.wanted_unknown = true;
  const auto count = static_cast<std::uint32_t>(flow_.blocks.size());
  for (std::uint32_t b = 0; b < count; ++b) {
    const std::uint32_t begin = b == 0 ? 0 : block_ops_[b];
    const std::uint32_t end = b + 1 == count ? static_cast<std::uint32_t>(ops_.size()) : block_ops_[b + 1];
    sim::BasicBlock& block = program.blocks.emplace_back();
    block.first_op = first_pc_ + begin;
    block.op_count = end - begin;
    block.function = index_;
    if (flow_.blocks[b].join != kNoBlock) block.join = first_block_ + flow_.blocks[b].join;
    for (const std::uint32_t to : flow_.successors.of(b)) block.successors.push_back(first_block_ + to);
    if (wanted_.empty()) continue;
    for (const std::uint32_t index : wanted_[b]) block.wanted_at_entry.push_back(sim::RegisterId{index});
  }
}

void FunctionBinder::note_operands(const ptx::Instruction& instruction) {
  const auto shown = syntax_of(*spelling_->def).all_operands();
  const auto given = function_.operands_of(instruction);
  const auto note = [&](const auto& self, const ptx::Operand& operand, OperandFact fact) -> void {
    for (const ptx::Operand& child : function_.children_of(operand)) {
      OperandFact part = fact;
      if (operand.kind == Kind::address) part.addresses = true, part.written = false, part.bits = operand.bits;
      self(self, child, part);
    }
    if (operand.child_count != 0 || operand.kind == Kind::sink) return;
    if (operand.kind != Kind::reg) fact.bits = operand.bits;
    if (operand.kind == Kind::reg) {
      fact.kind = OperandFact::Kind::reg;
      fact.reg = sim::RegisterId{operand.index};
    } else if (operand.kind == Kind::integer || operand.kind == Kind::f32_bits || operand.kind == Kind::f64_bits) {
      fact.kind = OperandFact::Kind::literal;
      if (operand.kind == Kind::f32_bits) fact.type = kFloat32;
      if (operand.kind == Kind::f64_bits) fact.type = kFloat64;
    } else if (const ptx::Variable* const variable = shared_variable(operand)) {
      const auto& numbers = program_.reach.shared.numbers;
      if (const auto found = numbers.find(variable); found != numbers.end()) {
        fact.kind = OperandFact::Kind::shared_object;
        fact.bits = found->second;
      }
    } else if (operand.kind == Kind::variable && function_.variables[operand.index].space == ptx::Space::local) {
      fact.kind = OperandFact::Kind::local_object;
    }
    program_.program.operands.push_back(fact);
  };
  for (std::size_t i = 0; i < given.size() && i < shown.size(); ++i) {
    note(note, given[i],
         {.position = static_cast<std::uint8_t>(i),
          .written = shown[i].destination,
          .type = number_type(operand_type(*spelling_, shown[i]))});
  }
}

}  // namespace warpglass::isa
