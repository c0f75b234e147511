#include "isa/chapters/fragment.hpp"

#include <utility>

namespace warpglass::isa {
namespace {

constexpr std::pair<std::string_view, ElementType> kNames[] = {
    {"f16", ElementType::f16}, {"bf16", ElementType::bf16}, {"tf32", ElementType::tf32}, {"f32", ElementType::f32},
    {"f64", ElementType::f64}, {"e4m3", ElementType::e4m3}, {"e5m2", ElementType::e5m2}, {"s8", ElementType::s8},
    {"u8", ElementType::u8},   {"s4", ElementType::s4},     {"u4", ElementType::u4},     {"b1", ElementType::b1},
    {"s32", ElementType::s32},
};

}  // namespace

ElementType element_type(std::string_view word) {
  for (const auto& [name, type] : kNames) {
    if (name == word) return type;
  }
  return ElementType::none;
}

ptx::Type register_type(ElementType type) {
  switch (type) {
    case ElementType::f64: return ptx::Type::f64;
    case ElementType::f32: return ptx::Type::f32;
    case ElementType::s32: return ptx::Type::s32;
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::tf32:
    case ElementType::e4m3:
    case ElementType::e5m2:
    case ElementType::s8:
    case ElementType::u8:
    case ElementType::s4:
    case ElementType::u4:
    case ElementType::b1:
    case ElementType::none: break;
  }
  return ptx::Type::b32;
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
    } else if (extent != nullptr) {
      *extent = *extent * 10 + static_cast<std::uint32_t>(c - '0');
    }
  }
  return shape;
}

}  // namespace warpglass::isa
