#include "isa/effects.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "isa/words.hpp"

namespace warpglass::isa {
namespace {

using sim::Does;
using sim::Effects;
using sim::Order;
using sim::Scope;
using sim::Space;
using sim::Spaces;

template <class Value, std::size_t kCount>
Value named_by(const Spelling& spelling, const std::array<std::pair<std::string_view, Value>, kCount>& rows,
               Value otherwise) {
  for (const std::string_view word : spelling.words.subspan(1)) {
    for (const auto& [name, value] : rows)
      if (name == word) return value;
  }
  return otherwise;
}

Order order_of(const Spelling& spelling) {
  static constexpr std::array<std::pair<std::string_view, Order>, 7> kWords{{{"mmio", Order::mmio},
                                                                             {"relaxed", Order::relaxed},
                                                                             {"acquire", Order::acquire},
                                                                             {"release", Order::release},
                                                                             {"acq_rel", Order::acquire_release},
                                                                             {"sc", Order::sequentially_consistent},
                                                                             {"volatile", Order::volatile_access}}};
  const RowEffects& row = spelling.def->effects;
  const Order order = named_by(spelling, kWords, row.order);
  // `.cv` fetches again, as a volatile access does (PTX ISA, Cache Operators).
  const bool fetches_again = row.does == Does::loads && spelling.word("cop") == "cv";
  return order == Order::weak && fetches_again ? Order::volatile_access : order;
}

sim::Fence fence_of(const Spelling& spelling) {
  const auto proxy = std::find(spelling.words.begin(), spelling.words.end(), "proxy");
  if (proxy == spelling.words.end()) return sim::Fence::generic;
  const bool async =
      std::any_of(proxy, spelling.words.end(), [](std::string_view word) { return word.starts_with("async"); });
  return async ? sim::Fence::async_proxy : sim::Fence::proxy;
}

Scope scope_of(const Spelling& spelling, const Effects& effects) {
  static constexpr std::array<std::pair<std::string_view, Scope>, 5> kWords{
      {{"cta", Scope::cta}, {"cluster", Scope::cluster}, {"gpu", Scope::gpu}, {"gl", Scope::gpu}, {"sys", Scope::sys}}};
  Scope otherwise = Scope::unsaid;
  if (effects.order == Order::volatile_access || effects.order == Order::mmio) otherwise = Scope::sys;
  if (effects.is_atomic()) otherwise = Scope::gpu;
  if (effects.does == Does::signals && effects.orders()) otherwise = Scope::cta;
  return named_by(spelling, kWords, otherwise);
}

/// The spaces that words name, in order: of a copy where to and where from.
std::vector<Space> named_spaces(const Spelling& spelling) {
  std::vector<Space> spaces;
  for (const std::string_view word : spelling.words.subspan(1)) {
    if (const Space space = space_of(word); space != Space::generic) spaces.push_back(space);
  }
  return spaces;
}

Space space_of_access(const Spelling& spelling, const ptx::Function& function, const ptx::Instruction& instruction) {
  const std::vector<Space> named = named_spaces(spelling);
  if (!named.empty()) return named.front();
  const ptx::Operand* address = address_of(function, instruction);
  if (address == nullptr || address->child_count == 0) return Space::generic;
  const ptx::Operand& base = function.children_of(*address)[0];
  return base.kind == ptx::Operand::Kind::variable ? space_of(function.variables[base.index].space) : Space::generic;
}

void add_memory(const Spelling& spelling, const ptx::Function& function, const ptx::Instruction& instruction,
                Effects& effects) {
  switch (effects.does) {
    case Does::loads:
    case Does::loads_matrix:
      effects.reads = space_of_access(spelling, function, instruction);
      effects.read_only = spelling.has("nc");
      break;
    case Does::stores:
    case Does::stores_matrix: effects.writes = space_of_access(spelling, function, instruction); break;
    case Does::updates:
    case Does::reduces:
    case Does::signals:
      effects.reads = effects.writes = space_of_access(spelling, function, instruction);
      effects.atomic = effects.is_atomic() ? atomic_operation(spelling.word("op")) : sim::AtomicOperation::none;
      break;
    case Does::sends: effects.reads = effects.writes = Space::shared; break;
    case Does::multiplies_shared:
    case Does::multiplies_apart:
    case Does::copies_apart: effects.reads = Space::shared; break;
    case Does::copies: {
      const std::vector<Space> spaces = named_spaces(spelling);
      if (!spaces.empty()) effects.writes = spaces[0];
      effects.reads = spaces.size() > 1 ? Spaces(spaces[1]) : Spaces{};
      if (const std::string_view how = spelling.word("op"); !how.empty()) effects.atomic = atomic_operation(how);
      break;
    }
    case Does::fetches:
      effects.reads = Space::global;
      if (spelling.word("ctype") == "s32" || !spelling.word("comp").empty()) effects.does = Does::fetches_texels;
      break;
    case Does::fetches_texels:
    case Does::loads_surface: effects.reads = Space::global; break;
    case Does::stores_surface:
    case Does::reduces_surface: effects.writes = Space::global; break;
    case Does::calls: effects.reads = effects.writes = Spaces(Space::generic) | Space::constant | Space::param; break;
    case Does::computes:
      if (effects.algebra != sim::Algebra::copy || spelling.has("to")) break;
      for (const Space space : named_spaces(spelling)) effects.made_generic = effects.made_generic | space;
      break;
    case Does::unstated:
    case Does::moves_tensor:
    case Does::exchanges:
    case Does::agrees:
    case Does::multiplies:
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
    case Does::marks:
    case Does::takes_stack: break;
  }
}

/// Whether what the instruction becomes calls one. Divisions of 16 bits cost what those of 32 do, and call one all the
/// same.
bool needs_routine(const Spelling& spelling, std::span<const ptx::Operand> operands, NumberType type) {
  const RowEffects& row = spelling.def->effects;
  if (row.algebra != sim::Algebra::quotient && row.algebra != sim::Algebra::root) return false;
  if (type.is_integer() && type.bits == 16) return true;
  return std::ranges::any_of(row.costs(spelling, operands),
                             [](const ClassCount& one) { return calls_routine(one.which); });
}

}  // namespace

std::vector<NumberType> types_of(const Spelling& spelling) {
  std::vector<NumberType> types;
  for (const std::string_view word : spelling.words.subspan(std::min<std::size_t>(1, spelling.words.size()))) {
    if (const auto type = number_type_named(word)) types.push_back(*type);
  }
  return types;
}

NumberType factor_type(const Spelling& spelling) {
  constexpr NumberType kHalf{.kind = NumberType::Kind::floating, .bits = 16};
  return number_type_named(spelling.word("atype")).value_or(kHalf);
}

Effects effects_of(const Spelling& spelling, const ptx::Function& function, const ptx::Instruction& instruction) {
  const RowEffects& row = spelling.def->effects;
  Effects effects{.does = row.does, .algebra = row.algebra};
  const std::vector<NumberType> types = types_of(spelling);
  if (!types.empty()) effects.type = types.back();
  if (row.algebra == sim::Algebra::convert && types.size() >= 2) {
    effects.type = types[types.size() - 2];
    effects.from = types.back();
  }
  if (row.does == Does::multiplies || row.does == Does::multiplies_shared || row.does == Does::multiplies_apart)
    effects.type = factor_type(spelling);
  effects.wide = spelling.has("wide");
  effects.modular = !spelling.has("sat") && !spelling.has("cc") && !spelling.has("hi");
  effects.elements = vector_width(spelling);
  effects.order = order_of(spelling);
  effects.aligned = spelling.def->effects.aligned || spelling.has("aligned");
  effects.scope = scope_of(spelling, effects);
  effects.products = row.products;
  if (effects.does == Does::fences) effects.fence = fence_of(spelling);
  effects.calls_routine = needs_routine(spelling, function.operands_of(instruction), effects.type);
  add_memory(spelling, function, instruction, effects);
  return effects;
}

const ptx::Operand* address_of(const ptx::Function& function, const ptx::Instruction& instruction) {
  for (const ptx::Operand& operand : function.operands_of(instruction)) {
    if (operand.kind == ptx::Operand::Kind::address) return &operand;
  }
  return nullptr;
}

Space space_of(ptx::Space space) {
  switch (space) {
    case ptx::Space::shared: return Space::shared;
    case ptx::Space::local: return Space::local;
    case ptx::Space::param: return Space::param;
    case ptx::Space::constant: return Space::constant;
    case ptx::Space::global: return Space::global;
    case ptx::Space::none:
    case ptx::Space::reg: break;
  }
  return Space::generic;
}

}  // namespace warpglass::isa
