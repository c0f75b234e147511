// The direction numbers of Sobol' sequences, of S. Joe and F. Y. Kuo's search (criterion D(6): "Constructing Sobol
// sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30, 2008).
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace warpglass::random {

/// As many as NVIDIA's library has; the search went on to 21,201.
inline constexpr unsigned kMostDimensions = 20000;

template <class Word>
using Directions = std::array<Word, 8 * sizeof(Word)>;

/// \param dimensions  at most `kMostDimensions`
/// \return at least as many, which stay where they are for as long as the process lives.
[[nodiscard]] std::span<const Directions<unsigned int>> directions_32(unsigned dimensions);
[[nodiscard]] std::span<const Directions<unsigned long long>> directions_64(unsigned dimensions);

/// What joe_kuo.py has written.
[[nodiscard]] std::string_view initial_direction_numbers();

}  // namespace warpglass::random
