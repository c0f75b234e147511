#include "analysis/access_writer.hpp"

#include <algorithm>

#include "analysis/pipeline.hpp"
#include "analysis/read_only_what_if.hpp"
#include "analysis/word_log.hpp"
#include "arch/global_sectors.hpp"
#include "base/cache_policy.hpp"

namespace warpglass::analysis {
namespace {

bool is_store(sim::AccessKind kind) { return kind == sim::AccessKind::store || kind == sim::AccessKind::matrix_store; }

bool is_atomic(sim::AccessKind kind) {
  return kind == sim::AccessKind::atomic_add || kind == sim::AccessKind::atomic_exchange ||
         kind == sim::AccessKind::atomic_cas || kind == sim::AccessKind::atomic_loop;
}

}  // namespace

void AccessRoutes::start(const arch::DeviceModel& device, const arch::CacheRules& rules, bool first_level,
                         bool looks_what_if) {
  rules_ = rules;
  looks_what_if_ = looks_what_if;
  for (std::size_t local = 0; local < heads_.size(); ++local) {
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
      for (std::size_t cache = 0; cache < kCacheOperators; ++cache)
        heads_[local][kind][cache] = head_of(device, static_cast<sim::AccessKind>(kind),
                                             static_cast<CacheOperator>(cache), local != 0, first_level);
    }
  }
  near_.resize(std::max(1u, device.sm_count));
  for (std::uint32_t sm = 0; sm < near_.size(); ++sm) {
    near_[sm] = rules.l2_partitions == 1 ? std::uint8_t{0}
                                         : static_cast<std::uint8_t>(arch::near_partition(sm, device.sm_count));
  }
}

AccessHead AccessRoutes::head_of(const arch::DeviceModel& device, sim::AccessKind kind, CacheOperator cache, bool local,
                                 bool first_level) const {
  if (is_atomic(kind)) return {LineRequest::Kind::update, local, false};
  if (is_store(kind)) {
    const bool keeps = local ? rules_.l1_caches_local : rules_.l1_keeps_stores;
    return {LineRequest::Kind::write, local, first_level && keeps};
  }
  const bool may_cache = cache != CacheOperator::global && cache != CacheOperator::uncached;
  const bool looks = local ? rules_.l1_caches_local && may_cache : arch::uses_first_level(device.capability, cache);
  const AccessHead head{LineRequest::Kind::read, local, first_level && looks};
  // Kepler's read-only path is the texture cache's. (arch/global_generations.cpp)
  const bool by_texture = cache == CacheOperator::non_coherent && !local && device.capability.major == 3;
  return rules_.l1_fetches_lines && !by_texture ? head.with_whole_lines() : head;
}

inline AccessRoutes::Route AccessRoutes::of(const sim::AccessEvent& event) const {
  const std::uint32_t sm = sm_of(event);
  const bool local = event.space == sim::Space::local;
  AccessHead head = head_of(event, local).at(event.at.pc, sm);
  if (looks_what_if_ && !head.first_level() && ReadOnlyWhatIf::is_about(event)) [[unlikely]]
    head = head.with_what_if_read_only();
  if (rules_.heeds_hints && (event.eviction != EvictionHints{} || event.policy != 0)) [[unlikely]] {
    const EvictionHints eviction = arch::meaning_of(event.eviction);
    return {.head = head.with(eviction.l1),
            .request = {head.kind(), near_[sm], eviction.l2},
            .policy = local ? 0 : event.policy};
  }
  return {.head = head, .request = {head.kind(), near_[sm], EvictionPriority::none}};
}

void AccessWriter::start(const sim::LaunchRequest& launch) {
  cutter_.start(launch);
  turns_.all = {};
  turns_.by_op.assign(launch.program->ops.size(), {});
}

/// Full warps that read or write whole lines, as most do: without a question that they do not need answered.
/// \returns false, and writes nothing, for others
template <class Words>
inline bool AccessWriter::write_whole_lines(const sim::AccessEvent& event, Words& to) const {
  if (!event.contiguous || event.space != sim::Space::global || event.machine.size() != 1 || !routes_->is_plain(event))
    return false;
  const std::uint64_t place = cutter_.place_of(event.base);
  if (event.machine.front() != sim::MachineAccess{.offset = 0, .bytes = event.bytes} || place % arch::kCacheLine != 0 ||
      event.bytes % arch::kSectorsPerLine != 0)
    return false;
  const AccessHead& head = routes_->head_of(event, false);
  if (head.kind() == LineRequest::Kind::update) return false;
  const std::uint32_t sm = routes_->sm_of(event);
  const LineRequest request(head.kind(), routes_->near_of(sm), EvictionPriority::none);
  std::uint32_t* const words = to.put(AccessHead::kRunWords);
  head.at(event.at.pc, sm).with_run().put(words, event.bytes / arch::kSectorsPerLine);
  words[AccessHead::kWords] = AccessCutter::line_of(place);
  words[AccessHead::kWords + 1] = request.of(LineRequest::of_sectors(kWholeLine, kWholeLine, 0)).bits();
  return true;
}

/// Whole sectors, one after another.
template <class Words>
inline void AccessWriter::write_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors,
                                        Words& to) const {
  auto sector = static_cast<std::uint32_t>(address % arch::kCacheLine / arch::kCacheSector);
  const std::uint32_t lines = (sector + sectors + arch::kSectorsPerLine - 1) / arch::kSectorsPerLine;
  const bool alike = lines == 1 || (sectors % arch::kSectorsPerLine == 0 && sector == 0 && route.policy == 0);
  if (alike) [[likely]] {
    std::uint32_t* const words = to.put(AccessHead::kRunWords);
    route.head.with_run().put(words, lines);
    const std::uint32_t whole = ((1u << std::min(sectors, arch::kSectorsPerLine)) - 1) << sector;
    const std::uint32_t line = AccessCutter::line_of(address);
    words[AccessHead::kWords] = line;
    words[AccessHead::kWords + 1] = request_of(route, line, LineRequest::of_sectors(whole, whole, 0)).bits();
    return;
  }
  std::uint32_t* words = to.put(AccessHead::kWords + 2 * std::size_t{lines});
  route.head.put(words, lines);
  words += AccessHead::kWords;
  for (std::uint32_t line = AccessCutter::line_of(address); sectors != 0; ++line, sector = 0) {
    const std::uint32_t here = std::min(sectors, arch::kSectorsPerLine - sector);
    const std::uint32_t whole = ((1u << here) - 1) << sector;
    *words++ = line;
    *words++ = request_of(route, line, LineRequest::of_sectors(whole, whole, 0)).bits();
    sectors -= here;
  }
}

/// In the second level; other lines of one access may fare otherwise.
EvictionPriority AccessWriter::by_policy(const Route& route, std::uint32_t line) const {
  EvictionHints hints{.l1 = route.head.priority(), .l2 = route.request.priority()};
  if (const auto priority = priority_of_line(route.policy, line, cutter_.address_of(line));
      priority != EvictionPriority::none) {
    hints.l2 = priority;
  }
  return arch::meaning_of(hints).l2;
}

template <class Words>
void AccessWriter::write_lines(const Route& route, const CutLines& lines, Words& to) const {
  const std::uint32_t* from = lines.words.data();
  for (const std::uint32_t* const end = from + lines.words.size(); from != end;) {
    std::uint32_t* const begin = to.put(AccessHead::kMostWords);
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
    to.take_back(AccessHead::kMostWords - static_cast<std::size_t>(words - begin));
  }
}

/// Lanes that take turns at a word ask for its sector each, of which the lines know one.
void AccessWriter::count_turns(const sim::AccessEvent& event, const CutLines& lines) {
  std::uint64_t sectors = 0;
  for (std::size_t at = 1; at < lines.words.size(); at += 2)
    sectors += sector_count(LineRequest(lines.words[at]).sectors());
  const std::uint64_t more = event.sectors - std::min<std::uint64_t>(sectors, event.sectors);
  const std::uint64_t hits = routes_->rules().l2_bytes == 0 ? 0 : more;
  const CachedAt here{.l1_sectors = more, .l2_sectors = more, .l2_hits = hits};
  turns_.all.add(here);
  if (event.at.pc < turns_.by_op.size()) turns_.by_op[event.at.pc].add(here);
}

template <class Words>
inline void AccessWriter::write(const sim::AccessEvent& event, const sim::MachineAccess& access, Words& to) {
  const Route route = routes_->of(event);
  const std::uint64_t base = cutter_.place_of(event.base);
  const bool as_written = access.offset == 0 && access.bytes == event.bytes;
  const bool whole_sectors = base % arch::kCacheSector == 0;  // as many as a lane has bytes
  static_assert(kWarpSize == arch::kCacheSector);
  const bool updates = route.head.kind() == LineRequest::Kind::update;
  if (event.contiguous && as_written && !route.head.local() && whole_sectors && !updates)
    return write_sectors(route, base, access.bytes, to);
  const CutLines lines = cutter_.cut(event, access, route.head.kind() == LineRequest::Kind::write);
  if (updates) count_turns(event, lines);
  write_lines(route, lines, to);
}

template <class Words>
void AccessWriter::write(const sim::AccessEvent& event, Words& to) {
  if (event.space == sim::Space::constant || write_whole_lines(event, to)) return;
  for (const sim::MachineAccess& access : event.machine) write(event, access, to);
}

template void AccessWriter::write(const sim::AccessEvent& event, Pipeline<std::uint32_t>& to);
template void AccessWriter::write(const sim::AccessEvent& event, WordLog& to);

void AccessWriter::Turns::add(const Turns& other) {
  all.add(other.all);
  for (std::size_t op = 0; op < by_op.size() && op < other.by_op.size(); ++op) by_op[op].add(other.by_op[op]);
}

}  // namespace warpglass::analysis
