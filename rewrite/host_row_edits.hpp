// What the host does with arrays whose rows lie further apart: how it allocates, copies, fills and frees them, takes
// their elements, and what it gives kernels as the way from row to row.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rewrite/relayout.hpp"
#include "rewrite/row_group.hpp"

namespace warpglass::rewrite {

/// Adds the edits. \return  why they cannot be made
/// \param lead     the arrays begin so many elements later
/// \param kernels  how each reads then, by name; none: they are left as they are
[[nodiscard]] std::string edit_host_rows(const HostFunction& host, const RowGroup& group, std::uint32_t lead,
                                         const std::map<std::string, PitchedElements>& kernels, Relayout& found);

}  // namespace warpglass::rewrite
