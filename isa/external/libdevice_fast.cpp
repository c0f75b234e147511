// __sinf and its kin: what they are made of on the machines (CUDA C++ Programming Guide, "Intrinsic Functions"), the
// approximate instructions sin, cos, lg2 and ex2 with a multiplication, so that a program answers alike whether its
// compiler calls the function or writes the instructions (isa/chapters/approximate.cpp has those).
#include "isa/external/native_math.hpp"
#include "isa/special.hpp"

namespace warpglass::isa {
namespace {

float fast_tangent(float x) { return approximate_quotient(approximate_sine(x), approximate_cosine(x)); }

float fast_log(float x) { return canonical(approximate_logarithm(x) * 0x1.62e430p-1f); }
float fast_log10(float x) { return canonical(approximate_logarithm(x) * 0x1.344136p-2f); }
float fast_exp(float x) { return approximate_power(x * 0x1.715476p0f); }
float fast_exp10(float x) { return approximate_power(x * 0x1.a934f0p1f); }
float fast_power(float x, float y) { return approximate_power(y * approximate_logarithm(x)); }

constexpr ProvidedFunction kFastFunctions[] = {
    of_float<approximate_cosine>("__nv_fast_cosf"),
    of_float<fast_exp10>("__nv_fast_exp10f"),
    of_float<fast_exp>("__nv_fast_expf"),
    of_two_floats<approximate_quotient>("__nv_fast_fdividef"),
    of_float<fast_log10>("__nv_fast_log10f"),
    of_float<approximate_logarithm>("__nv_fast_log2f"),
    of_float<fast_log>("__nv_fast_logf"),
    of_two_floats<fast_power>("__nv_fast_powf"),
    native<[](const ExternalCall& call, int lane, float x, DevicePointer<float> sine, DevicePointer<float> cosine) {
      store(call, lane, sine, approximate_sine(x));
      store(call, lane, cosine, approximate_cosine(x));
    }>("__nv_fast_sincosf"),
    of_float<approximate_sine>("__nv_fast_sinf"),
    of_float<fast_tangent>("__nv_fast_tanf"),
    of_float<approximate_tangent>("__nv_fast_tanhf"),
};

}  // namespace

std::span<const ProvidedFunction> libdevice_fast_functions() { return kFastFunctions; }

}  // namespace warpglass::isa
