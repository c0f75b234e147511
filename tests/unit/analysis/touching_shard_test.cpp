#include "analysis/touching_shard.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <random>

namespace warpglass::analysis {
namespace {

using Plain = std::map<std::uint64_t, TouchedLine>;

constexpr std::array kHow{Touching::read, Touching::write, Touching::strong_read, Touching::strong_write};

// Tells a shard of accesses, and notes them lane by lane.
class Told {
 public:
  explicit Told(TouchingShard shard = {}) : shard_(std::move(shard)) {}

  /// \param pc  says how: read, write, and both strongly
  void access(std::uint32_t pc, std::uint64_t block, std::uint64_t base, std::int64_t step, std::uint32_t bytes,
              LaneMask lanes = kFullMask) {
    std::array<std::int64_t, kWarpSize> offset{};
    const int first = std::countr_zero(lanes);
    for (int lane = 0; lane < kWarpSize; ++lane) offset[static_cast<std::size_t>(lane)] = (lane - first) * step;
    sim::AccessEvent event;
    event.at = {.pc = pc, .block = block, .lanes = lanes};
    event.direction = pc % 2 == 0 ? sim::Direction::read : sim::Direction::write;
    event.order = pc < 2 ? sim::Order::weak : sim::Order::relaxed;
    event.bytes = bytes;
    event.base = base;
    event.offset = offset.data();
    shard_.on_access(event);
    for_each_lane(lanes, [&](int lane) {
      const std::uint64_t address = event.address(lane);
      for (std::uint64_t byte = address; byte < address + bytes; ++byte) {
        LineBytes one{};
        one[byte % kLineBytes / 64] = std::uint64_t{1} << byte % 64;
        plain_[byte / kLineBytes][kHow[pc]].add(one, static_cast<std::uint32_t>(block), pc);
      }
    });
  }

  /// Of what both have, by line.
  [[nodiscard]] Plain taken() {
    Plain lines;
    const TouchedRuns taken = shard_.take();
    for (const TouchedRun& run : taken.runs())
      for (std::uint64_t line = run.begin; line < run.end; ++line) EXPECT_TRUE(lines.emplace(line, run.line).second);
    return lines;
  }
  [[nodiscard]] const Plain& plain() const { return plain_; }

 private:
  TouchingShard shard_;
  Plain plain_;
};

TEST(TouchingShard, NotesWhatEachLaneTouches) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    Told told;
    for (int i = 0; i < 200; ++i) {
      const auto pc = static_cast<std::uint32_t>(random() % 4);
      const std::uint32_t bytes = 1u << random() % 4;
      const std::int64_t step = std::array<std::int64_t, 4>{bytes, bytes, 0, 2 * bytes}[random() % 4];
      const LaneMask lanes = random() % 3 == 0 ? static_cast<LaneMask>(random()) | 1u << 7 : kFullMask;
      const std::uint64_t base = (random() % 2 == 0 ? random() % 64 * kLineBytes : random() % 2048 * 8) + 4096;
      const std::uint64_t block = random() % 4;
      // Some go on as warps of a block do.
      for (std::uint64_t k = 0; k < random() % 12; ++k)
        told.access(pc, block, base + k * kWarpSize * bytes, step, bytes, lanes);
    }
    ASSERT_EQ(told.taken(), told.plain()) << round;
  }
}

TEST(TouchingShard, LongStretchesAreGatheredWhenThereAreMany) {
  Told told;
  for (const std::uint32_t pc : {1u, 0u, 1u, 3u}) {
    for (std::uint64_t block = 10'000; block-- > 0;) {
      for (std::uint64_t warp = 0; warp < 4; ++warp)
        told.access(pc, block, (block * 5 + warp) % 30'000 * kLineBytes, 4, 4, warp == 3 ? kFullMask : 1u);
    }
  }
  for (const std::uint32_t pc : {0u, 2u, 1u}) {
    for (std::uint64_t block = 0; block < 10'000; ++block) {
      for (std::uint64_t warp = 0; warp < 4; ++warp) told.access(pc, block, (block * 3 + warp) * kLineBytes, 4, 4, 3u);
    }
  }
  ASSERT_TRUE(told.taken() == told.plain());
}

TEST(TouchingShard, NotesTheRangesThatAreAskedForAlone) {
  Told told(TouchingShard({{.begin = 1000, .end = 1300}, {.begin = 2048, .end = 2049}}));
  for (std::uint64_t line = 0; line < 40; ++line) told.access(0, 0, line * kLineBytes, 4, 4);
  Plain wanted = told.plain();
  std::erase_if(wanted, [](const auto& line) { return (line.first < 7 || line.first > 10) && line.first != 16; });
  EXPECT_EQ(told.taken(), wanted);
}

}  // namespace
}  // namespace warpglass::analysis
