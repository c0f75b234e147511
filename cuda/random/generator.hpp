// One generator of the host's API: where its sequence stands, and how it fills arrays.
//
// A generator is many lanes, each a state of curand_kernel.h with a sequence of its own, and output after output is the
// next lane's. XORWOW has 4,096 lanes and MRG32k3a 81,920 (4,096 in the legacy ordering); of an array of normal numbers
// a lane makes two at a time. Philox has 65,536 lanes, and each makes four at a time of one counter, or of two for
// doubles. Found out from NVIDIA's generators that run on the host.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "cuda/random/poisson.hpp"
#include "curand.h"

namespace warpglass::random {

struct NormalShape {
  double mean = 0;
  double stddev = 1;
  bool log = false;
};

/// \param normal  of mean 0 and deviation 1
[[nodiscard]] float shaped(float normal, const NormalShape& shape);
[[nodiscard]] double shaped(double normal, const NormalShape& shape);

class Generator {
 public:
  virtual ~Generator() = default;

  /// Begins at an output of the sequence of a seed.
  virtual void start(std::uint64_t seed, std::uint64_t offset) = 0;

  // Every count is a multiple of `unit`.
  virtual void fill(unsigned int* output, std::size_t count) = 0;
  virtual void fill(float* output, std::size_t count) = 0;
  virtual void fill(double* output, std::size_t count) = 0;
  virtual void fill(float* output, std::size_t count, const NormalShape& normal) = 0;
  virtual void fill(double* output, std::size_t count, const NormalShape& normal) = 0;

  /// Not of a quasirandom one.
  virtual void fill_poisson(unsigned int* /*output*/, std::size_t /*count*/, const Poisson& /*poisson*/) {}

  /// Whether its integers have 64 bits. Then they come by `fill_long`, else by `fill`.
  [[nodiscard]] virtual bool makes_long() const { return false; }
  virtual void fill_long(unsigned long long* /*output*/, std::size_t /*count*/) { assert(makes_long()); }

  /// Numbers come in multiples of this.
  [[nodiscard]] virtual std::size_t unit(bool normal) const = 0;

  /// The offset from which another seed would go on.
  [[nodiscard]] virtual std::uint64_t place() const = 0;
};

/// \param legacy  in the legacy ordering
/// \return  nullptr for another type
[[nodiscard]] std::unique_ptr<Generator> make_pseudorandom(curandRngType_t type, bool legacy);

}  // namespace warpglass::random
