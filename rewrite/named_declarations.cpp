#include "rewrite/named_declarations.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpglass::rewrite {
namespace {

constexpr std::array<std::string_view, 6> kContexts{"TranslationUnitDecl", "NamespaceDecl",     "LinkageSpecDecl",
                                                    "CXXRecordDecl",       "ClassTemplateDecl", "ExportDecl"};

std::string_view last_part(std::string_view name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

/// Of a template: what it is made of.
bool is_defined(const Node& node) {
  const std::string_view kind = kind_of(node);
  if (kind.ends_with("TemplateDecl")) return std::ranges::any_of(inner_of(node), is_defined);
  if (kind == "CXXRecordDecl") return node.value("completeDefinition", false);
  if (kind == "FunctionDecl" || kind.starts_with("CXX"))
    return std::ranges::any_of(inner_of(node), [](const Node& part) { return kind_of(part) == "CompoundStmt"; });
  return kind == "VarDecl" || kind == "EnumDecl" || kind == "TypedefDecl" || kind == "TypeAliasDecl";
}

void collect(const Node& node, const std::string& context, const std::string& filter, NamedDeclarations& found) {
  const std::string name = text_of(node, "name");
  const std::string qualified = name.empty() ? context : context + (context.empty() ? "" : "::") + name;
  if (!name.empty() && qualified.find(filter) != std::string::npos) {
    found.has_definition |= name == last_part(filter) && is_defined(node);
    found.trees.push_back(node);
    return;
  }
  if (std::ranges::find(kContexts, kind_of(node)) == kContexts.end()) return;
  for (const Node& one : inner_of(node)) collect(one, qualified, filter, found);
}

}  // namespace

NamedDeclarations declarations_named(const std::vector<Node>& units, const std::string& filter) {
  NamedDeclarations found;
  for (const Node& unit : units) collect(unit, "", filter, found);
  return found;
}

}  // namespace warpglass::rewrite
