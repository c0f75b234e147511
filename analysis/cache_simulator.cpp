#include "analysis/cache_simulator.hpp"

#include <algorithm>
#include <map>

#include "analysis/metrics.hpp"
#include "arch/global_sectors.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {
namespace {

using Mark = SectoredCache::Mark;

constexpr std::uint8_t kWholeLine = 0xf;
constexpr std::size_t kCuts = 1024;
constexpr std::uint32_t kWholeSector = 0xffffffffu;  // a bit a byte
// Beyond every address of global memory.
constexpr std::uint64_t kLocalLines = std::uint64_t{1} << 56;
// A thread's stack for calls, which the engine gives kernels that make some (sim/block.cpp).
constexpr std::uint64_t kStackBytes = 16 * 1024;

constexpr std::array<std::uint8_t, 16> kCounts = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

std::uint64_t count(std::uint8_t sectors) { return kCounts[sectors]; }

bool is_store(sim::AccessKind kind) { return kind == sim::AccessKind::store || kind == sim::AccessKind::matrix_store; }

bool is_atomic(sim::AccessKind kind) {
  return kind == sim::AccessKind::atomic_add || kind == sim::AccessKind::atomic_exchange ||
         kind == sim::AccessKind::atomic_cas || kind == sim::AccessKind::atomic_loop;
}

/// The aligned groups of `group` sectors that any of `sectors` lies in.
std::uint8_t grown(std::uint8_t sectors, std::uint32_t group) {
  if (group == 1) return sectors;
  if (group >= arch::kSectorsPerLine) return sectors == 0 ? 0 : kWholeLine;
  return static_cast<std::uint8_t>(((sectors & 0x3) != 0 ? 0x3 : 0) | ((sectors & 0xc) != 0 ? 0xc : 0));
}

std::uint8_t without(std::uint8_t sectors, std::uint8_t others) { return static_cast<std::uint8_t>(sectors & ~others); }

}  // namespace

void CachedAt::add(const CachedAt& other) {
  l1_sectors += other.l1_sectors;
  l1_hits += other.l1_hits;
  l2_sectors += other.l2_sectors;
  l2_hits += other.l2_hits;
}

std::uint8_t CacheSimulator::Piece::whole_sectors() const {
  std::uint8_t whole = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == kWholeSector) whole |= static_cast<std::uint8_t>(1u << i);
  }
  return whole;
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
  cuts_.assign(kCuts, {});
  by_op_.assign(program.ops.size(), {});
  if (first_.empty() || before.l1_bytes != rules_.l1_bytes) {
    first_.clear();
    first_.resize(std::max(1u, device_.sm_count));
  } else {
    for (SectoredCache& cache : first_) cache.clear();
  }
  if (second_.empty() || before.l2_bytes != rules_.l2_bytes) {
    second_.clear();
    for (std::uint32_t i = 0; i < rules_.l2_partitions; ++i)
      second_.emplace_back(rules_.l2_bytes / rules_.l2_partitions, rules_.l2_ways);
  } else {
    for (SectoredCache& partition : second_) partition.clear();
  }
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

void CacheSimulator::add(std::uint64_t address, std::uint32_t bytes) {
  while (bytes != 0) {
    const std::uint64_t line = address / arch::kCacheLine;
    const auto sector = static_cast<std::size_t>(address / arch::kCacheSector % arch::kSectorsPerLine);
    const auto offset = static_cast<std::uint32_t>(address % arch::kCacheSector);
    const std::uint32_t here = std::min(bytes, arch::kCacheSector - offset);
    auto piece = std::find_if(pieces_.rbegin(), pieces_.rend(), [line](const Piece& p) { return p.line == line; });
    if (piece == pieces_.rend()) {
      pieces_.push_back({.line = line});
      piece = pieces_.rbegin();
    }
    piece->sectors |= static_cast<std::uint8_t>(1u << sector);
    piece->bytes[sector] |= static_cast<std::uint32_t>((std::uint64_t{1} << here) - 1) << offset;
    address += here;
    bytes -= here;
  }
}

/// Whole lines at a time.
void CacheSimulator::cut_contiguous(std::uint64_t address, std::uint32_t bytes) {
  if (address % arch::kCacheSector != 0 || bytes % arch::kCacheSector != 0) return add(address, bytes);
  auto sector = static_cast<std::uint32_t>(address % arch::kCacheLine / arch::kCacheSector);
  std::uint64_t line = address / arch::kCacheLine;
  for (std::uint32_t left = bytes / arch::kCacheSector; left != 0; ++line, sector = 0) {
    Piece& piece = pieces_.emplace_back();
    piece.line = line;
    for (; sector < arch::kSectorsPerLine && left != 0; ++sector, --left) {
      piece.sectors |= static_cast<std::uint8_t>(1u << sector);
      piece.bytes[sector] = kWholeSector;
    }
  }
}

/// Remembered, because a repeated access is cut as it was before.
void CacheSimulator::cut_global(const sim::AccessEvent& event) {
  const std::uint64_t base = event.base - origin_;
  const std::uint64_t first_line = base / arch::kCacheLine;
  const std::uint64_t phase = base % arch::kCacheLine;
  Cut& known = cuts_[(event.pc * 977 + event.shape * 131 + phase / 4 * 7 + event.bytes) % cuts_.size()];
  if (known.pc != event.pc || known.shape != event.shape || known.phase != phase || known.bytes != event.bytes ||
      event.shape == 0) {
    for_each_lane(event.lanes,
                  [&](int lane) { add(base + static_cast<std::uint64_t>(event.offset[lane]), event.bytes); });
    known = {.pc = event.pc, .bytes = event.bytes, .shape = event.shape, .phase = phase, .pieces = pieces_};
    for (Piece& piece : known.pieces) piece.line -= first_line;
    return;
  }
  pieces_ = known.pieces;
  for (Piece& piece : pieces_) piece.line += first_line;
}

void CacheSimulator::cut(const sim::AccessEvent& event) {
  pieces_.clear();
  const bool local = event.space == sim::Space::local;
  if (event.contiguous && !local) return cut_contiguous(event.base - origin_, event.bytes * kWarpSize);
  if (!local) return cut_global(event);
  // Where this warp's words begin. A block that comes later to the same place on an SM uses the same memory.
  const std::uint64_t slot = event.block / std::max(1u, device_.sm_count) % blocks_per_sm_;
  const std::uint64_t own =
      (kLocalLines + ((event.sm * blocks_per_sm_ + slot) * warps_per_block_ + event.warp) * local_lines_) *
      arch::kCacheLine;
  for_each_lane(event.lanes, [&](int lane) {
    const std::uint64_t at = event.base + static_cast<std::uint64_t>(event.offset[lane]);
    for (std::uint32_t done = 0; done < event.bytes; done += 4)
      add(own + arch::local_place(at + done, lane), std::min(4u, event.bytes));
  });
}

void CacheSimulator::on_access(const sim::AccessEvent& event) {
  if (event.space == sim::Space::constant) return;
  cut(event);
  SectoredCache& first = first_[event.sm % first_.size()];
  if (!first.holds_anything() && rules_.l1_bytes != 0) first = SectoredCache(rules_.l1_bytes, rules_.l1_ways);
  const bool local = event.space == sim::Space::local;
  const bool may_cache = event.cache != CacheOperator::global && event.cache != CacheOperator::uncached;
  const bool uses_first_level =
      local ? rules_.l1_caches_local && may_cache : arch::uses_first_level(device_.capability, event.cache);
  for (const Piece& piece : pieces_) {
    first.prefetch(piece.line);
    near(event.sm).prefetch(piece.line);
    if (second_.size() > 1) home(piece.line).prefetch(piece.line);
  }
  const CacheTotals before = totals_;
  const bool keeps = local ? rules_.l1_caches_local : rules_.l1_keeps_stores;
  for (const Piece& piece : pieces_) {
    totals_.l1_sectors += count(piece.sectors);
    std::uint64_t hits = 0;
    if (is_atomic(event.kind)) {
      update(first, event.sm, piece);
    } else if (is_store(event.kind)) {
      hits = store(first, event.sm, piece, keeps && first.holds_anything());
      if (!local) totals_.global_store_hits += hits;
    } else {
      hits = load(first, event.sm, piece, uses_first_level && first.holds_anything());
      if (!local) totals_.global_load_hits += hits;
    }
    totals_.l1_hits += hits;
  }
  if (event.pc >= by_op_.size()) return;
  by_op_[event.pc].add({.l1_sectors = totals_.l1_sectors - before.l1_sectors,
                        .l1_hits = totals_.l1_hits - before.l1_hits,
                        .l2_sectors = totals_.l2_sectors - before.l2_sectors,
                        .l2_hits = totals_.l2_hits - before.l2_hits});
}

std::uint64_t CacheSimulator::load(SectoredCache& first, std::uint32_t sm, const Piece& piece, bool uses_first_level) {
  if (!uses_first_level) {
    totals_.l1_fetched += count(piece.sectors);
    read_second(sm, piece.line, piece.sectors);
    return 0;
  }
  SectoredCache::Line evicted;
  SectoredCache::Line& line = first.take(piece.line, evicted);
  const std::uint8_t missing = without(piece.sectors, line.readable);
  const std::uint64_t hits = count(piece.sectors) - count(missing);
  if (missing == 0) return hits;
  const std::uint8_t fetched = rules_.l1_fetches_lines ? without(kWholeLine, line.readable) : missing;
  totals_.l1_fetched += count(fetched);
  read_second(sm, piece.line, fetched);
  line.readable |= fetched;
  line.present |= fetched;
  return hits;
}

// Written through: the second level has it all.
std::uint64_t CacheSimulator::store(SectoredCache& first, std::uint32_t sm, const Piece& piece, bool keeps) {
  std::uint64_t hits = 0;
  if (keeps) {
    SectoredCache::Line evicted;
    SectoredCache::Line& line = first.take(piece.line, evicted);
    hits = count(static_cast<std::uint8_t>(piece.sectors & line.present));
    line.present |= piece.sectors;
    line.readable |= piece.whole_sectors();
  } else if (SectoredCache::Line* const line = first.find(piece.line); line != nullptr) {
    line->readable = without(line->readable, piece.sectors);
    line->present = without(line->present, piece.sectors);
  }
  write_second(sm, piece);
  return hits;
}

// Atomics are the second level's: the first forgets the sectors.
void CacheSimulator::update(SectoredCache& first, std::uint32_t sm, const Piece& piece) {
  if (SectoredCache::Line* const line = first.find(piece.line); line != nullptr) {
    line->readable = without(line->readable, piece.sectors);
    line->present = without(line->present, piece.sectors);
  }
  totals_.l2_sectors += count(piece.sectors);
  SectoredCache& place = home(piece.line);
  if (!place.holds_anything()) {
    totals_.dram_reads += count(piece.sectors);
    totals_.dram_writes += count(piece.sectors);
    return;
  }
  const bool near_by = &near(sm) == &place;
  const std::uint8_t fetched = read_home(place, piece.line, piece.sectors);
  const std::uint8_t missed = near_by ? fetched : piece.sectors;
  totals_.l2_misses += count(missed);
  totals_.l2_hits += count(without(piece.sectors, missed));
  soil(place, *place.find(piece.line), piece.sectors);
}

SectoredCache& CacheSimulator::home(std::uint64_t line) {
  return second_[line * 0x9e3779b97f4a7c15ull >> 40 & (second_.size() - 1)];
}

void CacheSimulator::make_room(const SectoredCache::Line& evicted) {
  totals_.dram_writes += count(evicted.dirty);
  totals_.dram_reads += count(evicted.partial);
}

/// Reads the other bytes of sectors that were written in part.
void CacheSimulator::complete(SectoredCache& place, SectoredCache::Line& line) {
  totals_.dram_reads += count(line.partial);
  line.readable |= line.partial;
  place.unmark(line, Mark::partial, line.partial);
}

/// Sectors are to be written back; those of the line that waits longest are, when too many of its set wait.
void CacheSimulator::soil(SectoredCache& place, SectoredCache::Line& line, std::uint8_t sectors) {
  SectoredCache::Line* const oldest = place.mark(line, Mark::dirty, sectors, rules_.l2_dirty_ways);
  if (oldest == nullptr) return;
  totals_.dram_writes += count(oldest->dirty);
  place.unmark(*oldest, Mark::dirty, oldest->dirty);
}

void CacheSimulator::read_second(std::uint32_t sm, std::uint64_t number, std::uint8_t sectors) {
  totals_.l2_sectors += count(sectors);
  SectoredCache& place = near(sm);
  if (!place.holds_anything()) {
    totals_.dram_reads += count(sectors);
    return;
  }
  if (&place == &home(number)) {
    const std::uint8_t fetched = read_home(place, number, sectors);
    totals_.l2_misses += count(fetched);
    totals_.l2_hits += count(without(sectors, fetched));
    return;
  }
  SectoredCache::Line evicted;
  SectoredCache::Line& line = place.take(number, evicted);
  make_room(evicted);
  const std::uint8_t missing = without(sectors, line.readable);
  const std::uint8_t asked = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.l2_hits += count(without(sectors, missing));
  totals_.l2_misses += count(asked);
  line.readable |= asked;
  if (asked != 0) read_home(home(number), number, asked);
}

/// Reads sectors of a line that belongs to the partition; returns what had to be fetched.
std::uint8_t CacheSimulator::read_home(SectoredCache& place, std::uint64_t number, std::uint8_t sectors) {
  SectoredCache::Line evicted;
  SectoredCache::Line& line = place.take(number, evicted);
  make_room(evicted);
  const std::uint8_t missing = without(sectors, line.readable);
  const std::uint8_t fetched = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.dram_reads += count(fetched);
  line.readable |= fetched;
  place.unmark(line, Mark::partial, fetched);
  return fetched;
}

void CacheSimulator::write_second(std::uint32_t sm, const Piece& piece) {
  totals_.l2_sectors += count(piece.sectors);
  totals_.l2_hits += count(piece.sectors);
  SectoredCache& place = home(piece.line);
  if (!place.holds_anything()) {
    totals_.dram_writes += count(piece.sectors);
    return;
  }
  // A copy near to the SM keeps the sectors that it has or gets whole.
  if (SectoredCache& copy = near(sm); &copy != &place) {
    if (SectoredCache::Line* const line = copy.find(piece.line); line != nullptr)
      line->readable |= piece.whole_sectors();
  }
  SectoredCache::Line evicted;
  SectoredCache::Line& line = place.take(piece.line, evicted);
  make_room(evicted);
  soil(place, line, piece.sectors);
  for (std::size_t i = 0; i < piece.bytes.size(); ++i) {
    const auto bit = static_cast<std::uint8_t>(1u << i);
    if ((piece.sectors & bit) == 0 || (line.readable & bit) != 0) continue;
    line.written[i] = ((line.partial & bit) != 0 ? line.written[i] : 0) | piece.bytes[i];
    if (line.written[i] == kWholeSector) {
      place.unmark(line, Mark::partial, bit);
      line.readable |= bit;
      continue;
    }
    if (SectoredCache::Line* const oldest = place.mark(line, Mark::partial, bit, rules_.l2_partial_ways))
      complete(place, *oldest);
  }
}

}  // namespace warpglass::analysis
