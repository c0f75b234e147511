#include "rewrite/function_variables.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace warpglass::rewrite {
namespace {

/// A use that may change a variable is not converted to a value, to something constant, or to a copy. What a lambda
/// captures shows itself where it is used.
bool only_reads(const Node& name, const Node& parent, const Node* grandparent) {
  const bool is_itself = is_constant(name) && !type_of(name).ends_with('*');  // and not what it points to
  if (is_itself || kind_of(parent) == "LambdaExpr") return true;
  const auto reads = [](const Node& cast) {
    return kind_of(cast) == "ImplicitCastExpr" && (text_of(cast, "castKind") == "LValueToRValue" || is_constant(cast));
  };
  if (reads(parent)) return true;
  return kind_of(parent) == "MemberExpr" && grandparent != nullptr && reads(*grandparent);
}

/// Whether a use that may change a variable lets somebody do so later: a lambda, a reference or a pointer that is kept,
/// a call that does not wait for what it began. That a function keeps the address of what it is given is not expected.
bool may_change_later(const Node& name, const Path& around) {
  if (std::ranges::any_of(around, [](const Node* one) { return kind_of(*one) == "LambdaExpr"; })) return true;
  const std::size_t at = climbed(around, around.size(), [](const Node& node) {
    const std::string opcode = text_of(node, "opcode");
    return is_unseen(node) || kind_of(node) == "MemberExpr" || kind_of(node) == "ArraySubscriptExpr" ||
           kind_of(node).ends_with("CastExpr") ||
           (kind_of(node) == "UnaryOperator" && (opcode == "&" || opcode == "*"));
  });
  if (at == 0) return true;
  const Node& taker = *around[at - 1];
  const Node* const part = at == around.size() ? &name : around[at];
  const std::string_view kind = kind_of(taker);
  if (is_binary(taker, "=") || kind == "CompoundAssignOperator") return &inner_of(taker).front() != part;
  if (kind == "UnaryOperator" || kind == "BinaryOperator" || kind == "CXXOperatorCallExpr") return false;
  if (kind == "CallExpr" || kind == "CXXMemberCallExpr") return called_by(taker).ends_with("Async");
  return kind != "CUDAKernelCallExpr";
}

}  // namespace

const Node* FunctionVariables::find(const std::string& id) const {
  const auto known = variables_.find(id);
  return known == variables_.end() ? nullptr : known->second;
}

FunctionVariables::FunctionVariables(const Node& function) {
  Path path;
  walk(function, path, [&](const Node& node, const Path& around) {
    if (kind_of(node) == "VarDecl") variables_.emplace(text_of(node, "id"), &node);
    if (kind_of(node) != "DeclRefExpr" || around.empty()) return;
    const Node* const grandparent = around.size() < 2 ? nullptr : around[around.size() - 2];
    if (!only_reads(node, *around.back(), grandparent)) note_change(node, around);
  });
}

void FunctionVariables::note_change(const Node& name, const Path& around) {
  const auto token = may_change_later(name, around) ? std::nullopt : token_or_macro(name.at("range").at("begin"));
  std::size_t& last = changed_[variable_of(name)];
  last = std::max(last, token ? token->offset : std::numeric_limits<std::size_t>::max());
}

bool is_constant(const Node& node) { return text_of(node.at("type"), "qualType").starts_with("const "); }

const Node* initialiser_of(const Node& variable) {
  const Node& inner = inner_of(variable);
  return inner.empty() || !inner.front().is_object() ? nullptr : &inner.front();
}

}  // namespace warpglass::rewrite
