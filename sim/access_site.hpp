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
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "base/dim3.hpp"
#include "base/lane_mask.hpp"
#include "sim/copy_counts.hpp"
#include "sim/cost_model.hpp"
#include "sim/counters.hpp"
#include "sim/events.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

struct Warp;

/// How the data of a shape moves, cheapest first.
enum class Move : std::uint8_t {
  broadcast,   // all lanes at one address
  contiguous,  // lane i at distance i * bytes from lane 0
  parts,       // each vector of lanes is a permutation of elements that lie together
  scattered,
};

/// GlobalCost of at most 64 sectors.
struct GlobalPrice {
  std::uint8_t sectors = 0;
  std::uint8_t ideal = 0;
  std::uint8_t lines = 0;
  std::uint8_t turns = 0;
};

/// Lanes in parts of `kLanes`, as vectors see them: where each part reads, and which elements of what it read its lanes
/// take. A tile of 16 or 8 columns is such a shape, and a row read backwards.
template <int kLanes>
struct Parts {
  bool valid = false;                                   // the elements of every part lie within kLanes of each other
  bool in_order = false;                                // every part's lanes are its elements, one by one
  bool alike = false;                                   // every part's lanes are one element
  std::uint32_t vectors = 0;                            // of `kLanes` elements that hold any part's; 0: too many
  std::array<std::uint32_t, 32 / kLanes> count{};       // elements from each part's first to its last
  std::int64_t reach = 0;                               // bytes behind the shape's lowest address that are read
  std::array<std::int64_t, 32 / kLanes> start{};        // of each part's vector, from the first lane, in bytes
  alignas(64) std::array<std::uint32_t, 32> element{};  // in the part's vector
};

/// How a full warp of one element each, 4 or 8 bytes that are aligned if the first lane's are, moves by vectors.
enum class Quick : std::uint8_t {
  none,  // it is no such access
  broadcast,
  contiguous,
  in_order,  // in parts of as many lanes as a vector has
  alike,     // each part's lanes are one element
  permuted,
  half_in_order,  // of half as many
  half_permuted,
  near_2,  // the elements of as many lanes as a vector has lie within so many vectors: a few words apart
  near_4,
  gathered,
};
inline constexpr std::uint32_t kMostVectorsNear = 4;  // to read six takes as long as to gather
inline constexpr std::size_t kVectorSizes = 3;        // of hosts: 16, 32 and 64 bytes

/// Cost and hits by place of the first lane, for machines whose shared memory tells more places apart than four.
struct SharedPhases {
  std::array<SharedCost, kMaxSharedPeriod> cost{};  // no wavefronts: unknown
  std::array<std::uint64_t, kMaxSharedPeriod> hits{};
};

/// Whether the accesses of a basic block through one address register are counted with the first of them.
enum class Together : std::uint8_t {
  untried,
  yes,
  no,  // some of them do not move as the first does, or too often
};

/// Accesses through one address register, one behind the other with nothing between that writes it: Op::extra of the
/// first names them. Where one shape of the first comes again, so do those of the others, each at its distance; so all
/// are counted by one. What is counted here has yet to be added to their shapes: `settle_together`.
struct TogetherCounts {
  static constexpr std::uint32_t kMost = 32;    // accesses, the first among them
  static constexpr std::uint32_t kPhases = 32;  // places of words in a line of global memory

  alignas(64) std::array<std::uint32_t, kMost> distance{};  // from the first access, in bytes
  alignas(64) std::array<std::uint32_t, kMost> base{};      // Shape::shared_base of each
  alignas(64) std::array<std::uint32_t, kMost> varied{};    // Shape::shared_varied
  std::uint64_t hits = 0;                                   // in shared memory
  std::array<std::uint64_t, kPhases> phase_hits{};  // in global memory, by word of the first access's first lane
  std::uint32_t known_phases = 0;                   // of which all accesses' prices are known: a bit for each
};

/// What a shape costs where somebody listens.
struct HeardPrices {
  std::array<SharedCost, 4> shared{};
  std::array<GlobalPrice, 128> global{};
};

/// The memory that a shape's addresses reach, where it is not the one that the instruction names.
enum class Reached : std::uint8_t { named, local, cluster };

struct Shape {
  // What a repeated shape needs comes first and lies together.
  alignas(64) LaneMask lanes = 0;
  int first = 0;  // lowest lane that takes part
  Move move = Move::scattered;
  bool narrow = false;                            // all offsets fit 32 bits
  std::array<Quick, kVectorSizes> quick{};        // by size of the host's vectors
  Together together = Together::untried;          // of an access that others go with
  std::int64_t lo = 0;                            // lowest offset
  std::uint64_t serial = 0;                       // tells the shapes of one site apart, also those rewritten since
  std::array<std::int64_t, kVectorSizes> need{};  // bytes from the lowest on that the quick move reads
  std::int64_t hi = 0;                            // one past the highest byte
  std::uint64_t alignment_bits = 0;               // OR of all offsets
  std::int64_t together_lo = 0;                   // as `lo`, of all accesses that go with it
  std::uint64_t together_need = 0;                // bytes from there on that their quick moves read
  std::array<SharedCost, 4> shared{};             // by address of the first lane mod 4; no wavefronts: unknown
  std::array<std::uint64_t, 4> shared_hits{};
  std::uint64_t shared_base = 0;    // in shared memory, address of the first lane when the shape was first counted
  std::uint64_t shared_varied = 0;  // bits in which it has differed from that since
  alignas(64) std::int64_t offset[32] = {};    // from the first lane that takes part; 0 for lanes that do not
  alignas(64) std::int32_t offset32[32] = {};  // the same, narrowed (valid when `narrow`)
  Parts<4> by_4;                               // where it moves in parts
  Parts<8> by_8;
  Parts<16> by_16;
  std::array<GlobalPrice, 128> global{};        // by address of the first lane mod 128; no sectors: unknown
  std::unique_ptr<SharedPhases> shared_phases;  // in place of the two, by address mod CostModel::shared_period()
  std::unique_ptr<HeardPrices> heard;           // in place of `shared` and `global`, so that no access goes unheard
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
  TogetherCounts with_others;        // of an access that others go with
  std::vector<Shape*> others;        // which shapes those are, and its own first
  std::uint32_t together_tries = 0;  // accesses that did not go together

  [[nodiscard]] const std::array<SharedCost, 4>& shared_prices() const { return heard ? heard->shared : shared; }
  [[nodiscard]] const std::array<GlobalPrice, 128>& global_prices() const { return heard ? heard->global : global; }

  // Every site of every launch has some, which are kilobytes.
  static void* operator new(std::size_t bytes, std::align_val_t alignment);
  static void operator delete(void* shape, std::align_val_t alignment) noexcept;
};

/// Accesses that wait to be priced with others.
struct WaitingPatterns {
  struct Occurrence {
    Dim3 block{0, 0, 0};
    std::uint32_t warp = 0;
  };

  // Of the last one, which most are like, on one line of the host's with the batch's count:
  alignas(64) std::uint64_t begin = 0;  // its object's
  std::uint64_t end = 0;
  std::uint32_t bytes = 0;  // of the site, with the next two
  std::uint32_t matrices = 0;
  AccessKind kind = AccessKind::load;
  Space space = Space::global;       // that it reached
  Reached reached = Reached::named;  // how
  PatternBatch batch;
  std::array<Occurrence, PatternBatch::kMost> occurrence{};
};

/// What was counted of accesses that were priced by themselves, since their shapes do not come again.
struct CountedAlone {
  OpCounters sum;
  CostliestPatterns costliest;
};

/// What listeners are told of an access.
struct HeardAccess {
  AccessEvent event;
  MachineAccess as_written;       // AccessEvent::machine where the machine does what is written
  std::vector<std::byte> values;  // of a store of vectors
};

struct AccessSite {
  // Beyond this many surprises the shapes of an instruction are not looked up any more.
  static constexpr std::uint32_t kManySurprises = 64;
  static constexpr std::uint32_t kNewShape =
      8;  // a shape that was not remembered, in surprises; one that was takes one
  // Then one in so many is looked up all the same, and fewer the longer that finds none.
  static constexpr std::uint32_t kLookAfter = 256;
  static constexpr std::uint32_t kLookAfterAtMost = 4096;

  Shape* current = nullptr;    // never null once prepared; an empty shape matches nothing
  std::uint64_t followed = 0;  // serial of the shape at the site of Op::c for which `current` is known to fit; 0: none
  std::uint64_t begin = 1;     // allocation last used by a global access: [begin, end)
  std::uint64_t end = 0;
  std::uint64_t other_begin = 1;  // the one before
  std::uint64_t other_end = 0;
  std::uint64_t last = 0;      // address of the first lane when it came this way last, in global memory
  std::uint64_t step = 0;      // by which that differed from the one before
  bool parts_windows = false;  // generic addresses: lanes of one access have been in different memories
  bool together = false;       // the access has been checked and counted with those that go with it
  AccessKind kind = AccessKind::load;
  std::uint32_t bytes = 0;  // per lane
  std::uint32_t matrices = 0;
  std::uint64_t serials = 0;     // given to shapes so far
  Space space = Space::generic;  // as the instruction names it; with the next ones set for observed launches
  CacheOperator cache = CacheOperator::none;
  bool heard = false;                          // somebody wants to hear of every access
  std::uint32_t policy = Op::kNone;            // row of the cache policy
  const Lowering* lowering = nullptr;          // when the machine makes other accesses than the op
  std::unique_ptr<HeardAccess> event;          // what is the same in all accesses, once one has been heard
  std::vector<std::unique_ptr<Shape>> shapes;  // remembered; the last slot is rewritten once all are taken
  std::vector<std::uint64_t> hashes;           // Shape::hash of each
  std::array<std::uint8_t, 32> by_lanes{};     // shapes that some of the lanes had last, by place_of()
  OpCounters forgotten;                        // counts of shapes that were rewritten
  std::uint32_t surprises = 0;                 // new shapes against those met again, since all places are taken
  std::uint32_t turn = 0;                      // accesses since whose shape was not looked up
  std::uint32_t look_after = kLookAfter;       // so many of them one is
  Shape* usual = nullptr;                      // of such a site: the one that may come again all the same
  std::unique_ptr<CountedAlone> alone;         // what they cost
  std::unique_ptr<WaitingPatterns> waiting;    // those of them that are not priced yet
  AccessSite* goes_with = nullptr;             // whose shapes count some of this one's
  bool of_copy = false;                        // of cp.async: what its shapes cost is not what the copy costs
  std::unique_ptr<CopyCounts> copies;          // cp.async, the side that writes; null when nothing is counted

  /// Whether the machine leaves the access to another instruction's.
  [[nodiscard]] bool makes_no_access() const { return lowering != nullptr && lowering->instructions() == 0; }

  /// Whether the shape of this access, which is not `current`, is worth no look: shapes hardly ever come again here.
  [[nodiscard]] bool shape_is_news() {
    if (!is_scattered()) return false;
    if (++turn < look_after) return true;
    turn = 0;
    return false;
  }
  /// Whether [address, address + size) is in one of the two allocations used last, which is the last now.
  bool is_within_known(std::uint64_t address, std::uint64_t size) {
    if (address < begin || address > end || size > end - address) {
      if (address < other_begin || address > other_end || size > other_end - address) return false;
      std::swap(begin, other_begin);
      std::swap(end, other_end);
    }
    return true;
  }
  void use(std::uint64_t allocation_begin, std::uint64_t allocation_end) {
    other_begin = std::exchange(begin, allocation_begin);
    other_end = std::exchange(end, allocation_end);
  }
  /// Whether that is so: shapes hardly ever come again.
  [[nodiscard]] bool is_scattered() const { return surprises >= kManySurprises; }
  /// Another worker has found so.
  void begin_scattered() { surprises = kManySurprises + kNewShape; }
  /// The access at hand has no shape, and so fits that of no other.
  void forget_current() {
    current = shapes.front().get();
    followed = 0;
  }

  /// A shape that these lanes have had, or another: where loops end after numbers of rounds that differ from lane to
  /// lane, the lanes say which shape it is.
  [[nodiscard]] Shape& of_lanes(LaneMask lanes) const { return *shapes[by_lanes[place_of(lanes)]]; }
  static std::size_t place_of(LaneMask lanes) { return lanes * 0x9e3779b1u >> 27; }

  AccessSite();
};

/// The shape of the given addresses (absolute or offsets), remembered or new; becomes `site.current`.
/// Lanes outside `lanes` are ignored. `site.bytes` must be set.
/// \param reached  by generic addresses, or those of a cluster: counted apart
Shape& shape_of(AccessSite& site, const std::uint64_t address[32], LaneMask lanes, const Warp& warp,
                Reached reached = Reached::named);

/// Adds to the shapes of a site's access, and of those that go with it, what was counted of all of them at once.
void settle_together(AccessSite& site);

/// The memory that a site's accesses by address reach when it is neither shared nor local.
[[nodiscard]] inline Space outside_shared(const AccessSite& site) {
  return site.space == Space::constant ? Space::constant : Space::global;
}

/// What is the same in all of a site's accesses.
void describe(const AccessSite& site, AccessPattern& pattern);

/// The access as written. \param base  address of the first lane
[[nodiscard]] PatternCount pattern_of(const AccessSite& site, const Shape& shape, std::uint64_t base, Space space);

/// What the machine asks of the memory system for an access: as it is written, or what it was lowered to. Their costs
/// add up.
/// \param pattern  as written; it is each of the accesses when that is visited, and what it was in the end
template <class Visit>
void for_each_machine_access(const AccessSite& site, AccessPattern& pattern, Visit&& visit) {
  if (site.lowering == nullptr) {
    visit();
    return;
  }
  const Lowering& lowering = *site.lowering;
  const AccessKind kind = pattern.kind;
  const LaneMask lanes = pattern.lanes;
  if (lowering.how == Lowered::counted) pattern.kind = AccessKind::atomic_count;
  if (lowering.one_lane) pattern.lanes = lane_bit(first_lane(lanes));
  if (lowering.how != Lowered::resized) {
    visit();
  } else {
    const std::uint32_t bytes = pattern.bytes;
    for (const MachineAccess& access : lowering.accesses) {
      const auto distance = static_cast<std::uint64_t>(std::int64_t{access.offset});
      pattern.bytes = access.bytes;
      for (std::uint64_t& address : pattern.address) address += distance;
      visit();
      for (std::uint64_t& address : pattern.address) address -= distance;
    }
    pattern.bytes = bytes;
  }
  pattern.kind = kind;
  pattern.lanes = lanes;
}

/// The access that stands for all that the machine makes.
[[nodiscard]] PatternCount example_of(const AccessSite& site, PatternCount written);

/// Adds what accesses to shared memory cost, and to all other.
void add_shared(const AccessSite& site, const SharedCost& cost, std::uint64_t accesses, OpCounters& sum);
void add_shared(const AccessSite& site, const BatchPasses& each, std::size_t accesses, OpCounters& sum);
/// \param counted  of so many accesses. \returns false for those of a cluster, which have no pattern
bool add_global(const AccessSite& site, Reached reached, const MemoryCounters& counted, std::uint64_t turns,
                OpCounters& sum);

/// Bytes from one lane's value to the next in the row that a plain store of one element stores.
[[nodiscard]] inline std::uint32_t stored_bytes(const Op& store) { return store.mode & 0xff; }

/// Everything counted at the site, where no accesses wait to be priced.
[[nodiscard]] OpCounters counters_of(const AccessSite& site);

}  // namespace warpglass::sim
