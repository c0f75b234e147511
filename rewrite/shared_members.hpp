// A `__shared__` array of structures or vectors with an array for each member in its place, where threads take members
// one by one: `points[i].x` becomes `points_x[i]`. What takes a whole element is written out member by member.
#pragma once

#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/member_elements.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// "float" and x, y, z, w of "float4"; none: it is no vector of CUDA's.
[[nodiscard]] std::vector<StructureMember> members_of_vector(const std::string& type);

struct SharedMembers {
  std::vector<Edit> edits{};
  std::string obstacle{};  // why it cannot be; empty: it can
};

/// \param trees        that the declaration was found in
/// \param declaration  of elements with these members
[[nodiscard]] SharedMembers shared_members(const std::vector<Node>& trees, const SharedDeclaration& declaration,
                                           const std::vector<StructureMember>& members, const FileText& text);

}  // namespace warpglass::rewrite
