#include "rewrite/element_index.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>
#include <string_view>

namespace warpglass::rewrite {
namespace {

constexpr std::uint64_t kMost = 16;

std::optional<std::uint64_t> literal_of(const Node& node) {
  if (kind_of(node) != "IntegerLiteral") return std::nullopt;
  const std::string text = text_of(node, "value");
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// What a variable that never changes was given.
const Node* value_of(const Node& node, const Variables& variables) {
  const auto known = variables.find(variable_of(node));
  if (known == variables.end() || !text_of(known->second->at("type"), "qualType").starts_with("const ")) return nullptr;
  const auto inner = known->second->find("inner");
  if (inner == known->second->end() || inner->empty()) return nullptr;
  return &inner->front();
}

bool is_whole_number(const Node& node) {
  const std::string type = type_of(node);
  return type.find("int") != std::string::npos || type.find("long") != std::string::npos;
}

}  // namespace

const Node& plain(const Node& node) {
  static constexpr std::string_view kUnseen[] = {"ImplicitCastExpr", "ParenExpr", "ConstantExpr", "ExprWithCleanups"};
  const Node* at = &node;
  while (std::ranges::find(kUnseen, kind_of(*at)) != std::end(kUnseen) && at->contains("inner") &&
         !at->at("inner").empty())
    at = &at->at("inner").back();
  return *at;
}

std::string variable_of(const Node& node) {
  const Node& name = plain(node);
  const auto declaration = name.find("referencedDecl");
  return kind_of(name) == "DeclRefExpr" && declaration != name.end() ? text_of(*declaration, "id") : "";
}

std::string member_of_this(const Node& node) {
  const Node& inside = plain(node);
  const bool is_own = kind_of(inside) == "MemberExpr" && !inner_of(inside).empty() &&
                      kind_of(plain(inner_of(inside).front())) == "CXXThisExpr";
  return is_own ? text_of(inside, "name") : "";
}

std::string called_by(const Node& call) {
  const Node& inner = inner_of(call);
  if (inner.empty()) return "";
  const Node& callee = plain(inner.front());
  return callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
}

std::optional<std::uint64_t> constant_of(const Node& node, const Variables& variables) {
  const Node& expression = plain(node);
  if (const auto literal = literal_of(expression)) return literal;
  const Node* const value = value_of(expression, variables);
  return value == nullptr ? std::nullopt : constant_of(*value, variables);
}

std::uint64_t divisor_of(const Node& node, const Variables& variables) {
  const Node& expression = plain(node);
  if (const auto literal = literal_of(expression))
    return *literal == 0 ? kMost : std::min(kMost, std::uint64_t{1} << std::countr_zero(*literal));
  if (const Node* const value = value_of(expression, variables)) return divisor_of(*value, variables);
  if (kind_of(expression) != "BinaryOperator" || !is_whole_number(expression)) return 1;
  const Node& left = expression.at("inner").at(0);
  const Node& right = expression.at("inner").at(1);
  const auto divisors = [&] { return std::pair(divisor_of(left, variables), divisor_of(right, variables)); };
  if (is_binary(expression, "*")) return std::min(kMost, divisors().first * divisors().second);
  if (is_binary(expression, "+") || is_binary(expression, "-")) return std::min(divisors().first, divisors().second);
  if (const auto by = constant_of(right, variables); by && is_binary(expression, "<<"))
    return std::min(kMost, divisor_of(left, variables) << std::min<std::uint64_t>(*by, 4));
  return 1;
}

bool is_repeatable(const Node& node) {
  const std::string_view kind = kind_of(node);
  if (kind == "PseudoObjectExpr") return true;  // threadIdx.x and its like
  static const std::set<std::string_view> kActs = {
      "CallExpr",   "CXXOperatorCallExpr",    "CXXMemberCallExpr", "CXXConstructExpr",       "LambdaExpr",
      "AtomicExpr", "CompoundAssignOperator", "StmtExpr",          "CXXTemporaryObjectExpr", "UserDefinedLiteral",
      "CXXNewExpr"};
  if (kActs.contains(kind)) return false;
  const std::string opcode = text_of(node, "opcode");
  if (opcode == "++" || opcode == "--" || opcode == "=") return false;
  if (!node.contains("inner")) return true;
  return std::ranges::all_of(node.at("inner"), is_repeatable);
}

std::string shape_of(const Node& node) {
  const Node& expression = plain(node);
  const std::string_view kind = kind_of(expression);
  std::string shape(kind);
  for (const char* member : {"opcode", "value", "name"}) shape += ' ' + text_of(expression, member);
  shape += ' ' + variable_of(expression);
  if (const auto inner = expression.find("inner"); inner != expression.end()) {
    for (const Node& one : *inner) shape += '(' + (one.is_object() ? shape_of(one) : "") + ')';
  }
  return shape;
}

ElementIndex element_index(const Node& index, const std::string& counter) {
  const Node& whole = plain(index);
  const auto is_counter = [&](const Node& node) { return !counter.empty() && variable_of(node) == counter; };
  if (is_counter(whole)) return {.rest = nullptr, .constant = 0, .has_counter = true};
  if (const auto literal = literal_of(whole)) return {.rest = nullptr, .constant = *literal};
  if (is_binary(whole, "+")) {
    const Node& left = whole.at("inner").at(0);
    const Node& right = whole.at("inner").at(1);
    if (is_counter(right)) return {.rest = &left, .constant = 0, .has_counter = true};
    if (is_counter(left)) return {.rest = &right, .constant = 0, .has_counter = true};
    if (const auto constant = literal_of(plain(right))) return {.rest = &left, .constant = *constant};
    if (const auto constant = literal_of(plain(left))) return {.rest = &right, .constant = *constant};
  }
  return {.rest = &whole};
}

}  // namespace warpglass::rewrite
