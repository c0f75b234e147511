#include "rewrite/array_links.hpp"

#include <utility>

#include "rewrite/array_calls.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {

bool is_std_swap(const HostFunction& host, const Node& node) {
  if (kind_of(node) != "CallExpr" || called_by(node) != "swap" || inner_of(node).size() != 3) return false;
  const auto name = text_of_expression(inner_of(node).front(), host.text);
  return name == "std::swap" || name == "::std::swap";
}

bool read_link(HostFunction& host, const ArrayPointers& pointers, DeviceArray& array, const Path& path,
               std::size_t depth, std::size_t number) {
  const Node& taker = *path[depth];
  const Node* other = nullptr;
  if (kind_of(taker) == "VarDecl" && pointers.array_of_variable(taker)) {
    // Noted with the variable that is made so, too.
    ArrayCall found = array_call(host, "", taker, *path.back(), path, depth);
    DeviceArray& made = host.arrays[*pointers.array_of_variable(taker)];
    made.links.push_back({.other = array.id, .call = found, .there = path.back()});
    array.links.push_back({.other = made.id, .call = std::move(found), .there = nullptr});
    return true;
  }
  const bool assigns = is_binary(taker, "=");
  if (assigns) other = &inner_of(taker).at(1 - number);
  const bool swaps = is_std_swap(host, taker) && number >= 1;
  if (swaps) other = &inner_of(taker).at(3 - number);
  if (other == nullptr) return false;
  ArrayCall found = array_call(host, "", taker, *path.back(), path, depth);
  if (assigns && number == 0 && text_of(*other, "castKind") == "NullToPointer") {
    array.resets.push_back(std::move(found));
    return true;
  }
  const auto known = pointers.array_named(*other);
  if (!known || (assigns && kind_of(*path[depth - 1]) != "CompoundStmt")) return false;
  array.links.push_back({.other = host.arrays[*known].id, .call = std::move(found), .there = &plain(*other)});
  return true;
}

}  // namespace warpglass::rewrite
