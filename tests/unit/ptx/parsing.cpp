#include "parsing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace warpglass::ptx {
namespace {

std::string outline(const Function& f, const Operand& o) {
  static constexpr std::string_view kComponents[] = {"",    ".x",  ".y",  ".z",  ".w",  ".b0",
                                                     ".b1", ".b2", ".b3", ".h0", ".h1", ".selector:"};
  using Kind = Operand::Kind;
  const auto offset = static_cast<std::int64_t>(o.bits);
  const auto children = [&](std::string_view kind) {
    std::string text(kind);
    for (const Operand& child : f.children_of(o)) text += " " + outline(f, child);
    return text + ")";
  };
  switch (o.kind) {
    case Kind::reg:
      return fmt::format("{}reg({}{}{})", o.negated ? "not " : "", f.registers[o.index].name,
                         kComponents[static_cast<std::size_t>(o.component)], o.name);
    case Kind::special: return fmt::format("special({})", o.name);
    case Kind::integer: return o.is_unsigned ? fmt::format("integer({}U)", o.bits) : fmt::format("integer({})", offset);
    case Kind::f32_bits: return fmt::format("f32({:08x})", o.bits);
    case Kind::f64_bits: return fmt::format("f64({:016x})", o.bits);
    case Kind::variable: return fmt::format("variable({}+{})", f.variables[o.index].name, offset);
    case Kind::symbol:
      return fmt::format("symbol({}+{}{})", o.name, offset, o.index > 0 ? fmt::format(" #{}", o.index) : "");
    case Kind::label: return fmt::format("label({}#{}@{})", f.labels[o.index].name, o.index, f.labels[o.index].target);
    case Kind::address: return children(fmt::format("address(+{}", offset));
    case Kind::vector: return children("vector(");
    case Kind::pair: return children("pair(");
    case Kind::list: return children("list(");
    case Kind::sink: return "sink";
  }
  return "";
}

}  // namespace

std::string with_heading(std::string_view text) {
  return ".version 8.6 .target sm_90 .address_size 64 " + std::string(text);
}

Module module_of(std::string_view text) {
  ParseResult result = parse(with_heading(text), "test.ptx");
  for (const Diagnostic& diagnostic : result.diagnostics) ADD_FAILURE() << to_string(diagnostic);
  return std::move(result.module);
}

Module module_of_body(std::string_view body) { return module_of(".entry k() {\n" + std::string(body) + "\n}"); }

std::vector<std::string> errors_of(std::string_view text) {
  std::vector<std::string> errors;
  for (const Diagnostic& d : parse(with_heading(text), "test.ptx").diagnostics) {
    errors.push_back(fmt::format("{}:{}: {}", d.where.line, d.where.column, d.message));
  }
  return errors;
}

std::vector<std::string> outline(const Function& function) {
  std::vector<std::string> lines;
  for (const Instruction& instruction : function.instructions) {
    std::string line;
    if (instruction.guard >= 0) {
      line = fmt::format("@{}{} ", instruction.guard_negated ? "!" : "",
                         function.registers[static_cast<std::size_t>(instruction.guard)].name);
    }
    for (const std::string_view word : function.words_of(instruction)) line += fmt::format("{}.", word);
    line.pop_back();
    for (const Operand& operand : function.operands_of(instruction)) line += " " + outline(function, operand);
    lines.push_back(line);
  }
  return lines;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace warpglass::ptx
