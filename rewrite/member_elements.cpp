#include "rewrite/member_elements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "rewrite/device_arrays.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

class MemberReader {
 public:
  MemberReader(const KernelFunction& kernel, std::size_t pointer, const std::vector<StructureMember>& members)
      : kernel_(kernel), pointer_(pointer), name_(text_of(*kernel.parameters[pointer], "name")), members_(members) {}

  MemberElements read() {
    Path path;
    walk(*kernel_.body, path, [&](const Node& node, const Path& around) { read_use(node, around); });
    if (!found_.obstacle.empty()) return found_;
    for (const StructureMember& one : members_) {
      const std::string name = name_of_member(name_, one.name);
      if (uses_of_word(kernel_.text, name) != 0)
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

  void read_use(const Node& node, const Path& around) {
    if (kind_of(node) != "DeclRefExpr" || kernel_.parameter_of(node) != pointer_) return;
    const std::string place = fmt::format("line {} of {}", line_of(node), kernel_.name);
    std::size_t at = around.size();
    while (at > 0 && kind_of(*around[at - 1]) == "ImplicitCastExpr") --at;
    if (at == 0 || kind_of(*around[at - 1]) != "ArraySubscriptExpr" ||
        kernel_.parameter_of(inner_of(*around[at - 1]).front()) != pointer_)
      return refuse(fmt::format("{} takes {} otherwise than by element", place, name_));
    const Node& subscript = *around[--at];
    while (at > 0 && (kind_of(*around[at - 1]) == "ImplicitCastExpr" || kind_of(*around[at - 1]) == "ParenExpr")) --at;
    if (at == 0 || kind_of(*around[at - 1]) != "MemberExpr")
      return refuse(fmt::format("{} takes a whole structure", place));
    const Node& member = *around[at - 1];
    const std::string taken = text_of(member, "name");
    const bool is_member = std::ranges::find(members_, taken, &StructureMember::name) != members_.end();
    if (!is_member) return refuse(fmt::format("{} calls a function of the structure", place));
    const auto name = written_span(node);
    const auto bracket = written_span(subscript);
    const auto whole = written_span(member);
    if (!name || !bracket || !whole || is_of_macro(member) || whole->file != kernel_.file ||
        kernel_.text.substr(bracket->end, whole->end - bracket->end) != "." + taken)
      return refuse(fmt::format("a macro writes a part of {}", place));
    taken_.insert(taken);
    found_.edits.push_back({.span = *name, .text = name_of_member(name_, taken)});
    found_.edits.push_back({.span = {.file = whole->file, .begin = bracket->end, .end = whole->end}, .text = ""});
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
  std::set<std::string> taken_;
  MemberElements found_;
};

}  // namespace

std::string name_of_member(const std::string& pointer, const std::string& member) { return pointer + "_" + member; }

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

MemberElements member_elements(const KernelFunction& kernel, std::size_t pointer,
                               const std::vector<StructureMember>& members) {
  return MemberReader(kernel, pointer, members).read();
}

}  // namespace warpglass::rewrite
