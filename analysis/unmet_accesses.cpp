#include "analysis/unmet_accesses.hpp"

#include <algorithm>
#include <span>

#include "analysis/race_clocks.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint64_t kPageBytes = UnmetAccesses::kLinesOfPage * kLineBytes;

}  // namespace

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
bool UnmetAccesses::follows(const Access& last, const RacingAccess& now, const Piece& piece, std::uint32_t line,
                            const Scattered* scattered) const {
  if (now.knows == nullptr || last.block != now.block) return false;
  if (last.warp != now.warp) return last.clock <= now.knows->known.of({last.block, last.warp}).all;
  if (lockstep_ || now.knows->lanes.all_know(last.clock)) return true;
  if (last.scattered != kNone) return scattered != nullptr && scattered_[last.scattered] == *scattered;
  if (!last.footprint || now.footprint == nullptr) return false;
  const std::uint64_t number = piece.page * kLinesOfPage + line;
  const auto parts_of = [&](const FootprintRef& footprint, std::uint64_t base, std::uint32_t from, std::uint32_t to) {
    return PartsOfLine{.parts = std::span(footprint->parts).subspan(from, to - from),
                       .line = static_cast<std::int64_t>(number - base / kLineBytes)};
  };
  return have_same_lanes(parts_of(last.footprint, last.base, last.first, last.last),
                         parts_of(*now.footprint, now.base, piece.first, piece.last));
}

std::uint32_t UnmetAccesses::unordered_lines(const Page& page, const RacingAccess& now, const Piece& piece,
                                             const Scattered* scattered) const {
  std::uint32_t lines = 0;
  for_each_word(piece.lines, [&](std::size_t line) {
    const std::uint32_t owner = page.owner[line];
    if (owner == kShared ||
        (owner != kNone && !follows(log_[owner], now, piece, static_cast<std::uint32_t>(line), scattered)))
      lines |= 1u << line;
  });
  return lines;
}

bool UnmetAccesses::take(const RacingAccess& now, const Piece& piece) {
  Page& page = pages_.at(piece.page);
  if (page.epoch != epoch_) page.begin(epoch_);
  if (page.handed_over || now.copy != 0 || now.relies || now.narrow || now.near) return false;
  const std::uint32_t unordered = unordered_lines(page, now, piece, nullptr);
  const std::uint32_t against = now.knows != nullptr ? page.against(now) & unordered : 0;
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
  for (const LinePart& part : parts) page.words[line_of(part)] |= part.words;
  keep(page, now, piece, unordered, kNone);
  return true;
}

bool UnmetAccesses::take_scattered(const RacingAccess& now) {
  const sim::AccessEvent& event = *now.event;
  if (event.bytes != kWordBytes || now.copy != 0 || now.relies || now.narrow || now.near) return false;
  Piece piece{.page = event.address(first_lane(event.at.lanes)) / kPageBytes};
  Scattered scattered{.lanes = event.at.lanes};
  Words words{};
  bool fits = true;
  bool several = false;
  for_each_lane(event.at.lanes, [&](int lane) {
    const std::uint64_t address = event.address(lane);
    fits = fits && address / kPageBytes == piece.page && address % kWordBytes == 0;
    const std::uint64_t word = address % kPageBytes / kWordBytes;
    const std::uint64_t line = word / kLineWords;
    const std::uint32_t bit = 1u << word % kLineWords;
    scattered.word[static_cast<std::size_t>(lane)] = static_cast<std::uint16_t>(word);
    several = several || (words[line] & bit) != 0;
    words[line] |= bit;
    piece.lines |= 1u << line;
  });
  if (!fits || (several && now.writes && !now.strong)) return false;
  Page& page = pages_.at(piece.page);
  if (page.epoch != epoch_) page.begin(epoch_);
  if (page.handed_over) return false;
  const std::uint32_t unordered = unordered_lines(page, now, piece, several ? nullptr : &scattered);
  bool meets = false;
  for_each_word(page.against(now) & unordered,
                [&](std::size_t line) { meets = meets || (words[line] & page.words[line]) != 0; });
  if (meets) return false;
  for_each_word(piece.lines, [&](std::size_t line) { page.words[line] |= words[line]; });
  std::uint32_t number = static_cast<std::uint32_t>(scattered_.size());
  if (free_scattered_.empty()) {
    scattered_.push_back(scattered);
  } else {
    number = free_scattered_.back();
    free_scattered_.pop_back();
    scattered_[number] = scattered;
  }
  keep(page, now, piece, unordered, number);
  return true;
}

void UnmetAccesses::keep(Page& page, const RacingAccess& now, const Piece& piece, std::uint32_t unordered,
                         std::uint32_t scattered) {
  page.of(now) |= piece.lines;
  if (now.strong) {
    page.mixed = page.mixed || (page.strong_size != 0 && page.strong_size != now.size);
    page.strong_size = now.size;
  }
  const bool again = page.newest != kNone && log_[page.newest].is(now) && log_[page.newest].base == now.base &&
                     log_[page.newest].first == piece.first;
  if (again) return;
  if (page.length >= page.most) shorten(page);
  std::uint32_t number = static_cast<std::uint32_t>(log_.size());
  Access access{NotedAccess(now), now.base, piece.lines, piece.first, piece.last, page.newest, scattered};
  if (free_.empty()) {
    log_.push_back(std::move(access));
  } else {
    number = free_.back();
    free_.pop_back();
    log_[number] = std::move(access);
  }
  page.newest = number;
  ++page.length;
  for_each_word(piece.lines, [&](std::size_t line) {
    page.owner[line] = (unordered >> line & 1) != 0 ? kShared : number;
    if (++page.count[line] == 2 * kKeptOfLine) page.most = std::min(page.most, page.length);
  });
}

void UnmetAccesses::make_footprint(Access& access, std::uint64_t page) {
  const Scattered& scattered = scattered_[access.scattered];
  std::array<std::int64_t, kWarpSize> offset{};
  for_each_lane(scattered.lanes, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    offset[i] = static_cast<std::int64_t>(page * kPageBytes + scattered.word[i] * kWordBytes - access.base);
  });
  access.footprint =
      footprint_of(offset.data(), scattered.lanes, kWordBytes, static_cast<std::uint32_t>(access.base % kLineBytes));
  access.first = 0;
  access.last = static_cast<std::uint32_t>(access.footprint->parts.size());
}

/// Lets go of what is older than the last accesses of all its lines.
void UnmetAccesses::shorten(Page& page) {
  std::array<std::uint16_t, kLinesOfPage> kept{};
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
  page.count = kept;
  page.most = std::max(2 * kKeptOfLine, 2 * page.length);
}

void UnmetAccesses::let_go(std::uint32_t access) {
  log_[access].footprint = {};
  if (const std::uint32_t scattered = std::exchange(log_[access].scattered, kNone); scattered != kNone)
    free_scattered_.push_back(scattered);
  free_.push_back(access);
}

void UnmetAccesses::forget() {
  ++epoch_;
  log_.clear();
  free_.clear();
  scattered_.clear();
  free_scattered_.clear();
}

void UnmetAccesses::clear() {
  forget();
  pages_.clear();
}

}  // namespace warpglass::analysis
