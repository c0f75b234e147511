// Bessel functions of order 0 and 1. NVIDIA's keep their last digits where the functions vanish, which the C library's
// lose: between 0.5 and 8 ours go by recurrence from high orders down, which cancels nothing, with digits to spare.
#include <math.h>  // j0 .. y1: POSIX, not in std

#include <array>
#include <cmath>

#include "isa/external/special_functions.hpp"

namespace warpglass::isa {
namespace {

#ifdef __SIZEOF_FLOAT128__
__extension__ using Quad = __float128;
#else
using Quad = long double;
#endif

/// A sum of four doubles: digits that no literal of a standard type holds.
constexpr Quad quad(double a, double b, double c) { return Quad(a) + Quad(b) + Quad(c); }

constexpr Quad kQuadPi = quad(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109);
constexpr Quad kLog2 = quad(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111);
constexpr Quad kEuler = quad(0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58, -0x1.34a95e3133c51p-112);

constexpr double kLeast = 0.5;
constexpr double kBeyond = 8;
constexpr std::size_t kOrders = 72;  // the last is below 10^-40 at 8

bool by_recurrence(double magnitude) { return magnitude >= kLeast && magnitude < kBeyond; }

/// J of every order: recurrence downwards, scaled so that J0 + 2 (J2 + J4 + ...) is 1.
std::array<Quad, kOrders> all_orders(Quad x) {
  std::array<Quad, kOrders> j{};
  j[kOrders - 2] = 1;
  for (std::size_t n = kOrders - 2; n > 0; --n) j[n - 1] = Quad(2 * n) / x * j[n] - j[n + 1];
  Quad sum = j[0];
  for (std::size_t n = 2; n < kOrders; n += 2) sum += 2 * j[n];
  for (Quad& one : j) one /= sum;
  return j;
}

Quad logarithm(double x) {
  int exponent = 0;
  const Quad fraction = std::frexp(x, &exponent);
  const Quad z = (fraction - 1) / (fraction + 1);
  Quad power = z;
  Quad sum = 0;
  for (int k = 1; k < 80; k += 2) {
    sum += power / k;
    power *= z * z;
  }
  return 2 * sum + exponent * kLog2;
}

}  // namespace

double bessel_j0(double x) {
  return by_recurrence(std::fabs(x)) ? static_cast<double>(all_orders(std::fabs(x))[0]) : ::j0(x);
}

double bessel_j1(double x) {
  if (!by_recurrence(std::fabs(x))) return ::j1(x);
  return std::copysign(1.0, x) * static_cast<double>(all_orders(std::fabs(x))[1]);
}

// Abramowitz and Stegun 9.1.88: Y as a sum over J of all orders.
double bessel_y0(double x) {
  if (!by_recurrence(x)) return ::y0(x);
  const auto j = all_orders(x);
  Quad sum = (logarithm(x / 2) + kEuler) * j[0];
  for (std::size_t k = 1; 2 * k < kOrders; ++k) sum -= (k % 2 == 0 ? 2 : -2) * j[2 * k] / Quad(k);
  return static_cast<double>(2 / kQuadPi * sum);
}

double bessel_y1(double x) {
  if (!by_recurrence(x)) return ::y1(x);
  const auto j = all_orders(x);
  Quad sum = (logarithm(x / 2) + kEuler - 1) * j[1] - j[0] / x;
  for (std::size_t k = 1; 2 * k + 1 < kOrders; ++k)
    sum -= (k % 2 == 0 ? 1 : -1) * Quad(2 * k + 1) * j[2 * k + 1] / (Quad(k) * Quad(k + 1));
  return static_cast<double>(2 / kQuadPi * sum);
}

}  // namespace warpglass::isa
