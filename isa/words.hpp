// What single words of instructions name.
#pragma once

#include <cstdint>
#include <string_view>

#include "isa/instruction.hpp"
#include "sim/effects.hpp"
#include "sim/fault.hpp"

namespace warpglass::isa {

/// State space named by an instruction's word: "shared::cta" is shared; "" (left out) is generic.
[[nodiscard]] sim::Space space_of(std::string_view word);

/// Elements of a vector access: 1 without a `vec` word, else what ".v2", ".v4" or ".v8" says.
[[nodiscard]] std::uint8_t vector_width(const Spelling& spelling);

/// The operation that an atomic's word names.
[[nodiscard]] sim::AtomicOperation atomic_operation(std::string_view word);

}  // namespace warpglass::isa
