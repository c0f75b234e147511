// Loads are made ahead of the first statement that some threads do without, where all of the block are; of stores the
// block does its part at the kernel's end, where they meet again. What is loaded earlier than it was has to be the same
// then: either nobody may change it, or nothing was stored, called or waited for ahead of the access. What is stored
// later must be all that the kernel stores. Elements of which that cannot be said stay as they are, in memory.
#include "rewrite/staged_structures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/kernels.hpp"
#include "rewrite/staging_edits.hpp"
#include "rewrite/statement_effects.hpp"
#include "rewrite/statement_path.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/thread_number.hpp"

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

class KernelReader {
 public:
  KernelReader(const Node& kernel, const FileText& text, const StructureBlock& block)
      : variables_(kernel), block_(block) {
    for (const Node& one : inner_of(kernel)) {
      if (kind_of(one) == "CompoundStmt") body_ = &one;
      if (kind_of(one) == "ParmVarDecl") parameters_[text_of(one, "id")] = &one;
    }
    if (body_ == nullptr) return;
    const auto begin = written_token(body_->at("range").at("begin"));
    if (!begin) return;
    file_ = begin->file;
    text_ = text(begin->file).value_or("");
    learn(kernel);
    collect(*body_, {});
  }

  std::vector<StagedStructure> read() const {
    std::vector<StagedStructure> all;
    if (body_ == nullptr || text_.empty()) return all;
    for (const auto& [key, elements] : elements_) all.push_back(read_elements(elements));
    std::erase_if(all, [](const StagedStructure& one) { return one.where.line == 0; });
    return all;
  }

 private:
  struct Key {
    std::string pointer;
    std::string index;
    bool stores = false;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Element {
    const Node* subscript = nullptr;
    const Node* member = nullptr;  // what is taken of it, up to the innermost member that is named
    const Node* store = nullptr;   // that assigns it as a whole
    bool is_kept = false;          // its address is taken
    std::vector<std::pair<const Node*, const Node*>> names = {};  // of references to it, with what is taken by them
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  using Elements = std::vector<Element>;
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
    if (kind_of(node) == "ReturnStmt" && span) returns_.push_back(span->begin);
    if (span && (acts(node) || stores(node))) {
      // What a loop does is done ahead of all that stands in it, but for its first round.
      const auto loop = std::ranges::find_if(above, [](const Node* one) { return is_loop(*one); });
      const auto whole = loop == above.end() ? span : written_or_macro(**loop);
      acts_.push_back(loop == above.end() || !whole ? span->end : whole->begin);
    }
    if (kind_of(node) == "ArraySubscriptExpr") add_element(node, above);
    if (const auto bound = references_.find(variable_of(node)); bound != references_.end()) {
      const Node* member = &node;
      for (auto at = above.rbegin(); at != above.rend() && leads_on(**at, *member); ++at) {
        if (kind_of(**at) != "ImplicitCastExpr" && kind_of(**at) != "ParenExpr") member = *at;
      }
      elements_[bound->second].front().names.push_back({&node, member});
    }
    above.push_back(&node);
    for (const Node& one : inner_of(node)) collect(one, above);
  }

  /// Whether it assigns to memory.
  [[nodiscard]] bool stores(const Node& node) const {
    const std::string opcode = text_of(node, "opcode");
    const bool assigns = is_binary(node, "=") || kind_of(node) == "CompoundAssignOperator" ||
                         (kind_of(node) == "UnaryOperator" && (opcode == "++" || opcode == "--"));
    if (!assigns) return false;
    Effects effects;
    add_effects(node, all_variables_, effects);
    return !effects.stores.empty();
  }

  void add_element(const Node& subscript, const Above& above) {
    const std::string pointer = variable_of(inner_of(subscript).front());
    if (!parameters_.contains(pointer)) return;
    const auto own = written_span(subscript);
    if (!own || own->file != file_) return;
    Element element{.subscript = &subscript, .member = &subscript, .begin = own->begin, .end = own->end};
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
        break;
      } else if (kind != "ImplicitCastExpr" && kind != "ParenExpr") {
        if (assigns_whole(around) && &inner_of(around)[1] == inside && inside == &subscript) element.store = &around;
        break;
      }
      inside = &around;
    }
    elements_[key_of(subscript)].push_back(element);
  }

  [[nodiscard]] Key key_of(const Node& subscript) const {
    const std::string pointer = variable_of(inner_of(subscript).front());
    return {pointer, shape_of(inner_of(subscript)[1]), !is_constant_pointer(*parameters_.at(pointer))};
  }

  /// Whether what is around takes a part of something, or its value.
  static bool leads_on(const Node& around, const Node& inside) {
    const std::string_view kind = kind_of(around);
    return kind == "MemberExpr" || kind == "ImplicitCastExpr" || kind == "ParenExpr" ||
           (kind == "ArraySubscriptExpr" && &plain(inner_of(around).front()) == &inside);
  }

  /// `const Point* in`
  static bool is_constant_pointer(const Node& parameter) {
    return text_of(parameter.at("type"), "qualType").starts_with("const ");
  }

  static std::optional<Span> written_or_macro(const Node& node) {
    if (!node.contains("range")) return std::nullopt;
    const auto begin = token_or_macro(node.at("range").at("begin"));
    const auto end = token_or_macro(node.at("range").at("end"));
    if (!begin || !end) return std::nullopt;
    return Span{.file = begin->file, .begin = begin->offset, .end = end->end()};
  }

  [[nodiscard]] StagedStructure read_elements(const Elements& elements) const {
    const Node& pointer = *parameters_.at(variable_of(inner_of(*elements.front().subscript).front()));
    StagedStructure found;
    found.memory = text_of(pointer, "name");
    found.stores = !is_constant_pointer(pointer);
    for (const Element& one : elements) describe(one, found);
    found.obstacle = found.stores ? edit_stores(pointer, elements, found) : edit_loads(pointer, elements, found);
    if (found.obstacle.empty() && (found.edits.empty() || overlap(found.edits))) {
      found.edits.clear();
      found.obstacle = "a macro writes a part of what would be edited, or a comment stands there";
    }
    return found;
  }

  static void describe(const Element& element, StagedStructure& found) {
    describe(*element.subscript, *element.member, found);
    for (const auto& [name, member] : element.names) describe(*name, *member, found);
  }

  static void describe(const Node& first, const Node& last, StagedStructure& found) {
    const auto begin = written_token(first.at("range").at("begin"));
    const auto end = written_token(last.at("range").at("end"));
    if (!begin || !end || begin->line != end->line) return;
    const auto line = static_cast<std::uint32_t>(begin->line);
    found.places.push_back({.line = line,
                            .first_column = static_cast<std::uint32_t>(begin->column),
                            .last_column = static_cast<std::uint32_t>(end->column)});
    if (found.where.line == 0)
      found.where = {.file = begin->file, .line = line, .column = static_cast<std::uint32_t>(begin->column)};
  }

  /// Whether neighbouring threads take neighbouring elements.
  [[nodiscard]] bool counts_by_one(const Node& index) const {
    const Node& expression = plain(index);
    if (dimension_of(expression, "threadIdx") == 0) return true;
    if (const Node* const variable = variables_.find(variable_of(expression))) {
      const Node* const initialiser = initialiser_of(*variable);
      return initialiser != nullptr && variables_.stays(variable_of(expression)) && counts_by_one(*initialiser);
    }
    if (!is_binary(expression, "+")) return false;
    const Node& left = inner_of(expression)[0];
    const Node& right = inner_of(expression)[1];
    const auto alike = [&](const Node& side) { return !dependence_of(side, variables_, {}).on_thread; };
    return (counts_by_one(left) && alike(right)) || (alike(left) && counts_by_one(right));
  }

  /// Why another thread cannot do it; empty: it can.
  [[nodiscard]] std::string obstacle_to(const Element& element, const StatementPath& path) const {
    if (!path.obstacle.empty()) return path.obstacle;
    if (path.statement == nullptr) return "it is no statement of its own";
    if (!path.loops.empty()) return "it stands in a loop";
    std::vector<const Node*> asked = path.conditions;
    for (const Node* leaves : path.returns) asked.push_back(&inner_of(*leaves).front());
    for (const Node* condition : asked) {
      const Dependence on = dependence_of(*condition, variables_, {});
      if (!on.obstacle.empty()) return "its condition is not repeated for another thread: " + on.obstacle;
    }
    const Node& index = inner_of(*element.subscript)[1];
    const Dependence on = dependence_of(*element.subscript, variables_, {});
    if (!on.obstacle.empty()) return "its index is not repeated for another thread: " + on.obstacle;
    return counts_by_one(index) ? "" : "neighbouring threads do not take neighbouring structures";
  }

  static const Node& anchor_of(const StatementPath& path) {
    return path.returns.empty() ? *path.statement : *path.returns.front();
  }

  [[nodiscard]] bool leaves_ahead_of(const Node& statement) const {
    const auto span = written_or_macro(statement);
    return !span || std::ranges::any_of(returns_, [&](std::size_t at) { return at < span->begin; });
  }

  /// The innermost branch that a path leads into, or what stands there without one.
  [[nodiscard]] std::optional<Span> reach_of(const StatementPath& path) const {
    if (path.conditions.empty()) {
      const auto from = written_or_macro(anchor_of(path));
      const auto whole = written_or_macro(*body_);
      return from && whole ? std::optional(Span{.file = file_, .begin = from->begin, .end = whole->end}) : std::nullopt;
    }
    return branch_of(*body_, *path.conditions.back());
  }

  static std::optional<Span> branch_of(const Node& node, const Node& condition) {
    if (!node.is_object()) return std::nullopt;
    if (kind_of(node) == "IfStmt" && &inner_of(node).front() == &condition) return written_or_macro(inner_of(node)[1]);
    for (const Node& one : inner_of(node)) {
      if (auto found = branch_of(one, condition)) return found;
    }
    return std::nullopt;
  }

  /// What the other threads of the block have, by the number of their word.
  struct Words {
    std::string memory;       // the array of shared memory
    std::string owner;        // of a word: the thread
    std::string word;         // its number
    std::string place;        // of the word in the array
    std::string own;          // the thread's own structure
    std::string declaration;  // of the array
  };

  [[nodiscard]] Words words_of(const std::string& type, bool constant, std::set<std::string>& taken) const {
    Words words{.memory = free_name("words", taken),
                .owner = free_name("owner", taken),
                .word = free_name("word", taken),
                .place = {},
                .own = {},
                .declaration = {}};
    words.place = block_.pitch == block_.words
                      ? words.word
                      : fmt::format("{} * {} + {} % {}", words.owner, block_.pitch, words.word, block_.words);
    words.own = fmt::format("*reinterpret_cast<{}{}*>(&{}[threadIdx.x * {}])", constant ? "const " : "", type,
                            words.memory, block_.pitch);
    words.declaration =
        fmt::format("__shared__ __align__(16) unsigned {}[{}];", words.memory, block_.threads * block_.pitch);
    return words;
  }

  /// The loop in which the block moves its words.
  [[nodiscard]] std::optional<std::vector<std::string>> moved(const Words& words, const Element& element,
                                                              const StatementPath& path, bool stores,
                                                              std::set<std::string>& taken) const {
    const auto anchor = token_or_macro(anchor_of(path).at("range").at("begin"));
    if (!anchor) return std::nullopt;
    OtherExpressions other(variables_, text_, {.x = words.owner, .y = "threadIdx.y", .suffix = "_of_owner"},
                           {.anchor = anchor->offset}, taken);
    const auto condition = condition_of(path, other);
    const auto access = other.of(*element.subscript);
    if (!condition || !access) return std::nullopt;
    std::vector<std::string> lines = {
        fmt::format("for (unsigned {0} = threadIdx.x; {0} < {1}; {0} += {2}) {{", words.word,
                    block_.threads * block_.words, block_.threads),
        fmt::format("  const unsigned {} = {} / {};", words.owner, words.word, block_.words)};
    for (const OtherVariable& variable : other.variables()) lines.push_back("  " + variable.declaration);
    const std::string in_memory = fmt::format("reinterpret_cast<{}unsigned*>(&{})[{} % {}]", stores ? "" : "const ",
                                              *access, words.word, block_.words);
    const std::string in_block = fmt::format("{}[{}]", words.memory, words.place);
    lines.push_back(fmt::format("  {}{} = {};", condition->empty() ? "" : fmt::format("if ({}) ", *condition),
                                stores ? in_memory : in_block, stores ? in_block : in_memory));
    lines.emplace_back("}");
    return lines;
  }

  [[nodiscard]] Edit declared(const std::string& declaration) const {
    const std::size_t at = written_token(body_->at("range").at("begin"))->end();
    const std::string indent = StatementPlace(inner_of(*body_).front(), text_).indent();
    return {.span = {.file = file_, .begin = at, .end = at}, .text = "\n" + indent + declaration};
  }

  static std::string joined(const std::vector<std::string>& lines, const std::string& indent) {
    return fmt::format("{}", fmt::join(lines, "\n" + indent));
  }

  /// Whether nothing but brackets and comments stands between it and the kernel's end.
  [[nodiscard]] bool ends_with(const Node& statement) const {
    const auto own = written_or_macro(statement);
    const auto whole = written_or_macro(*body_);
    if (!own || !whole || whole->end > text_.size()) return false;
    for (std::size_t at = own->end; at < whole->end; ++at) {
      if (text_.compare(at, 2, "//") == 0) at = std::min(text_.find('\n', at), whole->end);
      if (at < whole->end && std::string_view(" \t\r\n;}").find(text_[at]) == std::string_view::npos) return false;
    }
    return true;
  }

  [[nodiscard]] std::string edit_loads(const Node& pointer, const Elements& elements, StagedStructure& found) const {
    const bool nobody_writes = text_of(pointer.at("type"), "qualType").find("__restrict") != std::string::npos;
    const std::size_t first_act = acts_.empty() ? std::string::npos : *std::ranges::min_element(acts_);
    const auto stays = [&](const Element& one) { return !one.is_kept && (nobody_writes || one.end <= first_act); };
    std::string why = "something may be stored ahead of it that it would see";
    for (const Element& leader : elements) {
      if (!stays(leader)) continue;
      const StatementPath path = path_to(*body_, *leader.subscript);
      why = obstacle_to(leader, path);
      if (why.empty() && leaves_ahead_of(anchor_of(path))) why = "threads leave the kernel elsewhere, too";
      const auto reach = reach_of(path);
      if (why.empty() && !reach) why = "a macro writes a part of what would be edited";
      if (!why.empty()) continue;
      const auto type = pointee_text(pointer, text_);
      const StatementPlace place(anchor_of(path), text_);
      std::set<std::string> taken = names_in(*body_, text_);
      if (!type || !place.begin() || taken.empty()) return "";
      const Words words = words_of(*type, true, taken);
      const std::string own = free_name(found.memory + "_here", taken);
      auto lines = moved(words, leader, path, false, taken);
      if (!lines) return "";
      lines->emplace_back("__syncthreads();");
      lines->push_back(fmt::format("const {}& {} = {};", *type, own, words.own));
      for (const Element& one : elements) {
        if (stays(one) && reach->begin <= one.begin && one.end <= reach->end)
          found.edits.push_back({.span = {.file = file_, .begin = one.begin, .end = one.end}, .text = own});
      }
      found.edits.push_back(place.put_ahead(joined(*lines, place.indent())));
      found.edits.push_back(declared(words.declaration));
      return "";
    }
    return why;
  }

  [[nodiscard]] std::string edit_stores(const Node& pointer, const Elements& elements, StagedStructure& found) const {
    const auto whole = std::ranges::find_if(elements, [](const Element& one) { return one.store != nullptr; });
    if (whole == elements.end()) return "it is no pointer to const, and no structure is stored as a whole";
    if (elements.size() != 1) return "the kernel takes what it stores";
    if (!ends_with(*whole->store)) return "it is not the last that the kernel does";
    const StatementPath path = path_to(*body_, *whole->subscript);
    if (std::string why = obstacle_to(*whole, path); !why.empty()) return why;
    if (returns_.size() != path.returns.size()) return "threads leave the kernel elsewhere, too";
    const auto type = pointee_text(pointer, text_);
    const StatementPlace place(*path.statement, text_);
    std::set<std::string> taken = names_in(*body_, text_);
    if (!type || !place.begin() || taken.empty()) return "";
    const Words words = words_of(*type, false, taken);
    auto lines = moved(words, *whole, path, true, taken);
    if (!lines || !returns_as_conditions(path, text_, file_, found.edits)) return "";
    std::vector<std::string> behind = closing_braces(path);
    behind.emplace_back("__syncthreads();");
    behind.insert(behind.end(), lines->begin(), lines->end());
    auto edit = place.put_behind(joined(behind, place.indent()), place.indent());
    if (!edit) {
      found.edits.clear();
      return "";
    }
    found.edits.push_back(std::move(*edit));
    found.edits.push_back({.span = {.file = file_, .begin = whole->begin, .end = whole->end}, .text = words.own});
    found.edits.push_back(declared(words.declaration));
    return "";
  }

  FunctionVariables variables_;
  StructureBlock block_;
  const Node* body_ = nullptr;
  Variables parameters_;
  Variables all_variables_;
  std::string file_;
  std::string text_;
  std::map<Key, Elements> elements_;
  std::map<std::string, Key> references_;  // to elements, by the variable's id
  std::vector<std::size_t> acts_;  // what ends ahead of such a place is done before something that others may see
  std::vector<std::size_t> returns_;
};

}  // namespace

std::vector<StagedStructure> staged_structures(const std::vector<Node>& trees, const FileText& text,
                                               const StructureBlock& block) {
  return found_in_kernels<StagedStructure>(
      trees, [&](const Node& kernel) { return KernelReader(kernel, text, block).read(); });
}

}  // namespace warpglass::rewrite
