#include "rewrite/statement_path.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "rewrite/element_index.hpp"

namespace warpglass::rewrite {
namespace {

/// Nodes from one to another, both among them; empty: the other is not in it.
std::vector<const Node*> chain_to(const Node& from, const Node& target) {
  if (!from.is_object()) return {};
  if (&from == &target) return {&from};
  for (const Node& one : inner_of(from)) {
    std::vector<const Node*> chain = chain_to(one, target);
    if (chain.empty()) continue;
    chain.insert(chain.begin(), &from);
    return chain;
  }
  return {};
}

bool has_kind(const Node& node, std::string_view kind) {
  if (!node.is_object()) return false;
  return kind_of(node) == kind ||
         std::ranges::any_of(inner_of(node), [&](const Node& one) { return has_kind(one, kind); });
}

/// The statements of a list, or the one that stands in its place.
std::vector<const Node*> statements_of(const Node& body) {
  if (kind_of(body) != "CompoundStmt") return {&body};
  std::vector<const Node*> all;
  for (const Node& one : inner_of(body)) all.push_back(&one);
  return all;
}

class PathReader {
 public:
  PathReader(const Node& body, const Node& target) : chain_(chain_to(body, target)) { enter(body); }

  StatementPath read() {
    for (std::size_t i = 0; i + 1 < chain_.size() && path_.obstacle.empty(); ++i) step(*chain_[i], *chain_[i + 1]);
    return path_;
  }

 private:
  void fail(std::string obstacle) {
    if (path_.obstacle.empty()) path_.obstacle = std::move(obstacle);
  }

  /// A loop's body, or the kernel's.
  void enter(const Node& body) {
    if (!path_.returns.empty()) fail("threads leave the kernel ahead of the loop that it stands in");
    if (!path_.conditions.empty()) fail("the loop that it stands in is under a condition");
    path_.body = &body;
    path_.statement = nullptr;
    for (const Node* statement : statements_of(body)) {
      if (std::ranges::find(chain_, statement) != chain_.end()) {
        path_.statement = statement;
        break;
      }
      if (is_early_return(*statement)) path_.returns.push_back(statement);
    }
  }

  void step(const Node& node, const Node& next) {
    const std::string_view kind = kind_of(node);
    const Node& inner = inner_of(node);
    if (kind == "IfStmt") {
      if (node.value("hasElse", false) || node.value("hasInit", false) || node.value("hasVar", false) ||
          &inner.front() == &next)
        return fail("it stands in an if with an else");
      path_.conditions.push_back(&inner.front());
    } else if (kind == "ForStmt") {
      enter_loop(node, next);
    } else if (kind == "WhileStmt" || kind == "DoStmt" || kind == "SwitchStmt" || kind == "CXXForRangeStmt") {
      fail("it stands in a loop or branch whose threads need not go together");
    } else if (kind == "ConditionalOperator" || text_of(node, "opcode") == "&&" || text_of(node, "opcode") == "||") {
      if (&inner.front() != &next) fail("it is not done in every case");
    }
  }

  void enter_loop(const Node& loop, const Node& next) {
    const Node& inner = inner_of(loop);
    if (inner.size() != 5 || &inner[4] != &next) return fail("it stands in the head of a loop");
    const auto begin = std::ranges::find(chain_, &loop);
    const bool told = begin != chain_.begin() && kind_of(**std::prev(begin)) == "AttributedStmt";
    path_.loops.push_back(told ? *std::prev(begin) : &loop);
    if (kind_of(inner[0]) == "DeclStmt") {
      for (const Node& one : inner_of(inner[0])) path_.counters.insert(text_of(one, "id"));
    }
    for (const std::string_view leaves : {"BreakStmt", "ContinueStmt", "ReturnStmt"}) {
      if (has_kind(inner[4], leaves)) fail("threads may leave the loop that it stands in");
    }
    enter(inner[4]);
  }

  std::vector<const Node*> chain_;
  StatementPath path_;
};

}  // namespace

StatementPath path_to(const Node& body, const Node& target) { return PathReader(body, target).read(); }

bool is_early_return(const Node& statement) {
  if (kind_of(statement) != "IfStmt" || statement.value("hasElse", false) || statement.value("hasInit", false) ||
      statement.value("hasVar", false) || inner_of(statement).size() != 2)
    return false;
  const std::vector<const Node*> then = statements_of(inner_of(statement)[1]);
  return then.size() == 1 && kind_of(*then.front()) == "ReturnStmt";
}

const Node& plain_loop(const Node& statement) {
  return kind_of(statement) == "AttributedStmt" ? inner_of(statement).back() : statement;
}

}  // namespace warpglass::rewrite
