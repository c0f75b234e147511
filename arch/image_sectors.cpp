#include "arch/image_sectors.hpp"

#include <algorithm>
#include <tuple>
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

template <class T>
std::uint32_t different(std::vector<T>& values) {
  std::ranges::sort(values);
  return static_cast<std::uint32_t>(std::ranges::unique(values).begin() - values.begin());
}

class Group {
 public:
  explicit Group(const ImageRequest& request) : request_(request) {}

  void add(int lane) {
    for (std::uint32_t i = request_.first[std::size_t(lane)]; i < request_.first[std::size_t(lane) + 1]; ++i) {
      const TexelPlace& place = request_.places[i];
      sectors_.push_back(sector_of(place));
      texels_.emplace_back(place.plane, place.x, place.y, place.z);
    }
  }

  void count(const Grouping& grouping, ImageSectors& sum) {
    const std::uint32_t turns = turns_taken();
    const std::uint32_t sectors = different(sectors_);
    const std::uint32_t bytes = different(texels_) * request_.texel_bytes;
    sum.sectors += grouping.passes * sectors;
    sum.turns += grouping.passes * turns;
    sum.ideal += grouping.passes * std::min(sectors, (bytes + kSectorBytes - 1) / kSectorBytes);
    sectors_.clear();
    texels_.clear();
  }

 private:
  // Lanes that reduce at one address do so one after another, each in a round of its own.
  [[nodiscard]] std::uint32_t turns_taken() const {
    if (request_.access != ImageAccess::surface_reduction) {
      std::vector<Sector> all = sectors_;
      return different(all);
    }
    std::vector<std::pair<std::size_t, Sector>> rounds;
    for (std::size_t i = 0; i < texels_.size(); ++i) {
      const auto end = texels_.begin() + static_cast<std::ptrdiff_t>(i);
      rounds.emplace_back(std::count(texels_.begin(), end, texels_[i]), sectors_[i]);
    }
    return different(rounds);
  }

  const ImageRequest& request_;
  std::vector<Sector> sectors_;
  std::vector<Sector> texels_;
};

}  // namespace

ImageSectors image_sectors(const ImageRequest& request) {
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
