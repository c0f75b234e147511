// The vendor's maths library, single precision: the host's C library per lane, through double precision where it has no
// function of floats.
#include <math.h>

#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "isa/external/native_math.hpp"
#include "isa/external/special_functions.hpp"
#include "isa/external/vector_math.hpp"

namespace warpglass::isa {
namespace {

double root_of_squares(std::initializer_list<double> values) {
  double sum = 0;
  for (const double value : values) {
    if (std::isinf(value)) return std::numeric_limits<double>::infinity();
    sum += value * value;
  }
  return std::sqrt(sum);
}

double norm_of(const ExternalCall& call, int lane, int count, DevicePointer<const float> values) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    const double value = load(call, lane, values, static_cast<std::uint64_t>(i));
    infinite = infinite || std::isinf(value);
    sum += value * value;
  }
  return infinite ? std::numeric_limits<double>::infinity() : std::sqrt(sum);
}

int exponent_of(float x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  return std::isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

float saturated(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }  // NaN: 0

double gamma(double x) { return ::tgamma(x); }

/// The row of a function of floats, which `kAll` computes for a whole warp whose arguments and results are rows.
template <ProvidedFunction (*kRow)(std::string_view), void (*kAll)(Row, ResultRow)>
constexpr ProvidedFunction on_vectors(std::string_view name) {
  ProvidedFunction row = kRow(name);
  row.run = [](ExternalCall& call) -> const sim::Op* {
    const ExternalCall::Lanes from = call.argument_lanes(0);
    const ExternalCall::Lanes to = call.result_lanes();
    // A vector takes as long as a few lanes.
    constexpr int kFew = 8;
    if (lane_count(call.lanes) < kFew || from.stride != sizeof(float) || to.stride != sizeof(float))
      return kRow({}).run(call);
    std::array<float, kWarpSize> x;
    std::array<float, kWarpSize> y;
    std::memcpy(x.data(), from.base, sizeof x);
    for_each_lane(~call.lanes, [&x](int lane) { x[static_cast<std::size_t>(lane)] = 0; });
    kAll(x, y);
    for (float& value : y) value = canonical(value);
    if (call.lanes == kFullMask) {
      std::memcpy(to.base, y.data(), sizeof y);
    } else {
      for_each_lane(call.lanes, [&](int lane) {
        const auto i = static_cast<std::size_t>(lane);
        std::memcpy(to.base + i * sizeof(float), &y[i], sizeof(float));
      });
    }
    return nullptr;
  };
  return row;
}

/// The row of a function that writes two results where pointers say.
template <void (*kFirst)(Row, ResultRow), void (*kSecond)(Row, ResultRow)>
constexpr ProvidedFunction both_on_vectors(std::string_view name) {
  using Results = DevicePointer<float>;
  ProvidedFunction row = native<[](const ExternalCall&, int, float, Results, Results) {}>(name);
  row.run = [](ExternalCall& call) -> const sim::Op* {
    const ExternalCall::Lanes from = call.argument_lanes(0);
    std::array<float, kWarpSize> x{};
    std::array<float, kWarpSize> first;
    std::array<float, kWarpSize> second;
    for_each_lane(call.lanes, [&](int lane) { x[static_cast<std::size_t>(lane)] = from.load<float>(lane); });
    kFirst(x, first);
    kSecond(x, second);
    for_each_lane(call.lanes, [&](int lane) {
      const auto i = static_cast<std::size_t>(lane);
      store(call, lane, call.argument<Results>(lane, 1), canonical(first[i]));
      store(call, lane, call.argument<Results>(lane, 2), canonical(second[i]));
    });
    return nullptr;
  };
  return row;
}

constexpr ProvidedFunction kFloatFunctions[] = {
    of_float<::acosf>("__nv_acosf"),
    of_float<::acoshf>("__nv_acoshf"),
    of_float<::asinf>("__nv_asinf"),
    of_float<::asinhf>("__nv_asinhf"),
    of_two_floats<::atan2f>("__nv_atan2f"),
    of_float<::atanf>("__nv_atanf"),
    of_float<::atanhf>("__nv_atanhf"),
    of_float<::cbrtf>("__nv_cbrtf"),
    of_float<::ceilf>("__nv_ceilf"),
    native<[](float x, float y) { return std::copysign(x, y); }>("__nv_copysignf"),
    on_vectors<of_float<::cosf>, cosines>("__nv_cosf"),
    of_float<::coshf>("__nv_coshf"),
    on_vectors<through_double<cospi>, cosines_of_half_turns>("__nv_cospif"),
    through_double<bessel_i0>("__nv_cyl_bessel_i0f"),
    through_double<bessel_i1>("__nv_cyl_bessel_i1f"),
    through_double<erfcinv>("__nv_erfcinvf"),
    of_float<::erfcf>("__nv_erfcf"),
    through_double<erfcx>("__nv_erfcxf"),
    of_float<::erff>("__nv_erff"),
    through_double<erfinv>("__nv_erfinvf"),
    through_double<exp10>("__nv_exp10f"),
    on_vectors<of_float<::exp2f>, powers_of_two>("__nv_exp2f"),
    on_vectors<of_float<::expf>, exponentials>("__nv_expf"),
    of_float<::expm1f>("__nv_expm1f"),
    native<[](float x) { return std::fabs(x); }>("__nv_fabsf"),
    of_two_floats<::fdimf>("__nv_fdimf"),
    native<[](float x) { return std::isfinite(x) ? 1 : 0; }>("__nv_finitef"),
    of_float<::floorf>("__nv_floorf"),
    native<[](float x, float y, float z) { return canonical(std::fma(x, y, z)); }>("__nv_fmaf"),
    of_two_floats<larger<float>>("__nv_fmaxf"),
    of_two_floats<smaller<float>>("__nv_fminf"),
    of_two_floats<::fmodf>("__nv_fmodf"),
    native<[](const ExternalCall& call, int lane, float x, DevicePointer<int> exponent) {
      int e = 0;
      const float fraction = std::frexp(x, &e);
      store(call, lane, exponent, std::isfinite(x) ? e : 0);
      return canonical(fraction);
    }>("__nv_frexpf"),
    of_two_floats<hypotenuse<float>>("__nv_hypotf"),
    native<[](float x) { return exponent_of(x); }>("__nv_ilogbf"),
    native<[](float x) { return std::isinf(x) ? 1 : 0; }>("__nv_isinff"),
    native<[](float x) { return std::isnan(x) ? 1 : 0; }>("__nv_isnanf"),
    through_double<bessel_j0>("__nv_j0f"),
    through_double<bessel_j1>("__nv_j1f"),
    native<[](int n, float x) { return canonical(static_cast<float>(bessel_jn(n, double{x}))); }>("__nv_jnf"),
    native<[](float x, int e) { return canonical(std::ldexp(x, e)); }>("__nv_ldexpf"),
    through_double<log_gamma>("__nv_lgammaf"),
    of_float<::log10f>("__nv_log10f"),
    of_float<::log1pf>("__nv_log1pf"),
    of_float<::log2f>("__nv_log2f"),
    of_float<::logbf>("__nv_logbf"),
    of_float<::logf>("__nv_logf"),
    native<[](const ExternalCall& call, int lane, float x, DevicePointer<float> whole) {
      float integral = 0;
      const float fraction = std::modf(x, &integral);
      store(call, lane, whole, canonical(integral));
      return canonical(fraction);
    }>("__nv_modff"),
    native<[](std::uint64_t) { return canonical(std::numeric_limits<float>::quiet_NaN()); }>("__nv_nanf"),
    of_float<::nearbyintf>("__nv_nearbyintf"),
    of_two_floats<::nextafterf>("__nv_nextafterf"),
    native<[](float x, float y, float z) { return canonical(static_cast<float>(root_of_squares({x, y, z}))); }>(
        "__nv_norm3df"),
    native<[](float x, float y, float z, float w) {
      return canonical(static_cast<float>(root_of_squares({x, y, z, w})));
    }>("__nv_norm4df"),
    through_double<normcdf>("__nv_normcdff"),
    through_double<normcdfinv>("__nv_normcdfinvf"),
    native<[](const ExternalCall& call, int lane, int count, DevicePointer<const float> values) {
      return canonical(static_cast<float>(norm_of(call, lane, count, values)));
    }>("__nv_normf"),
    of_two_floats<::powf>("__nv_powf"),
    native<[](float x, int n) { return canonical(static_cast<float>(std::pow(double{x}, double(n)))); }>("__nv_powif"),
    native<[](float x) { return canonical(static_cast<float>(1.0 / std::cbrt(double{x}))); }>("__nv_rcbrtf"),
    of_two_floats<::remainderf>("__nv_remainderf"),
    native<[](const ExternalCall& call, int lane, float x, float y, DevicePointer<int> quotient) {
      int q = 0;
      const float rest = std::remquo(x, y, &q);
      store(call, lane, quotient, q % 8);
      return canonical(rest);
    }>("__nv_remquof"),
    native<[](float x, float y) { return canonical(static_cast<float>(1 / root_of_squares({x, y}))); }>("__nv_rhypotf"),
    of_float<::rintf>("__nv_rintf"),
    native<[](float x, float y, float z) { return canonical(static_cast<float>(1 / root_of_squares({x, y, z}))); }>(
        "__nv_rnorm3df"),
    native<[](float x, float y, float z, float w) {
      return canonical(static_cast<float>(1 / root_of_squares({x, y, z, w})));
    }>("__nv_rnorm4df"),
    native<[](const ExternalCall& call, int lane, int count, DevicePointer<const float> values) {
      return canonical(static_cast<float>(1 / norm_of(call, lane, count, values)));
    }>("__nv_rnormf"),
    of_float<::roundf>("__nv_roundf"),
    native<[](float x) { return canonical(static_cast<float>(1 / std::sqrt(double{x}))); }>("__nv_rsqrtf"),
    native<[](float x) { return saturated(x); }>("__nv_saturatef"),
    native<[](float x, int e) { return canonical(std::scalbn(x, e)); }>("__nv_scalbnf"),
    native<[](float x) { return std::signbit(x) ? 1 : 0; }>("__nv_signbitf"),
    both_on_vectors<sines, cosines>("__nv_sincosf"),
    both_on_vectors<sines_of_half_turns, cosines_of_half_turns>("__nv_sincospif"),
    on_vectors<of_float<::sinf>, sines>("__nv_sinf"),
    of_float<::sinhf>("__nv_sinhf"),
    on_vectors<through_double<sinpi>, sines_of_half_turns>("__nv_sinpif"),
    of_float<::sqrtf>("__nv_sqrtf"),
    of_float<::tanf>("__nv_tanf"),
    of_float<::tanhf>("__nv_tanhf"),
    through_double<gamma>("__nv_tgammaf"),
    of_float<::truncf>("__nv_truncf"),
    through_double<bessel_y0>("__nv_y0f"),
    through_double<bessel_y1>("__nv_y1f"),
    native<[](int n, float x) { return canonical(static_cast<float>(bessel_yn(n, double{x}))); }>("__nv_ynf"),
};

}  // namespace

std::span<const ProvidedFunction> libdevice_float_functions() { return kFloatFunctions; }

}  // namespace warpglass::isa
