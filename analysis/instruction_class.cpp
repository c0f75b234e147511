#include "analysis/instruction_class.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "analysis/library_costs.hpp"

namespace warpglass::analysis {
namespace {

using arch::InstructionClass;
using enum arch::InstructionClass;
using Classes = std::vector<ClassCount>;

/// A type word: "f32" is {'f', 32}, "u8" {'u', 8}, "bf16x2" {'b', 32} of bfloat16.
struct Type {
  char kind = 0;  // f, s, u, b; h: halves; y: bfloat16; p: pred; e: narrower floats
  int bits = 0;   // of an element
  bool pair = false;

  [[nodiscard]] bool is_integer() const { return kind == 's' || kind == 'u' || kind == 'b'; }
  [[nodiscard]] bool is_half() const { return kind == 'h' || kind == 'y' || kind == 'e'; }
};

std::optional<Type> type_of(std::string_view word) {
  if (word == "pred") return Type{.kind = 'p', .bits = 1};
  if (word.starts_with("bf16")) return Type{.kind = 'y', .bits = 16, .pair = word == "bf16x2"};
  if (word == "f16" || word == "f16x2") return Type{.kind = 'h', .bits = 16, .pair = word == "f16x2"};
  if (word == "tf32") return Type{.kind = 'f', .bits = 32};
  if (word.size() > 3 && word.front() == 'e' && word[2] == 'm') return Type{.kind = 'e', .bits = 8, .pair = true};
  if (word.size() < 2 || std::string_view("fsub").find(word.front()) == std::string_view::npos) return std::nullopt;
  int bits = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data() + 1, end, bits);
  if (error != std::errc{}) return std::nullopt;
  const bool pair = std::string_view(rest, end) == "x2" || std::string_view(rest, end) == "x4";
  if (rest != end && !pair) return std::nullopt;
  return Type{.kind = word.front(), .bits = bits, .pair = pair};
}

/// The type words of an instruction, in order.
std::vector<Type> types_of(const InstructionText& instruction) {
  std::vector<Type> types;
  for (std::size_t i = 1; i < instruction.words.size(); ++i) {
    if (const auto type = type_of(instruction.words[i])) types.push_back(*type);
  }
  return types;
}

/// 64 bits take two instructions.
double halves(const Type& type) { return type.bits == 64 ? 2 : 1; }

Classes arithmetic(const Type& type) {
  if (type.kind == 'h') return {{float16}};
  if (type.kind == 'y') return {{bfloat16}};
  if (type.kind == 'f') return {{type.bits == 64 ? float64 : float32}};
  return {{integer_add, halves(type)}};
}

Classes product(const InstructionText& instruction, const Type& type, bool add) {
  if (!type.is_integer()) return arithmetic(type);
  // Recorded: mul.lo.s64 is three multiplications and an addition.
  if (type.bits == 64)
    return instruction.has("lo") ? Classes{{integer_multiply, 1}, {integer_multiply_wide, 1}, {integer_add, 1}}
                                 : Classes{{integer_multiply_wide, 4}, {integer_add, add ? 6.0 : 4.0}};
  const bool wide = type.bits == 32 && (instruction.has("wide") || instruction.has("hi"));
  return {{wide ? integer_multiply_wide : integer_multiply}};
}

Classes quotient(const InstructionText& instruction, const Type& type) {
  if (type.is_integer()) return {{type.bits == 64 ? divide_integer_64 : divide_integer}};
  if (type.bits == 64) return {{divide_float64}};
  if (instruction.has("approx")) return {{divide_float32_approx}};
  return {{instruction.has("full") ? divide_float32_full : divide_float32}};
}

Classes root_or_reciprocal(const InstructionText& instruction, const Type& type) {
  if (instruction.has("approx")) return {{special}};
  const bool root = instruction.words[0] == "sqrt";
  if (type.bits == 64) return {{root ? square_root_float64 : divide_float64}};
  return {{root ? square_root_float32 : reciprocal_float32}};
}

Classes comparison(const Type& type, int instructions) {
  if (type.kind == 'f' && type.bits == 64) return {{float64}, {compare, instructions - 1.0}};
  if (type.is_half()) return {{float16}};
  // The second one waits for the first.
  return Classes(static_cast<std::size_t>(instructions), {compare, halves(type)});
}

Classes conversion(const Type& to, const Type& from) {
  if (to.is_integer() && from.is_integer()) {
    if (from.bits < 32 && to.bits > from.bits) return {{convert_narrow}};
    if (to.bits < from.bits || to.kind != 's' || from.kind != 's') return {};  // other names for the same registers
    return {{shift}};                                                          // the sign's copies
  }
  if (to.bits == 64 || from.bits == 64) return {{convert_64}};
  if (to.is_half() || from.is_half()) return {{to.is_integer() || from.is_integer() ? convert : convert_half}};
  if (from.is_integer()) return {{from.bits == 32 ? convert_from_integer : convert}};
  return {{convert}};
}

/// Multiply-adds of "m16n8k16", by 2,048; other widths of elements than 16 bits take proportionally less or more.
Classes matrix_product(const InstructionText& instruction) {
  for (const std::string_view word : instruction.words) {
    double volume = 1;
    int numbers = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (std::string_view("mnk").find(word[i]) == std::string_view::npos) continue;
      int extent = 0;
      const auto [rest, error] = std::from_chars(word.data() + i + 1, word.data() + word.size(), extent);
      if (error != std::errc{}) break;
      volume *= extent;
      ++numbers;
    }
    if (numbers != 3) continue;
    const std::vector<Type> types = types_of(instruction);
    const int bits = types.size() > 1 ? types[1].bits : 16;
    return {{tensor, volume / 2048 * bits / 16}};
  }
  return {};
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What needs no look at its types, or only at the width.
struct WordRow {
  std::string_view word;
  InstructionClass which;
};

constexpr std::array kWords = std::to_array<WordRow>({
    {"activemask", vote},
    {"atom", memory},
    {"bar", barrier},
    {"barrier", barrier},
    {"bfe", bit_field},
    {"bfi", bit_field},
    {"bfind", leading_zeros},
    {"bmsk", shift},
    {"bra", control},
    {"brev", bit_reverse},
    {"brx", control},
    {"call", control},

    {"cp", memory},
    {"dp2a", dot_product},
    {"dp4a", dot_product},
    {"elect", vote},
    {"ex2", special},
    {"ldmatrix", memory},
    {"ldu", memory},
    {"lg2", special},
    {"lop3", logic},
    {"mad24", multiply24},
    {"mul24", multiply24},
    {"popc", population_count},
    {"prmt", logic},
    {"red", memory},
    {"redux", warp_reduce},
    {"ret", control},
    {"sad", absolute_difference},
    {"shfl", shuffle},
    {"st", memory},
    {"stmatrix", memory},
    {"suld", texture},
    {"sured", texture},
    {"sust", texture},
    {"szext", shift},
    {"tanh", special},
    {"tex", texture},
    {"tld4", texture},
    {"vote", vote},
});

Classes by_types(const InstructionText& instruction) {
  const std::string_view word = instruction.words[0];
  const std::vector<Type> types = types_of(instruction);
  if (types.empty()) return {};
  const Type type = types.back();
  if (is_one_of(word, {"add", "sub", "addc", "subc"})) return arithmetic(type);
  if (is_one_of(word, {"mul", "mad", "madc", "fma"})) return product(instruction, type, word != "mul");
  if (is_one_of(word, {"div", "rem"})) return quotient(instruction, type);
  if (is_one_of(word, {"rcp", "sqrt", "rsqrt"})) return root_or_reciprocal(instruction, type);
  if (is_one_of(word, {"min", "max"})) return comparison(type, type.bits == 64 && type.is_integer() ? 2 : 1);
  if (word == "setp") return comparison(type, 1);
  if (is_one_of(word, {"set", "slct"})) return comparison(type, 2);
  if (word == "selp") return {{compare, halves(type)}};
  if (is_one_of(word, {"and", "or", "xor", "not", "cnot"})) return {{logic, halves(type)}};
  if (is_one_of(word, {"shl", "shr", "shf"})) return {{shift, halves(type)}};
  // The sign of a float is changed by the instruction that reads it.
  if (is_one_of(word, {"abs", "neg"})) return type.is_integer() ? Classes{{integer_add, halves(type)}} : Classes{};
  if (word == "cvt" && types.size() >= 2) return conversion(types[types.size() - 2], type);
  return {};
}

}  // namespace

bool InstructionText::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

InstructionText split(std::string_view text) {
  InstructionText parts;
  const auto skip_spaces = [&] { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); };
  skip_spaces();
  if (text.starts_with('@')) {
    text.remove_prefix(std::min(text.find_first_of(" \t"), text.size()));
    skip_spaces();
  }
  const std::size_t end = std::min(text.find_first_of(" \t;"), text.size());
  for (std::size_t at = 0; at < end;) {
    const std::size_t dot = std::min(text.find('.', at), end);
    std::string_view word = text.substr(at, dot - at);
    while (word.starts_with(':')) word.remove_prefix(1);
    if (!word.empty()) parts.words.push_back(word);
    at = dot + 1;
  }
  text.remove_prefix(end);
  int depth = 0;
  std::size_t begin = 0;
  const auto take = [&](std::size_t last) {
    std::string_view operand = text.substr(begin, last - begin);
    while (!operand.empty() && (operand.front() == ' ' || operand.front() == '\t')) operand.remove_prefix(1);
    while (!operand.empty() && (operand.back() == ' ' || operand.back() == ';')) operand.remove_suffix(1);
    if (!operand.empty()) parts.operands.push_back(operand);
    begin = last + 1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if (c == ',' && depth == 0) take(i);
  }
  take(text.size());
  return parts;
}

std::vector<std::string_view> registers_of(std::string_view operand) {
  std::vector<std::string_view> found;
  for (std::size_t at = operand.find('%'); at != std::string_view::npos; at = operand.find('%', at + 1)) {
    const std::size_t end = std::min(operand.find_first_of(", +-]})|", at), operand.size());
    found.push_back(operand.substr(at, end - at));
  }
  return found;
}

std::vector<ClassCount> classes_of(const InstructionText& instruction) {
  if (instruction.words.empty()) return {};
  const std::string_view word = instruction.words[0];
  // Kernel parameters and other constants are operands of the instructions that use them.
  if (word == "ld") return instruction.has("param") || instruction.has("const") ? Classes{} : Classes{{memory}};
  if (word == "st" && instruction.has("param")) return {};
  if (word == "call") {
    for (const std::string_view operand : instruction.operands) {
      if (Classes library = library_classes(operand); !library.empty()) return library;
    }
  }
  if (word == "match") return {{warp_reduce, 32}};  // recorded: 32 rounds where all lanes differ
  if (word == "mma" || (word == "wmma" && instruction.has("mma"))) return matrix_product(instruction);
  if (word.front() == 'v' && word != "vote") return {{video}};        // vadd, vabsdiff4 and their kin
  if (word == "sin" || word == "cos") return {{special}, {float32}};  // the angle is brought into turns first
  if (word == "clz") return {{leading_zeros, instruction.has("b64") ? 2.0 : 1.0}, {integer_add}};
  // A field whose place is known is a shift and a mask; else it is made from its bounds.
  if ((word == "bfe" || word == "bfi") && !instruction.operands.empty() && instruction.operands.back().front() == '%')
    return {{shift, 1}, {logic, 3}};
  for (const WordRow& row : kWords) {
    if (row.word != word) continue;
    const std::vector<Type> types = types_of(instruction);
    const bool twice = !types.empty() && types.back().bits == 64 && row.which != memory;
    return {{row.which, twice ? 2.0 : 1.0}};
  }
  return by_types(instruction);
}

arch::InstructionCost cost_of(const std::vector<ClassCount>& parts, const arch::ComputeCapability& capability) {
  arch::InstructionCost total;
  total.instructions = 0;
  total.source = arch::CostSource::measured;
  for (const ClassCount& part : parts) {
    if (part.count == 0) continue;
    const arch::InstructionCost one = arch::instruction_cost(capability, part.which);
    if (!one.known()) return {};
    total.instructions += part.count * one.instructions;
    total.latency += one.latency;
    total.source = std::max(total.source, one.source);
    // A sequence is busy for longer than any of its pipes.
    total.issue_cycles = std::max(total.issue_cycles, part.count * one.issue_cycles);
    for (const arch::PipeCycles& busy : one.pipes) {
      auto same = std::find_if(total.pipes.begin(), total.pipes.end(),
                               [&](const arch::PipeCycles& known) { return known.pipe == busy.pipe; });
      if (same == total.pipes.end()) same = total.pipes.insert(total.pipes.end(), {busy.pipe, 0, 0});
      same->cycles += part.count * busy.cycles;
      same->instructions += part.count * busy.instructions;
      if (same->cycles >= total.issue_cycles || total.pipes.size() == 1) total.pipe = busy.pipe;
      total.issue_cycles = std::max(total.issue_cycles, same->cycles);
    }
  }
  return total;
}

arch::InstructionCost cost_of(const InstructionText& instruction, const arch::ComputeCapability& capability) {
  arch::InstructionCost cost = cost_of(classes_of(instruction), capability);
  if (!instruction.words.empty() && instruction.words[0] == "call") cost.latency = 0;  // of many, not all in a chain
  return cost;
}

}  // namespace warpglass::analysis
