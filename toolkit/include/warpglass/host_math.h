// The functions of CUDA's mathematics that the C library does not have, for host code. clang's wrapper builds its C++
// overloads on them, and programs compare their kernels with them.
#ifndef WARPGLASS_HOST_MATH_H
#define WARPGLASS_HOST_MATH_H

#include <math.h>

#define WG_HOST static inline __host__ __attribute__((unused))

// C23 has some of them: glibc declares sinpi and cospi since 2.41, rsqrt since 2.42.
#if defined(__GLIBC__) && defined(__GLIBC_USE)
#if __GLIBC_USE(IEC_60559_FUNCS_EXT_C23)
#if __GLIBC_PREREQ(2, 41)
#define WG_HOST_HAS_SINPI
#endif
#if __GLIBC_PREREQ(2, 42)
#define WG_HOST_HAS_RSQRT
#endif
#endif
#endif

#ifndef WG_HOST_HAS_RSQRT
WG_HOST double rsqrt(double a) { return 1 / sqrt(a); }
#endif
WG_HOST double rcbrt(double a) { return 1 / cbrt(a); }
WG_HOST double rhypot(double a, double b) { return 1 / hypot(a, b); }
WG_HOST double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
WG_HOST double norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
WG_HOST double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
WG_HOST double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
WG_HOST double norm(int dimensions, const double* a) {
  double length = 0;
  for (int i = 0; i < dimensions; ++i) length = hypot(length, a[i]);
  return length;
}
WG_HOST double rnorm(int dimensions, const double* a) { return 1 / norm(dimensions, a); }
WG_HOST double fdivide(double a, double b) { return a / b; }

#ifndef WG_HOST_HAS_SINPI
// sin(pi a): a is brought within an eighth of a turn exactly, so that whole and half turns give whole results.
WG_HOST double warpglass_sinpi_eighths(double a, int shift) {
  if (!(fabs(a) < __builtin_inf())) return a - a;
  double turn = fmod(fabs(a), 2.0);
  int quarter = (int)(2 * turn + 0.5);
  double rest = turn - 0.5 * quarter;
  int phase = (quarter + shift) & 3;
  const double pi = 3.14159265358979323846;
  double value = phase & 1 ? cos(pi * rest) : sin(pi * rest);
  return phase & 2 ? -value : value;
}
WG_HOST double sinpi(double a) {
  if (a == floor(a)) return a * 0.0;
  return a < 0 ? -warpglass_sinpi_eighths(a, 0) : warpglass_sinpi_eighths(a, 0);
}
WG_HOST double cospi(double a) { return warpglass_sinpi_eighths(a, 1) + 0.0; }
#endif
WG_HOST void sincospi(double a, double* sine, double* cosine) {
  *sine = sinpi(a);
  *cosine = cospi(a);
}

WG_HOST double erfcx(double a) {
  if (a < 25) return exp(a * a) * erfc(a);
  double s = 1 / (a * a);
  return 0.564189583547756286948 / a * (1 + s * (-0.5 + s * (0.75 - 1.875 * s)));
}
WG_HOST double normcdf(double a) { return 0.5 * erfc(-a * 0.70710678118654752440); }

// Winitzki's closed form, good to three digits, then Halley's iteration, which triples them each time.
WG_HOST double erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return __builtin_nan("");
  if (y == 0) return __builtin_inf();
  if (y == 2) return -__builtin_inf();
  double l = log(y * (2 - y));
  double h = 4.3307467508 + 0.5 * l;  // 2 / (0.147 pi)
  double x = sqrt(sqrt(h * h - l / 0.147) - h);
  if (y > 1) x = -x;
  for (int i = 0; i < 4; ++i) {
    double slope = -1.12837916709551257390 * exp(-x * x);
    if (slope == 0) break;
    double step = (erfc(x) - y) / slope;
    x -= step / (1 + x * step);
  }
  return x;
}
WG_HOST double erfinv(double a) {
  if (fabs(a) > 0.5) return a > 0 ? erfcinv(1 - a) : -erfcinv(1 + a);
  if (a == 0) return a;
  double x = 0.88622692545275801365 * a;
  for (int i = 0; i < 5; ++i) {
    double step = (erf(x) - a) / (1.12837916709551257390 * exp(-x * x));
    x -= step / (1 + x * step);
  }
  return x;
}
WG_HOST double normcdfinv(double a) { return -1.41421356237309504880 * erfcinv(2 * a); }

// The power series of the modified Bessel functions; all terms are positive, so it loses nothing.
WG_HOST double cyl_bessel_i0(double a) {
  double sum = 1, term = 1;
  for (int k = 1; term > sum * 1e-17 && k < 2000; ++k) sum += term *= a * a / (4.0 * k * k);
  return sum;
}
WG_HOST double cyl_bessel_i1(double a) {
  double term = 0.5 * a, sum = term;
  for (int k = 1; fabs(term) > fabs(sum) * 1e-17 && k < 2000; ++k) sum += term *= a * a / (4.0 * k * (k + 1));
  return sum;
}

#define WG_HOST_FLOAT1(name) \
  WG_HOST float name##f(float a) { return (float)name((double)a); }
#ifndef WG_HOST_HAS_RSQRT
WG_HOST_FLOAT1(rsqrt)
#endif
WG_HOST_FLOAT1(rcbrt)
#ifndef WG_HOST_HAS_SINPI
WG_HOST_FLOAT1(sinpi)
WG_HOST_FLOAT1(cospi)
#endif
WG_HOST_FLOAT1(erfcx)
WG_HOST_FLOAT1(erfinv)
WG_HOST_FLOAT1(erfcinv)
WG_HOST_FLOAT1(normcdf)
WG_HOST_FLOAT1(normcdfinv)
WG_HOST_FLOAT1(cyl_bessel_i0)
WG_HOST_FLOAT1(cyl_bessel_i1)
#undef WG_HOST_FLOAT1
#undef WG_HOST_HAS_RSQRT
#undef WG_HOST_HAS_SINPI
WG_HOST float rhypotf(float a, float b) { return (float)rhypot((double)a, (double)b); }
WG_HOST float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
WG_HOST float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
WG_HOST float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
WG_HOST float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
WG_HOST float normf(int dimensions, const float* a) {
  float length = 0;
  for (int i = 0; i < dimensions; ++i) length = hypotf(length, a[i]);
  return length;
}
WG_HOST float rnormf(int dimensions, const float* a) { return 1 / normf(dimensions, a); }
WG_HOST float fdividef(float a, float b) { return a / b; }
WG_HOST void sincospif(float a, float* sine, float* cosine) {
  *sine = sinpif(a);
  *cosine = cospif(a);
}

// Integer min and max; the device has its own.
WG_HOST int min(int a, int b) { return a < b ? a : b; }
WG_HOST int max(int a, int b) { return a > b ? a : b; }
WG_HOST unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
WG_HOST unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
WG_HOST long long llmin(long long a, long long b) { return a < b ? a : b; }
WG_HOST long long llmax(long long a, long long b) { return a > b ? a : b; }
WG_HOST unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
WG_HOST unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

#undef WG_HOST

#endif
