// Integer division. Where the manual leaves the answer open, the machines' own is given (recorded on an H200): by zero
// quotient and remainder are all ones, and the most negative number over -1 is itself.
//
// Quotients of 16- and 32-bit numbers are taken in double precision, where truncation is exact: a quotient short of an
// integer is so by at least 2^-32 of itself, and a double resolves 2^-53. Of 64 bits that is a first guess, where the
// host has vectors of such conversions; what it leaves is divided once more.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/divide.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

template <class T>
T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (sizeof(T) < 8) {
    return static_cast<T>(static_cast<s64>(static_cast<f64>(a) / static_cast<f64>(b)));
  } else {
    if (hwy::IsSigned<T>() && b == static_cast<T>(-1)) return static_cast<T>(u64{0} - static_cast<u64>(a));
    return static_cast<T>(a / b);
  }
}

template <class T>
T remainder(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  return static_cast<T>(static_cast<u64>(a) - static_cast<u64>(quotient(a, b)) * static_cast<u64>(b));
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

struct Division {
  __m512i quotient;
  __m512i remainder;
};

/// Of unsigned numbers, by one that is not 0. The first guess is wrong by at most 2^-51 of itself and 1, so that what
/// it leaves is a signed number of less than b + 2^13; the second is wrong by at most 1.
HWY_INLINE Division divided(__m512i a, __m512i b) {
  const __m512d divisor = _mm512_cvtepu64_pd(b);
  const __m512i guess = _mm512_cvttpd_epu64(_mm512_div_pd(_mm512_cvtepu64_pd(a), divisor));
  const __m512i left = _mm512_sub_epi64(a, _mm512_mullo_epi64(guess, b));
  const __m512i more = _mm512_cvttpd_epi64(_mm512_div_pd(_mm512_cvtepi64_pd(left), divisor));
  __m512i quotient = _mm512_add_epi64(guess, more);
  __m512i remainder = _mm512_sub_epi64(left, _mm512_mullo_epi64(more, b));
  const __m512i one = _mm512_set1_epi64(1);
  const __mmask8 too_much = _mm512_movepi64_mask(remainder);
  quotient = _mm512_mask_sub_epi64(quotient, too_much, quotient, one);
  remainder = _mm512_mask_add_epi64(remainder, too_much, remainder, b);
  const __mmask8 too_little = _mm512_cmpge_epu64_mask(remainder, b);
  quotient = _mm512_mask_add_epi64(quotient, too_little, quotient, one);
  remainder = _mm512_mask_sub_epi64(remainder, too_little, remainder, b);
  // From 2^63 on what is left may have no sign to spare.
  const __mmask8 large = _mm512_movepi64_mask(b);
  const __mmask8 once = _mm512_cmpge_epu64_mask(a, b);
  quotient = _mm512_mask_mov_epi64(quotient, large, _mm512_maskz_mov_epi64(once, one));
  remainder = _mm512_mask_mov_epi64(remainder, large, _mm512_mask_sub_epi64(a, once, a, b));
  return {quotient, remainder};
}

template <class T, bool kRemainder>
HWY_INLINE __m512i divided_lanes(__m512i a, __m512i b) {
  const __m512i ones = _mm512_set1_epi64(-1);
  const __mmask8 by_zero = _mm512_testn_epi64_mask(b, b);
  const __m512i zero = _mm512_setzero_si512();
  __mmask8 negative = 0;
  if constexpr (hwy::IsSigned<T>()) {
    negative = _mm512_movepi64_mask(kRemainder ? a : _mm512_xor_si512(a, b));
    a = _mm512_abs_epi64(a);  // 2^63 of the most negative number
    b = _mm512_abs_epi64(b);
  }
  const Division both = divided(a, _mm512_mask_mov_epi64(b, by_zero, ones));
  __m512i result = kRemainder ? both.remainder : both.quotient;
  result = _mm512_mask_sub_epi64(result, negative, zero, result);
  return _mm512_mask_mov_epi64(result, by_zero, ones);
}

template <class T, class Meaning, bool kRemainder>
const sim::Op* run_wide(sim::Warp& warp, const sim::Op* op) {
  constexpr int kFew = 10;  // lanes that take no longer one by one
  if (lane_count(exec_lanes(warp, op)) < kFew)
    return apply_scalar<T, T, T>(warp, op, Meaning{}, false, std::index_sequence_for<T, T>());
  return apply<T, T, T>(
      warp, op, []<class D, class V>(D, V a, V b) HWY_ATTR { return V{divided_lanes<T, kRemainder>(a.raw, b.raw)}; });
}

template <class T, bool kRemainder, class Meaning>
constexpr sim::Handler wide_division(Meaning) {
  return &run_wide<T, Meaning, kRemainder>;
}

#else

/// The host's own division, which knows no vectors.
template <class T, bool kRemainder, class Meaning>
constexpr sim::Handler wide_division(Meaning meaning) {
  return per_active_lane<T>(meaning);
}

#endif

template <class T, bool kRemainder, class Meaning>
constexpr sim::Handler division(Meaning meaning) {
  if constexpr (sizeof(T) == 8)
    return wide_division<T, kRemainder>(meaning);
  else
    return per_lane<T>(meaning);
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "div.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::quotient, Algebra::quotient),
   .select = by_type<u16, s16, u32, s32, u64, s64>([]<class T>() {
     return division<T, false>([](T a, T b) { return quotient(a, b); }); }),
   .chapter = "Integer Arithmetic Instructions: div"},
  {.syntax = "rem.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::quotient, Algebra::quotient),
   .select = by_type<u16, s16, u32, s32, u64, s64>([]<class T>() {
     return division<T, true>([](T a, T b) { return remainder(a, b); }); }),
   .chapter = "Integer Arithmetic Instructions: rem"},
};
// clang-format on
static_assert(well_formed(kRows));

std::span<const InstructionDef> rows() { return kRows; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {
HWY_EXPORT(rows);
std::span<const InstructionDef> divide_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
