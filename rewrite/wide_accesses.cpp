// Within a list of statements, those that are executed one after the other without a turn are looked at together; a
// loop of two or four rounds stands for as many elements. What is between the first and the last element decides: no
// store may reach what is loaded, and no variable of the index may change.
#include "rewrite/wide_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/statement_effects.hpp"

namespace warpglass::rewrite {
namespace {

/// An element of a pointer that a statement loads.
struct Element {
  const Node* subscript = nullptr;
  std::size_t statement = 0;  // in the list
  ElementIndex index;
  bool conditional = false;  // not in any case
};

/// "float" and four into "float4"; empty: there is no such type, or the element has not four bytes.
std::string vector_type(std::string element, std::uint64_t width) {
  if (element.starts_with("const ")) element.erase(0, 6);
  if (element == "float" || element == "int") return fmt::format("{}{}", element, width);
  return element == "unsigned int" ? fmt::format("uint{}", width) : "";
}

/// From its first token to its last, where both are written in the file.
std::optional<Span> written_span(const Node& node) {
  const auto begin = written_token(node.at("range").at("begin"));
  const auto end = written_token(node.at("range").at("end"));
  if (!begin || !end || begin->file != end->file) return std::nullopt;
  return Span{.file = begin->file, .begin = begin->offset, .end = end->end()};
}

/// One kernel, as clang has it: of a template, one of those that it makes.
class KernelReader {
 public:
  KernelReader(const Node& kernel, const FileText& text) : text_(text) {
    learn(kernel);
    add_effects(kernel, variables_, whole_);
  }

  void read(const Node& node) {
    const auto inner = node.find("inner");
    if (!node.is_object() || inner == node.end()) return;
    if (kind_of(node) == "CompoundStmt") read_list(*inner);
    for (const Node& one : *inner) read(one);
  }

  std::vector<WideAccess> take() { return std::move(found_); }

 private:
  using Group = std::vector<Element>;
  /// Of the same pointer, with the same index but for a constant.
  using Groups = std::map<std::pair<std::string, std::string>, Group>;

  void learn(const Node& node) {
    if (!node.is_object()) return;
    const std::string_view kind = kind_of(node);
    if (kind == "VarDecl" || kind == "ParmVarDecl") variables_[text_of(node, "id")] = &node;
    if (const auto inner = node.find("inner"); inner != node.end()) {
      for (const Node& one : *inner) learn(one);
    }
  }

  void read_list(const Node& list) {
    std::vector<const Node*> straight;
    for (const Node& statement : list) {
      if (is_straight(statement)) {
        straight.push_back(&statement);
        continue;
      }
      read_straight(straight);
      straight.clear();
      const bool told = kind_of(statement) == "AttributedStmt";  // #pragma unroll
      const Node& loop = told ? statement.at("inner").back() : statement;
      if (kind_of(loop) == "ForStmt") read_loop(loop, statement);
    }
    read_straight(straight);
  }

  void read_straight(const std::vector<const Node*>& statements) {
    Groups groups;
    for (std::size_t i = 0; i < statements.size(); ++i) collect(*statements[i], i, "", false, groups);
    for (auto& [key, group] : groups) {
      std::ranges::stable_sort(group, {}, [](const Element& one) { return one.index.constant; });
      for (const std::uint64_t width : {std::uint64_t{4}, std::uint64_t{2}}) take_runs(group, width, statements);
    }
  }

  /// Takes as many neighbours as a vector has out of the group, again and again.
  void take_runs(Group& group, std::uint64_t width, const std::vector<const Node*>& statements) {
    for (std::size_t first = 0; first < group.size();) {
      const std::uint64_t begin = group[first].index.constant;
      Group run;
      std::set<std::uint64_t> constants;
      for (const Element& one : group) {
        if (one.index.constant < begin || one.index.constant >= begin + width) continue;
        run.push_back(one);
        constants.insert(one.index.constant);
      }
      if (constants.size() != width) {
        ++first;
        continue;
      }
      std::erase_if(
          group, [&](const Element& one) { return one.index.constant >= begin && one.index.constant < begin + width; });
      add_run(run, width, statements);
    }
  }

  void add_run(const Group& run, std::uint64_t width, const std::vector<const Node*>& statements) {
    WideAccess access = described(run, width);
    const auto by_statement = [](const Element& one) { return one.statement; };
    const std::size_t first = std::ranges::min(run, {}, by_statement).statement;
    const std::size_t last = std::ranges::max(run, {}, by_statement).statement;
    Effects between;
    for (std::size_t i = first; i <= last; ++i) add_effects(*statements[i], variables_, between);
    const bool stores_last = between.stores == 1 && stores_at_its_end(*statements[last]);
    if (stores_last) between.stores = 0;
    access.obstacle = obstacle(run, width, between);
    if (access.obstacle.empty()) edit(access, run, *statements[first], "");
    found_.push_back(std::move(access));
  }

  /// `for (int i = 0; i < 4; ++i)`, whose body takes an element in every round.
  /// \param statement  the loop with what a pragma says of it
  void read_loop(const Node& loop, const Node& statement) {
    const Node& inner = loop.at("inner");
    if (inner.size() != 5) return;
    const Node* const counter = counter_of(inner[0]);
    if (counter == nullptr) return;
    const std::string id = text_of(*counter, "id");
    const std::uint64_t rounds = rounds_of(id, inner[2], inner[3]);
    const Node& body = inner[4];
    if ((rounds != 2 && rounds != 4) || !is_straight(body)) return;
    Groups groups;
    collect(body, 0, id, false, groups);
    for (const auto& [key, group] : groups) {
      if (!group.front().index.has_counter) continue;
      WideAccess access = described(group, rounds);
      Effects effects;
      add_effects(body, variables_, effects);
      access.obstacle = effects.changed.contains(id) ? "the loop's counter is changed within the loop"
                                                     : obstacle(group, rounds, effects);
      if (access.obstacle.empty()) edit(access, group, statement, text_of(*counter, "name"));
      found_.push_back(std::move(access));
    }
  }

  [[nodiscard]] const Node* counter_of(const Node& init) const {
    if (kind_of(init) != "DeclStmt" || init.at("inner").size() != 1) return nullptr;
    const Node& counter = init.at("inner")[0];
    if (kind_of(counter) != "VarDecl" || !counter.contains("inner")) return nullptr;
    return constant_of(counter.at("inner").front(), {}) == 0u ? &counter : nullptr;
  }

  static std::uint64_t rounds_of(const std::string& counter, const Node& condition, const Node& step) {
    const bool counts = kind_of(step) == "UnaryOperator" && text_of(step, "opcode") == "++" &&
                        variable_of(step.at("inner").at(0)) == counter;
    if (!counts || kind_of(condition) != "BinaryOperator" || text_of(condition, "opcode") != "<" ||
        variable_of(condition.at("inner").at(0)) != counter)
      return 0;
    return constant_of(condition.at("inner").at(1), {}).value_or(0);
  }

  void collect(const Node& node, std::size_t statement, const std::string& counter, bool conditional, Groups& to) {
    if (!node.is_object()) return;
    const std::string_view kind = kind_of(node);
    const auto inner = node.find("inner");
    if (inner == node.end() || inner->empty() || kind == "PseudoObjectExpr" || kind == "UnaryExprOrTypeTraitExpr")
      return;
    if (kind == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue")
      add_element(inner->front(), statement, counter, conditional, to);
    const std::string opcode = text_of(node, "opcode");
    const bool chooses =
        kind == "ConditionalOperator" || (kind == "BinaryOperator" && (opcode == "&&" || opcode == "||"));
    for (std::size_t i = 0; i < inner->size(); ++i)
      collect((*inner)[i], statement, counter, conditional || (chooses && i > 0), to);
  }

  void add_element(const Node& subscript, std::size_t statement, const std::string& counter, bool conditional,
                   Groups& to) {
    if (kind_of(subscript) != "ArraySubscriptExpr" || vector_type(type_of(subscript), 4).empty()) return;
    const std::string pointer = variable_of(subscript.at("inner").at(0));
    const auto known = variables_.find(pointer);
    if (known == variables_.end() || type_of(*known->second).find('*') == std::string::npos) return;
    const ElementIndex index = element_index(subscript.at("inner").at(1), counter);
    if (!counter.empty() && !index.has_counter) return;
    const std::string rest = index.rest == nullptr ? "" : shape_of(*index.rest);
    to[{pointer, rest}].push_back(
        {.subscript = &subscript, .statement = statement, .index = index, .conditional = conditional});
  }

  [[nodiscard]] const Node& pointer_of(const Element& element) const {
    return *variables_.at(variable_of(element.subscript->at("inner").at(0)));
  }

  [[nodiscard]] WideAccess described(const Group& run, std::uint64_t width) const {
    WideAccess access;
    const Element& first = run.front();
    access.type = vector_type(type_of(*first.subscript), width);
    access.pointer = text_of(pointer_of(first), "name");
    std::set<std::uint32_t> lines;
    for (const Element& one : run) {
      const auto token = token_or_macro(one.subscript->at("range").at("begin"));
      if (!token) continue;
      lines.insert(static_cast<std::uint32_t>(token->line));
      if (access.where.line == 0)
        access.where = {.file = token->file,
                        .line = static_cast<std::uint32_t>(token->line),
                        .column = static_cast<std::uint32_t>(token->column)};
    }
    access.lines.assign(lines.begin(), lines.end());
    return access;
  }

  [[nodiscard]] std::string obstacle(const Group& run, std::uint64_t width, const Effects& between) const {
    const Node& pointer = pointer_of(run.front());
    if (kind_of(pointer) != "ParmVarDecl")
      return fmt::format("{} is no parameter of the kernel", text_of(pointer, "name"));
    if (whole_.changed.contains(text_of(pointer, "id")))
      return fmt::format("{} is moved within the kernel", text_of(pointer, "name"));
    if (std::ranges::any_of(run, &Element::conditional)) return "not all of the elements are taken in any case";
    const ElementIndex& index = run.front().index;
    const std::uint64_t divisor = index.rest == nullptr ? width : divisor_of(*index.rest, variables_);
    if (divisor % width != 0 || index.constant % width != 0)
      return fmt::format("the index of the first element is not seen to be a multiple of {}", width);
    const std::string type = text_of(pointer.at("type"), "qualType");
    const bool unchanged = type.starts_with("const ") && type.find("__restrict") != std::string::npos;
    if (!unchanged && (between.calls || between.stores != 0))
      return fmt::format(
          "what is stored or called between the elements might change them, as far as is seen: const {} "
          "__restrict__ says that it does not",
          text_of(pointer, "name"));
    if (index.rest != nullptr && names_any(*index.rest, between.changed))
      return "the index changes between the elements";
    return "";
  }

  /// `x = ...;`, whose store comes behind all loads.
  [[nodiscard]] bool stores_at_its_end(const Node& statement) const {
    const Node& expression = plain(statement);
    const bool assigns = (kind_of(expression) == "BinaryOperator" && text_of(expression, "opcode") == "=") ||
                         kind_of(expression) == "CompoundAssignOperator";
    if (!assigns) return false;
    Effects within;
    for (const Node& side : expression.at("inner")) add_effects(side, variables_, within);
    return within.stores == 0;
  }

  /// \param statement  what the wide load is put ahead of
  /// \param counter    name of the loop's counter; empty: there is no loop
  void edit(WideAccess& access, const Group& run, const Node& statement, const std::string& counter) {
    const auto place = written_token(statement.at("range").at("begin"));
    const std::string text = place ? text_(place->file).value_or("") : "";
    const auto refuse = [&] {
      access.obstacle = "a macro writes a part of it";
      access.edits.clear();
    };
    if (!place || place->offset > text.size()) return refuse();
    const std::string name = fresh_name(access.pointer + access.type.back(), text);
    for (const Element& one : run) {
      const auto span = written_span(*one.subscript);
      if (!span || span->file != place->file || span->begin < place->offset) return refuse();
      const std::string element =
          counter.empty() ? fmt::format("{}.{}", name, "xyzw"[one.index.constant - run.front().index.constant])
                          : fmt::format("(&{}.x)[{}]", name, counter);
      access.edits.push_back({.span = *span, .text = element});
    }
    const auto first = index_text(run.front(), counter, text);
    if (!first) return refuse();
    access.edits.push_back(put_ahead(fmt::format("const {0} {1} = *reinterpret_cast<const {0}*>(&{2}[{3}]);\n",
                                                 access.type, name, access.pointer, *first),
                                     *place, statement, text));
  }

  /// A statement of its own line ahead of another one, or of the pragma that belongs to it.
  static Edit put_ahead(const std::string& load, const Token& place, const Node& statement, const std::string& text) {
    const auto of_line = [&](std::size_t at) { return at == 0 ? 0 : text.find_last_of('\n', at - 1) + 1; };
    const auto blanks = [&](std::size_t at) {
      const std::size_t begin = of_line(at);
      return text.substr(begin, std::min(text.find_first_not_of(" \t", begin), at) - begin);
    };
    const auto insertion = [&](std::size_t at, std::string added) {
      return Edit{.span = {.file = place.file, .begin = at, .end = at}, .text = std::move(added)};
    };
    if (kind_of(statement) != "AttributedStmt") return insertion(place.offset, load + blanks(place.offset));
    const auto loop = written_token(statement.at("inner").back().at("range").at("begin"));
    return insertion(of_line(place.offset), (loop ? blanks(loop->offset) : "") + load);
  }

  /// Of the first element, as it is written.
  static std::optional<std::string> index_text(const Element& first, const std::string& counter,
                                               const std::string& text) {
    if (!counter.empty() && first.index.rest == nullptr) return "0";
    const auto span = written_span(counter.empty() ? first.subscript->at("inner").at(1) : *first.index.rest);
    if (!span || span->end > text.size()) return std::nullopt;
    return std::string(span->of(text));
  }

  /// That the file does not have yet.
  std::string fresh_name(std::string name, const std::string& text) {
    while (text.find(name) != std::string::npos || names_.contains(name)) name += '_';
    names_.insert(name);
    return name;
  }

  const FileText& text_;
  Variables variables_;
  Effects whole_;  // of the kernel
  std::set<std::string> names_;
  std::vector<WideAccess> found_;
};

bool is_kernel(const Node& node) {
  const auto inner = node.find("inner");
  return kind_of(node) == "FunctionDecl" && inner != node.end() &&
         std::ranges::any_of(*inner, [](const Node& one) { return kind_of(one) == "CUDAGlobalAttr"; });
}

std::vector<WideAccess> of_kernel(const Node& kernel, const FileText& text) {
  KernelReader reader(kernel, text);
  reader.read(kernel);
  return reader.take();
}

/// What all kernels that a template makes have alike. The first is the template itself.
std::vector<WideAccess> of_template(const Node& node, const FileText& text) {
  std::optional<std::vector<WideAccess>> common;
  bool is_template = true;
  for (const Node& one : node.at("inner")) {
    if (!is_kernel(one) || std::exchange(is_template, false)) continue;
    const std::vector<WideAccess> found = of_kernel(one, text);
    if (!common) {
      common = found;
      continue;
    }
    std::erase_if(*common, [&](const WideAccess& access) { return std::ranges::find(found, access) == found.end(); });
  }
  return common.value_or(std::vector<WideAccess>{});
}

void read(const Node& node, const FileText& text, std::vector<WideAccess>& to) {
  std::vector<WideAccess> found;
  if (is_kernel(node)) {
    found = of_kernel(node, text);
  } else if (kind_of(node) == "FunctionTemplateDecl" && node.contains("inner")) {
    found = of_template(node, text);
  } else if (const auto inner = node.find("inner"); inner != node.end()) {
    for (const Node& one : *inner) {
      if (one.is_object()) read(one, text, to);
    }
  }
  for (WideAccess& access : found) {
    if (std::ranges::find(to, access.where, &WideAccess::where) == to.end()) to.push_back(std::move(access));
  }
}

}  // namespace

std::vector<WideAccess> wide_accesses(const std::vector<Node>& trees, const FileText& text) {
  std::vector<WideAccess> all;
  for (const Node& tree : trees) read(tree, text, all);
  return all;
}

}  // namespace warpglass::rewrite
