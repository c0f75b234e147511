// Recognising shapes, and adding up what was counted of them. An execution is compared with the shape that its
// instruction had last; when it differs, all that the instruction has had are looked through, and a new one is worked
// out and takes a place. There are 33 places: patterns that never repeat share the last, whose counts are put by.
#include "sim/access_site.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "sim/spare_memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {
namespace {

// Whoever has met more of them than that has also met too many to tell how often each came.
constexpr std::size_t kRememberedShapes = kCountedShapes;
static_assert(kRememberedShapes < 256, "AccessSite::by_lanes numbers them");

std::uint64_t hash_of(const std::int64_t (&offset)[32], LaneMask lanes) {
  std::uint64_t h = lanes * 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < 32; ++i)
    h += static_cast<std::uint64_t>(offset[i]) * (0xd6e8feb86659fd93ull + 2u * unsigned(i) * 0x9e3779b1u);
  return h ^ (h >> 29);
}

/// \returns whether the lanes can move in such parts
template <int kLanes>
bool divide(const Shape& shape, std::uint32_t bytes, Parts<kLanes>& parts) {
  parts.in_order = shape.lanes == kFullMask;
  std::uint32_t most = 0;  // elements in a part
  for (int part = 0; part < 32; part += kLanes) {
    const LaneMask lanes = shape.lanes & kFullMask >> (32 - kLanes) << part;
    std::int64_t lowest = shape.hi;
    std::int64_t highest = shape.lo;
    for_each_lane(lanes, [&](int lane) {
      lowest = std::min(lowest, shape.offset[lane]);
      highest = std::max(highest, shape.offset[lane]);
    });
    if (lanes == 0) lowest = highest = shape.lo;  // what is read is of no account
    if (highest - lowest >= std::int64_t{kMostVectorsNear} * kLanes * bytes) return false;
    const auto number = std::size_t(part / kLanes);
    parts.start[number] = lowest;
    parts.count[number] = static_cast<std::uint32_t>((highest - lowest) / bytes) + 1;
    most = std::max(most, parts.count[number]);
    parts.reach = std::max(parts.reach, lowest - shape.lo + std::int64_t{kLanes} * bytes);
    for_each_lane(lanes, [&](int lane) {
      const std::int64_t element = (shape.offset[lane] - lowest) / bytes;
      parts.element[std::size_t(lane)] = static_cast<std::uint32_t>(element);
      parts.in_order = parts.in_order && element == lane - part;
    });
  }
  parts.vectors = (most + kLanes - 1) / kLanes;
  parts.alike = most == 1;
  return parts.valid = parts.vectors <= 1;
}

Move classify(Shape& shape, std::uint32_t bytes) {
  if (shape.lo == 0 && shape.hi == std::int64_t(bytes)) return Move::broadcast;
  bool contiguous = true;
  bool aligned = true;
  for_each_lane(shape.lanes, [&](int lane) {
    contiguous &= shape.offset[lane] == (lane - shape.first) * std::int64_t(bytes);
    aligned &= (shape.offset[lane] - shape.lo) % bytes == 0;
  });
  if (contiguous) return Move::contiguous;
  if (!aligned) return Move::scattered;
  const bool by_4 = divide(shape, bytes, shape.by_4);
  const bool by_8 = divide(shape, bytes, shape.by_8);
  const bool by_16 = divide(shape, bytes, shape.by_16);
  return by_4 || by_8 || by_16 ? Move::parts : Move::scattered;
}

/// How the elements are found that do not lie as close together. A gather looks at them one by one, which takes twice
/// to three times as long as to read all that lies between (a Zen 4 with 64 bytes; how others compare is not known).
template <int kLanes>
Quick quick_near(const Parts<kLanes>& parts, std::uint32_t vector_bytes) {
  if (vector_bytes != 64 || parts.vectors == 0) return Quick::gathered;
  return parts.vectors <= 2 ? Quick::near_2 : Quick::near_4;
}

/// How parts move whose lanes are their elements in order, are one element, or neither.
struct QuickParts {
  Quick in_order;
  Quick alike;
  Quick permuted;
};

/// Whether the shape moves in such parts by vectors of their size; sets then how, and what that needs.
template <int kLanes>
bool move_quick_in(const Parts<kLanes>& parts, const QuickParts& how, Quick& quick, std::int64_t& need) {
  if (!parts.valid) return false;
  quick = parts.in_order ? how.in_order : parts.alike ? how.alike : how.permuted;
  if (quick != Quick::alike) need = std::max(need, parts.reach);
  return true;
}

/// \param vector_bytes  of a host's vector
void find_quick(const Shape& shape, std::uint32_t bytes, std::uint32_t vector_bytes, Quick& quick, std::int64_t& need) {
  const std::uint32_t lanes = vector_bytes / bytes;
  need = shape.hi - shape.lo;
  quick = shape.move == Move::broadcast ? Quick::broadcast : Quick::contiguous;
  if (shape.move == Move::broadcast || shape.move == Move::contiguous) return;
  if (shape.move == Move::parts) {
    const auto in = [&](std::uint32_t part, const QuickParts& how) {
      switch (part) {
        case 16: return move_quick_in(shape.by_16, how, quick, need);
        case 8: return move_quick_in(shape.by_8, how, quick, need);
        case 4: return move_quick_in(shape.by_4, how, quick, need);
        default: return false;
      }
    };
    if (in(lanes, {Quick::in_order, Quick::alike, Quick::permuted}) ||
        in(lanes / 2, {Quick::half_in_order, Quick::half_permuted, Quick::half_permuted}))
      return;
  }
  quick = lanes == 16 ? quick_near(shape.by_16, vector_bytes) : quick_near(shape.by_8, vector_bytes);
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
  const bool aligned = (bytes == 4 || bytes == 8) && shape.alignment_bits % bytes == 0;
  if (shape.lanes != kFullMask || !aligned || (bytes == 4 && !shape.narrow)) return;
  for (std::size_t size = 0; size < kVectorSizes; ++size)
    find_quick(shape, bytes, 16u << size, shape.quick[size], shape.need[size]);
}

/// \param least  what the last of the patterns of `sum` costs above the ideal, those that are kept; 0: not as many are.
/// Kept up to date
void count_shape(const AccessSite& site, const Shape& shape, OpCounters& sum, std::uint32_t& least) {
  if (site.makes_no_access()) return;
  const auto count_phases = [&](std::span<const SharedCost> costs, std::span<const std::uint64_t> phase_hits) {
    for (std::size_t phase = 0; phase < phase_hits.size(); ++phase) {
      const std::uint64_t hits = phase_hits[phase];
      if (hits == 0) continue;
      add_shared(site, costs[phase], hits, sum);
      const std::uint64_t base = shape.base - shape.base % phase_hits.size() + phase;
      if (least == 0 || costs[phase].wavefronts >= costs[phase].ideal + least) {
        PatternCount count = example_of(site, pattern_of(site, shape, base, Space::shared));
        count.shared = costs[phase];
        sum.patterns.push_back(count);
      }
      sum.shapes.add({.shape = shape.hash,
                      .space = Space::shared,
                      .times = hits,
                      .cost = site.of_copy ? 0 : hits * costs[phase].wavefronts,
                      .ideal = site.of_copy ? 0 : hits * costs[phase].ideal,
                      .places = {.common = shape.shared_base & ~shape.shared_varied, .varied = shape.shared_varied}});
    }
  };
  count_phases(shape.shared_prices(), shape.shared_hits);
  if (shape.shared_phases) count_phases(shape.shared_phases->cost, shape.shared_phases->hits);
  if (shape.global_hits != 0) {
    const MemoryCounters counted{.requests = shape.global_hits,
                                 .sectors = shape.sector_sum,
                                 .sectors_ideal = shape.sector_ideal_sum,
                                 .lines = shape.line_sum};
    const bool local = shape.reached == Reached::local || site.space == Space::local;
    const Space space = local ? Space::local : outside_shared(site);
    sum.shapes.add({.shape = shape.hash,
                    .space = shape.reached == Reached::cluster ? Space::generic : space,  // other blocks', apart
                    .times = shape.global_hits,
                    .cost = site.of_copy ? 0 : shape.sector_sum,
                    .ideal = site.of_copy ? 0 : shape.sector_ideal_sum});
    if (!add_global(site, shape.reached, counted, shape.turn_sum, sum)) return;
    PatternCount count = example_of(site, pattern_of(site, shape, shape.base, space));
    const GlobalPrice price = shape.global_prices()[shape.base % 128];
    count.global = {.sectors = price.sectors, .ideal = price.ideal, .lines = price.lines, .turns = price.turns};
    sum.patterns.push_back(count);
  }
  if (sum.patterns.size() <= 2 * kReportedPatterns) return;
  keep_costliest(sum.patterns);
  if (sum.patterns.size() == kReportedPatterns) least = excess_of(sum.patterns.back());
}

/// Of a shape that others go with.
void settle(Shape& shape) {
  TogetherCounts& counts = shape.with_others;
  for (std::size_t k = 0; k < shape.others.size(); ++k) {
    Shape& other = *shape.others[k];
    other.shared_hits[0] += counts.hits;
    other.shared_varied |= std::exchange(counts.varied[k], 0);
    for (std::uint32_t phase = 0; phase < TogetherCounts::kPhases; ++phase) {
      const std::uint64_t hits = counts.phase_hits[phase];
      if (hits == 0) continue;
      const GlobalPrice& price = other.global[(phase * 4 + counts.distance[k]) % other.global.size()];
      other.global_hits += hits;
      other.sector_sum += hits * price.sectors;
      other.sector_ideal_sum += hits * price.ideal;
      other.line_sum += hits * price.lines;
      other.turn_sum += hits * price.turns;
    }
  }
  counts.hits = 0;
  counts.phase_hits = {};
}

/// Before a shape of the site becomes another one.
void part(AccessSite& site) {
  AccessSite* const first = site.goes_with;
  if (first == nullptr) return;
  settle_together(*first);
  first->together = false;
  for (const auto& shape : first->shapes) {
    shape->together = Together::untried;
    shape->others.clear();
  }
}

Shape& new_shape(AccessSite& site) {
  if (site.shapes.size() <= kRememberedShapes) return *site.shapes.emplace_back(std::make_unique<Shape>());
  part(site);
  Shape& last = *site.shapes.back();
  std::uint32_t least = 0;
  count_shape(site, last, site.forgotten, least);
  last = Shape{};
  return last;
}

}  // namespace

void describe(const AccessSite& site, AccessPattern& pattern) {
  pattern.kind = site.kind;
  pattern.bytes = site.bytes;
  pattern.matrices = site.matrices;
  pattern.cache = site.cache;
}

PatternCount pattern_of(const AccessSite& site, const Shape& shape, std::uint64_t base, Space space) {
  PatternCount count;
  describe(site, count.pattern);
  count.pattern.space = space;
  count.pattern.lanes = shape.lanes;
  for_each_lane(shape.lanes, [&](int lane) {
    count.pattern.address[std::size_t(lane)] = base + static_cast<std::uint64_t>(shape.offset[lane]);
  });
  count.block = shape.block;
  count.warp = shape.warp;
  count.shape = shape.hash;
  return count;
}

PatternCount example_of(const AccessSite& site, PatternCount written) {
  if (site.lowering == nullptr) return written;
  PatternCount example;
  bool first = true;
  for_each_machine_access(site, written.pattern, [&] {
    if (std::exchange(first, false)) example = written;
  });
  return example;
}

void add_shared(const AccessSite& site, const SharedCost& cost, std::uint64_t accesses, OpCounters& sum) {
  const std::uint64_t requests = accesses * (site.lowering == nullptr ? 1 : site.lowering->instructions());
  sum.requests += requests;
  sum.shared_requests += requests;
  if (!site.of_copy) sum.add_passes(cost, accesses);
}

void add_shared(const AccessSite& site, const BatchPasses& each, std::size_t accesses, OpCounters& sum) {
  add_shared(site, SharedCost{}, accesses, sum);
  if (site.of_copy) return;
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal = 0;
  for (std::size_t i = 0; i < accesses; ++i) {
    wavefronts += each.wavefronts[i];
    ideal += each.ideal[i];
  }
  sum.wavefronts += wavefronts;
  sum.wavefronts_profiled += wavefronts;
  sum.wavefronts_ideal += ideal;
  sum.wavefronts_profiled_ideal += ideal;
}

bool add_global(const AccessSite& site, Reached reached, const MemoryCounters& counted, std::uint64_t turns,
                OpCounters& sum) {
  MemoryCounters all = counted;
  if (site.lowering != nullptr) all.requests *= site.lowering->instructions();
  if (reached == Reached::cluster) {
    sum.cluster.add(all);
    return false;
  }
  sum.requests += all.requests;
  if (!site.of_copy) {
    sum.sectors += all.sectors;
    sum.sectors_ideal += all.sectors_ideal;
    sum.lines += all.lines;
    sum.sector_turns += turns;
  }
  if (reached == Reached::local) sum.local.add(all);
  return true;
}

using SpareShapes = SpareMemory<sizeof(Shape), alignof(Shape), 2048>;

void* Shape::operator new(std::size_t, std::align_val_t) { return SpareShapes::take(); }

void Shape::operator delete(void* shape, std::align_val_t) noexcept { SpareShapes::give(shape); }

AccessSite::AccessSite() {
  current = shapes.emplace_back(std::make_unique<Shape>()).get();
  current->serial = ~std::uint64_t{0};  // no shape that another site's could be known to fit
  hashes.push_back(current->hash);
}

Shape& shape_of(AccessSite& site, const std::uint64_t address[32], LaneMask lanes, const Warp& warp, Reached reached) {
  alignas(64) std::int64_t offset[32] = {};
  const int first = first_lane(lanes);
  const std::uint64_t base = address[first];
  if (lanes == kFullMask) {
    for (int lane = 0; lane < 32; ++lane) offset[lane] = static_cast<std::int64_t>(address[lane] - base);
  } else {
    for_each_lane(lanes, [&](int lane) { offset[lane] = static_cast<std::int64_t>(address[lane] - base); });
  }
  const std::uint64_t hash = hash_of(offset, lanes);
  for (std::size_t i = 0; i < site.hashes.size(); ++i) {
    if (site.hashes[i] != hash) continue;
    Shape* const shape = site.shapes[i].get();
    if (shape->lanes == lanes && shape->reached == reached && std::memcmp(shape->offset, offset, sizeof offset) == 0) {
      site.current = site.usual = shape;
      site.by_lanes[AccessSite::place_of(lanes)] = static_cast<std::uint8_t>(i);
      site.surprises -=
          std::min(site.surprises, site.surprises < AccessSite::kManySurprises ? 1u : AccessSite::kNewShape);
      site.look_after = AccessSite::kLookAfter;
      return *shape;
    }
  }
  if (site.shapes.size() > kRememberedShapes) {
    if (site.is_scattered()) site.look_after = std::min(2 * site.look_after, AccessSite::kLookAfterAtMost);
    site.surprises =
        std::min(site.surprises + AccessSite::kNewShape, AccessSite::kManySurprises + AccessSite::kNewShape);
  }
  Shape& shape = new_shape(site);
  if (site.usual == &shape) site.usual = nullptr;
  std::memcpy(shape.offset, offset, sizeof offset);
  shape.lanes = lanes;
  shape.serial = ++site.serials;
  shape.first = first;
  shape.reached = reached;
  shape.hash = hash;
  shape.base = base;
  shape.block = warp.block_index;
  shape.warp = warp.index;
  if (site.heard) shape.heard = std::make_unique<HeardPrices>();
  work_out(shape, site.bytes);
  site.hashes.resize(site.shapes.size());
  site.hashes.back() = hash;
  site.by_lanes[AccessSite::place_of(lanes)] = static_cast<std::uint8_t>(site.shapes.size() - 1);
  site.current = &shape;
  return shape;
}

void settle_together(AccessSite& site) {
  for (const auto& shape : site.shapes) settle(*shape);
}

OpCounters counters_of(const AccessSite& site) {
  OpCounters sum = site.forgotten;
  std::uint32_t least = 0;
  for (const auto& shape : site.shapes) count_shape(site, *shape, sum, least);
  if (site.copies != nullptr) site.copies->add_to(sum);
  if (site.alone != nullptr) {
    sum.add(site.alone->sum);
    sum.shapes.drop();
    const std::vector<PatternCount>& costliest = site.alone->costliest.patterns();
    sum.patterns.insert(sum.patterns.end(), costliest.begin(), costliest.end());
  }
  keep_costliest(sum.patterns);
  return sum;
}

}  // namespace warpglass::sim
