// Recorded (facts/assembler.tsv, `histogram`): an atomic whose old value nobody reads is a reduction; adding the
// constant 1 to shared memory so is ATOMS.POPC.INC; and where the address is provably the same for the whole warp the
// values of its lanes are combined first and one lane performs the operation.
#include <algorithm>
#include <string_view>

#include "isa/chapters/operands.hpp"
#include "isa/lowering/draft.hpp"
#include "ptx/types.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

/// An `atom` or `red` of one value, told from its words.
struct Atomic {
  bool unused = false;  // the old value is not read
  bool orders = false;  // acquires
  std::string_view op;
  ptx::Type type = ptx::Type::none;
  sim::Space space = sim::Space::generic;
  const ptx::Operand* address = nullptr;
  const ptx::Operand* value = nullptr;
};

bool is_vector_word(std::string_view word) { return word == "v2" || word == "v4" || word == "v8"; }

/// Nothing for vectors and for what is no atomic.
std::optional<Atomic> atomic_of(const Draft& draft, std::uint32_t index) {
  static constexpr std::string_view kOps[] = {"add", "min", "max", "and", "or", "xor", "inc", "dec", "exch", "cas"};
  const ptx::Function& function = draft.function();
  const ptx::Instruction& instruction = function.instructions[index];
  const auto words = function.words_of(instruction);
  if (words.empty() || (words[0] != "atom" && words[0] != "red")) return std::nullopt;
  const bool reduction = words[0] == "red";
  const auto operands = function.operands_of(instruction);
  if (operands.size() < (reduction ? 2u : 3u) || std::any_of(words.begin(), words.end(), is_vector_word))
    return std::nullopt;
  Atomic atomic;
  for (const std::string_view word : words.subspan(1)) {
    if (std::find(std::begin(kOps), std::end(kOps), word) != std::end(kOps)) atomic.op = word;
    if (const ptx::Type type = ptx::type_named(word); type != ptx::Type::none) atomic.type = type;
    if (const sim::Space space = space_of(word); space != sim::Space::generic) atomic.space = space;
    atomic.orders = atomic.orders || word == "acquire" || word == "acq_rel";
  }
  const ptx::Operand& old = operands[0];
  atomic.unused = reduction || old.kind == Kind::sink || (old.kind == Kind::reg && !draft.register_wanted[old.index]);
  atomic.address = &operands[reduction ? 0 : 1];
  atomic.value = &operands[reduction ? 1 : 2];
  return atomic;
}

bool is_bitwise(std::string_view op) { return op == "and" || op == "or" || op == "xor"; }

/// Whether the warp's values are combined before one lane performs the operation, given that all lanes have one
/// address.
bool combines(const Atomic& atomic, bool value_is_constant) {
  const bool word = atomic.type == ptx::Type::u32 || atomic.type == ptx::Type::s32 || atomic.type == ptx::Type::b32;
  if (word) {
    if (atomic.op == "add") return true;
    return atomic.unused && (atomic.op == "min" || atomic.op == "max" || is_bitwise(atomic.op));
  }
  // 64 bits only where one multiplication does it.
  return (atomic.type == ptx::Type::u64 || atomic.type == ptx::Type::s64) && atomic.op == "add" && value_is_constant;
}

/// ATOMS.POPC.INC: also `inc` without a limit.
bool counts_lanes(const Atomic& atomic, Congruence value) {
  if (!atomic.unused || atomic.space != sim::Space::shared || atomic.type != ptx::Type::u32 || value.bits < 32)
    return false;
  const auto number = static_cast<std::uint32_t>(value.residue);
  return (atomic.op == "add" && number == 1) || (atomic.op == "inc" && number == 0xffffffffu);
}

}  // namespace

void lower_atomics(Draft& draft) {
  for (std::uint32_t i = 0; i < draft.function().instructions.size(); ++i) {
    const std::optional<Atomic> atomic = atomic_of(draft, i);
    if (!atomic || atomic->space == sim::Space::generic) continue;
    sim::Lowering& lowering = draft.lowering(i);
    const Congruence value = draft.values.congruence(*atomic->value);
    const bool exchanges = atomic->op == "exch" || atomic->op == "cas";
    if (counts_lanes(*atomic, value)) {
      lowering.how = sim::Lowered::counted;
    } else if (atomic->unused && !atomic->orders && !exchanges &&
               draft.function().words_of(draft.function().instructions[i])[0] == "atom") {
      lowering.how = sim::Lowered::reduction;
    }
    lowering.one_lane = !exchanges && draft.values.uniform(*atomic->address) && combines(*atomic, value.bits >= 64);
  }
}

}  // namespace warpglass::isa
