// What is noted of blocks that are apart, beside what is found where every access is looked at.
#include "analysis/apart_accesses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "analysis/access_history.hpp"
#include "analysis/cluster_claims.hpp"
#include "analysis/copy_groups.hpp"
#include "analysis/race_clocks.hpp"

namespace warpglass::analysis {
namespace {

using Pcs = std::set<std::pair<std::uint32_t, std::uint32_t>>;  // the lower first

/// An access with all that it names.
struct Made {
  std::array<std::int64_t, 32> offset{};
  std::array<std::array<std::byte, 16>, 32> stored{};
  sim::AccessEvent event;
  RacingAccess racing;
};

/// What one worker hears of blocks in a launch.
struct Worker {
  ApartAccesses apart;
  ClusterClaims all;  // of every access
  FootprintCache footprints;
  FootprintCache footprints_of_all;
  std::vector<std::unique_ptr<Made>> made;
};

class ApartAccessesTest : public testing::Test {
 protected:
  std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

  /// \param range  of the lines that are accessed
  std::unique_ptr<Made> access(std::uint32_t block, std::uint32_t warp, const WarpClock& clock, std::uint32_t range) {
    auto made = std::make_unique<Made>();
    sim::AccessEvent& event = made->event;
    const std::uint32_t pattern = pick(9);
    constexpr std::uint32_t kBytes[] = {4, 4, 4, 1, 8, 4, 8, 1, 2};
    event.bytes = kBytes[pattern];
    event.at = {.block = block, .warp = warp, .lanes = kFullMask};
    if (pick(3) == 0) event.at.lanes = 1u << pick(32) | static_cast<std::uint32_t>(random_());
    const std::uint64_t begin = std::uint64_t{1} << 20;
    for (int lane = 0; lane < 32; ++lane) {
      std::int64_t& offset = made->offset[static_cast<std::size_t>(lane)];
      switch (pattern) {
        case 1: offset = lane * 128; break;
        case 2: offset = 0; break;
        case 5:
        case 6:
        case 7:
        case 8: offset = static_cast<std::int64_t>(pick(range * 128 / event.bytes)) * event.bytes; break;
        default: offset = lane * static_cast<std::int64_t>(event.bytes); break;
      }
    }
    const bool scattered = pattern >= 5;
    const std::int64_t first = made->offset[static_cast<std::size_t>(first_lane(event.at.lanes))];
    event.base = begin + (scattered ? static_cast<std::uint64_t>(first) : std::uint64_t{pick(range * 4)} * 32);
    for (std::int64_t& offset : made->offset) offset -= first;
    event.offset = made->offset.data();
    event.shape = scattered ? 0 : std::uint64_t{event.at.lanes} << 8 | (pattern + 1);
    const std::uint32_t kind = event.bytes >= 4 ? pick(5) : pick(2);
    const bool strong = kind > 2;
    const bool narrow = strong && pick(40) == 0;
    event.at.pc = pick(3) * 16 + kind * 2 + (narrow ? 1 : 0);  // an instruction does one thing
    const bool writes = kind == 1 || kind == 3;
    event.direction = kind == 3 ? sim::Direction::update : writes ? sim::Direction::write : sim::Direction::read;
    if (kind == 1 && pick(4) != 0) {
      event.stored_bytes = 16;
      store(*made);
    }
    made->racing = {.base = event.base,
                    .pc = event.at.pc,
                    .block = block,
                    .cluster = block,
                    .clock = clock.clock,
                    .warp = static_cast<std::uint8_t>(warp),
                    .writes = writes,
                    .reads = !writes || kind == 3,
                    .strong = strong,
                    .narrow = narrow,
                    .size = static_cast<std::uint8_t>(event.bytes),
                    .knows = &clock,
                    .event = &event};
    return made;
  }

  void store(Made& made) {
    const std::uint32_t all = pick(3);  // 2: lanes store different values
    for (auto& value : made.stored) {
      const std::uint32_t word = all < 2 ? all : pick(2);
      std::memcpy(value.data(), &word, sizeof word);
    }
    made.event.stored = made.stored.front().data();
  }

  /// The same access once more, that may store something else.
  std::unique_ptr<Made> again(const Made& before) {
    auto made = std::make_unique<Made>(before);
    made->event.offset = made->offset.data();
    made->racing.event = &made->event;
    if (made->event.stored != nullptr) store(*made);
    return made;
  }

  /// Adds the access to all that the worker knows. \param history  of its block \param races  that are found there
  void hear(Worker& worker, Made& made, AccessHistory& history, Races& races) {
    RacingAccess& now = made.racing;
    const FootprintRef footprint = worker.footprints_of_all.of(made.event);
    now.footprint = &footprint;
    for (std::uint32_t i = 0; i < footprint->parts.size(); ++i) {
      std::array<std::uint32_t, kLineWords> words{};
      std::size_t count = 0;
      for_each_word(footprint->parts[i].words, [&](std::size_t w) {
        const auto lane = static_cast<std::size_t>(footprint->parts[i].low(w));
        const std::uint64_t word =
            (made.event.base / kLineBytes + static_cast<std::uint64_t>(footprint->parts[i].line)) * kLineBytes +
            w * kWordBytes;
        const std::uint64_t at = word - made.event.address(static_cast<int>(lane));
        std::uint32_t value = 0;
        for (std::uint64_t byte = 0; byte < kWordBytes; ++byte) {
          if (at + byte < made.event.bytes)
            value |= std::to_integer<std::uint32_t>(made.stored[lane][at + byte]) << 8 * byte;
        }
        words[count++] = value;
      });
      worker.all.add(now, i, made.event.stored != nullptr ? words.data() : nullptr);
    }
    const auto go_astray = [&] {
      worker.apart.go_astray([&](const RacingAccess& earlier) { history.add(earlier, races); });
    };
    const bool keeps = worker.footprints.keeps(made.event) || !ApartAccesses::is_scattered(made.event);
    now.footprint = keeps ? &worker.footprints.of(made.event) : nullptr;
    const ApartAccesses::Taken taken = worker.apart.take(now);
    now.footprint = &worker.footprints.of(made.event);
    if (taken.how == ApartAccesses::Taken::How::met) go_astray();
    if (taken.how != ApartAccesses::Taken::How::alone) history.add(now, races);
    now.footprint = nullptr;
  }

  /// Whether lanes of two accesses of a block race, by the rules alone. \param met  that the warp's lanes have met
  /// between
  static bool race(const Made& one, const Made& other, bool met) {
    const RacingAccess& a = one.racing;
    const RacingAccess& b = other.racing;
    if (!a.writes && !b.writes) return false;
    if (a.strong && b.strong && a.size == b.size) return false;
    if (a.warp == b.warp && met) return false;
    bool found = false;
    for_each_lane(one.event.at.lanes, [&](int i) {
      for_each_lane(other.event.at.lanes, [&](int j) {
        if (a.warp == b.warp && i == j) return;
        const std::uint64_t x = one.event.address(i);
        const std::uint64_t y = other.event.address(j);
        found = found || (x < y + other.event.bytes && y < x + one.event.bytes);
      });
    });
    return found;
  }

  static Pcs pcs_of(const Races& races) {
    Pcs all;
    for (const auto& [pair, race] : races) all.insert(std::minmax(pair.first, pair.second));
    return all;
  }

  std::mt19937_64 random_{20261129};
};

TEST_F(ApartAccessesTest, FindsWhatIsFoundWhereAllIsLookedAt) {
  std::vector<std::unique_ptr<Worker>> workers;
  std::uint64_t alone = 0;
  std::uint64_t racing = 0;
  std::uint64_t between = 0;
  for (int launch = 0; launch < 400; ++launch) {
    const std::size_t count = launch % 2 == 0 ? 1 : 3;
    const std::uint32_t range = std::array{4u, 64u, 2000u}[pick(3)];
    while (workers.size() < count) workers.push_back(std::make_unique<Worker>());
    for (auto& worker : workers) {
      worker->apart.start(false, launch % 5 == 0 ? 1000 : ApartAccesses::kMostNoted);
      worker->all = {};
      worker->footprints = {};
      worker->footprints_of_all = {};
    }
    const bool in_order = pick(4) != 0;
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::uint32_t block = in_order ? i : (i * 5 + 3) % 12;
      Worker& worker = *workers[pick(static_cast<std::uint32_t>(count))];
      const CopyGroups copies;
      AccessHistory history(false, copies);
      std::array<WarpClock, 2> clocks{WarpClock(block), WarpClock(block)};
      for (std::uint32_t phase = 0; phase < 1 + pick(3); ++phase) {
        std::vector<std::pair<std::unique_ptr<Made>, Clock>> heard;
        Races races;
        Pcs expected;
        bool certain = false;  // that one of these races is one
        bool observes = false;
        for (std::uint32_t n = 1 + pick(12); n > 0; --n) {
          const std::uint32_t warp = pick(2);
          WarpClock& clock = clocks[warp];
          if (pick(3) == 0) {
            clock.lanes.meet(kFullMask, clock.clock);
            ++clock.clock;
          }
          const Made* const last = heard.empty() ? nullptr : heard.back().first.get();
          const bool is_again = last != nullptr && last->racing.warp == warp && last->racing.clock == clock.clock;
          auto made = is_again && pick(2) == 0 ? again(*last) : access(block, warp, clock, range);
          for (const auto& [earlier, at] : heard) {
            const bool met = clock.lanes.all_know(at);
            if (!race(*earlier, *made, met)) continue;
            expected.insert(std::minmax(earlier->racing.pc, made->racing.pc));
            // What a thread has read by a strong access is before what it does next (PTX ISA, Observation Order).
            certain = certain || !observes || !earlier->racing.strong || made->racing.strong;
          }
          observes = observes || (made->racing.strong && made->racing.reads);
          hear(worker, *made, history, races);
          heard.emplace_back(std::move(made), clock.clock);
        }
        const Pcs found = pcs_of(races);
        EXPECT_TRUE(!certain || !found.empty()) << launch;
        EXPECT_TRUE(std::ranges::includes(expected, found)) << launch;
        (expected.empty() ? alone : racing) += 1;
        for (auto& [made, at] : heard) worker.made.push_back(std::move(made));
        for (WarpClock& clock : clocks) ++clock.clock;
        const bool astray = worker.apart.end_phase(block);
        EXPECT_TRUE(astray || races.empty());
        history.forget();
      }
    }
    std::vector<ApartAccesses> apart;
    std::vector<ClusterClaims> claims;
    for (std::size_t w = 0; w < count; ++w) {
      apart.push_back(std::move(workers[w]->apart));
      claims.push_back(std::move(workers[w]->all));
    }
    const Races expected = ClusterClaims::races(claims, nullptr);
    const Races found = ApartAccesses::races(apart, nullptr);
    between += expected.size();
    ASSERT_EQ(pcs_of(found), pcs_of(expected)) << launch;
    ASSERT_EQ(found.size(), expected.size()) << launch;
    for (const auto& [pair, race] : expected) {
      const auto same = found.find(pair);
      ASSERT_NE(same, found.end()) << launch;
      EXPECT_EQ(same->second.count, race.count) << launch;
      EXPECT_EQ(same->second.address, race.address) << launch;
      for (const auto& [one, other] : {std::pair(race.first, same->second.first), {race.second, same->second.second}}) {
        EXPECT_EQ(one.block, other.block) << launch;
        EXPECT_EQ(one.warp, other.warp) << launch;
        EXPECT_EQ(one.lane, other.lane) << launch;
      }
    }
    for (std::size_t w = 0; w < count; ++w) workers[w]->apart = std::move(apart[w]);
  }
  EXPECT_GT(alone, 500u);
  EXPECT_GT(racing, 500u);
  EXPECT_GT(between, 1000u);
}

}  // namespace
}  // namespace warpglass::analysis
