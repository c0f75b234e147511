#include "cuda/random/make_generator.hpp"

#include "cuda/random/mt19937.hpp"
#include "cuda/random/mtgp32.hpp"
#include "cuda/random/sobol_generator.hpp"

namespace warpglass::random {

std::unique_ptr<Generator> make_generator(curandRngType_t type, curandOrdering_t ordering, unsigned dimensions) {
  if (quasirandom(type)) {
    if (ordering != CURAND_ORDERING_QUASI_DEFAULT) return nullptr;
    if (type == CURAND_RNG_QUASI_DEFAULT || type == CURAND_RNG_QUASI_SOBOL32)
      return make_sobol_generator(32, dimensions);
    return type == CURAND_RNG_QUASI_SOBOL64 ? make_sobol_generator(64, dimensions) : nullptr;
  }
  const bool legacy = ordering == CURAND_ORDERING_PSEUDO_LEGACY;
  if (!legacy && ordering != CURAND_ORDERING_PSEUDO_BEST && ordering != CURAND_ORDERING_PSEUDO_DEFAULT) return nullptr;
  // Its orderings are one.
  if (type == CURAND_RNG_PSEUDO_MT19937) return make_mt19937_generator();
  if (type == CURAND_RNG_PSEUDO_MTGP32) return make_mtgp32_generator(legacy);
  return make_pseudorandom(type, legacy);
}

}  // namespace warpglass::random
