// A matrix product as its handlers see it: what is multiplied, which rows hold it, and walks over its elements.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "isa/chapters/fragment.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/tensor_unit.hpp"
#include "isa/soft_float.hpp"

namespace warpglass::isa {

enum class BitOperation : std::uint8_t { none, bit_and, bit_xor };

/// What a product's handler needs, as Program::lists[extra] holds it: these numbers, then the rows of a, b, c and d.
struct Product {
  MatrixShape shape;
  ElementType a, b, c, d;
  bool saturate;
  BitOperation bits;
  Rounding rounding;  // of f64
  TensorUnit unit;    // of short floats

  static constexpr std::size_t kNumbers = 13;

  /// Products that are added at once, of `products` that an element of d is the sum of.
  [[nodiscard]] std::size_t at_once(std::size_t products) const {
    return unit.fp8_as_halves ? products / 2 : std::min<std::size_t>(products, unit.terms);
  }

  void write(std::vector<std::uint32_t>& list) const {
    list = {shape.m,
            shape.n,
            shape.k,
            std::uint32_t(a),
            std::uint32_t(b),
            std::uint32_t(c),
            std::uint32_t(d),
            std::uint32_t{saturate},
            std::uint32_t(bits),
            std::uint32_t(rounding),
            unit.terms,
            static_cast<std::uint32_t>(unit.places),
            std::uint32_t{unit.fp8_as_halves}};
  }
  static Product read(const std::vector<std::uint32_t>& list) {
    return {.shape = {list[0], list[1], list[2]},
            .a = ElementType(list[3]),
            .b = ElementType(list[4]),
            .c = ElementType(list[5]),
            .d = ElementType(list[6]),
            .saturate = list[7] != 0,
            .bits = BitOperation(list[8]),
            .rounding = Rounding(list[9]),
            .unit = {.terms = list[10], .places = static_cast<std::int32_t>(list[11]), .fp8_as_halves = list[12] != 0}};
  }
  [[nodiscard]] OperandLayout a_layout() const { return operand_layout(shape, a, false); }
  [[nodiscard]] OperandLayout b_layout() const { return operand_layout(shape, b, true); }
  [[nodiscard]] std::uint32_t a_registers() const { return a_layout().registers(); }
  [[nodiscard]] std::uint32_t b_registers() const { return b_layout().registers(); }
  [[nodiscard]] std::uint32_t c_registers() const { return accumulator_registers(c, shape); }
};

/// The rows of a product's operands.
struct ProductRows {
  const std::uint32_t* a;
  const std::uint32_t* b;
  const std::uint32_t* c;
  const std::uint32_t* d;

  ProductRows(const Product& product, const std::vector<std::uint32_t>& list)
      : a(list.data() + Product::kNumbers),
        b(a + product.a_registers()),
        c(b + product.b_registers()),
        d(c + product.c_registers()) {}
};

inline constexpr std::size_t kMaxExtent = 32;      // rows or columns
inline constexpr std::size_t kMaxDepth = 64;       // K of all but single bits
inline constexpr std::size_t kMaxShortDepth = 32;  // of f16, bf16, tf32 and fp8

/// Calls `put(kind, outer index, index along K, bits)` for every element of an operand; kind() is its type, known while
/// compiling, and the element is in the low end of `bits`.
template <ElementType kType, class Put>
void for_each_element(const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout, Put&& put) {
  using Register = std::conditional_t<kType == ElementType::f64, std::uint64_t, std::uint32_t>;
  constexpr std::uint32_t kWidth = bits_of(kType);
  constexpr std::uint32_t kPerRegister = elements_per_register(kType);
  for (std::uint32_t j = 0; j < layout.registers(); ++j) {
    const auto values = read_row<Register>(warp, rows[j]);
    const OperandElement origin = operand_element(layout, j, 0, 0);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t at = origin.outer + lane / 4;
      const std::uint32_t inner = origin.inner + lane % 4 * kPerRegister;
      for (std::uint32_t e = 0; e < kPerRegister; ++e) {
        // Below 64 for all types. NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift)
        const std::uint64_t bits = std::uint64_t{values[lane]} >> (e * kWidth);
        put(std::integral_constant<ElementType, kType>{}, at, inner + e, bits);
      }
    }
  }
}

template <class Put>
void for_each_element(const sim::Warp& warp, const std::uint32_t* rows, ElementType type, const OperandLayout& layout,
                      Put&& put) {
  switch (type) {
    case ElementType::f16: return for_each_element<ElementType::f16>(warp, rows, layout, put);
    case ElementType::bf16: return for_each_element<ElementType::bf16>(warp, rows, layout, put);
    case ElementType::tf32: return for_each_element<ElementType::tf32>(warp, rows, layout, put);
    case ElementType::f64: return for_each_element<ElementType::f64>(warp, rows, layout, put);
    case ElementType::e4m3: return for_each_element<ElementType::e4m3>(warp, rows, layout, put);
    case ElementType::e5m2: return for_each_element<ElementType::e5m2>(warp, rows, layout, put);
    case ElementType::s8: return for_each_element<ElementType::s8>(warp, rows, layout, put);
    case ElementType::u8: return for_each_element<ElementType::u8>(warp, rows, layout, put);
    case ElementType::s4: return for_each_element<ElementType::s4>(warp, rows, layout, put);
    case ElementType::u4: return for_each_element<ElementType::u4>(warp, rows, layout, put);
    case ElementType::b1:
    case ElementType::f32:
    case ElementType::s32:
    case ElementType::none: return;  // no operands of this kind come here
  }
}

[[nodiscard]] inline std::uint64_t accumulator_bits(const sim::Warp& warp, const std::uint32_t* rows, ElementType type,
                                                    std::uint32_t v, std::uint32_t lane) {
  if (type == ElementType::f64) return sim::lane_value<std::uint64_t>(warp, rows[v], int(lane));
  if (type == ElementType::f16) return sim::lane_value<std::uint16_t>(warp, rows[v / 2], int(lane * 2 + v % 2));
  return sim::lane_value<std::uint32_t>(warp, rows[v], int(lane));
}

inline void set_accumulator(sim::Warp& warp, const std::uint32_t* rows, ElementType type, std::uint32_t v,
                            std::uint32_t lane, std::uint64_t bits) {
  if (type == ElementType::f64)
    set_lane_value(warp, rows[v], int(lane), bits);
  else if (type == ElementType::f16)
    set_lane_value(warp, rows[v / 2], int(lane * 2 + v % 2), static_cast<std::uint16_t>(bits));
  else
    set_lane_value(warp, rows[v], int(lane), static_cast<std::uint32_t>(bits));
}

inline constexpr std::size_t kMaxAccumulators = 8;  // of a lane

/// Calls `sum(row, column, value of c)` for every element of the accumulator and writes what it returns; d's registers
/// may be c's in another order.
template <class Sum>
void for_each_result(sim::Warp& warp, const Product& product, const ProductRows& rows, LaneMask lanes, Sum&& sum) {
  const std::uint32_t values = product.shape.m * product.shape.n / 32;
  for_each_lane(lanes, [&](int lane) {
    std::array<std::uint64_t, kMaxAccumulators> d{};
    for (std::uint32_t v = 0; v < values; ++v) {
      const AccumulatorElement at = accumulator_element(product.shape, v, std::uint32_t(lane));
      d[v] = sum(at.row, at.column, accumulator_bits(warp, rows.c, product.c, v, std::uint32_t(lane)));
    }
    for (std::uint32_t v = 0; v < values; ++v) set_accumulator(warp, rows.d, product.d, v, std::uint32_t(lane), d[v]);
  });
}

/// A sum of integers as d has it.
[[nodiscard]] inline std::uint64_t clamped(const Product& product, std::int64_t sum) {
  if (product.saturate) {
    sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
  }
  return static_cast<std::uint32_t>(sum);
}

/// f16, bf16, tf32, e4m3, e5m2: d in the active lanes, as the machine computes it.
void multiply_short_floats(sim::Warp& warp, const Product& product, const ProductRows& rows, LaneMask lanes);

}  // namespace warpglass::isa
