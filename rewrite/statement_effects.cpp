#include "rewrite/statement_effects.hpp"

#include <algorithm>
#include <string_view>

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kTurns[] = {"IfStmt",          "ForStmt",    "WhileStmt",   "DoStmt",     "SwitchStmt",
                                       "CXXForRangeStmt", "ReturnStmt", "BreakStmt",   "GotoStmt",   "ContinueStmt",
                                       "LabelStmt",       "CaseStmt",   "DefaultStmt", "StmtExpr",   "LambdaExpr",
                                       "CXXTryStmt",      "AsmStmt",    "GCCAsmStmt",  "CXXNewExpr", "CXXThrowExpr"};

template <std::size_t kCount>
bool is_among(std::string_view kind, const std::string_view (&kinds)[kCount]) {
  return std::ranges::find(kinds, kind) != std::end(kinds);
}

/// An element of an array that the function declares: no pointer that it was given leads there.
bool is_of_own_array(const Node& node, const Variables& variables) {
  const Node* at = &plain(node);
  while (kind_of(*at) == "ArraySubscriptExpr") at = &plain(at->at("inner").at(0));
  const auto known = variables.find(variable_of(*at));
  return known != variables.end() && type_of(*known->second).ends_with(']');
}

void assign(const Node& target, const Variables& variables, Effects& to) {
  const std::string variable = variable_of(target);
  const auto known = variables.find(variable);
  if (known != variables.end() && !type_of(*known->second).ends_with('&')) {
    to.changed.insert(variable);
  } else if (!is_of_own_array(target, variables)) {
    ++to.stores;
  }
}

}  // namespace

void add_effects(const Node& node, const Variables& variables, Effects& to) {
  if (!node.is_object()) return;
  const std::string_view kind = kind_of(node);
  if (kind == "PseudoObjectExpr") return;  // threadIdx.x and its like
  static constexpr std::string_view kCalls[] = {"CallExpr",           "CXXMemberCallExpr", "CXXOperatorCallExpr",
                                                "CXXConstructExpr",   "AtomicExpr",        "CXXTemporaryObjectExpr",
                                                "UserDefinedLiteral", "CXXDeleteExpr"};
  to.calls = to.calls || is_among(kind, kCalls);
  if (kind == "VarDecl") to.changed.insert(text_of(node, "id"));
  const auto inner = node.find("inner");
  if (inner == node.end()) return;
  const std::string opcode = text_of(node, "opcode");
  const bool assigns = (kind == "BinaryOperator" && opcode == "=") || kind == "CompoundAssignOperator" ||
                       (kind == "UnaryOperator" && (opcode == "++" || opcode == "--"));
  if (assigns) assign(inner->at(0), variables, to);
  for (const Node& one : *inner) add_effects(one, variables, to);
}

bool is_straight(const Node& node) {
  if (!node.is_object()) return true;
  if (is_among(kind_of(node), kTurns)) return false;
  const auto inner = node.find("inner");
  return inner == node.end() || std::ranges::all_of(*inner, is_straight);
}

bool names_any(const Node& node, const std::set<std::string>& variables) {
  if (!node.is_object()) return false;
  if (variables.contains(variable_of(node))) return true;
  const auto inner = node.find("inner");
  return inner != node.end() && std::ranges::any_of(*inner, [&](const Node& one) { return names_any(one, variables); });
}

}  // namespace warpglass::rewrite
