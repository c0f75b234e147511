// Arithmetic in a rounding of its own: __nv_fadd_rz and its kin. The host rounds each of these operations correctly in
// all four modes, so its own modes are used.
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "isa/external/native_math.hpp"

namespace warpglass::isa {
namespace {

/// The four rounding forms of a row, named `prefix` + rn, rz, rd, ru: names are given in that order.
template <auto kFunction>
constexpr std::array<ProvidedFunction, 4> in_each_rounding(const std::array<std::string_view, 4>& names) {
  constexpr ProvidedFunction kRow = native<kFunction>("");
  std::array<ProvidedFunction, 4> rows{kRow, kRow, kRow, kRow};
  rows[1].run = run_rounding<FE_TOWARDZERO, kRow.run>;
  rows[2].run = run_rounding<FE_DOWNWARD, kRow.run>;
  rows[3].run = run_rounding<FE_UPWARD, kRow.run>;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].name = names[i];
  return rows;
}

template <std::size_t... kSizes>
constexpr auto joined(const std::array<ProvidedFunction, kSizes>&... parts) {
  std::array<ProvidedFunction, (kSizes + ...)> all;
  std::size_t at = 0;
  const auto append = [&](const auto& part) {
    for (const ProvidedFunction& row : part) all[at++] = row;
  };
  (append(parts), ...);
  return all;
}

/// As rcp.approx.ftz.f64: of the upper words, in 23 digits cut to 20.
double rough_reciprocal(double x) {
  constexpr std::uint64_t kUpper = 0xffffffff00000000u;
  constexpr double kLeast = std::numeric_limits<double>::min();
  if (std::isnan(x)) return std::bit_cast<double>(0x7fffffff00000000u);
  const double argument = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & kUpper);
  const double reciprocal = 1.0 / (std::fabs(x) < kLeast ? std::copysign(0.0, x) : argument);
  if (std::fabs(reciprocal) < kLeast) return std::copysign(0.0, x);
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(reciprocal) + (std::uint64_t{1} << 28)) & kUpper);
}

constexpr auto kRoundedFunctions = joined(
    in_each_rounding<[](double x, double y) { return x + y; }>(
        {"__nv_dadd_rn", "__nv_dadd_rz", "__nv_dadd_rd", "__nv_dadd_ru"}),
    in_each_rounding<[](double x, double y) { return x - y; }>(
        {"__nv_dsub_rn", "__nv_dsub_rz", "__nv_dsub_rd", "__nv_dsub_ru"}),
    in_each_rounding<[](double x, double y) { return x * y; }>(
        {"__nv_dmul_rn", "__nv_dmul_rz", "__nv_dmul_rd", "__nv_dmul_ru"}),
    in_each_rounding<[](double x, double y) { return x / y; }>(
        {"__nv_ddiv_rn", "__nv_ddiv_rz", "__nv_ddiv_rd", "__nv_ddiv_ru"}),
    in_each_rounding<[](double x) { return 1.0 / x; }>(
        {"__nv_drcp_rn", "__nv_drcp_rz", "__nv_drcp_rd", "__nv_drcp_ru"}),
    in_each_rounding<[](double x) { return std::sqrt(x); }>(
        {"__nv_dsqrt_rn", "__nv_dsqrt_rz", "__nv_dsqrt_rd", "__nv_dsqrt_ru"}),
    in_each_rounding<[](double x, double y, double z) { return std::fma(x, y, z); }>(
        {"__nv_fma_rn", "__nv_fma_rz", "__nv_fma_rd", "__nv_fma_ru"}),
    in_each_rounding<[](float x, float y) { return canonical(x + y); }>(
        {"__nv_fadd_rn", "__nv_fadd_rz", "__nv_fadd_rd", "__nv_fadd_ru"}),
    in_each_rounding<[](float x, float y) { return canonical(x - y); }>(
        {"__nv_fsub_rn", "__nv_fsub_rz", "__nv_fsub_rd", "__nv_fsub_ru"}),
    in_each_rounding<[](float x, float y) { return canonical(x * y); }>(
        {"__nv_fmul_rn", "__nv_fmul_rz", "__nv_fmul_rd", "__nv_fmul_ru"}),
    in_each_rounding<[](float x, float y) { return canonical(x / y); }>(
        {"__nv_fdiv_rn", "__nv_fdiv_rz", "__nv_fdiv_rd", "__nv_fdiv_ru"}),
    in_each_rounding<[](float x) { return canonical(1.0f / x); }>(
        {"__nv_frcp_rn", "__nv_frcp_rz", "__nv_frcp_rd", "__nv_frcp_ru"}),
    in_each_rounding<[](float x) { return canonical(std::sqrt(x)); }>(
        {"__nv_fsqrt_rn", "__nv_fsqrt_rz", "__nv_fsqrt_rd", "__nv_fsqrt_ru"}),
    in_each_rounding<[](float x, float y, float z) { return canonical(std::fma(x, y, z)); }>(
        {"__nv_fmaf_rn", "__nv_fmaf_rz", "__nv_fmaf_rd", "__nv_fmaf_ru"}),
    in_each_rounding<[](float x, float y, float z) { return canonical(std::fma(x, y, z)); }>(
        {"__nv_fmaf_ieee_rn", "__nv_fmaf_ieee_rz", "__nv_fmaf_ieee_rd", "__nv_fmaf_ieee_ru"}),
    std::array{
        native<[](float x) { return canonical(static_cast<float>(1.0 / std::sqrt(double{x}))); }>("__nv_frsqrt_rn"),
        native<[](double x) { return rough_reciprocal(x); }>("__nv_rcp64h"),
    });

}  // namespace

std::span<const ProvidedFunction> libdevice_rounded_functions() { return kRoundedFunctions; }

}  // namespace warpglass::isa
