#include "rewrite/kernel_function.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "rewrite/element_index.hpp"
#include "rewrite/kernels.hpp"

namespace warpglass::rewrite {
namespace {

struct Declarations {
  const Node* definition = nullptr;
  std::size_t count = 0;
  bool is_template = false;
};

/// A template that the program makes one kernel of is that kernel: what is changed in its text is changed for it alone.
void find_instantiation(const Node& kernel_template, Declarations& to) {
  std::vector<const Node*> made;
  bool has_kernels = false;
  for (const Node& one : inner_of(kernel_template)) {
    if (!is_kernel(one)) continue;
    has_kernels = true;
    const auto holds = [&](std::string_view kind) {
      return std::ranges::any_of(inner_of(one), [&](const Node& part) { return kind_of(part) == kind; });
    };
    if (holds("TemplateArgument") && holds("CompoundStmt")) made.push_back(&one);
  }
  if (!has_kernels) return;
  ++to.count;
  if (made.size() == 1) {
    to.definition = made.front();
  } else {
    to.is_template = true;
  }
}

void find(const Node& node, const std::string& name, Declarations& to) {
  if (!node.is_object()) return;
  const std::string_view kind = kind_of(node);
  if (kind == "FunctionTemplateDecl") {
    if (text_of(node, "name") == name) find_instantiation(node, to);
    return;
  }
  if (is_kernel(node) && text_of(node, "name") == name) {
    ++to.count;
    const Node& inner = inner_of(node);
    const bool has_body = std::ranges::any_of(inner, [](const Node& one) { return kind_of(one) == "CompoundStmt"; });
    if (has_body) to.definition = &node;
    return;
  }
  if (kind == "NamespaceDecl" || kind == "LinkageSpecDecl") {
    for (const Node& one : inner_of(node)) find(one, name, to);
  }
}

/// What a reference, or a pointer, is a name of: `p[i]`, or `p + i`; nullptr: it is none.
const Node* element_named(const Node& variable) {
  const std::string type = text_of(variable.at("type"), "qualType");
  const Node* const made = type.ends_with('&') || type.ends_with('*') ? initialiser_of(variable) : nullptr;
  if (made == nullptr) return nullptr;
  const Node* element = &plain(*made);
  if (kind_of(*element) == "UnaryOperator" && text_of(*element, "opcode") == "&")
    element = &plain(inner_of(*element).front());
  const bool is_sum = type.ends_with('*') && is_binary(*element, "+");
  return is_sum || kind_of(*element) == "ArraySubscriptExpr" ? element : nullptr;
}

}  // namespace

std::optional<std::size_t> KernelFunction::parameter_of(const Node& expression) const {
  const std::string id = variable_of(expression);
  const auto found = std::ranges::find_if(parameters, [&](const Node* one) { return text_of(*one, "id") == id; });
  if (id.empty() || found == parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - parameters.begin());
}

std::optional<KernelFunction> kernel_function(const std::vector<Node>& trees, const std::string& name,
                                              const FileText& text) {
  Declarations declarations;
  for (const Node& tree : trees) find(tree, name, declarations);
  if (declarations.definition == nullptr) return std::nullopt;
  const auto begin = token_or_macro(declarations.definition->at("range").at("begin"));
  const auto contents = begin ? text(begin->file) : std::nullopt;
  if (!contents) return std::nullopt;
  KernelFunction kernel{.name = name,
                        .function = declarations.definition,
                        .file = begin->file,
                        .text = *contents,
                        .variables = FunctionVariables(*declarations.definition)};
  for (const Node& one : inner_of(*kernel.function)) {
    if (kind_of(one) == "ParmVarDecl") kernel.parameters.push_back(&one);
    if (kind_of(one) == "CompoundStmt") kernel.body = &one;
  }
  if (declarations.is_template || declarations.count != 1)
    kernel.obstacle = name + (declarations.is_template ? " is a template" : " is declared more than once");
  return kernel;
}

std::string member_indexed_at(const KernelFunction& kernel, std::size_t line, std::size_t column) {
  std::string found;
  std::size_t nearest = 0;
  Path path;
  walk(*kernel.body, path, [&](const Node& node, const Path&) {
    const auto place =
        kind_of(node) == "ArraySubscriptExpr" ? token_or_macro(node.at("range").at("begin")) : std::nullopt;
    if (!place || place->line != line || place->column > column || place->column < nearest) return;
    const Node& member = plain(inner_of(node).front());
    if (kind_of(member) != "MemberExpr" || inner_of(member).empty()) return;
    const auto parameter = kernel.parameter_of(inner_of(member).front());
    if (!parameter) return;
    nearest = place->column;
    found = text_of(*kernel.parameters[*parameter], "name") + "." + text_of(member, "name");
  });
  return found;
}

std::vector<ParameterElement> parameter_elements(const KernelFunction& kernel) {
  std::vector<ParameterElement> all;
  std::map<std::string, const Node*> named;  // elements, by the variable that is a name of them
  Path path;
  walk(*kernel.body, path, [&](const Node& node, const Path& around) {
    const auto known = kind_of(node) == "DeclRefExpr" ? named.find(variable_of(node)) : named.end();
    if (kind_of(node) == "VarDecl") {
      const Node* const element = element_named(node);
      if (element != nullptr && kernel.parameter_of(inner_of(*element).front()))
        named.emplace(text_of(node, "id"), element);
    }
    if (kind_of(node) != "ArraySubscriptExpr" && known == named.end()) return;
    const Node& subscript = known == named.end() ? node : *known->second;
    const auto parameter = kernel.parameter_of(inner_of(subscript).front());
    const auto begin = token_or_macro(node.at("range").at("begin"));
    auto at = around.rbegin();
    if (known != named.end() && at != around.rend() && kind_of(**at) == "ImplicitCastExpr") ++at;  // `p->x`
    const Node* whole = &node;
    for (; at != around.rend() && kind_of(**at) == "MemberExpr"; ++at) whole = *at;
    auto end = token_or_macro(whole->at("range").at("end"));
    if (!parameter || !begin || !end) return;
    // What `+=` loads is where its sign stands.
    const Node* const changes = at != around.rend() ? *at : nullptr;
    if (changes != nullptr && kind_of(*changes) == "CompoundAssignOperator" && &inner_of(*changes).front() == whole) {
      const auto value = token_or_macro(inner_of(*changes).at(1).at("range").at("begin"));
      if (value && value->line == begin->line && value->column > end->column) end->column = value->column - 1;
    }
    const bool is_only_stored = changes != nullptr && is_binary(*changes, "=") && &inner_of(*changes).front() == whole;
    all.push_back({.parameter = *parameter,
                   .subscript = &subscript,
                   .line = begin->line,
                   .first_column = begin->column,
                   .last_column = std::max(end->column, begin->column),
                   .is_only_stored = is_only_stored});
  });
  return all;
}

}  // namespace warpglass::rewrite
