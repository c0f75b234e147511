// For tests of loads and stores: a price that is easily worked out, and hooks around the accesses of a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "sim/cost_model.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim::test {

class FlatCost : public CostModel {
 public:
  SharedCost shared(const AccessPattern& pattern) const override {
    return {.wavefronts = static_cast<std::uint16_t>(lane_count(pattern.lanes)), .ideal = 1};
  }
  GlobalCost global(const AccessPattern& pattern) const override {
    const auto first = std::size_t(first_lane(pattern.lanes));
    return {.sectors = static_cast<std::uint16_t>(1 + pattern.address[first] % 128 / 32), .ideal = 1, .lines = 1};
  }
};

// What a test sets: run as the first op of the kernel under test, and behind its accesses.
inline std::function<void(Warp&)> before;
inline std::function<void(Warp&)> after;
inline int rounds_left = 0;  // after this one
inline const Op* before_op(Warp& warp, const Op* op) {
  before(warp);
  return op + 1;
}

}  // namespace warpglass::sim::test
