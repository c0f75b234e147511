// Bodies of kernels whose accesses the assembler merges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpglass::isa {

inline constexpr std::string_view kArrays =
    ".shared .align 16 .b8 s[4096];\n.shared .align 4 .b8 t[256];\n.global .align 16 .b8 g[256];\n";

/// %rd1 = s + thread * `record`, a multiple of the largest power of two in it.
[[nodiscard]] inline std::string base(int record) {
  return "mul.wide.u32 %rd30, %thread, " + std::to_string(record) + ";\nmov.u64 %rd2, s;\nadd.s64 %rd1, %rd2, %rd30;\n";
}

/// Loads of words at these offsets from %rd1, all used.
[[nodiscard]] inline std::string loads(const std::vector<int>& offsets) {
  std::string text;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    text += "ld.shared.u32 %r" + std::to_string(i) + ", [%rd1+" + std::to_string(offsets[i]) + "];\n";
  for (std::size_t i = 1; i < offsets.size(); ++i) text += "add.u32 %r0, %r0, %r" + std::to_string(i) + ";\n";
  return text + "st.global.u32 [%here], %r0;\n";
}

[[nodiscard]] inline std::string stores(const std::vector<int>& offsets) {
  std::string text;
  for (const int offset : offsets) text += "st.shared.u32 [%rd1+" + std::to_string(offset) + "], %thread;\n";
  return text;
}

}  // namespace warpglass::isa
