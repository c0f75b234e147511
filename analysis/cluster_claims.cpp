#include "analysis/cluster_claims.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpglass::analysis {

ClusterClaims::Line& ClusterClaims::line_at(std::uint64_t number) {
  const std::uint64_t page = number / std::tuple_size_v<Page>;
  Recent& recent = recent_[page % recent_.size()];
  if (recent.number != page) {
    std::unique_ptr<Page>& found = pages_[page];
    if (found == nullptr) found = std::make_unique<Page>();
    recent = {.number = page, .page = found.get()};
  }
  return (*recent.page)[number % std::tuple_size_v<Page>];
}

const ClusterClaims::Page* ClusterClaims::page(std::uint64_t number) const {
  const auto found = pages_.find(number);
  return found == pages_.end() ? nullptr : found->second.get();
}

const ClusterClaims::Line* ClusterClaims::find(std::uint64_t number) const {
  const Page* const found = page(number / std::tuple_size_v<Page>);
  return found == nullptr ? nullptr : &(*found)[number % std::tuple_size_v<Page>];
}

/// Claims name footprints, which last as long as they do.
void ClusterClaims::keep(const FootprintRef& footprint) {
  if (!std::exchange(footprint->claimed, true)) footprints_.push_back(footprint);
}

Racer ClusterClaims::racer(const Claim& claim, std::size_t word) const {
  Racer racer{.block = claim.block, .cluster = claim.cluster, .warp = claim.warp};
  if (claim.lanes == kNone) {
    racer.lane = claim.footprint->parts[claim.part].low(word);
  } else {
    racer.lane = lanes_[claim.lanes - 1].lane[word];
    racer.warp = lanes_[claim.lanes - 1].warp[word];
  }
  return racer;
}

void ClusterClaims::add(const RacingAccess& now, std::uint32_t number_of_part, const std::uint32_t* stored) {
  const LinePart& part = (*now.footprint)->parts[number_of_part];
  const std::uint64_t number = now.base / kLineBytes + static_cast<std::uint64_t>(part.line);
  const Claim claim{.footprint = &**now.footprint,
                    .cluster = now.cluster,
                    .block = now.block,
                    .pc = now.pc,
                    .words = part.words,
                    .known = stored != nullptr ? part.words : 0,
                    .part = number_of_part,
                    .warp = now.warp,
                    .bytes = part.bytes,
                    .size = now.strong ? now.size : std::uint8_t{0},
                    .writes = now.writes,
                    .strong = now.strong,
                    .narrow = now.narrow || now.near};
  Values values;
  if (stored != nullptr) for_each_word(part.words, [&](std::size_t w) { values[w] = *stored++; });
  if (add(number, line_at(number), claim, stored != nullptr ? &values : nullptr)) keep(*now.footprint);
}

/// \return  whether there is a claim more, which names the footprint
bool ClusterClaims::add(std::uint64_t number, Line& line, Claim claim, const Values* values) {
  std::uint32_t once = 0;
  std::uint32_t twice = 0;
  bool higher = false;
  const bool stores = claim.writes && !claim.strong;
  const bool is_alone = stores && (line.stored & claim.words) == 0;
  if (stores) line.stored |= claim.words;
  if (claim.writes) line.written = 1;
  if (!is_alone)
    for_each(line, [&](Claim& earlier) {
      if (!earlier.like(claim)) return;
      if (earlier.cluster == claim.cluster) {
        const std::uint32_t both = earlier.words & claim.words;
        for_each_word(both & earlier.known, [&](std::size_t w) {
          if ((claim.known >> w & 1) == 0 || values_[earlier.values - 1][w] != (*values)[w])
            earlier.known &= ~(1u << w);
        });
        claim.words &= ~both;
      } else if (earlier.cluster < claim.cluster) {
        twice |= once & earlier.words;
        once |= earlier.words;
      } else {
        higher = true;
      }
    });
  claim.words &= ~twice;
  claim.known &= claim.words;
  if (claim.words == 0) return false;
  if (higher) make_room(line, claim);
  return append(number, line, claim, values);
}

/// The claim's words are new.
bool ClusterClaims::append(std::uint64_t number, Line& line, Claim claim, const Values* values) {
  if (extend(line, claim, values)) return false;
  if (line.first != kNone && line.written != 0 && line.contested == 0) {
    line.contested = 1;
    contested_.push_back(number);
  }
  claim.next = line.first;
  if (values != nullptr) claim.values = values_.add(*values) + 1;
  line.first = (claims_.add(claim) + 1) & kMostClaims;
  return true;
}

/// One instruction of a block in a loop is one claim; those of a cluster lie together at the front.
/// \return  whether there is one that takes it
bool ClusterClaims::extend(const Line& line, const Claim& claim, const Values* values) {
  for (std::uint32_t i = line.first; i != kNone && claims_[i - 1].cluster == claim.cluster; i = claims_[i - 1].next) {
    Claim& earlier = claims_[i - 1];
    if (!earlier.like(claim) || earlier.block != claim.block || earlier.pc != claim.pc ||
        (earlier.values == kNone) != (values == nullptr))
      continue;
    if (earlier.lanes == kNone) {
      Lanes lanes;
      for_each_word(earlier.words, [&](std::size_t w) { lanes.lane[w] = racer(earlier, w).lane; });
      lanes.warp.fill(earlier.warp);
      earlier.lanes = lanes_.add(lanes) + 1;
      earlier.footprint = nullptr;
    }
    Lanes& lanes = lanes_[earlier.lanes - 1];
    for_each_word(claim.words, [&](std::size_t w) {
      const Racer by = racer(claim, w);
      lanes.lane[w] = by.lane;
      lanes.warp[w] = by.warp;
      if (values != nullptr) values_[earlier.values - 1][w] = (*values)[w];
    });
    earlier.words |= claim.words;
    earlier.known |= claim.known;
    return true;
  }
  return false;
}

/// Where two clusters above that of `claim` have words, or one above and one below, the highest gives them up.
void ClusterClaims::make_room(const Line& line, const Claim& claim) {
  for_each_word(claim.words, [&](std::size_t w) {
    bool one_below = false;
    std::uint32_t lowest_above = Racer::kNone;
    const auto has = [&](const Claim& other) { return other.like(claim) && (other.words >> w & 1) != 0; };
    for_each(line, [&](const Claim& other) {
      if (!has(other)) return;
      one_below = one_below || other.cluster < claim.cluster;
      if (other.cluster > claim.cluster) lowest_above = std::min(lowest_above, other.cluster);
    });
    for_each(line, [&](Claim& other) {
      if (!has(other) || other.cluster <= claim.cluster || !(one_below || other.cluster != lowest_above)) return;
      other.words &= ~(1u << w);
      other.known &= other.words;
    });
  });
}

void ClusterClaims::join(const ClusterClaims& worker, std::uint64_t number, const Line& line) {
  worker.for_each(line, [&](const Claim& theirs) {
    Claim claim = theirs;
    if (claim.lanes != kNone) claim.lanes = lanes_.add(worker.lanes_[claim.lanes - 1]) + 1;
    add(number, line_at(number), claim, claim.values == kNone ? nullptr : &worker.values_[claim.values - 1]);
  });
}

void ClusterClaims::join(std::span<const ClusterClaims> workers, std::size_t part, std::size_t parts, Races& races) {
  std::vector<const Page*> pages(workers.size());
  for (std::size_t first = 0; first < workers.size(); ++first) {
    for (const auto& [number, its_page] : workers[first].pages_) {
      if (number % parts != part) continue;
      const auto is_known = [&, page = number](const ClusterClaims& worker) { return worker.page(page) != nullptr; };
      if (std::ranges::any_of(workers.first(first), is_known)) continue;  // done with
      for (std::size_t w = first; w < workers.size(); ++w) pages[w] = workers[w].page(number);
      for (std::size_t i = 0; i < its_page->size(); ++i) {
        const auto of_all = std::span(pages).subspan(first);
        const auto writes = [i](const Page* page) { return page != nullptr && (*page)[i].written != 0; };
        const auto has = [i](const Page* page) { return page != nullptr && (*page)[i].first != kNone; };
        if (std::ranges::none_of(of_all, writes)) continue;
        const std::uint64_t line = number * its_page->size() + i;
        const bool is_of_one = std::ranges::count_if(of_all, has) == 1;
        for (std::size_t w = first; w < workers.size(); ++w) {
          if (!has(pages[w])) continue;
          if (!is_of_one)
            join(workers[w], line, (*pages[w])[i]);
          else if ((*pages[w])[i].contested != 0)
            workers[w].add_races(line, (*pages[w])[i], races);
        }
      }
    }
  }
}

void ClusterClaims::compare(std::uint64_t number, const Claim& one, const Claim& other, Races& races) const {
  const bool swap = one.writes != other.writes ? !one.writes : one.cluster > other.cluster;
  const Claim& first = swap ? other : one;
  const Claim& second = swap ? one : other;
  for_each_word(first.words & second.words, [&](std::size_t w) {
    const bool known = (first.known & second.known & 1u << w) != 0 && first.bytes == second.bytes;
    const bool both_write = first.writes && second.writes;
    const bool same = both_write && known && values_[first.values - 1][w] == values_[second.values - 1][w];
    analysis::add(races,
                  {.first = first.pc,
                   .second = second.pc,
                   .conflict = both_write ? Conflict::write_then_write : Conflict::write_then_read,
                   .same_value = same,
                   .one_strong = first.strong != second.strong,
                   .plain_reads = first.strong != second.strong && !(first.strong ? second.writes : first.writes),
                   .lack = !first.strong || !second.strong ? Lack::order
                           : first.size != second.size     ? Lack::size
                                                           : Lack::scope},
                  {.count = 1,
                   .address = number * kLineBytes + w * kWordBytes,
                   .first = racer(first, w),
                   .second = racer(second, w)});
  });
}

void ClusterClaims::add_races(std::uint64_t number, const Line& line, Races& races) const {
  // Mostly all claims have words of their own.
  std::uint32_t once = 0;
  std::uint32_t twice = 0;
  for_each(line, [&](const Claim& claim) {
    twice |= once & claim.words;
    once |= claim.words;
  });
  if (twice == 0) return;
  std::vector<const Claim*> claims;
  for_each(line, [&](const Claim& claim) {
    if ((claim.words & twice) != 0) claims.push_back(&claim);
  });
  for (std::size_t i = 0; i < claims.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Claim& one = *claims[j];
      const Claim& other = *claims[i];
      if ((one.words & other.words) == 0 || (one.bytes & other.bytes) == 0 || one.cluster == other.cluster) continue;
      if (!one.gets_along_with(other)) compare(number, one, other, races);
    }
  }
}

Races ClusterClaims::races() const {
  Races all;
  for (const std::uint64_t line : contested_) add_races(line, *find(line), all);
  return all;
}

Races ClusterClaims::races(std::span<const ClusterClaims> workers, sim::ThreadPool* threads) {
  if (workers.empty()) return {};
  if (workers.size() == 1) return workers.front().races();
  const std::size_t parts = threads == nullptr ? 1 : workers.size();
  std::vector<Races> found(parts);
  const auto look = [&](std::size_t part) {
    ClusterClaims together;
    together.join(workers, part, parts, found[part]);
    for (const auto& [pair, race] : together.races()) analysis::add(found[part], pair, race);
  };
  if (parts == 1)
    look(0);
  else
    threads->run(parts, look);
  Races all;
  for (const Races& races : found)
    for (const auto& [pair, race] : races) analysis::add(all, pair, race);
  return all;
}

}  // namespace warpglass::analysis
