// Video instructions that have a result for every byte or half word of a register: a part of all lanes at a time, in
// lanes of 32 bits, which hold whatever two parts combine to.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/packed_video.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/video.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// Part `number` of the register pair {b, a}.
template <int kBits, class D, class V>
HWY_INLINE V part_of(D d, V a, V b, unsigned number, bool is_signed) {
  constexpr unsigned kParts = 32 / kBits;
  const int above = 32 - kBits - kBits * static_cast<int>(number % kParts);
  const V upper = hn::ShiftLeftSame((number / kParts) % 2 == 0 ? a : b, above);
  if (is_signed) return hn::ShiftRight<32 - kBits>(upper);
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::ShiftRight<32 - kBits>(hn::BitCast(du, upper)));
}

template <class D, class V>
HWY_INLINE V compared(D d, std::uint8_t comparison, V a, V b) {
  const auto one = hn::Set(d, 1);
  switch (comparison) {  // as Video says
    case 0: return hn::IfThenElseZero(hn::Eq(a, b), one);
    case 1: return hn::IfThenZeroElse(hn::Eq(a, b), one);
    case 2: return hn::IfThenElseZero(hn::Lt(a, b), one);
    case 3: return hn::IfThenZeroElse(hn::Lt(b, a), one);
    case 4: return hn::IfThenElseZero(hn::Lt(b, a), one);
    default: return hn::IfThenZeroElse(hn::Lt(a, b), one);
  }
}

template <Combine kCombine, class D, class V>
HWY_INLINE V combined(D d, const Video& video, V a, V b) {
  if constexpr (kCombine == Combine::add) return hn::Add(a, b);
  if constexpr (kCombine == Combine::sub) return hn::Sub(a, b);
  if constexpr (kCombine == Combine::abs_diff) return hn::Sub(hn::Max(a, b), hn::Min(a, b));
  if constexpr (kCombine == Combine::min) return hn::Min(a, b);
  if constexpr (kCombine == Combine::max) return hn::Max(a, b);
  if constexpr (kCombine == Combine::average) {  // rounded up, where it is not negative
    const auto sum = hn::Add(a, b);
    return hn::ShiftRight<1>(hn::Add(sum, hn::Add(hn::Set(d, 1), hn::BroadcastSignBit(sum))));
  }
  if constexpr (kCombine == Combine::compare) return compared(d, video.comparison, a, b);
}

/// The results of all parts that are written, merged with c or added to it.
template <Combine kCombine, int kBits, class D, class V>
HWY_INLINE V all_parts(D d, const Video& video, V a, V b, V c) {
  constexpr s32 kHighest = (1 << (kBits - 1)) - 1;
  const auto lowest = hn::Set(d, video.result_signed ? -kHighest - 1 : 0);
  const auto highest = hn::Set(d, video.result_signed ? kHighest : 2 * kHighest + 1);
  const auto low_bits = hn::Set(d, 2 * kHighest + 1);
  V result = c;
  for (int part = 0; part < 32 / kBits; ++part) {
    if ((video.d_part >> part & 1) == 0) continue;
    const auto value_of = [&](std::uint16_t select, bool is_signed)
                              HWY_ATTR { return part_of<kBits>(d, a, b, select >> (4 * part) & 15u, is_signed); };
    V value = combined<kCombine>(d, video, value_of(video.a_select, video.a_signed),
                                 value_of(video.b_select, video.b_signed));
    if (video.saturate) value = hn::Min(hn::Max(value, lowest), highest);
    if (video.second == Second::add) {
      result = hn::Add(result, value);
    } else {
      const int shift = kBits * part;
      result = hn::Or(hn::AndNot(hn::ShiftLeftSame(low_bits, shift), result),
                      hn::ShiftLeftSame(hn::And(value, low_bits), shift));
    }
  }
  return result;
}

template <Combine kCombine, int kBits>
const sim::Op* run_parts(sim::Warp& warp, const sim::Op* op) {
  const Video video = decoded_video(*op);
  return apply<s32, s32, s32, s32>(
      warp, op, [&](auto d, auto a, auto b, auto c) HWY_ATTR { return all_parts<kCombine, kBits>(d, video, a, b, c); });
}

template <int kBits>
sim::Handler parts_of(Combine combine) {
  switch (combine) {
    case Combine::add: return &run_parts<Combine::add, kBits>;
    case Combine::sub: return &run_parts<Combine::sub, kBits>;
    case Combine::abs_diff: return &run_parts<Combine::abs_diff, kBits>;
    case Combine::min: return &run_parts<Combine::min, kBits>;
    case Combine::max: return &run_parts<Combine::max, kBits>;
    case Combine::average: return &run_parts<Combine::average, kBits>;
    case Combine::compare: return &run_parts<Combine::compare, kBits>;
    case Combine::shl:
    case Combine::shr: break;  // of whole registers alone
  }
  return nullptr;
}

sim::Handler select(Combine combine, std::uint8_t part_bytes) {
  return part_bytes == 1 ? parts_of<8>(combine) : parts_of<16>(combine);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {
HWY_EXPORT(select);
sim::Handler packed_video(Combine combine, std::uint8_t part_bytes) {
  return HWY_DYNAMIC_DISPATCH(select)(combine, part_bytes);
}
}  // namespace warpglass::isa
#endif
