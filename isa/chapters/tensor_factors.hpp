// Factors of tcgen05.mma: which types there are, how shared memory has them in units of 16 bytes, and as what they are
// multiplied: all of less than eight bits as the e4m3 that they equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/chapters/fragment.hpp"
#include "isa/chapters/group_product.hpp"
#include "isa/chapters/matrix_descriptor.hpp"

namespace warpglass::isa {

enum class ProductKind : std::uint8_t { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };

struct FactorElements {
  ElementType type = ElementType::f16;  // that is multiplied
  std::uint32_t bits = 16;
  std::uint32_t in_unit = 8;
  int exponent_bits = 0;  // of less than eight bits
  int mantissa_bits = 0;

  /// Bits of an element that is multiplied.
  [[nodiscard]] std::uint32_t width() const { return bits < 8 ? 8 : bits; }
};

/// \param field  of the instruction descriptor; nothing: it names none
[[nodiscard]] std::optional<FactorElements> factor_elements(ProductKind kind, std::uint32_t field);

/// Of kind::f8f6f4 and its like, by a type's name: e4m3, e5m2, e2m3, e3m2 or e2m1.
[[nodiscard]] FactorElements factor_elements_named(std::string_view type);

/// The e4m3 that equals an element of less than eight bits.
[[nodiscard]] std::uint8_t as_e4m3(std::uint32_t bits, const FactorElements& elements);

/// Elements along K, which begin `first` elements behind the descriptor's first one.
struct ElementsAlongK {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// \param shared  a block's shared memory, which has all of the part
void load_elements(const std::byte* shared, const MatrixPart& part, const FactorElements& elements,
                   const ElementsAlongK& along, GroupFactorA& to);
void load_elements(const std::byte* shared, const MatrixPart& part, const FactorElements& elements,
                   const ElementsAlongK& along, GroupFactorB& to);

}  // namespace warpglass::isa
