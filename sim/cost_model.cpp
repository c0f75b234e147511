#include "sim/cost_model.hpp"

namespace warpglass::sim {

SharedCost& SharedCost::operator+=(const SharedCost& other) {
  const auto add = [](std::uint16_t& sum, std::uint16_t value) { sum = static_cast<std::uint16_t>(sum + value); };
  add(wavefronts, other.wavefronts);
  add(ideal, other.ideal);
  add(profiled, other.profiled);
  add(profiled_ideal, other.profiled_ideal);
  add(rounds, other.rounds);
  add(loads.requests, other.loads.requests);
  add(loads.wavefronts, other.loads.wavefronts);
  add(loads.ideal, other.loads.ideal);
  add(loads.profiled, other.loads.profiled);
  add(loads.profiled_ideal, other.loads.profiled_ideal);
  return *this;
}

AccessPattern PatternBatch::at(std::size_t i) const {
  AccessPattern one = common;
  one.lanes = lanes[i];
  for_each_lane(one.lanes, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    one.address[l] = origin[i] + place[i][l];
  });
  return one;
}

}  // namespace warpglass::sim
