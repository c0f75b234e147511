// The special function unit on Highway vectors (interpolation.hpp says what it computes). Vectors are taken in pairs,
// since squares of both fit into the 16-bit lanes of one.
#if defined(WARPGLASS_ISA_INTERPOLATION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_INTERPOLATION_INL_HPP
#undef WARPGLASS_ISA_INTERPOLATION_INL_HPP
#else
#define WARPGLASS_ISA_INTERPOLATION_INL_HPP
#endif

#include "isa/float-inl.hpp"
#include "isa/interpolation.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// The vectors of lower and of upper lanes.
template <class V>
using Pair = std::array<V, 2>;

/// Of the product of a number's bit kBit with its lower 8 bits (times 4 in `low`) what is not less than 2^14, in units
/// of that.
template <int kBit, class D, class V>
HWY_INLINE V upper_product(D d, V x, V low) {
  return hn::MulHigh(hn::And(x, hn::Load(d, kUpperBits.bit[kBit - 8])), low);
}
/// Squares of numbers of 15 bits, in units of 2^15 and without the partial products that are less. Those of the upper 7
/// bits with each other never are.
template <class D, class V>
HWY_INLINE V truncated_square(D d, V x) {
  const auto upper = hn::And(x, hn::Load(d, kUpperBits.all));
  const auto low = hn::ShiftLeft<2>(hn::Sub(x, upper));
  const auto a = hn::Add(hn::MulHigh(upper, hn::Add(upper, upper)), upper_product<14>(d, x, low));
  const auto b = hn::Add(upper_product<13>(d, x, low), upper_product<12>(d, x, low));
  const auto c = hn::Add(upper_product<11>(d, x, low), upper_product<10>(d, x, low));
  const auto e = hn::Add(upper_product<9>(d, x, low), upper_product<8>(d, x, low));
  return hn::Add(hn::Add(a, b), hn::Add(c, e));
}

/// Squares of numbers of 15 bits, in 32-bit lanes.
template <class D, class V>
HWY_INLINE Pair<V> truncated_squares(D d, const Pair<V>& numbers) {
  const hn::Repartition<u16, D> d16;
  const auto x = hn::BitCast(d16, hn::Or(numbers[0], hn::ShiftLeft<16>(numbers[1])));
  const auto squares = hn::BitCast(d, truncated_square(d16, x));
  return {hn::And(squares, hn::Set(d, s32{0xffff})), hn::ShiftRight<16>(squares)};  // they have 15 bits
}

/// table[index % kCount], by lane.
template <std::size_t kCount, class D, class V>
HWY_INLINE V looked_up(D d, const std::uint32_t (&table)[kCount], V index) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if constexpr (hn::MaxLanes(D()) == 16) {
    const auto of_32 = [&](std::size_t first) HWY_ATTR {
      return V{_mm512_permutex2var_epi32(_mm512_load_si512(table + first), index.raw,
                                         _mm512_load_si512(table + first + 16))};
    };
    const auto of_64 = [&](std::size_t first) HWY_ATTR {
      return hn::IfThenElse(hn::TestBit(index, hn::Set(d, s32{32})), of_32(first + 32), of_32(first));
    };
    if constexpr (kCount == 16)
      return V{_mm512_permutexvar_epi32(index.raw, _mm512_load_si512(table))};
    else if constexpr (kCount == 64)
      return of_64(0);
    else
      return hn::IfThenElse(hn::TestBit(index, hn::Set(d, s32{64})), of_64(64), of_64(0));
  }
#endif
  const auto place = hn::And(index, hn::Set(d, s32{kCount - 1}));
  return hn::GatherIndex(d, reinterpret_cast<const s32*>(table), place);
}

/// An argument: its segment, and the 17 bits below those that choose it.
template <class V>
struct Place {
  V segment;  // modulo the number of segments
  V x;
  V slope_x;  // what slopes count: x, or twice that
};

/// value / 4 + rest / 2^(digits - 2), in units of a result's last digit.
template <class V>
struct Sum {
  V value;
  V rest;
};

template <bool kSubtract, class V>
HWY_INLINE V with_term(V sum, V term) {
  if constexpr (kSubtract)
    return hn::Sub(sum, term);
  else
    return hn::Add(sum, term);
}

/// What a function of the unit is interpolated to. Function::kSegments, Function::kShared: its coefficients.
template <class Function, class D, class V>
HWY_INLINE Sum<V> interpolated(D d, const Place<V>& place, V square) {
  constexpr Interpolation kShared = Function::kShared;
  const auto slopes = looked_up(d, Function::kSegments.slopes, place.segment);
  const auto slope = hn::And(slopes, hn::Set(d, s32{0xffff}));
  // 33 bits in two parts, of which the lower is added to the rest first.
  const auto upper = hn::Mul(slope, hn::ShiftRight<2>(place.slope_x));
  const auto lower = hn::Mul(slope, hn::And(place.slope_x, hn::Set(d, s32{3})));
  const auto curve = hn::ShiftLeft<kShared.curvature_shift>(hn::Mul(hn::ShiftRight<16>(slopes), square));
  const auto line = with_term<kShared.falling>(hn::Set(d, s32{kShared.bias}), lower);
  const auto rest = hn::ShiftRight<2>(with_term<!kShared.convex>(line, curve));
  return {looked_up(d, Function::kSegments.value, place.segment), with_term<kShared.falling>(rest, upper)};
}

/// A sum cut to 24 bits.
template <class Function, class D, class V>
HWY_INLINE V cut(D d, const Sum<V>& sum) {
  constexpr int kBelow = Function::kShared.digits - 4;
  if constexpr (Function::kShared.falling) {
    return hn::ShiftRight<2>(hn::Add(sum.value, hn::ShiftRight<kBelow>(sum.rest)));
  } else {  // not negative, and of up to 32 bits
    const hn::RebindToUnsigned<D> du;
    const auto rest = hn::BitCast(d, hn::ShiftRight<kBelow>(hn::BitCast(du, sum.rest)));
    return hn::ShiftRight<2>(hn::Add(sum.value, rest));
  }
}

/// f64 lanes cut to the digits of f32.
template <class D, class V>
HWY_INLINE V cut_to_single(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::And(hn::BitCast(du, v), hn::Set(du, ~u64{0x1fffffff})));
}

/// f32 lanes, whose bits are returned, of function(tag of f64, vectors...), cut. It is given either half of vectors of
/// 32 bits as f64.
template <class D, class Function, class... V>
HWY_INLINE auto cut_from_double(D d, const Function& function, V... v) {
  const hn::Repartition<f32, D> df;
  const hn::Half<decltype(df)> half;
  const hn::Rebind<f64, decltype(half)> d64;
  const auto lower = cut_to_single(d64, function(d64, hn::PromoteTo(d64, hn::LowerHalf(v))...));
  const auto upper =
      cut_to_single(d64, function(d64, hn::PromoteTo(d64, hn::UpperHalf(hn::Half<hn::DFromV<V>>(), v))...));
  return hn::BitCast(d, hn::Combine(df, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower)));
}

/// A function of the unit for f32 operands, of which it takes subnormal ones as zeros. Function:
///   place(tag, bits)            where an argument lies (of its bits, in s32 lanes)
///   result(tag, bits, sum)      the result's bits, where the argument is ordinary
///   is_special(tag, bits)       mask of the arguments that are not, or whose results are not
///   special(tag, bits, result)  the right result for all of them
template <class Function>
struct Unit {
  template <class V>
  static HWY_INLINE auto bits_of(const Pair<V>& a) {
    const hn::RebindToSigned<hn::DFromV<V>> di;
    return Pair<hn::Vec<decltype(di)>>{hn::BitCast(di, a[0]), hn::BitCast(di, a[1])};
  }
  template <class V>
  static HWY_INLINE bool any_special(const Pair<V>& a) {
    const hn::RebindToSigned<hn::DFromV<V>> di;
    const auto bits = bits_of(a);
    return !hn::AllFalse(di, hn::Or(Function::is_special(di, bits[0]), Function::is_special(di, bits[1])));
  }
  /// Results of ordinary arguments.
  template <class D, class V>
  static HWY_INLINE Pair<V> ordinary(D d, const Pair<V>& a) {
    const hn::RebindToSigned<D> di;
    using VI = hn::Vec<decltype(di)>;
    const Pair<VI> bits = bits_of(a);
    const Pair<Place<VI>> places = {Function::place(di, bits[0]), Function::place(di, bits[1])};
    const Pair<VI> squares =
        truncated_squares(di, Pair<VI>{hn::ShiftRight<2>(places[0].x), hn::ShiftRight<2>(places[1].x)});
    const auto result = [&](std::size_t i) HWY_ATTR {
      return hn::BitCast(d, Function::result(di, bits[i], interpolated<Function>(di, places[i], squares[i])));
    };
    return {result(0), result(1)};
  }
  template <class D, class V>
  HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
    const hn::RebindToSigned<D> di;
    Pair<V> results = ordinary(d, a);
    if (any_special(a)) [[unlikely]]
      for (const std::size_t i : {0u, 1u})
        results[i] = hn::BitCast(d, Function::special(di, hn::BitCast(di, a[i]), hn::BitCast(di, results[i])));
    return results;
  }
};

/// A row of f32 from rows of f32, by pairs of vectors: meaning(tag, pairs...).
template <class Meaning, class... S>
const sim::Op* run_in_pairs(sim::Warp& warp, const sim::Op* op) {
  constexpr std::size_t N = step_lanes<f32>();
  const hn::FixedTag<f32, N> d;
  const std::uint32_t sources[] = {op->a, op->b};
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  f32* const row = reinterpret_cast<f32*>(warp.rows + op->d);
  for (std::size_t lane = 0; lane < kWarpSize; lane += 2 * N) {
    const auto pair = [&](std::uint32_t source) HWY_ATTR {
      return Pair<hn::Vec<decltype(d)>>{load<f32, N>(warp.rows + source, lane),
                                        load<f32, N>(warp.rows + source, lane + N)};
    };
    const auto result = [&]<std::size_t... I>(std::index_sequence<I...>)
                            HWY_ATTR { return Meaning{}(d, pair(sources[I])...); }(std::index_sequence_for<S...>());
    for (const std::size_t i : {0u, 1u}) {
      const std::size_t at = lane + i * N;
      const auto kept = lanes == kFullMask
                            ? result[i]
                            : hn::IfThenElse(mask_from_bits(d, lanes, at), result[i], hn::LoadU(d, row + at));
      hn::StoreU(kept, d, row + at);
    }
  }
  return op + 1;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
