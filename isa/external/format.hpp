// Device printf's formatting: C's conversions, with arguments that lie packed in memory as the caller stored them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace warpglass::isa {

/// How the formatter comes at the argument buffer and at strings it points to.
struct FormatMemory {
  /// `bytes` (4 or 8) at `offset` of the argument buffer, zero-extended.
  std::function<std::uint64_t(std::uint64_t offset, std::uint32_t bytes)> argument;
  /// The string at a device address, up to `limit` characters.
  std::function<std::string(std::uint64_t address, std::size_t limit)> string;
};

struct Formatted {
  std::string text;
  int arguments = 0;  // conversions that took an argument: what device printf returns
};

/// Formats as CUDA's printf does (CUDA C++ Programming Guide, Formatted Output): flags `#`, blank, `0`, `+`, `-`; width
/// and precision, either may be `*`; sizes h, l, ll (and hh, j, z, t); conversions c d i o u x X p e E f F g G a A s %.
/// Anything else is written as it stands. Widths and precisions beyond 4096 are cut.
[[nodiscard]] Formatted format_device(std::string_view format, const FormatMemory& memory);

}  // namespace warpglass::isa
