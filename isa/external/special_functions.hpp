// Functions of the vendor's maths library that the C library lacks, in double precision. Errors stay within a few units
// in the last place.
#pragma once

namespace warpglass::isa {

[[nodiscard]] double sinpi(double x);  // sin(pi x), exact at multiples of one half
[[nodiscard]] double cospi(double x);
[[nodiscard]] double exp10(double x);
[[nodiscard]] double hyperbolic_cosine(double x);
[[nodiscard]] double hyperbolic_tangent(double x);
[[nodiscard]] double decimal_logarithm(double x);
[[nodiscard]] double cube_root(double x);
[[nodiscard]] double reciprocal_cube_root(double x);
[[nodiscard]] double erfcx(double x);    // exp(x^2) erfc(x)
[[nodiscard]] double erfinv(double y);   // erf(erfinv(y)) = y
[[nodiscard]] double erfcinv(double y);  // erfc(erfcinv(y)) = y
[[nodiscard]] double normcdf(double x);  // of the standard normal distribution
[[nodiscard]] double normcdfinv(double p);
[[nodiscard]] double bessel_i0(double x);  // modified, of the first kind
[[nodiscard]] double bessel_i1(double x);
[[nodiscard]] double bessel_j0(double x);
[[nodiscard]] double bessel_j1(double x);
[[nodiscard]] double bessel_y0(double x);
[[nodiscard]] double bessel_y1(double x);
[[nodiscard]] double bessel_jn(int n, double x);  // NaN for n < 0
[[nodiscard]] double bessel_yn(int n, double x);
[[nodiscard]] double log_gamma(double x);
[[nodiscard]] double nearest_away(double x);  // halves away from zero

}  // namespace warpglass::isa
