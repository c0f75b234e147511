// What is known of an op beside how to execute it: what its instruction does, with which registers, what the vendor's
// assembler makes of it, where it stands in the source. For counters, checkers and reports; nothing here is read while
// a kernel executes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/cache_operator.hpp"
#include "base/diagnostic.hpp"
#include "sim/effects.hpp"
#include "sim/fault.hpp"

namespace warpglass::sim {

inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// What kind of work an instruction is, for the executed-instruction counters and the reports.
enum class OpKind : std::uint8_t {
  other,
  pseudo,  // put in by the decoder (joins): not counted as an instruction
  load,
  store,
  atomic,
  reduction,  // reduction: atomic without a destination
  matrix_load,
  matrix_store,  // ldmatrix, stmatrix
  async_copy,    // cp.async; `site` is of the shared side, `site + 1` of the global side
  branch,
  call,
  ret,
  exit,
  barrier,
};

/// True for the kinds that have an access site.
[[nodiscard]] constexpr bool is_memory_access(OpKind kind) {
  switch (kind) {
    case OpKind::load:
    case OpKind::store:
    case OpKind::atomic:
    case OpKind::reduction:
    case OpKind::matrix_load:
    case OpKind::matrix_store:
    case OpKind::async_copy: return true;
    case OpKind::other:
    case OpKind::pseudo:
    case OpKind::branch:
    case OpKind::call:
    case OpKind::ret:
    case OpKind::exit:
    case OpKind::barrier: break;
  }
  return false;
}

/// What the vendor's assembler makes of an instruction before the machine executes it. `isa/lowering` decides; the
/// engine executes every op as it is written all the same, and only counts what the machine would.
enum class Lowered : std::uint8_t {
  as_written,
  resized,       // other widths: with the words of neighbours, or without elements that nobody reads
  merged,        // done by another op's access
  redundant,     // a load of what has been loaded or stored before
  unused,        // a load whose value nobody reads
  overwritten,   // a store that the next one replaces
  reduction,     // an atomic whose old value nobody reads
  counted,       // a shared addition of 1: lanes of one word are counted, not serialised (ATOMS.POPC.INC)
  in_registers,  // an access of a small local array that is kept in registers
  predicated,    // a branch around few instructions, which are predicated instead
};

/// One access that the machine makes for an op.
struct MachineAccess {
  std::int32_t offset = 0;  // bytes from the op's own address
  std::uint32_t bytes = 0;  // per lane

  friend bool operator==(const MachineAccess&, const MachineAccess&) = default;
};

struct Lowering {
  Lowered how = Lowered::as_written;
  bool one_lane = false;                // an atomic: the warp's values are combined and one lane performs it
  bool partly_read = false;             // a product of matrices: some of its registers are read, others never
  std::vector<MachineAccess> accesses;  // resized: what is executed instead, at least one
  /// A load: the block (of Program::blocks) that alone needs it, where the assembler may make it; kNoBlock: there is
  /// none.
  std::uint32_t may_move_to = kNoBlock;
  static constexpr std::uint32_t kNoBlock = 0xffffffffu;

  /// Whether counters differ from those of the access as written.
  [[nodiscard]] bool changes_access() const { return how != Lowered::as_written || one_lane; }
  /// Machine instructions for each time the op is executed.
  [[nodiscard]] std::uint32_t instructions() const {
    switch (how) {
      case Lowered::as_written:
      case Lowered::reduction:
      case Lowered::counted: return 1;
      case Lowered::resized: return static_cast<std::uint32_t>(accesses.size());
      case Lowered::merged:
      case Lowered::redundant:
      case Lowered::unused:
      case Lowered::overwritten:
      case Lowered::in_registers:
      case Lowered::predicated: break;
    }
    return 0;
  }
};

/// What another order of warps or blocks might change about an op.
enum class Varies : std::uint8_t {
  no,
  addresses,   // what it touches
  executions,  // also how often it is executed, or by which lanes
};

/// A register of a function, as its PTX declares them.
enum class RegisterId : std::uint32_t {};

/// A register, number or shared variable that an instruction names; those of vectors, pairs, lists and addresses one by
/// one.
struct OperandFact {
  enum class Kind : std::uint8_t { reg, literal, shared_object, local_object, other };
  Kind kind = Kind::other;
  std::uint8_t position = 0;  // of the operand that it is, or is part of
  bool written = false;
  bool addresses = false;  // within brackets
  NumberType type{};       // that the instruction takes it for; of a floating literal its own
  RegisterId reg{};
  /// Of a literal; a shared object's index in Program::shared_objects; an address's offset, and that behind the name of
  /// a local variable.
  std::uint64_t bits = 0;
};

/// Facts about ops[pc].
struct OpFacts {
  OpKind kind = OpKind::other;
  Effects effects;
  Costs costs;                      // machine instructions that it becomes, taken alone
  std::uint32_t first_operand = 0;  // in Program::operands
  std::uint32_t operand_count = 0;
  Space space = Space::generic;  // memory ops: as the instruction names it
  CacheOperator cache = CacheOperator::none;
  EvictionHints eviction;
  std::uint32_t policy = kNoIndex;  // row of the cache policy that `L2::cache_hint` names
  std::uint16_t access_bytes = 0;   // memory ops: bytes per lane, all vector elements together
  std::uint32_t block = 0;          // Program::blocks
  std::uint32_t issue_block = 0;    // of the block whose executions issue it: another one when it was predicated
  Lowering lowering;
  Varies varies = Varies::no;
  std::uint32_t function = 0;  // index into Program::functions
  bool guarded = false;
  /// An atomic of 16 bits, which the machine executes as a load of the words and swaps of those until all lanes are
  /// through. In global memory these are counted at the sites behind the op's own: loads at the first, swaps at the
  /// second.
  bool is_swap_loop = false;
  bool computes = false;       // a call: by one of our functions, from rows that the op names to others, and no more
  RegisterId guard{kNoIndex};  // the predicate, where it is guarded
  SourcePosition ptx;          // file, line and column in the PTX text
  std::uint32_t source = kNoIndex;  // index into Program::sources, kNone when the PTX has no line table
  std::string text;                 // the instruction in PTX, for people
  std::string spelling;             // its opcode with all words, likewise
};

[[nodiscard]] inline std::span<const OperandFact> operands_of(const OpFacts& facts,
                                                              const std::vector<OperandFact>& operands) {
  return std::span(operands).subspan(facts.first_operand, facts.operand_count);
}

}  // namespace warpglass::sim
