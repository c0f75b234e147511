// Counting what accesses cost the machine.
#pragma once

#include <cstdint>

#include "sim/access_site.hpp"
#include "sim/cost_model.hpp"

namespace warpglass::sim {

[[nodiscard]] bool is_atomic(AccessKind kind);

inline void add(Shape& shape, const GlobalPrice& price) {
  ++shape.global_hits;
  shape.sector_sum += price.sectors;
  shape.sector_ideal_sum += price.ideal;
  shape.line_sum += price.lines;
  shape.turn_sum += price.turns;
}

// A shape whose price is known and of which nobody wants to hear. False, and nothing is counted, when it is not so.
inline bool count_shared_again(Shape& shape, std::uint64_t base) {
  if (shape.shared[base % 4].wavefronts == 0) [[unlikely]]
    return false;
  ++shape.shared_hits[base % 4];
  shape.shared_varied |= base ^ shape.shared_base;
  return true;
}
inline bool count_global_again(Shape& shape, std::uint64_t base) {
  const GlobalPrice price = shape.global[base % 128];
  if (price.sectors == 0) [[unlikely]]
    return false;
  add(shape, price);
  return true;
}

// Any shape; asks the model the first time.
void count_shared(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base);
/// \param base  address of the first lane; in local memory an offset in the threads' own
GlobalPrice count_sectors(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base,
                          Space space);

/// An access without a shape. \param written  as described; its cost is filled in. \returns other memory's price
GlobalPrice count_alone(const CostModel& model, AccessSite& site, PatternCount& written, Reached reached);

}  // namespace warpglass::sim
