// The machines' special function unit, as its designers describe it (S. F. Oberman and M. Y. Siu, "A High-Performance
// Area-Efficient Multifunction Interpolator", ARITH 2005) and as an H200's results show it to be: a function is cut
// into segments, and in each it is value + slope x + curvature x^2, in integers, where x are the 17 bits of the
// argument below those that choose the segment. All products are exact but the square: of its partial products those
// below 2^19 are not made, so that 15 bits are kept. The sum is cut, not rounded; what makes up for that is in a bias
// that all segments of a function share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpglass::isa {

/// Coefficients by segment: sizes, whose signs belong to the function.
template <std::size_t kCount>
struct Segments {
  alignas(64) std::uint32_t value[kCount];   // 26 bits: the result's 24 and two below
  alignas(64) std::uint32_t slopes[kCount];  // bits 0 to 15 the slope, from 16 the curvature
};
/// The same where slopes and curvatures are larger, in units of 2^-40.
struct WideSegments {
  alignas(64) std::uint32_t value[64];
  alignas(64) std::uint32_t slope[64];
  alignas(64) std::uint32_t curvature[64];
};

/// Masks of bits 8 to 14, in the lanes of a vector: from memory, since compilers would make them anew each time.
struct UpperBits {
  alignas(64) std::uint16_t bit[7][32];
  alignas(64) std::uint16_t all[32];
};

extern const UpperBits kUpperBits;
extern const Segments<128> kReciprocalSegments;
extern const Segments<128> kReciprocalRootSegments;
extern const Segments<128> kRootSegments;
extern const Segments<64> kPowerSegments;
extern const Segments<64> kLogarithmSegments;
extern const Segments<64> kSineSegments;
extern const WideSegments kTangentSegments;

/// What a function's segments share. The sum is
///   value 2^(digits - 2) +- slope x +- curvature square 2^curvature_shift + bias
/// and has so many digits below the result's last one.
struct Interpolation {
  int digits;
  bool falling;  // slopes are subtracted
  bool convex;   // curvatures are added
  int curvature_shift;
  int bias;
};

inline constexpr Interpolation kReciprocal{
    .digits = 16, .falling = true, .convex = true, .curvature_shift = 1, .bias = 4046};
inline constexpr Interpolation kReciprocalRoot{
    .digits = 16, .falling = true, .convex = true, .curvature_shift = 2, .bias = 16383};
/// The slopes for x in 2..4 count twice.
inline constexpr Interpolation kRoot{
    .digits = 17, .falling = false, .convex = false, .curvature_shift = 1, .bias = 32767};
inline constexpr Interpolation kPower{
    .digits = 15, .falling = false, .convex = true, .curvature_shift = 0, .bias = 6114};
// Of these the digits below the result's 24 count too, 36 behind the point and 37, so that small results have all
// theirs.
inline constexpr Interpolation kLogarithm{
    .digits = 14, .falling = false, .convex = false, .curvature_shift = 1, .bias = 837};
/// Slopes count four times.
inline constexpr Interpolation kSine{.digits = 15, .falling = false, .convex = false, .curvature_shift = 2, .bias = 0};

/// tanh has segments by octave, from 2^-8 to 8: in bits 8 to 15 the first, in bits 0 to 7 how many bits of the fraction
/// are below the 17 that count. (Some more octaves, for vectors that look up 16.)
alignas(64) inline constexpr std::uint32_t kTangentOctaves[16] = {0x006,  0x106,  0x206,  0x305,  0x505,  0x704,
                                                                  0xb04,  0xf04,  0x1303, 0x1b02, 0x2b03, 0x3f06,
                                                                  0x3f06, 0x3f06, 0x3f06, 0x3f06};

}  // namespace warpglass::isa
