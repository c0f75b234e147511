// What the approximate instructions without .ftz answer to one number, for functions made of them.
#pragma once

namespace warpglass::isa {

[[nodiscard]] float approximate_sine(float x);
[[nodiscard]] float approximate_cosine(float x);
[[nodiscard]] float approximate_logarithm(float x);  // of base 2
[[nodiscard]] float approximate_power(float x);      // of 2
[[nodiscard]] float approximate_tangent(float x);    // hyperbolic
[[nodiscard]] float approximate_quotient(float a, float b);

}  // namespace warpglass::isa
