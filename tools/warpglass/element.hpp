// Elements of arrays and values of kernel arguments: their types, their bytes, their text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/half.hpp"

namespace warpglass::tool {

/// Types of values and of elements, by the names that the notation of --arg uses.
enum class ValueType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64 };

[[nodiscard]] std::uint32_t size_of(ValueType type);
[[nodiscard]] std::string_view name_of(ValueType type);
[[nodiscard]] std::optional<ValueType> type_named(std::string_view name);
[[nodiscard]] std::string all_type_names();  // "i8 u8 i16 ..."
[[nodiscard]] bool is_floating(ValueType type);

/// The bytes of a number, in memory's order.
template <class T>
[[nodiscard]] std::vector<std::byte> raw_bytes(T value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return {bytes.begin(), bytes.end()};
}

/// A number in a floating type, rounded to nearest even: a float, a double, or the bits of a narrower one.
template <ValueType kType>
[[nodiscard]] auto in_type(double number) {
  if constexpr (kType == ValueType::f16)
    return float_to_half(double_to_odd_float(number));
  else if constexpr (kType == ValueType::bf16)
    return float_to_bfloat16(double_to_odd_float(number));
  else if constexpr (kType == ValueType::f32)
    return static_cast<float>(number);
  else
    return number;
}

/// The same, as bytes.
[[nodiscard]] std::vector<std::byte> floating_bytes(double number, ValueType type);

/// The element as text.
[[nodiscard]] std::string element_text(std::span<const std::byte> contents, std::uint64_t index, ValueType type);

}  // namespace warpglass::tool
