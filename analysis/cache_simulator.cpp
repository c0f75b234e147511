#include "analysis/cache_simulator.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/metrics.hpp"
#include "arch/global_sectors.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint32_t kWholeLine = 0xf;
constexpr std::size_t kCuts = 1024;
constexpr std::uint32_t kWholeSector = 0xffffffffu;  // a bit a byte
// Lines of global and of local memory are told apart by their highest bit.
constexpr std::uint32_t kLocalLines = 0x80000000u;
// A thread's stack for calls, which the engine gives kernels that make some (sim/block.cpp).
constexpr std::uint64_t kStackBytes = 16 * 1024;

constexpr std::array<std::uint8_t, 16> kCounts = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

std::uint64_t count(std::uint32_t sectors) { return kCounts[sectors]; }

bool is_store(sim::AccessKind kind) { return kind == sim::AccessKind::store || kind == sim::AccessKind::matrix_store; }

bool is_atomic(sim::AccessKind kind) {
  return kind == sim::AccessKind::atomic_add || kind == sim::AccessKind::atomic_exchange ||
         kind == sim::AccessKind::atomic_cas || kind == sim::AccessKind::atomic_loop;
}

/// The aligned groups of `group` sectors that any of `sectors` lies in.
std::uint32_t grown(std::uint32_t sectors, std::uint32_t group) {
  if (group == 1) return sectors;
  if (group >= arch::kSectorsPerLine) return sectors == 0 ? 0 : kWholeLine;
  return ((sectors & 0x3) != 0 ? 0x3u : 0u) | ((sectors & 0xc) != 0 ? 0xcu : 0u);
}

std::uint32_t without(std::uint32_t sectors, std::uint32_t others) { return sectors & ~others; }

std::uint32_t line_of(std::uint64_t address) {
  return static_cast<std::uint32_t>(address / arch::kCacheLine) & ~kLocalLines;
}

}  // namespace

void CachedAt::add(const CachedAt& other) {
  l1_sectors += other.l1_sectors;
  l1_hits += other.l1_hits;
  l2_sectors += other.l2_sectors;
  l2_hits += other.l2_hits;
}

void CacheSimulator::on_start(const sim::LaunchRequest& launch) {
  const sim::Program& program = *launch.program;
  LaunchTotals about;
  about.grid = launch.grid;
  about.block = launch.block;
  about.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  about.static_shared_bytes = program.static_shared_bytes;
  about.registers_per_thread = program.registers_per_thread;
  about.preferred_carve_out = launch.preferred_carve_out;
  const arch::CacheRules before = rules_;
  rules_ = arch::cache_rules(device_, shared_carve_out(about, device_));
  totals_ = {};
  put_ = done_ = 0;
  cuts_.assign(kCuts, {});
  by_op_.assign(program.ops.size(), {});
  const std::uint32_t sms = std::max(1u, device_.sm_count);
  if (first_.size() == 0 || before.l1_bytes != rules_.l1_bytes) {
    first_ = {sms, rules_.l1_bytes};
  } else {
    first_.clear();
  }
  if (second_.size() == 0 || before.l2_bytes != rules_.l2_bytes) {
    second_ = {rules_.l2_partitions, rules_.l2_bytes / rules_.l2_partitions};
  } else {
    second_.clear();
  }
  near_.resize(sms);
  for (std::uint32_t sm = 0; sm < near_.size(); ++sm)
    near_[sm] = second_.size() == 1 ? 0 : arch::near_partition(sm, device_.sm_count);
  origin_ = 0;
  if (launch.memory != nullptr) {
    const std::map<std::uint64_t, sim::Allocation> live = launch.memory->allocations();
    const auto first = std::find_if(live.begin(), live.end(),
                                    [](const auto& one) { return one.second.kind != sim::AllocationKind::pinned; });
    if (first != live.end()) origin_ = first->first;
  }
  const std::uint64_t local_bytes = program.functions.front().local_bytes + (program.has_calls ? kStackBytes : 0);
  local_lines_ = (local_bytes + 3) / 4;
  warps_per_block_ = (launch.block.volume() + 31) / 32;
  blocks_per_sm_ = std::max<std::uint64_t>(1, launch.resident_blocks / std::max(1u, launch.sm_count));
}

void CacheSimulator::add(std::vector<Piece>& pieces, std::uint64_t address, std::uint32_t bytes) {
  while (bytes != 0) {
    const std::uint32_t line = line_of(address);
    const auto sector = static_cast<std::size_t>(address / arch::kCacheSector % arch::kSectorsPerLine);
    const auto offset = static_cast<std::uint32_t>(address % arch::kCacheSector);
    const std::uint32_t here = std::min(bytes, arch::kCacheSector - offset);
    auto piece = std::find_if(pieces.rbegin(), pieces.rend(), [line](const Piece& p) { return p.line == line; });
    if (piece == pieces.rend()) {
      pieces.push_back({.line = line});
      piece = pieces.rbegin();
    }
    const auto bit = static_cast<std::uint8_t>(1u << sector);
    piece->sectors |= bit;
    piece->bytes[sector] |= static_cast<std::uint32_t>((std::uint64_t{1} << here) - 1) << offset;
    if (piece->bytes[sector] == kWholeSector) piece->whole |= bit;
    address += here;
    bytes -= here;
  }
}

/// Remembered, because a repeated access is cut as it was before.
CacheSimulator::Pieces CacheSimulator::cut_global(const sim::AccessEvent& event) {
  const std::uint64_t base = event.base - origin_;
  const std::uint64_t phase = base % arch::kCacheLine;
  Cut& known = cuts_[(event.pc * 977 + event.shape * 131 + phase / 4 * 7 + event.bytes) % cuts_.size()];
  if (known.pc != event.pc || known.shape != event.shape || known.phase != phase || known.bytes != event.bytes ||
      event.shape == 0) {
    known = {.pc = event.pc, .bytes = event.bytes, .shape = event.shape, .phase = phase, .pieces = {}};
    for_each_lane(event.lanes, [&](int lane) {
      add(known.pieces, base + static_cast<std::uint64_t>(event.offset[lane]), event.bytes);
    });
    for (Piece& piece : known.pieces) piece.line -= line_of(base);
  }
  return {known.pieces, line_of(base)};
}

CacheSimulator::Pieces CacheSimulator::cut(const sim::AccessEvent& event) {
  if (event.space != sim::Space::local) return cut_global(event);
  pieces_.clear();
  // Where this warp's words begin. A block that comes later to the same place on an SM uses the same memory.
  const std::uint64_t slot = event.block / std::max(1u, device_.sm_count) % blocks_per_sm_;
  const std::uint64_t own =
      ((event.sm * blocks_per_sm_ + slot) * warps_per_block_ + event.warp) * local_lines_ * arch::kCacheLine;
  for_each_lane(event.lanes, [&](int lane) {
    const std::uint64_t at = event.base + static_cast<std::uint64_t>(event.offset[lane]);
    for (std::uint32_t done = 0; done < event.bytes; done += 4)
      add(pieces_, own + arch::local_place(at + done, lane), std::min(4u, event.bytes));
  });
  return {pieces_, kLocalLines};
}

void CacheSimulator::on_access(const sim::AccessEvent& event) {
  if (event.space == sim::Space::constant) return;
  FirstLevel& first = first_[event.sm % first_.size()];
  const bool local = event.space == sim::Space::local;
  Route route{.first = &first, .near = &second_[near_[event.sm % near_.size()]], .pc = event.pc, .local = local};
  if (is_atomic(event.kind)) {
    route.kind = Route::Kind::update;
  } else if (is_store(event.kind)) {
    route.kind = Route::Kind::store;
    route.first_level = first.holds_anything() && (local ? rules_.l1_caches_local : rules_.l1_keeps_stores);
  } else {
    const bool may_cache = event.cache != CacheOperator::global && event.cache != CacheOperator::uncached;
    route.first_level = first.holds_anything() && (local ? rules_.l1_caches_local && may_cache
                                                         : arch::uses_first_level(device_.capability, event.cache));
  }
  const std::uint64_t base = event.base - origin_;
  const std::uint32_t bytes = event.bytes * kWarpSize;
  const bool whole_sectors = base % arch::kCacheSector == 0 && bytes % arch::kCacheSector == 0;
  if (event.contiguous && !local && whole_sectors && route.kind != Route::Kind::update)
    return put_sectors(route, base, bytes / arch::kCacheSector);
  const Pieces pieces = cut(event);
  if (route.kind == Route::Kind::update) count_turns(event, pieces);
  for (const Piece& piece : pieces.pieces) {
    Request& request = put(route, piece.line + pieces.first_line);
    request.piece.sectors = piece.sectors;
    request.piece.whole = piece.whole;
    if (piece.whole != piece.sectors) request.piece.bytes = piece.bytes;
  }
}

/// Whole sectors, one after another.
void CacheSimulator::put_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors) {
  auto sector = static_cast<std::uint32_t>(address % arch::kCacheLine / arch::kCacheSector);
  for (std::uint32_t line = line_of(address); sectors != 0; ++line, sector = 0) {
    const std::uint32_t here = std::min(sectors, arch::kSectorsPerLine - sector);
    Request& request = put(route, line);
    request.piece.sectors = request.piece.whole = static_cast<std::uint8_t>(((1u << here) - 1) << sector);
    sectors -= here;
  }
}

/// Lanes that take turns at a word ask for its sector each, of which the pieces know one.
void CacheSimulator::count_turns(const sim::AccessEvent& event, const Pieces& pieces) {
  std::uint64_t sectors = 0;
  for (const Piece& piece : pieces.pieces) sectors += count(piece.sectors);
  const std::uint64_t more = event.sectors - std::min<std::uint64_t>(sectors, event.sectors);
  const std::uint64_t hits = rules_.l2_bytes == 0 ? 0 : more;
  totals_.l1_sectors += more;
  totals_.l2_sectors += more;
  totals_.l2_hits += hits;
  if (event.pc < by_op_.size()) by_op_[event.pc].add({.l1_sectors = more, .l2_sectors = more, .l2_hits = hits});
}

/// The caller says which sectors.
CacheSimulator::Request& CacheSimulator::put(const Route& route, std::uint32_t line) {
  route.first->prefetch(line);
  home(line).prefetch(line);
  if (second_.size() > 1 && route.kind == Route::Kind::load) route.near->prefetch(line);
  Request& place = waiting_[put_ % waiting_.size()];
  if (put_ - done_ == waiting_.size()) {
    answer(place);
    ++done_;
  }
  ++put_;
  place.route = route;
  place.piece.line = line;
  return place;
}

void CacheSimulator::on_end() {
  for (; done_ != put_; ++done_) answer(waiting_[done_ % waiting_.size()]);
}

void CacheSimulator::answer(const Request& request) {
  const std::uint64_t sectors = count(request.piece.sectors);
  const std::uint64_t asked = totals_.l2_sectors;
  const std::uint64_t found = totals_.l2_hits;
  std::uint64_t hits = 0;
  switch (request.route.kind) {
    case Route::Kind::load:
      hits = load(request);
      if (!request.route.local) totals_.global_load_hits += hits;
      break;
    case Route::Kind::store:
      hits = store(request);
      if (!request.route.local) totals_.global_store_hits += hits;
      break;
    case Route::Kind::update: update(request); break;
  }
  totals_.l1_sectors += sectors;
  totals_.l1_hits += hits;
  if (request.route.pc >= by_op_.size()) return;
  by_op_[request.route.pc].add({.l1_sectors = sectors,
                                .l1_hits = hits,
                                .l2_sectors = totals_.l2_sectors - asked,
                                .l2_hits = totals_.l2_hits - found});
}

std::uint64_t CacheSimulator::load(const Request& request) {
  const std::uint32_t sectors = request.piece.sectors;
  if (!request.route.first_level) {
    totals_.l1_fetched += count(sectors);
    read_second(*request.route.near, request.piece.line, sectors);
    return 0;
  }
  CachedLine evicted;
  CachedLine& line = request.route.first->take(request.piece.line, evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  const std::uint64_t hits = count(sectors) - count(missing);
  if (missing == 0) return hits;
  const std::uint32_t fetched = rules_.l1_fetches_lines ? without(kWholeLine, line.readable) : missing;
  totals_.l1_fetched += count(fetched);
  line.readable |= fetched & kWholeLine;
  line.present |= fetched & kWholeLine;
  read_second(*request.route.near, request.piece.line, fetched);
  return hits;
}

// Written through: the second level has it all. A line that is there is a hit, whichever sectors.
std::uint64_t CacheSimulator::store(const Request& request) {
  const Piece& piece = request.piece;
  std::uint64_t hits = 0;
  if (request.route.first_level) {
    CachedLine evicted;
    CachedLine& line = request.route.first->take(piece.line, evicted);
    if (line.present != 0) hits = count(piece.sectors);
    line.present |= piece.sectors & kWholeLine;
    line.readable |= piece.whole & kWholeLine;
  } else {
    forget(*request.route.first, piece.line, piece.sectors);
  }
  totals_.l2_sectors += count(piece.sectors);
  totals_.l2_hits += count(piece.sectors);
  write_second(*request.route.near, piece);
  return hits;
}

template <class Cache>
void CacheSimulator::forget(Cache& cache, std::uint32_t number, std::uint32_t sectors) {
  CachedLine* const line = cache.find(number);
  if (line == nullptr) return;
  line->readable &= ~sectors & kWholeLine;
  line->present &= ~sectors & kWholeLine;
}

// Atomics are the second level's, where the line belongs: other copies forget the sectors.
void CacheSimulator::update(const Request& request) {
  const Piece& piece = request.piece;
  forget(*request.route.first, piece.line, piece.sectors);
  totals_.l2_sectors += count(piece.sectors);
  SecondLevel& place = home(piece.line);
  if (!place.holds_anything()) {
    totals_.dram_reads += count(piece.sectors);
    totals_.dram_writes += count(piece.sectors);
    return;
  }
  const std::uint64_t missed = std::min(count(piece.sectors), count(read_home(place, piece.line, piece.sectors)));
  totals_.l2_misses += missed;
  totals_.l2_hits += count(piece.sectors) - missed;
  CachedLine& line = *place.find(piece.line);
  soil(place, line, piece.sectors);
  if (request.route.near != &place && place.has_copy(line)) forget(*request.route.near, piece.line, piece.sectors);
}

CacheSimulator::SecondLevel& CacheSimulator::home(std::uint32_t line) {
  return second_[line * 0x9e3779b97f4a7c15ull >> 40 & (second_.size() - 1)];
}

void CacheSimulator::make_room(CachedLine evicted) {
  totals_.dram_writes += count(evicted.dirty);
  totals_.dram_reads += count(evicted.partial);
}

/// Reads the other bytes of sectors that were written in part.
void CacheSimulator::complete(SecondLevel& place, CachedLine& line) {
  totals_.dram_reads += count(line.partial);
  line.readable |= line.partial;
  place.unmark(line, SecondLevel::Mark::partial, line.partial);
}

/// Sectors are to be written back; those of the line that waits longest are, when too many of its set wait.
void CacheSimulator::soil(SecondLevel& place, CachedLine& line, std::uint32_t sectors) {
  CachedLine* const oldest = place.mark(line, SecondLevel::Mark::dirty, sectors, rules_.l2_dirty_ways);
  if (oldest == nullptr) return;
  totals_.dram_writes += count(oldest->dirty);
  place.unmark(*oldest, SecondLevel::Mark::dirty, oldest->dirty);
}

void CacheSimulator::read_second(SecondLevel& near, std::uint32_t number, std::uint32_t sectors) {
  totals_.l2_sectors += count(sectors);
  if (!near.holds_anything()) {
    totals_.dram_reads += count(sectors);
    return;
  }
  SecondLevel& place = home(number);
  if (&near == &place) {
    const std::uint32_t fetched = read_home(place, number, sectors);
    totals_.l2_misses += count(fetched);
    totals_.l2_hits += count(without(sectors, fetched));
    return;
  }
  CachedLine evicted;
  CachedLine& line = near.take(number, evicted);
  make_room(evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  totals_.l2_hits += count(without(sectors, missing));
  if (missing == 0) return;
  const std::uint32_t asked = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.l2_misses += count(asked);
  line.readable |= asked & kWholeLine;
  read_home(place, number, asked);
  place.note_copy(*place.find(number));
}

/// Reads sectors of a line that belongs to the partition; returns what had to be fetched.
std::uint32_t CacheSimulator::read_home(SecondLevel& place, std::uint32_t number, std::uint32_t sectors) {
  CachedLine evicted;
  CachedLine& line = place.take(number, evicted);
  make_room(evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  if (missing == 0) return 0;
  const std::uint32_t fetched = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.dram_reads += count(fetched);
  line.readable |= fetched & kWholeLine;
  place.unmark(line, SecondLevel::Mark::partial, fetched);
  return fetched;
}

void CacheSimulator::write_second(SecondLevel& near, const Piece& piece) {
  SecondLevel& place = home(piece.line);
  if (!place.holds_anything()) {
    totals_.dram_writes += count(piece.sectors);
    return;
  }
  CachedLine evicted;
  CachedLine& line = place.take(piece.line, evicted);
  make_room(evicted);
  // A copy near to the SM keeps the sectors that it has or gets whole.
  if (&near != &place && piece.whole != 0 && place.has_copy(line)) {
    if (CachedLine* const copy = near.find(piece.line); copy != nullptr) copy->readable |= piece.whole & kWholeLine;
  }
  soil(place, line, piece.sectors);
  const std::uint32_t fresh = without(piece.sectors, line.readable);
  if (fresh == 0) return;
  if (const std::uint32_t whole = fresh & piece.whole; whole != 0) {
    line.readable |= whole & kWholeLine;
    place.unmark(line, SecondLevel::Mark::partial, whole);
  }
  write_partly(place, line, piece, without(fresh, piece.whole));
}

/// Bytes of sectors whose other bytes are not there.
void CacheSimulator::write_partly(SecondLevel& place, CachedLine& line, const Piece& piece, std::uint32_t sectors) {
  if (sectors == 0) return;
  SecondLevel::Written& written = place.written(line);
  for (; sectors != 0; sectors &= sectors - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(sectors));
    const std::uint32_t bit = 1u << i;
    written[i] = ((line.partial & bit) != 0 ? written[i] : 0) | piece.bytes[i];
    if (written[i] == kWholeSector) {
      place.unmark(line, SecondLevel::Mark::partial, bit);
      line.readable |= bit & kWholeLine;
    } else if (CachedLine* const oldest = place.mark(line, SecondLevel::Mark::partial, bit, rules_.l2_partial_ways)) {
      complete(place, *oldest);
    }
  }
}

}  // namespace warpglass::analysis
