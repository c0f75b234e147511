// What clusters that are apart do to each other: worked out where lines say that they could race.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "analysis/apart_accesses.hpp"

namespace warpglass::analysis {

const ApartAccesses::Line* ApartAccesses::find(std::uint64_t number) const {
  const auto page = pages_.find(number / kPageLines);
  if (page == pages_.end()) return nullptr;
  const Chunk* const chunk = (*page->second)[number % kPageLines / kChunkLines];
  if (chunk == nullptr) return nullptr;
  const Line& line = (*chunk)[number % kChunkLines];
  return line.phase < launch_begin_ ? nullptr : &line;
}

void ApartAccesses::look(bool all) {
  const auto is_wanted = [&](std::uint64_t line) {
    const Line* const found = find(line);
    return found != nullptr && found->contested;
  };
  std::array<std::uint32_t, kLineWords> values;
  for (std::uint32_t number = 0; number < noted_.size(); ++number) {
    const Noted& access = noted_[number];
    const bool scattered = access.footprint == nullptr;
    const FootprintRef footprint = scattered ? footprint_of(access.words, access.base) : FootprintRef(access.footprint);
    const RacingAccess again{.footprint = &footprint,
                             .base = access.base,
                             .pc = access.pc,
                             .block = access.block,
                             .cluster = access.cluster,
                             .warp = access.warp,
                             .writes = access.writes,
                             .strong = access.strong,
                             .narrow = access.narrow,
                             .near = access.near,
                             .size = access.size};
    const std::uint32_t* stored = access.stored ? access.words : nullptr;
    for (std::uint32_t i = 0; i < footprint->parts.size(); ++i) {
      const LinePart& part = footprint->parts[i];
      const std::uint64_t line = access.base / kLineBytes + static_cast<std::uint64_t>(part.line);
      if (all || is_wanted(line)) {
        const std::uint32_t* of_part = stored;
        if (stored != nullptr && scattered) {
          std::uint32_t* value = values.data();
          for_each_word(part.words, [&](std::size_t w) {
            *value++ = scattered_word(access, part.low(w), line * kLineBytes + w * kWordBytes);
          });
          of_part = values.data();
        }
        claims_.add(again, i, of_part);
      }
      if (stored != nullptr && !scattered) stored += std::popcount(part.words);
    }
  }
}

/// What a lane of a scattered access has stored in a word.
std::uint32_t ApartAccesses::scattered_word(const Noted& access, int lane, std::uint64_t word) {
  const auto i = static_cast<std::size_t>(lane);
  const std::size_t each = words_of_lane(access.words[1]);
  const std::uint64_t begin =
      access.base +
      static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(access.words[kScatteredHead + i])});
  const std::uint32_t* const values = access.words + kScatteredHead + kWarpSize + i * each;
  return begin > word ? values[0] << 8 * (begin - word) : values[(word - begin) / kWordBytes];
}

/// Of each `parts`-th page: finds the lines at which clusters of different workers could race.
/// \param contested  by worker: whether it has any
void ApartAccesses::contest(std::span<ApartAccesses> workers, std::size_t part, std::size_t parts,
                            std::vector<std::uint8_t>& contested) {
  std::vector<OfWorker> those;
  for (std::size_t first = 0; first < workers.size(); ++first) {
    for (const auto& [number, page] : workers[first].pages_) {
      if (number % parts != part) continue;
      const auto has = [which = number](const ApartAccesses& worker) { return worker.pages_.contains(which); };
      if (std::ranges::any_of(workers.first(first), has)) continue;  // done with
      for (std::size_t i = 0; i < kPageChunks; ++i) {
        those.clear();
        for (std::size_t w = first; w < workers.size(); ++w) {
          const auto found = workers[w].pages_.find(number);
          if (found == workers[w].pages_.end() || (*found->second)[i] == nullptr) continue;
          those.push_back({.worker = w, .chunk = (*found->second)[i], .begin = workers[w].launch_begin_});
        }
        if (those.size() > 1) contest(those, contested);
      }
    }
  }
}

void ApartAccesses::contest(std::span<const OfWorker> those, std::vector<std::uint8_t>& contested) {
  for (std::size_t i = 0; i < kChunkLines; ++i) {
    const auto line_of = [i](const OfWorker& one) {
      Line& line = (*one.chunk)[i];
      return line.phase < one.begin ? nullptr : &line;
    };
    std::uint32_t reads = 0;
    std::uint32_t stores = 0;
    std::uint32_t strong = 0;
    std::uint8_t size = 0;
    bool mixed = false;
    bool races = false;
    for (const OfWorker& one : those) {
      const Line* const line = line_of(one);
      if (line == nullptr) continue;
      mixed = mixed || line->mixed || (size != 0 && line->strong_size != 0 && size != line->strong_size);
      if (line->strong_size != 0) size = line->strong_size;
      const std::uint32_t its_reads = line->reads.all();
      const std::uint32_t its_stores = line->stores.all();
      const std::uint32_t its_strong = line->strong.all();
      const std::uint32_t met = (its_stores & (reads | stores | strong)) | (its_strong & (reads | stores)) |
                                (its_reads & (stores | strong)) | (mixed ? its_strong & strong : 0);
      races = races || met != 0 || line->contested;
      reads |= its_reads;
      stores |= its_stores;
      strong |= its_strong;
    }
    if (!races) continue;
    for (const OfWorker& one : those) {
      Line* const line = line_of(one);
      if (line == nullptr) continue;
      line->contested = true;
      contested[one.worker] = 1;
    }
  }
}

Races ApartAccesses::races(std::span<ApartAccesses> workers, sim::ThreadPool* threads) {
  const auto for_each = [&](const auto& work) {
    if (threads == nullptr || workers.size() == 1)
      for (std::size_t i = 0; i < workers.size(); ++i) work(i);
    else
      threads->run(workers.size(), work);
  };
  // By part, and there by worker.
  std::vector<std::vector<std::uint8_t>> contested(workers.size(), std::vector<std::uint8_t>(workers.size()));
  if (workers.size() > 1) for_each([&](std::size_t part) { contest(workers, part, workers.size(), contested[part]); });
  std::vector<ClusterClaims> claims(workers.size());
  for_each([&](std::size_t w) {
    const auto has = [w](const std::vector<std::uint8_t>& part) { return part[w] != 0; };
    workers[w].end_log();
    if (workers[w].contested_ || std::ranges::any_of(contested, has)) workers[w].look(false);
    workers[w].forget_noted();
    claims[w] = std::move(workers[w].claims_);
  });
  return ClusterClaims::races(claims, threads);
}

}  // namespace warpglass::analysis
