// How the tensor unit of a generation adds up products of short floats, which its instructions' results show in their
// last bits. sm_90's rule is that of tests/hardware/h200/mma. The others' are those that Xie et al. found on chips of
// each (MMA-Sim, 2025): Volta, Turing, Ampere, Ada, Hopper, and Blackwell of both kinds. What they did not ask is taken
// to follow from what they did: wmma, which becomes the same instructions, and sparse factors, of which the products
// that are there count.
#pragma once

#include <cstdint>

#include "isa/chapters/fragment.hpp"

namespace warpglass::isa {

struct TensorUnit {
  std::uint32_t terms = 16;    // products added at once, in the order of K, at most
  std::int32_t places = 25;    // below the largest exponent, that a term keeps
  bool fp8_as_halves = false;  // widened to f16, elements 0 and 1 of each register before elements 2 and 3

  /// With 13 places results in fp32 have as many bits of fraction.
  [[nodiscard]] constexpr bool is_short() const { return places == kShortPlaces; }

  static constexpr std::int32_t kShortPlaces = 13;
};

/// \param factor  type of a's elements: f16, bf16, tf32, e4m3 or e5m2
constexpr TensorUnit tensor_unit(std::uint32_t sm, ElementType factor, bool wmma) {
  const bool fp8 = factor == ElementType::e4m3 || factor == ElementType::e5m2;
  const bool tf32 = factor == ElementType::tf32;
  if (sm < 75) return {.terms = 4, .places = 23};
  if (sm < 80) return {.terms = 8, .places = 24};
  if (sm < 90) {
    if (fp8) return {.terms = 16, .places = TensorUnit::kShortPlaces};
    return {.terms = tf32 ? 4u : 8u, .places = 24};
  }
  if (fp8 && sm < 120) return {.fp8_as_halves = true};
  if (fp8) return {.terms = 32};
  if (tf32) return {.terms = wmma ? 4u : 8u};
  return {};
}

}  // namespace warpglass::isa
