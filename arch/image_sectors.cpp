#include "arch/image_sectors.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kSectorBytes = 32;
constexpr std::uint32_t kTileBytes = 16;  // of one row in a sector of an array
constexpr std::uint32_t kTileRows = 2;

// How many lanes look for sectors together, and how often they do.
struct Grouping {
  std::uint32_t lanes = 4;
  std::uint32_t passes = 1;
  bool recorded = true;
};

bool is_tiled(const ImageRequest& request) { return request.places.empty() || request.places.front().tiled; }

Grouping of_filtered(const ImageRequest& request) {
  const bool wide = request.texel_bytes == 16;
  // Of 55 recorded rows each, 53 (two dimensions), 54 (one) and 48 (three) come out: lanes do not always pair so.
  if (request.axes == 3) return wide ? Grouping{1, 2, false} : Grouping{2, 1, false};
  if (wide) return {2, 2, false};
  return {4, 1, !request.layered && (is_tiled(request) || request.texel_bytes == 4)};
}

Grouping grouping_of(const ImageRequest& request) {
  const bool plane = request.axes == 2 && !request.layered;
  switch (request.access) {
    case ImageAccess::fetch:
      if (request.filtered) return of_filtered(request);
      return {4, 1, !request.layered || request.axes == 2};
    case ImageAccess::fetch_by_number:
      return {request.texel_bytes == 16 ? 4u : 8u, 1,
              is_tiled(request) ? plane && request.texel_bytes == 4 : request.axes == 1};
    case ImageAccess::fetch_at_level:
      return {8, 1, plane && is_tiled(request) && !request.filtered && request.texel_bytes == 4};
    case ImageAccess::fetch_by_gradients: return {4, 1, false};
    case ImageAccess::gather: return {4, 1, plane && is_tiled(request) && !request.filtered};
    case ImageAccess::surface_load:
      return {request.axes == 3 || request.layered ? 4u : 8u, 1,
              plane || (request.texel_bytes == 4 && (!request.layered || request.axes == 2))};
    case ImageAccess::surface_store: return {request.axes == 3 || request.layered ? 4u : 8u, 1, plane};
    case ImageAccess::surface_reduction: return {8, 1, plane && request.texel_bytes == 4};
  }
  return {};
}

using Sector = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t>;

Sector sector_of(const TexelPlace& place) {
  if (!place.tiled) return {0, place.x / kSectorBytes, 0, 0};
  return {place.plane, place.x / kTileBytes, place.y / kTileRows, place.z};
}

// There are few at a time: looking through them takes less than keeping them in order.
template <class T>
void insert(std::vector<T>& into, const T& value) {
  if (std::ranges::find(into, value) == into.end()) into.push_back(value);
}

class Group {
 public:
  explicit Group(const ImageRequest& request)
      : request_(request), reduces_(request.access == ImageAccess::surface_reduction) {}

  void add(int lane) {
    for (std::uint32_t i = request_.first[std::size_t(lane)]; i < request_.first[std::size_t(lane) + 1]; ++i) {
      const TexelPlace& place = request_.places[i];
      const Sector sector = sector_of(place);
      const Sector texel{place.plane, place.x, place.y, place.z};
      insert(sectors_, sector);
      insert(texels_, texel);
      if (!reduces_) continue;
      // Lanes that reduce at one address do so one after another, each in a round of its own.
      insert(turns_, {std::ranges::count(taken_, texel), sector});
      taken_.push_back(texel);
    }
  }

  void count(const Grouping& grouping, ImageSectors& sum) {
    const auto sectors = static_cast<std::uint32_t>(sectors_.size());
    const auto bytes = static_cast<std::uint32_t>(texels_.size()) * request_.texel_bytes;
    sum.sectors += grouping.passes * sectors;
    sum.turns += grouping.passes * (reduces_ ? static_cast<std::uint32_t>(turns_.size()) : sectors);
    sum.ideal += grouping.passes * std::min(sectors, (bytes + kSectorBytes - 1) / kSectorBytes);
    sectors_.clear();
    texels_.clear();
    taken_.clear();
    turns_.clear();
  }

 private:
  const ImageRequest& request_;
  bool reduces_;
  std::vector<Sector> sectors_;
  std::vector<Sector> texels_;
  std::vector<Sector> taken_;  // of reductions, by lane
  std::vector<std::pair<std::ptrdiff_t, Sector>> turns_;
};

// A texture asks once all the same. A surface does not: of 13 recorded instructions one did, with `.v4`.
ImageSectors without_lanes(const ImageRequest& request) {
  ImageSectors none{.recorded = !request.unasked};
  switch (request.access) {
    case ImageAccess::fetch:
    case ImageAccess::fetch_at_level:
    case ImageAccess::fetch_by_gradients:
    case ImageAccess::fetch_by_number:
    case ImageAccess::gather: none.idle = request.unasked ? 0 : 1; break;
    case ImageAccess::surface_load:
    case ImageAccess::surface_store:
    case ImageAccess::surface_reduction: break;
  }
  return none;
}

}  // namespace

ImageSectors image_sectors(const ImageRequest& request) {
  if (request.lanes == 0) return without_lanes(request);
  const Grouping grouping = grouping_of(request);
  ImageSectors sum{.recorded = grouping.recorded && !request.unasked};
  const std::uint32_t together = std::max(4u, grouping.lanes);
  Group group(request);
  for (std::uint32_t begin = 0; begin < 32; begin += together) {
    std::uint32_t inside = 0;
    for (std::uint32_t lane = begin; lane < begin + together; ++lane) {
      if ((request.lanes & lane_bit(static_cast<int>(lane))) == 0) continue;
      group.add(static_cast<int>(lane));
      if (++inside % grouping.lanes == 0) group.count(grouping, sum);
    }
    if (inside % grouping.lanes != 0) group.count(grouping, sum);
    if (inside != 0) ++sum.requests;
  }
  return sum;
}

}  // namespace warpglass::arch
