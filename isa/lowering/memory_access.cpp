#include "isa/lowering/memory_access.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include "isa/chapters/operands.hpp"

#include "ptx/types.hpp"

namespace warpglass::isa {
namespace {

using Words = std::span<const std::string_view>;

bool is_any_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(Words words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }

/// A memory order or a volatile access: executed where and as it stands.
bool is_ordered(Words words) {
  static constexpr std::array<std::string_view, 7> kOrders{"volatile", "relaxed", "acquire", "release",
                                                           "acq_rel",  "mmio",    "cv"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return is_any_of(word, kOrders); });
}

/// The space that a word names; generic when none does.
sim::Space named_space(Words words) {
  for (const std::string_view word : words.subspan(1)) {
    if (const sim::Space space = space_of(word); space != sim::Space::generic) return space;
  }
  return sim::Space::generic;
}

sim::Space space_of_variable(ptx::Space space) {
  switch (space) {
    case ptx::Space::shared: return sim::Space::shared;
    case ptx::Space::local: return sim::Space::local;
    case ptx::Space::param: return sim::Space::param;
    case ptx::Space::constant: return sim::Space::constant;
    case ptx::Space::global: return sim::Space::global;
    case ptx::Space::none:
    case ptx::Space::reg: break;
  }
  return sim::Space::generic;
}

sim::Space space_of_access(const ptx::Function& function, Words words, const ptx::Operand& address) {
  const sim::Space named = named_space(words);
  if (named != sim::Space::generic || address.child_count == 0) return named;
  const ptx::Operand& base = function.children_of(address)[0];
  if (base.kind != ptx::Operand::Kind::variable) return named;
  return space_of_variable(function.variables[base.index].space);
}

bool is_load(std::string_view opcode) { return opcode == "ld" || opcode == "ldu"; }
bool is_atomic(std::string_view opcode) { return opcode == "atom" || opcode == "red"; }

const ptx::Operand* address_of(const ptx::Function& function, const ptx::Instruction& instruction) {
  for (const ptx::Operand& operand : function.operands_of(instruction)) {
    if (operand.kind == ptx::Operand::Kind::address) return &operand;
  }
  return nullptr;
}

constexpr Changes kBlockMemory{.shared = true, .global = true};
constexpr Changes kEverything{.shared = true, .global = true, .local = true, .read_only = true};

Changes changes_in(sim::Space space) {
  switch (space) {
    case sim::Space::shared: return {.shared = true};
    case sim::Space::global: return {.global = true};
    case sim::Space::local: return {.local = true};
    case sim::Space::generic: return {.shared = true, .global = true, .local = true};
    case sim::Space::constant:
    case sim::Space::param: break;
  }
  return {};
}

}  // namespace

std::optional<MemoryAccess> memory_access(const ptx::Function& function, std::uint32_t index) {
  const ptx::Instruction& instruction = function.instructions[index];
  const Words words = function.words_of(instruction);
  const auto operands = function.operands_of(instruction);
  if (words.empty() || operands.size() < 2) return std::nullopt;
  const bool store = words[0] == "st";
  if ((!is_load(words[0]) && !store) || is_ordered(words)) return std::nullopt;
  MemoryAccess access;
  access.instruction = index;
  access.store = store;
  access.guarded = instruction.guard >= 0;
  access.address = &operands[store ? 0 : 1];
  if (access.address->kind != ptx::Operand::Kind::address) return std::nullopt;
  access.space = space_of_access(function, words, *access.address);
  if (access.space != sim::Space::shared && access.space != sim::Space::global && access.space != sim::Space::local)
    return std::nullopt;

  ptx::Type type = ptx::Type::none;
  for (const std::string_view word : words.subspan(1)) {
    if (const ptx::Type named = ptx::type_named(word); named != ptx::Type::none) {
      type = named;
    } else if (word == "nc") {
      access.read_only = true;
      access.policy += ".nc";
    } else if (space_of(word) == sim::Space::generic && word != "weak" && word != "v2" && word != "v4" &&
               word != "v8") {
      access.policy += fmt::format(".{}", word);
    }
  }
  access.unit_bytes = static_cast<std::uint32_t>(ptx::size_of(type));
  // Words are words whatever they hold; shorter values are extended as their type says.
  if (access.unit_bytes < 4 && is_signed(type)) access.policy += ".signed";
  const ptx::Operand& value = operands[store ? 1 : 0];
  if (value.kind == ptx::Operand::Kind::vector) {
    for (const ptx::Operand& element : function.children_of(value)) access.elements.push_back(&element);
  } else if (has(words, "v2") || has(words, "v4") || has(words, "v8")) {
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
  return access;
}

Changes changes_of(const ptx::Function& function, std::uint32_t index) {
  const ptx::Instruction& instruction = function.instructions[index];
  const Words words = function.words_of(instruction);
  if (words.empty()) return {};
  const std::string_view opcode = words[0];
  if (is_load(opcode)) return has(words, "acquire") ? kBlockMemory : Changes{};
  if (opcode == "st" || is_atomic(opcode)) {
    const bool orders = has(words, "release") || has(words, "acquire") || has(words, "acq_rel");
    const ptx::Operand* address = address_of(function, instruction);
    if (orders || address == nullptr) return kBlockMemory;
    return changes_in(space_of_access(function, words, *address));
  }
  if (opcode == "call") return kEverything;
  static constexpr std::array<std::string_view, 17> kOthers{
      "bar",       "barrier", "membar",         "fence", "nanosleep", "cp",      "mbarrier", "stmatrix", "multimem",
      "tensormap", "wgmma",   "griddepcontrol", "sust",  "sured",     "tcgen05", "trap",     "brkpt"};
  return is_any_of(opcode, kOthers) ? kBlockMemory : Changes{};
}

bool reads(const ptx::Function& function, std::uint32_t index, sim::Space space) {
  const ptx::Instruction& instruction = function.instructions[index];
  const Words words = function.words_of(instruction);
  if (words.empty()) return false;
  if (words[0] == "ldmatrix") return space == sim::Space::shared;
  if (!is_load(words[0])) return changes_of(function, index).of(space) && words[0] != "st";
  const ptx::Operand* address = address_of(function, instruction);
  if (address == nullptr) return false;
  const sim::Space read = space_of_access(function, words, *address);
  return read == space || read == sim::Space::generic;
}

bool has_effect(const ptx::Function& function, std::uint32_t index) {
  const Words words = function.words_of(function.instructions[index]);
  if (words.empty()) return true;
  if (is_load(words[0])) return is_ordered(words);
  static constexpr std::array<std::string_view, 24> kEffects{
      "st",         "atom",       "red",     "bra",           "brx",    "call",         "ret",       "exit",
      "shfl",       "vote",       "match",   "redux",         "elect",  "prefetch",     "prefetchu", "pmevent",
      "setmaxnreg", "activemask", "discard", "applypriority", "alloca", "stackrestore", "st.async",  "suld"};
  return is_any_of(words[0], kEffects) || changes_of(function, index).any();
}

}  // namespace warpglass::isa
