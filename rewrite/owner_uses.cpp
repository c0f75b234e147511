#include "rewrite/owner_uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "rewrite/array_calls.hpp"
#include "rewrite/array_links.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/owned_arrays.hpp"
#include "rewrite/source_words.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

/// Whether a call returns a copy of an array that an object owns.
bool returns_copy(const HostFunction& host, const ArrayPointers& pointers, const Node& call) {
  if (kind_of(call) != "CXXMemberCallExpr" || inner_of(inner_of(call).front()).empty()) return false;
  const Node& member = inner_of(call).front();
  const auto known = pointers.array_named(inner_of(member).front());
  if (!known || !host.arrays[*known].owner) return false;
  const auto& copies = host.arrays[*known].owner->copies;
  const auto copy = copies.find(text_of(member, "name"));
  return copy != copies.end() && copy->second.returns;
}

/// `out.to_host()`, wherever its value is taken: the vector is made and filled ahead of the statement.
/// \param depth  of the call in the path
bool read_returned(const HostFunction& host, const ArrayPointers& pointers, DeviceArray& array, const OwnerCopy& copy,
                   ArrayCall found, const Path& path, std::size_t depth) {
  std::size_t list = depth;
  while (list > 0 && kind_of(*path[list]) != "CompoundStmt") --list;
  if (list == 0 || found.span.file.empty()) return false;
  const Node& statement = *path[list + 1];
  static constexpr std::string_view kOnce[] = {"DeclStmt", "ReturnStmt"};
  if (holds_others(statement) && std::ranges::find(kOnce, kind_of(statement)) == std::end(kOnce)) return false;
  const auto begin = token_or_macro(statement.at("range").at("begin"));
  if (!begin || begin->file != host.file || begin->offset > found.span.begin) return false;
  if (!is_done_alone(path, list + 1, depth, [&](const Node& call) { return returns_copy(host, pointers, call); })) {
    array.refuse(fmt::format("line {} does other things in the statement that copies it", found.line));
    return true;
  }
  found.statement = {.file = host.file, .begin = begin->offset, .end = begin->offset};
  found.indent = StatementPlace(statement, host.text).indent();
  found.list = path[list];
  found.is_statement = true;
  found.number = array.allocation->number;
  found.host_pointer = copy.host_pointer;
  found.head = copy.head;
  found.tail = copy.tail;
  found.host_vector = array.name + "_host";
  const auto is_taken = [&] {
    return uses_of_word(host.text, found.host_vector) != 0 ||
           std::ranges::any_of(array.to_host,
                               [&](const ArrayCall& one) { return one.host_vector == found.host_vector; });
  };
  while (is_taken()) found.host_vector += '_';
  array.to_host.push_back(std::move(found));
  return true;
}

}  // namespace

bool is_owners_pointer(const MemoryOwner& owner, const Node& node) {
  if (text_of(node, "castKind") == "UserDefinedConversion") return true;
  if (!owner.is_of_thrust) return false;
  return is_wrapping(node) || (kind_of(node) == "CallExpr" && called_by(node) == "raw_pointer_cast");
}

bool read_owner_use(HostFunction& host, const ArrayPointers& pointers, DeviceArray& array, const Path& path,
                    std::size_t& at) {
  const MemoryOwner& owner = *array.owner;
  const Node& name = *path.back();
  const auto give_up = [&] {
    array.refuse(fmt::format("line {} does something else with it", line_of(name)));
    return true;
  };
  at = climbed(path, at, is_unseen);
  if (at < 2) return give_up();
  const Node& taker = *path[at - 1];
  if (is_std_swap(host, taker)) {
    const std::size_t number = path[at] == &inner_of(taker).at(1) ? 1 : 2;
    return read_link(host, pointers, array, path, at - 1, number) || give_up();
  }
  if (owner.is_of_thrust && kind_of(taker) == "CXXOperatorCallExpr" && called_by(taker) == "operator[]") {
    // `&v[0]`
    const std::size_t above = climbed(path, at - 1, passes_on);
    const Node* const address = above == 0 ? nullptr : path[above - 1];
    const bool is_address =
        address != nullptr && ((kind_of(*address) == "UnaryOperator" && text_of(*address, "opcode") == "&") ||
                               (kind_of(*address) == "CXXOperatorCallExpr" && called_by(*address) == "operator&"));
    const bool is_first = inner_of(taker).size() == 3 && text_of(plain(inner_of(taker).at(2)), "value") == "0";
    if (!is_address || !is_first) return give_up();
    at = above - 1;
    return false;
  }
  if (owner.is_of_thrust && kind_of(taker) == "CXXOperatorCallExpr")
    return read_owned_assignment(host, array, path, at - 1) || give_up();
  if (owner.is_of_thrust && kind_of(taker) == "CXXConstructExpr") return give_up();
  if (kind_of(taker) != "MemberExpr" || kind_of(*path[at - 2]) != "CXXMemberCallExpr") return give_up();
  const Node& call = *path[at - 2];
  const std::string function = text_of(taker, "name");
  if (owner.sizes.contains(function)) {
    array.sizes.push_back(&name);
    return true;
  }
  if (owner.pointers.contains(function)) {
    at -= 2;
    return false;
  }
  if (owner.is_of_thrust && (function == "begin" || function == "end"))
    return read_owned_copy(host, array, path, at - 2) || give_up();
  ArrayCall found = array_call(host, function, call, name, path, at - 2);
  if (owner.fills.contains(function)) {
    array.own_fills.push_back(std::move(found));
    return true;
  }
  const auto copy = owner.copies.find(function);
  if (copy == owner.copies.end()) return give_up();
  if (copy->second.returns)
    return read_returned(host, pointers, array, copy->second, std::move(found), path, at - 2) || give_up();
  const std::size_t other_side = copy->second.host + 1;
  if (other_side >= inner_of(call).size()) return give_up();
  found.on_host = &inner_of(call).at(other_side);
  found.host_pointer = copy->second.host_pointer;
  found.head = copy->second.head;
  found.tail = copy->second.tail;
  found.number = array.allocation->number;
  if (copy->second.number) {
    if (*copy->second.number + 1 >= inner_of(call).size()) return give_up();
    found.number = {.expression = &inner_of(call).at(*copy->second.number + 1), .of_elements = true};
  }
  (copy->second.to_host ? array.to_host : array.to_device).push_back(std::move(found));
  return true;
}

}  // namespace warpglass::rewrite
