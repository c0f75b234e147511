#include "sim/tensor_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace warpglass::sim {
namespace {

struct TypeFacts {
  std::uint8_t bits;
  bool floating;
  std::string_view name;
};
constexpr std::array<TypeFacts, kTensorTypes> kTypes{{{8, false, "u8"},
                                                      {16, false, "u16"},
                                                      {32, false, "u32"},
                                                      {32, false, "s32"},
                                                      {64, false, "u64"},
                                                      {64, false, "s64"},
                                                      {16, true, "f16"},
                                                      {32, true, "f32"},
                                                      {64, true, "f64"},
                                                      {16, true, "bf16"},
                                                      {32, true, "f32.ftz"},
                                                      {32, true, "tf32"},
                                                      {32, true, "tf32.ftz"},
                                                      {4, false, "b4x16"},
                                                      {4, false, "b4x16_p64"},
                                                      {6, false, "b6x16_p32"}}};

const TypeFacts& facts_of(TensorType type) { return kTypes[static_cast<std::size_t>(type)]; }

// What the 128 bytes hold.
struct Layout {
  std::uint32_t mark;
  std::uint8_t type, rank_less_1, interleave, swizzle, promotion, fills_nan, is_im2col, unused;
  std::uint16_t channels, pixels;
  std::uint64_t address;
  std::uint64_t dims[kMaxTensorRank];
  std::uint64_t strides[kMaxTensorRank - 1];
  std::uint16_t box[kMaxTensorRank];
  std::int16_t lower[3], upper[3];
  std::uint8_t steps[kMaxTensorRank];
  std::uint8_t rest[5];
};
static_assert(sizeof(Layout) == kTensorMapBytes);
constexpr std::uint32_t kMark = 0x9a7e6db1;

constexpr std::uint64_t kMaxDim = std::uint64_t{1} << 32;
constexpr std::uint64_t kMaxStride = std::uint64_t{1} << 40;
constexpr std::uint32_t kMaxBox = 256;
constexpr std::uint32_t kMaxStep = 8;
constexpr std::uint32_t kMaxPixels = 1024;

/// Elements along an axis of a box: with a step, every so many of them.
std::uint32_t steps_in(const TensorMap& map, std::size_t axis) {
  return (std::uint32_t{map.box[axis]} + map.steps[axis] - 1) / map.steps[axis];
}

std::uint32_t slice_of(TensorInterleave interleave) { return interleave == TensorInterleave::bytes32 ? 32 : 16; }

/// Elements that a box asks for along the innermost axis, where there are no steps.
std::uint32_t inner_elements(const TensorMap& map) { return map.is_im2col ? map.channels : map.box[0]; }

bool is_interleaved(const TensorMap& map) { return map.interleave != TensorInterleave::none; }

std::uint32_t row_bytes_of(const TensorMap& map) {
  if (is_interleaved(map)) return slice_of(map.interleave);
  return inner_elements(map) * facts_of(map.type).bits / 8;
}

/// What coordinates of the innermost axis count.
std::uint32_t inner_bytes_of(const TensorMap& map) {
  return is_interleaved(map) ? slice_of(map.interleave) : facts_of(map.type).bits / 8;
}

std::size_t spatial_axes(const TensorMap& map) { return map.rank - std::size_t{2}; }

/// Of the axes that pixels lie along the first, W.
std::size_t first_spatial_axis(const TensorMap& map) { return is_interleaved(map) ? 0 : 1; }

/// How far corners of the box of pixels may lie from the tensor's.
std::int32_t reach_of_corners(std::size_t rank) { return rank == 3 ? 32768 : rank == 4 ? 128 : 16; }

std::string mistake_in_corners(const TensorMap& map) {
  const std::int32_t reach = reach_of_corners(map.rank);
  for (std::size_t i = 0; i < spatial_axes(map); ++i) {
    for (const std::int32_t corner : {map.lower[i], map.upper[i]})
      if (corner < -reach || corner >= reach)
        return fmt::format("corners of pixels of a tensor of rank {} lie from {} to {}", map.rank, -reach, reach - 1);
    const std::size_t axis = first_spatial_axis(map) + i;
    if (static_cast<std::int64_t>(map.dims[axis]) + map.upper[i] - map.lower[i] <= 0)
      return fmt::format("between the corners of axis {} are no pixels", axis);
  }
  return "";
}

std::string mistake_in_row(const TensorMap& map) {
  const std::uint32_t bytes = inner_elements(map) * facts_of(map.type).bits / 8;
  if (bytes % 16 != 0) return fmt::format("a row of {} bytes is no multiple of 16", bytes);
  if (map.interleave == TensorInterleave::none && map.swizzle != TensorSwizzle::none && bytes > span_of(map.swizzle))
    return fmt::format("a row of {} bytes is longer than the {} of the swizzle", bytes, span_of(map.swizzle));
  return "";
}

std::string mistake_in_packed(const TensorMap& map) {
  if (map.type == TensorType::u4) return map.dims[0] % 2 != 0 ? "an extent of 4-bit elements is a multiple of 2" : "";
  if (map.dims[0] % 128 != 0 || inner_elements(map) != 128)
    return "padded elements come 128 at a time: a multiple of that in the tensor, 128 in a row of the box";
  if (map.type == TensorType::u6_padded && map.interleave != TensorInterleave::none)
    return "6-bit elements are not interleaved";
  const bool fits = map.swizzle == TensorSwizzle::none || map.swizzle == TensorSwizzle::span128 ||
                    map.swizzle == TensorSwizzle::span128_atom32 ||
                    (map.type == TensorType::u6_padded && map.swizzle == TensorSwizzle::span128_atom64);
  return fits ? "" : "padded elements do not go with this swizzle";
}

/// What addresses and strides are multiples of.
std::uint32_t alignment_of(const TensorMap& map) {
  const bool padded = map.type == TensorType::u4_padded || map.type == TensorType::u6_padded;
  return padded || map.interleave == TensorInterleave::bytes32 ? 32 : 16;
}

}  // namespace

std::uint32_t bits_of(TensorType type) { return facts_of(type).bits; }
std::string_view name_of(TensorType type) { return facts_of(type).name; }
bool is_floating(TensorType type) { return facts_of(type).floating; }
bool is_packed(TensorType type) { return facts_of(type).bits < 8; }

std::uint32_t span_of(TensorSwizzle swizzle) {
  switch (swizzle) {
    case TensorSwizzle::none: break;
    case TensorSwizzle::span32: return 32;
    case TensorSwizzle::span64: return 64;
    case TensorSwizzle::span128:
    case TensorSwizzle::span128_atom32:
    case TensorSwizzle::span128_atom32_flip8:
    case TensorSwizzle::span128_atom64: return 128;
  }
  return ~0u;
}

std::uint64_t swizzled(TensorSwizzle swizzle, std::uint64_t address) {
  const std::uint64_t line = address >> 7;  // of 128 bytes
  switch (swizzle) {
    case TensorSwizzle::none: break;
    case TensorSwizzle::span32: return address ^ (line & 1) << 4;
    case TensorSwizzle::span64: return address ^ (line & 3) << 4;
    case TensorSwizzle::span128: return address ^ (line & 7) << 4;
    case TensorSwizzle::span128_atom32: return address ^ (line & 3) << 5;
    case TensorSwizzle::span128_atom32_flip8: return address ^ (line & 3) << 5 ^ (line & 1) << 3;
    case TensorSwizzle::span128_atom64: return address ^ (line & 1) << 6;
  }
  return address;
}

TensorMapBytes packed(const TensorMap& map) {
  Layout layout{};
  layout.mark = kMark;
  layout.type = static_cast<std::uint8_t>(map.type);
  layout.rank_less_1 = static_cast<std::uint8_t>(map.rank - 1);
  layout.interleave = static_cast<std::uint8_t>(map.interleave);
  layout.swizzle = static_cast<std::uint8_t>(map.swizzle);
  layout.promotion = map.promotion;
  layout.fills_nan = map.fills_nan ? 1 : 0;
  layout.is_im2col = map.is_im2col ? 1 : 0;
  layout.channels = map.channels;
  layout.pixels = map.pixels;
  layout.address = map.address;
  std::ranges::copy(map.dims, layout.dims);
  std::ranges::copy(map.strides, layout.strides);
  std::ranges::copy(map.box, layout.box);
  std::ranges::copy(map.lower, layout.lower);
  std::ranges::copy(map.upper, layout.upper);
  std::ranges::copy(map.steps, layout.steps);
  return std::bit_cast<TensorMapBytes>(layout);
}

std::optional<TensorMap> unpack_tensor_map(std::span<const std::byte, kTensorMapBytes> bytes) {
  Layout layout;
  std::memcpy(&layout, bytes.data(), sizeof layout);
  if (layout.mark == 0 && std::ranges::all_of(bytes, [](std::byte one) { return one == std::byte{0}; }))
    return TensorMap{};
  const bool sound = layout.mark == kMark && layout.type < kTensorTypes && layout.rank_less_1 < kMaxTensorRank &&
                     layout.interleave <= 2 && layout.swizzle <= 6 && layout.fills_nan <= 1 && layout.is_im2col <= 1 &&
                     (layout.is_im2col == 0 || layout.rank_less_1 >= 2);
  if (!sound) return std::nullopt;
  TensorMap map;
  map.type = static_cast<TensorType>(layout.type);
  map.rank = static_cast<std::uint8_t>(layout.rank_less_1 + 1);
  map.interleave = static_cast<TensorInterleave>(layout.interleave);
  map.swizzle = static_cast<TensorSwizzle>(layout.swizzle);
  map.promotion = layout.promotion;
  map.fills_nan = layout.fills_nan != 0;
  map.is_im2col = layout.is_im2col != 0;
  map.channels = layout.channels;
  map.pixels = layout.pixels;
  map.address = layout.address;
  std::ranges::copy(layout.dims, map.dims.begin());
  std::ranges::copy(layout.strides, map.strides.begin());
  std::ranges::copy(layout.box, map.box.begin());
  std::ranges::copy(layout.lower, map.lower.begin());
  std::ranges::copy(layout.upper, map.upper.begin());
  std::ranges::copy(layout.steps, map.steps.begin());
  return map;
}

std::string mistake_in_address(const TensorMap& map) {
  const std::uint32_t alignment = alignment_of(map);
  if (map.address % alignment != 0) return fmt::format("the address is no multiple of {}", alignment);
  return "";
}

std::string mistake_in(const TensorMap& map) {
  const std::size_t least = map.is_im2col || map.interleave != TensorInterleave::none ? 3 : 1;
  if (map.rank < least || map.rank > kMaxTensorRank)
    return fmt::format("the rank is {}; it can be {} to {}", map.rank, least, kMaxTensorRank);
  if (std::string mistake = mistake_in_address(map); !mistake.empty()) return mistake;
  for (std::size_t i = 0; i < map.rank; ++i) {
    if (map.dims[i] == 0 || map.dims[i] > kMaxDim) return fmt::format("extent {} is not from 1 to 2^32", i);
    if (map.steps[i] == 0 || map.steps[i] > kMaxStep) return fmt::format("element stride {} is not from 1 to 8", i);
    if (!map.is_im2col && (map.box[i] == 0 || map.box[i] > kMaxBox))
      return fmt::format("extent {} of the box is not from 1 to {}", i, kMaxBox);
  }
  const std::uint32_t alignment = alignment_of(map);
  for (std::size_t i = 0; i + 1 < map.rank; ++i)
    if (map.strides[i] % alignment != 0 || map.strides[i] >= kMaxStride)
      return fmt::format("stride {} is no multiple of {} below 2^40", i, alignment);
  if (map.is_im2col) {
    if (map.channels == 0 || map.channels > kMaxBox) return fmt::format("channels are not from 1 to {}", kMaxBox);
    if (map.pixels == 0 || map.pixels > kMaxPixels) return fmt::format("pixels are not from 1 to {}", kMaxPixels);
    if (std::string mistake = mistake_in_corners(map); !mistake.empty()) return mistake;
  }
  if (std::string mistake = mistake_in_row(map); !mistake.empty()) return mistake;
  if (is_packed(map.type))
    if (std::string mistake = mistake_in_packed(map); !mistake.empty()) return mistake;
  if (map.fills_nan && !is_floating(map.type)) return "only floating-point elements are filled with NaNs";
  return "";
}

std::string lack_of(const TensorMap& map) {
  const auto unset = [](std::string_view field, std::size_t i) { return fmt::format("{} {} was never set", field, i); };
  for (std::size_t i = 0; i < map.rank; ++i) {
    if (map.dims[i] == 0) return unset("global_dim", i);
    if (!map.is_im2col && map.box[i] == 0) return unset("box_dim", i);
    if (map.steps[i] == 0) return unset("element_stride", i);
  }
  return "";
}

RowShape row_shape_of(const TensorMap& map) {
  const std::uint32_t bytes = row_bytes_of(map);
  const bool gaps = !is_interleaved(map) && map.swizzle != TensorSwizzle::none;
  return {.bytes = bytes, .pitch = gaps ? std::max(bytes, span_of(map.swizzle)) : bytes};
}

namespace {

/// How many rows a box of tiles has along an axis.
std::uint32_t rows_along(const TensorMap& map, std::size_t axis) {
  if (!is_interleaved(map)) return axis == 0 ? 1 : steps_in(map, axis);
  const std::size_t slices = map.rank - std::size_t{2};
  return axis == slices ? 1 : steps_in(map, axis);
}

std::uint64_t rows_of_box(const TensorMap& map) {
  if (map.is_im2col) return map.pixels;
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis < map.rank; ++axis) rows *= rows_along(map, axis);
  return rows;
}

}  // namespace

std::uint64_t bytes_of_box(const TensorMap& map) { return rows_of_box(map) * row_bytes_of(map); }

namespace {

constexpr std::string_view kSpatialNames[] = {"W", "H", "D"};

std::string mistake_in_pixel(const TensorMap& map, const TensorPlace& place, TensorCopy copy) {
  const std::size_t first = first_spatial_axis(map);
  for (std::size_t i = 0; i < spatial_axes(map); ++i) {
    if (copy == TensorCopy::store && (map.lower[i] < 0 || map.upper[i] > 0))
      return fmt::format(
          "a store of columns wants the corners of its pixels in the tensor: along {} they lie at {} and {}",
          kSpatialNames[i], map.lower[i], map.upper[i]);
    const std::int64_t at = place.at[first + i];
    const std::int64_t end = static_cast<std::int64_t>(map.dims[first + i]) + map.upper[i];
    if (at < map.lower[i] || at >= end)
      return fmt::format("coordinate {} is {}: the first pixel lies between the map's corners, from {} to {} along {}",
                         first + i, at, map.lower[i], end - 1, kSpatialNames[i]);
  }
  return "";
}

}  // namespace

std::string mistake_in_place(const TensorMap& map, const TensorPlace& place, TensorCopy copy) {
  constexpr std::int64_t kAlignment = 16;
  const std::uint32_t element = inner_bytes_of(map);
  if (std::int64_t{place.at[0]} * element % kAlignment != 0)
    return fmt::format("coordinate 0 is {}: a copy begins at a multiple of {} bytes of its row, {} elements of .{}",
                       place.at[0], kAlignment, kAlignment / element, name_of(map.type));
  if (copy == TensorCopy::store)
    for (std::size_t axis = 0; axis < map.rank; ++axis)
      if (place.at[axis] < 0)
        return fmt::format("coordinate {} is {}: only loads begin below zero", axis, place.at[axis]);
  return map.is_im2col ? mistake_in_pixel(map, place, copy) : "";
}

namespace {

/// The row that begins at these coordinates, whatever of it is inside the tensor.
TensorRow row_at(const TensorMap& map, const std::array<std::int64_t, kMaxTensorRank>& at) {
  const std::uint32_t element = inner_bytes_of(map);
  TensorRow row;
  std::uint64_t address = map.address;
  for (std::size_t axis = 1; axis < map.rank; ++axis) {
    if (at[axis] < 0 || static_cast<std::uint64_t>(at[axis]) >= map.dims[axis]) return row;
    address += static_cast<std::uint64_t>(at[axis]) * map.strides[axis - 1];
  }
  const std::int64_t first = std::max<std::int64_t>(0, -at[0]);
  const std::int64_t end =
      std::min<std::int64_t>(row_bytes_of(map) / element, static_cast<std::int64_t>(map.dims[0]) - at[0]);
  if (first >= end) return row;
  row.address = address + static_cast<std::uint64_t>((at[0] + first) * element);
  row.skipped = static_cast<std::uint32_t>(first) * element;
  row.bytes = static_cast<std::uint32_t>(end - first) * element;
  return row;
}

TensorRows tile_at(const TensorMap& map, const TensorPlace& place) {
  TensorRows rows;
  std::array<std::uint32_t, kMaxTensorRank> count{1, 1, 1, 1, 1};
  for (std::size_t axis = 0; axis < map.rank; ++axis) count[axis] = rows_along(map, axis);
  std::array<std::uint32_t, kMaxTensorRank> step{};
  std::array<std::int64_t, kMaxTensorRank> at{};
  for (;;) {
    for (std::size_t axis = 0; axis < map.rank; ++axis)
      at[axis] = std::int64_t{place.at[axis]} + std::int64_t{step[axis]} * map.steps[axis];
    rows.push_back(row_at(map, at));
    std::size_t axis = 0;
    while (axis < map.rank && ++step[axis] == count[axis]) step[axis++] = 0;
    if (axis >= map.rank) return rows;
  }
}

/// How far the machine moves pixels. It keeps the offsets of all axes in 16 bits; of three axes, one that is too large
/// for its 5 bits reaches into the next.
std::array<std::uint32_t, 3> offsets_of(const TensorMap& map, const TensorPlace& place) {
  if (map.rank == 3) return {place.offset[0], 0, 0};
  if (map.rank == 4) return {place.offset[0] & 0xffu, place.offset[1] & 0xffu, 0};
  const std::uint32_t all = place.offset[0] + (place.offset[1] << 5u) + (place.offset[2] << 10u);
  return {all & 31, all >> 5 & 31, all >> 10 & 31};
}

/// Pixels follow each other within the box of pixels, W fastest, and then from image to image.
TensorRows column_at(const TensorMap& map, const TensorPlace& place) {
  TensorRows rows;
  const std::size_t axes = spatial_axes(map);
  const std::size_t first = first_spatial_axis(map);
  const std::size_t images = map.rank - std::size_t{1};
  const std::array<std::uint32_t, 3> offset = offsets_of(map, place);
  std::array<std::int64_t, kMaxTensorRank> pixel{};
  for (std::size_t axis = 0; axis < map.rank; ++axis) pixel[axis] = place.at[axis];
  for (std::uint32_t i = 0; i < map.pixels; ++i) {
    std::array<std::int64_t, kMaxTensorRank> at = pixel;
    for (std::size_t axis = 0; axis < axes; ++axis) at[first + axis] += offset[axis];
    rows.push_back(row_at(map, at));
    std::size_t spatial = 0;
    for (; spatial < axes; ++spatial) {
      const std::size_t axis = first + spatial;
      pixel[axis] += map.steps[axis];
      if (pixel[axis] < static_cast<std::int64_t>(map.dims[axis]) + map.upper[spatial]) break;
      pixel[axis] = map.lower[spatial];
    }
    if (spatial == axes) pixel[images] += map.steps[images];
  }
  return rows;
}

}  // namespace

TensorRows rows_at(const TensorMap& map, const TensorPlace& place) {
  return map.is_im2col ? column_at(map, place) : tile_at(map, place);
}

void fill_outside(const TensorMap& map, std::span<std::byte> box) {
  if (!map.fills_nan) {
    std::ranges::fill(box, std::byte{0});
    return;
  }
  constexpr std::uint16_t kNan = 0x7ff7;  // of every type: its bits repeated
  for (std::size_t at = 0; at + sizeof kNan <= box.size(); at += sizeof kNan)
    std::memcpy(box.data() + at, &kNan, sizeof kNan);
}

void round_elements(TensorType type, std::span<std::byte> elements) {
  if (type != TensorType::tf32 && type != TensorType::tf32_ftz) return;
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= elements.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t bits;
    std::memcpy(&bits, elements.data() + at, sizeof bits);
    const std::uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) {
      bits = 0x7fffe000;
    } else if (magnitude < 0x7f800000) {
      bits += 0x0fff + (bits >> 13 & 1);  // to nearest, ties to even
      bits &= ~0x1fffu;
    }
    std::memcpy(elements.data() + at, &bits, sizeof bits);
  }
}

}  // namespace warpglass::sim
