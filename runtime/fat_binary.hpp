// The device code that a compiler leaves in a program. A wrapper points to a fat binary: a header and a row of images,
// each for one architecture, either PTX text (plain, LZ4 or zstd) or machine code. Warpglass runs PTX, so of all images
// it takes the PTX for the highest architecture that the modelled device can run. Instead of a fat binary there may be
// bare PTX text.
//
// Layout: what nvcc 13 and clang 19 write; tests/unit/runtime/images holds recordings of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpglass::runtime {

/// What a program hands over at start-up, as it lies in its memory.
struct FatBinaryWrapper {
  static constexpr std::uint32_t kMagic = 0x466243b1;
  static constexpr std::uint32_t kLinked = 2;  // `version` of programs linked with relocatable device code

  std::uint32_t magic = kMagic;
  std::uint32_t version = 1;
  const void* image = nullptr;
  const void* const* units = nullptr;  // kLinked: the fat binary of each translation unit, NULL-ended; else unused
};

struct FatBinaryImage {
  enum class Kind : std::uint8_t { ptx, machine_code, other };
  enum class Compression : std::uint8_t { none, lz4, zstd, unknown };

  Kind kind = Kind::other;
  Compression compression = Compression::none;
  std::uint32_t sm = 0;                // 90 for compute_90 and sm_90
  std::span<const std::byte> payload;  // compressed bytes, or the whole payload; borrowed
  std::uint64_t text_bytes = 0;        // compressed: bytes when unpacked
};

struct FatBinaryContents {
  std::vector<FatBinaryImage> images;
  Diagnostics diagnostics;  // an error when the bytes are no fat binary, or end too early
};

/// Lists the images. Never reads outside `bytes`.
/// \param name  what diagnostics call the bytes
[[nodiscard]] FatBinaryContents read_fat_binary(std::span<const std::byte> bytes, std::string_view name);

enum class PtxFailure : std::uint8_t {
  none,
  malformed,    // damaged, or neither a fat binary nor PTX
  no_ptx,       // only machine code
  sm_too_high,  // PTX, but only for architectures above the device's
};

struct PtxText {
  std::string text;
  std::uint32_t sm = 0;  // 0 for bare PTX text
  PtxFailure failure = PtxFailure::none;
  Diagnostics diagnostics;
};

/// PTX for the highest architecture that is at most `sm`, unpacked; of two for `sm` itself the one that is for it alone
/// (sm_100a beside sm_100). A fat binary or bare PTX text.
[[nodiscard]] PtxText extract_ptx(std::span<const std::byte> bytes, std::string_view name, std::uint32_t sm);

/// Extent of a fat binary or of NUL-terminated PTX text that lies in this process, as its own header says;
/// empty when it is neither.
[[nodiscard]] std::span<const std::byte> image_in_process(const void* image);

/// The images that a wrapper in this process points to, one per translation unit; empty when it is no wrapper.
[[nodiscard]] std::vector<std::span<const std::byte>> images_of(const void* wrapper);

}  // namespace warpglass::runtime
