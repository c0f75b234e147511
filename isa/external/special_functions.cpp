#include "isa/external/special_functions.hpp"

#include <math.h>  // j0 .. yn, lgamma_r: POSIX, not in std

#include <cmath>
#include <limits>
#include <numbers>

namespace warpglass::isa {
namespace {

using Wide = long double;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Wide kPi = std::numbers::pi_v<Wide>;
constexpr Wide kTwoOverRootPi = 2 * std::numbers::inv_sqrtpi_v<Wide>;

/// The part of a number of half turns that matters: in [-1, 1], exact.
double within_a_turn(double x) { return x - 2.0 * std::nearbyint(x * 0.5); }

/// Halley's steps for erfc(z) = y from a rational guess (Abramowitz and Stegun 26.2.22), 0 < y <= 1.
Wide erfc_inverse(Wide y) {
  const Wide t = std::sqrt(-2 * std::log(y / 2));
  Wide z = (t - (2.30753L + 0.27061L * t) / (1 + 0.99229L * t + 0.04481L * t * t)) / std::numbers::sqrt2_v<Wide>;
  for (int step = 0; step < 3; ++step) {
    const Wide error = std::erfc(z) - y;
    z += error / (kTwoOverRootPi * std::exp(-z * z) - z * error);
  }
  return z;
}

/// Sum of (x/2)^(2k + order) / (k! (k + order)!): all terms have one sign.
double bessel_i(double x, int order) {
  if (std::isnan(x)) return x;
  const Wide half = std::fabs(static_cast<Wide>(x)) / 2;
  if (half > 400) return order == 1 && x < 0 ? -kInfinity : kInfinity;
  Wide term = order == 0 ? 1 : half;
  Wide sum = term;
  for (int k = 1; term > sum * std::numeric_limits<Wide>::epsilon(); ++k) {
    term *= half * half / (Wide(k) * Wide(k + order));
    sum += term;
  }
  const auto result = static_cast<double>(sum);
  return order == 1 && x < 0 ? -result : result;
}

/// Orders so high that the function is below every number; the C library would count up to them.
bool is_beyond(int n, double x) { return n > 2 * std::fabs(x) + 2000; }

}  // namespace

double sinpi(double x) {
  if (!std::isfinite(x)) return kNaN;
  double turn = within_a_turn(x);
  // Near half turns the sine is that of the distance to them.
  if (turn > 0.5) turn = 1.0 - turn;
  if (turn < -0.5) turn = -1.0 - turn;
  if (turn == 0.0) return std::copysign(0.0, x);
  return static_cast<double>(std::sin(kPi * turn));
}

double cospi(double x) {
  if (!std::isfinite(x)) return kNaN;
  const double turn = std::fabs(within_a_turn(x));
  // cos(pi t) = sin(pi (1/2 - t)), and 1/2 - t is exact.
  if (turn == 0.5) return 0.0;
  return turn > 0.25 && turn < 0.75 ? static_cast<double>(std::sin(kPi * (0.5 - turn)))
                                    : static_cast<double>(std::cos(kPi * turn));
}

double exp10(double x) { return static_cast<double>(std::pow(Wide(10), Wide(x))); }

// C libraries err by 2 to 4 units in the last place, NVIDIA's by 1.
double hyperbolic_cosine(double x) { return static_cast<double>(std::cosh(Wide(x))); }
double hyperbolic_tangent(double x) { return static_cast<double>(std::tanh(Wide(x))); }
double decimal_logarithm(double x) { return static_cast<double>(std::log10(Wide(x))); }
double cube_root(double x) { return static_cast<double>(std::cbrt(Wide(x))); }
double reciprocal_cube_root(double x) { return static_cast<double>(1 / std::cbrt(Wide(x))); }

double erfcx(double x) {
  if (x > 12) {
    // Asymptotic series: 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(2x^2)^2 - ...).
    const Wide step = 1 / (2 * Wide(x) * Wide(x));
    Wide term = 1;
    Wide sum = 1;
    for (int k = 1; k < 20; ++k) {
      term *= -step * (2 * k - 1);
      sum += term;
    }
    return static_cast<double>(sum * std::numbers::inv_sqrtpi_v<Wide> / x);
  }
  return static_cast<double>(std::exp(Wide(x) * Wide(x)) * std::erfc(Wide(x)));
}

double erfcinv(double y) {
  if (std::isnan(y) || y < 0 || y > 2) return kNaN;
  if (y == 0) return kInfinity;
  if (y == 2) return -kInfinity;
  if (y == 1) return 0;
  if (y > 0.5 && y < 1.5) return erfinv(1 - y);
  return static_cast<double>(y < 1 ? erfc_inverse(y) : -erfc_inverse(2 - Wide(y)));
}

double erfinv(double y) {
  const Wide magnitude = std::fabs(Wide(y));
  if (!(magnitude <= 1)) return kNaN;
  if (magnitude == 1) return std::copysign(kInfinity, y);
  if (magnitude > 0.5L) return std::copysign(static_cast<double>(erfc_inverse(1 - magnitude)), y);
  Wide z = Wide(y) / kTwoOverRootPi;
  if (magnitude < 1e-10L) return static_cast<double>(z);
  for (int step = 0; step < 4; ++step) {
    const Wide error = std::erf(z) - Wide(y);
    z -= error / (kTwoOverRootPi * std::exp(-z * z) + z * error);
  }
  return static_cast<double>(z);
}

double normcdf(double x) { return static_cast<double>(std::erfc(-Wide(x) / std::numbers::sqrt2_v<Wide>) / 2); }

double normcdfinv(double p) {
  if (std::isnan(p) || p < 0 || p > 1) return kNaN;
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  const Wide y = 2 * Wide(p);
  if (y > 0.5L && y < 1.5L)
    return static_cast<double>(std::numbers::sqrt2_v<Wide> * erfinv(static_cast<double>(y - 1)));
  const Wide z = y < 1 ? -erfc_inverse(y) : erfc_inverse(2 - y);
  return static_cast<double>(std::numbers::sqrt2_v<Wide> * z);
}

double bessel_i0(double x) { return bessel_i(x, 0); }
double bessel_i1(double x) { return bessel_i(x, 1); }
double bessel_jn(int n, double x) {
  if (n < 0) return kNaN;
  if (is_beyond(n, x)) return x < 0 && n % 2 != 0 ? -0.0 : 0.0;
  return ::jn(n, x);
}
double bessel_yn(int n, double x) {
  if (n < 0) return kNaN;
  return x > 0 && is_beyond(n, x) ? -kInfinity : ::yn(n, x);
}

double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double nearest_away(double x) { return std::round(x); }

}  // namespace warpglass::isa
