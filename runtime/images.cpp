#include "runtime/images.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/counted.hpp"

namespace warpglass::runtime {
namespace {

using sim::ImageShape;

ImageShape shape_of(const ArrayDescription& d) {
  if (d.cube) return d.layered ? ImageShape::layered_cube : ImageShape::cube;
  if (d.layered) return d.height == 0 ? ImageShape::layered_one : ImageShape::layered_two;
  return d.height == 0 ? ImageShape::one : d.depth == 0 ? ImageShape::two : ImageShape::three;
}

bool is_within(const ArrayDescription& d, const ArrayLimits& limits) {
  switch (shape_of(d)) {
    case ImageShape::linear: return false;
    case ImageShape::one: return d.width <= limits.one && d.depth == 0;
    case ImageShape::two: return d.width <= limits.two[0] && d.height <= limits.two[1];
    case ImageShape::three:
      return d.width <= limits.three[0] && d.height <= limits.three[1] && d.depth <= limits.three[2];
    case ImageShape::layered_one: return d.width <= limits.layered_one && d.depth >= 1 && d.depth <= limits.layers;
    case ImageShape::layered_two:
      return d.width <= limits.layered_two[0] && d.height <= limits.layered_two[1] && d.depth >= 1 &&
             d.depth <= limits.layers;
    case ImageShape::cube: return d.width <= limits.cube && d.height == d.width && d.depth == 6;
    case ImageShape::layered_cube:
      return d.width <= limits.cube && d.height == d.width && d.depth >= 6 && d.depth % 6 == 0 &&
             d.depth <= limits.cube_layers;
  }
  return false;
}

bool is_valid(const ArrayDescription& d, const ArrayLimits& limits) {
  if (d.width == 0 || !is_within(d, limits)) return false;
  // Four texels at once come from two-dimensional images only.
  return !d.gather || (d.height != 0 && shape_of(d) != ImageShape::three);
}

std::uint32_t most_levels(const ArrayDescription& d) {
  std::uint64_t longest = std::max(d.width, d.height);
  if (shape_of(d) == ImageShape::three) longest = std::max(longest, d.depth);
  return static_cast<std::uint32_t>(std::bit_width(longest));
}

std::uint32_t at_level(std::uint64_t extent, std::uint32_t level) {
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(extent >> level, 1));
}

// One past the last byte of a level.
std::uint64_t end_of(const sim::Image& image, const sim::ImageLevel& level) {
  return level.base + std::uint64_t{level.depth - 1} * level.slice_pitch +
         std::uint64_t{level.height - 1} * level.pitch + std::uint64_t{level.width} * image.texel_bytes();
}

sim::Image image_of(const LinearResource& r) {
  sim::Image image{.shape = ImageShape::linear, .format = r.format, .channels = r.channels, .levels = {}};
  const std::uint64_t texels = std::min<std::uint64_t>(r.bytes / image.texel_bytes(), std::uint64_t{1} << 30);
  image.levels.push_back({r.address, r.bytes, r.bytes, static_cast<std::uint32_t>(texels), 1, 1});
  return image;
}

sim::Image image_of(const PitchedResource& r) {
  sim::Image image{.shape = ImageShape::two, .format = r.format, .channels = r.channels, .levels = {}};
  image.levels.push_back({r.address, r.pitch, r.pitch * r.height, at_level(r.width, 0), at_level(r.height, 0), 1});
  return image;
}

}  // namespace

bool Array::region(std::uint64_t x, std::uint64_t y, std::uint64_t z, const Extent& extent, Region& region) const {
  const sim::ImageLevel& level = image.levels.front();
  const std::uint64_t row_bytes = std::uint64_t{level.width} * image.texel_bytes();
  const auto fits = [](std::uint64_t at, std::uint64_t size, std::uint64_t limit) {
    return at <= limit && size <= limit - at;
  };
  if (!fits(x, extent.width, row_bytes) || !fits(y, extent.height, level.height) || !fits(z, extent.depth, level.depth))
    return false;
  region = {.base = level.base + z * level.slice_pitch + y * level.pitch + x,
            .pitch = level.pitch,
            .rows_per_slice = level.height};
  return true;
}

Status Images::allocate(const ArrayDescription& d, std::uint32_t levels, std::string label, sim::Image& image) {
  image = {.shape = shape_of(d), .format = d.format, .channels = d.channels, .tiled = true, .levels = {}};
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < levels; ++i) {
    sim::ImageLevel level{.width = at_level(d.width, i), .height = at_level(d.height, i)};
    level.depth = image.shape == ImageShape::three ? at_level(d.depth, i) : at_level(d.depth, 0);
    level.base = bytes;  // from the beginning; the address is added below
    level.pitch = std::uint64_t{level.width} * image.texel_bytes();
    level.slice_pitch = level.pitch * level.height;
    bytes += level.slice_pitch * level.depth;
    image.levels.push_back(level);
  }
  const std::uint64_t address = memory_.allocate(bytes, sim::AllocationKind::module, std::move(label));
  if (address == 0) return Status::out_of_memory;
  for (sim::ImageLevel& level : image.levels) level.base += address;
  return Status::ok;
}

Status Images::create(const ArrayDescription& description, const ArrayLimits& limits, std::string label,
                      Array*& array) {
  if (!is_valid(description, limits)) return Status::invalid_value;
  auto made = std::make_unique<Array>();
  made->description = description;
  if (const Status status = allocate(description, 1, std::move(label), made->image); status != Status::ok)
    return status;
  array = made.get();
  arrays_.emplace(array, std::move(made));
  return Status::ok;
}

Status Images::create(const ArrayDescription& description, const ArrayLimits& limits, std::uint32_t levels,
                      std::string label, MipmappedArray*& array) {
  if (!is_valid(description, limits)) return Status::invalid_value;
  levels = std::clamp(levels, 1u, most_levels(description));
  auto made = std::make_unique<MipmappedArray>();
  made->description = description;
  if (const Status status = allocate(description, levels, std::move(label), made->image); status != Status::ok)
    return status;
  for (const sim::ImageLevel& of : made->image.levels) {
    auto level = std::make_unique<Array>(Array{.description = description, .image = made->image, .is_level = true});
    level->image.levels = {of};
    level->description.width = of.width;
    if (description.height != 0) level->description.height = of.height;
    if (description.depth != 0) level->description.depth = of.depth;
    made->levels.push_back(std::move(level));
  }
  array = made.get();
  mipmapped_.emplace(array, std::move(made));
  return Status::ok;
}

// Objects of an array that is gone stay, and tell a kernel that uses them.
void Images::mark(const sim::Image& image, const std::string& why) {
  ++table_.version;
  const std::uint64_t base = image.levels.front().base;
  for (auto& [handle, texture] : table_.textures)
    if (!in_memory_.contains(handle) && texture.image.levels.front().base == base) texture.gone = why;
  for (auto& [handle, surface] : table_.surfaces)
    if (surface.image.levels.front().base == base) surface.gone = why;
}

bool Images::destroy(const Array* array) {
  const auto found = arrays_.find(array);
  if (found == arrays_.end()) return false;
  mark(array->image, "the array of this object was freed");
  memory_.release(array->image.levels.front().base);
  arrays_.erase(found);
  return true;
}

bool Images::destroy(const MipmappedArray* array) {
  const auto found = mipmapped_.find(array);
  if (found == mipmapped_.end()) return false;
  for (const std::unique_ptr<Array>& level : array->levels) mark(level->image, "the array of this object was freed");
  memory_.release(array->image.levels.front().base);
  mipmapped_.erase(found);
  return true;
}

bool Images::has(const Array* array) const {
  if (arrays_.contains(array)) return true;
  return std::any_of(mipmapped_.begin(), mipmapped_.end(), [array](const auto& entry) {
    const auto& levels = entry.second->levels;
    return std::any_of(levels.begin(), levels.end(), [array](const auto& level) { return level.get() == array; });
  });
}

std::uint64_t Images::create_texture(const TextureResource& resource, const sim::Sampler& sampler) {
  bind_texture(next_handle_, resource, sampler);
  return next_handle_++;
}

void Images::bind_texture(std::uint64_t handle, const TextureResource& resource, const sim::Sampler& sampler) {
  sim::Texture texture{.image = {}, .sampler = sampler, .gone = {}};
  in_memory_.erase(handle);
  if (const auto* array = std::get_if<const Array*>(&resource)) {
    texture.image = (*array)->image;
  } else if (const auto* mipmapped = std::get_if<const MipmappedArray*>(&resource)) {
    texture.image = (*mipmapped)->image;
  } else {
    in_memory_[handle] = resource;
  }
  table_.textures[handle] = std::move(texture);
  ++table_.version;
}

std::uint64_t Images::create_surface(const Array& array) {
  bind_surface(next_handle_, array);
  return next_handle_++;
}

void Images::bind_surface(std::uint64_t handle, const Array& array) {
  table_.surfaces[handle] = {.image = array.image, .gone = {}};
  ++table_.version;
}

bool Images::destroy_texture(std::uint64_t handle) {
  in_memory_.erase(handle);
  ++table_.version;
  return table_.textures.erase(handle) != 0;
}

bool Images::destroy_surface(std::uint64_t handle) {
  ++table_.version;
  return table_.surfaces.erase(handle) != 0;
}

const sim::TextureTable& Images::table() {
  for (const auto& [handle, resource] : in_memory_) {
    sim::Texture& texture = table_.textures.at(handle);
    const auto* line = std::get_if<LinearResource>(&resource);
    texture.image = line != nullptr ? image_of(*line) : image_of(std::get<PitchedResource>(resource));
    sim::ImageLevel& level = texture.image.levels.front();
    const auto allocation = memory_.find(level.base);
    texture.gone.clear();
    if (!allocation) {
      texture.gone = "the memory of this texture was freed";
    } else if (line != nullptr) {
      // A size may be too large as long as nothing is fetched there.
      const std::uint64_t there = (allocation->end() - level.base) / texture.image.texel_bytes();
      level.width = static_cast<std::uint32_t>(std::min<std::uint64_t>(level.width, there));
    } else if (end_of(texture.image, level) > allocation->end()) {
      texture.gone =
          fmt::format("this texture of {}, {} apart, reaches past the {} of {}", counted(level.height, "row"),
                      counted(level.pitch, "byte"), counted(allocation->size, "byte"), allocation->label);
    }
  }
  return table_;
}

void Images::reset() {
  arrays_.clear();
  mipmapped_.clear();
  in_memory_.clear();
  table_ = {.textures = {}, .surfaces = {}, .version = table_.version + 1};
}

}  // namespace warpglass::runtime
