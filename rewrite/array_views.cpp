#include "rewrite/array_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "rewrite/element_index.hpp"

namespace warpglass::rewrite {
namespace {

/// What of an element's place leads to the array: the pointer of `p[i]` and of `p + i`; nullptr: it is no such place.
const Node* index_behind(const Node& node, const std::string& pointer) {
  const bool is_place = kind_of(node) == "ArraySubscriptExpr" || is_binary(node, "+");
  if (!is_place || inner_of(node).size() != 2 || member_of_this(inner_of(node).at(0)) != pointer) return nullptr;
  return &inner_of(node).at(1);
}

/// Members that stand as factors in an index's summands, by how often they do.
/// \param whole  gets members that are summands themselves
void find_factors(const Node& node, std::map<std::string, std::size_t>& to, std::string& whole) {
  const Node& expression = plain(node);
  if (is_binary(expression, "+") || is_binary(expression, "-")) {
    for (const Node& one : inner_of(expression)) find_factors(one, to, whole);
  } else if (const std::string member = member_of_this(expression); !member.empty()) {
    whole = member;
  } else if (is_binary(expression, "*")) {
    for (const Node& one : inner_of(expression)) {
      if (const std::string name = member_of_this(one); !name.empty()) ++to[name];
    }
  }
}

std::size_t uses_of_member(const Node& node, const std::string& name) {
  std::size_t count = 0;
  Path path;
  walk(node, path,
       [&](const Node& one, const Path&) { count += member_of_this(one) == name && kind_of(one) == "MemberExpr"; });
  return count;
}

}  // namespace

std::vector<std::string> fields_of(const Node& record) {
  std::vector<std::string> names;
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) == "FieldDecl") names.push_back(text_of(one, "name"));
  }
  return names;
}

ViewClass view_class(const Node& record, const std::string& pointer) {
  const std::string name = text_of(record, "name");
  ViewClass found{.pointer = pointer, .stride = "", .stride_type = "", .obstacle = ""};
  std::map<std::string, std::size_t> factors;
  std::string begin;
  std::size_t places = 0;
  for (const Node& function : inner_of(record)) {
    if (kind_of(function) != "CXXMethodDecl") continue;
    Path path;
    walk(function, path, [&](const Node& node, const Path&) {
      const Node* const index = index_behind(node, pointer);
      if (index == nullptr) return;
      ++places;
      find_factors(*index, factors, begin);
    });
  }
  const auto most = std::ranges::max_element(factors, {}, [](const auto& one) { return one.second; });
  if (most == factors.end()) {
    found.obstacle = fmt::format("no function of {} takes elements by rows", name);
    return found;
  }
  found.stride = most->first;
  // Where its rows begin would have to grow with the rows before them.
  if (!begin.empty()) {
    found.obstacle = fmt::format("{} begins at {}, which may be counted in rows", name, begin);
    return found;
  }
  // How far slices lie apart would have to grow with the rows.
  if (factors.size() > 1) {
    found.obstacle = fmt::format("{} has more than one way from element to element", name);
    return found;
  }
  std::size_t uses_of_stride = 0;
  std::size_t uses_of_pointer = 0;
  for (const Node& function : inner_of(record)) {
    if (kind_of(function) != "CXXMethodDecl" && kind_of(function) != "CXXConversionDecl") continue;
    uses_of_stride += uses_of_member(function, found.stride);
    uses_of_pointer += uses_of_member(function, pointer);
  }
  if (uses_of_pointer != places) found.obstacle = fmt::format("{} hands {} on", name, pointer);
  if (uses_of_stride != most->second)
    found.obstacle = fmt::format("{} takes {} for something else than the way from row to row", name, found.stride);
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) == "FieldDecl" && text_of(one, "name") == found.stride)
      found.stride_type = text_of(one.at("type"), "qualType");
  }
  if (found.stride_type.starts_with("const ")) found.stride_type.erase(0, 6);
  return found;
}

std::vector<const Node*> made_with(const Node& record, const std::vector<const Node*>& arguments) {
  std::vector<const Node*> made(fields_of(record).size(), nullptr);
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) != "CXXConstructorDecl" || one.value("isImplicit", false)) continue;
    std::vector<std::string> parameters;
    for (const Node& part : inner_of(one)) {
      if (kind_of(part) == "ParmVarDecl") parameters.push_back(text_of(part, "id"));
    }
    if (parameters.size() != arguments.size()) continue;
    const std::vector<std::string> fields = fields_of(record);
    for (const Node& part : inner_of(one)) {
      if (kind_of(part) != "CXXCtorInitializer" || !part.contains("anyInit") || inner_of(part).empty()) continue;
      const auto field = std::ranges::find(fields, text_of(part.at("anyInit"), "name"));
      const Node* value = &plain(inner_of(part).front());
      // In a template it stands in parentheses of its own.
      if (kind_of(*value) == "ParenListExpr" && inner_of(*value).size() == 1) value = &plain(inner_of(*value).front());
      const auto parameter = std::ranges::find(parameters, variable_of(*value));
      if (field == fields.end() || parameter == parameters.end()) continue;
      made[static_cast<std::size_t>(field - fields.begin())] =
          arguments[static_cast<std::size_t>(parameter - parameters.begin())];
    }
  }
  return made;
}

std::string obstacle_to_view(const KernelFunction& kernel, std::size_t parameter, const ViewClass& view) {
  std::string obstacle;
  Path path;
  walk(*kernel.body, path, [&](const Node& node, const Path& around) {
    if (kind_of(node) != "DeclRefExpr" || kernel.parameter_of(node) != parameter || !obstacle.empty()) return;
    const std::size_t at = climbed(around, around.size(), is_unseen);
    const Node* const taker = at == 0 ? nullptr : around[at - 1];
    const bool calls = taker != nullptr && kind_of(*taker) == "CXXOperatorCallExpr";
    const bool is_member = taker != nullptr && kind_of(*taker) == "MemberExpr";
    const std::string member = is_member ? text_of(*taker, "name") : "";
    if (calls || (is_member && member != view.pointer && member != view.stride)) return;
    obstacle = is_member ? fmt::format("line {} of {} takes its {}", line_of(node), kernel.name, member)
                         : fmt::format("line {} of {} hands {} on", line_of(node), kernel.name,
                                       text_of(*kernel.parameters[parameter], "name"));
  });
  return obstacle;
}

std::optional<std::size_t> view_at(const KernelFunction& kernel, std::size_t line, std::size_t column, bool stores) {
  std::optional<std::size_t> found;
  std::size_t nearest = 0;
  Path path;
  walk(*kernel.body, path, [&](const Node& node, const Path& around) {
    const bool is_call = kind_of(node) == "CXXOperatorCallExpr" || kind_of(node) == "CXXMemberCallExpr";
    if (!is_call || inner_of(node).empty()) return;
    const bool is_operator = kind_of(node) == "CXXOperatorCallExpr";
    if (is_operator && inner_of(node).size() < 2) return;
    const Node& member = plain(inner_of(node).front());
    const Node* const object = is_operator                ? &inner_of(node).at(1)
                               : inner_of(member).empty() ? nullptr
                                                          : &inner_of(member).front();
    const auto parameter = object == nullptr ? std::nullopt : kernel.parameter_of(*object);
    const auto begin = token_or_macro(node.at("range").at("begin"));
    if (!parameter || !begin || begin->line != line) return;
    const Node* const parent = around.empty() ? nullptr : around.back();
    const bool is_stored = parent != nullptr && is_binary(*parent, "=") && &inner_of(*parent).front() == &node;
    if (begin->column > column || begin->column < nearest || is_stored != stores) return;
    nearest = begin->column;
    found = parameter;
  });
  return found;
}

}  // namespace warpglass::rewrite
