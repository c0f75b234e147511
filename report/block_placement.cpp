#include "report/block_placement.hpp"

namespace warpglass::report {

Dim3 BlockPlacement::block(std::uint64_t at) const {
  const Dim3 clusters{grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  const Dim3 first = index_at(at / cluster.volume(), clusters);
  const Dim3 within = index_at(at % cluster.volume(), cluster);
  return {first.x * cluster.x + within.x, first.y * cluster.y + within.y, first.z * cluster.z + within.z};
}

}  // namespace warpglass::report
