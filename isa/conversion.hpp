// cvt as data: what one conversion asks for, and its exact meaning for any pair of types. Slow and complete; the fast
// handlers of chapters/convert.cpp answer the same for the pairs that programs use most.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/instruction.hpp"
#include "isa/soft_float.hpp"

namespace warpglass::isa {

/// Types that cvt knows, also those that are no ptx::Type.
enum class Number : std::uint8_t {
  u8,
  s8,
  u16,
  s16,
  u32,
  s32,
  u64,
  s64,
  f16,
  bf16,
  tf32,
  f32,
  f64,
  e4m3,
  e5m2,
  e2m1,
  e2m3,
  e3m2,
  ue8m0,
};

[[nodiscard]] std::optional<Number> number_named(std::string_view word);
[[nodiscard]] constexpr bool is_integer(Number number) { return number <= Number::s64; }
[[nodiscard]] constexpr bool is_signed_integer(Number number) {
  return is_integer(number) && (static_cast<unsigned>(number) & 1) != 0;
}
/// Bits of a value as it is stored (tf32 32, e2m1 4).
[[nodiscard]] int bits_of(Number number);

struct Conversion {
  Number to = Number::u32;
  Number from = Number::u32;
  Rounding rounding = Rounding::nearest;
  bool to_integral = false;  // rni rzi rmi rpi
  bool flush = false;        // .ftz
  bool saturate = false;     // .sat
  bool relu = false;
  bool satfinite = false;
};

/// The low bits_of(from) bits of `bits` converted; the result in the low bits_of(to) bits, the others 0.
[[nodiscard]] std::uint64_t converted(const Conversion& conversion, std::uint64_t bits);

/// The conversion that the words ask for; to and from are the slots' types.
[[nodiscard]] Conversion conversion_of(const Spelling& spelling, Number to, Number from);

/// A conversion in Op::mode, and back.
[[nodiscard]] std::uint32_t encoded(const Conversion& conversion);
[[nodiscard]] Conversion decoded(std::uint32_t mode);

}  // namespace warpglass::isa
