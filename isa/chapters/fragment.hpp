// How the warp's registers hold a matrix operand of the tensor instructions (PTX ISA, Matrix Fragments for mma). Lane
// 4 g + t holds, of an operand A (M x K) or B (N x K, read along K), register by register, the elements
//
//     outer index  g + 8 (j mod blocks)                 blocks = M / 8 or N / 8
//     along K      4 E (j div blocks) + E t + e         E elements in a register, e = 0 .. E - 1
//
// and of an accumulator (M x N) pairs of neighbours along a row: value v is in row g + 8 ((v / 2) mod M/8), column
// 8 ((v / 2) div M/8) + 2 t + v mod 2. For mma these are the manual's layouts; wmma leaves its own open, and ours are
// the same rule applied to larger matrices.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpglass::isa {

enum class ElementType : std::uint8_t { f16, bf16, tf32, f32, f64, e4m3, e5m2, s8, u8, s4, u4, b1, s32, none };

[[nodiscard]] ElementType element_type(std::string_view word);
/// Bits of an element where it is packed into registers or memory (tf32 takes 32).
[[nodiscard]] std::uint32_t bits_of(ElementType type);
[[nodiscard]] constexpr bool is_integer(ElementType type) { return type >= ElementType::s8; }

/// Elements of `type` in one register: f64 registers have 64 bits, all others 32.
[[nodiscard]] inline std::uint32_t elements_per_register(ElementType type) {
  return type == ElementType::f64 ? 1 : 32 / bits_of(type);
}

/// Value of an element, given its bits in the low end of `bits`. Exact for every type.
[[nodiscard]] double element_value(ElementType type, std::uint64_t bits);

/// Extents named by a shape word: "m16n8k16".
struct MatrixShape {
  std::uint32_t m = 0, n = 0, k = 0;
};
[[nodiscard]] MatrixShape matrix_shape(std::string_view word);

/// Operand A or B: which element is element `e` of register `j` in `lane`.
struct OperandElement {
  std::uint32_t outer = 0;  // row of A, column of B
  std::uint32_t inner = 0;  // along K
};
[[nodiscard]] constexpr OperandElement operand_element(std::uint32_t blocks, std::uint32_t per_register,
                                                       std::uint32_t j, std::uint32_t e, std::uint32_t lane) {
  return {.outer = lane / 4 + 8 * (j % blocks), .inner = j / blocks * 4 * per_register + lane % 4 * per_register + e};
}

/// Accumulator: which element is value `v` in `lane`.
struct AccumulatorElement {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};
[[nodiscard]] constexpr AccumulatorElement accumulator_element(std::uint32_t m, std::uint32_t v, std::uint32_t lane) {
  return {.row = lane / 4 + 8 * (v / 2 % (m / 8)), .column = 8 * (v / 2 / (m / 8)) + lane % 4 * 2 + v % 2};
}

/// Different registers of an operand with `outer` rows or columns; wmma fragments may repeat them.
[[nodiscard]] inline std::uint32_t operand_registers(ElementType type, std::uint32_t outer, std::uint32_t k) {
  return outer / 8 * (k / (4 * elements_per_register(type)));
}
[[nodiscard]] inline std::uint32_t accumulator_registers(ElementType type, const MatrixShape& shape) {
  return shape.m * shape.n / 32 / (type == ElementType::f16 ? 2 : 1);
}

}  // namespace warpglass::isa
