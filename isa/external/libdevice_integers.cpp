// The maths library's integer functions. Arithmetic wraps; each answers as the instruction that it stands for.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "isa/external/external.hpp"

namespace warpglass::isa {
namespace {

using s32 = std::int32_t;
using u32 = std::uint32_t;
using s64 = std::int64_t;
using u64 = std::uint64_t;

template <class T>
T reversed(T value) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 8; ++i) result |= static_cast<T>((value >> i & 1) << (sizeof(T) * 8 - 1 - i));
  return result;
}

/// Bytes of y:x picked by the low three bits of each of four selectors.
u32 permuted(u32 x, u32 y, u32 selectors) {
  const u64 bytes = u64{y} << 32 | x;
  u32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned pick = selectors >> (4 * i) & 7;
    result |= static_cast<u32>(bytes >> (8 * pick) & 0xff) << (8 * i);
  }
  return result;
}

constexpr s32 low24(s32 value) { return static_cast<s32>(static_cast<u32>(value) << 8) >> 8; }

u64 high_product(u64 x, u64 y) {
  const u64 x0 = static_cast<u32>(x), x1 = x >> 32, y0 = static_cast<u32>(y), y1 = y >> 32;
  const u64 middle = x1 * y0 + (x0 * y0 >> 32);
  const u64 carry = x0 * y1 + static_cast<u32>(middle);
  return x1 * y1 + (middle >> 32) + (carry >> 32);
}

s64 signed_high_product(s64 x, s64 y) {
  u64 high = high_product(static_cast<u64>(x), static_cast<u64>(y));
  if (x < 0) high -= static_cast<u64>(y);
  if (y < 0) high -= static_cast<u64>(x);
  return static_cast<s64>(high);
}

constexpr u32 distance(s64 x, s64 y) { return static_cast<u32>(x > y ? x - y : y - x); }

constexpr ProvidedFunction kIntegerFunctions[] = {
    native<[](s32 x) { return x < 0 ? u32{0} - static_cast<u32>(x) : static_cast<u32>(x); }>("__nv_abs"),
    native<[](s64 x) { return x < 0 ? u64{0} - static_cast<u64>(x) : static_cast<u64>(x); }>("__nv_llabs"),
    native<[](u32 x) { return reversed(x); }>("__nv_brev"),
    native<[](u64 x) { return reversed(x); }>("__nv_brevll"),
    native<[](u32 x, u32 y, u32 selectors) { return permuted(x, y, selectors); }>("__nv_byte_perm"),
    native<[](u32 x) { return static_cast<u32>(std::countl_zero(x)); }>("__nv_clz"),
    native<[](u64 x) { return static_cast<u32>(std::countl_zero(x)); }>("__nv_clzll"),
    native<[](u32 x) { return x == 0 ? 0u : static_cast<u32>(std::countr_zero(x)) + 1; }>("__nv_ffs"),
    native<[](u64 x) { return x == 0 ? 0u : static_cast<u32>(std::countr_zero(x)) + 1; }>("__nv_ffsll"),
    native<[](u32 x) { return static_cast<u32>(std::popcount(x)); }>("__nv_popc"),
    native<[](u64 x) { return static_cast<u32>(std::popcount(x)); }>("__nv_popcll"),
    native<[](s32 x, s32 y) { return static_cast<s32>((s64{x} + y) >> 1); }>("__nv_hadd"),
    native<[](s32 x, s32 y) { return static_cast<s32>((s64{x} + y + 1) >> 1); }>("__nv_rhadd"),
    native<[](u32 x, u32 y) { return static_cast<u32>((u64{x} + y) >> 1); }>("__nv_uhadd"),
    native<[](u32 x, u32 y) { return static_cast<u32>((u64{x} + y + 1) >> 1); }>("__nv_urhadd"),
    native<[](s32 x, s32 y) { return std::max(x, y); }>("__nv_max"),
    native<[](s32 x, s32 y) { return std::min(x, y); }>("__nv_min"),
    native<[](u32 x, u32 y) { return std::max(x, y); }>("__nv_umax"),
    native<[](u32 x, u32 y) { return std::min(x, y); }>("__nv_umin"),
    native<[](s64 x, s64 y) { return std::max(x, y); }>("__nv_llmax"),
    native<[](s64 x, s64 y) { return std::min(x, y); }>("__nv_llmin"),
    native<[](u64 x, u64 y) { return std::max(x, y); }>("__nv_ullmax"),
    native<[](u64 x, u64 y) { return std::min(x, y); }>("__nv_ullmin"),
    native<[](s32 x, s32 y) { return static_cast<u32>(s64{low24(x)} * low24(y)); }>("__nv_mul24"),
    native<[](u32 x, u32 y) { return (x & 0xffffff) * (y & 0xffffff); }>("__nv_umul24"),
    native<[](s32 x, s32 y) { return static_cast<s32>(s64{x} * y >> 32); }>("__nv_mulhi"),
    native<[](u32 x, u32 y) { return static_cast<u32>(u64{x} * y >> 32); }>("__nv_umulhi"),
    native<[](s64 x, s64 y) { return signed_high_product(x, y); }>("__nv_mul64hi"),
    native<[](u64 x, u64 y) { return high_product(x, y); }>("__nv_umul64hi"),
    native<[](s32 x, s32 y, u32 z) { return distance(x, y) + z; }>("__nv_sad"),
    native<[](u32 x, u32 y, u32 z) { return distance(x, y) + z; }>("__nv_usad"),
};

}  // namespace

std::span<const ProvidedFunction> libdevice_integer_functions() { return kIntegerFunctions; }

}  // namespace warpglass::isa
