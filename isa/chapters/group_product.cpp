#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/group_product.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/group_product.hpp"
#include "isa/chapters/tensor_product-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kMostDepth = 32;  // elements of A along K

using DecodedA = Decoded<kGroupRows, kMostDepth>;
using DecodedB = Decoded<kGroupColumns, 2 * kMostDepth>;

/// Which element of B along K each of a row of A meets.
template <bool kSparse>
struct Met {
  const std::uint8_t (*rows)[kMostDepth];

  HWY_INLINE std::size_t operator()(std::size_t row, std::size_t k) const {
    if constexpr (kSparse) return rows[row][k];
    return k;
  }
};

// ---- Integers: fp32 holds every sum ----

template <bool kSparse>
void multiply_integers(const GroupProduct& product, const DecodedA& a, const DecodedB& b, Met<kSparse> met,
                       GroupSums& sums) {
  const DF df;
  const DI di;
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    auto* const to = reinterpret_cast<s32*>(sums[row]);
    for (std::size_t at = 0; at < product.columns; at += N) {
      VF partial[2] = {hn::Zero(df), hn::Zero(df)};
      for (std::size_t k = 0; k < kMostDepth; k += 2) {
        for (std::size_t i = 0; i < 2; ++i) {
          // All types of factors have been decoded.
          const VF x = hn::Set(df, a.values[k + i][row]);  // NOLINT(clang-analyzer-core.CallAndMessage)
          partial[i] = hn::MulAdd(x, hn::Load(df, b.values[met(row, k + i)] + at), partial[i]);
        }
      }
      const VI own = small_integers(hn::Add(partial[0], partial[1]));
      const VI c = product.adds ? hn::Load(di, to + at) : hn::Zero(di);
      hn::Store(product.saturates ? add_saturating(c, own) : hn::Add(c, own), di, to + at);
    }
  }
}

void multiply_bits(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b, GroupSums& sums) {
  const DU du;
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    for (std::size_t at = 0; at < product.columns; at += N) {
      VU sum = product.adds ? hn::Load(du, sums[row] + at) : hn::Zero(du);
      for (std::size_t w = 0; w < kGroupWords; ++w)
        sum = hn::Add(sum, hn::PopulationCount(hn::And(hn::Set(du, a.words[w][row]), hn::Load(du, b.words[w] + at))));
      hn::Store(sum, du, sums[row] + at);
    }
  }
}

// ---- Short floats ----

/// The accumulators that an instruction begins with, in fp32.
HWY_INLINE VF sums_so_far(const GroupProduct& product, const std::uint32_t* from) {
  const DF df;
  const DU du;
  if (!product.adds) return hn::Zero(df);
  const VU bits = hn::Load(du, from);
  return product.d == ElementType::f16 ? Half<>::widen(du, bits) : hn::BitCast(df, bits);
}

/// The products of a row of a sparse A with N columns from `at` on.
template <std::size_t kDepth>
struct SparseTerms {
  static constexpr std::size_t kTerms = kDepth;

  const DecodedA& a;
  const DecodedB& b;
  Met<true> met;
  std::size_t row;
  std::size_t at;

  HWY_INLINE VI largest_exponent() const {
    const DI di;
    VI largest = hn::Set(di, 2 * kZeroExponent);
    for (std::size_t k = 0; k < kDepth; ++k) {
      const auto of_a = static_cast<s16>(a.exponents[k / 2][row] >> (k % 2 * 16));
      const std::size_t other = met(row, k);
      const VI pair = hn::BitCast(di, hn::Load(DU(), b.exponents[other / 2] + at));
      const VI of_b = hn::ShiftRight<16>(hn::ShiftLeftSame(pair, other % 2 == 0 ? 16 : 0));
      largest = hn::Max(largest, hn::Add(hn::Set(di, of_a), of_b));
    }
    return largest;
  }
  HWY_INLINE VF operator()(std::size_t k) const {
    const DF df;
    return hn::Mul(hn::Set(df, a.values[k][row]), hn::Load(df, b.values[met(row, k)] + at));
  }
};

template <std::size_t kDepth, bool kSparse>
HWY_INLINE auto terms_of(const DecodedA& a, const DecodedB& b, Met<kSparse> met, std::size_t row, std::size_t at) {
  if constexpr (kSparse) {
    return SparseTerms<kDepth>{a, b, met, row, at};
  } else {
    return DenseTerms<kDepth, DecodedB, DecodedA>{b, a, at, 0, row, 0};
  }
}

/// Sums of one row and N columns.
template <bool kShort, bool kSpecials, class Terms>
HWY_INLINE VF sum_of(const GroupProduct& product, const Terms& terms, VF c, VI& aside) {
  const s32 least = least_exponent(product.d);
  const s32 places = TensorUnit().places;
  if (product.d == ElementType::f16)
    return rounded_to_half(add_products<kShort, true, kSpecials>(terms, c, least, places, aside));
  return add_products<kShort, false, kSpecials>(terms, c, least, places, aside);
}

/// False where a sum has to be looked at again.
template <bool kShort, std::size_t kDepth, bool kSpecials, bool kSparse>
bool sum_short_floats(const GroupProduct& product, const DecodedA& a, const DecodedB& b, Met<kSparse> met,
                      const GroupSums& sums, GroupSums& results) {
  const DF df;
  const DU du;
  const DI di;
  VI aside = hn::Zero(di);
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    for (std::size_t at = 0; at < product.columns; at += N) {
      const VF c = sums_so_far(product, sums.rows[row] + at);
      const VF d = sum_of<kShort, kSpecials>(product, terms_of<kDepth>(a, b, met, row, at), c, aside);
      if (product.d == ElementType::f16) {
        hn::Store(Half<>::narrow(df, d), du, results[row] + at);
      } else {
        hn::Store(hn::BitCast(du, d), du, results[row] + at);
      }
    }
  }
  return hn::AllTrue(di, hn::Eq(aside, hn::Zero(di)));
}

/// False, with nothing written, where fp32 does not hold the products.
template <bool kShort, std::size_t kDepth, bool kSparse>
bool multiply_short_floats(const GroupProduct& product, const DecodedA& a, const DecodedB& b, Met<kSparse> met,
                           GroupSums& sums) {
  GroupSums results;
  if (!sum_short_floats<kShort, kDepth, false>(product, a, b, met, sums, results) &&
      !sum_short_floats<kShort, kDepth, true>(product, a, b, met, sums, results))
    return false;
  for (std::size_t row = 0; row < kGroupRows; ++row)
    std::memcpy(sums[row], results[row], product.columns * sizeof(std::uint32_t));
  return true;
}

template <bool kSparse>
bool multiply_decoded(const GroupProduct& product, const DecodedA& a, const DecodedB& b, Met<kSparse> met,
                      GroupSums& sums) {
  if (is_integer(product.a)) {
    multiply_integers(product, a, b, met, sums);
    return true;
  }
  switch (bits_of(product.a)) {
    case 8:
      if (product.wide) return multiply_short_floats<false, 32>(product, a, b, met, sums);
      return multiply_short_floats<true, 32>(product, a, b, met, sums);
    case 16: return multiply_short_floats<false, 16>(product, a, b, met, sums);
    default: return multiply_short_floats<false, 8>(product, a, b, met, sums);
  }
}

bool multiply(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
              const std::uint8_t (*met)[kMostDepth], GroupSums& sums) {
  if (product.a == ElementType::b1) {
    multiply_bits(product, a, b, sums);
    return true;
  }
  DecodedA first;
  DecodedB second;
  Bounds bounds_of_first;
  Bounds bounds_of_second;
  const std::size_t words = met == nullptr ? kGroupWords : 2 * kGroupWords;
  with_type(product.a, [&](auto type) {
    decode<type(), Fp8::as_it_is>(
        a, {.words = kGroupWords, .outer = kGroupRows, .along = kGroupWords, .negative = product.negative}, first,
        bounds_of_first);
  });
  with_type(product.b, [&](auto type) {
    decode<type(), Fp8::as_it_is>(b, {.words = words, .outer = product.columns, .along = words}, second,
                                  bounds_of_second);
  });
  if (!is_integer(product.a) && !bounds_of_first.fit(bounds_of_second)) return false;
  if (met == nullptr) return multiply_decoded(product, first, second, Met<false>{nullptr}, sums);
  return multiply_decoded(product, first, second, Met<true>{met}, sums);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace warpglass::isa {

HWY_EXPORT(multiply);

namespace {

struct Format {
  int exponent_bits = 5;
  int fraction_bits = 10;
};

Format format_of(ElementType type) {
  if (type == ElementType::bf16) return {.exponent_bits = 8, .fraction_bits = 7};
  if (type == ElementType::tf32) return {.exponent_bits = 8, .fraction_bits = 10};
  if (type == ElementType::e4m3) return {.exponent_bits = 4, .fraction_bits = 3};
  if (type == ElementType::e5m2) return {.exponent_bits = 5, .fraction_bits = 2};
  return {.exponent_bits = 5, .fraction_bits = 10};
}

bool is_finite(ElementType type, std::uint32_t bits) { return std::isfinite(element_value(type, bits)); }

/// One element where vectors do not do: the rule with integers, or what plain arithmetic says of infinities and NaNs.
class OneByOne {
 public:
  OneByOne(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b, const MetUnits* met)
      : product_(product), a_(a), b_(b), met_(met) {}

  [[nodiscard]] std::uint32_t sum(std::size_t row, std::size_t column, std::uint32_t c_bits) const {
    const bool half = product_.d == ElementType::f16;
    if (!product_.adds) c_bits = 0;
    const std::uint32_t depth = 256 / std::max(bits_of(product_.a), 1u);
    const int places = bits_of(product_.a) != 8 || product_.wide ? 25 : 13;
    double plain = element_value(product_.d, c_bits);
    bool finite = is_finite(product_.d, c_bits);
    const Format a_format = format_of(product_.a);
    const Format b_format = format_of(product_.b);
    std::array<TensorNumber, 33> terms{};
    std::array<int, 33> fractions{};
    for (std::uint32_t k = 0; k < depth; ++k) {
      const std::uint32_t x = element(a_, product_.a, row, k);
      const std::uint32_t y = met_ == nullptr ? element(b_, product_.b, column, k) : met_element(row, column, k);
      const double factor = element_value(product_.a, x);
      plain += (product_.negative ? -factor : factor) * element_value(product_.b, y);
      finite = finite && is_finite(product_.a, x) && is_finite(product_.b, y);
      const TensorNumber first = number(product_.a, x, a_format);
      const TensorNumber second = number(product_.b, y, b_format);
      const std::int32_t mantissa = first.mantissa * second.mantissa;
      terms[k] = {.mantissa = product_.negative ? -mantissa : mantissa,
                  .exponent = mantissa == 0 ? kZeroExponent : first.exponent + second.exponent};
      fractions[k] = a_format.fraction_bits + b_format.fraction_bits;
    }
    if (!finite) {
      if (half) return float_to_half(static_cast<float>(plain));
      return std::isnan(plain) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(static_cast<float>(plain));
    }
    terms[depth] = half ? tensor_number(c_bits, 5, 10) : tensor_number(c_bits, 8, 23);
    fractions[depth] = half ? 10 : 23;
    std::int32_t largest = kZeroExponent;
    for (std::uint32_t k = 0; k <= depth; ++k) largest = std::max(largest, terms[k].exponent);
    std::int64_t total = 0;
    for (std::uint32_t k = 0; k <= depth; ++k)
      total += cut(terms[k], places - fractions[k] - (largest - terms[k].exponent));
    if (half) return round_to_half(total, largest - places);
    return cut_to_float(total, largest - places) & (places != 13 ? 0xffffffffu : ~0x3ffu);
  }

 private:
  /// mantissa * 2^up, cut toward zero.
  static std::int64_t cut(const TensorNumber& term, int up) {
    const std::int64_t magnitude = std::abs(std::int64_t{term.mantissa});
    const std::int64_t moved = up >= 0 ? magnitude << up : up > -63 ? magnitude >> -up : 0;
    return term.mantissa < 0 ? -moved : moved;
  }

  static TensorNumber number(ElementType type, std::uint32_t bits, const Format& format) {
    return tensor_number(type == ElementType::tf32 ? bits >> 13 : bits, format.exponent_bits, format.fraction_bits);
  }

  /// The element of B that one of a sparse A meets.
  [[nodiscard]] std::uint32_t met_element(std::size_t row, std::size_t column, std::uint32_t k) const {
    if (product_.b != ElementType::tf32) return element(b_, product_.b, column, (*met_)[row][k]);
    const std::uint32_t low = element(b_, ElementType::f16, column, (*met_)[row][2 * k]);
    return low | element(b_, ElementType::f16, column, (*met_)[row][2 * k + 1]) << 16;
  }

  template <std::size_t kOuter, std::size_t kWords>
  static std::uint32_t element(const FactorWords<kOuter, kWords>& factor, ElementType type, std::size_t outer,
                               std::uint32_t k) {
    const std::uint32_t each = elements_per_register(type);
    const std::uint32_t width = bits_of(type);
    const std::uint32_t word = factor.words[k / each][outer];
    return width == 32 ? word : word >> (k % each * width) & ((1u << width) - 1);
  }

  const GroupProduct& product_;
  const GroupFactorA& a_;
  const GroupFactorB& b_;
  const MetUnits* met_;
};

/// Elements that a row's units are, one unit or two halves of one; false where metadata names other halves.
bool elements_met(ElementType type, const MetUnits& units, std::uint8_t (&elements)[kGroupRows][4 * kGroupWords]) {
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    if (type != ElementType::tf32) {
      std::copy(units[row].begin(), units[row].end(), elements[row]);
      continue;
    }
    for (std::size_t k = 0; k < kGroupWords; ++k) {
      const std::uint8_t low = units[row][2 * k];
      if (low % 2 != 0 || units[row][2 * k + 1] != low + 1) return false;
      elements[row][k] = low / 2;
    }
  }
  return true;
}

}  // namespace

bool multiply_group_in_vectors(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
                               const MetUnits* met, GroupSums& sums) {
  std::uint8_t elements[kGroupRows][4 * kGroupWords];
  if (met != nullptr && !elements_met(product.a, *met, elements)) return false;
  return HWY_DYNAMIC_DISPATCH(multiply)(product, a, b, met == nullptr ? nullptr : elements, sums);
}

void multiply_group(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b, const MetUnits* met,
                    GroupSums& sums) {
  if (multiply_group_in_vectors(product, a, b, met, sums)) return;
  const OneByOne one(product, a, b, met);
  for (std::size_t row = 0; row < kGroupRows; ++row) {
    for (std::size_t column = 0; column < product.columns; ++column)
      sums[row][column] = one.sum(row, column, sums[row][column]);
  }
}

}  // namespace warpglass::isa
#endif
