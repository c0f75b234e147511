// NumPy's array files (NEP 1, format versions 1 to 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/warpglass/element.hpp"

namespace warpglass::tool {

struct NpyArray {
  ValueType type = ValueType::f32;
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> contents;  // row-major, little-endian
};

/// \param name  what messages call the file
/// \throws UsageError for what is no array file, or is of a type or order that kernels do not take
[[nodiscard]] NpyArray parse_npy(std::string_view file, const std::string& name);

/// What stands before the contents. bf16, which NumPy has not, is written as u16.
[[nodiscard]] std::string npy_header(ValueType type, const std::vector<std::uint64_t>& shape);

}  // namespace warpglass::tool
