#include "rewrite/shared_members.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/source_words.hpp"
#include "rewrite/statement_effects.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

bool passes(const Node& node) {
  return kind_of(node) == "ParenExpr" || (kind_of(node) == "ImplicitCastExpr" && text_of(node, "castKind") == "NoOp");
}

class SharedSplitter {
 public:
  SharedSplitter(const std::vector<Node>& trees, const SharedDeclaration& declaration,
                 const std::vector<StructureMember>& members, std::string text)
      : trees_(trees), declaration_(declaration), members_(members), text_(std::move(text)) {}

  SharedMembers split() {
    for (const StructureMember& one : members_) {
      if (const std::string name = name_of_member(declaration_.name, one.name); uses_of_word(text_, name) != 0)
        return {.obstacle = "the source has the name " + name};
    }
    Path path;
    for (const Node& tree : trees_)
      walk(tree, path, [&](const Node& node, const Path& around) { read_declaration(node, around); });
    for (const Node& tree : trees_)
      walk(tree, path, [&](const Node& node, const Path& around) { read_use(node, around); });
    if (found_.obstacle.empty() && !is_declared_)
      found_.obstacle = "its declaration has other variables, or is a macro's";
    found_.edits.assign(edits_.begin(), edits_.end());
    if (found_.obstacle.empty() && overlap(found_.edits)) found_.obstacle = "its elements are parts of each other";
    if (!found_.obstacle.empty()) found_.edits.clear();
    return std::move(found_);
  }

 private:
  void refuse(const Node& node, std::string_view what) {
    if (found_.obstacle.empty()) found_.obstacle = fmt::format("line {} {}", line_of(node), what);
  }

  [[nodiscard]] std::optional<Span> span_of(const Node& node) const {
    auto span = written_span(node);
    return span && !is_of_macro(node) && span->file == declaration_.declarator.file ? span : std::nullopt;
  }

  void read_declaration(const Node& node, const Path& around) {
    if (kind_of(node) != "VarDecl" || text_of(node, "name") != declaration_.name) return;
    const auto name = written_token(node.at("loc"));
    if (!name || name->file != declaration_.declarator.file || name->offset != declaration_.declarator.begin) return;
    ids_.insert(text_of(node, "id"));
    if (around.empty() || kind_of(*around.back()) != "DeclStmt" || inner_of(*around.back()).size() != 1) return;
    const auto end = written_token(around.back()->at("range").at("end"));
    const auto begin = token_or_macro(around.back()->at("range").at("begin"));  // __shared__ is a macro
    if (!begin || !end || begin->file != name->file || end->end() > text_.size()) return;
    const StatementPlace place(*around.back(), text_);
    const Span whole{.file = name->file, .begin = begin->offset, .end = end->end()};
    const std::string written(whole.of(text_));
    std::string type = text_of(node.at("type"), "qualType");
    type.erase(std::min(type.find('['), type.size()));
    while (type.ends_with(' ')) type.pop_back();
    const std::size_t at = written.find(type + " ");
    const std::size_t name_at = name->offset - begin->offset;
    if (at == std::string::npos || at >= name_at) return;
    std::vector<std::string> each;
    for (const StructureMember& one : members_) {
      std::string own = written;
      own.replace(name_at, declaration_.name.size(), name_of_member(declaration_.name, one.name));
      each.push_back(own.replace(at, type.size(), one.type));
    }
    edits_.insert({.span = whole, .text = fmt::format("{}", fmt::join(each, "\n" + place.indent()))});
    is_declared_ = true;
  }

  void read_use(const Node& name, const Path& around) {
    if (kind_of(name) != "DeclRefExpr" || !name.contains("referencedDecl") ||
        !ids_.contains(text_of(name.at("referencedDecl"), "id")))
      return;
    const Node* element = &name;
    std::size_t at = around.size();
    std::size_t left = declaration_.versions.front().extents.size();
    for (; at > 0 && left > 0; --at) {
      const Node& parent = *around[at - 1];
      const bool indexes = kind_of(parent) == "ArraySubscriptExpr" && &inner_of(parent).front() == element;
      if (!indexes && !is_unseen(parent)) break;
      if (indexes && !is_repeatable(inner_of(parent).at(1))) return refuse(name, "has an index with effects");
      left -= indexes ? 1 : 0;
      element = &parent;
    }
    if (left != 0) return refuse(name, "uses it other than by element");
    const auto token = span_of(name);
    const auto whole = span_of(*element);
    if (!token || !whole) return refuse(name, "names an element by a macro");
    const std::string index = text_.substr(token->end, whole->end - token->end);
    if (const std::size_t above = climbed(around, at, passes); above != at) {
      at = above;
      element = around[at];
    }
    if (at == 0) return refuse(name, "does something else with it");
    const Node& taker = *around[at - 1];
    if (kind_of(taker) == "MemberExpr") return read_member(name, *token, *whole, taker);
    const bool copies = kind_of(taker) == "CXXConstructExpr" && inner_of(taker).size() == 1;
    if (copies) {
      std::vector<std::string> parts;
      for (const StructureMember& one : members_) parts.push_back(name_of_member(declaration_.name, one.name) + index);
      edits_.insert({.span = *whole, .text = fmt::format("{}{{{}}}", type_name(), fmt::join(parts, ", "))});
      return;
    }
    const bool assigns = kind_of(taker) == "CXXOperatorCallExpr" && inner_of(taker).size() == 3 &&
                         &inner_of(taker).at(1) == element && is_assignment(taker);
    if (assigns && at >= 2) return read_store(name, taker, *around[at - 2], index);
    refuse(name, "does something else with a whole element");
  }

  static bool is_assignment(const Node& call) { return called_by(call) == "operator="; }

  [[nodiscard]] std::string type_name() const { return declaration_.element; }

  void read_member(const Node& name, const Span& token, const Span& element, const Node& member) {
    const std::string taken = text_of(member, "name");
    const auto whole = span_of(member);
    const bool is_one = std::ranges::find(members_, taken, &StructureMember::name) != members_.end();
    if (!is_one || !whole || text_.substr(element.end, whole->end - element.end) != "." + taken)
      return refuse(name, "takes a member in another way");
    edits_.insert({.span = token, .text = name_of_member(declaration_.name, taken)});
    edits_.insert({.span = {.file = whole->file, .begin = element.end, .end = whole->end}, .text = ""});
  }

  /// \param around  what the assignment stands in
  void read_store(const Node& name, const Node& assignment, const Node& around, const std::string& index) {
    const bool is_listed = kind_of(around) == "CompoundStmt";
    const auto value = span_of(inner_of(assignment).at(2));
    const auto whole = span_of(assignment);
    const StatementPlace place(assignment, text_);
    if (!is_listed || !value || !whole || !place.end())
      return refuse(name, "stores a whole element, not in a statement of a list");
    const std::string indent = "\n" + place.indent();
    std::string text = fmt::format("{{{}  const {} value = {};", indent, type_name(), value->of(text_));
    for (const StructureMember& one : members_)
      text += fmt::format("{}  {}{} = value.{};", indent, name_of_member(declaration_.name, one.name), index, one.name);
    edits_.insert(
        {.span = {.file = whole->file, .begin = whole->begin, .end = *place.end()}, .text = text + indent + "}"});
  }

  const std::vector<Node>& trees_;
  const SharedDeclaration& declaration_;
  const std::vector<StructureMember>& members_;
  std::string text_;
  std::set<std::string> ids_;  // of the variable, in each kernel that a template makes
  std::set<Edit> edits_;
  bool is_declared_ = false;
  SharedMembers found_;
};

}  // namespace

std::vector<StructureMember> members_of_vector(const std::string& type) {
  const std::string name(without_qualifiers(type));
  const auto whole = extent_of(name);
  if (!whole || name.size() < 2 || name.back() < '2' || name.back() > '4') return {};
  struct Elements {
    std::string_view vector;
    const char* element;
  };
  static constexpr Elements kElements[] = {{"char", "signed char"},
                                           {"uchar", "unsigned char"},
                                           {"short", "short"},
                                           {"ushort", "unsigned short"},
                                           {"int", "int"},
                                           {"uint", "unsigned int"},
                                           {"long", "long"},
                                           {"ulong", "unsigned long"},
                                           {"longlong", "long long"},
                                           {"ulonglong", "unsigned long long"},
                                           {"float", "float"},
                                           {"double", "double"}};
  const auto* const found =
      std::ranges::find(kElements, std::string_view(name).substr(0, name.size() - 1), &Elements::vector);
  std::vector<StructureMember> members;
  if (found == std::end(kElements)) return members;
  for (int i = 0; i < name.back() - '0'; ++i)
    members.push_back({.name = std::string(1, "xyzw"[i]), .type = found->element});
  return members;
}

SharedMembers shared_members(const std::vector<Node>& trees, const SharedDeclaration& declaration,
                             const std::vector<StructureMember>& members, const FileText& text) {
  const auto contents = declaration.declarator.file.empty() ? std::nullopt : text(declaration.declarator.file);
  if (!contents) return {.obstacle = "it is not declared plainly"};
  return SharedSplitter(trees, declaration, members, *contents).split();
}

}  // namespace warpglass::rewrite
