#include "isa/chapters/tensor_factors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "isa/chapters/group_moves.hpp"

namespace warpglass::isa {
namespace {

constexpr FactorElements kE4m3{.type = ElementType::e4m3, .bits = 8, .in_unit = 16};
constexpr FactorElements kE5m2{.type = ElementType::e5m2, .bits = 8, .in_unit = 16};
// Sixteen in a unit too: what is left of it is padding.
constexpr FactorElements kE2m3{
    .type = ElementType::e4m3, .bits = 6, .in_unit = 16, .exponent_bits = 2, .mantissa_bits = 3};
constexpr FactorElements kE3m2{
    .type = ElementType::e4m3, .bits = 6, .in_unit = 16, .exponent_bits = 3, .mantissa_bits = 2};
constexpr FactorElements kE2m1{
    .type = ElementType::e4m3, .bits = 4, .in_unit = 16, .exponent_bits = 2, .mantissa_bits = 1};
constexpr FactorElements kPackedE2m1{
    .type = ElementType::e4m3, .bits = 4, .in_unit = 32, .exponent_bits = 2, .mantissa_bits = 1};

/// Elements one by one, in whatever units they lie. Behind the last one are zeros.
template <std::size_t kOuter, std::size_t kWords>
void load_one_by_one(const std::byte* shared, const MatrixPart& part, const FactorElements& elements,
                     const ElementsAlongK& along, FactorWords<kOuter, kWords>& to) {
  const std::uint32_t width = elements.width();
  for (std::uint32_t outer = 0; outer < part.count; ++outer) {
    for (std::uint32_t word = 0; word < kGroupWords; ++word) to.words[word][outer] = 0;
    const std::uint32_t row = part.first + outer;
    for (std::uint32_t i = 0; i < along.count; ++i) {
      const std::uint32_t k = along.first + i;
      const std::uint32_t unit =
          part.across ? part.matrix.across(row / elements.in_unit, k) : part.matrix.along(row, k / elements.in_unit);
      const std::uint32_t at = (part.across ? row : k) % elements.in_unit * elements.bits;
      std::uint64_t bits = 0;
      std::memcpy(&bits, shared + unit + at / 32 * 4, std::min<std::size_t>(8, MatrixDescriptor::kUnit - at / 32 * 4));
      auto value = static_cast<std::uint32_t>(bits >> at % 32);
      if (elements.bits != 32) value &= (1u << elements.bits) - 1;
      if (elements.bits < 8) value = as_e4m3(value, elements);
      to.words[i * width / 32][outer] |= value << i * width % 32;
    }
  }
}

template <class Factor>
void load_any(const std::byte* shared, const MatrixPart& part, const FactorElements& elements,
              const ElementsAlongK& along, Factor& to) {
  const bool whole = along.first == 0 && along.count * elements.width() == 32 * kGroupWords;
  if (whole && elements.bits >= 8 && (!part.across || elements.bits == 16)) return load_factor(shared, part, to);
  load_one_by_one(shared, part, elements, along, to);
}

}  // namespace

std::optional<FactorElements> factor_elements(ProductKind kind, std::uint32_t field) {
  switch (kind) {
    case ProductKind::f16:
      if (field > 1) return std::nullopt;
      return FactorElements{.type = field == 0 ? ElementType::f16 : ElementType::bf16};
    case ProductKind::tf32:
      if (field != 2) return std::nullopt;
      return FactorElements{.type = ElementType::tf32, .bits = 32, .in_unit = 4};
    case ProductKind::i8:
      if (field > 1) return std::nullopt;
      return FactorElements{.type = field == 0 ? ElementType::u8 : ElementType::s8, .bits = 8, .in_unit = 16};
    case ProductKind::mxf4:
    case ProductKind::mxf4nvf4:
      if (field != 1) return std::nullopt;
      return kPackedE2m1;
    case ProductKind::f8f6f4:
    case ProductKind::mxf8f6f4: break;
  }
  switch (field) {
    case 0: return kE4m3;
    case 1: return kE5m2;
    case 3: return kE2m3;
    case 4: return kE3m2;
    case 5: return kE2m1;
    default: return std::nullopt;
  }
}

FactorElements factor_elements_named(std::string_view type) {
  if (type == "e5m2") return kE5m2;
  if (type == "e2m3") return kE2m3;
  if (type == "e3m2") return kE3m2;
  return type == "e2m1" ? kE2m1 : kE4m3;
}

std::uint8_t as_e4m3(std::uint32_t bits, const FactorElements& elements) {
  const double value = small_float(bits, elements.exponent_bits, elements.mantissa_bits);
  const std::uint8_t sign = std::signbit(value) ? 0x80 : 0;
  if (value == 0) return sign;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);  // in [0.5, 1)
  return static_cast<std::uint8_t>(sign | (exponent + 6) << 3 | static_cast<int>(fraction * 16 - 8));
}

void load_elements(const std::byte* shared, const MatrixPart& part, const FactorElements& elements,
                   const ElementsAlongK& along, GroupFactorA& to) {
  load_any(shared, part, elements, along, to);
}
void load_elements(const std::byte* shared, const MatrixPart& part, const FactorElements& elements,
                   const ElementsAlongK& along, GroupFactorB& to) {
  load_any(shared, part, elements, along, to);
}

}  // namespace warpglass::isa
