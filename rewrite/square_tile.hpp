// An access that a loop takes down a square, `for (int row = 0; row < columns; row += rows)` in blocks of columns x
// rows threads: how the source reads when the whole square goes through one tile, with one barrier between two loops. A
// block of few rows takes as few neighbours at a time along a column; a square takes whole rows either way.
#pragma once

#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/staging_edits.hpp"

namespace warpglass::rewrite {

/// \param body  of the kernel
/// \param staging  an access without obstacle, whose pitch is that of a square tile
/// \return empty where it does not stand in such a loop, or a macro writes a part of it
[[nodiscard]] std::vector<Edit> square_tile_edits(const Node& body, const FunctionVariables& variables,
                                                  const std::string& text, const Staging& staging);

}  // namespace warpglass::rewrite
