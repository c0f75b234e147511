#include "analysis/cache_simulator.hpp"

#include <algorithm>
#include <utility>

#include "analysis/metrics.hpp"
#include "arch/global_sectors.hpp"
#include "base/cache_policy.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

bool is_store(sim::AccessKind kind) { return kind == sim::AccessKind::store || kind == sim::AccessKind::matrix_store; }

bool is_atomic(sim::AccessKind kind) {
  return kind == sim::AccessKind::atomic_add || kind == sim::AccessKind::atomic_exchange ||
         kind == sim::AccessKind::atomic_cas || kind == sim::AccessKind::atomic_loop;
}

/// Threads for the second level, beside one that executes and one that answers for the first levels. These take about
/// as long as a third of the second.
std::size_t threads_beside(int workers) {
  constexpr int kMost = 3;
  return static_cast<std::size_t>(std::clamp(workers - 2, 0, kMost));
}

}  // namespace

CacheSimulator::CacheSimulator(const arch::DeviceModel& device)
    : device_(device),
      cutter_(device),
      accesses_([this](std::span<const std::uint32_t> accesses) { first_.answer(accesses, second_); }) {}

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
  rules_ = arch::cache_rules(device_, shared_carve_out(about, device_));
  totals_ = {};
  by_op_.assign(program.ops.size(), {});
  turns_ = {};
  turns_by_op_.assign(program.ops.size(), {});
  accesses_.start(launch.workers > 1);
  const std::uint32_t sms = std::max(1u, device_.sm_count);
  first_.start(device_, rules_, program.ops.size());
  looks_what_if_ = first_.what_if().looks();
  for (std::size_t local = 0; local < heads_.size(); ++local) {
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
      for (std::size_t cache = 0; cache < kCacheOperators; ++cache)
        heads_[local][kind][cache] =
            head_of(static_cast<sim::AccessKind>(kind), static_cast<CacheOperator>(cache), local != 0);
    }
  }
  second_.start(rules_, program.ops.size(), threads_beside(launch.workers));
  near_.resize(sms);
  for (std::uint32_t sm = 0; sm < near_.size(); ++sm) {
    near_[sm] = second_.partitions() == 1 ? std::uint8_t{0}
                                          : static_cast<std::uint8_t>(arch::near_partition(sm, device_.sm_count));
  }
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
  accesses_.finish();
  second_.finish();
  return [this, take_up = aside(launch_, rules_, totals_, by_op_, turns_, turns_by_op_, first_, second_)] {
    take_up();
    accesses_.start(launch_->workers > 1);
    cutter_.start(*launch_);
  };
}

inline CacheSimulator::Route CacheSimulator::route_of(const sim::AccessEvent& event) {
  const std::size_t sm = event.at.sm < near_.size() ? event.at.sm : event.at.sm % near_.size();  // a division is slow
  const bool local = event.space == sim::Space::local;
  AccessHead head =
      heads_[local ? 1 : 0][static_cast<std::size_t>(event.kind)][static_cast<std::size_t>(event.cache)].at(
          event.at.pc, static_cast<std::uint32_t>(sm));
  if (looks_what_if_ && !head.first_level() && first_.what_if().is_about(event)) [[unlikely]]
    head = head.with_what_if_read_only();
  if (rules_.heeds_hints && (event.eviction != EvictionHints{} || event.policy != 0)) [[unlikely]] {
    const EvictionHints eviction = arch::meaning_of(event.eviction);
    return {.head = head.with(eviction.l1),
            .request = {head.kind(), near_[sm], eviction.l2},
            .policy = local ? 0 : event.policy};
  }
  return {.head = head, .request = {head.kind(), near_[sm], EvictionPriority::none}};
}

/// Whole sectors, one after another.
inline void CacheSimulator::put_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors) {
  auto sector = static_cast<std::uint32_t>(address % arch::kCacheLine / arch::kCacheSector);
  const std::uint32_t lines = (sector + sectors + arch::kSectorsPerLine - 1) / arch::kSectorsPerLine;
  std::uint32_t* words = accesses_.put(AccessHead::kWords + 2 * std::size_t{lines});
  route.head.put(words, lines);
  words += AccessHead::kWords;
  if (sector == 0 && sectors == arch::kSectorsPerLine) [[likely]] {
    words[0] = AccessCutter::line_of(address);
    words[1] = request_of(route, words[0], LineRequest::of_sectors(kWholeLine, kWholeLine, 0)).bits();
    return;
  }
  for (std::uint32_t line = AccessCutter::line_of(address); sectors != 0; ++line, sector = 0) {
    const std::uint32_t here = std::min(sectors, arch::kSectorsPerLine - sector);
    const std::uint32_t whole = ((1u << here) - 1) << sector;
    *words++ = line;
    *words++ = request_of(route, line, LineRequest::of_sectors(whole, whole, 0)).bits();
    sectors -= here;
  }
}

inline void CacheSimulator::take(const sim::AccessEvent& event, const sim::MachineAccess& access) {
  const Route route = route_of(event);
  const std::uint64_t base = cutter_.place_of(event.base);
  const bool as_written = access.offset == 0 && access.bytes == event.bytes;
  const bool whole_sectors = base % arch::kCacheSector == 0;  // as many as a lane has bytes
  static_assert(kWarpSize == arch::kCacheSector);
  const bool updates = route.head.kind() == LineRequest::Kind::update;
  if (event.contiguous && as_written && !route.head.local() && whole_sectors && !updates)
    return put_sectors(route, base, access.bytes);
  const CutLines lines = cutter_.cut(event, access, route.head.kind() == LineRequest::Kind::write);
  if (updates) count_turns(event, lines);
  put(route, lines);
}

void CacheSimulator::take(const sim::AccessEvent& event) {
  if (event.space == sim::Space::constant) return;
  for (const sim::MachineAccess& access : event.machine) take(event, access);
}

AccessHead CacheSimulator::head_of(sim::AccessKind kind, CacheOperator cache, bool local) const {
  if (is_atomic(kind)) return {LineRequest::Kind::update, local, false};
  const bool there_is_one = first_.hold_anything();
  if (is_store(kind)) {
    const bool keeps = local ? rules_.l1_caches_local : rules_.l1_keeps_stores;
    return {LineRequest::Kind::write, local, there_is_one && keeps};
  }
  const bool may_cache = cache != CacheOperator::global && cache != CacheOperator::uncached;
  const bool looks = local ? rules_.l1_caches_local && may_cache : arch::uses_first_level(device_.capability, cache);
  const AccessHead head{LineRequest::Kind::read, local, there_is_one && looks};
  // Kepler's read-only path is the texture cache's. (arch/global_generations.cpp)
  const bool by_texture = cache == CacheOperator::non_coherent && !local && device_.capability.major == 3;
  return rules_.l1_fetches_lines && !by_texture ? head.with_whole_lines() : head;
}

/// In the second level; other lines of one access may fare otherwise.
EvictionPriority CacheSimulator::by_policy(const Route& route, std::uint32_t line) const {
  EvictionHints hints{.l1 = route.head.priority(), .l2 = route.request.priority()};
  if (const auto priority = priority_of_line(route.policy, line, cutter_.address_of(line));
      priority != EvictionPriority::none) {
    hints.l2 = priority;
  }
  return arch::meaning_of(hints).l2;
}

void CacheSimulator::put(const Route& route, const CutLines& lines) {
  const std::uint32_t* from = lines.words.data();
  for (const std::uint32_t* const end = from + lines.words.size(); from != end;) {
    std::uint32_t* const begin = accesses_.put(AccessHead::kMostWords);
    std::uint32_t* words = begin + AccessHead::kWords;
    std::size_t count = 0;
    for (; from != end && count < AccessHead::kMostLines; ++count) {
      const std::uint32_t line = *from++ + lines.first_line;
      const LineRequest sectors(*from++);
      *words++ = line;
      *words++ = request_of(route, line, sectors).bits();
      for (std::uint32_t partly = sectors.partly_count(); partly != 0; --partly) *words++ = *from++;
    }
    route.head.put(begin, count);
    accesses_.take_back(AccessHead::kMostWords - static_cast<std::size_t>(words - begin));
  }
}

/// Lanes that take turns at a word ask for its sector each, of which the lines know one.
void CacheSimulator::count_turns(const sim::AccessEvent& event, const CutLines& lines) {
  std::uint64_t sectors = 0;
  for (std::size_t at = 1; at < lines.words.size(); at += 2)
    sectors += sector_count(LineRequest(lines.words[at]).sectors());
  const std::uint64_t more = event.sectors - std::min<std::uint64_t>(sectors, event.sectors);
  const std::uint64_t hits = rules_.l2_bytes == 0 ? 0 : more;
  const CachedAt here{.l1_sectors = more, .l2_sectors = more, .l2_hits = hits};
  turns_.add(here);
  if (event.at.pc < turns_by_op_.size()) turns_by_op_[event.at.pc].add(here);
}

void CacheSimulator::finish() {
  accesses_.finish();
  second_.finish();
  const FirstLevelTotals& first = first_.totals();
  const SecondLevelTotals& second = second_.totals();
  totals_ = {.global_load_hits = first.global_load_hits,
             .global_store_hits = first.global_store_hits,
             .l1_sectors = first.sectors + turns_.l1_sectors,
             .l1_hits = first.hits,
             .l1_fetched = first.fetched,
             .l2_sectors = second.sectors + turns_.l2_sectors,
             .l2_hits = second.hits + turns_.l2_hits,
             .l2_misses = second.misses,
             .dram_reads = second.dram_reads,
             .dram_writes = second.dram_writes};
  for (std::size_t op = 0; op < by_op_.size(); ++op) {
    by_op_[op] = {.l1_sectors = first_.by_op()[op].sectors,
                  .l1_hits = first_.by_op()[op].hits,
                  .l2_sectors = second_.by_op()[op].sectors,
                  .l2_hits = second_.by_op()[op].hits};
    by_op_[op].add(turns_by_op_[op]);
  }
  first_.finish_what_if(by_op_);
}

}  // namespace warpglass::analysis
