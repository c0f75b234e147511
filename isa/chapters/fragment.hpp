// How the warp's registers hold a matrix operand of the tensor instructions (PTX ISA, Matrix Fragments for mma). An
// operand A (M x K) or B (N x K, read along K) is divided into tiles, one after another: A's of up to 16 rows, B's of 8
// columns. Of a tile lane 4 g + t holds, register by register, the elements
//
//     outer index  g + 8 (j mod blocks)                 blocks: 8 rows or columns each, 2 in a tile of 16
//     along K      4 E (j div blocks) + E t + e         E elements in a register, e = 0 .. E - 1
//
// and of an accumulator (M x N) pairs of neighbours along a row: value v is in row g + 8 ((v / 2) mod M/8), column
// 8 ((v / 2) div M/8) + 2 t + v mod 2. For mma these are the manual's layouts. wmma leaves its own open; an H200 holds
// them by the same rule, and m8n32k16 as the transposed product, A and B in each other's place (tests/hardware/isa).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "base/half.hpp"
#include "ptx/types.hpp"

namespace warpglass::isa {

enum class ElementType : std::uint8_t { f16, bf16, tf32, f32, f64, e4m3, e5m2, s8, u8, s4, u4, b1, s32, none };

[[nodiscard]] ElementType element_type(std::string_view word);
/// Bits of an element where it is packed into registers or memory (tf32 takes 32).
[[nodiscard]] constexpr std::uint32_t bits_of(ElementType type) {
  switch (type) {
    case ElementType::f16:
    case ElementType::bf16: return 16;
    case ElementType::tf32:
    case ElementType::f32:
    case ElementType::s32: return 32;
    case ElementType::f64: return 64;
    case ElementType::e4m3:
    case ElementType::e5m2:
    case ElementType::s8:
    case ElementType::u8: return 8;
    case ElementType::s4:
    case ElementType::u4: return 4;
    case ElementType::b1: return 1;
    case ElementType::none: return 0;
  }
  return 0;
}
[[nodiscard]] constexpr bool is_integer(ElementType type) { return type >= ElementType::s8; }

/// Type of the registers that hold elements of `type`.
[[nodiscard]] ptx::Type register_type(ElementType type);

/// Elements of `type` in one register: f64 registers have 64 bits, all others 32.
[[nodiscard]] constexpr std::uint32_t elements_per_register(ElementType type) {
  const std::uint32_t bits = bits_of(type);
  return bits == 0 || bits > 32 ? 1 : 32 / bits;
}

/// Value of a small floating format, its highest exponent read as any other.
[[nodiscard]] inline double small_float(std::uint64_t bits, int exponent_bits, int mantissa_bits) {
  const auto sign = (bits >> (exponent_bits + mantissa_bits) & 1u) != 0 ? -1.0 : 1.0;
  const auto exponent = static_cast<int>(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
  const auto mantissa = static_cast<int>(bits & ((1u << mantissa_bits) - 1));
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

[[nodiscard]] inline double e4m3_value(std::uint64_t bits) {
  if ((bits & 0x7f) == 0x7f) return std::numeric_limits<double>::quiet_NaN();
  return small_float(bits, 4, 3);
}

/// Value of an integer element, given its bits in the low end of `bits`; 0 for other types.
[[nodiscard]] constexpr std::int32_t integer_value(ElementType type, std::uint64_t bits) {
  if (type == ElementType::s8) return static_cast<std::int8_t>(bits);
  if (type == ElementType::u8) return static_cast<std::uint8_t>(bits);
  if (type == ElementType::s4) return static_cast<std::int8_t>(bits << 4) >> 4;
  if (type == ElementType::u4) return static_cast<std::int32_t>(bits & 0xf);
  if (type == ElementType::b1) return static_cast<std::int32_t>(bits & 1);
  return type == ElementType::s32 ? static_cast<std::int32_t>(bits) : 0;
}

/// Value of an element, given its bits in the low end of `bits`. Exact for every type.
[[nodiscard]] inline double element_value(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::f16: return half_to_float(static_cast<std::uint16_t>(bits));
    case ElementType::bf16: return bfloat16_to_float(static_cast<std::uint16_t>(bits));
    // The machine reads 19 bits of a tf32 register.
    case ElementType::tf32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffffe000u);
    case ElementType::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementType::f64: return std::bit_cast<double>(bits);
    case ElementType::e4m3: return e4m3_value(bits);
    case ElementType::e5m2: return half_to_float(static_cast<std::uint16_t>(bits << 8));
    case ElementType::s8:
    case ElementType::u8:
    case ElementType::s4:
    case ElementType::u4:
    case ElementType::b1:
    case ElementType::s32:
    case ElementType::none: return integer_value(type, bits);
  }
  return 0;
}

/// Extents named by a shape word: "m16n8k16".
struct MatrixShape {
  std::uint32_t m = 0, n = 0, k = 0;
};
[[nodiscard]] MatrixShape matrix_shape(std::string_view word);

/// Whether the product is computed as its transpose, with A in B's place and B in A's.
[[nodiscard]] constexpr bool is_transposed(const MatrixShape& shape) { return shape.m < shape.n; }

/// Operand A or B and how its registers divide it.
struct OperandLayout {
  std::uint32_t outer = 0;         // rows of A, columns of B
  std::uint32_t blocks = 0;        // of 8 of them in a tile
  std::uint32_t steps = 0;         // registers along K
  std::uint32_t per_register = 0;  // elements

  /// Different registers; wmma's fragments of halves repeat them.
  [[nodiscard]] constexpr std::uint32_t registers() const { return outer / 8 * steps; }
};
/// How many registers wmma writes for a factor's fragment that has so many different ones.
[[nodiscard]] constexpr std::uint32_t wmma_registers(ElementType type, std::uint32_t different) {
  return type == ElementType::f16 ? 8 : different;
}
[[nodiscard]] constexpr OperandLayout operand_layout(const MatrixShape& shape, ElementType type, bool is_b) {
  const std::uint32_t outer = is_b ? shape.n : shape.m;
  const bool in_place_of_a = is_b == is_transposed(shape);
  const std::uint32_t elements = elements_per_register(type);
  return {.outer = outer,
          .blocks = in_place_of_a && outer >= 16 ? 2u : 1u,
          .steps = shape.k / (4 * elements),
          .per_register = elements};
}

/// Which element is element `e` of register `j` in `lane`.
struct OperandElement {
  std::uint32_t outer = 0;  // row of A, column of B
  std::uint32_t inner = 0;  // along K
};
[[nodiscard]] constexpr OperandElement operand_element(const OperandLayout& layout, std::uint32_t j, std::uint32_t e,
                                                       std::uint32_t lane) {
  const std::uint32_t tile = j / (layout.blocks * layout.steps);
  const std::uint32_t within = j % (layout.blocks * layout.steps);
  return {.outer = 8 * (tile * layout.blocks + within % layout.blocks) + lane / 4,
          .inner = (within / layout.blocks * 4 + lane % 4) * layout.per_register + e};
}

/// Accumulator: which element is value `v` in `lane`.
struct AccumulatorElement {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};
[[nodiscard]] constexpr AccumulatorElement accumulator_element(const MatrixShape& shape, std::uint32_t v,
                                                               std::uint32_t lane) {
  const bool transposed = is_transposed(shape);
  const std::uint32_t blocks = (transposed ? shape.n : shape.m) / 8;
  const std::uint32_t along = lane / 4 + 8 * (v / 2 % blocks);
  const std::uint32_t across = 8 * (v / 2 / blocks) + lane % 4 * 2 + v % 2;
  return transposed ? AccumulatorElement{.row = across, .column = along}
                    : AccumulatorElement{.row = along, .column = across};
}

[[nodiscard]] constexpr std::uint32_t accumulator_registers(ElementType type, const MatrixShape& shape) {
  return shape.m * shape.n / 32 / (type == ElementType::f16 ? 2 : 1);
}

}  // namespace warpglass::isa
