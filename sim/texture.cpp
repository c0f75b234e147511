// From coordinates to texels. Every axis is worked out by itself: the texel a position lies in, or the two it lies
// between and how far; addresses outside are wrapped, clamped, mirrored or replaced by the border.
#include "sim/texture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/texture_cube.hpp"
#include "sim/texture_texels.hpp"

namespace warpglass::sim {
namespace {

// Normalized coordinates are cut off to so many digits before they are multiplied with the extent.
constexpr int kCoordinateBits = 21;
constexpr std::int64_t kOne = std::int64_t{1} << kCoordinateBits;
constexpr int kFractionBits = 8;
constexpr double kFarAway = 1 << 29;  // texels; beyond every extent

// A position on one axis: between texel `first` and the next, `fraction`/256 of the way (nearest: the texel itself).
struct Place {
  std::int32_t first = 0;
  std::uint32_t fraction = 0;
};

struct Axis {
  std::int32_t extent = 1;
  AddressMode mode = AddressMode::clamp;
  bool normalized = false;
};

// Without normalized coordinates there is nothing to repeat: both such modes clamp.
AddressMode mode_of(const Sampler& sampler, std::size_t axis) {
  const AddressMode mode = sampler.modes[axis];
  const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
  return repeats && !sampler.normalized_coordinates ? AddressMode::clamp : mode;
}

std::int64_t floor_division(std::int64_t value, std::int64_t by) {
  return value / by - (value % by != 0 && (value < 0) != (by < 0) ? 1 : 0);
}
std::int64_t remainder(std::int64_t value, std::int64_t by) { return value - floor_division(value, by) * by; }

// std::floor is a call: the instruction set that this is built for has none of its own.
std::int64_t floor_of(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return whole - (static_cast<double>(whole) > value ? 1 : 0);
}

// The float as the texture unit takes it: subnormals and what is no number count as zero.
double taken(float value) { return std::isnan(value) || std::abs(value) < 0x1p-126f ? 0.0 : double{value}; }

// A normalized coordinate times the extent, in texels of 2^-21. Where it can not be told from a nearer one it is
// brought near, so that nothing overflows.
std::int64_t scaled(const Axis& axis, float coordinate) {
  const double bounded = std::clamp(taken(coordinate), -0x1p30, 0x1p30);
  std::int64_t fixed = floor_of(bounded * double{kOne});
  const bool repeats = axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror;
  fixed = repeats ? remainder(fixed, 2 * kOne) : std::clamp(fixed, -2 * kOne, 3 * kOne);
  return fixed * axis.extent;
}

std::int32_t nearest(const Axis& axis, float coordinate) {
  if (axis.normalized) return static_cast<std::int32_t>(floor_division(scaled(axis, coordinate), kOne));
  return static_cast<std::int32_t>(floor_of(std::clamp(taken(coordinate), -kFarAway, kFarAway)));
}

// \param bounded  with clamp, positions outside go to the outermost centre, where the next texel has no weight
Place between(const Axis& axis, float coordinate, bool bounded) {
  std::int64_t position = 0;  // of the first texel's centre, in 1/256
  if (axis.normalized) {
    const std::int64_t unit = kOne >> kFractionBits;
    position = floor_division(scaled(axis, coordinate) - kOne / 2 + unit / 2, unit);
  } else {
    position = floor_of(std::clamp(taken(coordinate), -kFarAway, kFarAway) * 256.0 - 128.0 + 0.5);
  }
  if (bounded && axis.mode == AddressMode::clamp)
    position = std::clamp<std::int64_t>(position, 0, std::int64_t{axis.extent - 1} << kFractionBits);
  return {static_cast<std::int32_t>(position >> kFractionBits), static_cast<std::uint32_t>(position & 255)};
}

// The texel that stands for number `texel`; -1 for the border.
std::int32_t resolve(const Axis& axis, std::int32_t texel) {
  const std::int32_t extent = axis.extent;
  if (texel >= 0 && texel < extent) return texel;
  switch (axis.mode) {
    case AddressMode::clamp: return std::clamp(texel, 0, extent - 1);
    case AddressMode::border: return -1;
    case AddressMode::wrap: return static_cast<std::int32_t>(remainder(texel, extent));
    case AddressMode::mirror: {
      const auto within = static_cast<std::int32_t>(remainder(texel, 2 * std::int64_t{extent}));
      return within < extent ? within : 2 * extent - 1 - within;
    }
  }
  return -1;
}

std::uint64_t address_of(const Image& image, const ImageLevel& level, std::int32_t x, std::int32_t y, std::int32_t z) {
  if (x < 0 || y < 0 || z < 0) return kBorder;
  return level.base + std::uint64_t(z) * level.slice_pitch + std::uint64_t(y) * level.pitch +
         std::uint64_t(x) * image.texel_bytes();
}

// What a fetch knows about one level of the image: its axes, and the coordinates on them. A line is a plane of one row
// whose second coordinate is 0, so its second address mode counts.
struct View {
  const Image& image;
  const ImageLevel& level;
  std::array<Axis, 3> axes{};
  std::array<float, 3> at{};
  std::int32_t layer = 0;  // shapes other than three
  bool has_slices = false;
  bool seamless = false;  // texels beside a face's edge are the neighbour's
};

View view_of(const Texture& texture, std::size_t number, const FetchPoint& point) {
  const Image& image = texture.image;
  View view{.image = image, .level = image.levels[number]};
  view.has_slices = image.shape == ImageShape::three;
  view.at = point.at;
  const std::array<std::uint32_t, 3> extents{view.level.width, view.level.height, view.level.depth};
  for (std::size_t i = 0; i < 3; ++i)
    view.axes[i] = {static_cast<std::int32_t>(extents[i]), mode_of(texture.sampler, i),
                    texture.sampler.normalized_coordinates};
  if (image.shape == ImageShape::one) view.at[1] = 0;
  if (image.shape == ImageShape::layered_one) view.axes[1].mode = AddressMode::clamp;
  if (image.is_layered()) {
    const std::int32_t layers = static_cast<std::int32_t>(view.level.depth) / (image.is_cube() ? 6 : 1);
    view.layer = point.layer < 0 || point.layer >= layers ? layers - 1 : point.layer;  // an unsigned number to the chip
  }
  if (image.is_cube()) {
    const CubePoint on_face = point_on_cube(point.at);
    view.at = {on_face.x, on_face.y, 0};
    view.layer = view.layer * 6 + on_face.face;
    for (std::size_t i = 0; i < 2; ++i) view.axes[i].normalized = true;
    view.seamless = texture.sampler.seamless_cubes;
    for (std::size_t i = 0; i < 2; ++i)
      view.axes[i].mode = view.seamless ? AddressMode::border : texture.sampler.modes[i];
  }
  return view;
}

std::uint64_t nearest_address(const View& view) {
  std::array<std::int32_t, 3> texel{0, 0, view.layer};
  for (std::size_t i = 0; i < (view.has_slices ? 3u : 2u); ++i) {
    const std::int32_t number = nearest(view.axes[i], view.at[i]);
    texel[i] = view.seamless ? std::clamp(number, 0, view.axes[i].extent - 1) : resolve(view.axes[i], number);
  }
  return address_of(view.image, view.level, texel[0], texel[1], texel[2]);
}

// The four texels around a position in one slice, in the order of weights_of.
struct Quad {
  std::array<std::uint64_t, 4> addresses{};
  std::uint32_t x = 0, y = 0;  // fractions
};

std::uint64_t quad_texel(const View& view, std::int32_t x, std::int32_t y, std::int32_t slice) {
  const std::int32_t extent = view.axes[0].extent;
  const bool beside = x < 0 || x >= extent, above = y < 0 || y >= extent;
  if (!view.seamless || (!beside && !above))
    return address_of(view.image, view.level, resolve(view.axes[0], x), resolve(view.axes[1], y), slice);
  if (beside && above) x = std::clamp(x, 0, extent - 1);
  const CubeTexel texel = across_edge(slice % 6, x, y, extent);
  return address_of(view.image, view.level, texel.x, texel.y, slice - slice % 6 + texel.face);
}

// \param bounded  between() is to bring the position between the outermost centres
Quad quad_of(const View& view, std::int32_t slice, bool bounded) {
  const Place x = between(view.axes[0], view.at[0], bounded);
  const Place y = between(view.axes[1], view.at[1], bounded);
  Quad quad{.x = x.fraction, .y = y.fraction};
  for (std::int32_t i = 0; i < 4; ++i)
    quad.addresses[std::size_t(i)] = quad_texel(view, x.first + i % 2, y.first + i / 2, slice);
  return quad;
}

void note_texel(std::uint64_t address, std::vector<std::uint64_t>* read) {
  if (read != nullptr && address != kBorder) read->push_back(address);
}

class Footprint {
 public:
  void add(const Quad& quad, std::uint32_t whole) {
    const auto weights = weights_of(quad.x, quad.y, whole);
    for (std::size_t i = 0; i < 4; ++i) {
      addresses_[count_] = quad.addresses[i];
      // Of a plane a neighbour that is no part of the way is not read; one whose share is rounded to nothing is.
      is_read_[count_] = whole != 0 && (i % 2 == 0 || quad.x != 0) && (i / 2 == 0 || quad.y != 0);
      taps_[count_++] = {weights[i], pass_};
    }
    ++pass_;
  }

  void add(const View& view, std::uint32_t whole, bool filtered) {
    if (!filtered) {
      addresses_[count_] = nearest_address(view);
      is_read_[count_] = whole != 0;
      taps_[count_++] = {static_cast<std::uint16_t>(whole), pass_++};
      return;
    }
    if (!view.has_slices) {
      add(quad_of(view, view.layer, true), whole);
      return;
    }
    const Place z = between(view.axes[2], view.at[2], true);
    const std::uint32_t behind = share_of(z.fraction, whole);
    add(quad_of(view, resolve(view.axes[2], z.first), true), whole - behind);
    add(quad_of(view, resolve(view.axes[2], z.first + 1), true), behind);
  }

  /// Appends where texels are read.
  void list(std::vector<std::uint64_t>& read) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (is_read_[i]) note_texel(addresses_[i], &read);
  }

  [[nodiscard]] Texel sum(const Texture& texture) const {
    return filter_texels(texture.image, texture.sampler, std::span(addresses_).first(count_),
                         std::span(taps_).first(count_));
  }

 private:
  std::array<std::uint64_t, 16> addresses_{};
  std::array<Tap, 16> taps_{};
  std::array<bool, 16> is_read_{};
  std::size_t count_ = 0;
  std::uint8_t pass_ = 0;
};

// Numbers can be filtered, integers can not.
bool holds_numbers(const Texture& texture) {
  const TexelFormat format = texture.image.format;
  const bool floating = format == TexelFormat::f16 || format == TexelFormat::f32;
  return floating || (texture.sampler.normalized_reads && bytes_of(format) < 4);
}

// A level as the sampler bounds it, in 1/256.
std::uint32_t level_of(const Texture& texture, float asked) {
  const auto fixed = [](float value) {
    return std::isnan(value) ? 0 : static_cast<std::int32_t>(std::floor(std::clamp(value, -64.0f, 64.0f) * 256.0f));
  };
  const Sampler& sampler = texture.sampler;
  const auto last = static_cast<std::int32_t>(texture.image.levels.size() - 1) * 256;
  const std::int32_t biased = fixed(asked) + fixed(sampler.level_bias);
  const std::int32_t bounded = std::min(std::max(biased, fixed(sampler.least_level)), fixed(sampler.most_level));
  return static_cast<std::uint32_t>(std::clamp(bounded, 0, last));
}

Texel fetch_by_number(const Texture& texture, const FetchPoint& point, std::vector<std::uint64_t>* read) {
  const Image& image = texture.image;
  // An array of one dimension is fetched by position only, plain memory by number only.
  if (image.shape == ImageShape::one || image.is_cube()) return {};
  if (point.level < 0 || point.level >= static_cast<float>(image.levels.size())) return {};
  const ImageLevel& level = image.levels[static_cast<std::size_t>(point.level)];
  std::array<std::int64_t, 3> texel{};
  std::copy(point.texel.begin(), point.texel.end(), texel.begin());
  if (image.shape == ImageShape::layered_one || image.shape == ImageShape::linear) texel[1] = 0;
  if (image.shape != ImageShape::three) texel[2] = image.is_layered() ? point.layer : 0;
  const std::array<std::int64_t, 3> extents{level.width, level.height, level.depth};
  for (std::size_t i = 0; i < 3; ++i) {
    if (texel[i] >= 0 && texel[i] < extents[i]) continue;
    if (image.levels.size() == 1) return {};
    texel[i] = std::clamp<std::int64_t>(texel[i], 0, extents[i] - 1);  // as the chip does when there are levels
  }
  const std::uint64_t address = address_of(image, level, static_cast<std::int32_t>(texel[0]),
                                           static_cast<std::int32_t>(texel[1]), static_cast<std::int32_t>(texel[2]));
  note_texel(address, read);
  return read_texel(image, texture.sampler, address);
}

}  // namespace

Texel fetch(const Texture& texture, const FetchPoint& point, std::vector<std::uint64_t>* read) {
  if (point.by_number) return fetch_by_number(texture, point, read);
  if (texture.image.shape == ImageShape::linear) return {};  // plain memory is fetched by number only
  const std::uint32_t level = texture.image.levels.size() > 1 ? level_of(texture, point.level) : 0;
  const bool can_filter = holds_numbers(texture);
  const bool between_levels = can_filter && texture.sampler.linear_levels && (level & 255) != 0;
  const std::size_t number = between_levels ? level >> 8 : (level + 128) >> 8;
  const View view = view_of(texture, number, point);
  const bool filtered = can_filter && texture.sampler.linear;
  if (!filtered && !between_levels) {
    const std::uint64_t address = nearest_address(view);
    note_texel(address, read);
    return read_texel(view.image, texture.sampler, address);
  }
  Footprint footprint;
  footprint.add(view, between_levels ? 256 - (level & 255) : 256, filtered);
  if (between_levels) footprint.add(view_of(texture, number + 1, point), level & 255, filtered);
  if (read != nullptr) footprint.list(*read);
  return footprint.sum(texture);
}

Texel gather(const Texture& texture, const FetchPoint& point, int component, std::vector<std::uint64_t>* read) {
  const View view = view_of(texture, 0, point);
  const Quad quad = quad_of(view, view.layer, false);
  constexpr std::array<std::size_t, 4> kOrder{2, 3, 1, 0};
  Texel result{};
  for (std::size_t i = 0; i < 4; ++i) {
    note_texel(quad.addresses[kOrder[i]], read);
    result[i] = read_texel(view.image, texture.sampler, quad.addresses[kOrder[i]])[std::size_t(component)];
  }
  return result;
}

float level_of_gradients(const Texture& texture, const std::array<std::array<float, 3>, 2>& along) {
  const ImageLevel& level = texture.image.levels.front();
  const bool normalized = texture.sampler.normalized_coordinates;
  const std::array<double, 3> extents{normalized ? level.width : 1.0, normalized ? level.height : 1.0,
                                      normalized ? level.depth : 1.0};
  // The chip's length is that of the longest component and 11/32 of each other one.
  double longest = 0;
  for (const std::array<float, 3>& gradient : along) {
    double most = 0, sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double length = std::abs(double{gradient[i]} * extents[i]);
      most = std::max(most, length);
      sum += length;
    }
    longest = std::max(longest, most + (sum - most) * 11 / 32);
  }
  return longest > 0 ? static_cast<float>(std::floor(std::log2(longest) * 256 + 0.5) / 256) : -1e30f;
}

std::uint64_t surface_address(const Image& image, std::array<std::int32_t, 3> position, std::uint32_t bytes,
                              SurfaceBoundary boundary) {
  // Whole accesses count: a row has as many places as fit into it. A layer is an unsigned number.
  const ImageLevel& level = image.levels.front();
  const std::int64_t places = std::int64_t{level.width} * image.texel_bytes() / bytes;
  const std::array<std::int64_t, 3> most{(places - 1) * bytes, std::int64_t{level.height} - 1,
                                         std::int64_t{level.depth} - 1};
  if (places == 0) return 0;
  std::array<std::int64_t, 3> at{position[0], position[1], position[2]};
  if (image.shape != ImageShape::three && at[2] < 0) at[2] = std::int64_t{level.depth};
  for (std::size_t i = 0; i < 3; ++i) {
    if (boundary == SurfaceBoundary::clamp) at[i] = std::clamp<std::int64_t>(at[i], 0, most[i]);
    if (at[i] < 0 || at[i] > most[i]) return 0;
  }
  return level.base + std::uint64_t(at[2]) * level.slice_pitch + std::uint64_t(at[1]) * level.pitch +
         std::uint64_t(at[0]);
}

}  // namespace warpglass::sim
