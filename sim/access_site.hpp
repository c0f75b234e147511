// The shape memo. A memory instruction sees few distinct shapes: the lanes that take part and their distances from the
// first of them. What follows from the shape alone is worked out once: how far it reaches, how to move the data; for
// each position of the first lane within a word, how many wavefronts it takes in shared memory (accesses of one and two
// bytes share words differently), and, for each position within a 128-byte line, how many sectors in global memory.
// From then on an execution is a comparison and a count, so the memo is data path and analysis at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/dim3.hpp"
#include "base/lane_mask.hpp"
#include "sim/cost_model.hpp"
#include "sim/launch.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// How the data of a shape moves, cheapest first.
enum class Move : std::uint8_t {
  broadcast,   // all lanes at one address
  contiguous,  // lane i at distance i * bytes from lane 0
  window,      // within 32 elements of the lowest address: each vector of lanes is a permutation of what lies together
  scattered,
};

/// GlobalCost of at most 64 sectors.
struct GlobalPrice {
  std::uint8_t sectors = 0;
  std::uint8_t ideal = 0;
  std::uint8_t lines = 0;
  std::uint8_t turns = 0;
};

/// A window as vectors of `kLanes` lanes see it: where each reads, and which elements of what it read its lanes take.
template <int kLanes>
struct WindowParts {
  bool valid = false;                                   // the elements of every part lie within kLanes of each other
  std::array<std::uint8_t, 32 / kLanes> start{};        // of each part's vector, in elements from `lo`
  alignas(64) std::array<std::uint32_t, 32> element{};  // in the part's vector
};

/// Cost and hits by place of the first lane, for machines whose shared memory tells more places apart than four.
struct SharedPhases {
  std::array<SharedCost, kMaxSharedPeriod> cost{};  // no wavefronts: unknown
  std::array<std::uint64_t, kMaxSharedPeriod> hits{};
};

/// The memory that a shape's addresses reach, where it is not the one that the instruction names.
enum class Reached : std::uint8_t { named, local, cluster };

struct Shape {
  // What a repeated shape needs comes first and lies together.
  alignas(64) LaneMask lanes = 0;
  int first = 0;  // lowest lane that takes part
  Move move = Move::scattered;
  bool narrow = false;                 // all offsets fit 32 bits
  std::int64_t lo = 0;                 // lowest offset
  std::int64_t hi = 0;                 // one past the highest byte
  std::uint64_t alignment_bits = 0;    // OR of all offsets
  std::uint64_t serial = 0;            // tells the shapes of one site apart, also those rewritten since
  std::array<SharedCost, 4> shared{};  // by address of the first lane mod 4; no wavefronts: unknown
  std::array<std::uint64_t, 4> shared_hits{};
  alignas(64) std::int64_t offset[32] = {};    // from the first lane that takes part; 0 for lanes that do not
  alignas(64) std::int32_t offset32[32] = {};  // the same, narrowed (valid when `narrow`)
  WindowParts<8> by_8;                         // windows
  WindowParts<16> by_16;
  std::array<GlobalPrice, 128> global{};        // by address of the first lane mod 128; no sectors: unknown
  std::unique_ptr<SharedPhases> shared_phases;  // in place of the two, by address mod CostModel::shared_period()
  Reached reached = Reached::named;
  std::uint64_t global_hits = 0;
  std::uint64_t sector_sum = 0;
  std::uint64_t sector_ideal_sum = 0;
  std::uint64_t line_sum = 0;
  std::uint64_t turn_sum = 0;
  std::uint64_t base = 0;  // address of the first lane at the first occurrence
  Dim3 block{0, 0, 0};     // of the first occurrence
  std::uint32_t warp = 0;
  std::uint64_t hash = 0;
};

/// What the copies of one cp.async cost: that depends on both sides' addresses, and is remembered by both.
class CopyCounts {
 public:
  void count(const CostModel& model, const CopyPattern& pattern);
  void add_to(OpCounters& counters) const;

 private:
  struct Known {
    CopyPattern pattern;  // addresses from the line of the first lane on; 0 for lanes that do not take part
    CopyCost cost;
  };
  std::vector<Known> known_;
  std::size_t last_ = 0;  // found there
  std::size_t next_ = 0;  // rewritten next once all are taken
  std::uint64_t wavefronts_ = 0;
  std::uint64_t wavefronts_ideal_ = 0;
  std::uint64_t profiled_ = 0;
  std::uint64_t profiled_ideal_ = 0;
  std::uint64_t sectors_ = 0;
  std::uint64_t sectors_ideal_ = 0;
  std::uint64_t lines_ = 0;
};

struct AccessSite {
  Shape* current = nullptr;    // never null once prepared; an empty shape matches nothing
  std::uint64_t followed = 0;  // serial of the shape at the site of Op::c for which `current` is known to fit; 0: none
  std::uint64_t begin = 1;     // allocation last used by a global access: [begin, end)
  std::uint64_t end = 0;
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 0;  // per lane
  std::uint32_t matrices = 0;
  std::uint64_t serials = 0;  // given to shapes so far
  std::uint32_t pc = 0;       // of the op; with the next two set for observed launches
  Space space = Space::generic;
  CacheOperator cache = CacheOperator::none;
  EvictionHints eviction;
  std::uint32_t policy = Op::kNone;            // row of the cache policy
  const Lowering* lowering = nullptr;          // when the machine makes other accesses than the op
  std::vector<std::unique_ptr<Shape>> shapes;  // remembered; the last slot is rewritten once all are taken
  OpCounters forgotten;                        // counts of shapes that were rewritten
  bool of_copy = false;                        // of cp.async: what its shapes cost is not what the copy costs
  std::unique_ptr<CopyCounts> copies;          // cp.async, the side that writes; null when nothing is counted

  AccessSite();
};

/// The shape of the given addresses (absolute or offsets), remembered or new; becomes `site.current`.
/// Lanes outside `lanes` are ignored. `site.bytes` must be set.
/// \param reached  by generic addresses, or those of a cluster: counted apart
Shape& shape_of(AccessSite& site, const std::uint64_t address[32], LaneMask lanes, const Warp& warp,
                Reached reached = Reached::named);

/// The memory that a site's accesses by address reach when it is neither shared nor local.
[[nodiscard]] inline Space outside_shared(const AccessSite& site) {
  return site.space == Space::constant ? Space::constant : Space::global;
}

/// Counts a shape in shared memory; asks the model the first time.
inline void count_shared(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base);
/// Counts a shape in global memory whose first lane is at `base`, and tells the listener.
inline void count_global(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base);
/// The same in the shared memory of another block of the cluster, of which nothing is told.
void count_cluster(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base);
/// The same in local memory: `base` and the shape's distances are offsets in the threads' own.
void count_local(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base);

void count_shared_phase(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base);
void price_shared(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base);
GlobalPrice price_global(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base, Space space);
void tell_listener(const Warp& warp, const AccessSite& site, const Shape& shape, std::uint64_t base, Space space);

/// Everything counted at the site.
[[nodiscard]] OpCounters counters_of(const AccessSite& site);

inline void count_shared(const CostModel& model, const AccessSite& site, Shape& shape, std::uint64_t base) {
  if (model.shared_period() != 4) [[unlikely]]
    return count_shared_phase(model, site, shape, base);
  if (shape.shared[base % 4].wavefronts == 0) price_shared(model, site, shape, base);
  ++shape.shared_hits[base % 4];
}

inline void count_global(const Warp& warp, const AccessSite& site, Shape& shape, std::uint64_t base) {
  GlobalPrice price = shape.global[base % 128];
  if (price.sectors == 0) price = price_global(*warp.launch->costs, site, shape, base, outside_shared(site));
  ++shape.global_hits;
  shape.sector_sum += price.sectors;
  shape.sector_ideal_sum += price.ideal;
  shape.line_sum += price.lines;
  shape.turn_sum += price.turns;
  if (warp.launch->listener != nullptr) [[unlikely]]
    tell_listener(warp, site, shape, base, outside_shared(site));
}

}  // namespace warpglass::sim
