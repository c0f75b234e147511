#include "analysis/unmet_accesses.hpp"

#include <algorithm>
#include <span>

#include "analysis/race_clocks.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint8_t kWholeWord = 0xf;  // a bit a byte

/// The only part of an access at a line, where each of its words is touched whole and by one lane; nullptr: it is not.
const LinePart* plain_part(const std::vector<LinePart>& parts, std::uint32_t first, std::uint32_t last,
                           std::int64_t line) {
  const LinePart* found = nullptr;
  for (std::uint32_t i = first; i < last; ++i) {
    const LinePart& part = parts[i];
    if (part.line != line) continue;
    if (found != nullptr || part.bytes != kWholeWord || part.several) return nullptr;
    found = &part;
  }
  return found;
}

bool has_same_lanes(const LinePart& a, const LinePart& b) {
  if (a.words != b.words || (a.lanes == nullptr) != (b.lanes == nullptr)) return false;
  return a.lanes == nullptr ? a.only == b.only : same_lanes(a.lanes->low, b.lanes->low);
}

}  // namespace

RacingAccess UnmetAccesses::Access::again() const {
  return {.footprint = &footprint,
          .base = base,
          .pc = pc,
          .block = block,
          .cluster = cluster,
          .clock = clock,
          .warp = warp,
          .writes = writes,
          .reads = reads,
          .strong = strong,
          .size = size};
}

void UnmetAccesses::Page::begin(std::uint32_t now) {
  *this = {.epoch = now};
  owner.fill(kNone);
}

std::uint32_t UnmetAccesses::Page::against(const RacingAccess& access) const {
  if (!access.strong) return writes | strong_writes | (access.writes ? reads | strong_reads : 0);
  std::uint32_t lines = writes | (access.writes ? reads : 0);
  if (mixed || strong_size != access.size) lines |= strong_writes | (access.writes ? strong_reads : 0);
  return lines;
}

UnmetAccesses::Piece UnmetAccesses::piece_of(const RacingAccess& now, std::uint32_t first) {
  const std::vector<LinePart>& parts = (*now.footprint)->parts;
  const auto line_of = [&](std::uint32_t part) {
    return now.base / kLineBytes + static_cast<std::uint64_t>(parts[part].line);
  };
  Piece piece{.page = line_of(first) / kLinesOfPage, .first = first, .last = first};
  for (; piece.last < parts.size(); ++piece.last) {
    const std::uint64_t line = line_of(piece.last);
    if (line / kLinesOfPage != piece.page) break;
    piece.lines |= 1u << line % kLinesOfPage;
  }
  return piece;
}

/// Whether `now` is behind what was done last at a line, and so behind all that was done there: what is done by the
/// same lanes at the same words, and what all threads of the warp know of, as its own warp or another of the block.
bool UnmetAccesses::follows(const Access& last, const RacingAccess& now, const Piece& piece, std::uint32_t line) const {
  if (now.knows == nullptr || last.block != now.block) return false;
  if (last.warp != now.warp) return last.clock <= now.knows->known.of({last.block, last.warp}).all;
  if (lockstep_ || now.knows->lanes.all_know(last.clock)) return true;
  const std::uint64_t number = piece.page * kLinesOfPage + line;
  const auto part_of = [&](const std::vector<LinePart>& parts, std::uint64_t base, std::uint32_t from,
                           std::uint32_t to) {
    return plain_part(parts, from, to, static_cast<std::int64_t>(number - base / kLineBytes));
  };
  const LinePart* const one = part_of(last.footprint->parts, last.base, last.first, last.last);
  const LinePart* const other = part_of((*now.footprint)->parts, now.base, piece.first, piece.last);
  return one != nullptr && other != nullptr && has_same_lanes(*one, *other);
}

bool UnmetAccesses::take(const RacingAccess& now, const Piece& piece) {
  Page& page = pages_.at(piece.page);
  if (page.epoch != epoch_) page.begin(epoch_);
  if (page.handed_over || now.copy != 0 || now.relies || now.narrow || now.near) return false;
  std::uint32_t shared = 0;  // lines at which it is in no order with what was done
  for_each_word(piece.lines, [&](std::size_t line) {
    const std::uint32_t owner = page.owner[line];
    if (owner == kShared || (owner != kNone && !follows(log_[owner], now, piece, static_cast<std::uint32_t>(line))))
      shared |= 1u << line;
  });
  const std::uint32_t against = now.knows != nullptr ? page.against(now) & shared : 0;
  const auto line_of = [&](const LinePart& part) {
    return static_cast<std::size_t>((now.base / kLineBytes + static_cast<std::uint64_t>(part.line)) % kLinesOfPage);
  };
  const std::span<const LinePart> parts =
      std::span((*now.footprint)->parts).subspan(piece.first, piece.last - piece.first);
  const auto meets = [&](const LinePart& part) {
    const std::size_t line = line_of(part);
    return (against >> line & 1) != 0 && (part.words & page.words[line]) != 0;
  };
  if (against != 0 && std::ranges::any_of(parts, meets)) return false;
  page.of(now) |= piece.lines;
  for (const LinePart& part : parts) page.words[line_of(part)] |= part.words;
  if (now.strong) {
    page.mixed = page.mixed || (page.strong_size != 0 && page.strong_size != now.size);
    page.strong_size = now.size;
  }
  const bool again = page.newest != kNone && log_[page.newest].is(now) && log_[page.newest].base == now.base &&
                     log_[page.newest].first == piece.first;
  if (again) return true;
  if (page.length == page.most) shorten(page);
  std::uint32_t number = static_cast<std::uint32_t>(log_.size());
  Access access{NotedAccess(now), now.base, piece.lines, piece.first, piece.last, page.newest};
  if (free_.empty()) {
    log_.push_back(std::move(access));
  } else {
    number = free_.back();
    free_.pop_back();
    log_[number] = std::move(access);
  }
  page.newest = number;
  ++page.length;
  for_each_word(piece.lines,
                [&](std::size_t line) { page.owner[line] = (shared >> line & 1) != 0 ? kShared : number; });
  return true;
}

/// Lets go of what is older than the last accesses of all its lines.
void UnmetAccesses::shorten(Page& page) {
  std::array<std::uint32_t, kLinesOfPage> kept{};
  std::uint32_t full = 0;  // lines of which enough is kept
  std::uint32_t* link = &page.newest;
  while (*link != kNone) {
    Access& access = log_[*link];
    if ((access.lines & ~full) != 0) {
      for_each_word(access.lines, [&](std::size_t line) {
        if (++kept[line] == kKeptOfLine) full |= 1u << line;
      });
      link = &access.older;
      continue;
    }
    const std::uint32_t gone = *link;
    for_each_word(access.lines, [&](std::size_t line) {
      if (page.owner[line] == gone) page.owner[line] = kShared;
    });
    *link = access.older;
    let_go(gone);
    --page.length;
  }
  page.most = std::max(kFirstMost, 2 * page.length);
}

void UnmetAccesses::let_go(std::uint32_t access) {
  log_[access].footprint = {};
  free_.push_back(access);
}

void UnmetAccesses::forget() {
  ++epoch_;
  log_.clear();
  free_.clear();
}

void UnmetAccesses::clear() {
  forget();
  pages_.clear();
}

}  // namespace warpglass::analysis
