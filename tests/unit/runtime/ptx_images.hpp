// Modules for tests, as PTX text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace warpglass::runtime {

inline std::string ptx(std::string_view body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + std::string(body);
}

/// Borrows the text.
inline std::span<const std::byte> image_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}  // namespace warpglass::runtime
