#include "rewrite/atomic_calls.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

/// Statements whose parts are executed for what they do; what they ask for is an operator or a conversion to bool.
constexpr std::array<std::string_view, 8> kStatements{"CompoundStmt", "IfStmt",   "ForStmt",     "WhileStmt",
                                                      "DoStmt",       "CaseStmt", "DefaultStmt", "LabelStmt"};

bool is_unused(const Path& path) {
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    const std::string_view kind = kind_of(**at);
    if (std::ranges::find(kStatements, kind) != kStatements.end()) return true;
    const bool is_to_void = kind == "CStyleCastExpr" && text_of(**at, "castKind") == "ToVoid";
    if (!is_to_void && kind != "ParenExpr" && kind != "ExprWithCleanups") return false;
  }
  return false;
}

/// "unsigned int" of "unsigned int (unsigned int *, unsigned int)"; empty: it is no function of a pointer and a value.
std::string operand_of(const std::string& function_type) {
  const std::size_t begin = function_type.find('(');
  const std::size_t star = function_type.find(" *,");
  if (begin == std::string::npos || star == std::string::npos || star < begin) return "";
  std::string type = function_type.substr(begin + 1, star - begin - 1);
  return function_type == type + " (" + type + " *, " + type + ")" ? type : "";
}

/// Where its line begins; ahead of what belongs to it in the lines before: comments, parameters of a template.
std::size_t ahead_of(std::string_view text, std::size_t at) {
  const auto line_of = [&](std::size_t place) { return place == 0 ? 0 : text.find_last_of('\n', place - 1) + 1; };
  std::size_t line = line_of(std::min(at, text.size()));
  while (line > 0) {
    const std::size_t before = line_of(line - 1);
    const std::size_t first = text.find_first_not_of(" \t", before);
    const std::string_view words = text.substr(std::min(first, line));
    static constexpr std::string_view kOwn[] = {"//", "template", "extern \"C\"", "static", "inline", "[["};
    if (first >= line || std::ranges::none_of(kOwn, [&](auto own) { return words.starts_with(own); })) break;
    line = before;
  }
  return line;
}

class CallReader {
 public:
  explicit CallReader(const FileText& text) : text_(text) {}

  std::vector<AtomicCall> of(const Node& function) const {
    Variables variables;
    std::vector<std::pair<const Node*, bool>> calls;  // and whether nobody reads the result
    Path path;
    walk(function, path, [&](const Node& node, const Path& above) {
      const std::string_view kind = kind_of(node);
      if (kind == "VarDecl" || kind == "ParmVarDecl") variables[text_of(node, "id")] = &node;
      if (kind == "CallExpr" && name_of(node).starts_with("atomic") && inner_of(node).size() == 3)
        calls.emplace_back(&node, is_unused(above));
    });
    std::vector<AtomicCall> found;
    for (const auto& [call, unused] : calls) {
      if (auto one = described(*call, unused, variables)) found.push_back(std::move(*one));
    }
    for (AtomicCall& one : found) {
      one.ahead = ahead(function);
      if (one.obstacle.empty() && one.ahead.file != one.name.file)
        one.obstacle = "a macro writes its function's beginning";
    }
    return found;
  }

  static std::string name_of(const Node& call) {
    const Node& callee = callee_of(call);
    return callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
  }

 private:
  static const Node& callee_of(const Node& call) { return plain(inner_of(call).front()); }

  static std::optional<AtomicCall> described(const Node& call, bool unused, const Variables& variables) {
    const auto token = token_or_macro(callee_of(call).at("range").at("begin"));
    if (!token) return std::nullopt;
    const std::string type = type_of(callee_of(call).at("referencedDecl"));
    AtomicCall one{.where = {.file = token->file,
                             .line = static_cast<std::uint32_t>(token->line),
                             .column = static_cast<std::uint32_t>(token->column)},
                   .name = {},
                   .atomic = {.function = name_of(call),
                              .type = operand_of(type),
                              .result_is_used = !unused,
                              .value_is_constant = constant_of(inner_of(call)[2], variables).has_value()},
                   .ahead = {},
                   .obstacle = ""};
    if (one.atomic.type.empty()) one.atomic.type = type;
    const auto name = written_token(callee_of(call).at("range").at("begin"));
    one.obstacle = obstacle_to_combining(one.atomic);
    if (!name || is_of_macro(call)) {
      if (one.obstacle.empty()) one.obstacle = "a macro writes a part of it";
    } else {
      one.name = {.file = name->file, .begin = name->offset, .end = name->end()};
    }
    return one;
  }

  [[nodiscard]] Span ahead(const Node& kernel) const {
    const auto token = token_or_macro(kernel.at("range").at("begin"));
    const auto text = token ? text_(token->file) : std::nullopt;
    if (!text) return {};
    const std::size_t at = ahead_of(*text, token->offset);
    return {.file = token->file, .begin = at, .end = at};
  }

  const FileText& text_;
};

/// \param to  functions that have a body, of a template those that it makes
void find_callers(const Node& node, std::vector<const Node*>& to) {
  const bool is_template = kind_of(node) == "FunctionTemplateDecl";
  bool is_made = !is_template;  // the first is the template itself
  for (const Node& one : inner_of(node)) {
    if (!one.is_object()) continue;
    if (kind_of(one) == "FunctionDecl") {
      if (std::exchange(is_made, true)) to.push_back(&one);
    } else if (!is_template) {
      find_callers(one, to);
    }
  }
}

/// "atomicAddOfWarp", or what no file has yet. Functions that do not read the same have other names, or other types.
std::string function_name(const WarpAtomic& atomic, Combining combining, const std::string& text) {
  std::string name = atomic.function;
  if (atomic.result_is_used) {
    name += "Rank";
  } else if (adds(atomic) && atomic.value_is_constant) {
    name += "Constant";
  }
  name += combining == Combining::first_lane ? "OfWarp" : "ByAddress";
  while (text.find(name) != std::string::npos) name += '_';
  return name;
}

}  // namespace

std::vector<AtomicCall> atomic_calls(const std::vector<Node>& trees, const FileText& text) {
  const CallReader reader(text);
  std::vector<const Node*> functions;
  for (const Node& tree : trees) {
    if (kind_of(tree) == "FunctionDecl") functions.push_back(&tree);
    find_callers(tree, functions);
  }
  std::vector<AtomicCall> all;
  for (const Node* function : functions) {
    for (AtomicCall& call : reader.of(*function)) {
      if (std::ranges::find(all, call) == all.end()) all.push_back(std::move(call));
    }
  }
  return all;
}

bool has_fences(const std::vector<Node>& trees) {
  bool found = false;
  for (const Node& tree : trees) {
    Path path;
    walk(tree, path, [&](const Node& node, const Path&) {
      found = found || (kind_of(node) == "CallExpr" && CallReader::name_of(node).starts_with("__threadfence"));
    });
  }
  return found;
}

std::vector<Edit> combined(const std::vector<AtomicCall>& calls, const std::vector<const AtomicCall*>& edited,
                           Combining combining, WarpSums sums, const FileText& text) {
  std::vector<Edit> edits;
  for (const AtomicCall* call : edited) {
    const std::string name = function_name(call->atomic, combining, text(call->name.file).value_or(""));
    const auto function = warp_atomic_function(call->atomic, combining, sums, name);
    if (!function) return {};
    Span ahead = call->ahead;
    for (const AtomicCall& other : calls) {
      if (other.ahead.file == ahead.file && other.ahead.begin < ahead.begin) ahead = other.ahead;
    }
    edits.push_back({.span = call->name, .text = name});
    edits.push_back({.span = ahead, .text = *function + "\n"});
  }
  return edits;
}

}  // namespace warpglass::rewrite
