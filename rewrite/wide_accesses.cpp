// Within a list of statements, those that are executed one after the other without a turn are looked at together; a
// loop of two or four rounds stands for as many elements. What is between the first and the last element decides: of
// loads, no store may reach what is loaded; of stores, nobody may look at the memory before the last one; and no
// variable of the index may change.
#include "rewrite/wide_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/kernels.hpp"
#include "rewrite/statement_effects.hpp"
#include "rewrite/wide_edits.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::uint64_t kRegisterBytes = 4;
constexpr std::uint64_t kWidestAccess = 16;  // bytes of a thread (CUDA Programming Guide, "Device Memory Accesses")

/// Types with vectors of two and of four (CUDA Programming Guide, "Built-in Vector Types").
struct VectorElement {
  std::string_view type;
  std::string_view vector;  // without the number
  std::uint64_t bytes;
};
constexpr VectorElement kWideElements[] = {
    {"signed char", "char", 1},      {"unsigned char", "uchar", 1}, {"short", "short", 2},
    {"unsigned short", "ushort", 2}, {"float", "float", 4},         {"int", "int", 4},
    {"unsigned int", "uint", 4},     {"double", "double", 8},       {"long", "long", 8},
    {"unsigned long", "ulong", 8},   {"long long", "longlong", 8},  {"unsigned long long", "ulonglong", 8},
};

/// nullptr where there are no vectors of it.
const VectorElement* vector_element(std::string_view type) {
  for (const std::string_view qualifier : {"const ", "volatile "}) {
    if (type.starts_with(qualifier)) type.remove_prefix(qualifier.size());
  }
  const auto* const found = std::ranges::find(kWideElements, type, &VectorElement::type);
  return found == std::end(kWideElements) ? nullptr : found;
}

/// One kernel, as clang has it: of a template, one of those that it makes.
class KernelReader {
 public:
  KernelReader(const Node& kernel, const FileText& text) : edits_(text) {
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
  /// Of the same pointer, with the same index but for a constant; loads before stores.
  struct Key {
    bool stores = false;
    std::string pointer;
    std::string rest;

    friend auto operator<=>(const Key&, const Key&) = default;
  };
  using Groups = std::map<Key, Group>;

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
    for (std::size_t i = 0; i < statements.size(); ++i) collect_statement(*statements[i], i, "", groups);
    for (auto& [key, group] : groups) {
      std::ranges::stable_sort(group, {}, [](const Element& one) { return one.index.constant; });
      for (const std::uint64_t width : {std::uint64_t{4}, std::uint64_t{2}}) {
        if (fits(group, width)) take_runs(group, width, key.stores, statements);
      }
    }
  }

  [[nodiscard]] static bool fits(const Group& group, std::uint64_t width) {
    return !group.empty() && width * vector_element(type_of(*group.front().subscript))->bytes <= kWidestAccess;
  }

  /// Takes as many neighbours as a vector has out of the group, again and again.
  void take_runs(Group& group, std::uint64_t width, bool stores, const std::vector<const Node*>& statements) {
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
      add_run(run, width, stores, statements);
    }
  }

  void add_run(const Group& run, std::uint64_t width, bool stores, const std::vector<const Node*>& statements) {
    const auto by_statement = [](const Element& one) { return one.statement; };
    const std::size_t first = std::ranges::min(run, {}, by_statement).statement;
    const std::size_t last = std::ranges::max(run, {}, by_statement).statement;
    Effects between;
    for (std::size_t i = first; i <= last; ++i) {
      Effects of_one;
      add_effects(*statements[i], variables_, of_one);
      if (stores && i == first) of_one.loads.clear();  // the value is made before it is stored
      if (!stores && i == last && stores_at_its_end(*statements[i])) of_one.stores.clear();
      add(of_one, between);
    }
    const VectorElements vector{.elements = run,
                                .type = vector_type(run, width),
                                .pointer = text_of(pointer_of(run.front()), "name"),
                                .stores = stores,
                                .counter = "",
                                .first = statements[first],
                                .last = statements[last]};
    add_vector(vector, obstacle(run, width, stores, between));
  }

  static void add(const Effects& one, Effects& to) {
    to.changed.insert(one.changed.begin(), one.changed.end());
    to.stores.insert(to.stores.end(), one.stores.begin(), one.stores.end());
    to.loads.insert(one.loads.begin(), one.loads.end());
    to.calls = to.calls || one.calls;
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
    if (kind_of(body) == "CompoundStmt" && body.contains("inner")) {
      for (const Node& one : body.at("inner")) collect_statement(one, 0, id, groups);
    } else {
      collect_statement(body, 0, id, groups);
    }
    Effects effects;
    add_effects(body, variables_, effects);
    for (const auto& [key, group] : groups) {
      if (!fits(group, rounds)) continue;
      const VectorElements vector{.elements = group,
                                  .type = vector_type(group, rounds),
                                  .pointer = text_of(pointer_of(group.front()), "name"),
                                  .stores = key.stores,
                                  .counter = text_of(*counter, "name"),
                                  .first = &statement,
                                  .last = &statement};
      add_vector(vector, effects.changed.contains(id) ? "the loop's counter is changed within the loop"
                                                      : obstacle(group, rounds, key.stores, effects));
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

  /// What it loads, and what it stores if it does nothing else with it: `out[i] = x;`.
  void collect_statement(const Node& statement, std::size_t number, const std::string& counter, Groups& to) {
    const Node& expression = plain(statement);
    if (kind_of(expression) == "BinaryOperator" && text_of(expression, "opcode") == "=")
      add_element(plain(expression.at("inner").at(0)), true, number, counter, false, to);
    collect(statement, number, counter, false, to);
  }

  void collect(const Node& node, std::size_t statement, const std::string& counter, bool conditional, Groups& to) {
    if (!node.is_object()) return;
    const std::string_view kind = kind_of(node);
    const auto inner = node.find("inner");
    if (inner == node.end() || inner->empty() || kind == "PseudoObjectExpr" || kind == "UnaryExprOrTypeTraitExpr")
      return;
    if (kind == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue")
      add_element(inner->front(), false, statement, counter, conditional, to);
    const std::string opcode = text_of(node, "opcode");
    const bool chooses =
        kind == "ConditionalOperator" || (kind == "BinaryOperator" && (opcode == "&&" || opcode == "||"));
    for (std::size_t i = 0; i < inner->size(); ++i)
      collect((*inner)[i], statement, counter, conditional || (chooses && i > 0), to);
  }

  void add_element(const Node& subscript, bool stored, std::size_t statement, const std::string& counter,
                   bool conditional, Groups& to) {
    if (kind_of(subscript) != "ArraySubscriptExpr" || vector_element(type_of(subscript)) == nullptr) return;
    const std::string pointer = variable_of(subscript.at("inner").at(0));
    const auto known = variables_.find(pointer);
    if (known == variables_.end() || type_of(*known->second).find('*') == std::string::npos) return;
    const ElementIndex index = element_index(subscript.at("inner").at(1), counter);
    if (!counter.empty() && !index.has_counter) return;
    to[{.stores = stored, .pointer = pointer, .rest = index.rest == nullptr ? "" : shape_of(*index.rest)}].push_back(
        {.subscript = &subscript, .statement = statement, .index = index, .conditional = conditional});
  }

  [[nodiscard]] const Node& pointer_of(const Element& element) const {
    return *variables_.at(variable_of(element.subscript->at("inner").at(0)));
  }

  [[nodiscard]] static std::string vector_type(const Group& run, std::uint64_t width) {
    return fmt::format("{}{}", vector_element(type_of(*run.front().subscript))->vector, width);
  }

  void add_vector(const VectorElements& vector, std::string obstacle) {
    WideAccess access = described(vector);
    access.obstacle = std::move(obstacle);
    if (access.obstacle.empty()) {
      access.edits = edits_.of(vector);
      if (access.edits.empty()) access.obstacle = "a macro writes a part of it";
    }
    found_.push_back(std::move(access));
  }

  [[nodiscard]] static WideAccess described(const VectorElements& vector) {
    WideAccess access;
    access.type = vector.type;
    access.pointer = vector.pointer;
    access.stores = vector.stores;
    access.is_narrow = vector_element(type_of(*vector.elements.front().subscript))->bytes < kRegisterBytes;
    std::set<std::uint32_t> lines;
    for (const Element& one : vector.elements) {
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

  [[nodiscard]] std::string obstacle(const Group& run, std::uint64_t width, bool stores, const Effects& between) const {
    const Node& pointer = pointer_of(run.front());
    const std::string name = text_of(pointer, "name");
    if (type_of(*run.front().subscript).find("volatile") != std::string::npos)
      return fmt::format("{} is volatile: each of its elements is {} as it is written", name,
                         stores ? "stored" : "loaded");
    if (kind_of(pointer) != "ParmVarDecl") return fmt::format("{} is no parameter of the kernel", name);
    if (whole_.changed.contains(text_of(pointer, "id"))) return fmt::format("{} is moved within the kernel", name);
    if (std::ranges::any_of(run, &Element::conditional)) return "not all of the elements are taken in any case";
    const ElementIndex& index = run.front().index;
    const std::uint64_t divisor = index.rest == nullptr ? width : divisor_of(*index.rest, variables_);
    if (divisor % width != 0 || index.constant % width != 0)
      return fmt::format("the index of the first element is not seen to be a multiple of {}", width);
    if (index.rest != nullptr && names_any(*index.rest, between.changed))
      return "the index changes between the elements";
    return stores ? obstacle_to_stores(pointer, run.size(), between) : obstacle_to_loads(pointer, between);
  }

  [[nodiscard]] static bool is_restricted(const Node& pointer) {
    return text_of(pointer.at("type"), "qualType").find("__restrict") != std::string::npos;
  }

  /// Nobody changes what it points to while the kernel runs.
  [[nodiscard]] static bool is_unchanged(const Node& pointer) {
    return is_restricted(pointer) && text_of(pointer.at("type"), "qualType").starts_with("const ");
  }

  [[nodiscard]] static std::string obstacle_to_loads(const Node& pointer, const Effects& between) {
    if (is_unchanged(pointer) || (!between.calls && between.stores.empty())) return "";
    return fmt::format(
        "what is stored or called between the elements might change them, as far as is seen: const {} "
        "__restrict__ says that it does not",
        text_of(pointer, "name"));
  }

  /// \param own  how many of the stores are those of the elements
  [[nodiscard]] std::string obstacle_to_stores(const Node& pointer, std::size_t own, const Effects& between) const {
    const std::string name = text_of(pointer, "name");
    const std::string id = text_of(pointer, "id");
    if (between.calls) return "a function is called between the elements, which may look at them";
    const auto through_it = static_cast<std::size_t>(std::ranges::count(between.stores, id));
    if (through_it != own || between.loads.contains(id))
      return fmt::format("other elements of {} are taken between them", name);
    const bool others_load = std::ranges::any_of(between.loads, [&](const std::string& variable) {
      const auto known = variables_.find(variable);
      return known == variables_.end() || !is_unchanged(*known->second);
    });
    if (is_restricted(pointer) || (!others_load && between.stores.size() == own)) return "";
    return fmt::format(
        "what is loaded or stored between the elements might be one of them, as far as is seen: {} __restrict__ says "
        "that it is not",
        name);
  }

  /// `x = ...;`, whose store comes behind all loads.
  [[nodiscard]] bool stores_at_its_end(const Node& statement) const {
    const Node& expression = plain(statement);
    const bool assigns = (kind_of(expression) == "BinaryOperator" && text_of(expression, "opcode") == "=") ||
                         kind_of(expression) == "CompoundAssignOperator";
    if (!assigns) return false;
    Effects within;
    for (const Node& side : expression.at("inner")) add_effects(side, variables_, within);
    return within.stores.empty();
  }

  Variables variables_;
  Effects whole_;  // of the kernel
  WideEdits edits_;
  std::vector<WideAccess> found_;
};

std::vector<WideAccess> of_kernel(const Node& kernel, const FileText& text) {
  KernelReader reader(kernel, text);
  reader.read(kernel);
  return reader.take();
}

}  // namespace

std::vector<WideAccess> wide_accesses(const std::vector<Node>& trees, const FileText& text) {
  return found_in_kernels<WideAccess>(trees, [&](const Node& kernel) { return of_kernel(kernel, text); });
}

}  // namespace warpglass::rewrite
