#include "analysis/apart_accesses.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "analysis/race_clocks.hpp"

namespace warpglass::analysis {
namespace {

// Accesses of a block until its warps meet, beyond which it goes astray.
constexpr std::size_t kLongestPhase = std::size_t{1} << 18;

// Accesses that are looked through at once where no block has a phase.
constexpr std::size_t kLongestLog = 1024;

// Chunks of lines that memory is got for at once, the first time and then.
constexpr std::size_t kFirstChunks = 64;
constexpr std::size_t kNextChunks = 1024;

// Bytes that a lane of a scattered access touches, at most.
constexpr std::uint32_t kMostOfLane = 32;

// Of the phases that lines know; beyond, they are forgotten when a launch begins.
constexpr std::uint32_t kManyPhases = std::uint32_t{1} << 31;
constexpr std::uint32_t kLastPhase = ~std::uint32_t{0};

/// The bytes of a word that a lane stores, in their places; the others zero.
std::uint32_t stored_word(const sim::AccessEvent& store, int lane, std::uint64_t word) {
  const std::byte* const stored = store.stored + static_cast<std::size_t>(lane) * store.stored_bytes;
  const std::uint64_t begin = store.address(lane);
  std::uint32_t value = 0;
  if (begin <= word && word + kWordBytes <= begin + store.bytes) {
    std::memcpy(&value, stored + (word - begin), sizeof value);
    return value;
  }
  for (std::uint64_t byte = 0; byte < kWordBytes; ++byte) {
    const std::uint64_t at = word + byte - begin;
    if (at < store.bytes) value |= std::to_integer<std::uint32_t>(stored[at]) << (8 * byte);
  }
  return value;
}

/// Whether lanes touch one word, of an access whose lanes touch whole ones.
bool share_words(const sim::AccessEvent& event) {
  std::array<std::uint64_t, kWarpSize> address{};
  std::size_t count = 0;
  for_each_lane(event.at.lanes, [&](int lane) { address[count++] = event.address(lane); });
  std::sort(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(count));
  return std::adjacent_find(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(count)) !=
         address.begin() + static_cast<std::ptrdiff_t>(count);
}

}  // namespace

ApartAccesses::ApartAccesses() = default;
ApartAccesses::~ApartAccesses() = default;
ApartAccesses::ApartAccesses(ApartAccesses&&) noexcept = default;
ApartAccesses& ApartAccesses::operator=(ApartAccesses&&) noexcept = default;

bool ApartAccesses::Come::come(std::uint32_t cluster) {
  if (cluster > last) {
    once |= own;
    own = 0;
    last = cluster;
  }
  return cluster == last;
}

void ApartAccesses::Come::add(std::uint32_t cluster, std::uint32_t words) { (come(cluster) ? own : once) |= words; }

void ApartAccesses::start(bool lockstep, std::size_t most) {
  lockstep_ = lockstep;
  most_ = most;
  block_ = kNoBlock;
  astray_.clear();
  log_.clear();
  last_of_pc_.clear();
  words_.clear();
  forget_noted();
  contested_ = synced_ = false;
  claims_ = {};
  if (phase_ >= kManyPhases) {
    phase_ = 0;
    pages_.clear();
    pieces_.clear();
    recent_.fill({});
  }
  launch_begin_ = ++phase_;
}

std::size_t ApartAccesses::bytes() const {
  std::size_t chunks = 0;
  for (const ZeroedArray<Chunk>& piece : pieces_) chunks += piece.size();
  return chunks * sizeof(Chunk) + log_.capacity() * sizeof(Access) + words_.held_bytes() + noted_.bytes() +
         noted_words_.bytes();
}

ApartAccesses::Page& ApartAccesses::page_of(std::uint64_t number) {
  std::unique_ptr<Page>& page = pages_[number];
  if (page == nullptr) page = std::make_unique<Page>();
  recent_[recent_of(number)] = {.number = number, .page = page.get()};
  return *page;
}

ApartAccesses::Chunk& ApartAccesses::new_chunk() {
  if (pieces_.empty() || chunks_ == pieces_.back().size()) {
    pieces_.emplace_back(pieces_.empty() ? kFirstChunks : kNextChunks);
    chunks_ = 0;
  }
  return pieces_.back()[chunks_++];
}

bool ApartAccesses::is_scattered(const sim::AccessEvent& event) {
  if (!std::has_single_bit(event.bytes) || event.bytes > kMostOfLane) return false;
  std::int64_t distances = 0;
  std::uint64_t addresses = event.base;
  for_each_lane(event.at.lanes, [&](int lane) {
    distances |= event.offset[lane] ^ event.offset[lane] >> 63;
    addresses |= static_cast<std::uint64_t>(event.offset[lane]);
  });
  return addresses % event.bytes == 0 && distances <= std::numeric_limits<std::int32_t>::max();
}

template <class Visit>
void ApartAccesses::for_each_line(const RacingAccess& now, Visit&& visit) {
  if (now.footprint != nullptr) {
    const std::uint64_t first = now.base / kLineBytes;
    for (const LineTouch& touch : (*now.footprint)->by_line().all)
      visit(first + static_cast<std::uint64_t>(touch.line), touch.words, touch.type);
    return;
  }
  const sim::AccessEvent& event = *now.event;
  const bool whole = event.bytes >= kWordBytes;
  const std::uint32_t of_lane = whole ? (1u << event.bytes / kWordBytes) - 1 : 1;
  const auto type = static_cast<std::uint8_t>(whole ? kWordBytes : 0);
  std::uint64_t line = 0;
  std::uint32_t words = 0;
  for_each_lane(event.at.lanes, [&](int lane) {
    const std::uint64_t address = event.address(lane);
    const std::uint32_t here = of_lane << address % kLineBytes / kWordBytes;
    if (address / kLineBytes == line && (words & here) == 0) {
      words |= here;
      return;
    }
    if (words != 0) visit(line, words, type);
    line = address / kLineBytes;
    words = here;
  });
  visit(line, words, type);
}

/// Notes what clusters have come to. \return  whether it is new to other clusters
bool ApartAccesses::come(Line& line, std::uint32_t words, std::uint8_t type, const RacingAccess& now, bool is_update) {
  const std::uint32_t cluster = now.cluster;
  std::uint32_t against = line.stores.others(cluster);
  bool is_new = true;
  if (now.strong) {
    line.mixed = line.mixed || now.narrow || now.near || (line.strong_size != 0 && line.strong_size != now.size);
    line.strong_size = now.size;
    line.other_strong = line.other_strong || !is_update;
    if (now.writes) against |= line.reads.others(cluster);
    if (line.mixed) against |= line.strong.others(cluster);
    if (!line.other_strong && line.strong.last == cluster) is_new = (words & ~line.strong.own) != 0;
    line.strong.add(cluster, words);
  } else if (now.writes) {
    against |= line.reads.others(cluster) | line.strong.others(cluster);
    line.stores.add(cluster, words);
  } else {
    // Two clusters that have read a word stand for all that come behind them.
    against |= line.strong.others(cluster);
    const std::uint8_t of_type = type == 0 ? kMixed : type;
    if (line.read_type == 0) line.read_type = of_type;
    if (line.read_type != of_type) line.read_type = kMixed;
    if (cluster > line.reads.last) line.twice |= line.reads.once & line.reads.own;
    if (line.reads.come(cluster)) {
      if (line.read_type != kMixed) is_new = (words & ~(line.reads.own | line.twice)) != 0;
      line.reads.own |= words;
    } else {
      line.reads.once |= words;
    }
  }
  if ((against & words) != 0) line.contested = contested_ = true;
  return is_new;
}

/// Notes what the block has done since its warps met.
void ApartAccesses::meet(Line& line, std::uint64_t number, std::uint32_t words, const RacingAccess& now, Shown& shown) {
  if (line.phase != phase_) {
    line.phase = phase_;
    line.owner = shown.number;
    line.phase_reads = line.phase_stores = line.phase_strong = 0;
  } else {
    std::uint32_t against = line.phase_stores;
    if (now.writes) against |= line.phase_reads;
    if (!now.strong || line.mixed) against |= line.phase_strong;
    const bool could_race = (against & words) != 0;
    const bool is_own = line.owner == shown.number;
    // Of one access, the lanes that come later: they may touch what the earlier ones do.
    if (is_own && could_race) shown.several = true;
    const bool ordered = is_own || (line.owner != kShared && follows(line.owner, now, number, shown));
    if (could_race && !ordered) shown.meets = true;
    line.owner = ordered ? shown.number : kShared;
  }
  (now.strong ? line.phase_strong : now.writes ? line.phase_stores : line.phase_reads) |= words;
}

/// Whether `now` is behind what was done last at a line, and so behind all that was done there.
bool ApartAccesses::follows(std::uint32_t number, const RacingAccess& now, std::uint64_t line, Shown& shown) const {
  const Access& last = log_[number];
  if (last.warp != now.warp) return synced_ && last.clock <= now.knows->known.of({last.block, last.warp}).all;
  if (lockstep_ || now.knows->lanes.all_know(last.clock)) return true;
  if (last.footprint && now.footprint != nullptr) {
    Footprint& one = *last.footprint;
    Footprint& other = **now.footprint;
    if (&one == &other && last.base == now.base) return !one.by_line().several;
    const auto line_of = [&](std::uint64_t base) { return static_cast<std::int64_t>(line - base / kLineBytes); };
    return have_same_lanes({.parts = one.parts, .line = line_of(last.base)},
                           {.parts = other.parts, .line = line_of(now.base)});
  }
  if (last.footprint || now.footprint != nullptr) return false;
  if (shown.compared != number) {
    shown.compared = number;
    shown.same_lanes = has_same_lanes(last, *now.event) && !share_words(*now.event);
  }
  return shown.same_lanes;
}

/// Of two that are scattered.
bool ApartAccesses::has_same_lanes(const Access& last, const sim::AccessEvent& now) const {
  const std::uint32_t* const words = words_.words().data() + last.words;
  if (words[0] != now.at.lanes || words[1] != now.bytes || last.base != now.base) return false;
  bool same = true;
  for_each_lane(now.at.lanes, [&](int lane) {
    same &= words[kScatteredHead + static_cast<std::size_t>(lane)] == static_cast<std::uint32_t>(now.offset[lane]);
  });
  return same;
}

void ApartAccesses::next_phase(std::uint64_t block) {
  block_ = block;
  phase_begin_ = log_.size();
  synced_ = false;
  if (phase_ != kLastPhase) ++phase_;
}

bool ApartAccesses::is_astray(std::uint64_t block) const {
  return !astray_.empty() && std::ranges::find(astray_, block) != astray_.end();
}

ApartAccesses::Taken ApartAccesses::take(const RacingAccess& now) {
  const bool astray = is_astray(now.block);
  if (!astray && block_ == kNoBlock) next_phase(now.block);
  const bool quiet = !astray && now.copy == 0 && !now.relies && !now.narrow && !now.near &&
                     log_.size() - phase_begin_ < kLongestPhase && phase_ != kLastPhase;
  Shown shown{.number = number_of(now)};
  const bool is_update = is_unknown_update(now);
  for_each_line(now, [&](std::uint64_t number, std::uint32_t words, std::uint8_t type) {
    Line& line = line_at(number);
    shown.is_new |= come(line, words, type, now, is_update);
    if (quiet) meet(line, number, words, now, shown);
  });
  const bool alone = quiet && !shown.meets;
  if (alone || shown.is_new) write_down(now, shown, alone);
  if (block_ == kNoBlock && log_.size() >= kLongestLog) end_log();
  const bool several = now.footprint != nullptr ? (*now.footprint)->by_line().several : shown.several;
  return {.how = astray ? Taken::How::astray : alone ? Taken::How::alone : Taken::How::met, .several = several};
}

void ApartAccesses::claim(const RacingAccess& now) {
  Shown shown{.number = number_of(now)};
  const bool is_update = is_unknown_update(now);
  for_each_line(now, [&](std::uint64_t number, std::uint32_t words, std::uint8_t type) {
    shown.is_new |= come(line_at(number), words, type, now, is_update);
  });
  if (shown.is_new) write_down(now, shown, false);
  if (log_.size() >= kLongestLog) end_log();
}

/// A strong write of a word, of which the value is not known.
bool ApartAccesses::is_unknown_update(const RacingAccess& now) {
  return now.writes && now.strong && now.size == kWordBytes && !now.narrow && !now.near && now.event->stored == nullptr;
}

/// Its place in the log: that of the same access, if it is the last of its instruction; or a new one.
std::uint32_t ApartAccesses::number_of(const RacingAccess& now) const {
  const auto next = static_cast<std::uint32_t>(log_.size());
  if (now.footprint == nullptr || now.pc >= last_of_pc_.size()) return next;
  const std::uint32_t last = last_of_pc_[now.pc];
  if (last < phase_begin_ || last >= log_.size()) return next;
  const Access& access = log_[last];
  if (!access.is(now) || access.base != now.base || access.writes != now.writes) return next;
  // Another lane than before may come first to a word that several write.
  return now.writes && (*now.footprint)->by_line().several ? next : last;
}

void ApartAccesses::write_down(const RacingAccess& now, const Shown& shown, bool of_phase) {
  const bool stored = now.writes && now.event->stored != nullptr;
  if (shown.number < log_.size()) {
    // Once more: only what it stores may have changed.
    Access& access = log_[shown.number];
    access.is_new = access.is_new || shown.is_new;
    access.stored = access.stored && stored;
    if (!access.stored) return;
    const std::size_t begin = words_.words().size();
    put_stored(now);
    const std::uint32_t* const words = words_.words().data();
    std::size_t same = 0;
    for (std::uint32_t i = 0; i < access.count; ++i) same += words[access.words + i] == words[begin + i] ? 1 : 0;
    words_.take_back(words_.words().size() - begin);
    if (same == 0) access.stored = false;
    if (same == 0 || same == access.count) return;
  }
  Access& access = log_.emplace_back(Access{NotedAccess(now)});
  access.base = now.base;
  access.is_new = shown.is_new;
  access.of_phase = of_phase;
  access.words = words_.words().size();
  if (now.footprint == nullptr) {
    const sim::AccessEvent& event = *now.event;
    std::uint32_t* const words = words_.put(kScatteredHead + kWarpSize);
    words[0] = event.at.lanes;
    words[1] = event.bytes;
    for (int lane = 0; lane < kWarpSize; ++lane)
      words[kScatteredHead + static_cast<std::size_t>(lane)] =
          (event.at.lanes >> lane & 1) != 0 ? static_cast<std::uint32_t>(event.offset[lane]) : 0;
    if (stored) {
      const std::size_t each = words_of_lane(event.bytes);
      std::uint32_t* const values = words_.put(each * kWarpSize);
      std::fill_n(values, each * kWarpSize, 0u);
      for_each_lane(event.at.lanes, [&](int lane) {
        const auto i = static_cast<std::size_t>(lane);
        std::memcpy(values + i * each, event.stored + i * event.stored_bytes, event.bytes);
      });
    }
  } else {
    if (now.pc >= last_of_pc_.size()) last_of_pc_.resize(now.pc + std::size_t{1}, kNone);
    last_of_pc_[now.pc] = static_cast<std::uint32_t>(log_.size() - 1);
    if (stored) put_stored(now);
  }
  access.stored = stored;
  access.count = static_cast<std::uint32_t>(words_.words().size() - access.words);
}

/// What is stored in its words, by part.
void ApartAccesses::put_stored(const RacingAccess& now) {
  const sim::AccessEvent& event = *now.event;
  Footprint& footprint = **now.footprint;
  if (event.bytes == kWordBytes && event.stored_bytes == kWordBytes && footprint.by_line().in_lane_order) {
    std::memcpy(words_.put(kWarpSize), event.stored, kWarpSize * kWordBytes);
    return;
  }
  for (const LinePart& part : footprint.parts) {
    const std::uint64_t line = (now.base / kLineBytes + static_cast<std::uint64_t>(part.line)) * kLineBytes;
    std::uint32_t* values = words_.put(static_cast<std::size_t>(std::popcount(part.words)));
    for_each_word(part.words,
                  [&](std::size_t w) { *values++ = stored_word(event, part.low(w), line + w * kWordBytes); });
  }
}

FootprintRef ApartAccesses::footprint_of(const std::uint32_t* words, std::uint64_t base) {
  std::array<std::int64_t, kWarpSize> offset{};
  for (std::size_t i = 0; i < offset.size(); ++i) offset[i] = static_cast<std::int32_t>(words[kScatteredHead + i]);
  return analysis::footprint_of(offset.data(), words[0], words[1], static_cast<std::uint32_t>(base % kLineBytes));
}

void ApartAccesses::stray_from_phase() {
  astray_.push_back(block_);
  block_ = kNoBlock;
  for (std::size_t i = phase_begin_; i < log_.size(); ++i) log_[i].of_phase = false;
  phase_begin_ = log_.size();
}

bool ApartAccesses::end_phase(std::uint64_t block) {
  const bool was_astray = std::erase(astray_, block) != 0;
  if (block_ == block) block_ = kNoBlock;
  if (block_ == kNoBlock) end_log();
  return was_astray;
}

void ApartAccesses::end_log() {
  for (const Access& access : log_) {
    if (!access.is_new) continue;
    Noted noted{.base = access.base,
                .pc = access.pc,
                .block = access.block,
                .cluster = access.cluster,
                .warp = access.warp,
                .size = access.size,
                .stored = access.stored,
                .writes = access.writes,
                .strong = access.strong,
                .narrow = access.narrow,
                .near = access.near};
    if (access.footprint) {
      noted.footprint = &*access.footprint;
      if (!std::exchange(noted.footprint->noted, true)) {
        footprints_.push_back(access.footprint);
        footprint_bytes_ += access.footprint->bytes();
      }
    }
    if (access.count != 0 && (access.stored || !access.footprint)) {
      std::uint32_t* const words = noted_words_.put(access.count);
      std::copy_n(words_.words().begin() + static_cast<std::ptrdiff_t>(access.words), access.count, words);
      noted.words = words;
    }
    static_cast<void>(noted_.add(noted));
  }
  log_.clear();
  words_.clear();
  phase_begin_ = 0;
  if (noted_.size() * sizeof(Noted) + noted_words_.used_bytes() + footprint_bytes_ < most_) return;
  look(true);
  forget_noted();
}

void ApartAccesses::forget_noted() {
  noted_.clear();
  noted_words_.clear();
  for (const FootprintRef& footprint : footprints_) footprint->noted = false;
  footprints_.clear();
  footprint_bytes_ = 0;
}

}  // namespace warpglass::analysis
