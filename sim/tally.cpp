// Prices are asked for once per shape and place, and kept with the shape.
#include "sim/tally.hpp"

#include <algorithm>

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
  if (!alone.costliest.may_keep(written)) return price;
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
