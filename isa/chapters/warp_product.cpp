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
  const DU du;
  const Plan plan(product);
  Both factors;
  load_factors(plan, warp, product, rows, factors);
  Accumulators sums;
  load_sums(plan, warp, rows.c, false, sums, [](VU bits, int) { return bits; });
  for (std::size_t at = 0; at < plan.rows(); at += N) {
    for (std::size_t column = 0; column < plan.second_blocks * kBlock; ++column) {
      const std::size_t from = column / kBlock * plan.depth;
      VF partial[4] = {hn::Zero(df), hn::Zero(df), hn::Zero(df), hn::Zero(df)};
      for (std::size_t k = 0; k < plan.depth; k += 4) {
        for (std::size_t i = 0; i < 4; ++i) {
          const VF one = hn::Set(df, factors.second.values[from + k + i][column % kBlock]);
          partial[i] = hn::MulAdd(one, hn::Load(df, factors.first.values[k + i] + at), partial[i]);
        }
      }
      const VI own = small_integers(hn::Add(hn::Add(partial[0], partial[1]), hn::Add(partial[2], partial[3])));
      const VI c = hn::BitCast(di, hn::Load(du, sums.words[column] + at));
      const VI sum = product.saturate ? add_saturating(c, own) : hn::Add(c, own);
      hn::Store(hn::BitCast(du, sum), du, sums.words[column] + at);
    }
  }
  store_sums(plan, warp, rows.d, false, sums, [](VU even, VU) { return even; });
}

// ---- Short floats: tensor_sum.hpp's rule ----

/// Sums of N rows and a column, step by step.
/// \param kDepth  terms that are added at once
/// \param kHalves  sums become f16
/// \param kShort, kSpecials  as add_products()'s
template <std::size_t kDepth, bool kHalves, bool kShort, bool kSpecials>
HWY_INLINE VF accumulate(const Product& product, const Plan& plan, const Both& factors, std::size_t column,
                         std::size_t at, VF c, VI& aside) {
  const DF df;
  const auto step = [&](std::size_t from, VF onto, s32 least) HWY_ATTR {
    const DenseTerms<kDepth, FirstFactor, SecondFactor> terms{
        factors.first, factors.second, at, from, column % kBlock, column / kBlock * plan.depth + from};
    const VF sum = add_products<kShort, kHalves, kSpecials>(terms, onto, least, product.unit.places, aside);
    return kHalves ? rounded_to_half(sum) : sum;
  };
  const bool apart = product.unit.fp8_as_halves;
  VF sum = apart ? step(0, hn::Zero(df), 0) : step(0, c, least_exponent(product.c));
  for (std::size_t from = kDepth; from < plan.depth; from += kDepth) sum = step(from, sum, least_exponent(product.d));
  return apart ? canonical_nan(df, hn::Add(c, sum)) : sum;
}

/// False where a sum has to be looked at again.
template <std::size_t kDepth, bool kHalves, bool kShort, bool kSpecials>
bool sum_short_floats(const Product& product, const Plan& plan, const Both& factors, Accumulators& sums) {
  const DF df;
  const DI di;
  const DU du;
  VI aside = hn::Zero(di);
  for (std::size_t at = 0; at < plan.rows(); at += N) {
    for (std::size_t column = 0; column < plan.second_blocks * kBlock; ++column) {
      const VF c = hn::BitCast(df, hn::Load(du, sums.words[column] + at));
      const VF sum = accumulate<kDepth, kHalves, kShort, kSpecials>(product, plan, factors, column, at, c, aside);
      hn::Store(hn::BitCast(du, sum), du, sums.words[column] + at);
    }
  }
  return hn::AllTrue(di, hn::Eq(aside, hn::Zero(di)));
}

template <std::size_t kDepth, bool kHalves, bool kShort>
bool multiply_short_floats(sim::Warp& warp, const Product& product, const Plan& plan, const ProductRows& rows) {
  const DF df;
  const DU du;
  Both factors;
  load_factors(plan, warp, product, rows, factors);
  if (!factors.bounds_of_first.fit(factors.bounds_of_second)) return false;
  Accumulators sums;
  const auto load = [&]() HWY_ATTR {
    const bool halves = product.c == ElementType::f16;
    load_sums(plan, warp, rows.c, halves, sums, [&](VU bits, std::uint32_t half) HWY_ATTR {
      return halves ? hn::BitCast(du, value_of<ElementType::f16>(bits, half)) : bits;
    });
  };
  load();
  if (!sum_short_floats<kDepth, kHalves, kShort, false>(product, plan, factors, sums)) {
    load();
    if (!sum_short_floats<kDepth, kHalves, kShort, true>(product, plan, factors, sums)) return false;
  }
  store_sums(plan, warp, rows.d, kHalves, sums, [&](VU even, VU odd) HWY_ATTR {
    return hn::Or(Half<>::narrow(df, hn::BitCast(df, even)),
                  hn::ShiftLeft<16>(Half<>::narrow(df, hn::BitCast(df, odd))));
  });
  return true;
}

template <std::size_t kDepth, bool kShort = false>
bool multiply_short_floats(sim::Warp& warp, const Product& product, const Plan& plan, const ProductRows& rows) {
  return product.d == ElementType::f16 ? multiply_short_floats<kDepth, true, kShort>(warp, product, plan, rows)
                                       : multiply_short_floats<kDepth, false, kShort>(warp, product, plan, rows);
}

bool multiply_short_floats(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  const Plan plan(product);
  if (product.unit.is_short()) return multiply_short_floats<16, true>(warp, product, plan, rows);
  switch (plan.at_once) {
    case 4: return multiply_short_floats<4>(warp, product, plan, rows);
    case 8: return multiply_short_floats<8>(warp, product, plan, rows);
    case 16: return multiply_short_floats<16>(warp, product, plan, rows);
    case 32: return multiply_short_floats<32>(warp, product, plan, rows);
    default: return false;
  }
}

// ---- f64: a chain of fused multiply-adds in the order of K ----

void multiply_doubles(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  constexpr std::size_t kColumns = kBlock / 2;  // of one parity in a block
  constexpr std::size_t kVector = std::min<std::size_t>(kColumns, step_lanes<f64>());
  const hn::FixedTag<f64, kVector> d;
  const Plan plan(product);  // never transposed
  alignas(64) f64 a[32][16];
  alignas(64) f64 b[64][2][kColumns];  // blocks * K, at most
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
  for (std::size_t v = 0; v < plan.values; ++v) {
    const auto* const second = b + v / 2 / plan.first_blocks * plan.depth;
    for (std::size_t lane = 0; lane < kWarpSize; lane += kVector) {
      const f64* const row = a[v / 2 % plan.first_blocks * 8 + lane / 4];
      const auto c = load<f64, kVector>(warp.rows + rows.c[v], lane);
      const auto sum_up = [&](auto mend) HWY_ATTR {
        auto sum = c;
        for (std::size_t k = 0; k < plan.depth; ++k) {
          const auto factor = hn::Set(d, row[k]);
          const auto column = hn::LoadU(d, second[k][v % 2] + lane % kColumns);
          sum = mend(fused_multiply_add(d, factor, column, sum), factor, sum, column);
        }
        return sum;
      };
      auto sum = sum_up([](auto added, auto, auto, auto) HWY_ATTR { return added; });
      if (!hn::AllFalse(d, hn::IsNaN(sum))) [[unlikely]]
        sum = sum_up([&](auto added, auto... sources) HWY_ATTR { return passed_nan(d, added, sources...); });
      hn::Store(sum, d, result[v] + lane);
    }
  }
  for (std::size_t v = 0; v < plan.values; ++v) std::memcpy(warp.rows + rows.d[v], result[v], sizeof result[v]);
}

bool multiply(sim::Warp& warp, const Product& product, const ProductRows& rows) {
  const bool is_double = product.a == ElementType::f64;
  if (!is_double && !is_integer(product.a)) return multiply_short_floats(warp, product, rows);
  is_double ? multiply_doubles(warp, product, rows) : multiply_integers(warp, product, rows);
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
