// Conversions between numbers, each exactly as the cvt instruction that it stands for.
#include <bit>
#include <type_traits>

#include "isa/conversion.hpp"
#include "isa/external/external.hpp"

namespace warpglass::isa {
namespace {

template <Number kNumber>
struct Holds;
// clang-format off
template <> struct Holds<Number::s32> { using Type = std::int32_t; };
template <> struct Holds<Number::u32> { using Type = std::uint32_t; };
template <> struct Holds<Number::s64> { using Type = std::int64_t; };
template <> struct Holds<Number::u64> { using Type = std::uint64_t; };
template <> struct Holds<Number::f16> { using Type = std::uint32_t; };  // passed in 32 bits
template <> struct Holds<Number::f32> { using Type = float; };
template <> struct Holds<Number::f64> { using Type = double; };
// clang-format on

template <Number kTo, Number kFrom, Rounding kRounding>
constexpr ProvidedFunction conversion(std::string_view name) {
  using To = typename Holds<kTo>::Type;
  using From = typename Holds<kFrom>::Type;
  return native<[](From value) {
    constexpr Conversion kConversion{.to = kTo, .from = kFrom, .rounding = kRounding, .to_integral = is_integer(kTo)};
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    if constexpr (kFrom == Number::f16) bits &= 0xffff;
    bits = converted(kConversion, bits);
    To result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
  }>(name);
}

template <class To, class From>
constexpr ProvidedFunction same_bits(std::string_view name) {
  return native<[](From value) { return std::bit_cast<To>(value); }>(name);
}

constexpr Rounding kRn = Rounding::nearest;
constexpr Rounding kRz = Rounding::zero;
constexpr Rounding kRd = Rounding::down;
constexpr Rounding kRu = Rounding::up;
constexpr Number kS32 = Number::s32;
constexpr Number kU32 = Number::u32;
constexpr Number kS64 = Number::s64;
constexpr Number kU64 = Number::u64;
constexpr Number kSingle = Number::f32;
constexpr Number kDouble = Number::f64;
constexpr Number kHalf = Number::f16;

constexpr ProvidedFunction kConversions[] = {
    conversion<kSingle, kDouble, kRn>("__nv_double2float_rn"),
    conversion<kSingle, kDouble, kRz>("__nv_double2float_rz"),
    conversion<kSingle, kDouble, kRd>("__nv_double2float_rd"),
    conversion<kSingle, kDouble, kRu>("__nv_double2float_ru"),
    conversion<kS32, kDouble, kRn>("__nv_double2int_rn"),
    conversion<kS32, kDouble, kRz>("__nv_double2int_rz"),
    conversion<kS32, kDouble, kRd>("__nv_double2int_rd"),
    conversion<kS32, kDouble, kRu>("__nv_double2int_ru"),
    conversion<kU32, kDouble, kRn>("__nv_double2uint_rn"),
    conversion<kU32, kDouble, kRz>("__nv_double2uint_rz"),
    conversion<kU32, kDouble, kRd>("__nv_double2uint_rd"),
    conversion<kU32, kDouble, kRu>("__nv_double2uint_ru"),
    conversion<kS64, kDouble, kRn>("__nv_double2ll_rn"),
    conversion<kS64, kDouble, kRz>("__nv_double2ll_rz"),
    conversion<kS64, kDouble, kRd>("__nv_double2ll_rd"),
    conversion<kS64, kDouble, kRu>("__nv_double2ll_ru"),
    conversion<kU64, kDouble, kRn>("__nv_double2ull_rn"),
    conversion<kU64, kDouble, kRz>("__nv_double2ull_rz"),
    conversion<kU64, kDouble, kRd>("__nv_double2ull_rd"),
    conversion<kU64, kDouble, kRu>("__nv_double2ull_ru"),
    conversion<kS32, kSingle, kRn>("__nv_float2int_rn"),
    conversion<kS32, kSingle, kRz>("__nv_float2int_rz"),
    conversion<kS32, kSingle, kRd>("__nv_float2int_rd"),
    conversion<kS32, kSingle, kRu>("__nv_float2int_ru"),
    conversion<kU32, kSingle, kRn>("__nv_float2uint_rn"),
    conversion<kU32, kSingle, kRz>("__nv_float2uint_rz"),
    conversion<kU32, kSingle, kRd>("__nv_float2uint_rd"),
    conversion<kU32, kSingle, kRu>("__nv_float2uint_ru"),
    conversion<kS64, kSingle, kRn>("__nv_float2ll_rn"),
    conversion<kS64, kSingle, kRz>("__nv_float2ll_rz"),
    conversion<kS64, kSingle, kRd>("__nv_float2ll_rd"),
    conversion<kS64, kSingle, kRu>("__nv_float2ll_ru"),
    conversion<kU64, kSingle, kRn>("__nv_float2ull_rn"),
    conversion<kU64, kSingle, kRz>("__nv_float2ull_rz"),
    conversion<kU64, kSingle, kRd>("__nv_float2ull_rd"),
    conversion<kU64, kSingle, kRu>("__nv_float2ull_ru"),
    conversion<kSingle, kS32, kRn>("__nv_int2float_rn"),
    conversion<kSingle, kS32, kRz>("__nv_int2float_rz"),
    conversion<kSingle, kS32, kRd>("__nv_int2float_rd"),
    conversion<kSingle, kS32, kRu>("__nv_int2float_ru"),
    conversion<kSingle, kU32, kRn>("__nv_uint2float_rn"),
    conversion<kSingle, kU32, kRz>("__nv_uint2float_rz"),
    conversion<kSingle, kU32, kRd>("__nv_uint2float_rd"),
    conversion<kSingle, kU32, kRu>("__nv_uint2float_ru"),
    conversion<kSingle, kS64, kRn>("__nv_ll2float_rn"),
    conversion<kSingle, kS64, kRz>("__nv_ll2float_rz"),
    conversion<kSingle, kS64, kRd>("__nv_ll2float_rd"),
    conversion<kSingle, kS64, kRu>("__nv_ll2float_ru"),
    conversion<kSingle, kU64, kRn>("__nv_ull2float_rn"),
    conversion<kSingle, kU64, kRz>("__nv_ull2float_rz"),
    conversion<kSingle, kU64, kRd>("__nv_ull2float_rd"),
    conversion<kSingle, kU64, kRu>("__nv_ull2float_ru"),
    conversion<kDouble, kS32, kRn>("__nv_int2double_rn"),
    conversion<kDouble, kU32, kRn>("__nv_uint2double_rn"),
    conversion<kDouble, kS64, kRn>("__nv_ll2double_rn"),
    conversion<kDouble, kS64, kRz>("__nv_ll2double_rz"),
    conversion<kDouble, kS64, kRd>("__nv_ll2double_rd"),
    conversion<kDouble, kS64, kRu>("__nv_ll2double_ru"),
    conversion<kDouble, kU64, kRn>("__nv_ull2double_rn"),
    conversion<kDouble, kU64, kRz>("__nv_ull2double_rz"),
    conversion<kDouble, kU64, kRd>("__nv_ull2double_rd"),
    conversion<kDouble, kU64, kRu>("__nv_ull2double_ru"),
    conversion<kHalf, kSingle, kRn>("__nv_float2half_rn"),
    conversion<kSingle, kHalf, kRn>("__nv_half2float"),
    // Rounded to the nearest integer, halves to even; then halves away from zero.
    conversion<kS64, kDouble, kRn>("__nv_llrint"),
    conversion<kS64, kSingle, kRn>("__nv_llrintf"),
    conversion<kS64, kDouble, Rounding::nearest_away>("__nv_llround"),
    conversion<kS64, kSingle, Rounding::nearest_away>("__nv_llroundf"),
    same_bits<std::uint64_t, double>("__nv_double_as_longlong"),
    same_bits<double, std::uint64_t>("__nv_longlong_as_double"),
    same_bits<std::uint32_t, float>("__nv_float_as_int"),
    same_bits<std::uint32_t, float>("__nv_float_as_uint"),
    same_bits<float, std::uint32_t>("__nv_int_as_float"),
    same_bits<float, std::uint32_t>("__nv_uint_as_float"),
    native<[](double x) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32); }>(
        "__nv_double2hiint"),
    native<[](double x) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x)); }>("__nv_double2loint"),
    native<[](std::uint32_t high, std::uint32_t low) {
      return std::bit_cast<double>(std::uint64_t{high} << 32 | low);
    }>("__nv_hiloint2double"),
};

}  // namespace

std::span<const ProvidedFunction> libdevice_conversion_functions() { return kConversions; }

}  // namespace warpglass::isa
