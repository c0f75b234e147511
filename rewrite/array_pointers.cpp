#include "rewrite/array_pointers.hpp"

#include <algorithm>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/owned_arrays.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

/// "float" of "float *".
std::string pointee_of(std::string type) {
  if (type.ends_with("*const")) type.resize(type.size() - 5);
  if (type.ends_with('*')) type.pop_back();
  while (type.ends_with(' ')) type.pop_back();
  return type;
}

bool is_pointer(const std::string& type) { return type.ends_with('*') || type.ends_with("*const"); }

/// "float *" of "float *[2]"; empty: it is no array of pointers.
std::string pointer_of_several(const std::string& type) {
  const std::size_t open = type.find('[');
  if (open == std::string::npos || type.find('[', open + 1) != std::string::npos || !type.ends_with(']')) return "";
  std::string pointer = type.substr(0, open);
  while (pointer.ends_with(' ')) pointer.pop_back();
  return is_pointer(pointer) ? pointer : "";
}

/// Whether a pointer, or several, is made with nothing, or null.
bool leads_nowhere(const Node* made) {
  if (made == nullptr || text_of(*made, "castKind") == "NullToPointer") return true;
  return kind_of(*made) == "InitListExpr" && std::ranges::all_of(inner_of(*made), [](const Node& one) {
           return kind_of(one) == "ImplicitValueInitExpr" || text_of(one, "castKind") == "NullToPointer";
         });
}

/// `f.p`, of a pointer.
bool is_pointer_member(const Node& node) {
  return kind_of(node) == "MemberExpr" && !node.value("isArrow", false) && !inner_of(node).empty() &&
         is_pointer(type_of(node));
}

std::string id_of_field(const std::string& name) { return "this." + name; }

std::string id_of_member(const Node& member) {
  if (const std::string own = member_of_this(member); !own.empty()) return id_of_field(own);
  const std::string variable = variable_of(inner_of(member).front());
  return variable.empty() ? "" : variable + "." + text_of(member, "name");
}

/// Of a class that may have something to do with arrays: not of a number, a vector or a grid.
bool is_of_class(const Node& variable) {
  const std::string name = class_named_by(variable);
  return !name.empty() && name != "dim3" && !name.starts_with("std::") && !extent_of(type_of(variable));
}

/// The list of statements that a declaration in a path stands in directly; nullptr: it stands elsewhere.
const Node* list_around(const Node& variable, const Path& path) {
  const bool is_listed = path.size() >= 3 && kind_of(*path[path.size() - 3]) == "CompoundStmt";
  return is_listed && !variable.contains("storageClass") ? path[path.size() - 3] : nullptr;
}

}  // namespace

std::vector<const Node*> private_fields(const Node& record) {
  std::vector<const Node*> fields;
  bool is_private = text_of(record, "tagUsed") == "class";
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) == "AccessSpecDecl") is_private = text_of(one, "access") == "private";
    if (kind_of(one) == "FieldDecl" && is_private) fields.push_back(&one);
  }
  return fields;
}

ArrayPointers::ArrayPointers(HostFunction& function, const OwnerLookup& owners) : in_(function), owners_(owners) {
  Path path;
  walk(*function.function, path, [&](const Node& node, const Path& around) {
    const bool is_given =
        std::ranges::any_of(around, [](const Node* one) { return kind_of(*one) == "CUDAKernelCallExpr"; });
    if (is_given && kind_of(node) == "DeclRefExpr") launched_.insert(variable_of(node));
  });
  path.clear();
  if (function.kept) add_fields();
  find(*function.function, path);
}

std::optional<ArrayPointers::Named> ArrayPointers::named_at(const Path& path) const {
  const auto known = known_.find(variable_of(*path.back()));
  if (known != known_.end()) return in_path(known->second, path);
  if (path.size() < 2 || !is_pointer_member(*path[path.size() - 2])) return std::nullopt;
  const auto member = known_.find(id_of_member(*path[path.size() - 2]));
  if (member == known_.end()) return std::nullopt;
  return Named{.array = member->second, .depth = path.size() - 2};
}

ArrayPointers::Named ArrayPointers::in_path(std::size_t array, const Path& path) const {
  Named named{.array = array, .depth = path.size() - 1};
  if (!in_.arrays[array].is_several) return named;
  const std::size_t at = climbed(path, path.size() - 1, is_unseen);
  const Node* const taker = at == 0 ? nullptr : path[at - 1];
  named.is_whole = taker == nullptr || kind_of(*taker) != "ArraySubscriptExpr" || &inner_of(*taker).front() != path[at];
  if (!named.is_whole) named.depth = at - 1;
  return named;
}

std::optional<std::size_t> ArrayPointers::array_named(const Node& expression) const {
  const Node* name = &plain(expression);
  const bool is_element = kind_of(*name) == "ArraySubscriptExpr";
  if (is_element) name = &plain(inner_of(*name).front());
  const auto known = known_.find(is_pointer_member(*name) || !member_of_this(*name).empty() ? id_of_member(*name)
                                                                                            : variable_of(*name));
  if (known == known_.end() || in_.arrays[known->second].is_several != is_element) return std::nullopt;
  return known->second;
}

std::optional<std::size_t> ArrayPointers::array_of_variable(const Node& variable) const {
  const auto known = known_.find(text_of(variable, "id"));
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<ArrayPointers::Field> ArrayPointers::field_at(const Path& path) const {
  const Node& node = *path.back();
  if (!in_.kept) return std::nullopt;
  if (kind_of(node) == "CXXCtorInitializer" && node.contains("anyInit")) {
    const auto known = known_.find(id_of_field(text_of(node.at("anyInit"), "name")));
    const Node* const value = inner_of(node).empty() ? nullptr : &inner_of(node).front();
    const bool is_null = value == nullptr || kind_of(*value) == "CXXDefaultInitExpr" ||
                         kind_of(*value) == "ImplicitValueInitExpr" || text_of(*value, "castKind") == "NullToPointer";
    if (known == known_.end() || is_null) return std::nullopt;
    return Field{.array = known->second, .is_own = false};
  }
  if (kind_of(node) != "MemberExpr") return std::nullopt;
  const auto known = known_.find(id_of_field(text_of(node, "name")));
  if (known == known_.end()) return std::nullopt;
  const Named named = in_path(known->second, path);
  return Field{
      .array = named.array, .is_own = !member_of_this(node).empty(), .depth = named.depth, .is_whole = named.is_whole};
}

const std::set<std::size_t>* ArrayPointers::structure_at(const Path& path) const {
  const auto known = structures_.find(variable_of(*path.back()));
  if (known == structures_.end()) return nullptr;
  // Its numbers are no arrays'.
  const Node* const parent = path.size() < 2 ? nullptr : path[path.size() - 2];
  const bool is_member = parent != nullptr && kind_of(*parent) == "MemberExpr" && !parent->value("isArrow", false) &&
                         text_of(parent->at("type"), "qualType") != "<bound member function type>";
  return is_member ? nullptr : &known->second.arrays;
}

void ArrayPointers::find(const Node& node, Path& path) {
  if (!node.is_object() || kind_of(node) == "LambdaExpr") return;
  path.push_back(&node);
  if (kind_of(node) == "VarDecl") {
    add_pointer(node, path);
    add_owner(node, path);
    add_structure(node, path);
  }
  if (is_pointer_member(node)) add_member(node);
  for (const Node& one : inner_of(node)) find(one, path);
  path.pop_back();
}

std::size_t ArrayPointers::add(DeviceArray array, std::string id) {
  array.id = id;
  known_.emplace(std::move(id), in_.arrays.size());
  in_.arrays.push_back(std::move(array));
  return in_.arrays.size() - 1;
}

void ArrayPointers::add_pointer(const Node& variable, const Path& path) {
  const std::string type = text_of(variable.at("type"), "qualType");
  const std::string several = pointer_of_several(type);
  const Node* const list = list_around(variable, path);
  if ((!is_pointer(type) && several.empty()) || list == nullptr) return;
  const Node* const made = initialiser_of(variable);
  if (!leads_nowhere(made) && (!several.empty() || !array_named(*made))) return;
  DeviceArray array;
  array.name = text_of(variable, "name");
  array.is_several = !several.empty();
  array.element = pointee_of(array.is_several ? several : type);
  array.element_type = pointee_of(array.is_several ? pointer_of_several(type_of(variable)) : type_of(variable));
  array.declaration = &variable;
  array.declared_in = list;
  add(std::move(array), text_of(variable, "id"));
}

void ArrayPointers::add_fields() {
  for (const Node* field : private_fields(*in_.function)) {
    const std::string type = text_of(field->at("type"), "qualType");
    const std::string several = pointer_of_several(type);
    const Node* const made = initialiser_of(*field);
    if (!is_pointer(type) && several.empty()) continue;
    if (!leads_nowhere(made)) continue;
    DeviceArray array;
    array.name = text_of(*field, "name");
    array.is_several = !several.empty();
    array.element = pointee_of(array.is_several ? several : type);
    array.element_type = pointee_of(array.is_several ? pointer_of_several(type_of(*field)) : type_of(*field));
    array.declaration = field;
    array.is_field = true;
    add(std::move(array), id_of_field(text_of(*field, "name")));
  }
}

/// `Buffer<float> in(w * h);`
void ArrayPointers::add_owner(const Node& variable, const Path& path) {
  const std::string type = text_of(variable.at("type"), "qualType");
  const Node* const list = list_around(variable, path);
  const bool is_object = !is_pointer(type) && !type.ends_with('&') && !type.ends_with(']') && is_of_class(variable);
  const Node* const made = initialiser_of(variable);
  if (!is_object || list == nullptr || made == nullptr || !launched_.contains(text_of(variable, "id"))) return;
  const MemoryOwner* const owner = owners_(class_named_by(variable));
  if (owner == nullptr) return;
  DeviceArray array;
  array.name = text_of(variable, "name");
  array.element = array.element_type = element_named_by(variable);
  array.declaration = &variable;
  array.declared_in = list;
  array.owner = *owner;
  const Node& statement = *path[path.size() - 2];
  if (inner_of(statement).size() != 1) array.obstacle = "its declaration has other variables";
  array.allocation = owned_allocation(in_, array, statement, *made);
  add(std::move(array), text_of(variable, "id"));
}

/// `Fields f;`, of which pointers are members.
void ArrayPointers::add_structure(const Node& variable, const Path& path) {
  const std::string type = text_of(variable.at("type"), "qualType");
  const Node* const list = list_around(variable, path);
  if (list == nullptr || is_pointer(type) || type.ends_with('&') || type.ends_with(']') || !is_of_class(variable))
    return;
  structures_.emplace(text_of(variable, "id"), Structure{.variable = &variable, .list = list, .arrays = {}});
}

void ArrayPointers::add_member(const Node& member) {
  const auto structure = structures_.find(variable_of(inner_of(member).front()));
  const std::string id = id_of_member(member);
  if (structure == structures_.end() || known_.contains(id)) return;
  DeviceArray array;
  array.name = text_of(*structure->second.variable, "name") + "." + text_of(member, "name");
  array.element = pointee_of(text_of(member.at("type"), "qualType"));
  array.element_type = pointee_of(type_of(member));
  array.declaration = structure->second.variable;
  array.declared_in = structure->second.list;
  array.is_member = true;
  structure->second.arrays.insert(add(std::move(array), id));
}

}  // namespace warpglass::rewrite
