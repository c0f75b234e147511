// The host's rounding mode, set through its control register: half the cost of fesetround, and a handler does it twice.

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

#include "isa/rounding.hpp"

namespace warpglass::isa {

namespace {

#if defined(__x86_64__)

std::uint64_t set_host_rounding(Rounding rounding) {
  constexpr unsigned kField = 0x6000;  // MXCSR.RC
  constexpr unsigned kModes[] = {0x0000, 0x6000, 0x2000, 0x4000};
  const unsigned saved = _mm_getcsr();
  _mm_setcsr((saved & ~kField) | kModes[static_cast<unsigned>(rounding)]);
  return saved;
}
void restore_host_rounding(std::uint64_t saved) { _mm_setcsr(static_cast<unsigned>(saved)); }

#elif defined(__aarch64__)

std::uint64_t set_host_rounding(Rounding rounding) {
  constexpr std::uint64_t kModes[] = {0, 3, 2, 1};  // FPCR.RMode
  std::uint64_t saved;
  asm volatile("mrs %0, fpcr" : "=r"(saved));
  const std::uint64_t wanted = (saved & ~(std::uint64_t{3} << 22)) | kModes[static_cast<unsigned>(rounding)] << 22;
  asm volatile("msr fpcr, %0" : : "r"(wanted));
  return saved;
}
void restore_host_rounding(std::uint64_t saved) { asm volatile("msr fpcr, %0" : : "r"(saved)); }

#else

std::uint64_t set_host_rounding(Rounding rounding) {
  constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  const int saved = std::fegetround();
  std::fesetround(kModes[static_cast<unsigned>(rounding)]);
  return static_cast<std::uint64_t>(saved);
}
void restore_host_rounding(std::uint64_t saved) { std::fesetround(static_cast<int>(saved)); }

#endif

}  // namespace

bool is_below_least_normal(float x, float y, float z, bool negative) {
  const double product = static_cast<double>(x) * static_cast<double>(y);
  const double sign = negative ? -1 : 1;
  // Nearest: from halfway below on, numbers round up to it. Directed: all above the number below it do.
  volatile float one = 1.0f;  // so that the sum is made in the host's rounding
  const bool nearest = one + 0x1p-25f == one && -one - 0x1p-25f == -one && one + 0x1.8p-24f > one;
  if (nearest) return sign * product < 0x1p-126 - 0x1p-151 - sign * static_cast<double>(z);
  return sign * product <= 0x1p-126 - 0x1p-150 - sign * static_cast<double>(z);
}

HostRounding::HostRounding(Rounding rounding) : saved_(set_host_rounding(rounding)) {}
HostRounding::~HostRounding() { restore_host_rounding(saved_); }

Rounding rounding_of(const Spelling& spelling) {
  const std::string_view word = spelling.word("rnd");
  if (word == "rz" || word == "rzi") return Rounding::zero;
  if (word == "rm" || word == "rmi") return Rounding::down;
  if (word == "rp" || word == "rpi") return Rounding::up;
  return Rounding::nearest;
}

}  // namespace warpglass::isa
