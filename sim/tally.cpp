// Prices are asked for once per shape and place, and kept with the shape.
#include "sim/tally.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>

#include "sim/lane_addresses.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {
namespace {

bool is_counted(const Shape& shape) {
  return shape.global_hits != 0 || shape.shared_phases != nullptr ||
         shape.shared_hits != std::array<std::uint64_t, 4>{};
}

SharedCost ask_shared(const CostModel& model, const AccessSite& site, AccessPattern& pattern) {
  if (site.lowering == nullptr) return model.shared(pattern);
  SharedCost sum;
  if (site.makes_no_access()) {
    sum.wavefronts = sum.ideal = 1;  // known, though it counts nothing
    return sum;
  }
  if (site.lowering->how != Lowered::resized) {
    for_each_machine_access(site, pattern, [&] { sum = model.shared(pattern); });
    return sum;
  }
  for_each_machine_access(site, pattern, [&] { sum += model.shared(pattern); });
  return sum;
}

GlobalCost ask_global(const CostModel& model, const AccessSite& site, AccessPattern& pattern) {
  if (site.makes_no_access())
    return {.sectors = 1, .ideal = 1, .lines = 1, .turns = 1};  // known, though it counts nothing
  GlobalCost sum;
  for_each_machine_access(site, pattern, [&] {
    const GlobalCost cost = model.global(pattern);
    sum.sectors = static_cast<std::uint16_t>(sum.sectors + cost.sectors);
    sum.ideal = static_cast<std::uint16_t>(sum.ideal + cost.ideal);
    sum.lines = static_cast<std::uint16_t>(sum.lines + cost.lines);
    sum.turns = static_cast<std::uint16_t>(sum.turns + cost.turns);
  });
  return sum;
}

std::uint8_t narrow(std::uint16_t value) { return static_cast<std::uint8_t>(std::min<std::uint16_t>(value, 255)); }

GlobalPrice narrow(const GlobalCost& cost) {
  return {.sectors = narrow(cost.sectors),
          .ideal = narrow(cost.ideal),
          .lines = narrow(cost.lines),
          .turns = narrow(cost.turns)};
}

void note_first(Shape& shape, std::uint64_t base) {
  if (!is_counted(shape)) shape.base = base;
}

void note_shared_place(Shape& shape, std::uint64_t base) {
  const bool first = shape.shared_phases == nullptr && shape.shared_hits == std::array<std::uint64_t, 4>{};
  if (first) shape.shared_base = base;
  shape.shared_varied |= base ^ shape.shared_base;
}

}  // namespace

bool is_atomic(AccessKind kind) {
  switch (kind) {
    case AccessKind::atomic_add:
    case AccessKind::atomic_count:
    case AccessKind::atomic_exchange:
    case AccessKind::atomic_cas:
    case AccessKind::atomic_loop: return true;
    case AccessKind::load:
    case AccessKind::store:
    case AccessKind::matrix_load:
    case AccessKind::matrix_store:
    case AccessKind::async_copy: break;
  }
  return false;
}

void count_shared(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base) {
  note_shared_place(shape, base);
  if (model.shared_period() == 4) {
    SharedCost& cost = (shape.heard ? shape.heard->shared : shape.shared)[base % 4];
    if (cost.wavefronts == 0) {
      note_first(shape, base);
      PatternCount written = pattern_of(site, shape, base, Space::shared);
      cost = ask_shared(model, site, written.pattern);
    }
    ++shape.shared_hits[base % 4];
    return;
  }
  note_first(shape, base);
  if (!shape.shared_phases) shape.shared_phases = std::make_unique<SharedPhases>();
  const std::size_t phase = base % kMaxSharedPeriod;
  SharedCost& cost = shape.shared_phases->cost[phase];
  if (cost.wavefronts == 0) {
    PatternCount written = pattern_of(site, shape, base, Space::shared);
    cost = ask_shared(model, site, written.pattern);
  }
  ++shape.shared_phases->hits[phase];
}

GlobalPrice count_sectors(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base,
                          Space space) {
  GlobalPrice& price = (shape.heard ? shape.heard->global : shape.global)[base % 128];
  if (price.sectors == 0) {
    PatternCount written = pattern_of(site, shape, base, space);
    price = narrow(ask_global(model, site, written.pattern));
    note_first(shape, base);
  }
  add(shape, price);
  return price;
}

namespace {

/// Whether the machine makes the access as it is written, if not as another kind.
bool is_one_access(const AccessSite& site) {
  if (site.lowering == nullptr) return true;
  const Lowering& lowering = *site.lowering;
  return lowering.instructions() == 1 && lowering.how != Lowered::resized && !lowering.one_lane;
}

void offer_waiting(AccessSite& site, const WaitingPatterns& waiting, std::size_t i, const SharedCost& shared,
                   const GlobalCost& global, std::uint32_t excess) {
  if (!site.alone->costliest.may_keep(excess)) return;
  const LaneMask lanes = waiting.batch.lanes[i];
  const std::uint64_t first =
      waiting.batch.origin[i] + waiting.batch.place[i][static_cast<std::size_t>(first_lane(lanes))];
  if (!site.alone->costliest.may_keep(excess, waiting.block[i], waiting.warp[i], first)) return;
  PatternCount count;
  count.pattern = waiting.batch.at(i);
  count.shared = shared;
  count.global = global;
  count.block = waiting.block[i];
  count.warp = waiting.warp[i];
  site.alone->costliest.offer(count);
}

std::uint32_t above(std::uint32_t cost, std::uint32_t ideal) { return cost > ideal ? cost - ideal : 0; }

}  // namespace

namespace {

/// Of an access whose places have been written down.
void keep(const CostModel& model, AccessSite& site, const LoneAccess& access, const Warp& warp) {
  WaitingPatterns& waiting = *site.alone->waiting;
  PatternBatch& batch = waiting.batch;
  const std::size_t i = batch.count++;
  batch.lanes[i] = access.lanes;
  batch.origin[i] = access.origin();
  waiting.block[i] = warp.block_index;
  waiting.warp[i] = warp.index;
  if (batch.count == PatternBatch::kMost) count_waiting(model, site);
}

}  // namespace

std::uint32_t* place_like_last(AccessSite& site, const LoneAccess& access) {
  if (site.alone == nullptr || site.alone->waiting == nullptr) return nullptr;
  WaitingPatterns& waiting = *site.alone->waiting;
  PatternBatch& batch = waiting.batch;
  const AccessPattern& common = batch.common;
  const bool is_like = batch.count != 0 && waiting.reached == access.reached && waiting.space == access.space &&
                       waiting.begin == access.begin && waiting.end == access.end && waiting.kind == site.kind &&
                       common.bytes == site.bytes && common.matrices == site.matrices;
  return is_like ? batch.place[batch.count].data() : nullptr;
}

void count_like_last(AccessSite& site, const LoneAccess& access, const Warp& warp) {
  keep(*warp.launch->costs, site, access, warp);
}

bool count_like_last(AccessSite& site, const LoneAccess& access, std::uint64_t window, const Warp& warp) {
  std::uint32_t* const place = place_like_last(site, access);
  if (place == nullptr) return false;
  find_places(access.address, access.lanes, access.origin() + window, place);
  count_like_last(site, access, warp);
  return true;
}

bool count_later(const CostModel& model, AccessSite& site, const LoneAccess& access, Space space, const Warp& warp) {
  const std::uint64_t within = access.end - access.origin();
  if (access.end == 0 || within > std::numeric_limits<std::uint32_t>::max()) return false;
  if (access.reached == Reached::cluster || !is_one_access(site)) return false;
  if (site.alone == nullptr) site.alone = std::make_unique<CountedAlone>();
  CountedAlone& alone = *site.alone;
  if (alone.waiting == nullptr) alone.waiting = std::make_unique<WaitingPatterns>();
  WaitingPatterns& waiting = *alone.waiting;
  PatternBatch& batch = waiting.batch;
  const bool counted = site.lowering != nullptr && site.lowering->how == Lowered::counted;
  const AccessKind kind = counted ? AccessKind::atomic_count : site.kind;
  AccessPattern& common = batch.common;
  if (batch.count != 0 && (common.space != space || waiting.reached != access.reached || common.kind != kind ||
                           common.bytes != site.bytes || common.matrices != site.matrices))
    count_waiting(model, site);
  if (batch.count == 0) {
    describe(site, common);
    common.kind = kind;
    common.space = space;
    batch.within = 0;
  }
  batch.within = std::max(batch.within, within);
  waiting.kind = site.kind;
  waiting.space = access.space;
  waiting.reached = access.reached;
  waiting.begin = access.begin;
  waiting.end = access.end;
  find_places(access.address, access.lanes, access.origin(), batch.place[batch.count].data());
  keep(model, site, access, warp);
  return true;
}

void count_waiting(const CostModel& model, AccessSite& site) {
  if (site.alone == nullptr || site.alone->waiting == nullptr) return;
  CountedAlone& alone = *site.alone;
  WaitingPatterns& waiting = *alone.waiting;
  const std::size_t count = waiting.batch.count;
  if (count == 0) return;
  if (waiting.batch.common.space == Space::shared) {
    std::array<SharedCost, PatternBatch::kMost> costs;
    model.shared_each(waiting.batch, costs);
    add_shared(site, std::span(costs).first(count), alone.sum);
    for (std::size_t i = 0; i < count; ++i) {
      offer_waiting(site, waiting, i, costs[i], {}, above(costs[i].wavefronts, costs[i].ideal));
    }
  } else {
    std::array<GlobalCost, PatternBatch::kMost> costs;
    model.global_each(waiting.batch, costs);
    MemoryCounters counted{.requests = count, .sectors = 0, .sectors_ideal = 0, .lines = 0};
    std::uint64_t turns = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const GlobalPrice price = narrow(costs[i]);
      counted.sectors += price.sectors;
      counted.sectors_ideal += price.ideal;
      counted.lines += price.lines;
      turns += price.turns;
      const GlobalCost cost{.sectors = price.sectors, .ideal = price.ideal, .lines = price.lines, .turns = price.turns};
      offer_waiting(site, waiting, i, {}, cost, above(cost.sectors, cost.ideal));
    }
    add_global(site, waiting.reached, counted, turns, alone.sum);
  }
  waiting.batch.count = 0;
}

GlobalPrice count_alone(const CostModel& model, AccessSite& site, PatternCount& written, Reached reached) {
  if (site.makes_no_access()) return {.sectors = 1, .ideal = 1, .lines = 1, .turns = 1};
  if (site.alone == nullptr) site.alone = std::make_unique<CountedAlone>();
  CountedAlone& alone = *site.alone;
  GlobalPrice price;
  if (written.pattern.space == Space::shared) {
    written.shared = ask_shared(model, site, written.pattern);
    add_shared(site, written.shared, 1, alone.sum);
  } else {
    price = narrow(ask_global(model, site, written.pattern));
    written.global = {.sectors = price.sectors, .ideal = price.ideal, .lines = price.lines, .turns = price.turns};
    const MemoryCounters counted{
        .requests = 1, .sectors = price.sectors, .sectors_ideal = price.ideal, .lines = price.lines};
    if (!add_global(site, reached, counted, price.turns, alone.sum)) return price;
  }
  if (site.lowering == nullptr) {
    alone.costliest.offer(written);
  } else {
    PatternCount example = example_of(site, written);
    example.shared = written.shared;
    example.global = written.global;
    alone.costliest.offer(example);
  }
  return price;
}

}  // namespace warpglass::sim
