// The vendor's maths library, double precision: the host's C library per lane.
#include <math.h>

#include <cmath>

#include "isa/external/native_math.hpp"
#include "isa/external/special_functions.hpp"

namespace warpglass::isa {
namespace {

using Wide = long double;

Wide root_of_squares(std::initializer_list<Wide> values) {
  Wide sum = 0;
  for (const Wide value : values) {
    if (std::isinf(value)) return std::numeric_limits<Wide>::infinity();
    sum += value * value;
  }
  return std::sqrt(sum);
}

template <class T>
Wide norm_of(const ExternalCall& call, int lane, int count, DevicePointer<const T> values) {
  Wide sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    const Wide value = load(call, lane, values, static_cast<std::uint64_t>(i));
    infinite = infinite || std::isinf(value);
    sum += value * value;
  }
  return infinite ? std::numeric_limits<Wide>::infinity() : std::sqrt(sum);
}

/// ilogb with the vendor's answers for what has no exponent.
int exponent_of(double x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  return std::isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

constexpr ProvidedFunction kDoubleFunctions[] = {
    of_double<::acos>("__nv_acos"),
    of_double<::acosh>("__nv_acosh"),
    of_double<::asin>("__nv_asin"),
    of_double<::asinh>("__nv_asinh"),
    of_double<::atan>("__nv_atan"),
    of_double<::atanh>("__nv_atanh"),
    of_two_doubles<::atan2>("__nv_atan2"),
    of_double<cube_root>("__nv_cbrt"),
    of_double<::ceil>("__nv_ceil"),
    of_two_doubles<::copysign>("__nv_copysign"),
    of_double<::cos>("__nv_cos"),
    of_double<hyperbolic_cosine>("__nv_cosh"),
    of_double<cospi>("__nv_cospi"),
    of_double<bessel_i0>("__nv_cyl_bessel_i0"),
    of_double<bessel_i1>("__nv_cyl_bessel_i1"),
    of_double<::erf>("__nv_erf"),
    of_double<::erfc>("__nv_erfc"),
    of_double<erfcinv>("__nv_erfcinv"),
    of_double<erfcx>("__nv_erfcx"),
    of_double<erfinv>("__nv_erfinv"),
    of_double<::exp>("__nv_exp"),
    of_double<exp10>("__nv_exp10"),
    of_double<::exp2>("__nv_exp2"),
    of_double<::expm1>("__nv_expm1"),
    of_double<::fabs>("__nv_fabs"),
    of_two_doubles<::fdim>("__nv_fdim"),
    of_double<::floor>("__nv_floor"),
    native<[](double x, double y, double z) { return std::fma(x, y, z); }>("__nv_fma"),
    of_two_doubles<larger<double>>("__nv_fmax"),
    of_two_doubles<smaller<double>>("__nv_fmin"),
    of_two_doubles<::fmod>("__nv_fmod"),
    native<[](const ExternalCall& call, int lane, double x, DevicePointer<int> exponent) {
      int e = 0;
      const double fraction = std::frexp(x, &e);
      store(call, lane, exponent, std::isfinite(x) ? e : 0);
      return fraction;
    }>("__nv_frexp"),
    of_two_doubles<hypotenuse<double>>("__nv_hypot"),
    native<[](double x) { return exponent_of(x); }>("__nv_ilogb"),
    native<[](double x) { return std::isfinite(x) ? 1 : 0; }>("__nv_isfinited"),
    native<[](double x) { return std::isinf(x) ? 1 : 0; }>("__nv_isinfd"),
    native<[](double x) { return std::isnan(x) ? 1 : 0; }>("__nv_isnand"),
    of_double<bessel_j0>("__nv_j0"),
    of_double<bessel_j1>("__nv_j1"),
    native<[](int n, double x) { return bessel_jn(n, x); }>("__nv_jn"),
    native<[](double x, int e) { return std::ldexp(x, e); }>("__nv_ldexp"),
    of_double<log_gamma>("__nv_lgamma"),
    of_double<::log>("__nv_log"),
    of_double<decimal_logarithm>("__nv_log10"),
    of_double<::log1p>("__nv_log1p"),
    of_double<::log2>("__nv_log2"),
    of_double<::logb>("__nv_logb"),
    native<[](const ExternalCall& call, int lane, double x, DevicePointer<double> whole) {
      double integral = 0;
      const double fraction = std::modf(x, &integral);
      store(call, lane, whole, integral);
      return fraction;
    }>("__nv_modf"),
    native<[](std::uint64_t) { return std::numeric_limits<double>::quiet_NaN(); }>("__nv_nan"),
    of_double<::nearbyint>("__nv_nearbyint"),
    of_two_doubles<::nextafter>("__nv_nextafter"),
    native<[](const ExternalCall& call, int lane, int count, DevicePointer<const double> values) {
      return static_cast<double>(norm_of(call, lane, count, values));
    }>("__nv_norm"),
    native<[](double x, double y, double z) { return static_cast<double>(root_of_squares({x, y, z})); }>("__nv_norm3d"),
    native<[](double x, double y, double z, double w) { return static_cast<double>(root_of_squares({x, y, z, w})); }>(
        "__nv_norm4d"),
    of_double<normcdf>("__nv_normcdf"),
    of_double<normcdfinv>("__nv_normcdfinv"),
    of_two_doubles<::pow>("__nv_pow"),
    native<[](double x, int n) { return std::pow(x, static_cast<double>(n)); }>("__nv_powi"),
    of_double<reciprocal_cube_root>("__nv_rcbrt"),
    of_two_doubles<::remainder>("__nv_remainder"),
    native<[](const ExternalCall& call, int lane, double x, double y, DevicePointer<int> quotient) {
      int q = 0;
      const double rest = std::remquo(x, y, &q);
      store(call, lane, quotient, q % 8);
      return rest;
    }>("__nv_remquo"),
    native<[](double x, double y) { return static_cast<double>(1 / root_of_squares({x, y})); }>("__nv_rhypot"),
    of_double<::rint>("__nv_rint"),
    native<[](const ExternalCall& call, int lane, int count, DevicePointer<const double> values) {
      return static_cast<double>(1 / norm_of(call, lane, count, values));
    }>("__nv_rnorm"),
    native<[](double x, double y, double z) { return static_cast<double>(1 / root_of_squares({x, y, z})); }>(
        "__nv_rnorm3d"),
    native<[](double x, double y, double z, double w) {
      return static_cast<double>(1 / root_of_squares({x, y, z, w}));
    }>("__nv_rnorm4d"),
    of_double<::round>("__nv_round"),
    native<[](double x) { return static_cast<double>(1 / std::sqrt(static_cast<Wide>(x))); }>("__nv_rsqrt"),
    native<[](double x, int e) { return std::scalbn(x, e); }>("__nv_scalbn"),
    native<[](double x) { return std::signbit(x) ? 1 : 0; }>("__nv_signbitd"),
    of_double<::sin>("__nv_sin"),
    native<[](const ExternalCall& call, int lane, double x, DevicePointer<double> sine, DevicePointer<double> cosine) {
      store(call, lane, sine, std::sin(x));
      store(call, lane, cosine, std::cos(x));
    }>("__nv_sincos"),
    native<[](const ExternalCall& call, int lane, double x, DevicePointer<double> sine, DevicePointer<double> cosine) {
      store(call, lane, sine, sinpi(x));
      store(call, lane, cosine, cospi(x));
    }>("__nv_sincospi"),
    of_double<::sinh>("__nv_sinh"),
    of_double<sinpi>("__nv_sinpi"),
    of_double<::sqrt>("__nv_sqrt"),
    of_double<::tan>("__nv_tan"),
    of_double<hyperbolic_tangent>("__nv_tanh"),
    of_double<::tgamma>("__nv_tgamma"),
    of_double<::trunc>("__nv_trunc"),
    of_double<bessel_y0>("__nv_y0"),
    of_double<bessel_y1>("__nv_y1"),
    native<[](int n, double x) { return bessel_yn(n, x); }>("__nv_yn"),
};

}  // namespace

std::span<const ProvidedFunction> libdevice_double_functions() { return kDoubleFunctions; }

}  // namespace warpglass::isa
