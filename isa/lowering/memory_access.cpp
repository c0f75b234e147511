#include "isa/lowering/memory_access.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/number_type.hpp"
#include "isa/words.hpp"

namespace warpglass::isa {
namespace {

using sim::Does;
using sim::Space;

/// The one space that an access reaches, where the assembler knows it to be one.
std::optional<Space> only_space(sim::Spaces reached) {
  for (const Space space : {Space::shared, Space::global, Space::local}) {
    if (reached == sim::Spaces(space)) return space;
  }
  return std::nullopt;
}

/// What tells accesses to one place apart beside their width: cache words, in the order they are written.
std::string policy_of(std::span<const std::string_view> words) {
  std::string policy;
  for (const std::string_view word : words.subspan(1)) {
    const bool says_nothing = word == "weak" || word == "v2" || word == "v4" || word == "v8";
    if (says_nothing || number_type_named(word) || space_of(word) != Space::generic) continue;
    policy += fmt::format(".{}", word);
  }
  return policy;
}

/// What `.pragma "used_bytes_mask N";` in front of an instruction says, a bit for each byte; nothing where none stands.
std::optional<std::uint64_t> used_bytes(const ptx::Function& function, std::uint32_t instruction) {
  constexpr std::string_view kName = "used_bytes_mask ";
  for (auto at = std::ranges::lower_bound(function.directives, instruction, {}, &ptx::FunctionDirective::before);
       at != function.directives.end() && at->before == instruction; ++at) {
    if (!at->text.starts_with(kName)) continue;
    const std::string_view number = at->text.substr(kName.size());
    std::uint64_t mask = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), mask);
    if (error == std::errc() && end == number.data() + number.size()) return mask;
  }
  return std::nullopt;
}

/// Whether a load of four words of which a pragma says that some are used stays a load of its own: of three words, of a
/// half; others become loads of words (seen in the machine code of ptxas 13.0.88 for sm_90).
bool keeps_mask(std::uint64_t mask) {
  int words = 0;
  for (int word = 0; word < 4; ++word) words += (mask >> 4 * word & 0xf) != 0 ? 1 : 0;
  return words == 3 || (words == 2 && (mask <= 0xff || (mask & 0xff) == 0));
}

/// What keeps a load of four words apart from others at the same place, where a pragma says which are used.
std::string mask_policy(const LoweringInput& input, const MemoryAccess& access) {
  if (access.store || access.units() != 4 || access.unit_bytes != 4) return "";
  const std::optional<std::uint64_t> mask = used_bytes(input.function, access.instruction);
  return mask && keeps_mask(*mask) ? fmt::format(".used{:x}", *mask) : "";
}

}  // namespace

std::optional<MemoryAccess> memory_access(const LoweringInput& input, std::uint32_t index) {
  const ptx::Function& function = input.function;
  const ptx::Instruction& instruction = function.instructions[index];
  const sim::Effects& effects = input.effects[index];
  const auto operands = function.operands_of(instruction);
  const bool store = effects.does == Does::stores;
  if ((effects.does != Does::loads && !store) || effects.orders() || operands.size() < 2) return std::nullopt;
  MemoryAccess access;
  access.instruction = index;
  access.store = store;
  access.guarded = instruction.guard >= 0;
  access.read_only = effects.read_only;
  access.address = &operands[store ? 0 : 1];
  if (access.address->kind != ptx::Operand::Kind::address) return std::nullopt;
  const std::optional<Space> space = only_space(store ? effects.writes : effects.reads);
  if (!space) return std::nullopt;
  access.space = *space;
  const auto words = function.words_of(instruction);
  // A tensor map's fields: the assembler merges what it makes of them with nothing (tests/hardware/tensor_maps).
  if (std::ranges::find(words, "b1024") != words.end()) return std::nullopt;
  access.policy = policy_of(words);
  access.unit_bytes = effects.type.bytes();
  // Words are words whatever they hold; shorter values are extended as their type says.
  if (access.unit_bytes < 4 && effects.type.kind == NumberType::Kind::signed_integer) access.policy += ".signed";
  const ptx::Operand& value = operands[store ? 1 : 0];
  if (value.kind == ptx::Operand::Kind::vector) {
    for (const ptx::Operand& element : function.children_of(value)) access.elements.push_back(&element);
  } else if (effects.elements > 1) {
    return std::nullopt;  // a vector register
  } else {
    access.elements.push_back(&value);
  }
  if (access.elements.empty()) return std::nullopt;
  if (access.unit_bytes < 4 && access.elements.size() > 1) {
    access.elements_each = static_cast<std::uint32_t>(access.elements.size());
    access.unit_bytes *= access.elements_each;
    if (!store) access.policy += ".vector";
  }
  const std::string mask = mask_policy(input, access);
  access.is_masked = !mask.empty();
  access.policy += mask;
  return access;
}

bool is_always_true(const LoweringInput& input, const UseIndex& uses, std::uint32_t predicate) {
  const std::uint32_t writer = uses.sole_writer(predicate);
  if (writer == UseIndex::kNone || input.effects[writer].algebra != sim::Algebra::copy) return false;
  const auto operands = input.function.operands_of(input.function.instructions[writer]);
  return operands.size() == 2 && operands[1].kind == ptx::Operand::Kind::integer && operands[1].bits != 0;
}

Changes changes_of(const sim::Effects& effects) {
  if (effects.calls_routine) return {.shared = true, .global = true, .local = true, .read_only = true};
  const sim::Spaces changed = sim::may_change(effects);
  return {.shared = changed.has(Space::shared),
          .global = changed.has(Space::global),
          .local = changed.has(Space::local),
          .read_only = effects.does == Does::calls};
}

bool reads(const sim::Effects& effects, Space space) {
  const bool plain = effects.does == Does::stores;
  return effects.reads.has(space) || (!plain && sim::may_change(effects).has(space));
}

}  // namespace warpglass::isa
