// Products on vectors over the lanes: warp_factors-inl.hpp says how both factors lie.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/warp_product.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/warp_factors-inl.hpp"
#include "isa/chapters/warp_product.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// ---- Integers: fp32 holds every sum ----

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
      const VI own = small_integers(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])));
      const VI c = load<s32, N>(warp.rows + rows.c[v], lane);
      hn::Store(product.saturate ? add_saturating(c, own) : hn::Add(c, own), di, result[v] + lane);
    }
  }
  for (std::size_t v = 0; v < plan.values; ++v) std::memcpy(warp.rows + rows.d[v], result[v], sizeof result[v]);
}

// ---- Short floats: tensor_sum.hpp's rule ----

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
        partial[i] = hn::Add(partial[i], small_integers(hn::Mul(product, scale)));
      }
    }
    const VI of_c = small_integers(hn::Mul(c, scale));
    const hn::Half<DI> half;
    const auto low = cut_to_single<kOdd>(scaled_sum(hn::LowerHalf(half, partial[0]), hn::LowerHalf(half, partial[1]),
                                                    hn::LowerHalf(half, of_c), hn::LowerHalf(half, largest)));
    const auto high = cut_to_single<kOdd>(scaled_sum(hn::UpperHalf(half, partial[0]), hn::UpperHalf(half, partial[1]),
                                                     hn::UpperHalf(half, of_c), hn::UpperHalf(half, largest)));
    return hn::Combine(df, high, low);
  }
};

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
  if (product.bits != BitOperation::none) return false;
  if (product.a != ElementType::f64) return HWY_DYNAMIC_DISPATCH(multiply)(warp, product, rows);
  const HostRounding rounding(product.rounding);
  return HWY_DYNAMIC_DISPATCH(multiply)(warp, product, rows);
}

}  // namespace warpglass::isa
#endif
