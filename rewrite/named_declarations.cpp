#include "rewrite/named_declarations.hpp"

#include <algorithm>
#include <array>
#include <map>
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
  if (kind == "CXXRecordDecl" || kind.ends_with("SpecializationDecl")) return node.value("completeDefinition", false);
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

/// What a type has ahead of the names in a namespace: of an inline one nothing.
std::string prefix_of(const Node& space, const std::string& context) {
  if (kind_of(space) != "NamespaceDecl" && kind_of(space) != "CXXRecordDecl") return context;
  if (space.value("isInline", false)) return context;
  const std::string name = text_of(space, "name");
  return context + (name.empty() ? "(anonymous namespace)" : name) + "::";
}

void collect_classes(const Node& node, const std::string& context, const std::string& wanted,
                     std::vector<Node>& found) {
  static constexpr std::array<std::string_view, 4> kClasses{"CXXRecordDecl", "ClassTemplateDecl",
                                                            "ClassTemplateSpecializationDecl",
                                                            "ClassTemplatePartialSpecializationDecl"};
  const bool is_class = std::ranges::find(kClasses, kind_of(node)) != kClasses.end();
  if (is_class && context + text_of(node, "name") == wanted && is_defined(node)) found.push_back(node);
  static constexpr std::array<std::string_view, 4> kAround{"TranslationUnitDecl", "NamespaceDecl", "LinkageSpecDecl",
                                                           "CXXRecordDecl"};
  if (std::ranges::find(kAround, kind_of(node)) == kAround.end()) return;
  const std::string prefix = prefix_of(node, context);
  for (const Node& one : inner_of(node)) collect_classes(one, prefix, wanted, found);
}

/// Functions of classes that are defined outside of them, by the id of their declaration there.
void find_definitions(const Node& node, std::map<std::string, const Node*>& to) {
  if (node.contains("previousDecl") && node.contains("parentDeclContextId") && is_defined(node))
    to.emplace(text_of(node, "previousDecl"), &node);
  if (std::ranges::find(kContexts, kind_of(node)) == kContexts.end()) return;
  for (const Node& one : inner_of(node)) find_definitions(one, to);
}

void put_definitions(Node& record, const std::map<std::string, const Node*>& definitions) {
  if (!record.contains("inner")) return;
  for (Node& one : record.at("inner")) {
    const auto definition = definitions.find(text_of(one, "id"));
    if (definition != definitions.end()) {
      one = *definition->second;
    } else if (kind_of(one) == "CXXRecordDecl" || kind_of(one).ends_with("SpecializationDecl")) {
      put_definitions(one, definitions);  // within a class, or of a template
    }
  }
}

}  // namespace

void add_definitions(std::vector<Node>& classes, const std::vector<Node>& units) {
  std::map<std::string, const Node*> definitions;
  for (const Node& unit : units) find_definitions(unit, definitions);
  for (Node& one : classes) put_definitions(one, definitions);
}

std::vector<Node> classes_named(const std::vector<Node>& units, const std::string& name) {
  std::vector<Node> found;
  for (const Node& unit : units) collect_classes(unit, "", name, found);
  if (!found.empty()) add_definitions(found, units);
  return found;
}

NamedDeclarations declarations_named(const std::vector<Node>& units, const std::string& filter) {
  NamedDeclarations found;
  for (const Node& unit : units) collect(unit, "", filter, found);
  return found;
}

}  // namespace warpglass::rewrite
