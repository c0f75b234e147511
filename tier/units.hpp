// What a build with the second tier keeps of its handlers: each file that has some is compiled by clang, and what clang
// had made of it before it wrote machine code lies beside that code, with the addresses of all that it names. Offsets
// instead of pointers, so that nothing is left to do when a program starts. The linker gathers the units in one
// section, whose name gives it a beginning and an end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpglass::tier {

#define WARPGLASS_TIER_SECTION "warpglass_tier"

/// Offsets count from the member that holds them; 0: there is nothing.
struct Unit {
  std::int32_t name = 0;     // of the file, ended by a zero
  std::int32_t bitcode = 0;  // LLVM's, compressed by zstd
  std::uint32_t compressed_bytes = 0;
  std::uint32_t bytes = 0;
  std::int32_t symbols = 0;  // offsets of the same kind: all functions in the bitcode's order, then all variables
  std::uint32_t symbol_count = 0;
};
static_assert(sizeof(Unit) == 24);

/// What an offset leads to; nullptr where there is nothing.
[[nodiscard]] inline const std::byte* target_of(const std::int32_t& offset) {
  return offset == 0 ? nullptr : reinterpret_cast<const std::byte*>(&offset) + offset;
}

}  // namespace warpglass::tier
