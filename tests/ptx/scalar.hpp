// Plain scalar statements of what rows of the instruction table mean, one value at a time and in no other form: what
// their vector handlers are held to on random operands.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "isa/instruction.hpp"

namespace warpglass::test {

/// What an instruction's destinations get, in the low bits.
struct Answer {
  constexpr Answer(std::uint64_t of_first, std::uint64_t of_second = 0) : first(of_first), second(of_second) {}
  std::uint64_t first;
  std::uint64_t second;  // 0 without a second destination
};
using Result = std::optional<Answer>;
using Values = std::span<const std::uint64_t>;

/// What an instruction answers; nothing for rows without a statement.
/// \param sources  of the operands after the destination, in their order, in the low bits
[[nodiscard]] Result scalar(const isa::Spelling& spelling, Values sources);

/// Three additions or subtractions that pass a carry on, in the form of a recorded instruction's text: the last one's
/// result is d's, the one before it d1's. Sources: a, b, c, e.
struct Chain {
  std::string text;
  std::string type;
  std::array<std::string, 3> steps;
};
[[nodiscard]] Chain carry_chain(std::uint64_t seed);
[[nodiscard]] Answer carried(const Chain& chain, Values sources);

}  // namespace warpglass::test
