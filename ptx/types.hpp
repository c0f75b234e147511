// The types of PTX, and their names in the text.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpglass::ptx {

/// Fundamental and opaque types (PTX ISA, Types). Packed and alternate formats are words of instructions, not types.
// clang-format off
enum class Type : std::uint8_t {
  none,
  b8, b16, b32, b64, b128,
  u8, u16, u32, u64,
  s8, s16, s32, s64,
  f16, f16x2, bf16, bf16x2, f32, f64,
  pred,
  texref, samplerref, surfref,
};
// clang-format on

/// Bytes of a value of the type; a predicate counts 1, opaque types 8, none 0.
[[nodiscard]] int size_of(Type type);
[[nodiscard]] std::string_view name_of(Type type);  // "b32"; "" for none

/// The type that "b32" names, or Type::none.
[[nodiscard]] Type type_named(std::string_view name);

/// Whether `.texref`, `.samplerref` or `.surfref`.
[[nodiscard]] constexpr bool is_opaque(Type type) { return type >= Type::texref; }

[[nodiscard]] constexpr bool is_floating(Type type) { return type >= Type::f16 && type <= Type::f64; }

}  // namespace warpglass::ptx
