// Reading special registers, for the row of mov and for the few other instructions that take them as sources.
#pragma once

#include <string_view>

#include "sim/program.hpp"

namespace warpglass::isa {

/// Makes `op` the reading of a special register into the row op.d of elements of `bytes` (0: a predicate). False when
/// there is no such register, or it cannot be read in that width.
[[nodiscard]] bool read_special_register(std::string_view name, std::uint8_t bytes, sim::Op& op);

}  // namespace warpglass::isa
