// Integer division. Where the manual leaves the answer open, the machines' own is given (recorded on an H200): by zero
// quotient and remainder are all ones, and the most negative number over -1 is itself.
//
// Quotients of 16- and 32-bit numbers are taken in double precision, where truncation is exact: a quotient short of an
// integer is so by at least 2^-32 of itself, and a double resolves 2^-53.

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

/// 64 bits take the host's own division, which knows no vectors.
template <class T, class Meaning>
constexpr sim::Handler division(Meaning meaning) {
  if constexpr (sizeof(T) == 8)
    return per_active_lane<T>(meaning);
  else
    return per_lane<T>(meaning);
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "div.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::quotient, Algebra::quotient),
   .select = by_type<u16, s16, u32, s32, u64, s64>([]<class T>() {
     return division<T>([](T a, T b) { return quotient(a, b); }); }),
   .chapter = "Integer Arithmetic Instructions: div"},
  {.syntax = "rem.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::quotient, Algebra::quotient),
   .select = by_type<u16, s16, u32, s32, u64, s64>([]<class T>() {
     return division<T>([](T a, T b) { return remainder(a, b); }); }),
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
