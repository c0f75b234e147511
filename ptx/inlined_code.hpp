// Which instructions belong to an inlined call. Debug information in PTX gives each call one range of code, between two
// labels: what the compiler has moved in between belongs to others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/inlined_calls.hpp"
#include "ptx/module.hpp"

namespace warpglass::ptx {

/// By instruction of the function the innermost call that it is inlined code of; InlinedCall::kNone: of none.
/// \param locations  of the instructions, as written
[[nodiscard]] std::vector<std::uint32_t> calls_of_code(const Function& function, std::span<const InlinedCall> calls,
                                                       std::span<const SourceLocation> locations);

}  // namespace warpglass::ptx
