// __sinf and its kin: what they are made of on the machines (CUDA C++ Programming Guide, "Intrinsic Functions"), the
// approximate instructions sin, cos, lg2 and ex2 with a multiplication, so that a program answers alike whether its
// compiler calls the function or writes the instructions (isa/chapters/approximate.cpp has those).
#include <math.h>

#include <cmath>

#include "isa/external/native_math.hpp"
#include "isa/external/special_functions.hpp"

namespace warpglass::isa {
namespace {

/// A double rounded toward zero to the digits of a float.
float truncated(double x) {
  const auto nearest = static_cast<float>(x);
  return std::fabs(double{nearest}) > std::fabs(x) ? std::nextafter(nearest, 0.0f) : nearest;
}

/// The turns that an angle is, as the machines multiply: toward zero, flushing.
float turns_of(float x) {
  const float turns = truncated(double{x} * double{0x1.45f306p-3f});
  return std::fabs(turns) < std::numeric_limits<float>::min() ? std::copysign(0.0f, turns) : turns;
}

float fast_sine(float x) {
  const double steps = std::trunc(double{turns_of(x)} * 0x1p25);
  const auto result = static_cast<float>(sinpi(steps * 0x1p-24));
  return result == 0 ? std::copysign(result, x) : canonical(result);
}
float fast_cosine(float x) { return canonical(static_cast<float>(cospi(2 * double{turns_of(x)}))); }
float fast_tangent(float x) { return canonical(fast_sine(x) / fast_cosine(x)); }

float fast_log2(float x) {
  const double result = std::log2(double{x});
  return std::isfinite(result) ? truncated(result) : canonical(static_cast<float>(result));
}
float fast_log(float x) { return canonical(fast_log2(x) * 0x1.62e430p-1f); }
float fast_log10(float x) { return canonical(fast_log2(x) * 0x1.344136p-2f); }
float fast_exp(float x) { return canonical(std::exp2(x * 0x1.715476p0f)); }
float fast_exp10(float x) { return canonical(std::exp2(x * 0x1.a934f0p1f)); }
float fast_power(float x, float y) { return canonical(std::exp2(y * fast_log2(x))); }

/// x * (1/y), whose reciprocal underflows for large y.
float fast_quotient(float x, float y) {
  const float size = std::fabs(y);
  if (size > 0x1p126f && size < std::numeric_limits<float>::infinity())
    return canonical(!std::isfinite(x) ? std::numeric_limits<float>::quiet_NaN()
                                       : std::copysign(0.0f, x) * std::copysign(1.0f, y));
  return canonical(x / y);
}

constexpr ProvidedFunction kFunctions[] = {
    of_float<fast_cosine>("__nv_fast_cosf"),
    of_float<fast_exp10>("__nv_fast_exp10f"),
    of_float<fast_exp>("__nv_fast_expf"),
    of_two_floats<fast_quotient>("__nv_fast_fdividef"),
    of_float<fast_log10>("__nv_fast_log10f"),
    of_float<fast_log2>("__nv_fast_log2f"),
    of_float<fast_log>("__nv_fast_logf"),
    of_two_floats<fast_power>("__nv_fast_powf"),
    native<[](const ExternalCall& call, int lane, float x, DevicePointer<float> sine, DevicePointer<float> cosine) {
      store(call, lane, sine, fast_sine(x));
      store(call, lane, cosine, fast_cosine(x));
    }>("__nv_fast_sincosf"),
    of_float<fast_sine>("__nv_fast_sinf"),
    of_float<fast_tangent>("__nv_fast_tanf"),
    of_float<::tanhf>("__nv_fast_tanhf"),
};

}  // namespace

std::span<const ProvidedFunction> libdevice_fast_functions() { return kFunctions; }

}  // namespace warpglass::isa
