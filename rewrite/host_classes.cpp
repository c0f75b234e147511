#include "rewrite/host_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "rewrite/array_pointers.hpp"
#include "rewrite/device_arrays.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

bool is_function(const Node& node) {
  const std::string_view kind = kind_of(node);
  return kind == "CXXMethodDecl" || kind == "CXXConstructorDecl" || kind == "CXXDestructorDecl" ||
         kind == "CXXConversionDecl";
}

bool has_body(const Node& function) {
  return std::ranges::any_of(inner_of(function), [](const Node& one) { return kind_of(one) == "CompoundStmt"; });
}

/// Why a class within it may be taken for it: that has a member of a name that one of its own has.
std::string obstacle_of_names(const Node& record) {
  std::set<std::string> names;
  for (const Node* field : private_fields(record)) names.insert(text_of(*field, "name"));
  std::string why;
  Path path;
  walk(record, path, [&](const Node& node, const Path& around) {
    const bool is_twice =
        kind_of(node) == "FieldDecl" && around.back() != &record && names.contains(text_of(node, "name"));
    if (is_twice && why.empty())
      why = fmt::format("line {} has a second {} in it", line_of(node), text_of(node, "name"));
  });
  return why;
}

/// Why not all that its functions do is seen in the file of its definition; empty: it is.
std::string obstacle_to_whole(const Node& record, const std::string& file) {
  if (record.contains("bases")) return fmt::format("line {} gives it a base", line_of(record));
  for (const Node& one : inner_of(record)) {
    const std::string_view kind = kind_of(one);
    if (kind == "FriendDecl") return fmt::format("line {} gives it a friend", line_of(one));
    if (kind.ends_with("TemplateDecl")) return fmt::format("line {} is a template", line_of(one));
    const bool is_made =
        one.value("isImplicit", false) || one.contains("explicitlyDefaulted") || one.value("explicitlyDeleted", false);
    if (!is_function(one) || is_made) continue;
    if (!has_body(one))
      return fmt::format("line {} declares {}, which is not defined in this source", line_of(one),
                         text_of(one, "name"));
    const auto begin = token_or_macro(one.at("range").at("begin"));
    if (!begin || begin->file != file)
      return fmt::format("{} is defined in another file, at line {}", text_of(one, "name"), line_of(one));
  }
  return "";
}

/// Whether a use of a member reads it.
bool reads(const Path& around) {
  const auto is_read = [](const Node& cast) {
    return kind_of(cast) == "ImplicitCastExpr" && (text_of(cast, "castKind") == "LValueToRValue" ||
                                                   text_of(cast.at("type"), "qualType").starts_with("const "));
  };
  return !around.empty() && is_read(*around.back());
}

}  // namespace

std::string class_of_function(const Node& function) {
  if (kind_of(function) != "CXXMethodDecl") return "";
  std::string name;
  Path path;
  walk(function, path, [&](const Node& node, const Path&) {
    if (kind_of(node) != "CXXThisExpr" || !name.empty()) return;
    name = type_of(node);
    while (name.ends_with('*') || name.ends_with(' ')) name.pop_back();
    if (name.starts_with("const ")) name.erase(0, 6);
  });
  return name.find('<') == std::string::npos ? name : "";
}

namespace {

/// Those that nothing but a constructor's list gives a value.
KeptMembers kept_members(const Node& record) {
  KeptMembers kept;
  for (const Node* field : private_fields(record)) kept.names.insert(text_of(*field, "name"));
  Path path;
  walk(record, path, [&](const Node& node, const Path& around) {
    if (kind_of(node) == "MemberExpr" && !reads(around)) kept.names.erase(text_of(node, "name"));
  });
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) != "CXXConstructorDecl" || one.value("isImplicit", false)) continue;
    for (const Node& part : inner_of(one)) {
      if (kind_of(part) != "CXXCtorInitializer" || !part.contains("anyInit") || inner_of(part).empty()) continue;
      const std::string name = text_of(part.at("anyInit"), "name");
      const Node& value = plain(inner_of(part).front());
      const bool is_parameter = kind_of(value) == "DeclRefExpr" && value.contains("referencedDecl") &&
                                text_of(value.at("referencedDecl"), "kind") == "ParmVarDecl";
      // Of another type it may be another number.
      const bool is_same = is_parameter && type_of(value.at("referencedDecl")) == type_of(part.at("anyInit"));
      if (kept.names.contains(name) && is_same) kept.of_parameters.emplace(variable_of(value), name);
    }
  }
  return kept;
}

}  // namespace

std::optional<HostFunction> host_class(const std::vector<Node>& trees, const std::string& name, const FileText& text,
                                       const OwnerLookup& owners, std::string& why) {
  const Node* const record = structure_named(trees, last_part(name));
  const auto begin = record == nullptr ? std::nullopt : token_or_macro(record->at("range").at("begin"));
  const auto contents = begin ? text(begin->file) : std::nullopt;
  if (!contents) {
    why = fmt::format("{} is not found in the source, or more than once", name);
    return std::nullopt;
  }
  why = obstacle_to_whole(*record, begin->file);
  if (why.empty()) why = obstacle_of_names(*record);
  if (!why.empty()) {
    why = fmt::format("{} is not seen as a whole: {}", name, why);
    return std::nullopt;
  }
  HostFunction host{.function = record,
                    .file = begin->file,
                    .text = *contents,
                    .variables = FunctionVariables(*record),
                    .arrays = {},
                    .kept = kept_members(*record)};
  read_arrays(host, owners);
  return host;
}

}  // namespace warpglass::rewrite
