#include "analysis/happens_before.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <vector>

namespace warpglass::analysis {
namespace {

// What somebody knows, lane by lane, without sharing anything.
using Plain = std::map<std::uint64_t, std::array<Clock, kWarpSize>>;

void learn(Plain& plain, const WarpName& warp, const Seen& seen) {
  auto& lanes = plain[warp.number()];
  for (int lane = 0; lane < kWarpSize; ++lane) {
    Clock& known = lanes[static_cast<std::size_t>(lane)];
    known = std::max(known, seen.of(lane));
  }
}

void learn(Plain& plain, const Plain& other) {
  for (const auto& [number, lanes] : other) {
    auto& own = plain[number];
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) own[lane] = std::max(own[lane], lanes[lane]);
  }
}

struct Somebody {
  explicit Somebody(std::uint64_t block) : known(block) {}

  Knowledge known;
  Plain plain;
};

class TwoWays {
 public:
  explicit TwoWays(std::uint32_t seed) : random_(seed) {}

  void step(bool in_part) {
    Somebody& who = any();
    switch (random_() % 8) {
      case 0: who = any(); return;
      case 1:
      case 2:
      case 3: {
        const Somebody& other = any();
        if (&other == &who) return;
        who.known.learn(other.known);
        learn(who.plain, other.plain);
        return;
      }
    }
    const WarpName warp = any_warp();
    Seen seen{.all = static_cast<Clock>(random_() % 40)};
    if (in_part && random_() % 4 == 0) {
      seen.some = seen.all + 1 + static_cast<Clock>(random_() % 5);
      seen.lanes = static_cast<LaneMask>(random_());
    }
    who.known.learn(warp, seen);
    learn(who.plain, warp, seen);
  }

  /// Calls with what is known of each warp, and what ought to be.
  template <class Visit>
  void each(Visit visit) const {
    for (const Somebody& who : everybody_) {
      for (const std::uint64_t block : kBlocks) {
        for (std::uint32_t warp = 0; warp < kWarpsPerBlock; ++warp) {
          const auto plain = who.plain.find(WarpName{block, warp}.number());
          visit(who.known.of({block, warp}), plain == who.plain.end() ? std::array<Clock, kWarpSize>{} : plain->second);
        }
      }
    }
  }

 private:
  // Two of one piece, of one page, of pages, and numbers that no block has.
  static constexpr std::array<std::uint64_t, 7> kBlocks{0, 1, 2, 126, 129, 70'000, kNobody + 3};

  Somebody& any() { return everybody_[random_() % everybody_.size()]; }
  WarpName any_warp() {
    return {kBlocks[random_() % kBlocks.size()], static_cast<std::uint32_t>(random_() % kWarpsPerBlock)};
  }

  std::mt19937 random_;
  std::vector<Somebody> everybody_{Somebody(0),   Somebody(1),       Somebody(0),      Somebody(2),
                                   Somebody(129), Somebody(kNobody), Somebody(70'000), Somebody(kNobody)};
};

TEST(HappensBefore, WhatIsSharedIsWhatEachWasTold) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    TwoWays both(seed);
    for (int step = 0; step < 300; ++step) {
      both.step(false);
      if (step % 10 != 0) continue;
      both.each([](const Seen& seen, const std::array<Clock, kWarpSize>& lanes) {
        ASSERT_EQ(seen.lanes, 0u);
        ASSERT_EQ(seen.all, lanes[0]);
      });
    }
  }
}

TEST(HappensBefore, OfLanesNeverLessIsKnownThanWasTold) {
  std::uint64_t in_part = 0;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    TwoWays both(seed);
    for (int step = 0; step < 300; ++step) {
      both.step(true);
      if (step % 10 != 0) continue;
      both.each([&](const Seen& seen, const std::array<Clock, kWarpSize>& lanes) {
        ASSERT_LE(seen.all, *std::ranges::min_element(lanes));
        ASSERT_EQ(std::max(seen.all, seen.some), *std::ranges::max_element(lanes));
        for (int lane = 0; lane < kWarpSize; ++lane) ASSERT_GE(seen.of(lane), lanes[static_cast<std::size_t>(lane)]);
        in_part += seen.lanes != 0 ? 1 : 0;
      });
    }
  }
  EXPECT_GT(in_part, 1000u);
}

}  // namespace
}  // namespace warpglass::analysis
