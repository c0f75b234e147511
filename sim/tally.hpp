// Counting what accesses cost the machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/access_site.hpp"
#include "sim/cost_model.hpp"
#include "sim/warp.hpp"

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
/// \param in_word  `base` within its word, where that is known
inline bool count_shared_again(Shape& shape, std::uint64_t base, std::uint64_t in_word) {
  if (shape.shared[in_word].wavefronts == 0) [[unlikely]]
    return false;
  ++shape.shared_hits[in_word];
  shape.shared_varied |= base ^ shape.shared_base;
  return true;
}
inline bool count_shared_again(Shape& shape, std::uint64_t base) { return count_shared_again(shape, base, base % 4); }
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

/// The lanes of an access without a shape.
struct LoneAccess {
  const std::uint64_t* address = nullptr;  // of 32 lanes; read for those that take part
  // These two do not lie side by side: compared at once, just written one by one, they would wait for each other.
  Space space = Space::global;  // that they reach: shared (of the running block), local, or what the site says
  LaneMask lanes = 0;
  Reached reached = Reached::named;
  /// [begin, end) of the object in which all lanes' addresses lie as multiples of the access's own bytes; in shared
  /// memory from 0 on. Nothing: it is not known.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  /// What places are counted from: the line in which the object begins.
  [[nodiscard]] std::uint64_t origin() const { return begin & ~std::uint64_t{127}; }
};

/// Keeps an access to be priced with others. \param space  that it reaches: also where `access` says what the site does
/// \returns false where it has to be priced by itself
bool count_later(const CostModel& model, AccessSite& site, const LoneAccess& access, Space space, const Warp& warp);
/// Prices what waits at the site.
void count_waiting(const CostModel& model, AccessSite& site);

// An access that is like the last one that waited at the site takes no thinking, and two steps.
/// Where the caller is to write the lanes' places (PatternBatch::place, behind LoneAccess::origin). The addresses are
/// not looked at. \returns null where the access is not like it
[[nodiscard]] inline std::uint32_t* place_like_last(AccessSite& site, const LoneAccess& access) {
  if (site.waiting == nullptr) return nullptr;
  WaitingPatterns& waiting = *site.waiting;
  const bool is_like = waiting.begin == access.begin && waiting.end == access.end && waiting.space == access.space &&
                       waiting.reached == access.reached && waiting.kind == site.kind && waiting.bytes == site.bytes &&
                       waiting.matrices == site.matrices;
  return is_like ? waiting.batch.place[waiting.batch.count].data() : nullptr;
}
/// Keeps it, with what has been written there.
inline void count_like_last(AccessSite& site, const LoneAccess& access, const Warp& warp) {
  WaitingPatterns& waiting = *site.waiting;
  PatternBatch& batch = waiting.batch;
  const std::size_t i = batch.count;
  batch.lanes[i] = access.lanes;
  batch.origin[i] = access.origin();
  waiting.occurrence[i] = {.block = warp.block_index, .warp = warp.index};
  batch.count = i + 1;
  if (batch.count == PatternBatch::kMost) [[unlikely]]
    count_waiting(*warp.launch->costs, site);
}
/// Both, of an access with addresses. \returns false, and does nothing, where it is not like the last one
bool take_like_last(AccessSite& site, const LoneAccess& access, const Warp& warp);

/// An access without a shape. \param written  as described; its cost is filled in. \returns other memory's price
GlobalPrice count_alone(const CostModel& model, AccessSite& site, PatternCount& written, Reached reached);

}  // namespace warpglass::sim
