// Floating point on Highway vectors as the machines do it: NaN results, flushing of subnormals, saturation, and the
// four rounding modes. Rounding other than to nearest is the host's own, switched on around a handler's loop.
#if defined(WARPGLASS_ISA_FLOAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_FLOAT_INL_HPP
#undef WARPGLASS_ISA_FLOAT_INL_HPP
#else
#define WARPGLASS_ISA_FLOAT_INL_HPP
#endif

#include <cmath>

#include "isa/lanewise-inl.hpp"
#include "isa/rounding.hpp"

#ifndef WARPGLASS_ISA_FLOAT_ONCE
#define WARPGLASS_ISA_FLOAT_ONCE
namespace warpglass::isa {

/// Runs a handler under another rounding than to nearest.
template <Rounding kRounding, sim::Handler kHandler>
const sim::Op* run_rounded(sim::Warp& warp, const sim::Op* op) {
  const HostRounding rounding(kRounding);
  return kHandler(warp, op);
}

/// The handler under each rounding that rn, rz, rm and rp name, in the order of the enumeration.
template <sim::Handler kHandler>
constexpr std::array<sim::Handler, 4> in_each_rounding() {
  return {kHandler, &run_rounded<Rounding::zero, kHandler>, &run_rounded<Rounding::down, kHandler>,
          &run_rounded<Rounding::up, kHandler>};
}

}  // namespace warpglass::isa
#endif  // once

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// Every f32 instruction that computes answers with this NaN, whatever NaN went in (PTX ISA, Floating Point; recorded).
/// f64 instructions pass a NaN on, quietened, and make 0xfff8000000000000, just as x86 does.
template <class D, class V>
HWY_INLINE V canonical_nan(D d, V v) {
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const auto nan = hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), 0x7fffffffu));
    return hn::IfThenElse(hn::IsNaN(v), nan, v);
  } else {
    static_cast<void>(d);
    return v;
  }
}

template <class D>
HWY_INLINE auto sign_bit(D d) {
  using U = hn::TFromD<hn::RebindToUnsigned<D>>;
  return hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), static_cast<U>(U{1} << (sizeof(U) * 8 - 1))));
}

/// A NaN made quiet, payload and sign kept, as arithmetic on f64 passes it on.
template <class D, class V>
HWY_INLINE V quiet(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  const auto bit = hn::BitCast(d, hn::Set(du, hn::TFromD<decltype(du)>{1} << (sizeof(hn::TFromD<D>) == 8 ? 51 : 22)));
  return hn::Or(v, bit);
}

/// A result of f64 whose NaNs are made anew: the last of the sources that is one, quietened; of numbers
/// 0xfff8000000000000 (recorded).
template <class D, class V, class... Source>
HWY_INLINE V passed_nan(D d, V result, Source... sources) {
  const auto is_open = hn::IsNaN(result);
  V nan = hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), u64{0xfff8000000000000}));
  ((nan = hn::IfThenElse(hn::IsNaN(sources), quiet(d, sources), nan)), ...);
  return hn::IfThenElse(is_open, nan, result);
}

/// f32 toward zero, of what fits into 32 bits: without the look at what does not.
template <class V>
HWY_INLINE auto small_integers(V v) {
  using Integers = hn::Vec<hn::RebindToSigned<hn::DFromV<V>>>;
  constexpr std::size_t kLanes = hn::MaxLanes(hn::DFromV<V>());
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if constexpr (kLanes == 16) return Integers{_mm512_cvttps_epi32(v.raw)};
#endif
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  if constexpr (kLanes == 8) return Integers{_mm256_cvttps_epi32(v.raw)};
#endif
#if HWY_ARCH_X86
  if constexpr (kLanes <= 4) return Integers{_mm_cvttps_epi32(v.raw)};
#else
  return hn::ConvertTo(hn::RebindToSigned<hn::DFromV<V>>(), v);
#endif
}

/// Subnormals become zeros of their sign (.ftz).
template <class D, class V>
HWY_INLINE V flush(D d, V v) {
  const auto is_small = hn::Lt(hn::Abs(v), hn::Set(d, std::numeric_limits<hn::TFromD<D>>::min()));
  return hn::IfThenElse(is_small, hn::And(v, sign_bit(d)), v);
}

/// Clamped to [0, 1]; NaN becomes +0 (.sat).
template <class D, class V>
HWY_INLINE V saturate(D d, V v) {
  return hn::IfThenElseZero(hn::Gt(v, hn::Zero(d)), hn::Min(v, hn::Set(d, hn::TFromD<D>(1))));
}

/// a * b + c rounded once, on every instruction set.
template <class D, class V>
HWY_INLINE V fused_multiply_add(D d, V a, V b, V c) {
#if HWY_NATIVE_FMA
  static_cast<void>(d);
  return hn::MulAdd(a, b, c);
#else
  constexpr std::size_t N = hn::MaxLanes(D());
  using T = hn::TFromD<D>;
  HWY_ALIGN T x[N], y[N], z[N];
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t i = 0; i < N; ++i) z[i] = std::fma(x[i], y[i], z[i]);
  return hn::Load(d, z);
#endif
}

/// A meaning with .ftz and .sat around it, and f32's NaN. One meaning gives all combinations; it may say itself how its
/// result is flushed: Meaning::flushed(tag, result, sources...).
template <class Meaning, bool kFlush, bool kSaturate>
struct Modified {
  template <class D, class... V>
    requires std::is_invocable_v<Meaning, D, V...>
  HWY_INLINE auto operator()(D d, V... v) const {
    auto result = Meaning{}(d, (kFlush ? flush(d, v) : v)...);
    if constexpr (kFlush) {
      if constexpr (requires { Meaning::flushed(d, result, v...); })
        result = Meaning::flushed(d, result, flush(d, v)...);
      else
        result = flush(d, result);
    }
    if constexpr (kSaturate)
      return saturate(d, result);
    else
      return canonical_nan(d, result);
  }
};

/// f32 rows: {.rnd}{.ftz}{.sat}.
template <class Meaning>
constexpr SelectHandler rounded_f32(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr std::array<sim::Handler, 4> kHandlers[2][2] = {
        {in_each_rounding<lanewise<f32>(Modified<Meaning, false, false>{})>(),
         in_each_rounding<lanewise<f32>(Modified<Meaning, false, true>{})>()},
        {in_each_rounding<lanewise<f32>(Modified<Meaning, true, false>{})>(),
         in_each_rounding<lanewise<f32>(Modified<Meaning, true, true>{})>()}};
    return kHandlers[spelling.has("ftz")][spelling.has("sat")][static_cast<std::size_t>(rounding_of(spelling))];
  };
}

/// f64 rows: {.rnd}.
template <class Meaning>
constexpr SelectHandler rounded_f64(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr auto kHandlers = in_each_rounding<lanewise<f64>(Meaning{})>();
    return kHandlers[static_cast<std::size_t>(rounding_of(spelling))];
  };
}

/// f32 rows that know only {.ftz}.
template <class Meaning>
constexpr SelectHandler flushing_f32(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    return spelling.has("ftz") ? lanewise<f32>(Modified<Meaning, true, false>{})
                               : lanewise<f32>(Modified<Meaning, false, false>{});
  };
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
