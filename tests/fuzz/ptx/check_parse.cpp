#include "check_parse.hpp"

#include <fmt/format.h>

#include "ptx/module.hpp"
#include "tests/unit/ptx/print_module.hpp"

namespace warpglass::ptx {
namespace {

class Checker {
 public:
  explicit Checker(const Module& module) : module_(module) {}

  std::string complaint() && { return std::move(complaint_); }

  void check_module() {
    for (const Variable& variable : module_.variables) check_variable(variable);
    for (const SourceLocation& location : module_.locations) {
      expect(location.inlined_at < static_cast<std::int64_t>(module_.locations.size()), "inlined_at is out of range");
    }
    for (const auto& function : module_.functions) check_function(*function);
    expect(module_.functions_by_name.size() == module_.functions.size(), "functions are not indexed");
    for (const auto& function : module_.functions) {
      expect(module_.find_function(function->name) == function.get(), "a function is not found by its name");
    }
  }

 private:
  void expect(bool holds, std::string_view what) {
    if (!holds && complaint_.empty()) complaint_ = what;
  }

  void check_view(std::string_view view) {
    const std::string& text = *module_.text;
    const bool inside = view.data() >= text.data() && view.data() + view.size() <= text.data() + text.size();
    expect(view.data() == nullptr || inside, "a view points outside the text");
  }

  void check_position(Position position) { expect(position.line > 0 && position.column > 0, "a position is missing"); }

  void check_variable(const Variable& variable) {
    check_view(variable.name);
    check_position(variable.position);
    expect(variable.size_in_bytes() <= std::uint64_t{1} << 48, "a variable is too large");
    expect(variable.initializer.size() <= variable.elements * variable.vector_width, "an initialiser is too long");
    for (const Initializer& element : variable.initializer) check_view(element.symbol);
  }

  void check_function(const Function& f) {
    for (const Variable& variable : f.variables) check_variable(variable);
    for (const std::uint32_t i : f.params) expect(i < f.variables.size(), "a parameter is out of range");
    for (const std::uint32_t i : f.return_params) expect(i < f.variables.size(), "a parameter is out of range");
    for (const Label& label : f.labels) {
      check_view(label.name);
      expect(label.defined && label.target <= f.instructions.size(), "a label's target is out of range");
    }
    for (const LabelledDirective& directive : f.labelled) {
      for (const std::uint32_t i : directive.labels) expect(i < f.labels.size(), "a branch target is out of range");
    }
    for (const std::string_view word : f.words) check_view(word);
    for (const Operand& operand : f.operands) check_operand(f, operand);
    for (const Instruction& instruction : f.instructions) {
      check_position(instruction.position);
      expect(instruction.word_count > 0, "an instruction has no opcode");
      expect(instruction.first_word + instruction.word_count <= f.words.size(), "a word is out of range");
      expect(instruction.first_operand + instruction.operand_count <= f.operands.size(), "an operand is out of range");
      expect(instruction.guard < static_cast<std::int64_t>(f.registers.size()), "a guard is out of range");
      expect(instruction.location < static_cast<std::int64_t>(module_.locations.size()), "a location is out of range");
    }
    if (!f.instructions.empty())
      expect(!text_of(module_, f, f.instructions.back()).empty(), "an instruction has no text");
  }

  void check_operand(const Function& f, const Operand& operand) {
    using Kind = Operand::Kind;
    check_view(operand.name);
    check_position(operand.position);
    expect(operand.first_child + operand.child_count <= f.operands.size(), "a child is out of range");
    switch (operand.kind) {
      case Kind::reg: expect(operand.index < f.registers.size(), "a register is out of range"); break;
      case Kind::variable: expect(operand.index < f.variables.size(), "a variable is out of range"); break;
      case Kind::label: expect(operand.index < f.labels.size(), "a label is out of range"); break;
      case Kind::symbol: expect(operand.index <= f.labelled.size(), "a labelled directive is out of range"); break;
      case Kind::address: expect(operand.child_count > 0, "an address has no base"); break;
      case Kind::pair: expect(operand.child_count == 2, "a pair has not two operands"); break;
      case Kind::special:
      case Kind::integer:
      case Kind::f32_bits:
      case Kind::f64_bits:
      case Kind::vector:
      case Kind::list:
      case Kind::sink: break;
    }
  }

  const Module& module_;
  std::string complaint_;
};

}  // namespace

std::string check_parse(std::string_view text) {
  const ParseResult result = parse(std::string(text), "input.ptx");
  if (result.diagnostics.size() > static_cast<std::size_t>(kMaxErrors)) return "more errors than the limit";
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.where.line == 0 || diagnostic.where.column == 0 || diagnostic.message.empty()) {
      return "an error without place or message";
    }
  }
  if (!result.diagnostics.empty()) return {};
  Checker checker(result.module);
  checker.check_module();
  if (std::string complaint = std::move(checker).complaint(); !complaint.empty()) return complaint;

  const std::string written = print(result.module);
  const ParseResult again = parse(written, "written.ptx");
  if (!again.diagnostics.empty()) {
    return fmt::format("what was written is refused: {}\n{}", to_string(again.diagnostics[0]), written);
  }
  if (print(again.module) != written) return fmt::format("what was written reads differently:\n{}", written);
  return {};
}

}  // namespace warpglass::ptx
