// Prices are asked for once per shape and place, and kept with the shape.
#include "sim/tally.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

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

constexpr std::uint32_t kMostInPrice = std::numeric_limits<std::uint8_t>::max();

std::uint8_t narrow(std::uint16_t value) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(value, kMostInPrice));
}

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

/// Keeps those that wait of which examples may be wanted.
/// \param fill_in  the cost of one: (access, PatternCount)
template <class FillIn>
void offer_waiting(const WaitingPatterns& waiting, CountedAlone& alone, const BatchColumn& cost,
                   const BatchColumn& ideal, const FillIn& fill_in) {
  const PatternBatch& batch = waiting.batch;
  const auto excess = [&](std::size_t i) { return cost[i] > ideal[i] ? cost[i] - ideal[i] : 0; };
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < batch.count; ++i) most = std::max(most, excess(i));
  if (!alone.costliest.may_keep(most)) return;
  for (std::size_t i = 0; i < batch.count; ++i) {
    if (!alone.costliest.may_keep(excess(i))) continue;
    const auto first = static_cast<std::size_t>(first_lane(batch.lanes[i]));
    const auto& [block, warp] = waiting.occurrence[i];
    if (!alone.costliest.may_keep(excess(i), block, warp, batch.origin[i] + batch.place[i][first])) continue;
    PatternCount count;
    count.pattern = batch.at(i);
    count.block = block;
    count.warp = warp;
    fill_in(i, count);
    alone.costliest.offer(count);
  }
}

std::uint64_t sum_of(const BatchColumn& column, std::size_t count) {
  return std::accumulate(column.begin(), column.begin() + static_cast<std::ptrdiff_t>(count), std::uint32_t{0});
}

void count_waiting_shared(const CostModel& model, AccessSite& site) {
  const PatternBatch& batch = site.waiting->batch;
  if (const std::optional<BatchPasses> passes = model.shared_each(batch)) {
    const auto narrow_at = [](const BatchColumn& column, std::size_t i) {
      return static_cast<std::uint16_t>(column[i]);
    };
    add_shared(site, *passes, batch.count, site.alone->sum);
    offer_waiting(*site.waiting, *site.alone, passes->wavefronts, passes->ideal,
                  [&](std::size_t i, PatternCount& count) {
                    count.shared.wavefronts = count.shared.profiled = narrow_at(passes->wavefronts, i);
                    count.shared.ideal = count.shared.profiled_ideal = narrow_at(passes->ideal, i);
                  });
    return;
  }
  std::array<SharedCost, PatternBatch::kMost> costs;
  BatchPasses passes;
  for (std::size_t i = 0; i < batch.count; ++i) {
    costs[i] = model.shared(batch.at(i));
    passes.wavefronts[i] = costs[i].wavefronts;
    passes.ideal[i] = costs[i].ideal;
    add_shared(site, costs[i], 1, site.alone->sum);
  }
  offer_waiting(*site.waiting, *site.alone, passes.wavefronts, passes.ideal,
                [&](std::size_t i, PatternCount& count) { count.shared = costs[i]; });
}

void count_waiting_global(const CostModel& model, AccessSite& site) {
  const PatternBatch& batch = site.waiting->batch;
  std::optional<BatchSectors> each = model.global_each(batch);
  if (!each) {
    each.emplace();
    for (std::size_t i = 0; i < batch.count; ++i) {
      const GlobalCost cost = model.global(batch.at(i));
      each->sectors[i] = cost.sectors;
      each->ideal[i] = cost.ideal;
      each->lines[i] = cost.lines;
      each->turns[i] = cost.turns;
    }
  }
  // As they are where a shape keeps them.
  for (BatchColumn* const column : {&each->sectors, &each->ideal, &each->lines, &each->turns}) {
    for (std::size_t i = 0; i < batch.count; ++i) (*column)[i] = std::min((*column)[i], kMostInPrice);
  }
  const MemoryCounters counted{.requests = batch.count,
                               .sectors = sum_of(each->sectors, batch.count),
                               .sectors_ideal = sum_of(each->ideal, batch.count),
                               .lines = sum_of(each->lines, batch.count)};
  add_global(site, site.waiting->reached, counted, sum_of(each->turns, batch.count), site.alone->sum);
  offer_waiting(*site.waiting, *site.alone, each->sectors, each->ideal, [&](std::size_t i, PatternCount& count) {
    count.global = {.sectors = static_cast<std::uint16_t>(each->sectors[i]),
                    .ideal = static_cast<std::uint16_t>(each->ideal[i]),
                    .lines = static_cast<std::uint16_t>(each->lines[i]),
                    .turns = static_cast<std::uint16_t>(each->turns[i])};
  });
}

}  // namespace

bool take_like_last(AccessSite& site, const LoneAccess& access, const Warp& warp) {
  std::uint32_t* const place = place_like_last(site, access);
  if (place == nullptr) return false;
  find_places(access.address, access.lanes, access.origin(), place);
  count_like_last(site, access, warp);
  return true;
}

bool count_later(const CostModel& model, AccessSite& site, const LoneAccess& access, Space space, const Warp& warp) {
  const std::uint64_t within = access.end - access.origin();
  if (access.end == 0 || within > std::numeric_limits<std::uint32_t>::max()) return false;
  if (access.reached == Reached::cluster || !is_one_access(site)) return false;
  if (site.alone == nullptr) site.alone = std::make_unique<CountedAlone>();
  if (site.waiting == nullptr) site.waiting = std::make_unique<WaitingPatterns>();
  WaitingPatterns& waiting = *site.waiting;
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
  waiting.bytes = site.bytes;
  waiting.matrices = site.matrices;
  waiting.kind = site.kind;
  waiting.space = access.space;
  waiting.reached = access.reached;
  waiting.begin = access.begin;
  waiting.end = access.end;
  find_places(access.address, access.lanes, access.origin(), batch.place[batch.count].data());
  count_like_last(site, access, warp);
  return true;
}

void count_waiting(const CostModel& model, AccessSite& site) {
  if (site.waiting == nullptr || site.waiting->batch.count == 0) return;
  (site.waiting->batch.common.space == Space::shared ? count_waiting_shared : count_waiting_global)(model, site);
  site.waiting->batch.count = 0;
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
