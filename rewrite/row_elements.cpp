// In an index, the row's length may stand as a factor (`y * w`) or as a summand, which leads to the next row; and in
// what is a column whatever it is made of (`w - 1`, `(x + 1) % w`, `min(x, w - 1)`). Of the former each becomes the
// pitch, of the latter none; a variable that is made of the former may only be an index. Anything else that has the
// length in it is an obstacle.
#include "rewrite/row_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/staging_edits.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_sum(const Node& node) { return is_binary(node, "+") || is_binary(node, "-"); }

/// Without conversions between whole numbers, also written ones.
const Node& number_of(const Node& node) {
  const Node& expression = plain(node);
  const std::string_view kind = kind_of(expression);
  const bool converts = kind == "CStyleCastExpr" || kind == "CXXStaticCastExpr" || kind == "CXXFunctionalCastExpr";
  return converts && !inner_of(expression).empty() ? number_of(inner_of(expression).back()) : expression;
}

/// Numbers that all threads have alike. \return  an empty key where it is none
RowLength length_of(const KernelFunction& kernel, const Node& node, int depth = 0) {
  constexpr int kDeepest = 4;
  const Node& expression = number_of(node);
  RowLength length{.key = "", .text = "", .expression = &expression};
  if (kind_of(expression) == "IntegerLiteral") {
    length.key = length.text = text_of(expression, "value");
    if (const auto macro = macro_of_number(expression, kernel.text))
      length.text = kernel.text.substr(macro->offset, macro->length);
  } else if (const auto parameter = kernel.parameter_of(expression)) {
    if (!kernel.variables.stays(variable_of(expression))) return length;
    length.key = fmt::format("#{}", *parameter);
    length.text = text_of(*kernel.parameters[*parameter], "name");
  } else if (kind_of(expression) == "DeclRefExpr" && expression.contains("referencedDecl")) {
    const std::string id = variable_of(expression);
    if (const Node* const local = kernel.variables.find(id)) {
      const Node* const made = kernel.variables.stays(id) ? initialiser_of(*local) : nullptr;
      if (made == nullptr || depth == kDeepest) return length;
      RowLength same = length_of(kernel, *made, depth + 1);
      same.expression = &expression;
      return same;
    }
    const Node& declaration = expression.at("referencedDecl");
    if (text_of(declaration, "kind") == "VarDecl" && is_constant(declaration))
      length.key = length.text = text_of(declaration, "name");
  } else if (is_sum(expression) && depth < kDeepest) {
    const RowLength left = length_of(kernel, inner_of(expression).at(0), depth + 1);
    const RowLength right = length_of(kernel, inner_of(expression).at(1), depth + 1);
    if (left.key.empty() || right.key.empty()) return length;
    const std::string sign = text_of(expression, "opcode");
    length.key = fmt::format("({}{}{})", left.key, sign, right.key);
    length.text = fmt::format("{} {} {}", left.text, sign, right.text);
  }
  return length;
}

/// Factors of an index's summands, also of variables that it is made of.
void find_lengths(const KernelFunction& kernel, const Node& node, std::vector<RowLength>& to, int depth = 0) {
  constexpr int kDeepest = 6;
  const Node& expression = number_of(node);
  if (depth > kDeepest) return;
  if (is_sum(expression)) {
    for (const Node& one : inner_of(expression)) find_lengths(kernel, one, to, depth);
  } else if (is_binary(expression, "*")) {
    const Node& sides = inner_of(expression);
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
      RowLength length = length_of(kernel, sides.at(side));
      const bool other_varies = length_of(kernel, sides.at(1 - side)).key.empty();
      if (!length.key.empty() && other_varies) to.push_back(std::move(length));
    }
    for (const Node& one : sides) find_lengths(kernel, one, to, depth + 1);
  } else if (const Node* const local = kernel.variables.find(variable_of(expression))) {
    const Node* const made = kernel.variables.stays(variable_of(expression)) ? initialiser_of(*local) : nullptr;
    if (made != nullptr) find_lengths(kernel, *made, to, depth + 1);
  }
}

class IndexReader {
 public:
  IndexReader(const KernelFunction& kernel, const std::set<std::size_t>& pointers, const RowLength& row,
              const std::string& name, std::uint32_t unit)
      : kernel_(kernel), pointers_(pointers), row_(row), unit_(unit), pitch_(name) {
    Path path;
    walk(*kernel.body, path, [&](const Node& node, const Path&) { note_assignment(node); });
  }

  PitchedElements read() {
    PitchedElements found;
    std::set<std::string> taken = names_in(*kernel_.body, kernel_.text);
    if (taken.empty() || inner_of(*kernel_.body).empty()) return {.obstacle = "a macro writes a part of it"};
    pitch_ = free_name(pitch_, taken);
    Path path;
    walk(*kernel_.body, path, [&](const Node& node, const Path& around) { read_use(node, around); });
    path.clear();
    if (found_.obstacle.empty())
      walk(*kernel_.body, path, [&](const Node& node, const Path& around) { check_variable(node, around); });
    if (!found_.obstacle.empty()) return found_;
    if (edits_.empty()) return {.obstacle = "no index of it has the length of a row"};
    if (std::string why = give_pitch(); !why.empty()) return {.obstacle = std::move(why)};
    const auto most = std::ranges::max_element(columns_, {}, [](const auto& one) { return one.second; });
    if (most != columns_.end()) found_.column = most->first;
    return found_;
  }

 private:
  /// Where the kernel has the pitch from. \return  why it has none
  std::string give_pitch() {
    found_.edits.assign(edits_.begin(), edits_.end());
    if (row_.key.find('#') == std::string::npos) {
      const StatementPlace first(inner_of(*kernel_.body).front(), kernel_.text);
      if (!first.begin()) return "a macro writes a part of " + kernel_.name;
      const bool is_number = number_in(row_.text).has_value();
      found_.edits.push_back(
          first.put_ahead(fmt::format("const {} {} = {};  // elements from row to row", is_number ? "int" : "auto",
                                      pitch_, rounded_row(row_.text, unit_))));
      return "";
    }
    if (const auto parameter = whole_parameter(); parameter && uses_of(*parameter) == edits_.size()) {
      found_.edits.clear();
      found_.given = parameter;
      return "";
    }
    const auto last = written_span(*kernel_.parameters.back());
    if (!last || is_of_macro(*kernel_.parameters.back()) || !inner_of(*kernel_.parameters.back()).empty())
      return "the parameters of " + kernel_.name + " are not written plainly";
    const auto parameter = whole_parameter();
    const std::string type = parameter ? without_const(text_of(kernel_.parameters[*parameter]->at("type"), "qualType"))
                                       : without_const(text_of(row_.expression->at("type"), "qualType"));
    found_.edits.push_back({.span = {.file = last->file, .begin = last->end, .end = last->end},
                            .text = fmt::format(", {} {}", type, pitch_)});
    found_.takes_pitch = true;
    return "";
  }

  /// The parameter that the row's length is.
  [[nodiscard]] std::optional<std::size_t> whole_parameter() const {
    if (!row_.key.starts_with('#')) return std::nullopt;
    const auto number = number_in(std::string_view(row_.key).substr(1));
    return number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
  }

  /// How often the kernel names it.
  [[nodiscard]] std::size_t uses_of(std::size_t parameter) const {
    std::set<std::size_t> places;
    Path path;
    walk(*kernel_.body, path, [&](const Node& node, const Path&) {
      if (kind_of(node) != "DeclRefExpr" || kernel_.parameter_of(node) != parameter) return;
      const auto token = token_or_macro(node.at("range").at("begin"));
      places.insert(token ? token->offset : 0);
    });
    return places.size();
  }

  /// What a variable of the kernel has of the row's length.
  enum class Kind { nothing, column, index, something_else };

  void note_assignment(const Node& node) {
    const std::string_view kind = kind_of(node);
    if (!is_binary(node, "=") && kind != "CompoundAssignOperator") return;
    const std::string id = variable_of(inner_of(node).front());
    if (id.empty()) return;
    (is_binary(node, "=") ? assigned_ : added_)[id].push_back(&inner_of(node).at(1));
  }

  [[nodiscard]] bool is_length(const Node& node) const { return length_of(kernel_, node).key == row_.key; }

  Kind kind_of_variable(const std::string& id) {
    const Node* const variable = kernel_.variables.find(id);
    if (variable == nullptr) return Kind::nothing;
    const auto [known, is_new] = kinds_.try_emplace(id, Kind::nothing);  // of one that is made of itself
    if (!is_new) return known->second;
    std::vector<const Node*> values = assigned_[id];
    if (const Node* const made = initialiser_of(*variable)) values.push_back(made);
    const std::vector<const Node*>& added = added_[id];
    const auto is_free = [&](const Node* one) { return !has_length(*one); };
    Kind kind = Kind::something_else;
    if (std::ranges::all_of(values, is_free) && std::ranges::all_of(added, is_free)) {
      kind = Kind::nothing;
    } else if (std::ranges::all_of(values, [&](const Node* one) { return is_column(*one); }) &&
               std::ranges::all_of(added, is_free)) {
      kind = Kind::column;
    } else if (kernel_.variables.stays(id) && values.size() == 1 && is_index(*values.front(), nullptr)) {
      kind = Kind::index;
    }
    return kinds_[id] = kind;
  }

  [[nodiscard]] bool has(const Node& node, bool (IndexReader::*test)(const Node&)) {
    if (!node.is_object()) return false;
    if ((this->*test)(node)) return true;
    return std::ranges::any_of(inner_of(node), [&](const Node& one) { return has(one, test); });
  }
  bool is_length_or_of_it(const Node& node) {
    const std::string_view kind = kind_of(node);
    if (kind == "DeclRefExpr") return is_length(node) || kind_of_variable(variable_of(node)) != Kind::nothing;
    return (kind == "IntegerLiteral" || kind == "BinaryOperator") && is_length(node);
  }
  bool is_made_index(const Node& node) {
    if (kind_of(node) != "DeclRefExpr") return false;
    const Kind kind = kind_of_variable(variable_of(node));
    return kind == Kind::index || kind == Kind::something_else;
  }
  bool has_length(const Node& node) { return has(node, &IndexReader::is_length_or_of_it); }
  bool has_index(const Node& node) { return has(node, &IndexReader::is_made_index); }

  /// Whether it is the number of a column, whatever the row's length has to do with it.
  bool is_column(const Node& node) {
    const Node& expression = number_of(node);
    const Node& inner = inner_of(expression);
    if (is_length(expression)) return false;
    if (!has_length(expression)) return true;
    if (has_index(expression)) return false;
    if (is_binary(expression, "-")) return is_length(inner.at(0)) && kind_of(plain(inner.at(1))) == "IntegerLiteral";
    if (is_binary(expression, "%")) return is_length(inner.at(1));
    if (kind_of(expression) == "ConditionalOperator") return is_column(inner.at(1)) && is_column(inner.at(2));
    if (kind_of(expression) == "CallExpr") {
      const Node& callee = plain(inner.front());
      const std::string name = callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
      return (name == "min" || name == "max") &&
             std::all_of(inner.begin() + 1, inner.end(), [&](const Node& one) { return is_column(one); });
    }
    return kind_of(expression) == "DeclRefExpr" && kind_of_variable(variable_of(expression)) == Kind::column;
  }

  /// Whether it is an index whose rows can lie further apart. \param to  what is to be edited; nullptr: it is only
  /// asked
  bool is_index(const Node& node, std::set<Edit>* to) {
    const Node& expression = number_of(node);
    if (is_length(expression)) return edit(node, to);
    if (!has_length(expression) || is_column(expression)) return true;
    if (is_sum(expression)) return is_index(inner_of(expression).at(0), to) && is_index(inner_of(expression).at(1), to);
    if (is_binary(expression, "*")) return is_product(expression, to);
    if (kind_of(expression) != "DeclRefExpr") return false;
    const std::string id = variable_of(expression);
    if (kind_of_variable(id) != Kind::index) return false;
    return to == nullptr || is_index(*initialiser_of(*kernel_.variables.find(id)), to);
  }

  bool is_product(const Node& product, std::set<Edit>* to) {
    const Node& sides = inner_of(product);
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
      if (has_index(sides.at(1 - side))) continue;
      if (is_length(sides.at(side))) return edit(sides.at(side), to);
      if (has_length(sides.at(1 - side))) continue;
      if (is_binary(number_of(sides.at(side)), "*")) return is_product(number_of(sides.at(side)), to);
    }
    return false;
  }

  /// \param node  the row's length, in parentheses if it has them
  bool edit(const Node& node, std::set<Edit>* to) {
    if (to == nullptr) return true;
    const Node& inside = plain(node);
    if (&number_of(inside) != &inside) return edit(inner_of(inside).back(), to);  // what is converted
    auto span = written_span(node);
    const auto macro = macro_of_number(inside, kernel_.text);
    if (macro) span = Span{.file = macro->file, .begin = macro->offset, .end = macro->end()};
    if (!span || (is_of_macro(node) && !macro) || span->file != kernel_.file) {
      refuse(node, "has the length of a row in a macro");
      return false;
    }
    to->insert({.span = *span, .text = pitch_});
    return true;
  }

  void refuse(const Node& node, std::string_view what) {
    if (found_.obstacle.empty()) found_.obstacle = fmt::format("line {} of {} {}", line_of(node), kernel_.name, what);
  }

  /// The subscript that a pointer's name is the array of.
  static const Node* subscript_around(const Node& name, const Path& around) {
    const std::size_t at = climbed(around, around.size(), is_unseen);
    if (at == 0 || kind_of(*around[at - 1]) != "ArraySubscriptExpr") return nullptr;
    const Node* const child = at == around.size() ? &name : around[at];
    return &inner_of(*around[at - 1]).front() == child ? around[at - 1] : nullptr;
  }

  void read_use(const Node& node, const Path& around) {
    const auto parameter = kind_of(node) == "DeclRefExpr" ? kernel_.parameter_of(node) : std::nullopt;
    if (!parameter || !pointers_.contains(*parameter)) return;
    const auto refuse_pointer = [&] {
      refuse(node, fmt::format("takes {} otherwise than by element", text_of(*kernel_.parameters[*parameter], "name")));
    };
    const Node* const subscript = subscript_around(node, around);
    std::size_t at = climbed(around, around.size(), is_unseen);
    if (at == 0) return refuse_pointer();
    const Node& place = *around[--at];
    const bool is_sum =
        subscript == nullptr && is_binary(place, "+") && kernel_.parameter_of(inner_of(place).at(0)) == parameter;
    if (subscript == nullptr && !is_sum) return refuse_pointer();
    at = climbed(around, at, is_unseen);
    const bool is_address =
        !is_sum && at > 0 && kind_of(*around[at - 1]) == "UnaryOperator" && text_of(*around[at - 1], "opcode") == "&";
    if (is_address) at = climbed(around, at - 1, is_unseen);
    if (is_sum || is_address) {
      // `row = in + y * w`, of which columns are taken.
      if (at == 0 || kind_of(*around[at - 1]) != "VarDecl") return refuse_pointer();
      if (!is_row(*around[at - 1])) return;
    }
    const Node& index = inner_of(place).at(1);
    if (!is_index(index, &edits_)) return refuse(index, "has an index whose rows are not seen");
    ++columns_[column_in(index)];
  }

  /// Whether a pointer is only used for columns of what it leads to.
  bool is_row(const Node& variable) {
    const std::string id = text_of(variable, "id");
    const std::string name = text_of(variable, "name");
    if (!kernel_.variables.stays(id)) {
      refuse(variable, fmt::format("has {} lead to several rows", name));
      return false;
    }
    bool only = true;
    Path path;
    walk(*kernel_.body, path, [&](const Node& node, const Path& around) {
      if (kind_of(node) != "DeclRefExpr" || variable_of(node) != id) return;
      const Node* const subscript = subscript_around(node, around);
      if (subscript != nullptr && is_column(inner_of(*subscript).at(1))) return;
      refuse(node, fmt::format("takes {} otherwise than by column", name));
      only = false;
    });
    if (only) rows_.insert(id);
    return only;
  }

  /// The numbers that an index adds.
  std::int64_t column_in(const Node& node, int depth = 0) const {
    constexpr int kDeepest = 6;
    const Node& expression = number_of(node);
    if (depth > kDeepest || is_length(expression)) return 0;
    if (kind_of(expression) == "IntegerLiteral")
      return static_cast<std::int64_t>(number_in(text_of(expression, "value")).value_or(0));
    if (is_sum(expression)) {
      const std::int64_t left = column_in(inner_of(expression).at(0), depth + 1);
      const std::int64_t right = column_in(inner_of(expression).at(1), depth + 1);
      return is_binary(expression, "+") ? left + right : left - right;
    }
    const std::string id = variable_of(expression);
    const Node* const local = kernel_.variables.find(id);
    const Node* const made = local != nullptr && kernel_.variables.stays(id) ? initialiser_of(*local) : nullptr;
    return made == nullptr ? 0 : column_in(*made, depth + 1);
  }

  /// A variable that is an index may be nothing else: its value is another one.
  void check_variable(const Node& node, const Path& around) {
    if (kind_of(node) != "DeclRefExpr") return;
    const std::string id = variable_of(node);
    if (rows_.contains(id) || kind_of_variable(id) != Kind::index || !is_edited(id)) return;
    for (auto at = around.rbegin(); at != around.rend(); ++at) {
      if (kind_of(**at) == "VarDecl" &&
          (rows_.contains(text_of(**at, "id")) || kind_of_variable(text_of(**at, "id")) == Kind::index))
        return;
      if (kind_of(**at) != "ArraySubscriptExpr") continue;
      const auto parameter = kernel_.parameter_of(inner_of(**at).front());
      if (!parameter) break;
      if (!pointers_.contains(*parameter)) found_.others.insert(*parameter);
      return;
    }
    refuse(node, fmt::format("has {} otherwise than as an index", text_of(node.at("referencedDecl"), "name")));
  }

  /// Whether a variable is made otherwise now.
  [[nodiscard]] bool is_edited(const std::string& id) {
    std::set<Edit> edits;
    return is_index(*initialiser_of(*kernel_.variables.find(id)), &edits) &&
           std::ranges::any_of(edits, [&](const Edit& one) { return edits_.contains(one); });
  }

  const KernelFunction& kernel_;
  const std::set<std::size_t>& pointers_;
  const RowLength& row_;
  std::uint32_t unit_;
  std::string pitch_;
  std::map<std::string, std::vector<const Node*>> assigned_;  // by the variable's id
  std::map<std::string, std::vector<const Node*>> added_;     // likewise, by `+=` and its like
  std::map<std::string, Kind> kinds_;
  std::set<std::string> rows_;  // pointers to a row each, by their ids
  std::set<Edit> edits_;
  std::map<std::int64_t, std::size_t> columns_;
  PitchedElements found_;
};

}  // namespace

std::string rounded_row(const std::string& text, std::uint32_t unit) {
  if (const auto number = number_in(text)) return std::to_string((*number + unit - 1) / unit * unit);
  return fmt::format("({} + {}) & ~{}", text, unit - 1, unit - 1);
}

std::vector<RowLength> row_lengths(const KernelFunction& kernel, std::size_t pointer) {
  std::vector<RowLength> all;
  for (const ParameterElement& element : parameter_elements(kernel)) {
    if (element.parameter == pointer) find_lengths(kernel, inner_of(*element.subscript).at(1), all);
  }
  std::map<std::string, std::size_t> times;
  for (const RowLength& one : all) ++times[one.key];
  std::ranges::stable_sort(all, std::ranges::greater{}, [&](const RowLength& one) { return times[one.key]; });
  std::vector<RowLength> each;
  for (RowLength& one : all) {
    if (std::ranges::find(each, one.key, &RowLength::key) == each.end()) each.push_back(std::move(one));
  }
  return each;
}

PitchedElements pitched_elements(const KernelFunction& kernel, const std::set<std::size_t>& pointers,
                                 const RowLength& row, const std::string& name, std::uint32_t unit) {
  return IndexReader(kernel, pointers, row, name, unit).read();
}

}  // namespace warpglass::rewrite
