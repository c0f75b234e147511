// Products of f16, bf16, tf32 and fp8 matrices, a step of TensorUnit::terms after the other. Where there is no fp8 unit
// behind mma the factors are widened to f16, the products of elements 0 and 1 of every register are added up first and
// those of elements 2 and 3 to that, and the accumulator is added to the result in fp32; where the accumulators are
// f16, all three sums are rounded to that.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "base/half.hpp"
#include "isa/chapters/short_floats.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kNaN = 0x7fffffff;

std::array<std::uint16_t, 256> halves_of_e4m3() {
  std::array<std::uint16_t, 256> halves;
  for (std::size_t bits = 0; bits < halves.size(); ++bits) {
    halves[bits] = float_to_half(static_cast<float>(element_value(ElementType::e4m3, bits)));
  }
  return halves;
}

/// A factor's sign, exponent and fraction alone.
template <ElementType kType>
std::uint32_t own_bits(std::uint32_t bits) {
  if constexpr (kType == ElementType::tf32) return bits >> 13 & 0x7ffffu;
  return bits & (kType == ElementType::e4m3 || kType == ElementType::e5m2 ? 0xffu : 0xffffu);
}

struct Format {
  int exponent_bits;
  int fraction_bits;
};
template <ElementType kType>
constexpr Format format_of() {
  if (kType == ElementType::bf16) return {.exponent_bits = 8, .fraction_bits = 7};
  if (kType == ElementType::tf32) return {.exponent_bits = 8, .fraction_bits = 10};
  if (kType == ElementType::e4m3) return {.exponent_bits = 4, .fraction_bits = 3};
  if (kType == ElementType::e5m2) return {.exponent_bits = 5, .fraction_bits = 2};
  return {.exponent_bits = 5, .fraction_bits = 10};
}

/// Calls `body` with a factor's type, known while compiling.
template <class Body>
void with_short_type(ElementType type, Body&& body) {
  if (type == ElementType::bf16) return body(std::integral_constant<ElementType, ElementType::bf16>{});
  if (type == ElementType::tf32) return body(std::integral_constant<ElementType, ElementType::tf32>{});
  if (type == ElementType::e4m3) return body(std::integral_constant<ElementType, ElementType::e4m3>{});
  if (type == ElementType::e5m2) return body(std::integral_constant<ElementType, ElementType::e5m2>{});
  return body(std::integral_constant<ElementType, ElementType::f16>{});
}

/// Where an element goes: which step, and which place in it.
struct Slot {
  std::size_t step;
  std::size_t k;
};
Slot slot_of(const TensorUnit& unit, std::size_t at_once, std::uint32_t k) {
  if (unit.fp8_as_halves) return {.step = k % 4 / 2, .k = k / 4 * 2 + k % 2};
  return {.step = k / at_once, .k = k % at_once};
}

/// Infinities and NaNs among a step's factors; they decide a result by themselves.
struct Specials {
  bool any = false;
  std::array<bool, kMaxExtent> row{};
  std::array<bool, kMaxExtent> column{};

  [[nodiscard]] bool decide(std::size_t r, std::size_t c) const { return any && (row[r] || column[c]); }
};

/// A product's steps.
struct ShortFloats {
  struct Step : TensorStep {
    Specials specials;
  };

  const Product& product;
  const ShortFactors& factors;
  std::vector<Step> steps;

  ShortFloats(const Product& p, const ShortFactors& f)
      : product(p), factors(f), steps(factors.depth / product.at_once(factors.depth)) {
    for (Step& step : steps) {
      step.rows = factors.rows;
      step.columns = factors.columns;
      step.depth = product.at_once(factors.depth);
      step.places = product.unit.places;
      step.fraction_bits = fraction_bits();
    }
    with_short_type(product.a, [&](auto type) {
      for (std::uint32_t row = 0; row < factors.rows; ++row) {
        for (std::uint32_t k = 0; k < factors.depth; ++k) {
          const Slot slot = slot_of(product.unit, steps[0].depth, k);
          Step& step = steps[slot.step];
          const TensorNumber x = factor<type()>(factors.a[row][k], step.specials, &Specials::row, row);
          step.a_mantissa[row][slot.k] = x.mantissa;
          step.a_exponent[row][slot.k] = x.exponent;
        }
      }
    });
    with_short_type(product.b, [&](auto type) {
      for (std::uint32_t column = 0; column < factors.columns; ++column) {
        for (std::uint32_t k = 0; k < factors.depth; ++k) {
          const Slot slot = slot_of(product.unit, steps[0].depth, k);
          Step& step = steps[slot.step];
          const TensorNumber x = factor<type()>(factors.b[column][k], step.specials, &Specials::column, column);
          step.b_mantissa[slot.k][column] = x.mantissa;
          step.b_exponent[slot.k][column] = x.exponent;
        }
      }
    });
  }

  [[nodiscard]] bool is_fp8() const { return bits_of(product.a) == 8; }

  /// Of both factors' mantissas, whichever of fp8's formats they have.
  [[nodiscard]] int fraction_bits() const {
    if (is_fp8() && !product.unit.fp8_as_halves) return format_of<ElementType::e4m3>().fraction_bits;
    return product.a == ElementType::bf16 ? format_of<ElementType::bf16>().fraction_bits
                                          : format_of<ElementType::f16>().fraction_bits;
  }

  template <ElementType kType>
  [[nodiscard]] TensorNumber factor(std::uint32_t bits, Specials& specials,
                                    std::array<bool, kMaxExtent> Specials::* along, std::uint32_t at) const {
    if (!std::isfinite(element_value(kType, bits))) {
      (specials.*along)[at] = specials.any = true;
      return {};
    }
    if (is_fp8() && product.unit.fp8_as_halves) return tensor_number(half_of_fp8(kType, bits), 5, 10);
    constexpr Format kFormat = format_of<kType>();
    TensorNumber x = tensor_number(own_bits<kType>(bits), kFormat.exponent_bits, kFormat.fraction_bits);
    x.mantissa *= 1 << (fraction_bits() - kFormat.fraction_bits);
    return x;
  }

  /// Whether infinities and NaNs of the first steps decide a result.
  [[nodiscard]] bool decided(std::size_t row, std::size_t column, std::size_t count) const {
    return std::any_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Step& step) { return step.specials.decide(row, column); });
  }

  /// The accumulator of one element, in fp32's places; zero for infinities and NaNs.
  static void set_c(TensorStep& step, std::size_t row, std::size_t column, std::uint32_t float_bits) {
    const bool finite = (float_bits & 0x7f800000u) != 0x7f800000u;
    const TensorNumber c = finite ? tensor_number(float_bits, 8, 23) : TensorNumber{};
    step.c_mantissa[row][column] = c.mantissa;
    step.c_exponent[row][column] = c.exponent;
  }

  /// An f16 accumulator counts with its own exponent, which for subnormals fp32 would not keep.
  static void set_half_c(TensorStep& step, std::size_t row, std::size_t column, std::uint32_t bits) {
    const TensorNumber c = (bits & 0x7c00u) != 0x7c00u ? tensor_number(bits, 5, 10) : TensorNumber{};
    step.c_mantissa[row][column] = c.mantissa * (1 << 13);
    step.c_exponent[row][column] = c.exponent;
  }

  /// The result where an infinity or NaN takes part: what plain arithmetic says.
  [[nodiscard]] double special_result(std::size_t row, std::size_t column, double c) const {
    double sum = c;
    for (std::size_t k = 0; k < factors.depth; ++k)
      sum += element_value(product.a, factors.a[row][k]) * element_value(product.b, factors.b[column][k]);
    return sum;
  }
};

std::uint32_t accumulator_of(ElementType type, double value) {
  if (type == ElementType::f16) return float_to_half(static_cast<float>(value));
  return std::isnan(value) ? kNaN : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

bool is_finite(ElementType type, std::uint32_t bits) {
  return type == ElementType::f16 ? (bits & 0x7c00u) != 0x7c00u : (bits & 0x7f800000u) != 0x7f800000u;
}

}  // namespace

std::uint16_t half_of_fp8(ElementType type, std::uint32_t bits) {
  static const std::array<std::uint16_t, 256> halves = halves_of_e4m3();
  return type == ElementType::e4m3 ? halves[bits & 0xff] : static_cast<std::uint16_t>(bits << 8);
}

void add_short_products(const Product& product, const ShortFactors& factors, ShortSums& sums) {
  ShortFloats work(product, factors);
  const bool apart = product.unit.fp8_as_halves;
  const bool halves = product.d == ElementType::f16;
  TensorSums totals;
  const auto each_element = [&](auto&& body) {
    for (std::size_t row = 0; row < factors.rows; ++row) {
      for (std::size_t column = 0; column < factors.columns; ++column) body(row, column);
    }
  };
  const auto total = [&](std::size_t row, std::size_t column) {
    const std::int64_t sum = totals.sum[row][column];
    const std::int32_t unit = totals.unit_exponent[row][column];
    if (halves) return std::uint32_t{round_to_half(sum, unit)};
    const std::uint32_t bits = cut_to_float(sum, unit);
    return product.unit.is_short() ? bits & ~0x3ffu : bits;
  };
  each_element([&](std::size_t row, std::size_t column) {
    if (apart) {
      ShortFloats::set_c(work.steps[0], row, column, 0);
    } else if (product.c == ElementType::f16) {
      ShortFloats::set_half_c(work.steps[0], row, column, sums[row][column]);
    } else {
      ShortFloats::set_c(work.steps[0], row, column, sums[row][column]);
    }
  });
  add_products(work.steps[0], totals);
  // The first infinity that a step ends in before the last: it stays.
  std::array<std::array<float, kMaxExtent>, kMaxExtent> overflow{};
  for (std::size_t next = 1; next < work.steps.size(); ++next) {
    each_element([&](std::size_t row, std::size_t column) {
      const std::uint32_t bits = total(row, column);
      const float value = halves ? half_to_float(static_cast<std::uint16_t>(bits)) : std::bit_cast<float>(bits);
      float& first = overflow[row][column];
      if (std::isinf(value) && first == 0 && !work.decided(row, column, next)) first = value;
      if (halves) {
        ShortFloats::set_half_c(work.steps[next], row, column, bits);
      } else {
        ShortFloats::set_c(work.steps[next], row, column, bits);
      }
    });
    add_products(work.steps[next], totals);
  }
  each_element([&](std::size_t row, std::size_t column) {
    std::uint32_t& result = sums[row][column];
    const std::uint32_t c = result;
    const std::uint32_t own = total(row, column);
    // An accumulator that is no number takes part in the first step, and decides it.
    const float infinity = apart || is_finite(product.c, c) ? overflow[row][column] : 0.0f;
    if (!is_finite(product.c, c) || infinity != 0 || work.decided(row, column, work.steps.size())) {
      result =
          accumulator_of(product.d, work.special_result(row, column, element_value(product.c, c)) + double{infinity});
    } else if (apart) {
      const float sum = halves ? half_to_float(static_cast<std::uint16_t>(own)) : std::bit_cast<float>(own);
      result = accumulator_of(product.d, static_cast<float>(element_value(product.c, c)) + sum);
    } else {
      result = own;
    }
  });
}

void multiply_short_floats(sim::Warp& warp, const Product& product, const ProductRows& rows, LaneMask lanes) {
  const MatrixShape& shape = product.shape;
  ShortFactors factors;
  factors.rows = shape.m;
  factors.columns = shape.n;
  factors.depth = shape.k;
  const auto into = [](std::array<ShortFactors::Elements, kMaxExtent>& factor) {
    return [&factor](auto, std::uint32_t outer, std::uint32_t k, std::uint64_t bits) {
      factor[outer][k] = static_cast<std::uint32_t>(bits);
    };
  };
  for_each_element(warp, rows.a, product.a, product.a_layout(), into(factors.a));
  for_each_element(warp, rows.b, product.b, product.b_layout(), into(factors.b));
  ShortSums sums;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t v = 0; v < shape.m * shape.n / 32; ++v) {
      const AccumulatorElement at = accumulator_element(shape, v, lane);
      sums[at.row][at.column] = static_cast<std::uint32_t>(accumulator_bits(warp, rows.c, product.c, v, lane));
    }
  }
  add_short_products(product, factors, sums);
  for_each_result(warp, product, rows, lanes, [&](std::uint32_t row, std::uint32_t column, std::uint64_t) {
    return std::uint64_t{sums[row][column]};
  });
}

}  // namespace warpglass::isa
