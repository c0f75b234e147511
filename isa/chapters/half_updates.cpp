#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/half_updates.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/half_updates.hpp"
#include "isa/half-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// Numbers of 16 bits in as many lanes as there are of f32.
using Shorts = hn::FixedTag<u16, step_lanes<f32>()>;

template <class Update>
HWY_INLINE void update_all(const u16* old, const u16* operands, u16* next, std::size_t count, Update update) {
  const Shorts d;
  for (std::size_t i = 0; i < count; i += hn::MaxLanes(d))
    hn::StoreU(update(hn::LoadU(d, old + i), hn::LoadU(d, operands + i)), d, next + i);
}

template <class Format>
void add(const u16* old, const u16* operands, u16* next, std::size_t count) {
  const Shorts d;
  const hn::Rebind<f32, Shorts> df;
  update_all(old, operands, next, count, [=](auto a, auto b) HWY_ATTR {
    return Format::narrow_short(df, hn::Add(Format::widen_short(d, a), Format::widen_short(d, b)));
  });
}

template <bool kMax, u16 kInfinity>
void extreme(const u16* old, const u16* operands, u16* next, std::size_t count) {
  const Shorts d;
  const hn::RebindToSigned<Shorts> ds;
  const auto place = [=](auto bits) HWY_ATTR {
    const auto number = hn::BitCast(ds, bits);
    return hn::Xor(number, hn::And(hn::ShiftRight<15>(number), hn::Set(ds, s16{0x7fff})));
  };
  const auto is_nan = [=](auto bits) HWY_ATTR {
    return hn::Gt(hn::BitCast(ds, hn::And(bits, hn::Set(d, u16{0x7fff}))), hn::Set(ds, static_cast<s16>(kInfinity)));
  };
  update_all(old, operands, next, count, [=](auto a, auto b) HWY_ATTR {
    const auto is_first = hn::RebindMask(d, kMax ? hn::Gt(place(a), place(b)) : hn::Lt(place(a), place(b)));
    const auto a_is_nan = hn::RebindMask(d, is_nan(a));
    const auto b_is_nan = hn::RebindMask(d, is_nan(b));
    const auto number = hn::IfThenElse(a_is_nan, b, hn::IfThenElse(b_is_nan, a, hn::IfThenElse(is_first, a, b)));
    return hn::IfThenElse(hn::And(a_is_nan, b_is_nan), hn::Set(d, u16{0x7fff}), number);
  });
}

constexpr u16 kInfiniteHalf = 0x7c00;
constexpr u16 kInfiniteBfloat16 = 0x7f80;

void halves_sums(const u16* old, const u16* operands, u16* next, std::size_t count) {
  add<Half<>>(old, operands, next, count);
}
void halves_minima(const u16* old, const u16* operands, u16* next, std::size_t count) {
  extreme<false, kInfiniteHalf>(old, operands, next, count);
}
void halves_maxima(const u16* old, const u16* operands, u16* next, std::size_t count) {
  extreme<true, kInfiniteHalf>(old, operands, next, count);
}
void bfloat16_sums(const u16* old, const u16* operands, u16* next, std::size_t count) {
  add<Brain>(old, operands, next, count);
}
void bfloat16_minima(const u16* old, const u16* operands, u16* next, std::size_t count) {
  extreme<false, kInfiniteBfloat16>(old, operands, next, count);
}
void bfloat16_maxima(const u16* old, const u16* operands, u16* next, std::size_t count) {
  extreme<true, kInfiniteBfloat16>(old, operands, next, count);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(halves_sums);
HWY_EXPORT(halves_minima);
HWY_EXPORT(halves_maxima);
HWY_EXPORT(bfloat16_sums);
HWY_EXPORT(bfloat16_minima);
HWY_EXPORT(bfloat16_maxima);

void add_halves(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(halves_sums)(old, operands, next, count);
}
void min_halves(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(halves_minima)(old, operands, next, count);
}
void max_halves(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(halves_maxima)(old, operands, next, count);
}
void add_bfloat16s(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(bfloat16_sums)(old, operands, next, count);
}
void min_bfloat16s(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(bfloat16_minima)(old, operands, next, count);
}
void max_bfloat16s(const std::uint16_t* old, const std::uint16_t* operands, std::uint16_t* next, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(bfloat16_maxima)(old, operands, next, count);
}

}  // namespace warpglass::isa
#endif
