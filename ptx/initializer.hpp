// Initialisers: `= 5`, `= {1, 2, {3, 4}}`, `= {name, generic(name)+8, 0xff00(name)}`, and for textures, samplers and
// surfaces `= { filter_mode = nearest }`.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/context.hpp"

namespace warpglass::ptx {

inline constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 48;

/// Reads what stands behind the `=` into variable.initializer or properties.
/// \param dimensions  of the array, outermost first; 0 as the first of an incomplete one, whose size the initialiser
///                    then gives
void read_initializer(Context& context, Variable& variable, std::vector<std::uint64_t> dimensions);

}  // namespace warpglass::ptx
