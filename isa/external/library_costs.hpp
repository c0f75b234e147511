// What a call into the maths library is to the machine: nvcc puts the function's instructions in the caller's place,
// where the engine has a function of its own and the PTX only a call.
#pragma once

#include <string_view>

#include "base/instruction_class.hpp"

namespace warpglass::isa {

/// \param function  "__nv_sinf"
/// \return for ordinary arguments; empty: not known
[[nodiscard]] Costs library_costs(std::string_view function);

}  // namespace warpglass::isa
