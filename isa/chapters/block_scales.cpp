#include "isa/chapters/block_scales.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "isa/chapters/tensor_sum.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kNan = 0x7fffffff;
constexpr std::int32_t kLeastExponent = -126;  // of fp32, which a zero has here
constexpr int kPlaces = 25;                    // that a term keeps
constexpr int kPlacesOfParts = 35;

bool is_finite(std::uint32_t bits) { return (bits & 0x7f800000u) != 0x7f800000u; }
bool is_nan(std::uint32_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }
bool is_zero(std::uint32_t bits) { return (bits & 0x7fffffffu) == 0; }

/// mantissa * 2^up, cut toward zero.
std::int64_t cut(std::int64_t mantissa, int up) {
  const std::int64_t magnitude = std::abs(mantissa);
  const std::int64_t moved = up >= 0 ? magnitude << up : up > -63 ? magnitude >> -up : 0;
  return mantissa < 0 ? -moved : moved;
}

std::int32_t exponent_of(const TensorNumber& number) { return std::max(number.exponent, kLeastExponent); }

/// Times a power of two, cut toward zero where fp32 does not hold it.
std::uint32_t scaled(std::uint32_t bits, std::int32_t exponent) {
  if (is_zero(bits) || !is_finite(bits)) return bits;
  const TensorNumber number = tensor_number(bits, 8, 23);
  return cut_to_float(number.mantissa, number.exponent - 23 + exponent);
}

TensorNumber element(ElementType type, std::uint32_t word, std::size_t k) {
  const std::uint32_t byte = word >> k % 4 * 8 & 0xff;
  return type == ElementType::e5m2 ? tensor_number(byte, 5, 2) : tensor_number(byte, 4, 3);
}

int fraction_bits(ElementType type) { return type == ElementType::e5m2 ? 2 : 3; }

/// The rule for one row and column, whose products' exponents are moved by `moved`. All numbers are finite.
std::uint32_t sum_one_by_one(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b, std::size_t row,
                             std::size_t column, std::int32_t moved, std::uint32_t c) {
  constexpr std::size_t kDepth = 4 * kGroupWords;
  std::array<TensorNumber, kDepth> terms;
  const TensorNumber so_far = tensor_number(c, 8, 23);
  std::int32_t largest = exponent_of(so_far);
  for (std::size_t k = 0; k < kDepth; ++k) {
    const TensorNumber x = element(product.a, a.words[k / 4][row], k);
    const TensorNumber y = element(product.b, b.words[k / 4][column], k);
    const std::int32_t mantissa = x.mantissa * y.mantissa;
    terms[k] = {.mantissa = product.negative ? -mantissa : mantissa, .exponent = x.exponent + y.exponent + moved};
    if (mantissa != 0) largest = std::max(largest, terms[k].exponent);
  }
  std::int64_t sum = cut(so_far.mantissa, kPlaces - 23 + exponent_of(so_far) - largest);
  const int fraction = fraction_bits(product.a) + fraction_bits(product.b);
  for (const TensorNumber& term : terms) sum += cut(term.mantissa, kPlaces - fraction + term.exponent - largest);
  return cut_to_float(sum, largest - kPlaces);
}

/// Whether an accumulator that is moved against the products has no place in fp32, or is far from them all; or these
/// are so small that fp32's least exponent is the largest.
bool is_apart(std::uint32_t c, std::int32_t exponent) {
  constexpr std::int32_t kLeastProduct = 2 * -14;
  constexpr std::int32_t kFar = 64;
  if (exponent + kLeastProduct < kLeastExponent) return true;
  return !is_zero(c) && std::abs(tensor_number(c, 8, 23).exponent - exponent) > kFar;
}

}  // namespace

BlockScale block_scale(std::uint32_t byte, bool is_power) {
  if (is_power) return {.exponent = static_cast<std::int32_t>(byte) - 127, .is_nan = byte == 0xff};
  const auto field = static_cast<std::int32_t>(byte >> 3 & 0xf);
  const auto fraction = static_cast<std::int32_t>(byte & 7);
  return {.mantissa = field == 0 ? fraction : fraction | 8,
          .exponent = (field == 0 ? 1 : field) - 7,
          .is_nan = (byte & 0x7f) == 0x7f};
}

std::uint32_t sum_of_parts(std::span<const ScaledPart> parts, std::uint32_t c) {
  const auto undefined = [](const ScaledPart& part) { return part.of_a.is_nan || part.of_b.is_nan; };
  if (is_nan(c) || std::ranges::any_of(parts, undefined)) return kNan;
  if (!is_finite(c)) return c;
  const auto exponent = [](const ScaledPart& part) {
    const auto own = [](const BlockScale& scale) { return scale.mantissa == 0 ? kLeastExponent : scale.exponent; };
    return own(part.of_a) + own(part.of_b);
  };
  const TensorNumber so_far = tensor_number(c, 8, 23);
  std::int32_t largest = exponent_of(so_far);
  for (const ScaledPart& part : parts) largest = std::max(largest, exponent(part));
  std::int64_t sum = cut(so_far.mantissa, kPlacesOfParts - 23 + exponent_of(so_far) - largest);
  for (const ScaledPart& part : parts) {
    const std::int64_t mantissa = std::int64_t{part.fourths} * part.of_a.mantissa * part.of_b.mantissa;
    sum += cut(mantissa, kPlacesOfParts - 8 + exponent(part) - largest);
  }
  return cut_to_float(sum, largest - kPlacesOfParts);
}

void multiply_scaled_group(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
                           std::span<const BlockScale, kGroupRows> of_rows, std::span<const BlockScale> of_columns,
                           GroupSums& sums) {
  // The exponents of all products of a row and a column move alike: the accumulator moves the other way, and the sum
  // back.
  GroupSums moved;
  const auto so_far = [&](std::size_t row, std::size_t column) { return product.adds ? sums[row][column] : 0; };
  const auto exponent_at = [&](std::size_t row, std::size_t column) {
    return of_rows[row].exponent + of_columns[column].exponent;
  };
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    for (std::size_t column = 0; column < product.columns; ++column) {
      const std::uint32_t c = so_far(row, column);
      const std::int32_t exponent = exponent_at(row, column);
      moved[row][column] = !is_finite(c) || !is_apart(c, exponent) ? scaled(c, -exponent) : 0;
    }
    std::fill(moved[row] + product.columns, moved[row] + kGroupColumns, 0u);
  }
  GroupProduct plain = product;
  plain.adds = true;
  multiply_group(plain, a, b, nullptr, moved);
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    for (std::size_t column = 0; column < product.columns; ++column) {
      const std::uint32_t c = so_far(row, column);
      const std::uint32_t sum = moved[row][column];
      const std::int32_t exponent = exponent_at(row, column);
      if (of_rows[row].is_nan || of_columns[column].is_nan) {
        sums[row][column] = kNan;
      } else if (is_finite(sum) && is_apart(c, exponent)) {
        sums[row][column] = sum_one_by_one(product, a, b, row, column, exponent, c);
      } else {
        sums[row][column] = scaled(sum, exponent);
      }
    }
  }
}

void QuarterSums::take(std::size_t quarter, const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
                       GroupSums& scratch) {
  GroupProduct plain = product;
  plain.adds = false;
  plain.d = ElementType::f32;
  multiply_group(plain, a, b, nullptr, scratch);
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    for (std::size_t column = 0; column < product.columns; ++column)
      sums_[quarter][row][column] = static_cast<std::int16_t>(4 * std::bit_cast<float>(scratch[row][column]));
  }
}

}  // namespace warpglass::isa
