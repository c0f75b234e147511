// What is published of how tensor units add up (Xie et al., MMA-Sim, 2025), in doubles: for finite numbers whose sums a
// double holds as a number that has room below it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/half.hpp"
#include "isa/chapters/fragment.hpp"

namespace warpglass::isa {

struct PublishedRule {
  std::uint32_t at_once = 0;  // products
  int places = 0;             // below the largest exponent
};

struct PublishedTerm {
  double value, exponent;
};

/// An exponent of the format: of subnormals that of the least normal number.
inline double published_exponent(double x, ElementType type) {
  double least = -126;
  if (type == ElementType::e4m3) least = -6;
  if (type == ElementType::f16 || type == ElementType::e5m2) least = -14;
  return std::max<double>(std::ilogb(x), least);
}

inline PublishedTerm term_of(double a, ElementType type_of_a, double b, ElementType type_of_b) {
  const double product = a * b;
  return {product, product == 0 ? 0 : published_exponent(a, type_of_a) + published_exponent(b, type_of_b)};
}

/// \param c  the accumulator, of type c_type
/// \return bits of d_type, zero without a sign
inline std::uint32_t published_sum(const PublishedRule& rule, ElementType c_type, ElementType d_type,
                                   const std::vector<PublishedTerm>& products, std::uint32_t c) {
  std::uint32_t bits = c;
  ElementType type = c_type;
  for (std::size_t first = 0; first < products.size(); first += rule.at_once) {
    const auto begin = products.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<PublishedTerm> terms(begin, begin + rule.at_once);
    const double so_far = element_value(type, bits);
    terms.push_back({so_far, so_far == 0 ? 0 : published_exponent(so_far, type)});
    double largest = -4096;
    for (const PublishedTerm& term : terms)
      if (term.value != 0) largest = std::max(largest, term.exponent);
    const double unit = std::exp2(largest - rule.places);
    double sum = 0;
    for (const PublishedTerm& term : terms) sum += term.value == 0 ? 0 : std::trunc(term.value / unit) * unit;
    type = d_type;
    const auto nearest = static_cast<float>(sum);
    const float cut = std::abs(double{nearest}) > std::abs(sum) ? std::nextafter(nearest, 0.0f) : nearest;
    bits = std::bit_cast<std::uint32_t>(cut);
    if (d_type == ElementType::f16) {
      bits = float_to_half(std::bit_cast<float>(bits | (double{cut} != sum ? 1 : 0)));
    } else if (rule.places == 13) {
      bits &= ~0x3ffu;
    }
    if (element_value(type, bits) == 0) bits = 0;
  }
  return bits;
}

}  // namespace warpglass::isa
