#include "rewrite/grid_loop.hpp"

#include <algorithm>

#include "rewrite/element_index.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/thread_number.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kOther = "it stands in a loop of another form than for (i = number; i < n; i += threads)";

/// A number that all threads of the block have alike.
bool is_alike(const Node& expression, const FunctionVariables& variables) {
  const Dependence on = dependence_of(expression, variables, {});
  return on.obstacle.empty() && !on.on_thread;
}

/// Whether a variable is only read in it.
bool only_reads(const Node& node, const std::string& variable, bool is_read = false) {
  if (!node.is_object()) return true;
  if (kind_of(node) == "DeclRefExpr") return is_read || variable_of(node) != variable;
  const bool reads = kind_of(node) == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue";
  return std::ranges::all_of(inner_of(node), [&](const Node& one) {
    return only_reads(one, variable, reads || (is_read && kind_of(node) == "ParenExpr"));
  });
}

bool is_whole_type(const std::string& type) {
  return type.find('*') == std::string::npos &&
         (type.find("int") != std::string::npos || type.find("long") != std::string::npos);
}

}  // namespace

bool counts_by_one(const Node& index, const FunctionVariables& variables, const std::string& counter) {
  const Node& expression = plain(index);
  if (dimension_of(expression, "threadIdx") == 0) return true;
  const std::string id = variable_of(expression);
  if (!counter.empty() && id == counter) return true;
  if (const Node* const variable = variables.find(id)) {
    const Node* const initialiser = initialiser_of(*variable);
    return initialiser != nullptr && variables.stays(id) && counts_by_one(*initialiser, variables, counter);
  }
  if (!is_binary(expression, "+")) return false;
  const Node& left = inner_of(expression)[0];
  const Node& right = inner_of(expression)[1];
  const auto alike = [&](const Node& side) { return !dependence_of(side, variables, {}).on_thread; };
  return (counts_by_one(left, variables, counter) && alike(right)) ||
         (alike(left) && counts_by_one(right, variables, counter));
}

std::optional<GridLoop> grid_loop(const StatementPath& path, const FunctionVariables& variables,
                                  std::string& obstacle) {
  obstacle = kOther;
  if (path.loops.size() != 1) return std::nullopt;
  const Node& loop = plain_loop(*path.loops.front());
  const Node& inner = inner_of(loop);
  if (inner.size() != 5 || kind_of(inner[0]) != "DeclStmt" || inner_of(inner[0]).size() != 1) return std::nullopt;
  const Node& counter = inner_of(inner[0]).front();
  const Node* const begin = kind_of(counter) == "VarDecl" ? initialiser_of(counter) : nullptr;
  GridLoop found{.loop = &loop,
                 .body = &inner[4],
                 .condition = &inner[2],
                 .counter = text_of(counter, "id"),
                 .name = text_of(counter, "name"),
                 .type = text_of(counter.at("type"), "qualType")};
  if (begin == nullptr || !is_whole_type(type_of(counter)) || !counts_by_one(*begin, variables, "") ||
      !dependence_of(*begin, variables, {}).obstacle.empty())
    return std::nullopt;
  const bool ends_alike = is_binary(inner[2], "<") && variable_of(inner_of(inner[2])[0]) == found.counter &&
                          is_alike(inner_of(inner[2])[1], variables);
  const bool steps_alike = kind_of(inner[3]) == "CompoundAssignOperator" && text_of(inner[3], "opcode") == "+=" &&
                           variable_of(inner_of(inner[3])[0]) == found.counter &&
                           is_alike(inner_of(inner[3])[1], variables);
  if (!ends_alike || !steps_alike || !only_reads(*found.body, found.counter)) return std::nullopt;
  obstacle.clear();
  return found;
}

}  // namespace warpglass::rewrite
