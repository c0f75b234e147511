#include "isa/lowering/values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

constexpr int kMaxValueSweeps = 100;  // sensible loops need a few

std::uint64_t low(unsigned bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

/// Of how many zero bits the value ends in for certain.
unsigned zeros(Congruence a) { return a.residue == 0 ? a.bits : static_cast<unsigned>(std::countr_zero(a.residue)); }

constexpr std::uint32_t kStackAlignment = 8;  // bytes

Congruence multiple_of_power(unsigned bits) { return {.bits = std::min(bits, 64u), .residue = 0}; }

/// Of the low `bits` bits of a value, as a number of that width.
Congruence cut(Congruence a, unsigned bits) {
  if (a.bits == 64) return constant(a.residue & low(bits));
  const unsigned kept = std::min(a.bits, bits);
  return {kept, a.residue & low(kept)};
}

/// What is left where only a power of two is known of which a value is a multiple.
Congruence without_residue(Congruence a) { return multiple_of_power(std::min(63u, zeros(a))); }

Congruence product(Congruence a, Congruence b) {
  if (a.bits == 64 && b.bits == 64) return constant(a.residue * b.residue);
  if (b.bits == 64) std::swap(a, b);
  if (a.bits == 64) {
    if (a.residue == 0) return constant(0);
    const unsigned bits = std::min(64u, b.bits + static_cast<unsigned>(std::countr_zero(a.residue)));
    return {std::min(bits, 63u), a.residue * b.residue & low(std::min(bits, 63u))};
  }
  return multiple_of_power(std::min(63u, zeros(a) + zeros(b)));
}

Congruence negated(Congruence a) { return {a.bits, (0 - a.residue) & low(a.bits)}; }

Congruence masked(Congruence a, Congruence b) {
  if (a.bits == 64 && b.bits == 64) return constant(a.residue & b.residue);
  return multiple_of_power(std::min(63u, std::max(zeros(a), zeros(b))));
}

/// `or` and `xor` keep common zeros.
Congruence joined(Congruence a, Congruence b, bool exclusive) {
  if (a.bits == 64 && b.bits == 64) return constant(exclusive ? a.residue ^ b.residue : a.residue | b.residue);
  return multiple_of_power(std::min({63u, zeros(a), zeros(b)}));
}

/// Bits of an integer; 0 for other types.
unsigned width_of(const NumberType& type) { return type.is_integer() && type.count == 1 ? type.bits : 0; }

/// Special registers that are the same for a whole warp.
bool is_uniform_register(std::string_view name) {
  static constexpr std::array<std::string_view, 12> kUniform{"%ctaid",
                                                             "%nctaid",
                                                             "%ntid",
                                                             "%nsmid",
                                                             "%smid",
                                                             "%warpid",
                                                             "%nwarpid",
                                                             "%gridid",
                                                             "%clusterid",
                                                             "%nclusterid",
                                                             "%dynamic_smem_size",
                                                             "%total_smem_size"};
  return std::any_of(kUniform.begin(), kUniform.end(), [&](std::string_view prefix) {
    return name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.');
  });
}

}  // namespace

Congruence constant(std::uint64_t value) { return {64, value}; }

Congruence sum(Congruence a, Congruence b) {
  const unsigned bits = std::min(a.bits, b.bits);
  return {bits, (a.residue + b.residue) & low(bits)};
}

Congruence either(Congruence a, Congruence b) {
  unsigned bits = std::min(a.bits, b.bits);
  if (a.residue != b.residue) bits = std::min(bits, static_cast<unsigned>(std::countr_zero(a.residue ^ b.residue)));
  return {bits, a.residue & low(bits)};
}

Values::Values(const LoweringInput& input, const UseIndex& uses) : input_(input), uses_(uses) {
  congruences_.resize(uses.register_count());
  known_.resize(uses.register_count());
  varying_.resize(uses.register_count());
  find_congruences();
  find_varying();
}

Congruence Values::congruence(const ptx::Operand& operand) const {
  switch (operand.kind) {
    case Kind::reg:
      if (operand.negated || operand.component != ptx::Operand::Component::none) return {};
      return operand.index < congruences_.size() ? congruences_[operand.index] : Congruence{};
    case Kind::integer: return constant(operand.bits);
    case Kind::symbol:
    case Kind::variable:
      if (const auto address = input_.shared_address(operand)) return without_residue(constant(*address));
      return operand.kind == Kind::variable ? local_variable(operand.index) : Congruence{};
    case Kind::special:
    case Kind::f32_bits:
    case Kind::f64_bits:
    case Kind::label:
    case Kind::address:
    case Kind::vector:
    case Kind::pair:
    case Kind::list:
    case Kind::sink: break;
  }
  return {};
}

/// A thread's memory is aligned to 8 bytes at least, and a function's only variable lies at its beginning
/// (programs/rewritten.cu).
Congruence Values::local_variable(std::uint32_t index) const {
  const auto& variables = input_.function.variables;
  const auto is_local = [](const ptx::Variable& variable) { return variable.space == ptx::Space::local; };
  if (!is_local(variables[index])) return {};
  const std::uint32_t at_least = std::ranges::count_if(variables, is_local) == 1 ? kStackAlignment : 1;
  const std::uint32_t alignment = std::max(variables[index].alignment, at_least);
  return multiple_of_power(static_cast<unsigned>(std::countr_zero(alignment)));
}

/// The parameter of a kernel says how what it points to is aligned.
Congruence Values::parameter(const ptx::Instruction& instruction) const {
  const ptx::Function& function = input_.function;
  const auto operands = function.operands_of(instruction);
  if (operands.size() != 2 || operands[1].kind != Kind::address) return {};
  const ptx::Operand& base = function.children_of(operands[1])[0];
  if (base.kind != Kind::variable || function.variables[base.index].pointee_alignment == 0) return {};
  return multiple_of_power(static_cast<unsigned>(std::countr_zero(function.variables[base.index].pointee_alignment)));
}

/// What the instruction's only result is known to be; the registers that it reads may still be thought too well of.
Congruence Values::result_of(std::uint32_t index) const {
  using sim::Algebra;
  const ptx::Function& function = input_.function;
  const ptx::Instruction& instruction = function.instructions[index];
  const sim::Effects& effects = input_.effects[index];
  const auto operands = function.operands_of(instruction);
  const auto operand = [&](std::size_t i) { return i < operands.size() ? congruence(operands[i]) : Congruence{}; };
  const auto is_register = [&](std::size_t i) { return i < operands.size() && operands[i].kind == Kind::reg; };

  if (effects.does == sim::Does::loads && effects.reads == sim::Spaces(sim::Space::param))
    return parameter(instruction);
  // What is known of a thread's memory is not known of generic addresses.
  if (effects.made_generic.has(sim::Space::local)) return {};
  const unsigned width = width_of(effects.type);
  if (width == 0 || !effects.modular) return {};
  switch (effects.algebra) {
    case Algebra::copy: return cut(operand(1), width);
    case Algebra::convert: {
      // What a sign extension does to the high bits is not followed.
      const Congruence from = operand(1);
      const unsigned kept = std::min({from.bits, width, width_of(effects.from), 63u});
      return {kept, from.residue & low(kept)};
    }
    case Algebra::sum: return cut(isa::sum(operand(1), operand(2)), width);
    case Algebra::difference:
      if (is_register(1) && is_register(2)) return {};
      return cut(isa::sum(operand(1), negated(operand(2))), width);
    case Algebra::product:
    case Algebra::product24:
    case Algebra::product_sum:
    case Algebra::product_sum24: {
      const Congruence times = product(operand(1), operand(2));
      const bool adds = effects.algebra == Algebra::product_sum || effects.algebra == Algebra::product_sum24;
      return cut(adds ? isa::sum(without_residue(times), without_residue(operand(3))) : times,
                 effects.wide ? 2 * width : width);
    }
    case Algebra::shift_left: {
      const Congruence by = operand(2);
      if (by.bits != 64 || by.residue >= width) return {};
      return cut(product(operand(1), constant(std::uint64_t{1} << by.residue)), width);
    }
    case Algebra::bitwise_and: return cut(masked(operand(1), operand(2)), width);
    case Algebra::bitwise_or: return cut(joined(operand(1), operand(2), false), width);
    case Algebra::bitwise_xor: return cut(joined(operand(1), operand(2), true), width);
    case Algebra::choice: return cut(either(without_residue(operand(1)), without_residue(operand(2))), width);
    case Algebra::other:
    case Algebra::quotient:
    case Algebra::shift_right:
    case Algebra::complement:
    case Algebra::extremum:
    case Algebra::negative:
    case Algebra::magnitude:
    case Algebra::root:
    case Algebra::comparison: break;
  }
  return {};
}

void Values::find_congruences() {
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMaxValueSweeps; ++sweep) {
    changed = false;
    for (std::uint32_t i = 0; i < input_.function.instructions.size(); ++i) {
      for (const RegisterUse& use : uses_.of(i)) {
        if (use.kind == RegisterUse::Kind::read) continue;
        // A part of a register, or one of several results, is no number that addresses are made of.
        const auto operands = input_.function.operands_of(input_.function.instructions[i]);
        const bool whole = !operands.empty() && operands[0].kind == Kind::reg && operands[0].index == use.index &&
                           operands[0].component == ptx::Operand::Component::none;
        Congruence now = whole ? result_of(i) : Congruence{};
        if (uses_.writers(use.index).size() > 1) now = without_residue(now);
        if (known_[use.index]) now = either(now, congruences_[use.index]);
        if (known_[use.index] && now == congruences_[use.index]) continue;
        known_[use.index] = true;
        congruences_[use.index] = now;
        changed = true;
      }
    }
  }
  if (changed) std::fill(congruences_.begin(), congruences_.end(), Congruence{});
}

bool Values::uniform(const ptx::Operand& operand) const {
  switch (operand.kind) {
    case Kind::reg: return operand.index < varying_.size() && !varying_[operand.index];
    case Kind::special: return is_uniform_register(operand.name);
    case Kind::variable:
      return input_.function.is_entry || input_.function.variables[operand.index].space != ptx::Space::param;
    case Kind::address:
    case Kind::vector:
    case Kind::pair: {
      const auto children = input_.function.children_of(operand);
      return std::all_of(children.begin(), children.end(), [&](const ptx::Operand& child) { return uniform(child); });
    }
    case Kind::integer:
    case Kind::f32_bits:
    case Kind::f64_bits:
    case Kind::symbol:
    case Kind::label:
    case Kind::sink: return true;
    case Kind::list: return false;
  }
  return false;
}

/// Whether the results differ between lanes that execute the instruction together.
bool Values::varies(std::uint32_t index) const {
  const ptx::Instruction& instruction = input_.function.instructions[index];
  if (sim::differs_by_lane(input_.effects[index])) return true;
  for (const RegisterUse& use : uses_.of(index)) {
    if (use.kind == RegisterUse::Kind::read && varying_[use.index]) return true;
  }
  const auto operands = input_.function.operands_of(instruction);
  return std::any_of(operands.begin(), operands.end(), [&](const ptx::Operand& operand) {
    return (operand.kind == Kind::special || operand.kind == Kind::address) && !uniform(operand);
  });
}

/// Blocks that some lanes of a warp may be in without the others: on the way from a branch that depends on the lane to
/// where its lanes meet again.
std::vector<bool> Values::blocks_where_lanes_part() const {
  const ControlFlow& flow = input_.flow;
  std::vector<bool> apart(flow.blocks.size(), false);
  std::vector<std::uint32_t> open;
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    const FlowBlock& block = flow.blocks[b];
    if (block.begin == block.end) continue;
    const bool parts = block.ends == BlockEnd::branches || block.ends == BlockEnd::calls_some;
    if (!parts || !varies(block.end - 1)) continue;
    std::vector<bool> seen(flow.blocks.size(), false);
    open.assign(1, b);
    while (!open.empty()) {
      const std::uint32_t from = open.back();
      open.pop_back();
      for (const std::uint32_t to : flow.successors.of(from)) {
        if (to == block.join || seen[to]) continue;
        seen[to] = true;
        apart[to] = true;
        open.push_back(to);
      }
    }
  }
  return apart;
}

void Values::find_varying() {
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMaxValueSweeps; ++sweep) {
    changed = false;
    const std::vector<bool> apart = blocks_where_lanes_part();
    for (std::uint32_t i = 0; i < input_.function.instructions.size(); ++i) {
      const bool differs = varies(i);
      for (const RegisterUse& use : uses_.of(i)) {
        if (use.kind == RegisterUse::Kind::read || varying_[use.index]) continue;
        // Which of several writers a lane comes from depends on its way.
        const bool chosen = uses_.writers(use.index).size() > 1 && apart[input_.flow.block_of[i]];
        if (!differs && !chosen) continue;
        varying_[use.index] = true;
        changed = true;
      }
    }
  }
  if (changed) varying_.assign(varying_.size(), true);
}

}  // namespace warpglass::isa
