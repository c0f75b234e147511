// Counting, finding and moving bits, and the four- and two-way dot products of bytes.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/bits.cpp"
#include <hwy/foreach_target.h>
//
#include <bit>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

template <class T>
constexpr u32 kBits = sizeof(T) * 8;

/// Position of the highest bit that differs from the sign (signed) or from 0; all ones when there is none.
template <class T>
u32 leading_bit(T a) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(a < 0 ? ~a : a);
  return static_cast<u32>(std::bit_width(bits)) - 1;
}

/// The same as the shift that would bring that bit to the top.
template <class T>
u32 leading_bit_shift(T a) {
  const u32 position = leading_bit(a);
  return position == 0xffffffffu ? position : kBits<T> - 1 - position;
}

template <class T>
T reversed(T v) {
  v = (v >> 1 & static_cast<T>(0x5555555555555555u)) | (v & static_cast<T>(0x5555555555555555u)) << 1;
  v = (v >> 2 & static_cast<T>(0x3333333333333333u)) | (v & static_cast<T>(0x3333333333333333u)) << 2;
  v = (v >> 4 & static_cast<T>(0x0f0f0f0f0f0f0f0fu)) | (v & static_cast<T>(0x0f0f0f0f0f0f0f0fu)) << 4;
  if constexpr (sizeof(T) == 8)
    return __builtin_bswap64(v);
  else
    return __builtin_bswap32(v);
}

/// Position of the n-th set bit of `mask`, counting from `base` upwards (n > 0) or downwards (n < 0); for n = 0 the
/// bit at `base` itself. All ones when there is none. Without a branch on what lanes hold, so that it becomes vector
/// code.
HWY_INLINE u32 nth_set_bit(u32 mask, u32 base, s32 n) {
  const u32 from = base & 31;
  const bool down = n < 0;
  const u32 left = down ? u32{0} - static_cast<u32>(n) : static_cast<u32>(n);
  // Downwards is upwards in the mask turned round.
  u32 bits = down ? reversed(mask) >> (31 - from) : mask >> from;
  // How many bits are set in each group of so many.
  const u32 twos = bits - (bits >> 1 & 0x55555555u);
  const u32 fours = (twos & 0x33333333u) + (twos >> 2 & 0x33333333u);
  const u32 eights = (fours + (fours >> 4)) & 0x0f0f0f0fu;
  const u32 halves = (eights + (eights >> 8)) & 0x00ff00ffu;
  const u32 all = (halves + (halves >> 16)) & 0xffu;
  u32 rest = left;  // of the bits from `at` on
  u32 at = 0;
  const auto pass = [&](u32 counts, u32 width) {
    const u32 here = counts >> at & (2 * width - 1);
    const u32 beyond = rest > here ? 1u : 0u;
    rest -= here & (u32{0} - beyond);
    at += width & (u32{0} - beyond);
  };
  pass(halves, 16);
  pass(eights, 8);
  pass(fours, 4);
  pass(twos, 2);
  pass(bits, 1);
  const u32 found = left == 0    ? (mask >> from & 1) != 0 ? from : 0xffffffffu
                    : left > all ? 0xffffffffu
                    : down       ? from - at
                                 : from + at;
  return n == INT32_MIN ? 0u : base > 31 ? 0xffffffffu : found;  // 0: recorded
}

/// Counts of lanes of 32 or 64 bits in lanes of 32.
template <class D, class V>
HWY_INLINE hn::Vec<D> as_words(D d, V counts) {
  if constexpr (sizeof(hn::TFromV<V>) == 8)
    return hn::TruncateTo(d, counts);
  else
    return counts;
}

/// Low `count` bits set; all when count is the width or more.
template <class U>
U low_mask(u32 count) {
  return count >= kBits<U> ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << count) - 1);
}

/// Position or length of a bit field: one byte of the operand in 32 bits, all of it (up to 255) in 64 (recorded).
template <class T>
u32 field_number(u32 value) {
  return sizeof(T) == 8 ? std::min(value, 255u) : value & 0xff;
}

template <class T>
T extracted_field(T a, u32 b, u32 c) {
  using U = std::make_unsigned_t<T>;
  const u32 position = field_number<T>(b);
  const u32 length = field_number<T>(c);
  if (length == 0) return 0;
  const u32 msb = kBits<T> - 1;
  const bool fill = hwy::IsSigned<T>() && (static_cast<U>(a) >> std::min(position + length - 1, msb) & 1) != 0;
  const U kept = low_mask<U>(position > msb ? 0 : std::min(length, kBits<T> - position));
  const U field = position > msb ? U{0} : static_cast<U>(static_cast<U>(a) >> position & kept);
  return static_cast<T>(field | (fill ? static_cast<U>(~kept) : U{0}));
}

template <class U>
U inserted_field(U a, U b, u32 c, u32 count) {
  const u32 position = field_number<U>(c);
  const u32 length = field_number<U>(count);
  if (position >= kBits<U>) return b;
  const U mask = static_cast<U>(low_mask<U>(length) << position);
  return static_cast<U>((b & ~mask) | (static_cast<U>(a << position) & mask));
}

template <class T, bool kClamp>
T extended_from_bit(T a, u32 b) {
  const u32 width = b & 31;
  const bool too_large = kClamp && b >= 32;
  const u32 mask = too_large ? 0 : ~0u << width;
  const bool negative = hwy::IsSigned<T>() && width != 0 && !too_large && (static_cast<u32>(a) >> (width - 1) & 1) != 0;
  return static_cast<T>((static_cast<u32>(a) & ~mask) | (negative ? mask : 0));
}

template <bool kClamp>
u32 bit_mask(u32 a, u32 b) {
  const u32 position = a & 31;
  const u32 width = b & 31;
  const u32 from = kClamp && a >= 32 ? 0 : ~0u << position;
  const bool open = position + width >= 32 || (kClamp && (a >= 32 || b >= 32));
  const u32 beyond = open ? 0 : ~0u << (position + width);
  return from & ~beyond;
}

template <class T>
s32 byte_of(u32 value, u32 index) {
  return static_cast<T>(value >> (8 * index));
}
template <class T>
s32 half_of(u32 value, u32 index) {
  using H = std::conditional_t<hwy::IsSigned<T>(), s16, u16>;
  return static_cast<H>(value >> (16 * index));
}

template <class A, class B>
u32 dot4(u32 a, u32 b, u32 c) {
  for (u32 i = 0; i < 4; ++i) c += static_cast<u32>(byte_of<A>(a, i)) * static_cast<u32>(byte_of<B>(b, i));
  return c;
}
template <class A, class B, u32 kFirstByte>
u32 dot2(u32 a, u32 b, u32 c) {
  for (u32 i = 0; i < 2; ++i) c += static_cast<u32>(half_of<A>(a, i)) * static_cast<u32>(byte_of<B>(b, i + kFirstByte));
  return c;
}

/// `make.operator()<A, B>()` for the signedness of the slots atype and btype.
template <class Make>
constexpr SelectHandler by_signs(Make) {
  return [](const Spelling& spelling) -> sim::Handler {
    const bool a = spelling.word("atype") == "s32";
    const bool b = spelling.word("btype") == "s32";
    if (a) return b ? Make{}.template operator()<s8, s8>() : Make{}.template operator()<s8, u8>();
    return b ? Make{}.template operator()<u8, s8>() : Make{}.template operator()<u8, u8>();
  };
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "popc.type d, a", .where = "type = b32 b64; d : u32", .effects = computes(costs::population_count),
   .select = by_size<u32, u64>([]<class T>() {
     return lanewise<u32, T>([](auto d, auto a) HWY_ATTR { return as_words(d, hn::PopulationCount(a)); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: popc"},
  {.syntax = "clz.type d, a", .where = "type = b32 b64; d : u32", .effects = computes(costs::leading_zero_count),
   .select = by_size<u32, u64>([]<class T>() {
     return per_lane<u32, T>([](T a) { return static_cast<u32>(std::countl_zero(a)); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: clz"},
  {.syntax = "bfind.type d, a", .where = "type = u32 s32 u64 s64; d : u32", .effects = computes(costs::most_significant_bit),
   .select = by_type<u32, s32, u64, s64>([]<class T>() {
     return per_lane<u32, T>([](T a) { return leading_bit(a); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: bfind"},
  {.syntax = "bfind.shiftamt.type d, a", .where = "type = u32 s32 u64 s64; d : u32", .effects = computes(costs::most_significant_bit),
   .select = by_type<u32, s32, u64, s64>([]<class T>() {
     return per_lane<u32, T>([](T a) { return leading_bit_shift(a); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: bfind"},
  {.syntax = "fns.type d, a, b, c", .where = "type = b32; b : b32; c : s32", .effects = computes(costs::unknown),
   .select = by_size<u32>([]<class T>() {
     return per_lane<u32, u32, u32, s32>([](u32 a, u32 b, s32 c) { return nth_set_bit(a, b, c); }); }),
   .since = "6.0", .sm = 30, .chapter = "Integer Arithmetic Instructions: fns"},
  {.syntax = "brev.type d, a", .where = "type = b32 b64", .effects = computes(costs::bit_reverse),
   .select = by_size<u32, u64>([]<class T>() { return per_lane<T>([](T a) { return reversed(a); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: brev"},

  {.syntax = "bfe.type d, a, b, c", .where = "type = u32 s32 u64 s64; b : u32; c : u32", .effects = computes(costs::field),
   .select = by_type<u32, s32, u64, s64>([]<class T>() {
     return per_lane<T, T, u32, u32>([](T a, u32 b, u32 c) { return extracted_field(a, b, c); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: bfe"},
  {.syntax = "bfi.type d, a, b, c, n", .where = "type = b32 b64; c : u32; n : u32", .effects = computes(costs::field),
   .select = by_size<u32, u64>([]<class T>() {
     return per_lane<T, T, T, u32, u32>([](T a, T b, u32 c, u32 n) { return inserted_field(a, b, c, n); }); }),
   .since = "2.0", .sm = 20, .chapter = "Integer Arithmetic Instructions: bfi"},
  {.syntax = "szext.clamp.type d, a, b", .where = "type = u32 s32; b : u32", .effects = computes(costs::shift),
   .select = by_type<u32, s32>([]<class T>() {
     return per_lane<T, T, u32>([](T a, u32 b) { return extended_from_bit<T, true>(a, b); }); }),
   .since = "7.6", .sm = 70, .chapter = "Integer Arithmetic Instructions: szext"},
  {.syntax = "szext.wrap.type d, a, b", .where = "type = u32 s32; b : u32", .effects = computes(costs::shift),
   .select = by_type<u32, s32>([]<class T>() {
     return per_lane<T, T, u32>([](T a, u32 b) { return extended_from_bit<T, false>(a, b); }); }),
   .since = "7.6", .sm = 70, .chapter = "Integer Arithmetic Instructions: szext"},
  {.syntax = "bmsk.clamp.type d, a, b", .where = "type = b32", .effects = computes(costs::shift),
   .select = by_size<u32>([]<class T>() { return per_lane<T>([](T a, T b) { return bit_mask<true>(a, b); }); }),
   .since = "7.6", .sm = 70, .chapter = "Integer Arithmetic Instructions: bmsk"},
  {.syntax = "bmsk.wrap.type d, a, b", .where = "type = b32", .effects = computes(costs::shift),
   .select = by_size<u32>([]<class T>() { return per_lane<T>([](T a, T b) { return bit_mask<false>(a, b); }); }),
   .since = "7.6", .sm = 70, .chapter = "Integer Arithmetic Instructions: bmsk"},

  {.syntax = "dp4a.atype.btype d, a, b, c",
   .where = "atype = u32 s32; btype = u32 s32; d : b32; a : b32; b : b32; c : b32", .effects = computes(costs::dot_product),
   .select = by_signs([]<class A, class B>() {
     return per_lane<u32>([](u32 a, u32 b, u32 c) { return dot4<A, B>(a, b, c); }); }),
   .since = "5.0", .sm = 61, .chapter = "Integer Arithmetic Instructions: dp4a"},
  {.syntax = "dp2a.lo.atype.btype d, a, b, c",
   .where = "atype = u32 s32; btype = u32 s32; d : b32; a : b32; b : b32; c : b32", .effects = computes(costs::dot_product),
   .select = by_signs([]<class A, class B>() {
     return per_lane<u32>([](u32 a, u32 b, u32 c) { return dot2<A, B, 0>(a, b, c); }); }),
   .since = "5.0", .sm = 61, .chapter = "Integer Arithmetic Instructions: dp2a"},
  {.syntax = "dp2a.hi.atype.btype d, a, b, c",
   .where = "atype = u32 s32; btype = u32 s32; d : b32; a : b32; b : b32; c : b32", .effects = computes(costs::dot_product),
   .select = by_signs([]<class A, class B>() {
     return per_lane<u32>([](u32 a, u32 b, u32 c) { return dot2<A, B, 2>(a, b, c); }); }),
   .since = "5.0", .sm = 61, .chapter = "Integer Arithmetic Instructions: dp2a"},
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
std::span<const InstructionDef> bits_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
