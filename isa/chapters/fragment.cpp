#include "isa/chapters/fragment.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/half.hpp"

namespace warpglass::isa {
namespace {

constexpr std::pair<std::string_view, ElementType> kNames[] = {
    {"f16", ElementType::f16}, {"bf16", ElementType::bf16}, {"tf32", ElementType::tf32}, {"f32", ElementType::f32},
    {"f64", ElementType::f64}, {"e4m3", ElementType::e4m3}, {"e5m2", ElementType::e5m2}, {"s8", ElementType::s8},
    {"u8", ElementType::u8},   {"s4", ElementType::s4},     {"u4", ElementType::u4},     {"b1", ElementType::b1},
    {"s32", ElementType::s32},
};

/// Value of a small floating format, its highest exponent read as any other.
double small_float(std::uint64_t bits, int exponent_bits, int mantissa_bits) {
  const auto sign = (bits >> (exponent_bits + mantissa_bits) & 1u) != 0 ? -1.0 : 1.0;
  const auto exponent = static_cast<int>(bits >> mantissa_bits & ((1u << exponent_bits) - 1));
  const auto mantissa = static_cast<int>(bits & ((1u << mantissa_bits) - 1));
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

double e4m3_value(std::uint64_t bits) {
  if ((bits & 0x7f) == 0x7f) return std::numeric_limits<double>::quiet_NaN();
  return small_float(bits, 4, 3);
}

double e5m2_value(std::uint64_t bits) { return half_to_float(static_cast<std::uint16_t>(bits << 8)); }

}  // namespace

ElementType element_type(std::string_view word) {
  for (const auto& [name, type] : kNames) {
    if (name == word) return type;
  }
  return ElementType::none;
}

std::uint32_t bits_of(ElementType type) {
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

double element_value(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::f16: return half_to_float(static_cast<std::uint16_t>(bits));
    case ElementType::bf16: return bfloat16_to_float(static_cast<std::uint16_t>(bits));
    // The machine reads 19 bits of a tf32 register.
    case ElementType::tf32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffffe000u);
    case ElementType::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ElementType::f64: return std::bit_cast<double>(bits);
    case ElementType::e4m3: return e4m3_value(bits);
    case ElementType::e5m2: return e5m2_value(bits);
    case ElementType::s8: return static_cast<std::int8_t>(bits);
    case ElementType::u8: return static_cast<std::uint8_t>(bits);
    case ElementType::s4: return static_cast<std::int8_t>(bits << 4) >> 4;
    case ElementType::u4: return static_cast<double>(bits & 0xf);
    case ElementType::b1: return static_cast<double>(bits & 1);
    case ElementType::s32: return static_cast<std::int32_t>(bits);
    case ElementType::none: return 0;
  }
  return 0;
}

MatrixShape matrix_shape(std::string_view word) {
  MatrixShape shape;
  std::uint32_t* extent = nullptr;
  for (const char c : word) {
    if (c == 'm') {
      extent = &shape.m;
    } else if (c == 'n') {
      extent = &shape.n;
    } else if (c == 'k') {
      extent = &shape.k;
    } else {
      *extent = *extent * 10 + static_cast<std::uint32_t>(c - '0');
    }
  }
  return shape;
}

}  // namespace warpglass::isa
