#include "rewrite/thread_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/thread_number.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kComputes[] = {"BinaryOperator",
                                          "ImplicitCastExpr",
                                          "ParenExpr",
                                          "ConstantExpr",
                                          "ConditionalOperator",
                                          "CStyleCastExpr",
                                          "CXXStaticCastExpr",
                                          "UnaryOperator",
                                          "CXXFunctionalCastExpr",
                                          "SubstNonTypeTemplateParmExpr",
                                          "IntegerLiteral",
                                          "FloatingLiteral",
                                          "CharacterLiteral",
                                          "CXXBoolLiteralExpr",
                                          "UnaryExprOrTypeTraitExpr",
                                          "DeclRefExpr",
                                          "NonTypeTemplateParmDecl",
                                          "InitListExpr",
                                          "ExprWithCleanups",
                                          "ArraySubscriptExpr"};

/// Whether the value is that of a variable by name, and not of memory.
bool is_of_variable(const Node& operand) {
  const Node* at = &plain(operand);
  while (kind_of(*at) == "MemberExpr" && !at->value("isArrow", false) && !inner_of(*at).empty())
    at = &plain(inner_of(*at).front());
  return kind_of(*at) == "DeclRefExpr";
}

class ThreadReader {
 public:
  ThreadReader(const FunctionVariables& variables, const std::set<std::string>& counters)
      : variables_(variables), counters_(counters) {}

  Dependence of(const Node& expression) {
    read(expression);
    return found_;
  }

 private:
  void fail(std::string obstacle) {
    if (found_.obstacle.empty()) found_.obstacle = std::move(obstacle);
  }

  void read(const Node& node) {
    if (!node.is_object() || !found_.obstacle.empty()) return;
    const std::string_view kind = kind_of(node);
    if (kind == "PseudoObjectExpr") {
      found_.on_thread = found_.on_thread || dimension_of(node, "threadIdx").has_value();
      return;
    }
    if (kind == "DeclRefExpr") return read_name(node);
    const bool is_load = kind == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue";
    if (is_load && !is_of_variable(inner_of(node).front())) return fail("a part of it is loaded from memory");
    if (kind == "MemberExpr" && is_of_variable(node)) return read(inner_of(node).front());
    const std::string opcode = text_of(node, "opcode");
    const bool changes = opcode == "++" || opcode == "--" || (kind == "BinaryOperator" && opcode == "=");
    if (kind.ends_with("CallExpr")) return fail("a part of it is what a function returns");
    if (changes || std::ranges::find(kComputes, kind) == std::end(kComputes))
      return fail("a part of it is more than sums, products and comparisons");
    if (kind == "UnaryExprOrTypeTraitExpr") return;
    for (const Node& one : inner_of(node)) read(one);
  }

  void read_name(const Node& name) {
    const std::string id = variable_of(name);
    const Node& declaration = name.at("referencedDecl");
    const std::string_view kind = kind_of(declaration);
    if (counters_.contains(id) || kind == "EnumConstantDecl" || kind == "NonTypeTemplateParmDecl") return;
    const std::string named = text_of(declaration, "name");
    if (kind == "ParmVarDecl") {
      if (!variables_.stays(id)) fail(fmt::format("{} changes within the kernel", named));
      return;
    }
    const Node* const variable = variables_.find(id);
    if (variable == nullptr) {
      if (!is_constant(declaration)) fail(fmt::format("{} is no variable of the kernel", named));
      return;
    }
    if (!variables_.stays(id)) return fail(fmt::format("{} changes within the kernel", named));
    const Node* const initialiser = initialiser_of(*variable);
    if (initialiser == nullptr || type_of(*variable).ends_with('&'))
      return fail(fmt::format("{} is not a number that is made once", named));
    read(*initialiser);
  }

  const FunctionVariables& variables_;
  const std::set<std::string>& counters_;
  Dependence found_;
};

/// The type of a variable, as that of a constant.
std::string constant_type(const Node& variable) {
  std::string type = text_of(variable.at("type"), "qualType");
  if (type.ends_with("const")) return type;
  if (type.ends_with('*')) return type + "const";
  return type.starts_with("const ") ? type : "const " + type;
}

}  // namespace

Dependence dependence_of(const Node& expression, const FunctionVariables& variables,
                         const std::set<std::string>& counters) {
  return ThreadReader(variables, counters).of(expression);
}

std::optional<std::string> text_of_expression(const Node& expression, const std::string& text) {
  const auto begin = token_or_macro(expression.at("range").at("begin"));
  const auto end = token_or_macro(expression.at("range").at("end"));
  if (!begin || !end || begin->file != end->file || end->end() > text.size() || begin->offset >= end->end())
    return std::nullopt;
  const bool is_macro = !written_token(expression.at("range").at("end"));
  const std::size_t next = text.find_first_not_of(" \t\n", end->end());
  if (is_macro && next != std::string::npos && text[next] == '(') return std::nullopt;
  return text.substr(begin->offset, end->end() - begin->offset);
}

std::optional<Token> macro_of_number(const Node& literal, const std::string& text) {
  const Node& begin = literal.at("range").at("begin");
  auto token = written_token(begin) ? std::nullopt : token_or_macro(begin);
  if (kind_of(literal) != "IntegerLiteral" || !token || !text_of_expression(literal, text)) return std::nullopt;
  const std::string_view name = std::string_view(text).substr(token->offset, token->length);
  constexpr std::string_view kBlanks = " \t\r";
  std::size_t definitions = 0;
  bool is_it = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find("//")));
    std::string hash;
    std::string defined;
    words >> hash >> defined;
    if (hash == "#" && defined == "define")
      words >> defined;
    else if (hash != "#define")
      continue;
    if (defined.substr(0, defined.find('(')) != name) continue;
    ++definitions;
    std::string body;
    std::getline(words, body);
    body.erase(0, std::min(body.find_first_not_of(kBlanks), body.size()));
    body.erase(std::min(body.find_last_not_of(kBlanks) + 1, body.size()));
    if (body.starts_with('(') && body.ends_with(')')) body = body.substr(1, body.size() - 2);
    is_it = defined == name && body == text_of(literal, "value");
  }
  return definitions == 1 && is_it ? token : std::nullopt;
}

std::string without_const(std::string type) {
  if (type.starts_with("const ")) type.erase(0, 6);
  return type;
}

std::optional<std::string> pointee_text(const Node& parameter, const std::string& text) {
  const auto begin = written_token(parameter.at("range").at("begin"));
  const auto end = written_token(parameter.at("range").at("end"));
  if (!begin || !end || end->end() > text.size()) return std::nullopt;
  std::string written = text.substr(begin->offset, end->end() - begin->offset);
  const std::size_t star = written.find('*');
  if (star == std::string::npos || written.find_first_of("*[(&", star + 1) != std::string::npos) return std::nullopt;
  written.erase(star);
  while (written.ends_with(' ')) written.pop_back();
  if (written.ends_with(" const")) written.erase(written.size() - 6);
  return without_const(std::move(written));
}

std::string free_name(std::string name, std::set<std::string>& taken) {
  while (!taken.insert(name).second) name += '_';
  return name;
}

std::optional<std::string> OtherExpressions::of(const Node& expression) {
  bool in_loop = false;
  return put_together(expression, in_loop);
}

std::optional<std::string> OtherExpressions::put_together(const Node& expression, bool& in_loop) {
  auto text = text_of_expression(expression, text_);
  std::vector<Part> parts;
  if (!text || !collect(expression, parts, in_loop)) return std::nullopt;
  const std::size_t begin = token_or_macro(expression.at("range").at("begin"))->offset;
  std::ranges::sort(parts, std::greater<>(), &Part::begin);
  std::size_t last = begin + text->size();
  std::size_t before = std::string::npos;
  for (const Part& part : parts) {
    if (part.begin == before) continue;  // a macro has its argument twice
    if (part.begin < begin || part.end > last) return std::nullopt;
    text->replace(part.begin - begin, part.end - part.begin, part.text);
    before = last = part.begin;
  }
  return text;
}

bool OtherExpressions::collect(const Node& node, std::vector<Part>& to, bool& in_loop) {
  if (!node.is_object()) return true;
  std::string text;
  if (kind_of(node) == "PseudoObjectExpr") {
    const auto dimension = dimension_of(node, "threadIdx");
    if (!dimension || *dimension > 1) return true;
    text = *dimension == 0 ? thread_.x : thread_.y;
  } else if (kind_of(node) == "DeclRefExpr") {
    const Node* const variable = variables_.find(variable_of(node));
    if (variable == nullptr) return true;
    const auto name = name_of(*variable, in_loop);
    if (!name) return false;
    if (*name == text_of(*variable, "name")) return true;
    text = *name;
  } else {
    return std::ranges::all_of(inner_of(node), [&](const Node& one) { return collect(one, to, in_loop); });
  }
  const auto begin = written_token(node.at("range").at("begin"));
  const auto end = written_token(node.at("range").at("end"));
  if (!begin || !end) return false;
  to.push_back({.begin = begin->offset, .end = end->end(), .text = std::move(text)});
  return true;
}

bool OtherExpressions::changes_with_thread(const Node& variable) const {
  const auto place = token_or_macro(variable.at("loc"));
  if (place && place->offset >= places_.anchor) return true;
  const Node* const initialiser = initialiser_of(variable);
  return variables_.stays(text_of(variable, "id")) && initialiser != nullptr &&
         dependence_of(*initialiser, variables_, places_.counters).on_thread;
}

std::optional<std::string> OtherExpressions::name_of(const Node& variable, bool& in_loop) {
  const std::string id = text_of(variable, "id");
  if (const auto known = names_.find(id); known != names_.end()) {
    in_loop = in_loop || known->second.in_loop;
    return known->second.name;
  }
  Name made{.name = text_of(variable, "name"), .in_loop = false};
  if (changes_with_thread(variable)) {
    const auto text = put_together(*initialiser_of(variable), made.in_loop);
    if (!text) return std::nullopt;
    made.name = free_name(made.name + thread_.suffix, taken_);
    made_.push_back({.declaration = fmt::format("{} {} = {};", constant_type(variable), made.name, *text),
                     .in_loop = made.in_loop});
  } else {
    const auto place = token_or_macro(variable.at("loc"));
    made.in_loop = places_.loop && place && place->offset >= *places_.loop;
  }
  in_loop = in_loop || made.in_loop;
  names_.emplace(id, made);
  return made.name;
}

}  // namespace warpglass::rewrite
