// A number and the noun behind it.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace warpglass {

/// "byte" behind "1", "bytes", "branches", "copies" behind any other number.
[[nodiscard]] std::string noun_behind(std::string_view number, std::string_view noun);

/// "1 byte", "1,024 bytes": of a number as it is printed.
[[nodiscard]] std::string counted(std::string_view number, std::string_view noun);

/// "1 byte", "1024 bytes"
[[nodiscard]] std::string counted(std::integral auto number, std::string_view noun) {
  return counted(fmt::format("{}", number), noun);
}

}  // namespace warpglass
