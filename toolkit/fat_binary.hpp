// The container in which a program carries its device code: a header, then one entry per image. Warpglass writes one
// entry of PTX text, uncompressed; that is what nvcc writes with --no-compress.
//
//   header  u32 magic 0xBA55ED50   u16 version 1   u16 header bytes 16   u64 bytes that follow
//   entry   u16 kind (1 PTX, 2 ELF)   u16 version 0x101   u32 header bytes 64   u64 payload bytes, a multiple of 8
//           u32 compressed bytes @16   u16 minor, u16 major PTX version @24   u32 architecture @28
//           u64 flags @40   u64 uncompressed bytes @56
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpglass::toolkit {

inline constexpr std::uint32_t kFatBinaryMagic = 0xBA55ED50;

struct PtxImage {
  std::string text;
  int architecture = 90;  // sm_90
};

/// The bytes of a fat binary that holds `images`, each ended by a zero byte and padded to 8.
[[nodiscard]] std::string fat_binary(std::span<const PtxImage> images);

/// Whether `text` is PTX source: its first directive, after comments and blanks, is `.version`.
[[nodiscard]] bool is_ptx(std::string_view text);

/// `ptx` with `.maxnreg limit` on every kernel that does not state one of its own: nvcc's -maxrregcount.
[[nodiscard]] std::string with_register_limit(std::string_view ptx, int limit);

}  // namespace warpglass::toolkit
