// Functions that the engine provides: each declared one is there, with the sizes that compilers declare; and what they
// answer, called from PTX and against plain statements of the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <math.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "isa/external/external.hpp"
#include "isa/external/format.hpp"
#include "isa/external/special_functions.hpp"
#include "isa/external/vector_math.hpp"
#include "isa/provided.hpp"
#include "tests/unit/isa/call_provided.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Declared {
  std::string name;
  std::uint32_t result = 0;
  std::vector<std::uint32_t> arguments;
};

std::vector<Declared> declared_functions() {
  std::vector<Declared> functions;
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/unit/isa/data/libdevice_functions.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Declared f;
    words >> f.name >> f.result;
    for (std::uint32_t bytes = 0; words >> bytes;) f.arguments.push_back(bytes);
    functions.push_back(std::move(f));
  }
  return functions;
}

TEST(Libdevice, HasEveryFunctionAsItIsDeclared) {
  const std::vector<Declared> functions = declared_functions();
  ASSERT_EQ(functions.size(), 430u);
  for (const Declared& f : functions) {
    ASSERT_TRUE(is_provided(f.name)) << f.name;
    const ProvidedFunction& provided = provided_function(provided_index(f.name));
    EXPECT_EQ(provided.result_bytes, f.result) << f.name;
    EXPECT_THAT(provided.arguments(), testing::ElementsAreArray(f.arguments)) << f.name;
  }
  EXPECT_FALSE(is_provided("__nv_"));
  EXPECT_FALSE(is_provided("zzz"));
  for (const char* name : {"vprintf", "malloc", "free", "__assertfail"}) EXPECT_TRUE(is_provided(name));
}

bool same(float x, float y) {
  return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
}

// Every 1009th float, and the edges of what is computed on vectors.
TEST(Libdevice, VectorsAnswerAsTheLibrary) {
  const auto expect = [](std::uint32_t first, std::uint32_t step) {
    std::array<float, kWarpSize> x;
    std::array<float, kWarpSize> y;
    for (std::uint32_t i = 0; i < kWarpSize; ++i) x[i] = std::bit_cast<float>(first + i * step);
    exponentials(x, y);
    for (std::size_t i = 0; i < kWarpSize; ++i) ASSERT_TRUE(same(y[i], ::expf(x[i]))) << x[i];
    powers_of_two(x, y);
    for (std::size_t i = 0; i < kWarpSize; ++i) ASSERT_TRUE(same(y[i], ::exp2f(x[i]))) << x[i];
    sines(x, y);
    for (std::size_t i = 0; i < kWarpSize; ++i) ASSERT_TRUE(same(y[i], ::sinf(x[i]))) << x[i];
    cosines(x, y);
    for (std::size_t i = 0; i < kWarpSize; ++i) ASSERT_TRUE(same(y[i], ::cosf(x[i]))) << x[i];
    const auto rounded = [](double value) { return static_cast<float>(value); };
    sines_of_half_turns(x, y);
    for (std::size_t i = 0; i < kWarpSize; ++i) ASSERT_TRUE(same(y[i], rounded(sinpi(double{x[i]})))) << x[i];
    cosines_of_half_turns(x, y);
    for (std::size_t i = 0; i < kWarpSize; ++i) ASSERT_TRUE(same(y[i], rounded(cospi(double{x[i]})))) << x[i];
  };
  constexpr std::uint64_t kStep = 1009;
  for (std::uint64_t first = 0; first < std::uint64_t{1} << 32; first += kStep * kWarpSize)
    expect(static_cast<std::uint32_t>(first), kStep);
  for (const float edge : {87.0f, -87.0f, 126.0f, -126.0f, 0.0f, -0.0f, 0x1p-125f, 65536.0f, -65536.0f, 0x1p22f, 0.5f,
                           -1.0f, 1.5f, std::numeric_limits<float>::infinity()})
    expect(std::bit_cast<std::uint32_t>(edge) - kWarpSize / 2, 1);
}

TEST(Libdevice, Elementary) {
  EXPECT_EQ(call_one<float>("__nv_expf", 1.0f), std::exp(1.0f));
  EXPECT_EQ(call_one<double>("__nv_pow", 2.0, 10.0), 1024.0);
  EXPECT_EQ(call_one<float>("__nv_powf", -2.0f, 3.0f), -8.0f);
  EXPECT_TRUE(std::isnan(call_one<float>("__nv_fast_powf", -2.0f, 3.0f)));
  EXPECT_EQ(call_one<float>("__nv_fast_sinf", 1e-8f), 0.0f);  // as sin.approx
  EXPECT_NEAR(call_one<float>("__nv_fast_sinf", 0.5f), std::sin(0.5), 0x1p-21);
  EXPECT_EQ(call_one<float>("__nv_rsqrtf", 4.0f), 0.5f);
  EXPECT_EQ(call_one<float>("__nv_exp10f", 3.0f), 1000.0f);
  EXPECT_EQ(call_one<double>("__nv_exp10", -2.0), 0.01);
  EXPECT_EQ(call_one<float>("__nv_fmaxf", std::nanf(""), 3.0f), 3.0f);
  EXPECT_FALSE(std::signbit(call_one<float>("__nv_fmaxf", -0.0f, 0.0f)));
  EXPECT_TRUE(std::signbit(call_one<double>("__nv_fmin", 0.0, -0.0)));
  EXPECT_EQ(call_one<float>("__nv_saturatef", std::nanf("")), 0.0f);
  EXPECT_EQ(call_one<float>("__nv_saturatef", 2.5f), 1.0f);
  EXPECT_EQ(call_one<float>("__nv_fast_fdividef", 1.0f, 0x1p127f), 0.0f);
  EXPECT_EQ(call_one<float>("__nv_fast_fdividef", 6.0f, 2.0f), 3.0f);
  EXPECT_EQ(call_one<float>("__nv_norm3df", 0x1p100f, 0x1p100f, 0.0f), 0x1p100f * std::sqrt(2.0f));
  EXPECT_EQ(call_one<int>("__nv_ilogb", 0.0), std::numeric_limits<int>::min());
  EXPECT_EQ(call_one<int>("__nv_ilogbf", std::numeric_limits<float>::infinity()), std::numeric_limits<int>::max());
}

TEST(Libdevice, SignallingNaNsAreAsOthers) {
  const auto signalling = std::bit_cast<float>(0x7fa12345u);
  const auto wide = std::bit_cast<double>(std::uint64_t{0x7ff4000000012345});
  EXPECT_EQ(call_one<float>("__nv_fmaxf", signalling, 3.0f), 3.0f);
  EXPECT_EQ(call_one<float>("__nv_fminf", -2.0f, signalling), -2.0f);
  EXPECT_EQ(call_one<double>("__nv_fmax", wide, 3.0), 3.0);
  EXPECT_EQ(call_one<double>("__nv_fmin", -2.0, wide), -2.0);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(call_one<float>("__nv_hypotf", -kInfinity, signalling), kInfinity);
  EXPECT_TRUE(std::isnan(call_one<float>("__nv_fast_fdividef", signalling, 0x1p127f)));
}

TEST(Libdevice, RoughReciprocalLooksAtTheUpperWord) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(call_one<double>("__nv_rcp64h", x)); };
  EXPECT_EQ(bits(3.0), 0x3fd5555500000000u);
  EXPECT_EQ(bits(2.0 + 0x1p-51), 0x3fe0000000000000u);
  EXPECT_EQ(bits(0x1p1023), 0u);
  EXPECT_EQ(bits(0x1p-1023), 0x7ff0000000000000u);
  EXPECT_EQ(bits(std::nan("")), 0x7fffffff00000000u);
}

TEST(Libdevice, FloatNaNsHaveOnePattern) {
  EXPECT_EQ(std::bit_cast<std::uint32_t>(call_one<float>("__nv_sqrtf", -1.0f)), 0x7fffffffu);
}

TEST(Libdevice, Special) {
  EXPECT_EQ(call_one<double>("__nv_sinpi", 1.0), 0.0);
  EXPECT_EQ(call_one<double>("__nv_sinpi", 0.5), 1.0);
  EXPECT_EQ(call_one<double>("__nv_cospi", 0.5), 0.0);
  EXPECT_EQ(call_one<double>("__nv_cospi", 1e15 + 1), -1.0);
  EXPECT_NEAR(call_one<double>("__nv_sinpi", 1.0 / 6), 0.5, 1e-16);
  for (double x = -0.999; x < 1; x += 0.037) EXPECT_NEAR(std::erf(erfinv(x)), x, 3e-16) << x;
  for (const double y : {1e-300, 1e-20, 0.001, 0.3, 0.5, 0.9, 1.1, 1.6, 1.999})
    EXPECT_NEAR(std::erfc(erfcinv(y)) / y, 1.0, y < 1e-10 ? 2e-13 : 2e-15) << y;
  for (const double p : {1e-30, 0.01, 0.4, 0.5, 0.77, 0.999}) EXPECT_NEAR(normcdf(normcdfinv(p)) / p, 1.0, 1e-14) << p;
  EXPECT_EQ(erfcinv(0.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(erfinv(-1.0), -std::numeric_limits<double>::infinity());
  EXPECT_NEAR(erfcx(11.999) / erfcx(12.001), 1.000166, 1e-5);  // the two ways of computing agree
  EXPECT_NEAR(erfcx(0.5), std::exp(0.25) * std::erfc(0.5), 1e-15);
  EXPECT_NEAR(bessel_i0(1.0), 1.2660658777520084, 1e-15);
  EXPECT_NEAR(bessel_i1(-1.0), -0.5651591039924851, 1e-15);
  EXPECT_EQ(bessel_i0(1e6), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(bessel_jn(-1, 2.0)));
  EXPECT_EQ(bessel_jn(2000000001, -3.0), 0.0);  // at once
  EXPECT_EQ(bessel_yn(2000000001, 3.0), -std::numeric_limits<double>::infinity());
}

TEST(Libdevice, DirectedRounding) {
  EXPECT_EQ(call_one<float>("__nv_fadd_rn", 1.0f, 0x1p-30f), 1.0f);
  EXPECT_EQ(call_one<float>("__nv_fadd_ru", 1.0f, 0x1p-30f), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(call_one<float>("__nv_fadd_rd", 1.0f, -0x1p-30f), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(call_one<float>("__nv_fadd_rz", -1.0f, 0x1p-30f), -std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(call_one<double>("__nv_ddiv_rd", 1.0, 3.0),
            std::nextafter(call_one<double>("__nv_ddiv_ru", 1.0, 3.0), 0.0));
  EXPECT_EQ(call_one<double>("__nv_dsqrt_rz", 2.0), std::nextafter(call_one<double>("__nv_dsqrt_ru", 2.0), 0.0));
  EXPECT_EQ(call_one<float>("__nv_fmaf_rz", 1.0f, 1.0f, -0x1p-30f), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(call_one<float>("__nv_frcp_ru", 3.0f), std::nextafter(call_one<float>("__nv_frcp_rd", 3.0f), 1.0f));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Libdevice, Conversions) {
  EXPECT_EQ(call_one<int>("__nv_float2int_rn", 2.5f), 2);
  EXPECT_EQ(call_one<int>("__nv_float2int_ru", 2.25f), 3);
  EXPECT_EQ(call_one<int>("__nv_float2int_rz", -2.75f), -2);
  EXPECT_EQ(call_one<int>("__nv_float2int_rz", 1e20f), std::numeric_limits<int>::max());
  EXPECT_EQ(call_one<unsigned>("__nv_double2uint_rd", -5.0), 0u);
  EXPECT_EQ(call_one<long long>("__nv_llround", -2.5), -3);
  EXPECT_EQ(call_one<long long>("__nv_llrint", -2.5), -2);
  EXPECT_EQ(call_one<float>("__nv_int2float_rz", 16777217), 16777216.0f);
  EXPECT_EQ(call_one<float>("__nv_int2float_ru", 16777217), 16777218.0f);
  EXPECT_EQ(call_one<unsigned>("__nv_float2half_rn", 1.5f), 0x3e00u);
  EXPECT_EQ(call_one<float>("__nv_half2float", 0x3e00u), 1.5f);
  EXPECT_EQ(call_one<double>("__nv_hiloint2double", 0x3ff00000, 0), 1.0);
  EXPECT_EQ(call_one<int>("__nv_double2hiint", 1.0), 0x3ff00000);
  EXPECT_EQ(call_one<unsigned>("__nv_float_as_uint", 1.0f), 0x3f800000u);
}

TEST(Libdevice, Integers) {
  EXPECT_EQ(call_one<int>("__nv_abs", std::numeric_limits<int>::min()), std::numeric_limits<int>::min());
  EXPECT_EQ(call_one<unsigned>("__nv_brev", 1u), 0x80000000u);
  EXPECT_EQ(call_one<std::uint64_t>("__nv_brevll", std::uint64_t{2}), std::uint64_t{1} << 62);
  EXPECT_EQ(call_one<unsigned>("__nv_byte_perm", 0x33221100u, 0x77665544u, 0x7531u), 0x77553311u);
  EXPECT_EQ(call_one<int>("__nv_clz", 0), 32);
  EXPECT_EQ(call_one<int>("__nv_ffsll", std::int64_t{1} << 40), 41);
  EXPECT_EQ(call_one<int>("__nv_hadd", -3, 0), -2);
  EXPECT_EQ(call_one<int>("__nv_rhadd", -3, 0), -1);
  EXPECT_EQ(call_one<int>("__nv_mul24", 0xffffff, 2), -2);
  EXPECT_EQ(call_one<unsigned>("__nv_umul24", 0xffffffu, 2u), 0x1fffffeu);
  EXPECT_EQ(call_one<int>("__nv_sad", -5, 7, 100), 112);
  for (const auto& [x, y] : {std::pair<std::int64_t, std::int64_t>{-1, -1},
                             {-7, std::int64_t{1} << 62},
                             {std::numeric_limits<std::int64_t>::min(), 3},
                             {123456789123456789, -987654321987654321}}) {
    __extension__ using Wide = __int128;
    EXPECT_EQ(call_one<std::int64_t>("__nv_mul64hi", x, y), static_cast<std::int64_t>(Wide{x} * y >> 64));
    __extension__ using UnsignedWide = unsigned __int128;
    const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
    EXPECT_EQ(call_one<std::uint64_t>("__nv_umul64hi", ux, uy),
              static_cast<std::uint64_t>(UnsignedWide{ux} * uy >> 64));
  }
}

TEST(Libdevice, Packed) {
  EXPECT_EQ(call_one<unsigned>("__nv_vadd2", 0xffff0001u, 0x00010002u), 0x00000003u);
  EXPECT_EQ(call_one<unsigned>("__nv_vaddss2", 0x7fff8000u, 0x0001ffffu), 0x7fff8000u);
  EXPECT_EQ(call_one<unsigned>("__nv_vaddus4", 0xff01f002u, 0x01012003u), 0xff02ff05u);
  EXPECT_EQ(call_one<unsigned>("__nv_vabs4", 0x80ff7f00u), 0x80017f00u);
  EXPECT_EQ(call_one<unsigned>("__nv_vabsss4", 0x80ff7f00u), 0x7f017f00u);
  EXPECT_EQ(call_one<unsigned>("__nv_vcmpgts4", 0x01ff7f00u, 0x00008000u), 0xff00ff00u);
  EXPECT_EQ(call_one<unsigned>("__nv_vcmpgtu4", 0x01ff7f00u, 0x00008000u), 0xffff0000u);
  EXPECT_EQ(call_one<unsigned>("__nv_vseteq2", 0x00010002u, 0x00010003u), 0x00010000u);
  EXPECT_EQ(call_one<unsigned>("__nv_vsadu4", 0x01020304u, 0x04030201u), 8u);
  EXPECT_EQ(call_one<unsigned>("__nv_vavgu4", 0x01020304u, 0x02020205u), 0x02020305u);
  EXPECT_EQ(call_one<unsigned>("__nv_vabsdiffs2", 0x80000000u, 0x7fff0001u), 0xffff0001u);
}

// ---- Called from PTX ----

// All lanes of one warp, and some of others.
TEST(ExternalCalls, OfAWholeWarp) {
  LoadedPtx ptx(R"(
.extern .func (.param .b32 func_retval0) __nv_expf(.param .b32 a);
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<3>; .reg .f32 %f<4>; .reg .b64 %rd<4>; .reg .pred %p;
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
  sub.f32 %f1, %f1, 0f42000000;  // 32
  mov.f32 %f3, 0fbf800000;  // -1
  and.b32 %r2, %r1, 63;
  setp.gt.u32 %p, %r2, 50;
  @%p bra store;
  { .param .b32 a; .param .b32 r;
    st.param.f32 [a], %f1;
    call.uni (r), __nv_expf, (a);
    ld.param.f32 %f3, [r]; }
store:
  ld.param.u64 %rd1, [out];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.f32 [%rd3], %f3;
  ret;
})");
  const std::uint64_t out = ptx.upload(std::vector<float>(70));
  ptx.run_clean("k", {1, 1, 1}, {70, 1, 1}, {out});
  const auto values = ptx.download<float>(out, 70);
  for (std::size_t i = 0; i < 70; ++i)
    EXPECT_EQ(values[i], i % 64 > 50 ? -1.0f : ::expf(static_cast<float>(i) - 32.0f)) << i;
}

TEST(ExternalCalls, OfLibdevice) {
  LoadedPtx ptx(R"(
.extern .func (.param .b32 func_retval0) __nv_powf(.param .b32 a, .param .b32 b);
.extern .func (.param .b64 func_retval0) __nv_frexp(.param .b64 a, .param .b64 b);
.visible .entry k(.param .u64 out) {
  .local .align 4 .b8 exponent[4];
  .reg .b32 %r<5>; .reg .f32 %f<5>; .reg .f64 %d<4>; .reg .b64 %rd<5>;
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
  { .param .b32 a; .param .b32 b; .param .b32 r;
    st.param.f32 [a], %f1; st.param.f32 [b], 0f40000000;
    call.uni (r), __nv_powf, (a, b);
    ld.param.f32 %f2, [r]; }
  cvt.f64.f32 %d1, %f1;
  mov.u64 %rd1, exponent;
  cvta.local.u64 %rd2, %rd1;
  { .param .b64 a; .param .b64 b; .param .b64 r;
    st.param.f64 [a], %d1; st.param.b64 [b], %rd2;
    call.uni (r), __nv_frexp, (a, b);
    ld.param.f64 %d2, [r]; }
  ld.local.u32 %r2, [%rd1];
  ld.param.u64 %rd3, [out];
  mul.wide.u32 %rd4, %r1, 8;
  add.u64 %rd3, %rd3, %rd4;
  st.global.f32 [%rd3], %f2;
  st.global.u32 [%rd3+4], %r2;
  ret;
})");
  const std::uint64_t out = ptx.upload(std::vector<std::uint64_t>(8));
  ptx.run_clean("k", {1, 1, 1}, {8, 1, 1}, {out});
  const auto raw = ptx.download<std::uint32_t>(out, 16);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(std::bit_cast<float>(raw[2 * i]), static_cast<float>(i * i));
    EXPECT_EQ(raw[2 * i + 1], static_cast<std::uint32_t>(std::bit_width(i)));
  }
}

// Of all lanes, and of those below 41.
TEST(ExternalCalls, OfLibdeviceWithTwoResults) {
  const auto expect = [](const std::string& name, float (*sine)(float), float (*cosine)(float)) {
    LoadedPtx ptx(".extern .func " + name + R"((.param .b32 a, .param .b64 b, .param .b64 c);
.visible .entry k(.param .u64 out) {
  .local .align 8 .b8 results[8];
  .reg .b32 %r<5>; .reg .f32 %f<5>; .reg .b64 %rd<6>; .reg .pred %p;
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
  mul.f32 %f1, %f1, 0f3F000000;
  mov.u64 %rd1, results;
  cvta.local.u64 %rd2, %rd1;
  add.u64 %rd5, %rd2, 4;
  mov.f32 %f2, 0f40000000; mov.f32 %f3, 0f40000000;
  setp.lt.u32 %p, %r1, 41;
  @!%p bra END;
  { .param .b32 a; .param .b64 b; .param .b64 c;
    st.param.f32 [a], %f1; st.param.b64 [b], %rd2; st.param.b64 [c], %rd5;
    call.uni )" + name +
                  R"(, (a, b, c); }
  ld.local.f32 %f2, [%rd1]; ld.local.f32 %f3, [%rd1+4];
END:
  ld.param.u64 %rd3, [out];
  mul.wide.u32 %rd4, %r1, 8;
  add.u64 %rd3, %rd3, %rd4;
  st.global.f32 [%rd3], %f2;
  st.global.f32 [%rd3+4], %f3;
  ret;
})");
    const std::uint64_t out = ptx.upload(std::vector<std::uint64_t>(64));
    ptx.run_clean("k", {1, 1, 1}, {64, 1, 1}, {out});
    const auto values = ptx.download<float>(out, 128);
    for (std::uint32_t i = 0; i < 64; ++i) {
      const float x = static_cast<float>(i) / 2;
      EXPECT_TRUE(same(values[2 * i], i < 41 ? sine(x) : 2)) << name << ' ' << x;
      EXPECT_TRUE(same(values[2 * i + 1], i < 41 ? cosine(x) : 2)) << name << ' ' << x;
    }
  };
  expect("__nv_sincosf", ::sinf, ::cosf);
  expect(
      "__nv_sincospif", [](float x) { return static_cast<float>(sinpi(double{x})); },
      [](float x) { return static_cast<float>(cospi(double{x})); });
}

TEST(ExternalCalls, WithOtherParametersAreAnError) {
  LoadedPtx ptx(
      ".extern .func (.param .b32 r) __nv_expf(.param .b64 a);\n"
      ".visible .entry k() { .reg .b32 %r<2>; .param .b64 a; .param .b32 r; call (r), __nv_expf, (a); ret; }");
  EXPECT_THAT(all_of(ptx.bind_kernel("k").diagnostics),
              HasSubstr("'__nv_expf' is declared with other parameters than it has"));
}

TEST(ExternalCalls, NotProvidedAreAnErrorThatNamesThem) {
  LoadedPtx ptx(
      ".extern .func (.param .b32 r) cudaStreamQuery(.param .b64 a);\n"
      ".visible .entry k() { .param .b64 a; .param .b32 r; call (r), cudaStreamQuery, (a); ret; }");
  EXPECT_THAT(all_of(ptx.bind_kernel("k").diagnostics),
              HasSubstr("'cudaStreamQuery' is not supported in device code yet"));
  LoadedPtx ours(
      ".extern .func (.param .b32 r) __cudaCDP2StreamQuery(.param .b64 a);\n"
      ".visible .entry k() { .param .b64 a; .param .b32 r; call (r), __cudaCDP2StreamQuery, (a); ret; }");
  EXPECT_THAT(all_of(ours.bind_kernel("k").diagnostics),
              HasSubstr("'cudaStreamQuery' is not supported in device code yet"));
}

constexpr std::string_view kPrinting = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
.global .align 1 .b8 format[18] = {116, 37, 100, 32, 37, 46, 50, 102, 32, 37, 115, 32, 37, 108, 108, 120, 10, 0};
.global .align 1 .b8 word[4] = {97, 98, 99, 0};
.global .align 1 .b8 file[5] = {97, 46, 99, 117, 0};
)";

TEST(ExternalCalls, Printf) {
  LoadedPtx ptx(std::string(kPrinting) + R"(
.visible .entry k(.param .u64 out) {
  .local .align 8 .b8 buffer[32];
  .reg .b32 %r<5>; .reg .f64 %d<4>; .reg .b64 %rd<9>; .reg .pred %p;
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p, %r1, 1;
  @%p bra SKIP;
  mov.u64 %rd1, buffer;
  st.local.u32 [%rd1], %r1;
  st.local.f64 [%rd1+8], 0d3FF8000000000000;
  mov.u64 %rd2, word;
  st.local.u64 [%rd1+16], %rd2;
  st.local.u64 [%rd1+24], 0xabcdef0123;
  cvta.local.u64 %rd3, %rd1;
  mov.u64 %rd4, format;
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %rd4; st.param.b64 [a], %rd3;
    call.uni (r), vprintf, (f, a);
    ld.param.b32 %r2, [r]; }
  ld.param.u64 %rd5, [out];
  st.global.u32 [%rd5], %r2;
SKIP: ret;
})");
  const std::uint64_t out = ptx.upload(std::vector<std::uint32_t>(1));
  ptx.run_clean("k", {1, 1, 1}, {3, 1, 1}, {out});
  EXPECT_EQ(ptx.printed, "t0 1.50 abc abcdef0123\nt2 1.50 abc abcdef0123\n");
  EXPECT_EQ(ptx.download<std::uint32_t>(out, 1)[0], 4u);
  ASSERT_NE(ptx.bound.program, nullptr);
  EXPECT_TRUE(ptx.bound.program->has_global_atomics);  // blocks print in order
}

TEST(ExternalCalls, AssertionsEndTheLaunch) {
  LoadedPtx ptx(std::string(kPrinting) + R"(
.visible .entry k() {
  .reg .b32 %r<5>; .reg .b64 %rd<9>; .reg .pred %p;
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p, %r1, 2;
  @%p bra SKIP;
  mov.u64 %rd1, word;
  mov.u64 %rd2, file;
  { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
    st.param.b64 [a], %rd1; st.param.b64 [b], %rd2; st.param.b32 [c], 42; st.param.b64 [d], %rd1; st.param.b64 [e], 1;
    call.uni __assertfail, (a, b, c, d, e); }
SKIP: ret;
})");
  const auto result = ptx.run("k", {1, 1, 1}, {4, 1, 1});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, sim::FaultKind::assertion);
  EXPECT_EQ(result.faults[0].lane, 2);
  EXPECT_EQ(result.faults[0].message, "device-side assertion failed: abc (a.cu:42)");
  EXPECT_EQ(ptx.printed, "a.cu:42: abc: block: [0,0,0], thread: [2,0,0] Assertion `abc` failed.\n");
}

TEST(ExternalCalls, SetConditionsOfGraphs) {
  LoadedPtx ptx(R"(
.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
.visible .entry k(.param .u64 handle) {
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [handle];
  { .param .b64 h; .param .b32 v; st.param.b64 [h], %rd1; st.param.b32 [v], 7;
    call.uni cudaGraphSetConditional, (h, v); }
  ret;
})");
  const std::uint64_t word = ptx.memory.allocate_reserved(8, std::string(sim::kConditionLabel));
  const std::uint64_t other = ptx.memory.allocate(8, sim::AllocationKind::device, "no word");
  ptx.run_clean("k", {1, 1, 1}, {1, 1, 1}, {word});
  EXPECT_EQ(*reinterpret_cast<const std::uint32_t*>(sim::Memory::host(word)), 7u);
  const auto result = ptx.run("k", {1, 1, 1}, {1, 1, 1}, {other});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_THAT(result.faults[0].message, HasSubstr("which is no handle of cudaGraphConditionalHandleCreate"));
}

TEST(ExternalCalls, MallocAndFree) {
  const std::string use = R"(
  { .param .b64 n; .param .b64 r; st.param.b64 [n], 100;
    call.uni (r), malloc, (n); ld.param.b64 %rd1, [r]; }
  st.u32 [%rd1+96], 7;
  { .param .b64 p; st.param.b64 [p], %rd1; call.uni free, (p); }
)";
  LoadedPtx ptx(std::string(kPrinting) + ".visible .entry k() { .reg .b64 %rd<3>; " + use + " ret; }\n" +
                ".visible .entry twice() { .reg .b64 %rd<3>; " + use +
                "{ .param .b64 p; st.param.b64 [p], %rd1; call.uni free, (p); } ret; }");
  const std::size_t before = ptx.memory.allocations().size();
  ptx.run_clean("k", {2, 1, 1}, {64, 1, 1});
  EXPECT_EQ(ptx.memory.allocations().size(), before);
  const auto result = ptx.run("twice", {1, 1, 1}, {1, 1, 1});
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_THAT(result.faults[0].message, HasSubstr("which is freed already"));
}

// ---- Formatting ----

std::string formatted(std::string_view format, const std::vector<std::uint64_t>& words, int* count = nullptr) {
  const FormatMemory memory{
      .argument =
          [&](std::uint64_t offset, std::uint32_t bytes) {
            std::uint64_t value = 0;
            if (offset + bytes <= words.size() * 8)
              std::memcpy(&value, reinterpret_cast<const char*>(words.data()) + offset, bytes);
            return value;
          },
      .string = [](std::uint64_t, std::size_t limit) { return std::string("hello").substr(0, limit); }};
  const Formatted result = format_device(format, memory);
  if (count != nullptr) *count = result.arguments;
  return result.text;
}

TEST(DeviceFormat, Integers) {
  EXPECT_EQ(formatted("%d|%5d|%-5d|%05d|%+d", {0x00000002'00000001, 0x00000004'00000003, 5}), "1|    2|3    |00004|+5");
  EXPECT_EQ(formatted("%u %x %X %o %#x", {0x000000ff'ffffffff, 0x00000008'000000ff, 16}), "4294967295 ff FF 10 0x10");
  EXPECT_EQ(formatted("%lld %llu %ld", {~std::uint64_t{0}, ~std::uint64_t{0}, 7}), "-1 18446744073709551615 7");
  EXPECT_EQ(formatted("%hd %hhu", {0x000001ff'0001ffff}), "-1 255");
  EXPECT_EQ(formatted("%d %lld", {1, 2}), "1 2");  // the second starts at the next multiple of eight
}

TEST(DeviceFormat, FloatsStringsAndTheRest) {
  const auto bits = [](double d) { return std::bit_cast<std::uint64_t>(d); };
  EXPECT_EQ(formatted("%f %.3e %g %8.2f|%a", {bits(1.5), bits(12345.678), bits(0.0001), bits(-3.14159), bits(1)}),
            "1.500000 1.235e+04 0.0001    -3.14|0x1p+0");
  EXPECT_EQ(formatted("[%s][%8s][%-8s][%.2s][%c]", {1, 1, 1, 1, 'x'}), "[hello][   hello][hello   ][he][x]");
  EXPECT_EQ(formatted("[%s]", {0}), "[(null)]");
  EXPECT_EQ(formatted("100%% %p", {0x1234}), "100% 0x1234");
  EXPECT_EQ(formatted("%*d|%-*d|%.*f", {0x00000007'00000005, 0x00000008'00000004, 2, bits(1.0)}), "    7|8   |1.00");
}

TEST(DeviceFormat, WhatIsNoConversionStandsAsItIs) {
  int count = 0;
  EXPECT_EQ(formatted("%y %", {}, &count), "%y %");
  EXPECT_EQ(count, 0);
  EXPECT_EQ(formatted("%d%s", {1, 1}, &count), "1hello");
  EXPECT_EQ(count, 2);
  EXPECT_EQ(formatted("%999999999d", {1}).size(), 4096u);
  EXPECT_EQ(formatted("%.999999999f", {0}).size(), 4098u);
}

}  // namespace
}  // namespace warpglass::isa
