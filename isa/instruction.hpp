// The instruction table. One row is one syntax line of the PTX manual with its meaning; there is no list of opcodes
// anywhere else. Words accepted, operand roles, error texts and the coverage page follow from the row.
//
// A syntax line is written as the manual writes it:
//
//     "add{.sat}.type d, a, b"           where  "type = s32"
//     "setp.cmp{.ftz}.type p{|q}, a, b"  where  "cmp = eq ne lt le gt ge; type = u16 u32 u64 s16 s32 s64 f32"
//     "shl.type d, a, b"                 where  "type = b16 b32 b64; b : u32"
//     "ld{.weak}{.space}{.cop}{.vec}.type d, [a]"
//     "mul.wide.type d, a, b"            where  "type = u16 s16 u32 s32; d : wide"
//
// `.name` is a slot when the where clause gives its words (`name = w1 w2 ...`), else a literal word; `{...}` is
// optional. Words are accepted in any order, as assemblers accept them; slots that share words fill from left to
// right. Operand names: d (and e) are destinations, p and q destination predicates, the rest sources; their type is
// `.type` unless `name : type` says otherwise, where type is a type's name, another slot's name, `pred`, or `wide`
// (twice the width of `.type`). An operand is written as it must look: `a` plain, `[a]` address, `{a, b}` vector,
// `(a)` list, `%s` special register, `p|q` pair, `p{|q}` pair whose second may be missing; `{, c}` may be left out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/instruction_class.hpp"
#include "isa/syntax.hpp"
#include "ptx/module.hpp"
#include "sim/effects.hpp"
#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// Predicate row of every frame that holds the carry flag of add.cc, subc, madc and their kin.
inline constexpr std::uint32_t kCarryRow = 4;

/// One instruction as matched by a row: which word each slot got, and which operands are there.
struct Spelling {
  const InstructionDef* def = nullptr;
  std::span<const std::string_view> words;  // all words as written, opcode first
  std::uint8_t operand_count = 0;           // as written
  bool has_second = false;                  // of a pair p{|q}: q is written (and is not `_`)
  std::uint16_t least_target = 0;           // the row's, or a later one that a word needs

  /// Word of a slot, without dot: word("type") == "s32"; "" when an optional slot was left out.
  [[nodiscard]] std::string_view word(std::string_view slot) const;
  /// True when the literal optional word was written: has("sat").
  [[nodiscard]] bool has(std::string_view literal) const;
  /// The slot's word as a type; Type::none when absent or no type.
  [[nodiscard]] ptx::Type type(std::string_view slot = "type") const;

  struct Choice {
    std::string_view slot;
    std::string_view word;
  };
  std::array<Choice, Syntax::kMaxWords> choices{};
  std::uint8_t choice_count = 0;
};

/// An address operand `[base + offset]`.
struct Address {
  std::uint32_t row = 0;   // of the base: a register's row, or a constant's for variables and literals
  std::uint8_t bytes = 8;  // 4 or 8
  std::int32_t offset = 0;
  sim::Space space = sim::Space::generic;  // of the variable when the base is one
  bool is_param_variable = false;          // base is a `.param` variable: see `is_kernel_param` and `param_offset`
  bool is_kernel_param = false;    // a parameter of the kernel: at warp.params_address; else in warp.frame->params
  std::uint32_t param_offset = 0;  // byte offset of the address (the operand's own offset included) in those bytes
};

/// What a row's binding may ask of, and tell, the binder. Implemented in isa/bind/binder.cpp.
class BindContext {
 public:
  virtual ~BindContext() = default;

  [[nodiscard]] virtual const Spelling& spelling() const = 0;
  [[nodiscard]] virtual std::span<const ptx::Operand> operands() const = 0;
  [[nodiscard]] virtual std::span<const ptx::Operand> children(const ptx::Operand& operand) const = 0;
  [[nodiscard]] virtual const ptx::Function& function() const = 0;
  [[nodiscard]] virtual bool in_kernel() const = 0;    // false in a .func
  [[nodiscard]] virtual std::uint32_t sm() const = 0;  // of the GPU that it is to run on: 90 is sm_90

  /// The op being made (guard, pc and facts.ptx/source/text are filled in already) and its facts.
  [[nodiscard]] virtual sim::Op& op() = 0;
  [[nodiscard]] virtual sim::OpFacts& facts() = 0;

  /// Row that holds the operand's value as `type`: a register's own row (its size must match unless `any_size`), a
  /// constant row for literals, symbol addresses and WARP_SZ. Predicates: the row of the LaneMask; literal
  /// 0/1 predicates too. Records an error and returns 0 when the operand does not fit.
  virtual std::uint32_t source_row(const ptx::Operand& operand, ptx::Type type, bool any_size = false) = 0;
  /// Row of a register that is written; `_` gives a scratch row.
  virtual std::uint32_t destination_row(const ptx::Operand& operand, ptx::Type type, bool any_size = false) = 0;
  /// Bytes of a row element of the register operand: 1, 2, 4, 8, 16 (predicate: 0); of `fallback` for others.
  [[nodiscard]] virtual std::uint8_t register_bytes(const ptx::Operand& operand, ptx::Type fallback) const = 0;
  /// A constant row: 32 times the low `bytes` bytes of `bits`. A predicate (bytes 0): all lanes `bits & 1`.
  virtual std::uint32_t constant_row(std::uint64_t bits, std::uint8_t bytes) = 0;
  /// A scratch row of the function's frame, `bytes` per lane, not shared with other ops.
  virtual std::uint32_t scratch_row(std::uint8_t bytes) = 0;
  virtual Address address(const ptx::Operand& operand) = 0;
  /// Index into Program::lists of the given rows.
  virtual std::uint32_t list(std::vector<std::uint32_t> rows) = 0;
  /// Gives the op an access site of its own.
  virtual void new_site() = 0;
  /// Value of an operand that must be a literal; records an error otherwise.
  virtual std::uint64_t literal(const ptx::Operand& operand) = 0;

  /// Makes op().imm the distance to the label's op, once known.
  virtual void branch_to(const ptx::Operand& label) = 0;
  /// Index into Program::lists of the op indices of a .branchtargets directive, once known.
  virtual std::uint32_t branch_table(const ptx::Operand& name) = 0;
  /// Makes op().extra the index of the join op at the instruction's immediate post-dominator (Op::kNone: none).
  virtual void join_here() = 0;
  /// Byte offset of a `.param` variable in the running function's parameter bytes.
  virtual std::uint32_t param_offset(const ptx::Operand& variable) = 0;

  /// Appends the finished op() and begins another one with the same guard, place and text (facts.kind pseudo).
  virtual void next_op() = 0;

  virtual void error(const ptx::Position& where, std::string message) = 0;
};

/// Chooses the handler for one spelling. Rows whose operands are plain rows only return it; the binder has put the
/// operands' rows into the op in the order of the syntax line: the first destination into d, a second one (e, or q
/// when it is written) into e, sources into a, b, c and, when there is no second destination, e.
using SelectHandler = sim::Handler (*)(const Spelling& spelling);

/// Binds an instruction whose operands are not plain rows (memory, control, vectors).
using BindInstruction = void (*)(BindContext& context);

/// Which machine instructions an instruction becomes (isa/chapters/costs.hpp).
using CostOf = Costs (*)(const Spelling& spelling, std::span<const ptx::Operand> operands);

/// What a row states of its instruction beside the meaning. Types, spaces, order and scope follow from the words
/// (isa/effects.hpp).
struct RowEffects {
  sim::Does does = sim::Does::unstated;
  CostOf costs = nullptr;
  sim::Algebra algebra = sim::Algebra::other;
  sim::Order order = sim::Order::weak;  // where no word says another
  bool aligned = false;                 // likewise
  sim::ProductOrder products = sim::ProductOrder::none;

  [[nodiscard]] constexpr bool stated() const { return does != sim::Does::unstated && costs != nullptr; }
};

struct InstructionDef {
  std::string_view syntax;
  std::string_view where{};
  RowEffects effects{};
  SelectHandler select = nullptr;       // exactly one of select
  BindInstruction bind = nullptr;       // and bind
  std::string_view since = "1.0";       // PTX ISA version
  std::uint16_t sm = 10;                // least target
  std::uint16_t last_sm = 0;            // no later target has it (wgmma: 90, of sm_90a); 0: all have
  std::string_view chapter{};           // manual section, "Integer Arithmetic Instructions: add"
  std::string_view accuracy = "exact";  // "exact", or the bound: "2 ulp", "2^-22.5"
};

/// For a static_assert over a chapter's rows: every syntax line parses, every row has one meaning and states its
/// effects.
[[nodiscard]] constexpr bool well_formed(std::span<const InstructionDef> rows) {
  for (const InstructionDef& row : rows) {
    if ((row.select == nullptr) == (row.bind == nullptr) || !row.effects.stated() ||
        parse_syntax(row.syntax, row.where).mistake != nullptr)
      return false;
  }
  return true;
}

/// All rows of all chapters, for the best instruction set of this machine.
[[nodiscard]] std::span<const InstructionDef* const> instruction_table();

/// What the first row of an opcode does; `unstated` when there is none. Rows of one opcode agree on whether they
/// branch, call, return, exit, trap, load or store.
[[nodiscard]] sim::Does does_of(std::string_view opcode);
/// Whether its first row converts between types.
[[nodiscard]] bool converts(std::string_view opcode);

/// The row that matches, or nullptr with `why` saying what does not: unknown opcode (nearest names), a word that is not
/// one of the row's (which are), words that do not go together, operands of the wrong number or kind.
[[nodiscard]] const InstructionDef* match(std::span<const std::string_view> words,
                                          std::span<const ptx::Operand> operands, Spelling& spelling, std::string& why);

}  // namespace warpglass::isa
