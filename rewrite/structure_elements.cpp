#include "rewrite/structure_elements.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "rewrite/statement_effects.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

/// `out[i] = value`, of structures: not an operator that somebody wrote, whose type says what it may throw.
bool assigns_whole(const Node& node) {
  if (kind_of(node) != "CXXOperatorCallExpr" || inner_of(node).size() != 3) return false;
  const Node& callee = plain(inner_of(node).front());
  if (!callee.contains("referencedDecl")) return false;
  const Node& declaration = callee.at("referencedDecl");
  return text_of(declaration, "name") == "operator=" && type_of(declaration).ends_with("noexcept");
}

/// Whether an expression may do something that others see, or wait for others.
bool acts(const Node& node) {
  const std::string_view kind = kind_of(node);
  static constexpr std::string_view kActs[] = {"CXXMemberCallExpr", "CXXOperatorCallExpr",
                                               "AtomicExpr",        "UserDefinedLiteral",
                                               "CXXDeleteExpr",     "CXXNewExpr",
                                               "AsmStmt",           "GCCAsmStmt",
                                               "LambdaExpr",        "StmtExpr"};
  if (std::ranges::find(kActs, kind) != std::end(kActs)) return true;
  if (kind != "CallExpr") return false;
  const Node& inner = inner_of(node);
  const Node& callee = plain(inner.front());
  const std::string name = callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
  if (name.starts_with("__ldg")) return false;
  return type_of(node) == "void" || name.find("sync") != std::string::npos ||
         std::any_of(std::next(inner.begin()), inner.end(), [](const Node& one) {
           return type_of(one).find('*') != std::string::npos || text_of(one, "valueCategory") == "lvalue";
         });
}

bool is_loop(const Node& node) {
  const std::string_view kind = kind_of(node);
  return kind == "ForStmt" || kind == "WhileStmt" || kind == "DoStmt" || kind == "CXXForRangeStmt";
}

class ElementsReader {
 public:
  ElementsReader(const Node& kernel, const FileText& text) : found_{.variables = FunctionVariables(kernel)} {
    for (const Node& one : inner_of(kernel)) {
      if (kind_of(one) == "CompoundStmt") found_.body = &one;
      if (kind_of(one) == "ParmVarDecl") found_.parameters[text_of(one, "id")] = &one;
    }
    if (found_.body == nullptr) return;
    const auto begin = written_token(found_.body->at("range").at("begin"));
    if (begin) found_.file = begin->file;
    if (begin) found_.text = text(begin->file).value_or("");
    if (found_.text.empty()) found_.body = nullptr;
    if (found_.body == nullptr) return;
    learn(kernel);
    collect(*found_.body, {});
  }

  StructureElements take() {
    for (auto& [key, elements] : elements_) found_.elements.push_back(std::move(elements));
    return std::move(found_);
  }

 private:
  struct Key {
    std::string pointer;
    std::string index;
    bool stores = false;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  using Above = std::vector<const Node*>;

  void learn(const Node& node) {
    if (!node.is_object()) return;
    const std::string_view kind = kind_of(node);
    if (kind == "VarDecl" || kind == "ParmVarDecl") all_variables_[text_of(node, "id")] = &node;
    for (const Node& one : inner_of(node)) learn(one);
  }

  void collect(const Node& node, Above above) {
    if (!node.is_object() || kind_of(node) == "PseudoObjectExpr") return;
    const auto span = written_or_macro(node);
    if (kind_of(node) == "ReturnStmt" && span) found_.returns.push_back(span->begin);
    std::vector<std::string> stored = stores_of(node);
    if (span && (acts(node) || !stored.empty())) {
      // What a loop does is done ahead of all that stands in it, but for its first round.
      const auto loop = std::ranges::find_if(above, [](const Node* one) { return is_loop(*one); });
      const auto whole = loop == above.end() ? span : written_or_macro(**loop);
      const bool is_once = loop == above.end() || !whole;
      found_.deeds.push_back({.begin = span->begin,
                              .end = span->end,
                              .first = is_once ? span->end : whole->begin,
                              .stores = std::move(stored)});
    }
    if (span && looks_into_memory(node)) found_.looks.push_back({.begin = span->begin, .pointer = pointer_of(node)});
    if (kind_of(node) == "DeclRefExpr") ++found_.uses[variable_of(node)];
    if (kind_of(node) == "ArraySubscriptExpr") add_element(node, above);
    if (const auto bound = references_.find(variable_of(node)); bound != references_.end()) {
      const Node* member = &node;
      for (auto at = above.rbegin(); at != above.rend() && leads_on(**at, *member); ++at) {
        if (!is_unseen(**at)) member = *at;
      }
      elements_[bound->second].front().names.push_back({&node, member});
    }
    above.push_back(&node);
    for (const Node& one : inner_of(node)) collect(one, above);
  }

  /// What it assigns to: the pointers by which it does, or variables of the kernel's own if that is all; empty: to no
  /// memory.
  [[nodiscard]] std::vector<std::string> stores_of(const Node& node) const {
    const std::string opcode = text_of(node, "opcode");
    const bool assigns = is_binary(node, "=") || kind_of(node) == "CompoundAssignOperator" ||
                         (kind_of(node) == "UnaryOperator" && (opcode == "++" || opcode == "--"));
    if (assigns_whole(node)) return {pointer_of(plain(inner_of(node)[1]))};
    if (!assigns) return {};
    Effects effects;
    add_effects(node, all_variables_, effects);
    return std::move(effects.stores);
  }

  /// An array of the kernel's own is none that a pointer leads to.
  [[nodiscard]] bool looks_into_memory(const Node& node) const {
    if (kind_of(node) == "UnaryOperator") return text_of(node, "opcode") == "*";
    if (kind_of(node) == "MemberExpr") return node.value("isArrow", false);
    if (kind_of(node) != "ArraySubscriptExpr") return false;
    const auto known = all_variables_.find(pointer_of(node));
    return known == all_variables_.end() || type_of(*known->second).find('*') != std::string::npos;
  }

  /// By which a subscript's memory is named; of an array of the kernel's own the array.
  [[nodiscard]] static std::string pointer_of(const Node& subscript) {
    return kind_of(subscript) == "ArraySubscriptExpr" ? variable_of(inner_of(subscript).front()) : "";
  }

  void add_element(const Node& subscript, const Above& above) {
    const std::string pointer = variable_of(inner_of(subscript).front());
    if (!found_.parameters.contains(pointer)) return;
    const auto own = written_span(subscript);
    if (!own || own->file != found_.file) return;
    StructureElement element{.subscript = &subscript, .member = &subscript, .begin = own->begin, .end = own->end};
    const Node* inside = &subscript;
    for (auto at = above.rbegin(); at != above.rend(); ++at) {
      const Node& around = **at;
      const std::string_view kind = kind_of(around);
      if (kind == "MemberExpr" || (kind == "ArraySubscriptExpr" && &inner_of(around).front() == inside)) {
        element.member = &around;
      } else if (kind == "UnaryOperator" && text_of(around, "opcode") == "&") {
        element.is_kept = true;
        break;
      } else if (kind == "VarDecl" && type_of(around).ends_with('&')) {
        references_[text_of(around, "id")] = key_of(subscript);
        element.is_stored = element.is_stored && !is_constant(around);
        break;
      } else if (!is_unseen(around)) {
        if (assigns_whole(around) && &inner_of(around)[1] == inside && inside == &subscript) element.store = &around;
        break;
      }
      const bool reads = kind == "ImplicitCastExpr" && (text_of(around, "castKind") == "LValueToRValue" ||
                                                        (text_of(around, "castKind") == "NoOp" && is_constant(around)));
      element.is_stored = element.is_stored && !reads;
      inside = &around;
    }
    elements_[key_of(subscript)].push_back(element);
  }

  [[nodiscard]] Key key_of(const Node& subscript) const {
    const std::string pointer = variable_of(inner_of(subscript).front());
    return {pointer, shape_of(inner_of(subscript)[1]), !is_constant_pointer(*found_.parameters.at(pointer))};
  }

  /// Whether what is around takes a part of something, or its value.
  static bool leads_on(const Node& around, const Node& inside) {
    const std::string_view kind = kind_of(around);
    return kind == "MemberExpr" || is_unseen(around) ||
           (kind == "ArraySubscriptExpr" && &plain(inner_of(around).front()) == &inside);
  }

  StructureElements found_;
  Variables all_variables_;
  std::map<Key, ElementsOfOne> elements_;
  std::map<std::string, Key> references_;  // to elements, by the variable's id
};

}  // namespace

StructureElements structure_elements(const Node& kernel, const FileText& text) {
  return ElementsReader(kernel, text).take();
}

bool is_constant_pointer(const Node& parameter) {
  return text_of(parameter.at("type"), "qualType").starts_with("const ");
}

std::optional<Span> written_or_macro(const Node& node) {
  if (!node.contains("range")) return std::nullopt;
  const auto begin = token_or_macro(node.at("range").at("begin"));
  const auto end = token_or_macro(node.at("range").at("end"));
  if (!begin || !end) return std::nullopt;
  return Span{.file = begin->file, .begin = begin->offset, .end = end->end()};
}

}  // namespace warpglass::rewrite
