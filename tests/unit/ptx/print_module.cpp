#include "print_module.hpp"

#include <fmt/format.h>

#include <set>

namespace warpglass::ptx {
namespace {

std::string_view word_of(Space space) {
  switch (space) {
    case Space::none: return "";
    case Space::reg: return ".reg";
    case Space::constant: return ".const";
    case Space::global: return ".global";
    case Space::local: return ".local";
    case Space::param: return ".param";
    case Space::shared: return ".shared";
  }
  return "";
}

std::string_view word_of(Linkage linkage) {
  switch (linkage) {
    case Linkage::internal: return "";
    case Linkage::visible: return ".visible ";
    case Linkage::external: return ".extern ";
    case Linkage::weak: return ".weak ";
    case Linkage::common: return ".common ";
  }
  return "";
}

std::string element(const Initializer& i, Type type) {
  const std::string offset = i.bits == 0 ? "" : fmt::format("+{}", i.bits);
  switch (i.kind) {
    case Initializer::Kind::integer: return fmt::format("{}", static_cast<std::int64_t>(i.bits));
    case Initializer::Kind::floating:
      return size_of(type) == 4 ? fmt::format("0f{:08x}", i.bits) : fmt::format("0d{:016x}", i.bits);
    case Initializer::Kind::symbol_address: return fmt::format("{}{}", i.symbol, offset);
    case Initializer::Kind::generic_address: return fmt::format("generic({}){}", i.symbol, offset);
    case Initializer::Kind::mask:
      return fmt::format("{:#x}({}{}{}{})", 0xffull << (8 * i.byte), i.is_generic ? "generic(" : "", i.symbol,
                         i.is_generic ? ")" : "", offset);
  }
  return "";
}

std::string declaration(const Variable& v, std::string_view name) {
  std::string text =
      fmt::format("{}{}{}", word_of(v.linkage), word_of(v.space), v.is_managed ? " .attribute(.managed)" : "");
  if (v.is_pointer) {
    text += fmt::format(" .{} .ptr {}", name_of(v.type), word_of(v.pointee_space));
    if (v.pointee_alignment != 0) text += fmt::format(" .align {}", v.pointee_alignment);
    return text + fmt::format(" {}", name);
  }
  if (v.space == Space::reg) return text + fmt::format(" .{} %R{}", name_of(v.type), v.register_index);
  text += fmt::format(" .align {}", v.alignment);
  if (v.vector_width > 1) text += fmt::format(" .v{}", v.vector_width);
  text += fmt::format(" .{} {}", name_of(v.type), name);
  if (v.incomplete) {
    text += "[]";
  } else if (v.is_array) {
    text += fmt::format("[{}]", v.elements);
  }
  for (std::size_t i = 0; i < v.properties.size(); ++i) {
    text += fmt::format("{} {} = {}", i > 0 ? "," : " = {", v.properties[i].name, v.properties[i].value);
    if (i + 1 == v.properties.size()) text += " }";
  }
  if (v.initializer.empty()) return text;
  const bool has_braces = v.is_array || v.vector_width > 1;
  const bool has_inner_braces = v.is_array && v.vector_width > 1;
  text += has_braces ? " = {" : " = ";
  for (std::size_t i = 0; i < v.initializer.size(); ++i) {
    if (i > 0) text += ", ";
    if (has_inner_braces && i % v.vector_width == 0) text += "{";
    text += element(v.initializer[i], v.type);
    if (has_inner_braces && (i % v.vector_width == v.vector_width - 1u || i + 1 == v.initializer.size())) text += "}";
  }
  return text + (has_braces ? "}" : "");
}

std::string declaration_list(const std::vector<Variable>& variables) {
  std::string text = "(";
  for (std::size_t i = 0; i < variables.size(); ++i) text += (i > 0 ? ", " : "") + declaration(variables[i], "_");
  return text + ")";
}

class FunctionPrinter {
 public:
  explicit FunctionPrinter(const Function& function) : f_(function) {}

  std::string header() const {
    std::string text = fmt::format("{}{} ", word_of(f_.linkage), f_.is_entry ? ".entry" : ".func");
    if (!f_.return_params.empty()) text += parameters(f_.return_params) + " ";
    text += fmt::format("{}{}\n", f_.name, parameters(f_.params));
    for (const FunctionDirective& directive : f_.directives) {
      if (directive.name == ".pragma") continue;  // may stand inside
      text += directive.name;
      for (std::size_t i = 0; i < directive.values.size(); ++i) {
        text += fmt::format("{} {}", i > 0 ? "," : "", directive.values[i]);
      }
      text += "\n";
    }
    return text;
  }

  std::string body() const {
    std::string text = "{\n";
    std::set<std::uint32_t> parameters(f_.params.begin(), f_.params.end());
    parameters.insert(f_.return_params.begin(), f_.return_params.end());
    std::set<std::uint32_t> in_header;
    for (const std::uint32_t i : parameters) {
      if (f_.variables[i].space == Space::reg) in_header.insert(f_.variables[i].register_index);
    }
    for (std::uint32_t i = 0; i < f_.registers.size(); ++i) {
      if (in_header.contains(i)) continue;
      const Register& r = f_.registers[i];
      text += ".reg ";
      if (r.vector_width > 1) text += fmt::format(".v{} ", r.vector_width);
      text += fmt::format(".{} %R{};\n", name_of(r.type), i);
    }
    for (std::uint32_t i = 0; i < f_.variables.size(); ++i) {
      if (!parameters.contains(i)) text += declaration(f_.variables[i], fmt::format("V{}", i)) + ";\n";
    }
    for (std::size_t i = 0; i < f_.labelled.size(); ++i) text += labelled(i);
    std::size_t label = 0;  // they are in the order of their targets
    for (std::uint32_t i = 0; i <= f_.instructions.size(); ++i) {
      for (; label < f_.labels.size() && f_.labels[label].target == i; ++label) text += fmt::format("L{}:\n", label);
      if (i < f_.instructions.size()) text += instruction(f_.instructions[i]);
    }
    return text + "}\n";
  }

 private:
  std::string parameters(const std::vector<std::uint32_t>& indices) const {
    std::string text = "(";
    for (const std::uint32_t i : indices) {
      text += (text.size() > 1 ? ", " : "") + declaration(f_.variables[i], fmt::format("V{}", i));
    }
    return text + ")";
  }

  std::string labelled(std::size_t index) const {
    const LabelledDirective& d = f_.labelled[index];
    std::string text = fmt::format("D{}: ", index);
    switch (d.kind) {
      case LabelledDirective::Kind::branch_targets:
        for (const auto label : d.labels)
          text += fmt::format("{} L{}", text.back() == ' ' ? ".branchtargets" : ",", label);
        break;
      case LabelledDirective::Kind::call_targets:
        for (const auto name : d.functions)
          text += fmt::format("{} {}", text.back() == ' ' ? ".calltargets" : ",", name);
        break;
      case LabelledDirective::Kind::call_prototype:
        text += fmt::format(".callprototype {} _ {}{}", declaration_list(d.return_params), declaration_list(d.params),
                            d.noreturn ? " .noreturn" : "");
        break;
    }
    return text + ";\n";
  }

  std::string instruction(const Instruction& i) const {
    std::string text = i.guard < 0 ? "\t" : fmt::format("\t@{}%R{} ", i.guard_negated ? "!" : "", i.guard);
    bool first = true;
    for (const std::string_view word : f_.words_of(i)) {
      text += fmt::format("{}{}", first ? "" : ".", word);
      first = false;
    }
    return text + " " + operands(f_.operands_of(i)) + ";\n";
  }

  std::string operands(std::span<const Operand> list) const {
    std::string text;
    for (const Operand& o : list) text += (text.empty() ? "" : ", ") + operand(o);
    return text;
  }

  std::string operand(const Operand& o) const {
    using Kind = Operand::Kind;
    const std::string offset = o.bits == 0 ? "" : fmt::format("+{}", static_cast<std::int64_t>(o.bits));
    switch (o.kind) {
      case Kind::reg: return fmt::format("{}%R{}{}", sign(o), o.index, component(o));
      case Kind::special: return std::string(o.name);
      case Kind::integer:
        return o.is_unsigned ? fmt::format("{}U", o.bits) : fmt::format("{}", static_cast<std::int64_t>(o.bits));
      case Kind::f32_bits: return fmt::format("0f{:08X}", o.bits);
      case Kind::f64_bits: return fmt::format("0d{:016X}", o.bits);
      case Kind::variable: return fmt::format("V{}{}", o.index, offset);
      case Kind::symbol: return (o.index > 0 ? fmt::format("D{}", o.index - 1) : std::string(o.name)) + offset;
      case Kind::label: return fmt::format("L{}", o.index);
      case Kind::address: {
        const auto children = f_.children_of(o);
        std::string text = "[" + operand(children[0]) + offset;
        for (const Operand& child : children.subspan(1)) text += ", " + operand(child);
        return text + "]";
      }
      case Kind::vector: return "{" + operands(f_.children_of(o)) + "}";
      case Kind::pair: return operand(f_.children_of(o)[0]) + "|" + operand(f_.children_of(o)[1]);
      case Kind::list: return "(" + operands(f_.children_of(o)) + ")";
      case Kind::sink: return "_";
    }
    return "";
  }

  std::string_view sign(const Operand& o) const {
    if (!o.negated) return "";
    return f_.registers[o.index].type == Type::pred ? "!" : "-";
  }

  static std::string component(const Operand& o) {
    static constexpr std::string_view kNames[] = {"", ".x", ".y", ".z", ".w", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
    if (o.component == Operand::Component::selector) return "." + std::string(o.name);
    return std::string(kNames[static_cast<std::size_t>(o.component)]);
  }

  const Function& f_;
};

}  // namespace

std::string print(const Module& module) {
  std::string text =
      fmt::format(".version {}.{}\n.target {}", module.version_major, module.version_minor, module.target);
  for (const std::string_view option : module.target_options) text += fmt::format(", {}", option);
  text += fmt::format("\n.address_size {}\n", module.address_size);
  for (const auto& function : module.functions) {
    if (!function->is_entry) text += FunctionPrinter(*function).header() + ";\n";
  }
  for (const Variable& variable : module.variables) text += declaration(variable, variable.name) + ";\n";
  for (const Alias& alias : module.aliases) text += fmt::format(".alias {}, {};\n", alias.name, alias.function);
  for (const auto& function : module.functions) {
    if (function->has_body) text += FunctionPrinter(*function).header() + FunctionPrinter(*function).body();
  }
  return text;
}

}  // namespace warpglass::ptx
