// MTGP32 (toolkit/include/curand_mtgp32.h), and the order in which NVIDIA's arrays have it: 256 numbers of each of the
// first 192 generators (64 in the legacy ordering), then the next 256 of each. Found out from NVIDIA's generator that
// runs on the host.
#pragma once

#include <memory>

#include "cuda/random/generator.hpp"

namespace warpglass::random {

/// \param legacy  in the legacy ordering
[[nodiscard]] std::unique_ptr<Generator> make_mtgp32_generator(bool legacy);

}  // namespace warpglass::random
