#include "analysis/cache_simulator.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "analysis/metrics.hpp"
#include "arch/global_sectors.hpp"
#include "base/cache_policy.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint32_t kWholeLine = 0xf;
constexpr std::uint32_t kWholeSector = 0xffffffffu;  // a bit a byte

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

/// What is to give way last is kept where it belongs; the copy in the other partition is as any.
EvictionPriority of_copy(EvictionPriority priority) {
  return priority == EvictionPriority::last ? EvictionPriority::none : priority;
}

std::uint32_t without(std::uint32_t sectors, std::uint32_t others) { return sectors & ~others; }

}  // namespace

CacheSimulator::CacheSimulator(const arch::DeviceModel& device)
    : device_(device),
      cutter_(device),
      requests_([this](std::span<const Request> requests) { answer_all(requests); }) {}

void CacheSimulator::on_start(const sim::LaunchRequest& launch) {
  const sim::Program& program = *launch.program;
  launch_ = &launch;
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
  by_op_.assign(program.ops.size(), {});
  turns_ = {};
  turns_by_op_.assign(program.ops.size(), {});
  requests_.start(launch.workers > 1);
  const std::uint32_t sms = std::max(1u, device_.sm_count);
  if (first_.size() == 0 || before.l1_bytes != rules_.l1_bytes) {
    first_ = {sms, rules_.l1_bytes, rules_.l1_eviction};
  } else {
    first_.clear();
  }
  if (second_.size() == 0 || before.l2_bytes != rules_.l2_bytes) {
    second_ = {rules_.l2_partitions, rules_.l2_bytes / rules_.l2_partitions, rules_.l2_eviction};
  } else {
    second_.clear();
  }
  near_.resize(sms);
  for (std::uint32_t sm = 0; sm < near_.size(); ++sm)
    near_[sm] = second_.size() == 1 ? 0 : arch::near_partition(sm, device_.sm_count);
  what_if_.start(device_, rules_, program.ops.size());
  cutter_.start(launch);
}

std::unique_ptr<sim::Shard> CacheSimulator::make_shard(std::size_t) {
  class Ordered final : public sim::Shard {
   public:
    explicit Ordered(CacheSimulator& caches) : caches_(caches) {}
    void on_access(const sim::AccessEvent& event) override { caches_.take(event); }

   private:
    CacheSimulator& caches_;
  };
  return std::make_unique<Ordered>(*this);
}

/// The launch finds the caches as it left them: what the others do there meanwhile is not known to be before or after.
std::function<void()> CacheSimulator::put_aside() {
  if (launch_ == nullptr) return [] {};
  requests_.finish();
  return [this, take_up = aside(launch_, rules_, totals_, by_op_, turns_, turns_by_op_, first_, second_, what_if_)] {
    take_up();
    requests_.start(launch_->workers > 1);
    cutter_.start(*launch_);
  };
}

void CacheSimulator::take(const sim::AccessEvent& event) {
  if (event.space == sim::Space::constant) return;
  for (const sim::MachineAccess& access : event.machine) take(event, access);
}

void CacheSimulator::take(const sim::AccessEvent& event, const sim::MachineAccess& access) {
  const std::size_t sm = event.at.sm < near_.size() ? event.at.sm : event.at.sm % near_.size();  // a division is slow
  FirstLevel& first = first_[sm];
  const bool local = event.space == sim::Space::local;
  Route route{.first = &first,
              .near = &second_[near_[sm]],
              .pc = event.at.pc,
              .local = local,
              .sm = static_cast<std::uint32_t>(sm)};
  policy_ = 0;
  if (event.eviction != EvictionHints{} || event.policy != 0) [[unlikely]]
    heed(event, route);
  if (is_atomic(event.kind)) {
    route.kind = Route::Kind::update;
  } else if (is_store(event.kind)) {
    route.kind = Route::Kind::store;
    route.first_level = first.holds_anything() && (local ? rules_.l1_caches_local : rules_.l1_keeps_stores);
  } else {
    const bool may_cache = event.cache != CacheOperator::global && event.cache != CacheOperator::uncached;
    route.first_level = first.holds_anything() && (local ? rules_.l1_caches_local && may_cache
                                                         : arch::uses_first_level(device_.capability, event.cache));
    // Kepler's read-only path is the texture cache's. (arch/global_generations.cpp)
    route.by_sector = !rules_.l1_fetches_lines ||
                      (event.cache == CacheOperator::non_coherent && !local && device_.capability.major == 3);
    route.could_be_read_only = !route.first_level && what_if_.is_about(event);
  }
  const std::uint64_t base = cutter_.place_of(event.base);
  const std::uint32_t bytes = access.bytes * kWarpSize;
  const bool as_written = access.offset == 0 && access.bytes == event.bytes;
  const bool whole_sectors = base % arch::kCacheSector == 0 && bytes % arch::kCacheSector == 0;
  if (event.contiguous && as_written && !local && whole_sectors && route.kind != Route::Kind::update)
    return put_sectors(route, base, bytes / arch::kCacheSector);
  const LinePieces pieces = cutter_.cut(event, access);
  if (route.kind == Route::Kind::update) count_turns(event, pieces);
  for (const LinePiece& piece : pieces.pieces) {
    Request& request = put(route, piece.line + pieces.first_line);
    request.piece.sectors = piece.sectors;
    request.piece.whole = piece.whole;
    if (piece.whole != piece.sectors) request.piece.bytes = piece.bytes;
  }
}

void CacheSimulator::heed(const sim::AccessEvent& event, Route& route) {
  if (!rules_.heeds_hints) return;
  route.eviction = arch::meaning_of(event.eviction);
  if (!route.local) policy_ = event.policy;
}

/// Other lines of one access may fare otherwise.
EvictionHints CacheSimulator::by_policy(EvictionHints hints, std::uint32_t line) const {
  if (const auto priority = priority_of_line(policy_, line, cutter_.address_of(line));
      priority != EvictionPriority::none) {
    hints.l2 = priority;
  }
  return arch::meaning_of(hints);
}

/// Whole sectors, one after another.
void CacheSimulator::put_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors) {
  auto sector = static_cast<std::uint32_t>(address % arch::kCacheLine / arch::kCacheSector);
  for (std::uint32_t line = AccessCutter::line_of(address); sectors != 0; ++line, sector = 0) {
    const std::uint32_t here = std::min(sectors, arch::kSectorsPerLine - sector);
    Request& request = put(route, line);
    request.piece.sectors = request.piece.whole = static_cast<std::uint8_t>(((1u << here) - 1) << sector);
    sectors -= here;
  }
}

/// Lanes that take turns at a word ask for its sector each, of which the pieces know one.
void CacheSimulator::count_turns(const sim::AccessEvent& event, const LinePieces& pieces) {
  std::uint64_t sectors = 0;
  for (const LinePiece& piece : pieces.pieces) sectors += count(piece.sectors);
  const std::uint64_t more = event.sectors - std::min<std::uint64_t>(sectors, event.sectors);
  const std::uint64_t hits = rules_.l2_bytes == 0 ? 0 : more;
  const CachedAt here{.l1_sectors = more, .l2_sectors = more, .l2_hits = hits};
  turns_.add(here);
  if (event.at.pc < turns_by_op_.size()) turns_by_op_[event.at.pc].add(here);
}

/// The caller says which sectors.
CacheSimulator::Request& CacheSimulator::put(const Route& route, std::uint32_t line) {
  Request& place = requests_.put();
  place.route = route;
  if (policy_ != 0) [[unlikely]]
    place.route.eviction = by_policy(route.eviction, line);
  place.piece.line = line;
  return place;
}

void CacheSimulator::finish() {
  requests_.finish();
  totals_.l1_sectors += turns_.l1_sectors;
  totals_.l2_sectors += turns_.l2_sectors;
  totals_.l2_hits += turns_.l2_hits;
  turns_ = {};
  for (std::size_t op = 0; op < by_op_.size(); ++op) by_op_[op].add(std::exchange(turns_by_op_[op], {}));
  what_if_.finish(by_op_);
}

// The caches are larger than the host's own, which is asked for what it takes to look a line up some requests before.
void CacheSimulator::answer_all(std::span<const Request> requests) {
  constexpr std::size_t kAhead = 32;
  for (const Request& request : requests.first(std::min(kAhead, requests.size()))) ask_for(request);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (i + kAhead < requests.size()) ask_for(requests[i + kAhead]);
    answer(requests[i]);
  }
}

void CacheSimulator::ask_for(const Request& request) {
  request.route.first->prefetch(request.piece.line);
  home(request.piece.line).prefetch(request.piece.line);
  if (second_.size() > 1 && request.route.kind != Route::Kind::update) request.route.near->prefetch(request.piece.line);
}

void CacheSimulator::answer(const Request& request) {
  const std::uint64_t sectors = count(request.piece.sectors);
  if (what_if_.looks() && request.route.kind != Route::Kind::load && !request.route.local)
    what_if_.write(request.piece);
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
    if (request.route.could_be_read_only) what_if_.read(request.route.sm, request.route.pc, request.piece);
    totals_.l1_fetched += count(sectors);
    read_second(request.route, request.piece.line, sectors);
    return 0;
  }
  if (request.route.eviction.l1 == EvictionPriority::no_allocate) [[unlikely]] {
    const CachedLine* const there = request.route.first->find(request.piece.line);
    const std::uint32_t absent = there == nullptr ? sectors : without(sectors, there->readable);
    totals_.l1_fetched += count(absent);
    if (absent != 0) read_second(request.route, request.piece.line, absent);
    return count(sectors) - count(absent);
  }
  CachedLine evicted;
  CachedLine& line = request.route.first->take(request.piece.line, request.route.eviction.l1, evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  const std::uint64_t hits = count(sectors) - count(missing);
  if (missing == 0) return hits;
  const std::uint32_t fetched = request.route.by_sector ? missing : without(kWholeLine, line.readable);
  totals_.l1_fetched += count(fetched);
  line.readable |= fetched & kWholeLine;
  line.present |= fetched & kWholeLine;
  read_second(request.route, request.piece.line, fetched);
  return hits;
}

// Written through: the second level has it all. A line that is there is a hit, whichever sectors.
std::uint64_t CacheSimulator::store(const Request& request) {
  const LinePiece& piece = request.piece;
  std::uint64_t hits = 0;
  if (request.route.first_level) {
    CachedLine evicted;
    const EvictionPriority priority = request.route.eviction.l1;
    CachedLine* const line = priority == EvictionPriority::no_allocate
                                 ? request.route.first->find(piece.line)
                                 : &request.route.first->take(piece.line, priority, evicted);
    if (line != nullptr) {
      if (line->present != 0) hits = count(piece.sectors);
      line->present |= piece.sectors & kWholeLine;
      line->readable |= piece.whole & kWholeLine;
    }
  } else {
    forget(*request.route.first, piece.line, piece.sectors);
  }
  totals_.l2_sectors += count(piece.sectors);
  totals_.l2_hits += count(piece.sectors);
  write_second(request.route, piece);
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
  const LinePiece& piece = request.piece;
  forget(*request.route.first, piece.line, piece.sectors);
  totals_.l2_sectors += count(piece.sectors);
  SecondLevel& place = home(piece.line);
  if (!place.holds_anything()) {
    totals_.dram_reads += count(piece.sectors);
    totals_.dram_writes += count(piece.sectors);
    return;
  }
  CachedLine* at_home = nullptr;
  const std::uint32_t fetched = read_home(place, piece.line, piece.sectors, request.route.eviction.l2, at_home);
  const std::uint64_t missed = std::min(count(piece.sectors), count(fetched));
  totals_.l2_misses += missed;
  totals_.l2_hits += count(piece.sectors) - missed;
  CachedLine& line = *at_home;
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

void CacheSimulator::read_second(const Route& route, std::uint32_t number, std::uint32_t sectors) {
  SecondLevel& near = *route.near;
  const EvictionPriority priority = route.eviction.l2;
  totals_.l2_sectors += count(sectors);
  if (!near.holds_anything()) {
    totals_.dram_reads += count(sectors);
    return;
  }
  SecondLevel& place = home(number);
  if (&near == &place) {
    CachedLine* at_home = nullptr;
    const std::uint32_t fetched = read_home(place, number, sectors, priority, at_home);
    totals_.l2_misses += count(fetched);
    totals_.l2_hits += count(without(sectors, fetched));
    return;
  }
  CachedLine evicted;
  CachedLine& line = near.take(number, of_copy(priority), evicted);
  make_room(evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  totals_.l2_hits += count(without(sectors, missing));
  if (missing == 0) return;
  const std::uint32_t asked = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.l2_misses += count(asked);
  line.readable |= asked & kWholeLine;
  CachedLine* at_home = nullptr;
  read_home(place, number, asked, priority, at_home);
  place.note_copy(*at_home);
}

/// Reads sectors of a line that belongs to the partition; returns what had to be fetched.
/// \param at_home  is set to the line
std::uint32_t CacheSimulator::read_home(SecondLevel& place, std::uint32_t number, std::uint32_t sectors,
                                        EvictionPriority priority, CachedLine*& at_home) {
  CachedLine evicted;
  CachedLine& line = place.take(number, priority, evicted);
  at_home = &line;
  make_room(evicted);
  const std::uint32_t missing = without(sectors, line.readable);
  if (missing == 0) return 0;
  const std::uint32_t fetched = without(grown(missing, rules_.l2_fetch_sectors), line.readable);
  totals_.dram_reads += count(fetched);
  line.readable |= fetched & kWholeLine;
  place.unmark(line, SecondLevel::Mark::partial, fetched);
  return fetched;
}

void CacheSimulator::write_second(const Route& route, const LinePiece& piece) {
  SecondLevel& near = *route.near;
  SecondLevel& place = home(piece.line);
  if (!place.holds_anything()) {
    totals_.dram_writes += count(piece.sectors);
    return;
  }
  CachedLine evicted;
  CachedLine& line = place.take(piece.line, route.eviction.l2, evicted);
  make_room(evicted);
  // The partition near to the SM keeps the sectors that it has or gets whole.
  if (&near != &place && piece.whole != 0) {
    CachedLine given_up;
    near.take(piece.line, of_copy(route.eviction.l2), given_up).readable |= piece.whole & kWholeLine;
    make_room(given_up);
    place.note_copy(line);
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
void CacheSimulator::write_partly(SecondLevel& place, CachedLine& line, const LinePiece& piece, std::uint32_t sectors) {
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
