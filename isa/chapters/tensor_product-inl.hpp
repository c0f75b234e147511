// Sums of products of two factors on vectors, by tensor_sum.hpp's rule: one factor is `wide`, its rows or columns lie
// side by side in vectors, and meets one row or column of the other, the `narrow` one, at a time.
#if defined(WARPGLASS_ISA_CHAPTERS_TENSOR_PRODUCT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_CHAPTERS_TENSOR_PRODUCT_INL_HPP
#undef WARPGLASS_ISA_CHAPTERS_TENSOR_PRODUCT_INL_HPP
#else
#define WARPGLASS_ISA_CHAPTERS_TENSOR_PRODUCT_INL_HPP
#endif

#include "isa/chapters/factor_words.hpp"
#include "isa/chapters/tensor_elements-inl.hpp"
#include "isa/chapters/tensor_unit.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// A factor taken apart. Exponents are those of two neighbours along K, 16 bits each; integers have none.
template <std::size_t kOuter, std::size_t kDepth>
struct Decoded {
  alignas(64) f32 values[kDepth][kOuter];
  alignas(64) u32 exponents[kDepth / 2][kOuter];
};

/// The words that decode() reads.
struct Extent {
  std::size_t words;       // in all
  std::size_t outer;       // rows or columns, in each
  std::size_t along;       // words along K; behind those a further block of rows or columns begins
  bool in_halves = false;  // elements 0 and 1 of each word come before elements 2 and 3 of any
  bool negative = false;   // signs are changed
};

template <ElementType kType>
std::size_t place_along_k(const Extent& extent, std::size_t word, std::size_t e) {
  constexpr std::size_t kElements = elements_per_register(kType);
  if (!extent.in_halves) return word * kElements + e;
  const std::size_t first = word / extent.along * extent.along;
  return first * kElements + (e / 2 * extent.along + word - first) * 2 + e % 2;
}

/// Elements `e` of the words in a vector, which may be two words of half as many rows or columns as it has lanes.
template <std::size_t kOuter, class V, class Row>
HWY_INLINE void store_elements(V x, Row&& row) {
  const hn::DFromV<V> d;
  if constexpr (kOuter >= N) {
    hn::Store(x, d, row(0));
  } else {
    const hn::Half<decltype(d)> half;
    hn::Store(hn::LowerHalf(half, x), half, row(0));
    hn::Store(hn::UpperHalf(half, x), half, row(1));
  }
}

/// \param bounds  are told all exponents
template <ElementType kType, Fp8 kFp8, std::size_t kOuter, std::size_t kWords, std::size_t kDepth>
void decode(const FactorWords<kOuter, kWords>& factor, const Extent& extent, Decoded<kOuter, kDepth>& to,
            Bounds& bounds) {
  Bounds own_bounds = bounds;  // in registers
  static_assert(kOuter >= N || 2 * kOuter == N);
  constexpr std::size_t kElements = elements_per_register(kType);
  constexpr std::size_t kWordsInVector = kOuter >= N ? 1 : 2;
  const DU du;
  const DI di;
  const DF df;
  const auto value = [&](std::size_t word, std::size_t at, std::uint32_t e) HWY_ATTR {
    const VF x = value_of<kType>(hn::Load(du, factor.words[word] + at), e);
    return extent.negative ? hn::Neg(x) : x;
  };
  // Formats with fewer exponents lie within any bounds.
  constexpr bool kBounded = kType == ElementType::bf16 || kType == ElementType::tf32;
  const auto take = [&](VPairs exponents) HWY_ATTR {
    if constexpr (kBounded) own_bounds.take(exponents);
    return hn::BitCast(du, exponents);
  };
  for (std::size_t at = 0; at < extent.outer; at += N) {
    if constexpr (kElements == 1 && kWordsInVector == 1) {
      for (std::size_t word = 0; word < extent.words; word += 2) {
        const VF even = value(word, at, 0);
        const VF odd = value(word + 1, at, 0);
        hn::Store(even, df, to.values[word] + at);
        hn::Store(odd, df, to.values[word + 1] + at);
        const VU pairs = take(pair_of(factor_exponent<kType, kFp8>(even), factor_exponent<kType, kFp8>(odd)));
        hn::Store(pairs, du, to.exponents[word / 2] + at);
      }
    } else if constexpr (kElements == 1) {
      const hn::Half<DU> half;
      for (std::size_t word = 0; word < extent.words; word += 2) {
        const VF both = value(word, at, 0);
        hn::Store(both, df, to.values[word]);
        const VI own = factor_exponent<kType, kFp8>(both);
        const VI other = hn::Combine(di, hn::UpperHalf(hn::Half<DI>(), own), hn::UpperHalf(hn::Half<DI>(), own));
        hn::Store(hn::LowerHalf(half, take(pair_of(own, other))), half, to.exponents[word / 2]);
      }
    } else {
      for (std::size_t word = 0; word < extent.words; word += kWordsInVector) {
        for (std::uint32_t e = 0; e < kElements; e += 2) {
          const auto place = [&](std::size_t i) { return place_along_k<kType>(extent, word + i, e); };
          const VF even = value(word, at, e);
          const VF odd = value(word, at, e + 1);
          store_elements<kOuter>(even, [&](std::size_t i) { return to.values[place(i)] + at; });
          store_elements<kOuter>(odd, [&](std::size_t i) { return to.values[place(i) + 1] + at; });
          if constexpr (is_integer(kType)) continue;
          VPairs exponents;
          if constexpr (kElements == 2) {
            exponents = exponents_of_pair<kType>(hn::Load(du, factor.words[word] + at));
          } else {
            exponents = pair_of(factor_exponent<kType, kFp8>(even), factor_exponent<kType, kFp8>(odd));
          }
          store_elements<kOuter>(take(exponents), [&](std::size_t i) { return to.exponents[place(i) / 2] + at; });
        }
      }
    }
  }
  bounds = own_bounds;
}

/// The products of N rows or columns of the wide factor from `at` on with `outer` of the narrow one, along K from
/// `from` on.
template <std::size_t kDepth, class Wide, class Narrow>
struct DenseTerms {
  static constexpr std::size_t kTerms = kDepth;

  const Wide& wide;
  const Narrow& narrow;
  std::size_t at;
  std::size_t wide_from;
  std::size_t outer;
  std::size_t narrow_from;

  HWY_INLINE VI largest_exponent() const {
    const DPairs d;
    const auto sum = [&](std::size_t pair) HWY_ATTR {
      return hn::Add(hn::BitCast(d, hn::Load(DU(), wide.exponents[wide_from / 2 + pair] + at)),
                     hn::BitCast(d, hn::Set(DU(), narrow.exponents[narrow_from / 2 + pair][outer])));
    };
    VPairs largest = sum(0);
    for (std::size_t pair = 1; pair < kDepth / 2; ++pair) largest = hn::Max(largest, sum(pair));
    return larger_of_pair(largest);
  }
  HWY_INLINE VF operator()(std::size_t k) const {
    const DF df;
    // All types of factors have been decoded.
    const VF one = hn::Set(df, narrow.values[narrow_from + k][outer]);  // NOLINT(clang-analyzer-core.CallAndMessage)
    return hn::Mul(one, hn::Load(df, wide.values[wide_from + k] + at));
  }
};

/// The sum where an infinity or NaN takes part: what plain arithmetic says.
template <class Terms>
HWY_INLINE VF sum_of_no_numbers(const Terms& terms, VF c) {
  const DF df;
  const VF infinity = hn::Set(df, std::numeric_limits<f32>::infinity());
  VF highest = c;
  VF lowest = c;
  auto nan = hn::IsNaN(c);
  for (std::size_t k = 0; k < Terms::kTerms; ++k) {
    const VF term = terms(k);
    nan = hn::Or(nan, hn::IsNaN(term));
    highest = hn::Max(highest, term);
    lowest = hn::Min(lowest, term);
  }
  const auto above = hn::Eq(highest, infinity);
  nan = hn::Or(nan, hn::And(above, hn::Eq(lowest, hn::Neg(infinity))));
  return hn::IfThenElse(nan, hn::BitCast(df, hn::Set(DU(), 0x7fffffffu)),
                        hn::IfThenElse(above, infinity, hn::Neg(infinity)));
}

/// A sum of the terms and of c.
/// \param kShort  it keeps TensorUnit::kShortPlaces bits of fraction, if it is not to be rounded again
/// \param kSpecials  whether infinities and NaNs are looked after
/// \param places  below the largest exponent, that a term keeps: 25 at most
/// \param aside  set where fp32 does not have the scale that a sum wants, and where specials are not looked after
template <bool kShort, bool kOdd, bool kSpecials, class Terms>
HWY_INLINE VF add_products(const Terms& terms, VF c, s32 least_of_c, s32 places, VI& aside) {
  const DF df;
  const DI di;
  if constexpr (kShort) places = TensorUnit::kShortPlaces;
  VI largest = hn::Max(exponent_of(c, least_of_c), terms.largest_exponent());
  const auto too_small =
      hn::And(hn::Lt(largest, hn::Set(di, kLeastOfSums)), hn::Gt(largest, hn::Set(di, kZeroExponent / 2)));
  const auto no_number = hn::Gt(largest, hn::Set(di, 127));
  aside = hn::Or(aside, hn::VecFromMask(di, kSpecials ? too_small : hn::Or(too_small, no_number)));
  largest = hn::Min(hn::Max(largest, hn::Set(di, kLeastOfSums)), hn::Set(di, 127));
  const VF scale = power_of_two(hn::Sub(hn::Set(di, places), largest));
  // Of 25 places each of two partial sums has eight terms below 2^27, or of fp8 sixteen below 2^26.82; of 13, 16 terms
  // below 2^15.
  VI partial[2] = {hn::Zero(di), hn::Zero(di)};
  for (std::size_t k = 0; k < Terms::kTerms; k += 2) {
    for (std::size_t i = 0; i < 2; ++i) partial[i] = hn::Add(partial[i], small_integers(hn::Mul(terms(k + i), scale)));
  }
  const VI of_c = small_integers(hn::Mul(c, scale));
  constexpr bool kLarge = !kShort && Terms::kTerms > 16;
  VF sum = cut_sum<kOdd, kLarge>(partial[0], partial[1], of_c, hn::Sub(largest, hn::Set(di, places)));
  if constexpr (kShort && !kOdd) sum = hn::BitCast(df, hn::And(hn::BitCast(di, sum), hn::Set(di, ~0x3ff)));
  if constexpr (kSpecials) {
    if (!hn::AllFalse(di, no_number))
      sum = hn::IfThenElse(hn::RebindMask(df, no_number), sum_of_no_numbers(terms, c), sum);
  }
  return sum;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
