#include "rewrite/thread_number.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace warpglass::rewrite {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"x", "y", "z"};

/// Whether a variable of this name is named somewhere in it.
bool names_variable(const Node& node, std::string_view name) {
  if (!node.is_object()) return false;
  const auto declaration = node.find("referencedDecl");
  if (declaration != node.end() && text_of(*declaration, "name") == name) return true;
  return std::ranges::any_of(inner_of(node), [&](const Node& one) { return names_variable(one, name); });
}

/// The name of the function that gets a property, "__fetch_builtin_x"; empty where there is none.
std::string getter_of(const Node& node) {
  if (!node.is_object()) return "";
  if (kind_of(node) == "MemberExpr") return text_of(node, "name");
  for (const Node& one : inner_of(node)) {
    if (std::string name = getter_of(one); !name.empty()) return name;
  }
  return "";
}

}  // namespace

std::optional<std::size_t> dimension_of(const Node& node, std::string_view variable) {
  if (kind_of(node) != "PseudoObjectExpr" || !names_variable(node, variable)) return std::nullopt;
  const std::string getter = getter_of(node);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (getter == "__fetch_builtin_" + std::string(kNames[i])) return i;
  }
  return std::nullopt;
}

}  // namespace warpglass::rewrite
