// The vector code for common conversions, found by what the conversion is.
#pragma once

#include "isa/conversion.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// The handler for d = convert(a) in registers of these sizes; nullptr when there is none for the conversion.
/// Op::imm must be the bits of the source's register above its type. Op::mode: the same of the result; from bit 8 on
/// the bytes of the source's register, and from bit 12 on of the result's.
[[nodiscard]] sim::Handler fast_conversion(const Conversion& conversion, int to_bytes, int from_bytes);

/// The handler for d = {convert(a), convert(b)}, a in the upper half; nullptr when there is none.
[[nodiscard]] sim::Handler fast_packing(const Conversion& conversion);

/// The handler for d = {convert(upper half of a), convert(lower half)}; nullptr when there is none.
[[nodiscard]] sim::Handler fast_pair(const Conversion& conversion);

// What the first two ask where hosts have no such format or modifier themselves (convert_formats.cpp).
[[nodiscard]] sim::Handler format_conversion(const Conversion& conversion, int to_bytes, int from_bytes);
[[nodiscard]] sim::Handler format_packing(const Conversion& conversion);
// And what the first asks last (convert_rest.cpp).
[[nodiscard]] sim::Handler rest_conversion(const Conversion& conversion);

}  // namespace warpglass::isa
