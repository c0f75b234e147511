// What a register or a word of memory is taken for by an instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpglass {

struct NumberType {
  enum class Kind : std::uint8_t {
    none,
    predicate,
    bits,
    unsigned_integer,
    signed_integer,
    floating,  // binary16, binary32, binary64, and tf32 in 32 bits
    brain,     // bfloat16
    narrow,    // floats of 8 bits and fewer
  };
  Kind kind = Kind::none;
  std::uint8_t bits = 0;   // of one element
  std::uint8_t count = 1;  // elements side by side: 2 for f16x2

  friend bool operator==(const NumberType&, const NumberType&) = default;

  [[nodiscard]] constexpr bool exists() const { return kind != Kind::none; }
  [[nodiscard]] constexpr bool is_integer() const {
    return kind == Kind::bits || kind == Kind::unsigned_integer || kind == Kind::signed_integer;
  }
  [[nodiscard]] constexpr bool is_floating() const {
    return kind == Kind::floating || kind == Kind::brain || kind == Kind::narrow;
  }
  /// Binary floating point of so many bits.
  [[nodiscard]] constexpr bool is_float_of(int wanted) const { return kind == Kind::floating && bits == wanted; }
  /// Halves, bfloat16 and narrower floats.
  [[nodiscard]] constexpr bool is_half() const { return is_floating() && bits < 32; }
  [[nodiscard]] constexpr std::uint32_t bytes() const { return (std::uint32_t{bits} * count + 7) / 8; }
};

/// "s32", "f16x2", "bf16", "tf32", "e4m3x2", "pred"; nothing for any other word.
[[nodiscard]] std::optional<NumberType> number_type_named(std::string_view word);

}  // namespace warpglass
