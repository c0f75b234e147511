#include "rewrite/function_variables.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace warpglass::rewrite {
namespace {

/// A use that may change a variable is not converted to a value, to something constant, or to a copy. What a lambda
/// captures shows itself where it is used.
bool only_reads(const Node& name, const Node& parent, const Node* grandparent) {
  if (is_constant(name) || kind_of(parent) == "LambdaExpr") return true;
  const auto reads = [](const Node& cast) {
    return kind_of(cast) == "ImplicitCastExpr" && (text_of(cast, "castKind") == "LValueToRValue" || is_constant(cast));
  };
  if (reads(parent)) return true;
  return kind_of(parent) == "MemberExpr" && grandparent != nullptr && reads(*grandparent);
}

}  // namespace

const Node* FunctionVariables::find(const std::string& id) const {
  const auto known = variables_.find(id);
  return known == variables_.end() ? nullptr : known->second;
}

void FunctionVariables::read(const Node& node, const Node* parent, const Node* grandparent, bool in_lambda) {
  if (!node.is_object()) return;
  in_lambda = in_lambda || kind_of(node) == "LambdaExpr";
  if (kind_of(node) == "VarDecl") variables_.emplace(text_of(node, "id"), &node);
  if (kind_of(node) == "DeclRefExpr" && parent != nullptr && !only_reads(node, *parent, grandparent))
    note_change(node, in_lambda);
  for (const Node& one : inner_of(node)) read(one, &node, parent, in_lambda);
}

void FunctionVariables::note_change(const Node& name, bool in_lambda) {
  const auto token = in_lambda ? std::nullopt : token_or_macro(name.at("range").at("begin"));
  std::size_t& last = changed_[variable_of(name)];
  last = std::max(last, token ? token->offset : std::numeric_limits<std::size_t>::max());
}

bool is_constant(const Node& node) { return text_of(node.at("type"), "qualType").starts_with("const "); }

const Node* initialiser_of(const Node& variable) {
  const Node& inner = inner_of(variable);
  return inner.empty() || !inner.front().is_object() ? nullptr : &inner.front();
}

}  // namespace warpglass::rewrite
