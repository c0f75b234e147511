// Generators by their type in the host's API.
#pragma once

#include <memory>

#include "cuda/random/generator.hpp"

namespace warpglass::random {

/// nullptr for a type or an ordering that there is not.
/// \param dimensions  of a quasirandom one, 1 to `kMostDimensions`
[[nodiscard]] std::unique_ptr<Generator> make_generator(curandRngType_t type, curandOrdering_t ordering,
                                                        unsigned dimensions);

[[nodiscard]] constexpr bool quasirandom(curandRngType_t type) { return type >= CURAND_RNG_QUASI_DEFAULT; }

}  // namespace warpglass::random
