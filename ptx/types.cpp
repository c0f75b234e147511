#include "ptx/types.hpp"

#include <iterator>

namespace warpglass::ptx {
namespace {

struct TypeRow {
  std::string_view name;
  int size;  // bytes
};

// In the order of Type.
constexpr TypeRow kTypes[] = {
    {"", 0},     {"b8", 1},     {"b16", 2}, {"b32", 4}, {"b64", 8},  {"b128", 16},  {"u8", 1},         {"u16", 2},
    {"u32", 4},  {"u64", 8},    {"s8", 1},  {"s16", 2}, {"s32", 4},  {"s64", 8},    {"f16", 2},        {"f16x2", 4},
    {"bf16", 2}, {"bf16x2", 4}, {"f32", 4}, {"f64", 8}, {"pred", 1}, {"texref", 8}, {"samplerref", 8}, {"surfref", 8},
};
static_assert(std::size(kTypes) == static_cast<std::size_t>(Type::surfref) + 1);

}  // namespace

int size_of(Type type) { return kTypes[static_cast<std::size_t>(type)].size; }

std::string_view name_of(Type type) { return kTypes[static_cast<std::size_t>(type)].name; }

Type type_named(std::string_view name) {
  for (std::size_t i = 1; i < std::size(kTypes); ++i) {
    if (kTypes[i].name == name) return static_cast<Type>(i);
  }
  return Type::none;
}

}  // namespace warpglass::ptx
