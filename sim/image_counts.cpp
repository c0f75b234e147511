#include "sim/image_counts.hpp"

#include "sim/launch_request.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {
namespace {

TexelPlace place_of(const Image& image, std::uint64_t address) {
  if (!image.tiled) return {.x = address};
  for (const ImageLevel& level : image.levels) {
    if (address < level.base || address >= level.base + level.slice_pitch * level.depth) continue;
    const std::uint64_t within = address - level.base;
    const std::uint64_t row = within / level.pitch;  // of all slices; a division is slow
    const std::uint64_t slice = level.depth == 1 ? 0 : row / level.height;
    return {.tiled = true,
            .plane = level.base,
            .x = within - row * level.pitch,
            .y = static_cast<std::uint32_t>(row - slice * level.height),
            .z = static_cast<std::uint32_t>(slice)};
  }
  return {.x = address};
}

std::uint32_t axes_of(ImageShape shape) {
  switch (shape) {
    case ImageShape::linear:
    case ImageShape::one:
    case ImageShape::layered_one: return 1;
    case ImageShape::two:
    case ImageShape::layered_two:
    case ImageShape::cube:
    case ImageShape::layered_cube: break;
    case ImageShape::three: return 3;
  }
  return 2;
}

}  // namespace

void ImageCounts::count(const CostModel& model, const ImageRequest& request) {
  const ImageSectors cost = model.image(request);
  requests_ += cost.requests;
  sectors_ += cost.sectors;
  ideal_ += cost.ideal;
  turns_ += cost.turns;
  idle_ += cost.idle;
  if (!cost.recorded) ++unknown_;
}

void ImageCounts::add_to(OpCounters& counters) const {
  counters.requests += requests_;
  counters.sectors += sectors_;
  counters.sectors_ideal += ideal_;
  counters.sector_turns += turns_;
  counters.idle_fetches += idle_;
  counters.unknown_fetches += unknown_;
}

ImageTouches::ImageTouches(Warp& warp, const Op* op, ImageAccess access)
    : counts_(warp.image_counts == nullptr ? nullptr : warp.image_counts + op->pc), model_(warp.launch->costs) {
  request_.access = access;
}

void ImageTouches::add(int lane, const Image& image, std::uint32_t bytes, bool filtered,
                       std::span<const std::uint64_t> addresses) {
  if (image_ == nullptr) {
    image_ = &image;
    request_.places.reserve(std::size_t{kWarpSize} * addresses.size());
    request_.axes = axes_of(image.shape);
    request_.layered = image.is_layered() || image.is_cube();
    request_.filtered = filtered;
    request_.texel_bytes = bytes;
    request_.unasked |= image.levels.size() > 1 || image.is_cube();
  }
  if (image_ != &image || addresses.empty()) request_.unasked = true;
  while (next_ <= lane)
    request_.first[static_cast<std::size_t>(next_++)] = static_cast<std::uint32_t>(request_.places.size());
  request_.lanes |= lane_bit(lane);
  for (const std::uint64_t address : addresses) request_.places.push_back(place_of(image, address));
}

void ImageTouches::count() {
  if (counts_ == nullptr) return;
  while (next_ <= kWarpSize)
    request_.first[static_cast<std::size_t>(next_++)] = static_cast<std::uint32_t>(request_.places.size());
  counts_->count(*model_, request_);
}

}  // namespace warpglass::sim
