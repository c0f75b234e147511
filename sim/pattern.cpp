#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "sim/access_listener.hpp"
#include "sim/access_site.hpp"
#include "sim/block.hpp"

namespace warpglass::sim {
namespace {

constexpr std::size_t kRememberedShapes = 32;
constexpr std::size_t kReportedPatterns = 4;

std::uint64_t hash_of(const std::int64_t (&offset)[32], LaneMask lanes) {
  std::uint64_t h = lanes * 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < 32; ++i)
    h += static_cast<std::uint64_t>(offset[i]) * (0xd6e8feb86659fd93ull + 2u * unsigned(i) * 0x9e3779b1u);
  return h ^ (h >> 29);
}

Move classify(const Shape& shape, std::uint32_t bytes) {
  if (shape.lo == 0 && shape.hi == std::int64_t(bytes)) return Move::broadcast;
  bool contiguous = true;
  bool aligned = true;
  for_each_lane(shape.lanes, [&](int lane) {
    contiguous &= shape.offset[lane] == (lane - shape.first) * std::int64_t(bytes);
    aligned &= (shape.offset[lane] - shape.lo) % bytes == 0;
  });
  if (contiguous) return Move::contiguous;
  if (aligned && shape.hi - shape.lo <= 32 * std::int64_t(bytes)) return Move::window;
  return Move::scattered;
}

template <int kLanes>
void divide_window(const Shape& shape, std::uint32_t bytes, WindowParts<kLanes>& parts) {
  parts.valid = true;
  for (int part = 0; part < 32; part += kLanes) {
    std::int64_t lowest = 32;
    std::int64_t highest = 0;
    for (int lane = part; lane < part + kLanes; ++lane) {
      const std::int64_t element = (shape.offset[lane] - shape.lo) / bytes;
      lowest = std::min(lowest, element);
      highest = std::max(highest, element);
    }
    parts.valid = parts.valid && highest - lowest < kLanes;
    parts.start[std::size_t(part / kLanes)] = static_cast<std::uint8_t>(lowest);
    for (int lane = part; lane < part + kLanes; ++lane)
      parts.element[std::size_t(lane)] = static_cast<std::uint32_t>((shape.offset[lane] - shape.lo) / bytes - lowest);
  }
}

/// What follows from the lanes and their offsets alone.
void work_out(Shape& shape, std::uint32_t bytes) {
  shape.lo = shape.hi = 0;
  shape.alignment_bits = 0;
  for (int lane = 0; lane < 32; ++lane) {
    shape.lo = std::min(shape.lo, shape.offset[lane]);
    shape.hi = std::max(shape.hi, shape.offset[lane]);
    shape.alignment_bits |= static_cast<std::uint64_t>(shape.offset[lane]);
  }
  shape.hi += bytes;
  shape.narrow =
      shape.lo >= std::numeric_limits<std::int32_t>::min() && shape.hi <= std::numeric_limits<std::int32_t>::max();
  for (int lane = 0; lane < 32; ++lane) shape.offset32[lane] = static_cast<std::int32_t>(shape.offset[lane]);
  shape.move = classify(shape, bytes);
  if (shape.move == Move::window) {
    divide_window(shape, bytes, shape.by_8);
    divide_window(shape, bytes, shape.by_16);
  }
}

/// \param base  address of the first lane
PatternCount pattern_of(const AccessSite& site, const Shape& shape, std::uint64_t base) {
  PatternCount count;
  count.pattern.kind = site.kind;
  count.pattern.bytes = site.bytes;
  count.pattern.matrices = site.matrices;
  count.pattern.cache = site.cache;
  count.pattern.lanes = shape.lanes;
  for_each_lane(shape.lanes, [&](int lane) {
    count.pattern.address[std::size_t(lane)] = base + static_cast<std::uint64_t>(shape.offset[lane]);
  });
  count.block = shape.block;
  count.warp = shape.warp;
  return count;
}

bool makes_no_access(const AccessSite& site) { return site.lowering != nullptr && site.lowering->instructions() == 0; }

/// What the machine asks of the memory system where the op has this shape: the access as written, or those that it was
/// lowered to. Their costs add up.
template <class Visit>
void for_each_access(const AccessSite& site, const Shape& shape, std::uint64_t base, Space space, Visit&& visit) {
  PatternCount count = pattern_of(site, shape, base);
  count.pattern.space = space;
  if (site.lowering == nullptr) {
    visit(count);
    return;
  }
  const Lowering& lowering = *site.lowering;
  if (lowering.how == Lowered::counted) count.pattern.kind = AccessKind::atomic_count;
  if (lowering.one_lane) count.pattern.lanes = lane_bit(shape.first);
  if (lowering.how != Lowered::resized) {
    visit(count);
    return;
  }
  for (const MachineAccess& access : lowering.accesses) {
    PatternCount part = count;
    part.pattern.bytes = access.bytes;
    for (std::uint64_t& address : part.pattern.address)
      address += static_cast<std::uint64_t>(std::int64_t{access.offset});
    visit(part);
  }
}

unsigned excess_of(const PatternCount& count) {
  const bool shared = count.pattern.space == Space::shared;
  const unsigned actual = shared ? count.shared.wavefronts : count.global.sectors;
  const unsigned ideal = shared ? count.shared.ideal : count.global.ideal;
  return actual > ideal ? actual - ideal : 0;
}

auto place_of(const PatternCount& count) {
  const int first = count.pattern.lanes == 0 ? 0 : first_lane(count.pattern.lanes);
  return std::tuple(count.block.z, count.block.y, count.block.x, count.warp, count.pattern.address[std::size_t(first)]);
}

bool same_shape(const PatternCount& x, const PatternCount& y) {
  if (x.pattern.space != y.pattern.space || x.pattern.lanes != y.pattern.lanes) return false;
  const auto first = std::size_t(x.pattern.lanes == 0 ? 0 : first_lane(x.pattern.lanes));
  bool same = true;
  for_each_lane(x.pattern.lanes, [&](int lane) {
    const auto i = std::size_t(lane);
    same &= x.pattern.address[i] - x.pattern.address[first] == y.pattern.address[i] - y.pattern.address[first];
  });
  return same;
}

// The order is total and asks only for a pattern's own cost and its first occurrence, so the few that are kept are the
// same however the blocks were shared out among workers.
void keep_costliest(std::vector<PatternCount>& patterns) {
  std::stable_sort(patterns.begin(), patterns.end(), [](const PatternCount& x, const PatternCount& y) {
    if (excess_of(x) != excess_of(y)) return excess_of(x) > excess_of(y);
    return place_of(x) < place_of(y);
  });
  std::vector<PatternCount> kept;
  for (const PatternCount& count : patterns) {
    if (kept.size() == kReportedPatterns) break;
    if (std::none_of(kept.begin(), kept.end(), [&](const PatternCount& k) { return same_shape(k, count); }))
      kept.push_back(count);
  }
  patterns = std::move(kept);
}

/// The access that stands for all that the machine makes, with what they cost together.
PatternCount example_of(const AccessSite& site, const Shape& shape, std::uint64_t base, Space space) {
  PatternCount example;
  bool first = true;
  for_each_access(site, shape, base, space, [&](const PatternCount& count) {
    if (std::exchange(first, false)) example = count;
  });
  return example;
}

void count_shape(const AccessSite& site, const Shape& shape, OpCounters& sum) {
  if (makes_no_access(site)) return;
  const std::uint64_t accesses = site.lowering == nullptr ? 1 : site.lowering->instructions();
  const auto count_phases = [&](std::span<const SharedCost> costs, std::span<const std::uint64_t> phase_hits) {
    for (std::size_t phase = 0; phase < phase_hits.size(); ++phase) {
      const std::uint64_t hits = phase_hits[phase];
      if (hits == 0) continue;
      sum.requests += hits * accesses;
      sum.shared_requests += hits * accesses;
      if (!site.of_copy) sum.add_passes(costs[phase], hits);
      PatternCount count = example_of(site, shape, shape.base - shape.base % phase_hits.size() + phase, Space::shared);
      count.shared = costs[phase];
      sum.patterns.push_back(count);
    }
  };
  count_phases(shape.shared, shape.shared_hits);
  if (shape.shared_phases) count_phases(shape.shared_phases->cost, shape.shared_phases->hits);
  if (shape.global_hits != 0) {
    const MemoryCounters counted{.requests = shape.global_hits * accesses,
                                 .sectors = shape.sector_sum,
                                 .sectors_ideal = shape.sector_ideal_sum,
                                 .lines = shape.line_sum};
    if (shape.reached == Reached::cluster) return sum.cluster.add(counted);
    sum.requests += counted.requests;
    if (!site.of_copy) {
      sum.sectors += counted.sectors;
      sum.sectors_ideal += counted.sectors_ideal;
      sum.lines += counted.lines;
      sum.sector_turns += shape.turn_sum;
    }
    if (shape.reached == Reached::local) sum.local.add(counted);
    PatternCount count =
        example_of(site, shape, shape.base,
                   shape.reached == Reached::local || site.space == Space::local ? Space::local : outside_shared(site));
    const GlobalPrice price = shape.global[shape.base % 128];
    count.global = {.sectors = price.sectors, .ideal = price.ideal, .lines = price.lines, .turns = price.turns};
    sum.patterns.push_back(count);
  }
  if (sum.patterns.size() > 4 * kReportedPatterns) keep_costliest(sum.patterns);
}

Shape& new_shape(AccessSite& site) {
  if (site.shapes.size() <= kRememberedShapes) return *site.shapes.emplace_back(std::make_unique<Shape>());
  Shape& last = *site.shapes.back();
  count_shape(site, last, site.forgotten);
  last = Shape{};
  return last;
}

}  // namespace

AccessSite::AccessSite() { current = shapes.emplace_back(std::make_unique<Shape>()).get(); }

Shape& shape_of(AccessSite& site, const std::uint64_t address[32], LaneMask lanes, const Warp& warp, Reached reached) {
  alignas(64) std::int64_t offset[32] = {};
  const int first = first_lane(lanes);
  const std::uint64_t base = address[first];
  for_each_lane(lanes, [&](int lane) { offset[lane] = static_cast<std::int64_t>(address[lane] - base); });
  const std::uint64_t hash = hash_of(offset, lanes);
  for (const auto& shape : site.shapes) {
    if (shape->hash == hash && shape->lanes == lanes && shape->reached == reached &&
        std::memcmp(shape->offset, offset, sizeof offset) == 0) {
      site.current = shape.get();
      return *shape;
    }
  }
  Shape& shape = new_shape(site);
  std::memcpy(shape.offset, offset, sizeof offset);
  shape.lanes = lanes;
  shape.serial = ++site.serials;
  shape.first = first;
  shape.reached = reached;
  shape.hash = hash;
  shape.base = base;
  shape.block = warp.block_index;
  shape.warp = warp.index;
  work_out(shape, site.bytes);
  site.current = &shape;
  return shape;
}

namespace {

bool is_counted(const Shape& shape) {
  return shape.global_hits != 0 || shape.shared_phases != nullptr ||
         shape.shared_hits != std::array<std::uint64_t, 4>{};
}

SharedCost ask_shared(const CostModel& model, const AccessSite& site, const Shape& shape, std::uint64_t base) {
  SharedCost sum;
  if (makes_no_access(site)) {
    sum.wavefronts = sum.ideal = 1;  // known, though it counts nothing
    return sum;
  }
  for_each_access(site, shape, base, Space::shared, [&](const PatternCount& count) {
    const SharedCost cost = model.shared(count.pattern);
    sum += cost;
  });
  return sum;
}

GlobalCost ask_global(const CostModel& model, const AccessSite& site, const Shape& shape, std::uint64_t base,
                      Space space) {
  if (makes_no_access(site))
    return {.sectors = 1, .ideal = 1, .lines = 1, .turns = 1};  // known, though it counts nothing
  GlobalCost sum;
  for_each_access(site, shape, base, space, [&](const PatternCount& count) {
    const GlobalCost cost = model.global(count.pattern);
    sum.sectors = static_cast<std::uint16_t>(sum.sectors + cost.sectors);
    sum.ideal = static_cast<std::uint16_t>(sum.ideal + cost.ideal);
    sum.lines = static_cast<std::uint16_t>(sum.lines + cost.lines);
    sum.turns = static_cast<std::uint16_t>(sum.turns + cost.turns);
  });
  return sum;
}

}  // namespace

void price_shared(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base) {
  if (!is_counted(shape)) shape.base = base;
  shape.shared[base % 4] = ask_shared(model, site, shape, base);
}

void count_shared_phase(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base) {
  if (!is_counted(shape)) shape.base = base;
  if (!shape.shared_phases) shape.shared_phases = std::make_unique<SharedPhases>();
  const std::size_t phase = base % kMaxSharedPeriod;
  SharedCost& cost = shape.shared_phases->cost[phase];
  if (cost.wavefronts == 0) cost = ask_shared(model, site, shape, base);
  ++shape.shared_phases->hits[phase];
}

GlobalPrice price_global(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base,
                         Space space) {
  const GlobalCost cost = ask_global(model, site, shape, base, space);
  if (!is_counted(shape)) shape.base = base;
  const auto narrow = [](std::uint16_t value) {
    return static_cast<std::uint8_t>(std::min<std::uint16_t>(value, 255));
  };
  shape.global[base % 128] = {.sectors = narrow(cost.sectors),
                              .ideal = narrow(cost.ideal),
                              .lines = narrow(cost.lines),
                              .turns = narrow(cost.turns)};
  return shape.global[base % 128];
}

namespace {

void count_sectors(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base, Space space) {
  GlobalPrice price = shape.global[base % 128];
  if (price.sectors == 0) price = price_global(*warp.launch->costs, site, shape, base, space);
  ++shape.global_hits;
  shape.sector_sum += price.sectors;
  shape.sector_ideal_sum += price.ideal;
  shape.line_sum += price.lines;
  shape.turn_sum += price.turns;
}

}  // namespace

void count_local(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base) {
  count_sectors(warp, site, shape, base, Space::local);
  if (warp.launch->listener != nullptr) tell_listener(warp, site, shape, base, Space::local);
}

// A load asks for the sectors that a global one would (tests/hardware/h200/facts/cluster_accesses.tsv).
void count_cluster(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base) {
  count_sectors(warp, site, shape, base, Space::global);
}

void tell_listener(const Warp& warp, const AccessSite& site, const Shape& shape, std::uint64_t base, Space space) {
  if (makes_no_access(site)) return;
  warp.block->note_heard();
  const std::uint64_t in_row = warp.block_index.y + std::uint64_t{warp.launch->grid.y} * warp.block_index.z;
  AccessEvent event{.pc = site.pc,
                    .sm = warp.sm,
                    .block = warp.block_index.x + warp.launch->grid.x * in_row,
                    .warp = warp.index,
                    .kind = site.kind,
                    .space = space,
                    .cache = site.cache,
                    .eviction = site.eviction,
                    .bytes = site.bytes,
                    .sectors = shape.global[base % 128].turns,
                    .lanes = shape.lanes,
                    .base = base,
                    .offset = shape.offset,
                    .shape = shape.serial,
                    .contiguous = shape.lanes == kFullMask && shape.move == Move::contiguous};
  if (site.policy != Op::kNone) event.policy = lane_value<std::uint64_t>(warp, site.policy, shape.first);
  if (site.lowering != nullptr && site.lowering->one_lane) event.lanes = lane_bit(shape.first);
  if (site.lowering == nullptr || site.lowering->how != Lowered::resized) {
    warp.launch->listener->on_access(event);
    return;
  }
  event.contiguous = false;
  for (const MachineAccess& access : site.lowering->accesses) {
    event.bytes = access.bytes;
    event.base = base + static_cast<std::uint64_t>(std::int64_t{access.offset});
    warp.launch->listener->on_access(event);
  }
}

OpCounters counters_of(const AccessSite& site) {
  OpCounters sum = site.forgotten;
  for (const auto& shape : site.shapes) count_shape(site, *shape, sum);
  if (site.copies != nullptr) site.copies->add_to(sum);
  keep_costliest(sum.patterns);
  return sum;
}

void CopyCounts::count(const CostModel& model, const CopyPattern& pattern) {
  CopyPattern key = pattern;
  const auto from_line = [](std::array<std::uint64_t, 32>& address, LaneMask lanes) {
    const std::uint64_t line = lanes == 0 ? 0 : address[std::size_t(first_lane(lanes))] & ~std::uint64_t{127};
    for (int lane = 0; lane < kWarpSize; ++lane) {
      std::uint64_t& own = address[std::size_t(lane)];
      own = (lanes & lane_bit(lane)) != 0 ? own - line : 0;
    }
  };
  from_line(key.to, key.lanes);
  from_line(key.from, key.reads);
  const auto is_key = [&](const Known& known) {
    return known.pattern.lanes == key.lanes && known.pattern.reads == key.reads && known.pattern.to == key.to &&
           known.pattern.from == key.from;
  };
  if (last_ >= known_.size() || !is_key(known_[last_])) {
    last_ = static_cast<std::size_t>(std::find_if(known_.begin(), known_.end(), is_key) - known_.begin());
    if (last_ == known_.size()) {
      Known fresh{key, model.copy(pattern)};
      if (known_.size() < kRememberedShapes) {
        known_.push_back(std::move(fresh));
      } else {
        last_ = std::exchange(next_, (next_ + 1) % kRememberedShapes);
        known_[last_] = std::move(fresh);
      }
    }
  }
  const CopyCost& cost = known_[last_].cost;
  wavefronts_ += cost.shared.wavefronts;
  wavefronts_ideal_ += cost.shared.ideal;
  profiled_ += cost.shared.profiled;
  profiled_ideal_ += cost.shared.profiled_ideal;
  sectors_ += cost.global.sectors;
  sectors_ideal_ += cost.global.ideal;
  lines_ += cost.global.lines;
}

void CopyCounts::add_to(OpCounters& counters) const {
  counters.wavefronts += wavefronts_;
  counters.wavefronts_ideal += wavefronts_ideal_;
  counters.wavefronts_profiled += profiled_;
  counters.wavefronts_profiled_ideal += profiled_ideal_;
  counters.sectors += sectors_;
  counters.sectors_ideal += sectors_ideal_;
  counters.lines += lines_;
  counters.sector_turns += sectors_;
}

void MemoryCounters::add(const MemoryCounters& other) {
  requests += other.requests;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  lines += other.lines;
}

SharedCost& SharedCost::operator+=(const SharedCost& other) {
  const auto add = [](std::uint16_t& sum, std::uint16_t value) { sum = static_cast<std::uint16_t>(sum + value); };
  add(wavefronts, other.wavefronts);
  add(ideal, other.ideal);
  add(profiled, other.profiled);
  add(profiled_ideal, other.profiled_ideal);
  add(rounds, other.rounds);
  add(loads.wavefronts, other.loads.wavefronts);
  add(loads.ideal, other.loads.ideal);
  add(loads.profiled, other.loads.profiled);
  add(loads.profiled_ideal, other.loads.profiled_ideal);
  return *this;
}

void OpCounters::add_passes(const SharedCost& cost, std::uint64_t hits) {
  wavefronts += hits * cost.wavefronts;
  wavefronts_ideal += hits * cost.ideal;
  wavefronts_profiled += hits * cost.profiled;
  wavefronts_profiled_ideal += hits * cost.profiled_ideal;
  if (cost.rounds == 0) return;
  loop.executions += hits;
  loop.rounds += hits * cost.rounds;
  loop.wavefronts += hits * cost.loads.wavefronts;
  loop.wavefronts_ideal += hits * cost.loads.ideal;
  loop.wavefronts_profiled += hits * cost.loads.profiled;
  loop.wavefronts_profiled_ideal += hits * cost.loads.profiled_ideal;
}

void LoopCounters::add(const LoopCounters& other) {
  executions += other.executions;
  rounds += other.rounds;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  wavefronts_profiled += other.wavefronts_profiled;
  wavefronts_profiled_ideal += other.wavefronts_profiled_ideal;
}

void OpCounters::add(const OpCounters& other) {
  executions += other.executions;
  threads += other.threads;
  threads_pred_on += other.threads_pred_on;
  requests += other.requests;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  wavefronts_profiled += other.wavefronts_profiled;
  wavefronts_profiled_ideal += other.wavefronts_profiled_ideal;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  lines += other.lines;
  sector_turns += other.sector_turns;
  shared_requests += other.shared_requests;
  loop.add(other.loop);
  local.add(other.local);
  cluster.add(other.cluster);
  divergent += other.divergent;
  patterns.insert(patterns.end(), other.patterns.begin(), other.patterns.end());
  keep_costliest(patterns);
}

}  // namespace warpglass::sim
