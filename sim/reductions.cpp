#include "sim/reductions.hpp"

#include <algorithm>
#include <cstring>

#include "sim/launch_request.hpp"
#include "sim/memory.hpp"

namespace warpglass::sim {
namespace {

std::uint64_t value_of(const Origin& origin, const LaunchRequest& request) {
  if (origin.kind == Origin::Kind::variable) return origin.value;
  std::uint64_t value = 0;
  if (origin.value + sizeof value > request.params.size()) return 0;
  std::memcpy(&value, request.params.data() + origin.value, sizeof value);
  return value;
}

/// Adds the allocations that an address may lie in. What points into none is a number, or null. False when there is
/// nothing that could be the address's object.
bool add_allocations(const Origins& origins, const LaunchRequest& request, std::vector<Extent>& found) {
  bool any = false;
  for (const Origin& origin : origins) {
    const std::uint64_t value = value_of(origin, request);
    if (value == 0) {
      any = true;
      continue;
    }
    const auto holds = [&](const Extent& extent) { return value >= extent.begin && value < extent.end; };
    if (std::none_of(found.begin(), found.end(), holds)) {
      const auto allocation = request.memory->reach(value);
      if (!allocation) continue;
      found.push_back({allocation->begin, allocation->end()});
    }
    any = true;
  }
  return any;
}

bool add_allocations(const std::vector<Origins>& addresses, const LaunchRequest& request, std::vector<Extent>& found) {
  return std::all_of(addresses.begin(), addresses.end(),
                     [&](const Origins& origins) { return add_allocations(origins, request, found); });
}

}  // namespace

std::optional<std::vector<Extent>> reduced_memory(const Reductions& reductions, const LaunchRequest& request) {
  std::vector<Extent> reduced;
  std::vector<Extent> accessed;
  if (!add_allocations(reductions.reduced, request, reduced)) return std::nullopt;
  if (!add_allocations(reductions.accessed, request, accessed)) return std::nullopt;
  for (const Extent& extent : accessed) {
    if (std::find(reduced.begin(), reduced.end(), extent) != reduced.end()) return std::nullopt;
  }
  return reduced;
}

}  // namespace warpglass::sim
