// Conversions of the 16- and 8-bit floats on the host, over every code they have and at the borders of rounding.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp4.h"
#include "cuda_fp6.h"
#include "cuda_fp8.h"

namespace {

// The value of a code of any such format: sign, `exponent_bits`, `fraction_bits`.
double value_of(unsigned code, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const unsigned exponent = code >> fraction_bits & ((1u << exponent_bits) - 1);
  const unsigned fraction = code & ((1u << fraction_bits) - 1);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                    : std::ldexp(fraction + (1u << fraction_bits), static_cast<int>(exponent) - bias - fraction_bits);
  return code >> (exponent_bits + fraction_bits) & 1 ? -magnitude : magnitude;
}

TEST(Half, EveryFiniteCodeIsReadAndWritten) {
  for (unsigned code = 0; code < 0x10000; ++code) {
    if ((code >> 10 & 31) == 31) continue;
    const __half h = __ushort_as_half(static_cast<unsigned short>(code));
    ASSERT_EQ(__half2float(h), value_of(code, 5, 10)) << std::hex << code;
    ASSERT_EQ(__half_as_ushort(__float2half(__half2float(h))), code);
  }
}

TEST(Half, BetweenTwoCodesTheRoundingDecides) {
  for (unsigned code = 0; code < 0x7bff; ++code) {
    const double low = value_of(code, 5, 10), high = value_of(code + 1, 5, 10);
    const float middle = static_cast<float>((low + high) / 2);
    const unsigned even = code & 1 ? code + 1 : code;
    ASSERT_EQ(__half_as_ushort(__float2half_rn(middle)), even) << std::hex << code;
    ASSERT_EQ(__half_as_ushort(__float2half_rn(std::nextafter(middle, 0.f))), code);
    ASSERT_EQ(__half_as_ushort(__float2half_rn(std::nextafter(middle, 1e9f))), code + 1);
    ASSERT_EQ(__half_as_ushort(__float2half_rz(middle)), code);
    ASSERT_EQ(__half_as_ushort(__float2half_ru(middle)), code + 1);
    ASSERT_EQ(__half_as_ushort(__float2half_rd(-middle)), (code + 1) | 0x8000);
    // A double just off the middle, by less than a float can say.
    ASSERT_EQ(__half_as_ushort(__double2half(std::nextafter((low + high) / 2, 1e9))), code + 1);
    ASSERT_EQ(__half_as_ushort(__double2half(std::nextafter((low + high) / 2, 0.0))), code);
  }
}

TEST(Half, TheEndsOfTheRange) {
  EXPECT_EQ(__half_as_ushort(__float2half(65519.f)), 0x7bff);
  EXPECT_EQ(__half_as_ushort(__float2half(65520.f)), 0x7c00);
  EXPECT_EQ(__half_as_ushort(__float2half_rz(1e30f)), 0x7bff);
  EXPECT_EQ(__half_as_ushort(__float2half_ru(1e30f)), 0x7c00);
  EXPECT_EQ(__half_as_ushort(__float2half_rd(-1e30f)), 0xfc00);
  EXPECT_EQ(__half_as_ushort(__float2half_ru(1e-30f)), 0x0001);
  EXPECT_EQ(__half_as_ushort(__float2half(std::numeric_limits<float>::quiet_NaN())), 0x7fff);
  EXPECT_EQ(__half2int_rz(__float2half(-2.75f)), -2);
  EXPECT_EQ(__half2ushort_rn(__float2half(-1.f)), 0);
}

TEST(Half, ArithmeticGoesThroughFloat) {
  const __half a = 2.5f, b = 0.5f;
  EXPECT_EQ(static_cast<float>(a * b - a / b + b), 1.25f - 5.f + 0.5f);
  EXPECT_TRUE(b < a && a >= b && a != b);
  const __half2 pair = __floats2half2_rn(1.f, -2.f) * __half2half2(a);
  EXPECT_EQ(__low2float(pair), 2.5f);
  EXPECT_EQ(__high2float(pair), -5.f);
}

TEST(Bfloat16, KeepsTheUpperHalfOfAFloat) {
  for (unsigned code = 0; code < 0x7f80; ++code) {
    const float f = std::bit_cast<float>(code << 16);
    ASSERT_EQ(__bfloat162float(__ushort_as_bfloat16(static_cast<unsigned short>(code))), f);
    ASSERT_EQ(__bfloat16_as_ushort(__float2bfloat16(std::bit_cast<float>(code << 16 | 0x8000))),
              code & 1 ? code + 1 : code);
    ASSERT_EQ(__bfloat16_as_ushort(__float2bfloat16(std::bit_cast<float>(code << 16 | 0x8001))), code + 1);
  }
  EXPECT_EQ(static_cast<float>(__nv_bfloat16(3.f) + __nv_bfloat16(0.5f)), 3.5f);
}

template <class T>
void expect_every_code(int exponent_bits, int fraction_bits, unsigned last_finite) {
  for (unsigned code = 0; code <= last_finite; ++code) {
    T t;
    t.__x = static_cast<__nv_fp8_storage_t>(code);
    ASSERT_EQ(static_cast<float>(t), value_of(code, exponent_bits, fraction_bits)) << code;
    ASSERT_EQ(T(static_cast<float>(t)).__x, code);
    ASSERT_EQ(T(-static_cast<float>(t)).__x, code | 0x80);
    if (code == last_finite) break;
    const double middle =
        (value_of(code, exponent_bits, fraction_bits) + value_of(code + 1, exponent_bits, fraction_bits)) / 2;
    ASSERT_EQ(T(middle).__x, code & 1 ? code + 1 : code);
    ASSERT_EQ(T(std::nextafter(middle, 1e9)).__x, code + 1);
  }
}

TEST(Fp8, EveryCodeIsReadAndWritten) {
  expect_every_code<__nv_fp8_e4m3>(4, 3, 0x7e);
  expect_every_code<__nv_fp8_e5m2>(5, 2, 0x7b);
}

TEST(Fp8, TooLargeSaturatesOrOverflows) {
  EXPECT_EQ(static_cast<float>(__nv_fp8_e4m3(1000.f)), 448.f);
  EXPECT_EQ(static_cast<float>(__nv_fp8_e5m2(1e9f)), 57344.f);
  EXPECT_EQ(__nv_cvt_float_to_fp8(1000.f, __NV_NOSAT, __NV_E4M3), 0x7f);
  EXPECT_EQ(__nv_cvt_float_to_fp8(-1e9f, __NV_NOSAT, __NV_E5M2), 0xfc);
}

/// Every code of a format without infinity and NaN, and what lies between two.
template <class Read, class Write>
void expect_tiny(int exponent_bits, int fraction_bits, Read&& read, Write&& write) {
  const unsigned sign = 1u << (exponent_bits + fraction_bits);
  for (unsigned code = 0; code < 2 * sign; ++code) {
    const double value = value_of(code, exponent_bits, fraction_bits);
    ASSERT_EQ(read(code), value) << code;
    ASSERT_EQ(write(value, cudaRoundNearest), code);
    ASSERT_EQ(write(value, cudaRoundZero), code);
    if ((code & (sign - 1)) == sign - 1) continue;
    const double middle = (value + value_of(code + 1, exponent_bits, fraction_bits)) / 2;
    ASSERT_EQ(write(middle, cudaRoundNearest), (code & 1) != 0 ? code + 1 : code) << code;
    ASSERT_EQ(write(middle * (1 + 1e-12), cudaRoundNearest), code + 1) << code;
    ASSERT_EQ(write(middle, cudaRoundZero), code) << code;
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(write(infinity, cudaRoundNearest), sign - 1);
  EXPECT_EQ(write(-1e30, cudaRoundNearest), 2 * sign - 1);
  EXPECT_EQ(write(std::nan(""), cudaRoundNearest), sign - 1);
}

TEST(Fp4, EveryCodeIsReadAndWritten) {
  expect_tiny(
      2, 1,
      [](unsigned code) { return static_cast<double>(__half2float(__half(__nv_cvt_fp4_to_halfraw(code, __NV_E2M1)))); },
      [](double x, cudaRoundMode rounding) { return unsigned{__nv_cvt_double_to_fp4(x, __NV_E2M1, rounding)}; });
}

TEST(Fp6, EveryCodeIsReadAndWritten) {
  for (const auto kind : {__NV_E2M3, __NV_E3M2}) {
    expect_tiny(
        kind == __NV_E2M3 ? 2 : 3, kind == __NV_E2M3 ? 3 : 2,
        [&](unsigned code) { return static_cast<double>(__half2float(__half(__nv_cvt_fp6_to_halfraw(code, kind)))); },
        [&](double x, cudaRoundMode rounding) { return unsigned{__nv_cvt_double_to_fp6(x, kind, rounding)}; });
  }
}

// As CUDA 13.0's headers pack them.
TEST(Fp4, PairsAndQuadruplesAreThoseOfCuda) {
  const float4 f = {1.5f, -3, 100, 0.25f};
  EXPECT_EQ(__nv_fp4x4_e2m1(f).__x, 0x7d3u);
  EXPECT_EQ(__nv_fp6x4_e3m2(f).__x, 0x41f320eu);
  EXPECT_EQ(__nv_fp6x4_e2m3(f).__x, 0x21f340cu);
  EXPECT_EQ(__nv_fp4x2_e2m1(float2{1, 2}).__x, 0x42u);
  const float4 back = static_cast<float4>(__nv_fp4x4_e2m1(f));
  EXPECT_EQ(back.y, -3.f);
  EXPECT_EQ(back.z, 6.f);
  EXPECT_EQ(static_cast<int>(__nv_fp4_e2m1(-3.2f)), -3);
  EXPECT_EQ(static_cast<unsigned>(__nv_fp4_e2m1(-3.2f)), 0u);
}

TEST(Scale, IsAPowerOfTwo) {
  const auto up = [](double x, __nv_saturation_t saturate = __NV_SATFINITE) {
    return __nv_cvt_double_to_e8m0(x, saturate, cudaRoundPosInf);
  };
  const auto down = [](float x) { return __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundZero); };
  for (int code = 0; code < 0xff; ++code) {
    const double power = std::ldexp(1.0, code - 127);
    ASSERT_EQ(up(power), code);
    ASSERT_EQ(up(-power), code);
    ASSERT_EQ(up(std::nextafter(power, 0.0)), code);
    ASSERT_EQ(up(std::nextafter(power, 1e300)), std::min(code + 1, 0xfe));
    ASSERT_EQ(down(static_cast<float>(power)), code);
    ASSERT_EQ(down(static_cast<float>(1.99 * power)), code);
    __nv_fp8_e8m0 scale;
    scale.__x = static_cast<__nv_fp8_storage_t>(code);
    ASSERT_EQ(static_cast<double>(scale), power);
  }
  EXPECT_EQ(up(0), 0);
  EXPECT_EQ(up(1e-300), 0);
  EXPECT_EQ(up(1e300), 0xfe);
  EXPECT_EQ(up(1e300, __NV_NOSAT), 0xff);
  EXPECT_EQ(up(std::numeric_limits<double>::quiet_NaN()), 0xff);
  EXPECT_EQ(down(std::numeric_limits<float>::infinity()), 0xfe);
  __nv_fp8_e8m0 nan;
  nan.__x = 0xff;
  EXPECT_TRUE(std::isnan(static_cast<float>(nan)));
  EXPECT_EQ(static_cast<int>(nan), 0);
}

TEST(Scale, OfIntegersAndTwosAndFours) {
  EXPECT_EQ(static_cast<int>(__nv_fp8_e8m0(5)), 8);
  EXPECT_EQ(static_cast<int>(__nv_fp8_e8m0(0.75f)), 1);
  EXPECT_EQ(static_cast<int>(__nv_fp8_e8m0(0.25f)), 0);
  EXPECT_EQ(static_cast<int>(__nv_fp8_e8m0(1e20)), std::numeric_limits<int>::max());
  EXPECT_EQ(static_cast<unsigned char>(__nv_fp8_e8m0(256)), 255);
  EXPECT_EQ(static_cast<long long>(__nv_fp8_e8m0(1LL << 40)), 1LL << 40);
  const __nv_fp8x2_e8m0 two(float2{3.f, 0.5f});
  EXPECT_EQ(two.__x, 0x7e81);
  EXPECT_EQ(static_cast<float2>(two).x, 4.f);
  const __nv_fp8x4_e8m0 four(float4{1.f, 2.f, 4.f, 9.f});
  EXPECT_EQ(four.__x, 0x8381807fu);
  EXPECT_EQ(static_cast<float4>(four).w, 16.f);
  EXPECT_EQ(__bfloat162float(static_cast<__nv_bfloat162>(two).y), 0.5f);
}

}  // namespace
