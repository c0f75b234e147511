// What atomics do to many halves or bfloat16 in memory at once: next[i] = update(old[i], operand[i]). The same as
// atomics.hpp says of one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpglass::isa {

/// \param count  a multiple of 32
using HalfUpdate = void (*)(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next,
                            std::size_t count);

void add_halves(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count);
void min_halves(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count);
void max_halves(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count);
void add_bfloat16s(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count);
void min_bfloat16s(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count);
void max_bfloat16s(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count);

}  // namespace warpglass::isa
