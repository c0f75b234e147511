// Random kernels for the second tier: instructions of all rows of the table that compute from registers to registers,
// load, store or update memory, among branches, loops, votes and barriers. Every thread keeps to memory of its own, so
// that nothing but the tier can make two executions differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/tier/random_line.hpp"

namespace warpglass::test {

/// Statements of a kernel; one may be left out and the rest is still a kernel.
using Statements = std::vector<std::string>;

[[nodiscard]] Statements random_statements(const std::vector<Template>& templates, std::size_t count,
                                           std::mt19937& random);

/// Words of the array that a thread reads at first and writes at the end.
inline constexpr std::uint32_t kWordsPerThread = 48;

[[nodiscard]] std::string kernel_of(const Statements& statements);

/// Numbers that lead floating point and integers alike into their corners, and any others between them.
[[nodiscard]] std::uint32_t random_word(std::size_t i, std::uint32_t seed);

}  // namespace warpglass::test
