// The quasirandom generators of the host's API.
#pragma once

#include <memory>

#include "cuda/random/generator.hpp"

namespace warpglass::random {

/// Sobol' sequences by Joe and Kuo's direction numbers. An array of n numbers in d dimensions is the first n / d of the
/// first dimension, then those of the second, and so on; the next array goes on behind them in each.
/// \param bits        32 or 64
/// \param dimensions  1 to `kMostDimensions`
[[nodiscard]] std::unique_ptr<Generator> make_sobol_generator(int bits, unsigned dimensions);

}  // namespace warpglass::random
