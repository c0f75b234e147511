#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/tensor_sum.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/tensor_sum.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t N = std::min<std::size_t>(8, step_lanes<s32>());
using D = hn::FixedTag<s32, N>;
using V = hn::Vec<D>;

constexpr int kSingleFraction = 23;

/// What is left of a term: its magnitude, moved up as far as it may lie above the cut, less what lies below it.
HWY_INLINE V cut(V magnitude, V places) {
  const hn::FixedTag<u32, N> du;
  const auto distance = hn::Min(places, hn::Set(D(), 31));
  return hn::BitCast(D(), hn::Shr(hn::BitCast(du, magnitude), hn::BitCast(du, distance)));
}

HWY_INLINE V with_sign(V magnitude, V sign_of) {
  const auto sign = hn::BroadcastSignBit(sign_of);
  return hn::Sub(hn::Xor(magnitude, sign), sign);
}

void sum_all(const TensorStep& step, TensorSums& sums) {
  const D d;
  for (std::size_t row = 0; row < step.rows; ++row) {
    for (std::size_t first = 0; first < step.columns; first += N) {
      const auto c_exponent = hn::Load(d, step.c_exponent[row] + first);
      V largest = c_exponent;
      for (std::size_t k = 0; k < step.depth; ++k) {
        largest =
            hn::Max(largest, hn::Add(hn::Set(d, step.a_exponent[row][k]), hn::Load(d, step.b_exponent[k] + first)));
      }
      // Partial sums: each of eight terms below 2^27 fits 32 bits.
      V partial[kTensorDepth / 8] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
      for (std::size_t k = 0; k < step.depth; ++k) {
        const auto exponent = hn::Add(hn::Set(d, step.a_exponent[row][k]), hn::Load(d, step.b_exponent[k] + first));
        const auto product = hn::Mul(hn::Set(d, step.a_mantissa[row][k]), hn::Load(d, step.b_mantissa[k] + first));
        const auto raised = hn::ShiftLeftSame(hn::Abs(product), step.places - 2 * step.fraction_bits);
        const auto left = cut(raised, hn::Sub(largest, exponent));
        partial[k / 8] = hn::Add(partial[k / 8], with_sign(left, product));
      }
      const auto c = hn::Load(d, step.c_mantissa[row] + first);
      const auto c_raised = hn::ShiftLeftSame(hn::Abs(c), std::max(step.places - kSingleFraction, 0));
      const auto c_below = hn::Set(d, std::max(kSingleFraction - step.places, 0));
      const auto c_left = with_sign(cut(c_raised, hn::Add(hn::Sub(largest, c_exponent), c_below)), c);
      alignas(32) s32 parts[std::size(partial) + 1][N];
      for (std::size_t i = 0; i < std::size(partial); ++i) hn::Store(partial[i], d, parts[i]);
      hn::Store(c_left, d, parts[std::size(partial)]);
      hn::Store(hn::Sub(largest, hn::Set(d, step.places)), d, sums.unit_exponent[row] + first);
      for (std::size_t i = 0; i < N; ++i) {
        s64 sum = 0;
        for (const auto& part : parts) sum += part[i];
        sums.sum[row][first + i] = sum;
      }
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <bit>

namespace warpglass::isa {

HWY_EXPORT(sum_all);
void add_products(const TensorStep& step, TensorSums& sums) { HWY_DYNAMIC_DISPATCH(sum_all)(step, sums); }

namespace {

/// magnitude * 2^shift, shifted out bits lost.
std::uint64_t shifted(std::uint64_t magnitude, int shift) {
  if (shift >= 0) return magnitude << shift;
  return shift > -64 ? magnitude >> -shift : 0;
}

}  // namespace

std::uint32_t cut_to_float(std::int64_t sum, std::int32_t unit_exponent) {
  if (sum == 0) return 0;
  const std::uint32_t sign = sum < 0 ? 0x80000000u : 0u;
  const std::uint64_t magnitude = sum < 0 ? 0 - static_cast<std::uint64_t>(sum) : static_cast<std::uint64_t>(sum);
  const int exponent = 63 - std::countl_zero(magnitude) + unit_exponent;
  if (exponent > 127) return sign | 0x7f800000u;
  if (exponent < -126) {
    const auto subnormal = static_cast<std::uint32_t>(shifted(magnitude, unit_exponent + 149));
    return subnormal == 0 ? 0 : sign | subnormal;
  }
  const auto mantissa = static_cast<std::uint32_t>(shifted(magnitude, unit_exponent - exponent + 23));
  return sign | static_cast<std::uint32_t>(exponent + 127) << 23 | (mantissa & 0x7fffffu);
}

std::uint16_t round_to_half(std::int64_t sum, std::int32_t unit_exponent) {
  if (sum == 0) return 0;
  const std::uint32_t sign = sum < 0 ? 0x8000u : 0u;
  const std::uint64_t magnitude = sum < 0 ? 0 - static_cast<std::uint64_t>(sum) : static_cast<std::uint64_t>(sum);
  const int exponent = std::max(63 - std::countl_zero(magnitude) + unit_exponent, -14);
  if (exponent > 15) return static_cast<std::uint16_t>(sign | 0x7c00u);
  const int shift = unit_exponent - exponent + 10;
  std::uint64_t mantissa = shifted(magnitude, shift);
  if (shift < 0) {
    const std::uint64_t lost = shift > -64 ? magnitude - (mantissa << -shift) : magnitude;
    const std::uint64_t half = shift > -64 ? std::uint64_t{1} << (-shift - 1) : ~std::uint64_t{0};
    if (lost > half || (lost == half && (mantissa & 1) != 0)) ++mantissa;
  }
  if (mantissa == 0) return 0;
  // The leading one, and a carry into it, count in the exponent's field; infinity is what comes after the largest.
  const std::uint32_t bits =
      mantissa < 1024 ? static_cast<std::uint32_t>(mantissa)
                      : (static_cast<std::uint32_t>(exponent + 14) << 10) + static_cast<std::uint32_t>(mantissa);
  return static_cast<std::uint16_t>(sign | bits);
}

}  // namespace warpglass::isa
#endif
