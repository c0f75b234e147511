// Plain scalar statements of what rows of the instruction table mean, one value at a time and in no other form: what
// their vector handlers are held to on random operands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "isa/instruction.hpp"

namespace warpglass::test {

/// What an instruction's first destination gets, in the low bits; nothing for rows without a statement.
/// \param sources  of the operands after the destination, in their order, in the low bits
[[nodiscard]] std::optional<std::uint64_t> scalar(const isa::Spelling& spelling,
                                                  std::span<const std::uint64_t> sources);

}  // namespace warpglass::test
