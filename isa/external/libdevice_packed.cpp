// SIMD within a word: two halfwords or four bytes of a 32-bit register at a time.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "isa/external/external.hpp"

namespace warpglass::isa {
namespace {

using u32 = std::uint32_t;

constexpr u32 low_bits(int bits) { return (u32{1} << bits) - 1; }

/// Part number `i` of a word, extended as the function asks.
template <int kBits, bool kSigned>
constexpr int part_of(u32 word, int i) {
  const u32 bits = word >> (kBits * i) & low_bits(kBits);
  if constexpr (kSigned) return static_cast<int>(bits << (32 - kBits)) >> (32 - kBits);
  return static_cast<int>(bits);
}

template <int kBits, bool kSigned>
constexpr int clamped(int value) {
  constexpr int kHighest = kSigned ? static_cast<int>(low_bits(kBits - 1)) : static_cast<int>(low_bits(kBits));
  constexpr int kLowest = kSigned ? -kHighest - 1 : 0;
  return std::clamp(value, kLowest, kHighest);
}

enum class Result : std::uint8_t {
  wrapped,    // the low bits
  saturated,  // the nearest number of the type
  mask,       // all ones where true
  sum,        // over the parts, in 32 bits
};

template <int kBits, bool kSigned, Result kResult, auto kMeaning>
constexpr u32 applied(u32 x, u32 y) {
  u32 word = 0;
  for (int i = 0; i < 32 / kBits; ++i) {
    int value = kMeaning(part_of<kBits, kSigned>(x, i), part_of<kBits, kSigned>(y, i));
    if constexpr (kResult == Result::sum) {
      word += static_cast<u32>(value);
      continue;
    }
    if constexpr (kResult == Result::saturated) value = clamped<kBits, kSigned>(value);
    if constexpr (kResult == Result::mask) value = value != 0 ? -1 : 0;
    word |= (static_cast<u32>(value) & low_bits(kBits)) << (kBits * i);
  }
  return word;
}

using Pair = std::array<ProvidedFunction, 2>;

/// Rows for halfwords and for bytes.
template <bool kSigned, Result kResult, auto kMeaning>
constexpr Pair of_two(std::string_view halfwords, std::string_view bytes) {
  return {native<[](u32 x, u32 y) { return applied<16, kSigned, kResult, kMeaning>(x, y); }>(halfwords),
          native<[](u32 x, u32 y) { return applied<8, kSigned, kResult, kMeaning>(x, y); }>(bytes)};
}

template <auto kMeaning>
constexpr auto kIgnoring = [](int x, int) { return kMeaning(x); };

template <Result kResult, auto kMeaning>
constexpr Pair of_one(std::string_view halfwords, std::string_view bytes) {
  return {native<[](u32 x) { return applied<16, true, kResult, kIgnoring<kMeaning>>(x, 0); }>(halfwords),
          native<[](u32 x) { return applied<8, true, kResult, kIgnoring<kMeaning>>(x, 0); }>(bytes)};
}

constexpr auto kAbs = [](int x) { return x < 0 ? -x : x; };
constexpr auto kNegate = [](int x) { return -x; };
constexpr auto kAdd = [](int x, int y) { return x + y; };
constexpr auto kSub = [](int x, int y) { return x - y; };
constexpr auto kDistance = [](int x, int y) { return x > y ? x - y : y - x; };
constexpr auto kHalfSum = [](int x, int y) { return (x + y) >> 1; };
constexpr auto kAverage = [](int x, int y) { return (x + y + (x + y >= 0 ? 1 : 0)) >> 1; };  // PTX ISA, vavrg2, vavrg4
constexpr auto kMax = [](int x, int y) { return std::max(x, y); };
constexpr auto kMin = [](int x, int y) { return std::min(x, y); };
constexpr auto kEq = [](int x, int y) { return x == y ? 1 : 0; };
constexpr auto kNe = [](int x, int y) { return x != y ? 1 : 0; };
constexpr auto kGe = [](int x, int y) { return x >= y ? 1 : 0; };
constexpr auto kGt = [](int x, int y) { return x > y ? 1 : 0; };
constexpr auto kLe = [](int x, int y) { return x <= y ? 1 : 0; };
constexpr auto kLt = [](int x, int y) { return x < y ? 1 : 0; };

constexpr bool kS = true;   // signed parts
constexpr bool kU = false;  // unsigned parts

constexpr Pair kPairs[] = {
    of_one<Result::wrapped, kAbs>("__nv_vabs2", "__nv_vabs4"),
    of_one<Result::saturated, kAbs>("__nv_vabsss2", "__nv_vabsss4"),
    of_one<Result::wrapped, kNegate>("__nv_vneg2", "__nv_vneg4"),
    of_one<Result::saturated, kNegate>("__nv_vnegss2", "__nv_vnegss4"),
    of_two<kS, Result::wrapped, kDistance>("__nv_vabsdiffs2", "__nv_vabsdiffs4"),
    of_two<kU, Result::wrapped, kDistance>("__nv_vabsdiffu2", "__nv_vabsdiffu4"),
    of_two<kU, Result::wrapped, kAdd>("__nv_vadd2", "__nv_vadd4"),
    of_two<kS, Result::saturated, kAdd>("__nv_vaddss2", "__nv_vaddss4"),
    of_two<kU, Result::saturated, kAdd>("__nv_vaddus2", "__nv_vaddus4"),
    of_two<kU, Result::wrapped, kSub>("__nv_vsub2", "__nv_vsub4"),
    of_two<kS, Result::saturated, kSub>("__nv_vsubss2", "__nv_vsubss4"),
    of_two<kU, Result::saturated, kSub>("__nv_vsubus2", "__nv_vsubus4"),
    of_two<kS, Result::wrapped, kAverage>("__nv_vavgs2", "__nv_vavgs4"),
    of_two<kU, Result::wrapped, kAverage>("__nv_vavgu2", "__nv_vavgu4"),
    of_two<kU, Result::wrapped, kHalfSum>("__nv_vhaddu2", "__nv_vhaddu4"),
    of_two<kS, Result::wrapped, kMax>("__nv_vmaxs2", "__nv_vmaxs4"),
    of_two<kU, Result::wrapped, kMax>("__nv_vmaxu2", "__nv_vmaxu4"),
    of_two<kS, Result::wrapped, kMin>("__nv_vmins2", "__nv_vmins4"),
    of_two<kU, Result::wrapped, kMin>("__nv_vminu2", "__nv_vminu4"),
    of_two<kS, Result::sum, kDistance>("__nv_vsads2", "__nv_vsads4"),
    of_two<kU, Result::sum, kDistance>("__nv_vsadu2", "__nv_vsadu4"),
    of_two<kU, Result::mask, kEq>("__nv_vcmpeq2", "__nv_vcmpeq4"),
    of_two<kU, Result::mask, kNe>("__nv_vcmpne2", "__nv_vcmpne4"),
    of_two<kS, Result::mask, kGe>("__nv_vcmpges2", "__nv_vcmpges4"),
    of_two<kU, Result::mask, kGe>("__nv_vcmpgeu2", "__nv_vcmpgeu4"),
    of_two<kS, Result::mask, kGt>("__nv_vcmpgts2", "__nv_vcmpgts4"),
    of_two<kU, Result::mask, kGt>("__nv_vcmpgtu2", "__nv_vcmpgtu4"),
    of_two<kS, Result::mask, kLe>("__nv_vcmples2", "__nv_vcmples4"),
    of_two<kU, Result::mask, kLe>("__nv_vcmpleu2", "__nv_vcmpleu4"),
    of_two<kS, Result::mask, kLt>("__nv_vcmplts2", "__nv_vcmplts4"),
    of_two<kU, Result::mask, kLt>("__nv_vcmpltu2", "__nv_vcmpltu4"),
    of_two<kU, Result::wrapped, kEq>("__nv_vseteq2", "__nv_vseteq4"),
    of_two<kU, Result::wrapped, kNe>("__nv_vsetne2", "__nv_vsetne4"),
    of_two<kS, Result::wrapped, kGe>("__nv_vsetges2", "__nv_vsetges4"),
    of_two<kU, Result::wrapped, kGe>("__nv_vsetgeu2", "__nv_vsetgeu4"),
    of_two<kS, Result::wrapped, kGt>("__nv_vsetgts2", "__nv_vsetgts4"),
    of_two<kU, Result::wrapped, kGt>("__nv_vsetgtu2", "__nv_vsetgtu4"),
    of_two<kS, Result::wrapped, kLe>("__nv_vsetles2", "__nv_vsetles4"),
    of_two<kU, Result::wrapped, kLe>("__nv_vsetleu2", "__nv_vsetleu4"),
    of_two<kS, Result::wrapped, kLt>("__nv_vsetlts2", "__nv_vsetlts4"),
    of_two<kU, Result::wrapped, kLt>("__nv_vsetltu2", "__nv_vsetltu4"),
};

constexpr auto kPackedFunctions = [] {
  std::array<ProvidedFunction, 2 * std::size(kPairs)> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kPairs[i / 2][i % 2];
  return all;
}();

}  // namespace

std::span<const ProvidedFunction> libdevice_packed_functions() { return kPackedFunctions; }

}  // namespace warpglass::isa
