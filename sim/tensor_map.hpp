// A tensor map says where a tensor lies in global memory and which box of it one copy moves (PTX ISA, Tensors). The 128
// bytes that programs keep and hand to kernels are opaque to them; theirs is a layout of our own, which zeros are part
// of, since kernels also make maps out of zeros, field by field (tensormap.replace).
//
// A box is moved row by row: a row is what lies along the innermost axis. Rows follow each other in shared memory, with
// a swizzle at distances of its span; without one, with nothing in between. What lies outside the tensor is filled, or
// not written; it counts among the box's bytes.
//
// In an interleaved tensor of r axes each element is a slice of channels, 16 or 32 bytes: the axes W, H and D come
// first, then, as axis r - 2, the slices, of which a box has one, and last the images. There, a slice is a row.
//
// Recorded on an H100: tests/hardware/tensor_maps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::sim {

/// In the order of CUtensorMapDataType.
enum class TensorType : std::uint8_t {
  u8,
  u16,
  u32,
  s32,
  u64,
  s64,
  f16,
  f32,
  f64,
  bf16,
  f32_ftz,  // in sums, subnormals become zeros
  tf32,     // rounded to 10 bits of fraction
  tf32_ftz,
  u4,         // 16 of them in 8 bytes
  u4_padded,  // the same, in 16 bytes of shared memory
  u6_padded,  // 16 of them in 12 bytes, in 16 of shared memory
};
inline constexpr std::size_t kTensorTypes = 16;

[[nodiscard]] std::uint32_t bits_of(TensorType type);
/// The names of PTX: ".u8", ".f32.ftz" without the first dot.
[[nodiscard]] std::string_view name_of(TensorType type);
[[nodiscard]] bool is_floating(TensorType type);
/// Of 4 or 6 bits.
[[nodiscard]] bool is_packed(TensorType type);

/// Channels that lie together, in slices of so many bytes.
enum class TensorInterleave : std::uint8_t { none, bytes16, bytes32 };

/// How 16-byte pieces (or larger ones) of shared memory change places within lines of 128 bytes.
enum class TensorSwizzle : std::uint8_t {
  none,
  span32,
  span64,
  span128,
  span128_atom32,
  span128_atom32_flip8,  // and the halves of each 16 bytes change places in every other line
  span128_atom64,
};

/// Bytes of a row that a swizzle has room for; of none: all there are.
[[nodiscard]] std::uint32_t span_of(TensorSwizzle swizzle);
/// Where a byte of a box goes that lies at a shared address without a swizzle. The bits of the address decide, wherever
/// the box begins.
[[nodiscard]] std::uint64_t swizzled(TensorSwizzle swizzle, std::uint64_t address);

inline constexpr std::size_t kMaxTensorRank = 5;
inline constexpr std::size_t kTensorMapBytes = 128;

/// Axes are numbered from the innermost one.
struct TensorMap {
  TensorType type = TensorType::u8;
  std::uint8_t rank = 1;
  TensorInterleave interleave = TensorInterleave::none;
  TensorSwizzle swizzle = TensorSwizzle::none;
  std::uint8_t promotion = 0;  // of sectors fetched into L2; nothing follows from it here
  bool fills_nan = false;      // what is outside becomes a NaN, not zero
  bool is_im2col = false;
  std::uint64_t address = 0;
  std::array<std::uint64_t, kMaxTensorRank> dims{};
  std::array<std::uint64_t, kMaxTensorRank - 1> strides{};  // in bytes, of all axes but the innermost
  std::array<std::uint8_t, kMaxTensorRank> steps{};         // from element to element of a box
  // Tiles.
  std::array<std::uint16_t, kMaxTensorRank> box{};
  // Columns of pixels: the corners of the box that pixels are in, from the tensor's first and last along the axes W, H
  // and D.
  std::array<std::int16_t, 3> lower{};
  std::array<std::int16_t, 3> upper{};
  std::uint16_t channels = 0;
  std::uint16_t pixels = 0;

  friend bool operator==(const TensorMap&, const TensorMap&) = default;
};

using TensorMapBytes = std::array<std::byte, kTensorMapBytes>;

[[nodiscard]] TensorMapBytes packed(const TensorMap& map);
/// A map of all zeros has no extents yet. Nothing where the bytes are those of no map.
[[nodiscard]] std::optional<TensorMap> unpack_tensor_map(std::span<const std::byte, kTensorMapBytes> bytes);

/// Which rule of cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col a map breaks; "" when none.
[[nodiscard]] std::string mistake_in(const TensorMap& map);
/// The same of the address alone.
[[nodiscard]] std::string mistake_in_address(const TensorMap& map);
/// Why no copy can be made through a map as kernels made it; "" when one can.
[[nodiscard]] std::string lack_of(const TensorMap& map);

/// Where a box begins, and, of columns, how far each pixel lies from its place in the box of pixels.
struct TensorPlace {
  std::array<std::int32_t, kMaxTensorRank> at{};
  std::array<std::uint16_t, 3> offset{};
};

/// One row of a box: `bytes` of it from `skipped` on are elements of the tensor, which lie at `address`.
struct TensorRow {
  std::uint64_t address = 0;
  std::uint32_t skipped = 0;
  std::uint32_t bytes = 0;
};

/// Rows as they lie in shared memory before a swizzle.
struct RowShape {
  std::uint32_t bytes = 0;
  std::uint32_t pitch = 0;  // from row to row

  [[nodiscard]] bool dense() const { return pitch == bytes; }
};

/// The rows of a box, in the order in which they follow each other in shared memory.
using TensorRows = std::vector<TensorRow>;

[[nodiscard]] RowShape row_shape_of(const TensorMap& map);
/// Bytes that a copy moves and tells its barrier object of; of a map that lacks nothing.
[[nodiscard]] std::uint64_t bytes_of_box(const TensorMap& map);
/// Which way a copy goes: stores know no offsets, and columns of pixels that they write lie in the tensor.
enum class TensorCopy : std::uint8_t { load, store };
/// Why a chip takes no copy that begins at this place for an instruction; "" when it does.
[[nodiscard]] std::string mistake_in_place(const TensorMap& map, const TensorPlace& place, TensorCopy copy);
/// Of a place without mistakes.
[[nodiscard]] TensorRows rows_at(const TensorMap& map, const TensorPlace& place);

/// Stores and reductions write whole pieces, also where the tensor ends within one.
inline constexpr std::uint32_t kStoredPiece = 16;

/// Fills a box in the order of its rows with what stands for elements outside the tensor.
void fill_outside(const TensorMap& map, std::span<std::byte> box);
/// Rounds elements that have come from global memory as the type says.
void round_elements(TensorType type, std::span<std::byte> elements);

}  // namespace warpglass::sim
