#include "tools/warpglass/element.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cstring>
#include <iterator>

namespace warpglass::tool {
namespace {

struct TypeRow {
  std::string_view name;
  std::uint32_t bytes;
};

// In the order of ValueType.
constexpr TypeRow kTypes[] = {
    {"i8", 1},  {"u8", 1},  {"i16", 2}, {"u16", 2},  {"i32", 4}, {"u32", 4},
    {"i64", 8}, {"u64", 8}, {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8},
};
static_assert(std::size(kTypes) == static_cast<std::size_t>(ValueType::f64) + 1);

template <class T>
T load(std::span<const std::byte> contents, std::uint64_t index) {
  assert((index + 1) * sizeof(T) <= contents.size());
  T value;
  std::memcpy(&value, contents.data() + index * sizeof value, sizeof value);
  return value;
}

}  // namespace

std::uint32_t size_of(ValueType type) { return kTypes[static_cast<std::size_t>(type)].bytes; }
std::string_view name_of(ValueType type) { return kTypes[static_cast<std::size_t>(type)].name; }
bool is_floating(ValueType type) { return type >= ValueType::f16; }

std::optional<ValueType> type_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kTypes); ++i) {
    if (kTypes[i].name == name) return static_cast<ValueType>(i);
  }
  return std::nullopt;
}

std::string all_type_names() {
  std::string all;
  for (const TypeRow& row : kTypes) all += fmt::format("{}{}", all.empty() ? "" : " ", row.name);
  return all;
}

std::vector<std::byte> floating_bytes(double number, ValueType type) {
  assert(is_floating(type));
  if (type == ValueType::f16) return raw_bytes(in_type<ValueType::f16>(number));
  if (type == ValueType::bf16) return raw_bytes(in_type<ValueType::bf16>(number));
  if (type == ValueType::f32) return raw_bytes(in_type<ValueType::f32>(number));
  return raw_bytes(number);
}

std::string element_text(std::span<const std::byte> contents, std::uint64_t index, ValueType type) {
  switch (type) {
    case ValueType::i8: return fmt::format("{}", int{load<std::int8_t>(contents, index)});
    case ValueType::u8: return fmt::format("{}", unsigned{load<std::uint8_t>(contents, index)});
    case ValueType::i16: return fmt::format("{}", load<std::int16_t>(contents, index));
    case ValueType::u16: return fmt::format("{}", load<std::uint16_t>(contents, index));
    case ValueType::i32: return fmt::format("{}", load<std::int32_t>(contents, index));
    case ValueType::u32: return fmt::format("{}", load<std::uint32_t>(contents, index));
    case ValueType::i64: return fmt::format("{}", load<std::int64_t>(contents, index));
    case ValueType::u64: return fmt::format("{}", load<std::uint64_t>(contents, index));
    case ValueType::f16: return fmt::format("{:.5g}", half_to_float(load<std::uint16_t>(contents, index)));
    case ValueType::bf16: return fmt::format("{:.4g}", bfloat16_to_float(load<std::uint16_t>(contents, index)));
    case ValueType::f32: return fmt::format("{}", load<float>(contents, index));
    case ValueType::f64: return fmt::format("{}", load<double>(contents, index));
  }
  return "";
}

}  // namespace warpglass::tool
