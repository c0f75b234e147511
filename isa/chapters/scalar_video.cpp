// Video instructions that have one result in a register: numbers of up to 34 bits and a sign, lane by lane, in loops
// that the compiler makes vectors of.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/scalar_video.cpp"
#include <hwy/foreach_target.h>
//
#include <algorithm>

#include "isa/chapters/video.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// A part of a register, as a number.
struct Part {
  int left;   // that it is shifted, to the top of 64 bits
  int right;  // and back
  bool is_signed;

  Part(std::uint8_t number, bool has_sign)
      : left(64 - bits(number) - shift(number)), right(64 - bits(number)), is_signed(has_sign) {}

  static int shift(std::uint8_t number) {
    return number < kHalfWord0 ? 8 * number : number < kWhole ? 16 * (number - kHalfWord0) : 0;
  }
  static int bits(std::uint8_t number) { return number < kHalfWord0 ? 8 : number < kWhole ? 16 : 32; }

  HWY_INLINE s64 operator()(u32 value) const {
    const u64 field = u64{value} << left;
    return is_signed ? static_cast<s64>(field) >> right : static_cast<s64>(field >> right);
  }
};

struct Bounds {
  s64 lowest;
  s64 highest;

  Bounds(int bits, bool is_signed)
      : lowest(is_signed ? -(s64{1} << (bits - 1)) : 0), highest((s64{1} << (is_signed ? bits - 1 : bits)) - 1) {}

  HWY_INLINE s64 operator()(s64 value) const { return std::clamp(value, lowest, highest); }
};

/// Which outcomes of a comparison make 1.
struct Comparison {
  s64 below;
  s64 equal;
  s64 above;

  explicit Comparison(std::uint8_t number)  // eq ne lt le gt ge
      : below(number == 1 || number == 2 || number == 3),
        equal(number == 0 || number == 3 || number == 5),
        above(number == 1 || number == 4 || number == 5) {}

  HWY_INLINE s64 operator()(s64 a, s64 b) const { return a < b ? below : a == b ? equal : above; }
};

template <Combine kCombine>
HWY_INLINE s64 combined(const Video& v, const Comparison& compare, s64 a, s64 b) {
  if constexpr (kCombine == Combine::add) return a + b;
  if constexpr (kCombine == Combine::sub) return a - b;
  if constexpr (kCombine == Combine::abs_diff) return std::max(a, b) - std::min(a, b);
  if constexpr (kCombine == Combine::min) return std::min(a, b);
  if constexpr (kCombine == Combine::max) return std::max(a, b);
  if constexpr (kCombine == Combine::compare) return compare(a, b);
  const auto amount = static_cast<int>(v.wrap ? b & 31 : std::clamp<s64>(b, 0, 32));
  return kCombine == Combine::shl ? static_cast<s64>(static_cast<u64>(a) << amount) : a >> amount;
}

template <Combine kCombine>
const sim::Op* run_scalar(sim::Warp& warp, const sim::Op* op) {
  const Video v = decoded_video(*op);
  const Part a_part(v.a_part, v.a_signed);
  const Part b_part(v.b_part, v.b_signed);
  const Comparison compare(v.comparison);
  const Bounds bounds(Part::bits(v.d_part), v.result_signed);
  const int shift = Part::shift(v.d_part);
  const auto mask = static_cast<u32>(((u64{1} << Part::bits(v.d_part)) - 1) << shift);
  const auto run = [&](auto finish) HWY_ATTR {
    const auto result = [&](u32 a, u32 b, u32 c) HWY_ATTR {
      s64 value = combined<kCombine>(v, compare, a_part(a), b_part(b));
      // What is saturated has 34 bits and a sign among them; minimum and maximum see all of a shifted value (recorded).
      if (v.saturate) value = bounds(static_cast<s64>(static_cast<u64>(value) << 30) >> 30);
      return finish(value, c);
    };
    return apply_scalar<u32, u32, u32, u32>(warp, op, result, true, std::index_sequence<0, 1, 2>());
  };
  const auto is_below = [&](s64 value, u32 c) HWY_ATTR {
    return v.result_signed ? value < static_cast<s32>(c) : static_cast<u64>(value) < c;
  };
  if (v.d_part != kWhole)
    return run([&](s64 value, u32 c) HWY_ATTR { return (static_cast<u32>(value) << shift & mask) | (c & ~mask); });
  switch (v.second) {
    case Second::none: break;
    case Second::add: return run([](s64 value, u32 c) HWY_ATTR { return static_cast<u32>(value) + c; });
    case Second::min:
      return run([&](s64 value, u32 c) HWY_ATTR { return is_below(value, c) ? static_cast<u32>(value) : c; });
    case Second::max:
      return run([&](s64 value, u32 c) HWY_ATTR { return is_below(value, c) ? c : static_cast<u32>(value); });
  }
  return run([](s64 value, u32) HWY_ATTR { return static_cast<u32>(value); });
}

// As an H200 has it (tests/hardware/isa/vmad.tsv): bytes and half words have the sign of their type, but whole
// registers, and c, are always signed, which shows where the result is scaled or clamped; scaled, what is below 0 is
// more than any unsigned number.
const sim::Op* run_mad(sim::Warp& warp, const sim::Op* op) {
  const auto is = [mode = op->mode](std::uint32_t bits) { return (mode & bits) != 0; };
  const auto number_of = [mode = op->mode](int bit) { return static_cast<std::uint8_t>(mode >> bit & 15); };
  const Part a_part(number_of(8), is(kASigned) || number_of(8) == kWhole);
  const Part b_part(number_of(12), is(kBSigned) || number_of(12) == kWhole);
  const bool is_signed = is(kASigned | kBSigned | kNegateProduct | kNegateC);
  const bool below_is_most = !is_signed && op->imm != 0;
  const s64 sign = is(kNegateProduct) ? -1 : 1;
  const s64 sign_of_c = is(kNegateC) ? -1 : 1;
  const s64 one = is(kPlusOne) ? 1 : 0;
  const Bounds bounds(32, is_signed);
  const int scale = op->imm;
  const auto value_of = [&](u32 a, u32 b, u32 c) HWY_ATTR {
    return (sign * a_part(a) * b_part(b) + sign_of_c * static_cast<s32>(c) + one) >> scale;
  };
  constexpr std::index_sequence<0, 1, 2> kSources;
  if (!is(kSaturate)) {
    return apply_scalar<u32, u32, u32, u32>(
        warp, op, [&](u32 a, u32 b, u32 c) HWY_ATTR { return static_cast<u32>(value_of(a, b, c)); }, true, kSources);
  }
  const auto saturated = [&](u32 a, u32 b, u32 c) HWY_ATTR {
    const s64 value = value_of(a, b, c);
    return static_cast<u32>(below_is_most && value < 0 ? bounds.highest : bounds(value));
  };
  return apply_scalar<u32, u32, u32, u32>(warp, op, saturated, true, kSources);
}

sim::Handler select_scalar(Combine combine) {
  switch (combine) {
    case Combine::add: return &run_scalar<Combine::add>;
    case Combine::sub: return &run_scalar<Combine::sub>;
    case Combine::abs_diff: return &run_scalar<Combine::abs_diff>;
    case Combine::min: return &run_scalar<Combine::min>;
    case Combine::max: return &run_scalar<Combine::max>;
    case Combine::compare: return &run_scalar<Combine::compare>;
    case Combine::shl: return &run_scalar<Combine::shl>;
    case Combine::shr: return &run_scalar<Combine::shr>;
    case Combine::average: break;  // of parts alone
  }
  return nullptr;
}
sim::Handler select_mad() { return &run_mad; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {
HWY_EXPORT(select_scalar);
HWY_EXPORT(select_mad);
sim::Handler scalar_video(Combine combine) { return HWY_DYNAMIC_DISPATCH(select_scalar)(combine); }
sim::Handler video_mad() { return HWY_DYNAMIC_DISPATCH(select_mad)(); }
}  // namespace warpglass::isa
#endif
