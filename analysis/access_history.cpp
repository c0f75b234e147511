#include "analysis/access_history.hpp"

#include <algorithm>
#include <bit>

namespace warpglass::analysis {
namespace {

// Copies that nobody is known to have waited for, from which on those that are done are looked for among them.
constexpr std::size_t kPendingCopies = 1024;

// Accesses of a line that are remembered; of more the newer half is kept. Where they touch parts of words, one is noted
// for each of a word's bytes.
constexpr std::uint32_t kLongestChain = 64;
constexpr std::uint32_t kLongestOfBytes = kLongestChain * kWordBytes;

// Of these, the newest, among which it is looked for whether an access is one of a loop's.
constexpr std::uint32_t kSameLookedFor = 8;

/// Two lanes that touch a word, one of each access, neither knowing of the other's.
struct LanePair {
  bool found = false;
  std::uint8_t first = 0;
  std::uint8_t second = 0;
};

LanePair unordered_lanes(const LinePart& first, const WarpName& other, Clock clock, const LinePart& second,
                         const RacingAccess& now, std::size_t word) {
  if (clock == CopyGroups::kNever) return {.found = true, .first = first.low(word), .second = second.low(word)};
  const bool one_warp = other.block == now.block && other.warp == now.warp;
  for (const std::uint8_t a : {first.low(word), first.high(word)}) {
    for (const std::uint8_t b : {second.low(word), second.high(word)}) {
      const bool ordered =
          one_warp ? a == b || now.knows->lanes.knows(b, a, clock) : now.knows->knows(b, other, a, clock);
      if (!ordered) return {.found = true, .first = a, .second = b};
    }
  }
  return {};
}

/// Words that one lane touches in both, the same in each.
std::uint32_t words_of_same_lanes(const LinePart& first, const LinePart& second) {
  std::uint32_t same = 0;
  for_each_word(first.words & second.words, [&](std::size_t word) {
    const std::uint8_t lane = second.low(word);
    if (lane == second.high(word) && (lane == first.low(word) || lane == first.high(word))) same |= 1u << word;
  });
  return same;
}

}  // namespace

bool stores_the_same(const sim::AccessEvent& store, int lane, std::uint64_t word, std::uint8_t bytes) {
  if (store.stored == nullptr || store.memory == nullptr) return false;
  const std::uint64_t begin = store.address(lane);
  for (std::uint64_t byte = 0; byte < kWordBytes; ++byte) {
    const std::uint64_t at = word + byte - begin;
    if ((bytes >> byte & 1) == 0 || at >= store.bytes) continue;
    const std::byte* const value = store.stored + static_cast<std::size_t>(lane) * store.stored_bytes;
    if (value[at] != store.memory[store.offset[lane] + static_cast<std::int64_t>(at)]) return false;
  }
  return true;
}

void AccessHistory::forget() {
  ++epoch_;
  unmet_.forget();
  nodes_.clear();
  free_.clear();
  bytes_.clear();
  if (pending_.empty()) return;
  forget_known_copies();
  Races none;
  for (const Pending& copy : std::exchange(pending_, {})) {
    RacingAccess again = copy.access;
    again.footprint = &copy.footprint;
    again.knows = nullptr;
    again.event = nullptr;
    add(again, none);
  }
}

void AccessHistory::forget_known_copies() {
  std::erase_if(pending_, [&](const Pending& copy) { return copies_.known(copy.access.copy); });
}

void AccessHistory::clear() {
  pending_.clear();
  forget();
  unmet_.clear();
  lines_.clear();
}

bool AccessHistory::add(const RacingAccess& now, Races& races) {
  bool any = false;
  if (now.copy != 0) {
    if (pending_.size() >= kPendingCopies && std::has_single_bit(pending_.size())) forget_known_copies();
    pending_.push_back({.footprint = *now.footprint, .access = now});
  }
  const auto parts = static_cast<std::uint32_t>((*now.footprint)->parts.size());
  for (std::uint32_t i = 0; i < parts;) {
    const UnmetAccesses::Piece piece = UnmetAccesses::piece_of(now, i);
    if (!unmet_.take(now, piece)) {
      unmet_.hand_over(piece.page, [&](const RacingAccess& earlier, std::uint32_t part) { add(earlier, part, races); });
      for (; i < piece.last; ++i) any = add(now, i, races) || any;
    }
    i = piece.last;
  }
  return any;
}

bool AccessHistory::add(const RacingAccess& now, std::uint32_t number_of_part, Races& races) {
  const LinePart& part = (*now.footprint)->parts[number_of_part];
  const std::uint64_t number = now.base / kLineBytes + static_cast<std::uint64_t>(part.line);
  Line& line = lines_.at(number);
  if (line.epoch != epoch_) {
    line = {.epoch = epoch_};
    line.words.clear();
  }
  if (part.bytes != kWholeWord && line.bytes == kNone) {
    line.bytes = static_cast<std::uint32_t>(bytes_.size());
    bytes_.emplace_back().fill(line.words);
  }
  if (now.strong) {
    line.mixed = line.mixed || now.narrow || now.near || (line.strong_size != 0 && line.strong_size != now.size);
    line.strong_size = now.size;
  }
  const LinePart::Lanes lanes = part.lane_by_word();
  bool races_here = false;
  if (now.knows != nullptr) {
    std::uint32_t words = 0;
    for_each_known(line, part, [&](const Words& known) { words |= against(line, known, now, part, lanes); });
    races_here = words != 0 && compare(line, number, now, part, words, races);
    if (words != 0 && !races_here && now.writes && !now.strong && part.bytes == kWholeWord) {
      // What the write was compared with is before it: who is after the write is after that too. Strong accesses that
      // come are not compared with a strong one.
      for_each_known(line, part, [&](Words& known) { known.drop(words); });
    }
  }
  for_each_known(line, part, [&](Words& known) { known.add(now, part.words, lanes); });
  line.copied = line.copied || now.copy != 0;
  line.relied = line.relied || (now.relies && now.writes);
  note(line, now, number_of_part);
  return races_here;
}

std::uint32_t AccessHistory::against(const Line& line, const Words& known, const RacingAccess& now,
                                     const LinePart& part, const LinePart::Lanes& lanes) {
  const bool own = known.owner == WarpName{now.block, now.warp}.number();
  const std::uint32_t words = known.others.against(now, line.mixed) & part.words;
  const bool strongly = line.mixed || (line.relied && now.relies);
  const std::uint32_t met = known.own.against(now, strongly) & part.words;
  if (met == 0 || !own || line.copied) return words | met;
  return now.knows->lanes.all_know(known.own_clock) ? words : words | other_lanes(known, part, lanes, met);
}

void AccessHistory::Words::add(const RacingAccess& access, std::uint32_t words, const LinePart::Lanes& lanes) {
  const std::uint64_t warp = WarpName{access.block, access.warp}.number();
  if (owner == kNobody) owner = warp;
  if (owner != warp) {
    others.of(access) |= words;
    return;
  }
  own.of(access) |= words;
  own_clock = access.clock;
  if (analysis::same_lanes(lane, lanes)) return;
  for (std::size_t w = 0; w < lanes.size(); ++w) {
    const std::uint8_t old = lane[w];
    const bool fresh = old == LinePart::kUntouched || old == lanes[w];
    lane[w] = lanes[w] == LinePart::kUntouched ? old : fresh ? lanes[w] : LinePart::kSeveral;
  }
}

/// Of words that the owner has touched, those that other lanes of it touch now.
std::uint32_t AccessHistory::other_lanes(const Words& known, const LinePart& part, const LinePart::Lanes& lanes,
                                         std::uint32_t words) {
  if (!part.several && analysis::same_lanes(known.lane, lanes)) return 0;
  std::uint32_t others = 0;
  for_each_word(words, [&](std::size_t w) {
    if (lanes[w] == LinePart::kSeveral || lanes[w] != known.lane[w]) others |= 1u << w;
  });
  return others;
}

/// The count of its doer at which an access was done; the highest while a copy is under way.
Clock AccessHistory::clock_of(const Node& node) const { return node.copy == 0 ? node.clock : copies_.done(node.copy); }

WarpName AccessHistory::doer_of(const Node& node) const { return copies_.doer(node.copy, {node.block, node.warp}); }

/// Those of `words` at which the two are in no order.
std::uint32_t AccessHistory::unordered(const Node& node, const RacingAccess& now, const LinePart& part,
                                       std::uint32_t words) const {
  const Clock clock = clock_of(node);
  if (clock == CopyGroups::kNever) return words;
  const WarpName other = doer_of(node);
  if (other.block != now.block || other.warp != now.warp) {
    const Seen seen = now.knows->known.of(other);
    if (clock <= seen.all) return 0;
    if (seen.lanes == 0 && now.knows->some == 0) return words;
  } else if (lockstep_ || now.knows->lanes.all_know(clock)) {
    return 0;
  }
  const LinePart& before = node.footprint->parts[node.part];
  std::uint32_t rest = 0;
  for_each_word(words, [&](std::size_t w) {
    if (unordered_lanes(before, other, clock, part, now, w).found) rest |= 1u << w;
  });
  return rest;
}

/// \return  whether there is a race
bool AccessHistory::compare(const Line& line, std::uint64_t number, const RacingAccess& now, const LinePart& part,
                            std::uint32_t words, Races& races) const {
  bool any = false;
  std::uint32_t observed = 0;  // words whose strong writes so far the thread has read by a strong access
  for (std::uint32_t i = line.newest; i != kNone; i = nodes_[i].older) {
    const Node& node = nodes_[i];
    if ((node.words & words) == 0) continue;
    const LinePart& before = node.footprint->parts[node.part];
    if (node.strong && node.reads && !now.strong && is_one_warp(node, now))
      observed |= words_of_same_lanes(before, part);
    const bool both_strong = node.strong && now.strong;
    const bool too_narrow = (node.block != now.block && (node.narrow || now.narrow)) ||
                            (node.cluster != now.cluster && (node.near || now.near));
    const bool passed_on = node.relies && now.relies && node.writes && !now.writes && is_one_warp(node, now) &&
                           (before.words & (before.words - 1)) != 0;
    if (!(node.writes || now.writes) || (both_strong && node.size == now.size && !too_narrow && !passed_on)) continue;
    if ((before.bytes & part.bytes) == 0) continue;
    const Clock clock = clock_of(node);
    // What a thread has read is before what it does next (PTX ISA, Causality Order: observation order), itself alone.
    const std::uint32_t open = node.strong && node.writes ? words & ~observed : words;
    const std::uint32_t racing = unordered(node, now, part, before.words & open);
    for_each_word(racing, [&](std::size_t w) {
      any = true;
      const LanePair lanes = unordered_lanes(before, doer_of(node), clock, part, now, w);
      const std::uint64_t address = number * kLineBytes + w * kWordBytes;
      const bool both_write = node.writes && now.writes;
      // A plain access to what others access atomically is no matter of fences.
      Lack lack = Lack::order;
      if (both_strong) {
        lack = node.size != now.size ? Lack::size : too_narrow ? Lack::scope : Lack::meeting;
      } else if (!node.strong && !now.strong) {
        lack = copies_.told_to_object(node.copy) ? Lack::signal
               : node.copy == 0           ? now.knows->lack(lanes.second, {node.block, node.warp}, lanes.first, clock)
               : copies_.known(node.copy) ? Lack::meeting_behind_wait
                                          : Lack::wait;
      }
      analysis::add(races,
                    {.first = node.pc,
                     .second = now.pc,
                     .conflict = both_write    ? Conflict::write_then_write
                                 : node.writes ? Conflict::write_then_read
                                               : Conflict::read_then_write,
                     .shared = now.shared,
                     .same_value = both_write && stores_the_same(*now.event, lanes.second, address,
                                                                 static_cast<std::uint8_t>(before.bytes & part.bytes)),
                     .one_strong = node.strong != now.strong,
                     .plain_reads = node.strong != now.strong && !(node.strong ? now.writes : node.writes),
                     .lack = lack},
                    {.count = 1,
                     .address = address,
                     .first = {.block = node.block, .cluster = node.cluster, .warp = node.warp, .lane = lanes.first},
                     .second = {.block = now.block, .cluster = now.cluster, .warp = now.warp, .lane = lanes.second}});
    });
  }
  return any;
}

void AccessHistory::note(Line& line, const RacingAccess& now, std::uint32_t part) {
  // A loop does the same again: of what is not strong it does not matter what lies between.
  std::uint32_t looked_at = 0;
  for (std::uint32_t i = line.newest; i != kNone && looked_at < kSameLookedFor; i = nodes_[i].older, ++looked_at) {
    if (nodes_[i].part == part && nodes_[i].is(now)) return;
    if (now.strong) break;
  }
  if (line.length >= (line.bytes == kNone ? kLongestChain : kLongestOfBytes)) shorten(line);
  Node node{NotedAccess(now), part, (*now.footprint)->parts[part].words, line.newest};
  if (free_.empty()) {
    line.newest = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(std::move(node));
  } else {
    line.newest = free_.back();
    free_.pop_back();
    nodes_[line.newest] = std::move(node);
  }
  ++line.length;
}

void AccessHistory::shorten(Line& line) {
  const std::uint32_t kept = line.length / 2;
  std::uint32_t last = line.newest;
  for (std::uint32_t i = 1; i < kept; ++i) last = nodes_[last].older;
  for (std::uint32_t i = std::exchange(nodes_[last].older, kNone); i != kNone; i = nodes_[i].older) {
    nodes_[i].footprint = {};
    free_.push_back(i);
  }
  line.length = kept;
}

}  // namespace warpglass::analysis
