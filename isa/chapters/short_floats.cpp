// Products of f16, bf16, tf32 and fp8 matrices. The machine has no fp8 unit behind mma: the factors are widened to f16,
// the products of elements 0 and 1 of every register are added up first and those of elements 2 and 3 to that, and the
// accumulator is added to the result in fp32; where the accumulators are f16, all three sums are rounded to that.
#include <array>
#include <bit>
#include <cmath>
#include <type_traits>

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

/// The number's format in the tensor unit: sign, exponent and fraction alone.
template <ElementType kType>
std::uint32_t unit_bits(std::uint32_t bits) {
  static const std::array<std::uint16_t, 256> halves = halves_of_e4m3();
  if constexpr (kType == ElementType::tf32) return bits >> 13 & 0x7ffffu;
  if constexpr (kType == ElementType::e4m3) return halves[bits & 0xff];
  if constexpr (kType == ElementType::e5m2) return bits << 8 & 0xffffu;
  return bits & 0xffffu;
}

template <ElementType kType>
inline constexpr int kExponentBits = kType == ElementType::bf16 || kType == ElementType::tf32 ? 8 : 5;
template <ElementType kType>
inline constexpr int kFractionBits = kType == ElementType::bf16 ? 7 : 10;

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
Slot slot_of(Steps steps, std::uint32_t k) {
  switch (steps) {
    case Steps::one: return {.step = 0, .k = k};
    case Steps::fp8_pairs: return {.step = k % 4 / 2, .k = k / 4 * 2 + k % 2};
    case Steps::fours: return {.step = k / 4, .k = k % 4};
  }
  return {};
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
  const Product& product;
  const ShortFactors& factors;
  std::array<TensorStep, 2> steps;  // one is all, but for Steps
  std::array<Specials, 2> specials;

  ShortFloats(const Product& p, const ShortFactors& f) : product(p), factors(f) {
    const Steps division = product.steps();
    for (TensorStep& step : steps) {
      step.rows = factors.rows;
      step.columns = factors.columns;
      step.depth = division == Steps::one ? factors.depth : factors.depth / 2;
    }
    with_short_type(product.a, [&](auto type) {
      for (TensorStep& step : steps) step.fraction_bits = kFractionBits<type()>;
      for (std::uint32_t row = 0; row < factors.rows; ++row) {
        for (std::uint32_t k = 0; k < factors.depth; ++k) {
          const Slot slot = slot_of(division, k);
          const TensorNumber x = factor<type()>(factors.a[row][k], specials[slot.step], &Specials::row, row);
          steps[slot.step].a_mantissa[row][slot.k] = x.mantissa;
          steps[slot.step].a_exponent[row][slot.k] = x.exponent;
        }
      }
    });
    with_short_type(product.b, [&](auto type) {
      for (std::uint32_t column = 0; column < factors.columns; ++column) {
        for (std::uint32_t k = 0; k < factors.depth; ++k) {
          const Slot slot = slot_of(division, k);
          const TensorNumber x = factor<type()>(factors.b[column][k], specials[slot.step], &Specials::column, column);
          steps[slot.step].b_mantissa[slot.k][column] = x.mantissa;
          steps[slot.step].b_exponent[slot.k][column] = x.exponent;
        }
      }
    });
  }

  template <ElementType kType>
  static TensorNumber factor(std::uint32_t bits, Specials& specials, std::array<bool, kMaxExtent> Specials::* along,
                             std::uint32_t at) {
    const std::uint32_t own = unit_bits<kType>(bits);
    constexpr std::uint32_t kExponentMask = ((1u << kExponentBits<kType>)-1) << kFractionBits<kType>;
    if ((own & kExponentMask) == kExponentMask) {
      (specials.*along)[at] = specials.any = true;
      return {};
    }
    return tensor_number(own, kExponentBits<kType>, kFractionBits<kType>);
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
  return static_cast<std::uint16_t>(type == ElementType::e4m3 ? unit_bits<ElementType::e4m3>(bits)
                                                              : unit_bits<ElementType::e5m2>(bits));
}

void add_short_products(const Product& product, const ShortFactors& factors, ShortSums& sums) {
  ShortFloats work(product, factors);
  const Steps division = product.steps();
  const bool fp8 = division == Steps::fp8_pairs;
  const bool halves = product.d == ElementType::f16;
  TensorSums totals;
  const auto each_element = [&](auto&& body) {
    for (std::size_t row = 0; row < factors.rows; ++row) {
      for (std::size_t column = 0; column < factors.columns; ++column) body(row, column);
    }
  };
  each_element([&](std::size_t row, std::size_t column) {
    if (fp8) {
      ShortFloats::set_c(work.steps[0], row, column, 0);
    } else if (product.c == ElementType::f16) {
      ShortFloats::set_half_c(work.steps[0], row, column, sums[row][column]);
    } else {
      ShortFloats::set_c(work.steps[0], row, column, sums[row][column]);
    }
  });
  add_products(work.steps[0], totals);
  // Infinities that the first of two steps ends in; they stay.
  std::array<std::array<float, kMaxExtent>, kMaxExtent> overflow{};
  if (division != Steps::one) {
    each_element([&](std::size_t row, std::size_t column) {
      const std::int64_t sum = totals.sum[row][column];
      const std::int32_t unit = totals.unit_exponent[row][column];
      const std::uint16_t half = halves ? round_to_half(sum, unit) : std::uint16_t{0};
      const float single = halves ? half_to_float(half) : std::bit_cast<float>(cut_to_float(sum, unit));
      if (std::isinf(single) && !work.specials[0].decide(row, column)) overflow[row][column] = single;
      if (halves) {
        ShortFloats::set_half_c(work.steps[1], row, column, half);
      } else {
        ShortFloats::set_c(work.steps[1], row, column, std::bit_cast<std::uint32_t>(single));
      }
    });
    add_products(work.steps[1], totals);
  }
  each_element([&](std::size_t row, std::size_t column) {
    std::uint32_t& result = sums[row][column];
    const std::uint32_t c = result;
    // An accumulator that is no number takes part in wmma's first step, and decides it.
    const float infinity = fp8 || is_finite(product.c, c) ? overflow[row][column] : 0.0f;
    const std::int64_t sum = totals.sum[row][column];
    const std::int32_t unit = totals.unit_exponent[row][column];
    if (!is_finite(product.c, c) || infinity != 0 || work.specials[0].decide(row, column) ||
        work.specials[1].decide(row, column)) {
      result =
          accumulator_of(product.d, work.special_result(row, column, element_value(product.c, c)) + double{infinity});
    } else if (fp8) {
      const float own =
          halves ? half_to_float(round_to_half(sum, unit)) : std::bit_cast<float>(cut_to_float(sum, unit));
      result = accumulator_of(product.d, static_cast<float>(element_value(product.c, c)) + own);
    } else {
      result = halves ? round_to_half(sum, unit) : cut_to_float(sum, unit);
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
