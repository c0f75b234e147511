// PTX text as syntax: directives, variables, functions and their instructions, with the position of everything.
//
// The syntax knows no instruction's meaning: an instruction is a guard, dotted words and operands, so that the parser
// accepts every opcode there is or will be. Names are resolved as far as scope rules go: registers and the variables
// and labels of a function become indices, because inlined assembly reopens names in nested braces; what is left by
// name (module variables, functions) is resolved when modules are linked.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/types.hpp"

namespace warpglass::ptx {

/// Line and column of the PTX text, from 1. A column counts bytes; a tab is one.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

enum class Space : std::uint8_t { none, reg, constant, global, local, param, shared };

enum class Linkage : std::uint8_t { internal, visible, external, weak, common };

/// Where compiled code came from: `.loc file line column[, function_name L, inlined_at file line column]`.
struct SourceLocation {
  std::uint32_t file = 0;  // number given by `.file`; 0 = unknown
  std::uint32_t line = 0;  // 0 = same line as before
  std::uint32_t column = 0;
  std::int32_t inlined_at = -1;        // index into Module::locations of the call site, or -1
  std::int32_t inlined_function = -1;  // index into Module::inlined_functions: the function this line belongs to, or -1
};

struct Register {
  std::string_view name;  // with its '%', as written
  Type type = Type::none;
  std::uint8_t vector_width = 1;  // 2 or 4 for `.v2`/`.v4` registers
};

/// One element of a variable's initialiser. For integer and floating the low size_of(type) bytes of `bits` are what is
/// stored, whatever the literal looked like; for the others `bits` is the offset added to the symbol's address.
struct Initializer {
  enum class Kind : std::uint8_t { integer, floating, symbol_address, generic_address, mask };
  Kind kind = Kind::integer;
  std::uint8_t byte = 0;    // mask: `0xff00(name)` stores byte 1 of the address, `0xff(name)` byte 0
  bool is_generic = false;  // mask: the address is `generic(name)`; else it is the address in the variable's own space
  std::uint64_t bits = 0;
  double real = 0;          // floating: the value
  std::string_view symbol;  // symbol_address, generic_address, mask: module variable or function
};

/// One field of a texture, sampler or surface initialiser: `filter_mode = nearest`, `width = 16`.
struct Property {
  std::string_view name;
  std::string_view value;
};

/// A variable of any space but reg, or a parameter (space param; reg for `.func f (.reg .u32 x)`).
struct Variable {
  std::string_view name;
  Space space = Space::none;
  Type type = Type::none;
  std::uint8_t vector_width = 1;
  Linkage linkage = Linkage::internal;
  std::uint32_t alignment = 0;  // bytes; explicit `.align` or the natural one
  std::uint64_t elements = 1;   // product of the array dimensions; 0 when incomplete
  bool is_array = false;
  bool incomplete = false;               // `name[]` without initialiser: size given at launch or by another module
  bool is_managed = false;               // `.attribute(.managed)`
  bool is_unified = false;               // `.attribute(.unified(...))`
  bool is_pointer = false;               // parameter marked `.ptr`
  std::vector<Initializer> initializer;  // as ptxas stores them, one after the other; rest is zero
  std::vector<Property> properties;      // of texref, samplerref and surfref variables
  Space pointee_space = Space::none;     // `.ptr .global` parameters; none = generic
  std::uint32_t pointee_alignment = 0;   // bytes; 0 when not stated
  std::uint32_t register_index = 0;      // space reg: index into Function::registers
  Position position;                     // of the name

  /// Bytes; never overflows, because the parser refuses a variable of 2^48 bytes or more.
  [[nodiscard]] std::uint64_t size_in_bytes() const { return elements * vector_width * std::uint64_t(size_of(type)); }
  /// Whether this text gives it its place, rather than another module or the launch.
  [[nodiscard]] bool is_defined() const { return linkage != Linkage::external && !incomplete; }
};

/// One operand. Which fields mean something depends on the kind.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,       // index = Function::registers; component may select .x .y .z .w
    special,   // name = "%tid.x": a special register (isa knows which), component included in the name
    integer,   // bits; is_unsigned when written with a U suffix or too large for .s64. Constant expressions are folded
    f32_bits,  // bits: 0fXXXXXXXX
    f64_bits,  // bits: 0dXXXXXXXXXXXXXXXX or a decimal floating literal
    variable,  // index = Function::variables (parameter or local variable); bits = byte offset added (`a+4`, `a[1]`)
    symbol,    // name = module variable or function; bits = byte offset added. index = 1 + that of Function::labelled
               // when the name is a .branchtargets, .calltargets or .callprototype, else 0
    label,     // index = Function::labels
    address,  // [base + bits]: children[0] is reg, variable, symbol or integer; more children: texture coordinates etc.
    vector,   // {a, b, ...}: children
    pair,     // p|q: children[0], children[1]
    list,     // (a, b): call arguments
    sink,     // _
  };
  /// `.x` or `.r` etc. of a vector register; `.b0` .. `.h1` of video instructions; selector: any longer one of
  /// packed video instructions, its word ("b3210", "h10") in `name`.
  enum class Component : std::uint8_t { none, x, y, z, w, b0, b1, b2, b3, h0, h1, selector };

  Kind kind = Kind::sink;
  Component component = Component::none;
  bool negated = false;  // `!p` or `-x` of a register; the sign of a constant is folded into bits
  bool is_unsigned = false;
  std::uint32_t index = 0;
  std::uint64_t bits = 0;  // value or byte offset (two's complement)
  std::string_view name = {};
  std::uint32_t first_child = 0;  // into Function::operands
  std::uint32_t child_count = 0;
  Position position;
};

/// `@[!]p op.word.word operands;` Words and operands lie in the function's arenas.
struct Instruction {
  std::uint32_t first_word = 0;
  std::uint16_t word_count = 0;
  std::uint16_t operand_count = 0;
  std::uint32_t first_operand = 0;  // top-level operands are consecutive in Function::operands
  std::int32_t guard = -1;          // register index of the guard predicate, or -1
  bool guard_negated = false;
  std::int32_t location = -1;  // index into Module::locations, or -1
  Position position;           // of the opcode, behind the guard
};

struct Label {
  std::string_view name;
  std::uint32_t target = 0;  // index of the instruction it stands before (may be instructions.size())
  bool defined = false;      // always true after a parse without errors
  Position position;
};

/// `name: .branchtargets L1, L2;`, `.calltargets f, g;` or `.callprototype (ret) _ (params);`.
struct LabelledDirective {
  enum class Kind : std::uint8_t { branch_targets, call_targets, call_prototype };
  Kind kind = Kind::branch_targets;
  std::string_view name;
  std::vector<std::uint32_t> labels;            // branch targets
  std::vector<std::string_view> functions;      // call targets
  std::vector<Variable> return_params, params;  // prototype
  bool noreturn = false;                        // prototype
  Position position;
};

/// A performance or launch directive: `.maxntid 256, 1, 1`, `.minnctapersm 2`, `.reqnctapercluster`, `.pragma "..."`.
struct FunctionDirective {
  std::string_view name;  // with its dot
  std::vector<std::uint64_t> values;
  std::string_view text;     // string argument, unquoted
  std::uint32_t before = 0;  // index of the instruction that it stands before, where it is in a body
};

struct Function {
  std::string_view name;
  bool is_entry = false;
  bool has_body = false;
  Linkage linkage = Linkage::internal;
  bool noreturn = false;
  std::vector<std::uint32_t> return_params;  // indices into variables
  std::vector<std::uint32_t> params;         // indices into variables
  std::vector<FunctionDirective> directives;
  Position position;

  std::vector<Register>
      registers;  // those that occur, in order of first occurrence: `.reg .b32 %r<9>;` alone adds none
  std::vector<Variable> variables;  // parameters, then .local/.shared/.param/... variables declared inside
  std::vector<Label> labels;
  std::vector<LabelledDirective> labelled;  // looked up by name from call / brx operands (Operand::Kind::symbol)
  std::vector<Instruction> instructions;
  std::vector<std::string_view> words;  // arena: "ld", "global", "f32" (without dots)
  std::vector<Operand> operands;        // arena

  [[nodiscard]] std::span<const std::string_view> words_of(const Instruction& i) const {
    assert(i.first_word + std::size_t{i.word_count} <= words.size());
    return {words.data() + i.first_word, i.word_count};
  }
  [[nodiscard]] std::span<const Operand> operands_of(const Instruction& i) const {
    assert(i.first_operand + std::size_t{i.operand_count} <= operands.size());
    return {operands.data() + i.first_operand, i.operand_count};
  }
  [[nodiscard]] std::span<const Operand> children_of(const Operand& o) const {
    assert(o.first_child + std::size_t{o.child_count} <= operands.size());
    return {operands.data() + o.first_child, o.child_count};
  }
};

struct SourceFile {
  std::uint32_t number = 0;
  std::string name;  // unescaped
};

/// `.alias alias, function;`
struct Alias {
  std::string_view name;
  std::string_view function;
  Position position;
};

struct Module {
  std::string file_name;                    // what diagnostics call this text
  std::shared_ptr<const std::string> text;  // every string_view points into it
  std::uint16_t version_major = 0, version_minor = 0;
  std::string_view target;                       // "sm_90a"
  std::uint32_t target_sm = 0;                   // 90
  std::vector<std::string_view> target_options;  // "texmode_independent", "debug", "map_f64_to_f32"
  std::vector<std::string_view> pragmas;         // text of module-scope `.pragma`
  std::uint32_t address_size = 64;
  std::vector<SourceFile> files;
  std::vector<SourceLocation> locations;  // distinct `.loc` directives in order
  std::vector<std::string>
      inlined_functions;            // names that `function_name` of `.loc` points to, as the linker knows them
  std::vector<Variable> variables;  // module scope
  std::vector<std::unique_ptr<Function>>
      functions;  // declarations and definitions; a definition replaces its declaration
  std::vector<Alias> aliases;

  /// Indices sorted by name, for find_*; parse() fills them.
  std::vector<std::uint32_t> variables_by_name, functions_by_name;

  /// Whether the text is marked for debuggers (`.target sm_90, debug`): the assembler keeps more as it stands.
  [[nodiscard]] bool is_for_debuggers() const;
  /// Constant memory that its own variables take: one behind the other as they stand in the text, each at its
  /// alignment. Of any kernel in it that is the constant memory that the CUDA APIs tell of (recorded from an H100).
  [[nodiscard]] std::uint64_t constant_bytes() const;
  /// Null when there is none. An alias is not followed.
  [[nodiscard]] const Function* find_function(std::string_view name) const;
  [[nodiscard]] const Variable* find_variable(std::string_view name) const;
  /// Name of source file `number`, or "" when the module has none.
  [[nodiscard]] std::string_view file_name_of(std::uint32_t number) const;
};

struct ParseResult {
  Module module;
  Diagnostics
      diagnostics;  // all errors found (at most kMaxErrors), in text order; the module is usable only without any
};

inline constexpr int kMaxErrors = 100;   // parsing stops at that many
inline constexpr int kMaxNesting = 256;  // of braces and of parentheses

/// Parses a whole PTX module. Never throws on bad input and never reads outside `text`.
/// \param text       the module; may end with a NUL as it does in fat binaries
/// \param file_name  what diagnostics call it
[[nodiscard]] ParseResult parse(std::string text, std::string file_name);

/// The instruction as it stands in the text, one line, without guard or comments.
[[nodiscard]] std::string text_of(const Module& module, const Function& function, const Instruction& instruction);

}  // namespace warpglass::ptx
