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

bool reads_value(const Node& node) {
  return kind_of(node) == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue";
}

/// The memory that an expression names a part of.
struct Memory {
  std::string variable;  // that is the memory, or points to it; empty: not seen
  bool is_own = false;   // the function declares it: no pointer that it was given leads there
};

Memory memory_of(const Node& node, const Variables& variables) {
  const Node* at = &node;
  bool through_pointer = false;
  while (at->contains("inner") && !at->at("inner").empty()) {
    const std::string_view kind = kind_of(*at);
    const bool leads_on = kind == "ArraySubscriptExpr" || kind == "MemberExpr" || kind == "ParenExpr" ||
                          kind == "ImplicitCastExpr" || (kind == "UnaryOperator" && text_of(*at, "opcode") == "*");
    if (!leads_on) break;
    through_pointer = through_pointer || reads_value(*at);
    at = &at->at("inner").front();
  }
  const std::string variable = variable_of(*at);
  const auto known = variables.find(variable);
  if (known == variables.end()) return {};
  const std::string type = type_of(*known->second);
  return {.variable = variable, .is_own = !through_pointer && !type.ends_with('&')};
}

/// A number that has its value from the source alone, wherever it is declared.
bool never_changes(const Node& node) {
  const Node& name = plain(node);
  const auto declaration = name.find("referencedDecl");
  if (kind_of(name) != "DeclRefExpr" || declaration == name.end()) return false;
  const std::string type = type_of(*declaration);
  return type.starts_with("const ") && type.find_first_of("*&") == std::string::npos;
}

void assign(const Node& target, const Variables& variables, Effects& to) {
  const Memory memory = memory_of(target, variables);
  if (memory.is_own) {
    to.changed.insert(memory.variable);
  } else {
    to.stores.push_back(memory.variable);
  }
}

void load(const Node& from, const Variables& variables, Effects& to) {
  const Memory memory = memory_of(from, variables);
  if (!memory.is_own && !never_changes(from)) to.loads.insert(memory.variable);
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
  if (assigns && opcode != "=") load(inner->at(0), variables, to);
  if (reads_value(node)) load(inner->at(0), variables, to);
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
