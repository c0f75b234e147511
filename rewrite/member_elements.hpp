// Structures that a kernel takes member by member, `in[i].x`, also by a name of their own (`P& p = in[i]`), or whole:
// how it reads where each member has an array of its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/kernel_function.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct StructureMember {
  std::string name;
  std::string type;  // as the structure declares it
};

struct MemberElements {
  std::vector<std::string> members{};  // that it takes, in the structure's order
  std::vector<Edit> edits{};
  std::string obstacle{};  // why it cannot be; empty: it can
};

/// All members, in their order. Nothing between them and behind them.
/// \param record    the structure's definition
/// \param obstacle  why each cannot have an array of its own; empty: it can
[[nodiscard]] std::vector<StructureMember> members_of(const Node& record, std::string& obstacle);

/// Whether a structure is written as the list of its members.
[[nodiscard]] bool is_aggregate(const Node& record);

/// \param pointer       the parameter, by its number
/// \param is_aggregate  the structure is written as the list of its members
[[nodiscard]] MemberElements member_elements(const KernelFunction& kernel, std::size_t pointer,
                                             const std::vector<StructureMember>& members, bool is_aggregate);

/// What a pointer to a member's array is called.
[[nodiscard]] std::string name_of_member(const std::string& pointer, const std::string& member);

}  // namespace warpglass::rewrite
