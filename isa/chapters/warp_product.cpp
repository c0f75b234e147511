// Both factors are laid out so that a vector of neighbouring lanes needs one load of each. With lane 4 g + t, the first
// factor (A, or B where the product is computed as its transpose) has element [8 block + g][k] in all four lanes of a
// group g, the second has elements [k][8 block + 2 t + p], the same four for every group: accumulator v of a lane is
// first block v / 2 mod blocks, second block v / 2 div blocks and p = v mod 2 (isa/chapters/fragment.hpp).
//
// K's order is the registers': (register along K, element of the register, t). Sums are exact, so that it is free.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/warp_product.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/tensor_sum.hpp"
#include "isa/chapters/warp_product.hpp"
#include "isa/half-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t N = step_lanes<f32>();
using DF = hn::FixedTag<f32, N>;
using DI = hn::FixedTag<s32, N>;
using DU = hn::FixedTag<u32, N>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
using VU = hn::Vec<DU>;

constexpr std::size_t kFirst = 128;  // blocks * K, at most
constexpr std::size_t kSecond = 64;  // blocks * K, at most
constexpr std::size_t kColumns = 4;  // of one parity in a block

template <class T>
struct Factors {
  alignas(64) T first[kFirst][kWarpSize];
  alignas(64) T second[kSecond][2][kColumns];
};

/// What both factors have in common.
struct Plan {
  bool transposed;
  std::size_t first_blocks;
  std::size_t second_blocks;
  std::size_t depth;   // K
  std::size_t halves;  // steps that K is divided into, one after another: 1 or 2
  std::size_t values;  // of an accumulator

  explicit Plan(const Product& product)
      : transposed(is_transposed(product.shape)),
        first_blocks((transposed ? product.shape.n : product.shape.m) / 8),
        second_blocks((transposed ? product.shape.m : product.shape.n) / 8),
        depth(product.shape.k),
        halves(product.steps() == Steps::one ? 1 : 2),
        values(product.shape.m * product.shape.n / kWarpSize) {}
};

/// Toward zero, of what fits: without the look at what does not.
HWY_INLINE VI truncated(VF v) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return VI{_mm512_cvttps_epi32(v.raw)};
#elif HWY_TARGET == HWY_AVX2
  return VI{_mm256_cvttps_epi32(v.raw)};
#else
  return hn::ConvertTo(DI(), v);
#endif
}

// ---- Elements ----

template <ElementType kType>
HWY_INLINE VF value_of(VU bits, std::uint32_t e) {
  const DF df;
  const DU du;
  const DI di;
  constexpr int kWidth = static_cast<int>(bits_of(kType));
  const int below = static_cast<int>(e) * kWidth;
  if constexpr (kType == ElementType::tf32) {
    return hn::BitCast(df, hn::And(bits, hn::Set(du, 0xffffe000u)));  // the machine reads 19 bits
  } else if constexpr (kType == ElementType::f16) {
    return Half<>::widen(du, hn::And(hn::ShiftRightSame(bits, below), hn::Set(du, 0xffffu)));
  } else if constexpr (kType == ElementType::bf16) {
    return hn::BitCast(df, e == 0 ? hn::ShiftLeft<16>(bits) : hn::And(bits, hn::Set(du, 0xffff0000u)));
  } else if constexpr (kType == ElementType::e5m2) {
    return Half<>::widen(du, hn::And(hn::ShiftLeft<8>(hn::ShiftRightSame(bits, below)), hn::Set(du, 0xff00u)));
  } else if constexpr (kType == ElementType::e4m3) {
    // An f16 with the same fields is 2^8 too small, and its highest exponent is a number like others.
    const VU own = hn::And(hn::ShiftRightSame(bits, below), hn::Set(du, 0xffu));
    const VU magnitude = hn::And(own, hn::Set(du, 0x7fu));
    const VU half = hn::Or(hn::ShiftLeft<7>(magnitude), hn::ShiftLeft<8>(hn::And(own, hn::Set(du, 0x80u))));
    const VF value = hn::Mul(Half<>::widen(du, half), hn::Set(df, 256.0f));
    const auto is_nan = hn::RebindMask(df, hn::Eq(magnitude, hn::Set(du, 0x7fu)));
    return hn::IfThenElse(is_nan, hn::Set(df, std::numeric_limits<f32>::infinity()), value);
  } else {
    constexpr bool kSigned = kType == ElementType::s8 || kType == ElementType::s4;
    const VU raised = hn::ShiftLeftSame(bits, 32 - below - kWidth);
    if constexpr (kSigned) return hn::ConvertTo(df, hn::ShiftRight<32 - kWidth>(hn::BitCast(di, raised)));
    return hn::ConvertTo(df, hn::BitCast(di, hn::ShiftRight<32 - kWidth>(raised)));
  }
}

// ---- Exponents, of short floats ----

/// Exponents of factors for which fp32 holds products, and those scaled, exactly; zero has kZeroExponent.
constexpr s32 kLeastExponent = -60;
constexpr s32 kLargestExponent = 62;
/// The scale 2^(25 - largest exponent of a sum) must be one of fp32's.
constexpr s32 kLeastOfSums = -98;

/// A number's exponent, a subnormal's that of the least normal number. Infinities and NaNs: 128.
HWY_INLINE VI exponent_of(VF x, s32 least) {
  const DI di;
  const VI magnitude = hn::And(hn::BitCast(di, x), hn::Set(di, 0x7fffffff));
  const VI exponent = hn::Max(hn::Sub(hn::ShiftRight<23>(magnitude), hn::Set(di, 127)), hn::Set(di, least));
  return hn::IfThenElse(hn::Eq(magnitude, hn::Zero(di)), hn::Set(di, kZeroExponent), exponent);
}

/// The least exponent of a format.
constexpr s32 least_exponent(ElementType type) {
  return type == ElementType::f16 || type == ElementType::e5m2 || type == ElementType::e4m3 ? -14 : -126;
}

/// The exponents of all factors so far lie within the bounds above.
class Bounds {
 public:
  HWY_INLINE void take(VI exponent) {
    const DI di;
    highest_ = hn::Max(highest_, exponent);
    lowest_ = hn::Min(lowest_, hn::IfThenElse(hn::Eq(exponent, hn::Set(di, kZeroExponent)), lowest_, exponent));
  }
  [[nodiscard]] bool hold() const {
    const DI di;
    return hn::AllFalse(
        di, hn::Or(hn::Lt(lowest_, hn::Set(di, kLeastExponent)), hn::Gt(highest_, hn::Set(di, kLargestExponent))));
  }

 private:
  VI lowest_ = hn::Zero(DI());
  VI highest_ = hn::Zero(DI());
};

/// Both factors; the exponents of short floats alone.
struct Both {
  Factors<f32> values;
  Factors<s32> exponents;
  Bounds bounds;
};

/// Place of an element's four t within K: divided in halves as Steps say.
template <ElementType kType>
std::size_t place_in_k(const Plan& plan, std::size_t along, std::size_t e, std::size_t along_k) {
  constexpr std::size_t kElements = elements_per_register(kType);
  if (plan.halves == 2 && kElements == 4) return (e / 2 * along_k * 2 + along * 2 + e % 2) * 4;
  return (along * kElements + e) * 4;
}

/// The four values of each group of four lanes, one after another in all lanes of the group.
template <class V, class T>
HWY_INLINE void spread(V x, T (*to)[kWarpSize], std::size_t lane) {
  const hn::DFromV<V> d;
  hn::Store(hn::Broadcast<0>(x), d, to[0] + lane);
  hn::Store(hn::Broadcast<1>(x), d, to[1] + lane);
  hn::Store(hn::Broadcast<2>(x), d, to[2] + lane);
  hn::Store(hn::Broadcast<3>(x), d, to[3] + lane);
}

template <ElementType kType>
void lay_out_first(const Plan& plan, const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout,
                   Both& factors) {
  for (std::size_t j = 0; j < layout.registers(); ++j) {
    const std::size_t tile = j / (layout.blocks * layout.steps);
    const std::size_t within = j % (layout.blocks * layout.steps);
    const std::size_t block = tile * layout.blocks + within % layout.blocks;
    for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
      const VU bits = load<u32, N>(warp.rows + rows[j], lane);
      for (std::uint32_t e = 0; e < elements_per_register(kType); ++e) {
        const std::size_t k = place_in_k<kType>(plan, within / layout.blocks, e, layout.steps);
        const VF x = value_of<kType>(bits, e);
        spread(x, factors.values.first + block * plan.depth + k, lane);
        if constexpr (is_integer(kType)) continue;
        const VI exponent = exponent_of(x, least_exponent(kType));
        factors.bounds.take(exponent);
        spread(exponent, factors.exponents.first + block * plan.depth + k, lane);
      }
    }
  }
}

/// Lanes of one t and g = p, p + 2, p + 4, p + 6 become neighbours.
template <class T>
void gather_columns(const T* lanes, T (*to)[2][kColumns]) {
  const hn::FixedTag<T, kColumns> d;
  for (std::size_t p = 0; p < 2; ++p) {
    const T* const group = lanes + 4 * p;
    alignas(16) T columns[4][kColumns];
    hn::StoreInterleaved4(hn::Load(d, group), hn::Load(d, group + 8), hn::Load(d, group + 16), hn::Load(d, group + 24),
                          d, columns[0]);
    for (std::size_t t = 0; t < 4; ++t) hn::Store(hn::Load(d, columns[t]), d, to[t][p]);
  }
}

template <ElementType kType>
void lay_out_second(const Plan& plan, const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout,
                    Both& factors) {
  const DF df;
  const DI di;
  for (std::size_t j = 0; j < layout.registers(); ++j) {
    const std::size_t tile = j / (layout.blocks * layout.steps);
    const std::size_t within = j % (layout.blocks * layout.steps);
    const std::size_t block = tile * layout.blocks + within % layout.blocks;
    for (std::uint32_t e = 0; e < elements_per_register(kType); ++e) {
      alignas(64) f32 values[kWarpSize];
      alignas(64) s32 exponents[kWarpSize];
      for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
        const VF x = value_of<kType>(load<u32, N>(warp.rows + rows[j], lane), e);
        hn::Store(x, df, values + lane);
        if constexpr (is_integer(kType)) continue;
        const VI exponent = exponent_of(x, least_exponent(kType));
        factors.bounds.take(exponent);
        hn::Store(exponent, di, exponents + lane);
      }
      const std::size_t k = place_in_k<kType>(plan, within / layout.blocks, e, layout.steps);
      gather_columns(values, factors.values.second + block * plan.depth + k);
      if constexpr (!is_integer(kType)) gather_columns(exponents, factors.exponents.second + block * plan.depth + k);
    }
  }
}

template <class Body>
void with_type(ElementType type, Body&& body) {
  switch (type) {
    case ElementType::f16: return body(std::integral_constant<ElementType, ElementType::f16>());
    case ElementType::bf16: return body(std::integral_constant<ElementType, ElementType::bf16>());
    case ElementType::tf32: return body(std::integral_constant<ElementType, ElementType::tf32>());
    case ElementType::e4m3: return body(std::integral_constant<ElementType, ElementType::e4m3>());
    case ElementType::e5m2: return body(std::integral_constant<ElementType, ElementType::e5m2>());
    case ElementType::s8: return body(std::integral_constant<ElementType, ElementType::s8>());
    case ElementType::u8: return body(std::integral_constant<ElementType, ElementType::u8>());
    case ElementType::s4: return body(std::integral_constant<ElementType, ElementType::s4>());
    case ElementType::u4: return body(std::integral_constant<ElementType, ElementType::u4>());
    case ElementType::b1:
    case ElementType::f32:
    case ElementType::f64:
    case ElementType::s32:
    case ElementType::none: return;  // no factors of this kind come here
  }
}

void lay_out(const Plan& plan, const sim::Warp& warp, const Product& product, const ProductRows& rows, Both& factors) {
  with_type(plan.transposed ? product.b : product.a, [&](auto type) {
    const OperandLayout layout = plan.transposed ? product.b_layout() : product.a_layout();
    lay_out_first<type()>(plan, warp, plan.transposed ? rows.b : rows.a, layout, factors);
  });
  with_type(plan.transposed ? product.a : product.b, [&](auto type) {
    const OperandLayout layout = plan.transposed ? product.a_layout() : product.b_layout();
    lay_out_second<type()>(plan, warp, plan.transposed ? rows.a : rows.b, layout, factors);
  });
}

/// Four columns for every group of lanes in a vector.
template <class D, class T>
HWY_INLINE auto load_columns(D d, const T* columns) {
  return hn::LoadDup128(d, columns);
}

// ---- Integers: fp32 holds every sum ----

template <class V>
HWY_INLINE V add_saturating(V a, V b) {
  const DI di;
  const V sum = hn::Add(a, b);
  const auto overflows = hn::Lt(hn::And(hn::Xor(a, sum), hn::Xor(b, sum)), hn::Zero(di));
  const V limit = hn::Xor(hn::BroadcastSignBit(a), hn::Set(di, std::numeric_limits<s32>::max()));
  return hn::IfThenElse(overflows, limit, sum);
}

void multiply_integers(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  const DF df;
  const DI di;
  const Plan plan(product);
  Both factors;
  lay_out(plan, warp, product, rows, factors);
  alignas(64) s32 result[kMaxAccumulators][kWarpSize];
  for (std::size_t v = 0; v < plan.values; ++v) {
    const auto* const first = factors.values.first + v / 2 % plan.first_blocks * plan.depth;
    const auto* const second = factors.values.second + v / 2 / plan.first_blocks * plan.depth;
    for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
      VF sums[4] = {hn::Zero(df), hn::Zero(df), hn::Zero(df), hn::Zero(df)};
      for (std::size_t k = 0; k < plan.depth; k += 4) {
        for (std::size_t t = 0; t < 4; ++t)
          sums[t] = hn::MulAdd(hn::Load(df, first[k + t] + lane), load_columns(df, second[k + t][v % 2]), sums[t]);
      }
      const VI own = truncated(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])));
      const VI c = load<s32, N>(warp.rows + rows.c[v], lane);
      hn::Store(product.saturate ? add_saturating(c, own) : hn::Add(c, own), di, result[v] + lane);
    }
  }
  for (std::size_t v = 0; v < plan.values; ++v) std::memcpy(warp.rows + rows.d[v], result[v], sizeof result[v]);
}

// ---- Short floats: tensor_sum.hpp's rule ----

/// (x + y + z) * 2^(largest - 25), exactly, of half of the lanes.
template <class V>
HWY_INLINE auto scaled_sum(V x, V y, V z, V largest) {
  constexpr std::size_t kHalf = N / 2;
  const hn::FixedTag<f64, kHalf> dd;
  const hn::FixedTag<s64, kHalf> d64;
  const auto sum = hn::Add(hn::Add(hn::PromoteTo(dd, x), hn::PromoteTo(dd, y)), hn::PromoteTo(dd, z));
  const auto field = hn::Add(hn::PromoteTo(d64, largest), hn::Set(d64, 1023 - 25));
  return hn::Mul(sum, hn::BitCast(dd, hn::ShiftLeft<52>(field)));
}

/// Cut toward zero to fp32; with kOdd the last bit says whether something was lost, so that rounding again is right.
template <bool kOdd, class V>
HWY_INLINE auto cut_to_single(V value) {
  constexpr std::size_t kHalf = N / 2;
  const hn::FixedTag<f64, kHalf> dd;
  const hn::FixedTag<u64, kHalf> d64;
  constexpr u64 kLost = (u64{1} << 29) - 1;
  const auto bits = hn::BitCast(d64, value);
  auto kept = hn::AndNot(hn::Set(d64, kLost), bits);
  if constexpr (kOdd) {
    const auto exact = hn::Eq(hn::And(bits, hn::Set(d64, kLost)), hn::Zero(d64));
    kept = hn::Or(kept, hn::IfThenZeroElse(exact, hn::Set(d64, kLost + 1)));
  }
  return hn::DemoteTo(hn::FixedTag<f32, kHalf>(), hn::BitCast(dd, kept));
}

template <std::size_t kDepth>
struct Sums {
  const f32 (*first)[kWarpSize];
  const s32 (*first_exponent)[kWarpSize];
  const f32 (*second)[2][kColumns];
  const s32 (*second_exponent)[2][kColumns];

  /// One step of a vector of accumulators. Sets `aside` where the sum wants another scale.
  template <bool kOdd>
  HWY_INLINE VF add(std::size_t lane, std::size_t parity, VF c, s32 least_of_c, VI& aside) const {
    const DF df;
    const DI di;
    VI largest = exponent_of(c, least_of_c);
    for (std::size_t k = 0; k < kDepth; ++k) {
      largest = hn::Max(largest,
                        hn::Add(hn::Load(di, first_exponent[k] + lane), load_columns(di, second_exponent[k][parity])));
    }
    const auto too_small =
        hn::And(hn::Lt(largest, hn::Set(di, kLeastOfSums)), hn::Gt(largest, hn::Set(di, kZeroExponent / 2)));
    const auto no_number = hn::Gt(largest, hn::Set(di, 127));
    aside = hn::Or(aside, hn::VecFromMask(di, hn::Or(too_small, no_number)));
    largest = hn::Min(hn::Max(largest, hn::Set(di, kLeastOfSums)), hn::Set(di, 127));
    const VF scale = hn::BitCast(df, hn::ShiftLeft<23>(hn::Sub(hn::Set(di, 25 + 127), largest)));
    // Two partial sums: each of eight terms below 2^27 fits 32 bits.
    VI partial[2] = {hn::Zero(di), hn::Zero(di)};
    for (std::size_t k = 0; k < kDepth; k += 2) {
      for (std::size_t i = 0; i < 2; ++i) {
        const VF product = hn::Mul(hn::Load(df, first[k + i] + lane), load_columns(df, second[k + i][parity]));
        partial[i] = hn::Add(partial[i], truncated(hn::Mul(product, scale)));
      }
    }
    const VI of_c = truncated(hn::Mul(c, scale));
    const hn::Half<DI> half;
    const auto low = cut_to_single<kOdd>(scaled_sum(hn::LowerHalf(half, partial[0]), hn::LowerHalf(half, partial[1]),
                                                    hn::LowerHalf(half, of_c), hn::LowerHalf(half, largest)));
    const auto high = cut_to_single<kOdd>(scaled_sum(hn::UpperHalf(half, partial[0]), hn::UpperHalf(half, partial[1]),
                                                     hn::UpperHalf(half, of_c), hn::UpperHalf(half, largest)));
    return hn::Combine(df, high, low);
  }
};

HWY_INLINE VF rounded_to_half(VF odd) {
  const DF df;
  const DU du;
  return Half<>::widen(du, Half<>::narrow(df, odd));
}

/// What becomes of one vector of accumulators: a step or two, as Product::steps says.
template <std::size_t kDepth>
HWY_INLINE VF accumulate(const Product& product, const Sums<kDepth> (&steps)[2], std::size_t lane, std::size_t parity,
                         VF c, VI& aside) {
  const DF df;
  const DI di;
  const bool halves = product.d == ElementType::f16;
  const auto step = [&](const Sums<kDepth>& sums, VF from, s32 least) {
    return halves ? rounded_to_half(sums.template add<true>(lane, parity, from, least, aside))
                  : sums.template add<false>(lane, parity, from, least, aside);
  };
  const Steps division = product.steps();
  if (division == Steps::one) return step(steps[0], c, least_exponent(product.c));
  const bool fp8 = division == Steps::fp8_pairs;
  const VF between = fp8 ? step(steps[0], hn::Zero(df), 0) : step(steps[0], c, least_exponent(product.c));
  const VF own = step(steps[1], between, halves ? least_exponent(ElementType::f16) : -126);
  if (!fp8) return own;
  // c decides too, where it or the sum is no number.
  const VI largest = hn::Max(exponent_of(c, -126), exponent_of(own, -126));
  aside = hn::Or(aside, hn::VecFromMask(di, hn::Gt(largest, hn::Set(di, 127))));
  return hn::Add(c, own);
}

/// \param kDepth  terms that are added at once
template <std::size_t kDepth>
bool multiply_short_floats(sim::Warp& warp, const Product& product, const Plan& plan, const ProductRows& rows) {
  const DF df;
  const DI di;
  const DU du;
  Both factors;
  lay_out(plan, warp, product, rows, factors);
  if (!factors.bounds.hold()) return false;
  alignas(64) u32 result[kMaxAccumulators][kWarpSize] = {};
  VI aside = hn::Zero(di);
  const bool c_in_halves = product.c == ElementType::f16;
  const bool d_in_halves = product.d == ElementType::f16;
  for (std::size_t v = 0; v < plan.values; ++v) {
    const std::size_t first = v / 2 % plan.first_blocks * plan.depth;
    const std::size_t second = v / 2 / plan.first_blocks * plan.depth;
    const auto sums = [&](std::size_t from) {
      return Sums<kDepth>{factors.values.first + first + from, factors.exponents.first + first + from,
                          factors.values.second + second + from, factors.exponents.second + second + from};
    };
    const Sums<kDepth> steps[2] = {sums(0), sums(plan.depth - kDepth)};
    for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
      const VU bits = load<u32, N>(warp.rows + rows.c[c_in_halves ? v / 2 : v], lane);
      const VF c = c_in_halves ? value_of<ElementType::f16>(bits, v % 2) : hn::BitCast(df, bits);
      const VF sum = accumulate(product, steps, lane, v % 2, c, aside);
      u32* const to = result[d_in_halves ? v / 2 : v] + lane;
      if (d_in_halves) {
        const VU half = Half<>::narrow(df, sum);
        hn::Store(hn::Or(hn::Load(du, to), hn::ShiftLeftSame(half, v % 2 == 0 ? 0 : 16)), du, to);
      } else {
        hn::Store(hn::BitCast(du, sum), du, to);
      }
    }
  }
  if (!hn::AllTrue(di, hn::Eq(aside, hn::Zero(di)))) return false;
  for (std::size_t v = 0; v < plan.values / (d_in_halves ? 2 : 1); ++v)
    std::memcpy(warp.rows + rows.d[v], result[v], sizeof result[v]);
  return true;
}

bool multiply_short_floats(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  const Plan plan(product);
  switch (plan.depth / plan.halves) {
    case 4: return multiply_short_floats<4>(warp, product, plan, rows);
    case 8: return multiply_short_floats<8>(warp, product, plan, rows);
    case 16: return multiply_short_floats<16>(warp, product, plan, rows);
    default: return false;
  }
}

// ---- f64: a chain of fused multiply-adds in the order of K ----

bool multiply_doubles(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  constexpr std::size_t kVector = std::min<std::size_t>(kColumns, step_lanes<f64>());
  const hn::FixedTag<f64, kVector> d;
  const Plan plan(product);  // never transposed
  alignas(64) f64 a[32][16];
  alignas(64) f64 b[kSecond][2][kColumns];
  for_each_element<ElementType::f64>(warp, rows.a, product.a_layout(),
                                     [&](auto, std::uint32_t row, std::uint32_t k, std::uint64_t bits) {
                                       std::memcpy(&a[row][k], &bits, sizeof bits);
                                     });
  for_each_element<ElementType::f64>(warp, rows.b, product.b_layout(),
                                     [&](auto, std::uint32_t column, std::uint32_t k, std::uint64_t bits) {
                                       auto& place = b[column / 8 * plan.depth + k][column % 2][column % 8 / 2];
                                       std::memcpy(&place, &bits, sizeof bits);
                                     });
  alignas(64) f64 result[kMaxAccumulators][kWarpSize];
  auto no_number = hn::Zero(d);
  for (std::size_t v = 0; v < plan.values; ++v) {
    const auto* const second = b + v / 2 / plan.first_blocks * plan.depth;
    for (std::size_t lane = 0; lane < kWarpSize; lane += kVector) {
      const f64* const row = a[v / 2 % plan.first_blocks * 8 + lane / 4];
      auto sum = load<f64, kVector>(warp.rows + rows.c[v], lane);
      for (std::size_t k = 0; k < plan.depth; ++k) {
        const auto column = hn::LoadU(d, second[k][v % 2] + lane % kColumns);
        sum = fused_multiply_add(d, hn::Set(d, row[k]), column, sum);
      }
      no_number = hn::Or(no_number, hn::VecFromMask(d, hn::IsNaN(sum)));
      hn::Store(sum, d, result[v] + lane);
    }
  }
  if (!hn::AllFalse(d, hn::IsNaN(no_number))) return false;  // which NaN it is depends on their order
  for (std::size_t v = 0; v < plan.values; ++v) std::memcpy(warp.rows + rows.d[v], result[v], sizeof result[v]);
  return true;
}

bool multiply(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  if (product.a == ElementType::f64) return multiply_doubles(warp, product, rows);
  if (!is_integer(product.a)) return multiply_short_floats(warp, product, rows);
  multiply_integers(warp, product, rows);
  return true;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(multiply);

bool multiply_in_vectors(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  return product.bits == BitOperation::none && HWY_DYNAMIC_DISPATCH(multiply)(warp, product, rows);
}

}  // namespace warpglass::isa
#endif
