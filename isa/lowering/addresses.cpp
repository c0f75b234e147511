// Shared addresses have 32 bits for the machine, so their sums are taken modulo 2^32, where extending a 32-bit number
// changes nothing. A constant that is added before the extension is not followed through it, though: s[i + 1] is not
// seen to lie behind s[i] where PTX extends i + 1 (seen in the machine code of nvcc 13.0.88). Addresses of global and
// local memory are followed only as far as they are 64-bit sums.
#include "isa/lowering/addresses.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxTerms = 8;
// Terms that are no registers: the address of a variable, by its number, and what is not followed.
constexpr std::uint32_t kNamed = UseIndex::kNone - 1;
constexpr std::uint32_t kOther = UseIndex::kNone;

void add(AddressSum& sum, const AddressSum& other, std::uint64_t factor) {
  sum.constant += factor * other.constant;
  for (const AddressTerm& term : other.terms) {
    const auto same = std::find_if(sum.terms.begin(), sum.terms.end(), [&](const AddressTerm& t) {
      return t.index == term.index && t.version == term.version;
    });
    if (same == sum.terms.end()) {
      sum.terms.push_back({term.index, term.version, factor * term.factor});
    } else {
      same->factor += factor * term.factor;
    }
  }
}

/// Whether the instruction computes with integers of 32 or 64 bits; for 64-bit sums: of 64.
bool fits(const sim::Effects& effects, bool words32) {
  const auto fitting = [&](const NumberType& type) {
    return type.is_integer() && type.count == 1 && (type.bits == 64 || (words32 && type.bits == 32));
  };
  return effects.modular && fitting(effects.type) && (!effects.from.exists() || fitting(effects.from));
}

bool first_is_constant(const Values& values, std::span<const ptx::Operand> operands) {
  return values.congruence(operands[1]).bits == 64;
}

}  // namespace

Addresses::Addresses(const LoweringInput& input, const UseIndex& uses, const Values& values)
    : input_(input), uses_(uses), values_(values), predecessors_(input.flow.successors.reversed()) {}

/// Of a register with several writers: the one last passed, in the block or in those that alone lead to it, or the
/// first of these blocks that was entered with the value.
std::uint32_t Addresses::version_at(std::uint32_t index, std::uint32_t at) const {
  const auto writers = uses_.writers(index);
  std::uint32_t block = input_.flow.block_of[at];
  while (true) {
    const auto next = std::lower_bound(writers.begin(), writers.end(), at);
    if (next != writers.begin() && *(next - 1) >= input_.flow.blocks[block].begin) return 2 * *(next - 1) + 2;
    const auto before = predecessors_.of(block);
    if (before.size() != 1 || before[0] >= block) return 2 * block + 1;
    block = before[0];
    at = input_.flow.blocks[block].end;
  }
}

AddressSum Addresses::sum_of(const ptx::Operand& operand, std::uint32_t at, bool words32, int depth) {
  switch (operand.kind) {
    case Kind::integer: return {.terms = {}, .constant = operand.bits};
    case Kind::reg:
      if (!operand.negated && operand.component == ptx::Operand::Component::none)
        return sum_of_register(operand.index, at, words32, depth);
      break;
    case Kind::symbol:
    case Kind::variable:
      if (const auto address = input_.shared_address(operand)) return {.terms = {}, .constant = *address};
      return {.terms = {{.index = kNamed, .version = number_of(operand)}}, .constant = operand.bits};
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
  // No two of these are taken for the same.
  return {.terms = {{.index = kOther, .version = at}}};
}

std::uint32_t Addresses::number_of(const ptx::Operand& name) {
  const std::string_view text = name.kind == Kind::symbol ? name.name : input_.function.variables[name.index].name;
  return names_.try_emplace(text, static_cast<std::uint32_t>(names_.size())).first->second;
}

AddressSum Addresses::sum_of_register(std::uint32_t index, std::uint32_t at, bool words32, int depth) {
  const std::uint32_t writer = uses_.sole_writer(index);
  if (writer == UseIndex::kNone) return {.terms = {{.index = index, .version = version_at(index, at)}}};
  const auto [known, is_new] = sums_.try_emplace({index, words32}, AddressSum{.terms = {{.index = index}}});
  if (!is_new || depth > kMaxDepth) return known->second;
  // While it is worked out the register stands for itself: a sum that comes back to it is a loop's.
  AddressSum sum = sum_made_by(writer, index, words32, depth + 1);
  return sums_[{index, words32}] = std::move(sum);
}

AddressSum Addresses::sum_made_by(std::uint32_t writer, std::uint32_t index, bool words32, int depth) {
  using sim::Algebra;
  const ptx::Function& function = input_.function;
  const sim::Effects& effects = input_.effects[writer];
  const auto operands = function.operands_of(function.instructions[writer]);
  const AddressSum itself{.terms = {{.index = index}}};
  const bool whole = !operands.empty() && operands[0].kind == Kind::reg && operands[0].index == index;
  if (!whole || operands.size() < 2 || !fits(effects, words32)) return itself;
  const auto operand = [&](std::size_t i) { return sum_of(operands[i], writer, words32, depth); };
  const auto factor = [&](std::size_t i) { return values_.congruence(operands[i]); };

  if (effects.algebra == Algebra::convert || effects.wide) {
    const std::size_t extended = first_is_constant(values_, operands) ? 2 : 1;
    if (extended >= operands.size() || operand(extended).constant != 0) return itself;
  }
  AddressSum sum;
  switch (effects.algebra) {
    case Algebra::copy: add(sum, operand(1), 1); break;
    case Algebra::convert:
      if (!words32) return itself;
      add(sum, operand(1), 1);
      break;
    case Algebra::sum:
      add(sum, operand(1), 1);
      add(sum, operand(2), 1);
      break;
    case Algebra::difference:
      add(sum, operand(1), 1);
      add(sum, operand(2), ~std::uint64_t{0});
      break;
    case Algebra::shift_left:
      if (factor(2).bits != 64 || factor(2).residue >= 32) return itself;
      add(sum, operand(1), std::uint64_t{1} << factor(2).residue);
      break;
    case Algebra::product:
    case Algebra::product_sum: {
      if (effects.wide && !words32) return itself;
      const bool first = first_is_constant(values_, operands);
      if (!first && factor(2).bits != 64) return itself;
      add(sum, operand(first ? 2 : 1), factor(first ? 1 : 2).residue);
      if (effects.algebra == Algebra::product_sum) add(sum, operand(3), 1);
      break;
    }
    case Algebra::other:
    case Algebra::product24:
    case Algebra::product_sum24:
    case Algebra::quotient:
    case Algebra::shift_right:
    case Algebra::bitwise_and:
    case Algebra::bitwise_or:
    case Algebra::bitwise_xor:
    case Algebra::complement:
    case Algebra::choice:
    case Algebra::extremum:
    case Algebra::negative:
    case Algebra::magnitude:
    case Algebra::root:
    case Algebra::comparison: return itself;
  }
  return sum.terms.size() > kMaxTerms ? itself : sum;
}

Place Addresses::place_of(const MemoryAccess& access) {
  const bool words32 = access.space == sim::Space::shared;
  const ptx::Operand& base = input_.function.children_of(*access.address)[0];
  AddressSum sum = sum_of(base, access.instruction, words32, 0);
  sum.constant += access.address->bits;
  if (words32) {
    sum.constant = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(sum.constant)});
    for (AddressTerm& term : sum.terms) term.factor &= 0xffffffffu;
  }
  std::erase_if(sum.terms, [](const AddressTerm& term) { return term.factor == 0; });
  std::sort(sum.terms.begin(), sum.terms.end());
  const bool by_name = std::ranges::all_of(sum.terms, [](const AddressTerm& term) { return term.index == kNamed; });
  const auto root =
      roots_.try_emplace({words32, std::move(sum.terms)}, static_cast<std::uint32_t>(roots_.size())).first->second;
  return {.root = root,
          .offset = static_cast<std::int64_t>(sum.constant),
          .by_name = by_name,
          .known = isa::sum(values_.congruence(base), constant(access.address->bits))};
}

}  // namespace warpglass::isa
