#include "rewrite/member_elements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/source_words.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

class MemberReader {
 public:
  MemberReader(const KernelFunction& kernel, std::size_t pointer, const std::vector<StructureMember>& members,
               bool is_aggregate)
      : kernel_(kernel),
        pointer_(pointer),
        name_(text_of(*kernel.parameters[pointer], "name")),
        members_(members),
        is_aggregate_(is_aggregate) {}

  MemberElements read() {
    Path path;
    walk(*kernel_.body, path, [&](const Node& node, const Path& around) { read_use(node, around); });
    if (!found_.obstacle.empty()) return found_;
    for (const StructureMember& one : members_) {
      const std::string name = name_of_member(name_, one.name);
      if (uses_of_word(text_of_function(*kernel_.function, kernel_.text), name) != 0)
        return {.obstacle = fmt::format("{} has the name {}", kernel_.name, name)};
      if (taken_.contains(one.name)) found_.members.push_back(one.name);
    }
    if (found_.members.empty()) return {.obstacle = kernel_.name + " takes no member of it"};
    edit_parameter();
    return std::move(found_);
  }

 private:
  void refuse(std::string why) {
    if (found_.obstacle.empty()) found_.obstacle = std::move(why);
  }

  static bool passes(const Node& node) {
    return kind_of(node) == "ParenExpr" || (kind_of(node) == "ImplicitCastExpr" && text_of(node, "castKind") == "NoOp");
  }

  [[nodiscard]] std::string place_of(const Node& node) const {
    return fmt::format("line {} of {}", line_of(node), kernel_.name);
  }

  void read_use(const Node& node, const Path& around) {
    if (kind_of(node) != "DeclRefExpr" || kernel_.parameter_of(node) != pointer_) return;
    const std::string place = place_of(node);
    std::size_t at = climbed(around, around.size(), is_unseen);
    // What a name is given to: of a pointer to what is constant there is a conversion between.
    const auto named_at = [&](std::size_t depth) {
      depth = climbed(around, depth, passes);
      return depth > 0 && kind_of(*around[depth - 1]) == "VarDecl" ? depth - 1 : around.size();
    };
    const bool is_sum =
        at >= 1 && is_binary(*around[at - 1], "+") && kernel_.parameter_of(inner_of(*around[at - 1]).at(0)) == pointer_;
    if (const std::size_t depth = is_sum ? named_at(at - 1) : around.size(); depth != around.size())
      return read_name(*around[depth], inner_of(*around[at - 1]).at(1), around, depth);
    if (at == 0 || kind_of(*around[at - 1]) != "ArraySubscriptExpr" ||
        kernel_.parameter_of(inner_of(*around[at - 1]).front()) != pointer_)
      return refuse(fmt::format("{} takes {} otherwise than by element", place, name_));
    const Node& subscript = *around[--at];
    at = climbed(around, at, passes);
    const Node* const taker = at == 0 ? nullptr : around[at - 1];
    if (taker != nullptr && kind_of(*taker) == "MemberExpr") return read_member(node, subscript, *taker);
    const bool is_address = taker != nullptr && kind_of(*taker) == "UnaryOperator" && text_of(*taker, "opcode") == "&";
    const bool is_given = is_address || (taker != nullptr && kind_of(*taker) == "VarDecl");
    if (const std::size_t depth = is_given ? named_at(is_address ? at - 1 : at) : around.size(); depth != around.size())
      return read_name(*around[depth], inner_of(subscript).at(1), around, depth);
    const bool assigns = taker != nullptr && kind_of(*taker) == "CXXOperatorCallExpr" && inner_of(*taker).size() == 3 &&
                         called_by(*taker) == "operator=";
    const bool is_stored = assigns && &inner_of(*taker).at(1) == around[at];
    const bool copies = taker != nullptr && kind_of(*taker) == "CXXConstructExpr" && inner_of(*taker).size() == 1;
    if (copies || (assigns && !is_stored)) return read_whole(node, subscript);
    if (is_stored && at >= 2) return read_store(node, subscript, *taker, around, at - 2);
    refuse(fmt::format("{} takes a whole structure", place));
  }

  void read_member(const Node& node, const Node& subscript, const Node& member) {
    const std::string taken = text_of(member, "name");
    if (!is_member(taken)) return refuse(place_of(node) + " calls a function of the structure");
    const auto name = written_span(node);
    const auto bracket = written_span(subscript);
    const auto whole = written_span(member);
    if (!name || !bracket || !whole || is_of_macro(member) || whole->file != kernel_.file ||
        kernel_.text.substr(bracket->end, whole->end - bracket->end) != "." + taken)
      return refuse("a macro writes a part of " + place_of(node));
    taken_.insert(taken);
    found_.edits.push_back({.span = *name, .text = name_of_member(name_, taken)});
    found_.edits.push_back({.span = {.file = whole->file, .begin = bracket->end, .end = whole->end}, .text = ""});
  }

  [[nodiscard]] bool is_member(const std::string& name) const {
    return std::ranges::find(members_, name, &StructureMember::name) != members_.end();
  }

  /// "[i]", of an element that is named in one piece; nothing where a macro writes a part of it.
  [[nodiscard]] std::optional<std::string> index_of(const Node& name, const Node& subscript) const {
    const auto token = written_span(name);
    const auto whole = written_span(subscript);
    if (!token || !whole || is_of_macro(subscript) || whole->file != kernel_.file || token->begin != whole->begin)
      return std::nullopt;
    return kernel_.text.substr(token->end, whole->end - token->end);
  }

  void take_all() {
    for (const StructureMember& one : members_) taken_.insert(one.name);
  }

  /// Whether a whole structure can be written out member by member. \param index  of the element
  bool may_be_whole(const Node& name, const Node& index) {
    if (!is_aggregate_) refuse(place_of(name) + " takes a whole structure, which has constructors");
    if (!is_repeatable(index)) refuse(place_of(name) + " takes a whole structure by an index with effects");
    return found_.obstacle.empty();
  }

  /// `P p = in[i];` becomes `P p = P{in_x[i], in_y[i]};`.
  void read_whole(const Node& name, const Node& subscript) {
    if (!may_be_whole(name, inner_of(subscript).at(1))) return;
    const auto index = index_of(name, subscript);
    const auto type = pointee_text(*kernel_.parameters[pointer_], kernel_.text);
    if (!index || !type) return refuse("a macro writes a part of " + place_of(name));
    std::vector<std::string> parts;
    for (const StructureMember& one : members_) parts.push_back(name_of_member(name_, one.name) + *index);
    take_all();
    found_.edits.push_back(
        {.span = *written_span(subscript), .text = fmt::format("{}{{{}}}", *type, fmt::join(parts, ", "))});
  }

  /// `out[i] = p;` becomes a store of each member. \param depth  in the path, of what the assignment stands in
  void read_store(const Node& name, const Node& subscript, const Node& assignment, const Path& around,
                  std::size_t depth) {
    if (!may_be_whole(name, inner_of(subscript).at(1))) return;
    const Node* within = around[depth];
    const Node* statement = &assignment;
    if (kind_of(*within) == "ExprWithCleanups" && depth > 0) {
      statement = within;
      within = around[depth - 1];
    }
    static constexpr std::string_view kHolders[] = {"IfStmt", "ForStmt", "WhileStmt"};
    const bool is_listed = kind_of(*within) == "CompoundStmt" ||
                           (std::ranges::find(kHolders, kind_of(*within)) != std::end(kHolders) &&
                            &inner_of(*within).front() != statement &&
                            (kind_of(*within) == "IfStmt" || &inner_of(*within).back() == statement));
    if (!is_listed) return refuse(place_of(name) + " stores a whole structure, not in a statement of its own");
    const auto index = index_of(name, subscript);
    const auto type = pointee_text(*kernel_.parameters[pointer_], kernel_.text);
    const auto value = written_span(inner_of(assignment).at(2));
    const auto whole = written_span(assignment);
    const StatementPlace place(assignment, kernel_.text);
    if (!index || !type || !value || !whole || !place.end() || is_of_macro(assignment))
      return refuse("a macro writes a part of " + place_of(name));
    take_all();
    // What is stored may itself be written otherwise: its places are edited on their own.
    const std::string indent = "\n" + place.indent();
    const bool is_name = kind_of(plain(inner_of(assignment).at(2))) == "DeclRefExpr";
    const std::string source = is_name ? std::string(value->of(kernel_.text)) : name_ + "_value";
    if (!is_name && uses_of_word(text_of_function(*kernel_.function, kernel_.text), source) != 0)
      return refuse(fmt::format("{} has the name {}", kernel_.name, source));
    std::string stores;
    for (const StructureMember& one : members_)
      stores += fmt::format("{}  {}{} = {}.{};", indent, name_of_member(name_, one.name), *index, source, one.name);
    const std::string before = is_name ? "{" : fmt::format("{{{}  const {} {} = ", indent, *type, source);
    const std::size_t end = *place.end();
    found_.edits.push_back({.span = {.file = whole->file, .begin = whole->begin, .end = value->begin}, .text = before});
    found_.edits.push_back({.span = {.file = whole->file, .begin = is_name ? value->begin : value->end, .end = end},
                            .text = (is_name ? "" : ";") + stores + indent + "}"});
  }

  /// `P& p = in[i];`, or `P* p = &in[i];`: `p.x` becomes `in_x[i]`. \param depth  in the path, of the variable
  void read_name(const Node& variable, const Node& index, const Path& around, std::size_t depth) {
    const std::string type = text_of(variable.at("type"), "qualType");
    const std::string name = text_of(variable, "name");
    const std::string place = place_of(variable);
    const bool is_pointer = type.ends_with('*');
    if (!is_pointer && !type.ends_with('&')) return refuse(place + " takes a whole structure");
    if (is_pointer && !kernel_.variables.stays(text_of(variable, "id")))
      return refuse(fmt::format("{} has {} lead to several structures", place, name));
    if (depth < 2 || kind_of(*around[depth - 1]) != "DeclStmt" || inner_of(*around[depth - 1]).size() != 1 ||
        kind_of(*around[depth - 2]) != "CompoundStmt")
      return refuse(fmt::format("{} does not declare {} in a statement of its own", place, name));
    const StatementPlace statement(*around[depth - 1], kernel_.text);
    const auto written = written_span(index);
    if (!statement.begin() || !statement.end() || !written || is_of_macro(index) || written->file != kernel_.file)
      return refuse("a macro writes a part of " + place);
    const Span whole{.file = kernel_.file, .begin = statement.begin()->offset, .end = *statement.end()};
    // The index stays what it was where the name was given to the structure.
    const std::string id = variable_of(index);
    const bool stays =
        kind_of(plain(index)) == "IntegerLiteral" || (!id.empty() && FunctionVariables(*around[depth - 2]).stays(id));
    std::string text(written->of(kernel_.text));
    if (stays) {
      std::size_t end = whole.end;
      while (end < kernel_.text.size() && kernel_.text[end] == ' ') ++end;
      std::size_t begin = whole.begin;
      while (begin > 0 && kernel_.text[begin - 1] == ' ') --begin;
      const bool has_line =
          end < kernel_.text.size() && kernel_.text[end] == '\n' && begin > 0 && kernel_.text[begin - 1] == '\n';
      found_.edits.push_back({.span = has_line ? Span{.file = whole.file, .begin = begin, .end = end + 1}
                                               : Span{.file = whole.file, .begin = whole.begin, .end = end},
                              .text = ""});
    } else {
      const std::string number = name + "_index";
      if (uses_of_word(text_of_function(*kernel_.function, kernel_.text), number) != 0)
        return refuse(fmt::format("{} has the name {}", kernel_.name, number));
      found_.edits.push_back({.span = {.file = whole.file, .begin = whole.begin, .end = written->begin},
                              .text = fmt::format("const auto {} = ", number)});
      found_.edits.push_back({.span = {.file = whole.file, .begin = written->end, .end = whole.end}, .text = ";"});
      text = number;
    }
    Path path;
    walk(*around[depth - 2], path, [&](const Node& node, const Path& within) {
      if (kind_of(node) != "DeclRefExpr" || variable_of(node) != text_of(variable, "id")) return;
      const std::size_t at = climbed(within, within.size(), is_unseen);
      const Node* const member = at == 0 ? nullptr : within[at - 1];
      const std::string taken = member == nullptr ? "" : text_of(*member, "name");
      if (member == nullptr || kind_of(*member) != "MemberExpr" || !is_member(taken))
        return refuse(fmt::format("{} takes {} otherwise than by member", place_of(node), name));
      const auto span = written_span(*member);
      if (!span || is_of_macro(*member) || span->file != kernel_.file)
        return refuse("a macro writes a part of " + place_of(node));
      taken_.insert(taken);
      found_.edits.push_back({.span = *span, .text = fmt::format("{}[{}]", name_of_member(name_, taken), text)});
    });
  }

  /// `const Point* in` becomes `const float* in_x, const float* in_y`.
  void edit_parameter() {
    const Node& parameter = *kernel_.parameters[pointer_];
    const auto span = written_span(parameter);
    const auto type = pointee_text(parameter, kernel_.text);
    if (!span || !type || span->file != kernel_.file || is_of_macro(parameter))
      return refuse(fmt::format("a macro writes a part of {}'s parameters", kernel_.name));
    const std::string written(span->of(kernel_.text));
    const std::size_t at = written.find(*type);
    if (at == std::string::npos || !written.ends_with(name_))
      return refuse(fmt::format("{}'s parameter is not written plainly", kernel_.name));
    std::vector<std::string> each;
    for (const StructureMember& one : members_) {
      if (!taken_.contains(one.name)) continue;
      std::string own = written.substr(0, written.size() - name_.size()) + name_of_member(name_, one.name);
      each.push_back(own.replace(at, type->size(), one.type));
    }
    found_.edits.push_back({.span = *span, .text = fmt::format("{}", fmt::join(each, ", "))});
  }

  const KernelFunction& kernel_;
  std::size_t pointer_;
  std::string name_;
  const std::vector<StructureMember>& members_;
  bool is_aggregate_;
  std::set<std::string> taken_;
  MemberElements found_;
};

}  // namespace

std::string name_of_member(const std::string& pointer, const std::string& member) {
  return pointer.ends_with('_') ? pointer + member + '_' : pointer + '_' + member;
}

std::vector<StructureMember> members_of(const Node& record, std::string& obstacle) {
  const auto whole = extent_of_record(record, obstacle);
  if (!whole) return {};
  std::vector<StructureMember> members;
  std::uint64_t bytes = 0;
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) != "FieldDecl") continue;
    const std::string type = text_of(one.at("type"), "qualType");
    if (type.ends_with(']') || type.find('(') != std::string::npos || text_of(one, "name").empty()) {
      obstacle = fmt::format("its member {} is no number and no vector", text_of(one, "name"));
      return {};
    }
    bytes += extent_of(type_of(one))->bytes;
    members.push_back({.name = text_of(one, "name"), .type = type});
  }
  if (bytes != whole->bytes) obstacle = "there are bytes between its members that are nobody's";
  if (members.size() < 2) obstacle = "it has but one member";
  return obstacle.empty() ? members : std::vector<StructureMember>{};
}

bool is_aggregate(const Node& record) {
  return std::ranges::none_of(inner_of(record), [](const Node& one) {
    const bool makes = kind_of(one) == "CXXConstructorDecl" ||
                       (kind_of(one) == "CXXMethodDecl" && text_of(one, "name") == "operator=");
    return makes && !one.value("isImplicit", false);
  });
}

MemberElements member_elements(const KernelFunction& kernel, std::size_t pointer,
                               const std::vector<StructureMember>& members, bool is_aggregate) {
  return MemberReader(kernel, pointer, members, is_aggregate).read();
}

}  // namespace warpglass::rewrite
