#include "analysis/footprint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "base/lane_mask.hpp"

namespace warpglass::analysis {
namespace {

using Lanes = std::vector<std::uint8_t>;
using Place = std::pair<std::int64_t, std::size_t>;  // a line, and a byte in it

// Which lanes touch each byte, in ascending order.
std::map<Place, Lanes> lanes_by_byte(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes,
                                     std::uint32_t phase) {
  std::map<Place, Lanes> all;
  for_each_lane(lanes, [&](int lane) {
    for (std::int64_t byte = offset[lane] + phase; byte < offset[lane] + phase + bytes; ++byte)
      all[{byte >> 7, static_cast<std::size_t>(byte & 127)}].push_back(static_cast<std::uint8_t>(lane));
  });
  return all;
}

void expect_as_touched(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes, std::uint32_t phase) {
  const FootprintRef footprint = footprint_of(offset, lanes, bytes, phase);
  const auto plain = lanes_by_byte(offset, lanes, bytes, phase);
  std::size_t touched = 0;
  std::map<std::pair<std::int64_t, std::uint8_t>, int> kinds;
  for (const LinePart& part : footprint->parts) {
    EXPECT_EQ((++kinds[{part.line, part.bytes}]), 1) << "one part for each line and kind";
    bool several = false;
    for_each_word(part.words, [&](std::size_t word) {
      for (std::size_t byte = 0; byte < kWordBytes; ++byte) {
        if ((part.bytes >> byte & 1) == 0) continue;
        const auto found = plain.find({part.line, word * kWordBytes + byte});
        ASSERT_NE(found, plain.end());
        ++touched;
      }
      EXPECT_LE(part.low(word), part.high(word));
      several |= part.low(word) != part.high(word);
    });
    if (several) {
      EXPECT_TRUE(part.several);
    }
  }
  // Parts of one word may have bytes in common where lanes begin at different ones.
  EXPECT_GE(touched, plain.size());
  for (const auto& [place, those] : plain) {
    const std::size_t word = place.second / kWordBytes;
    Lanes told;
    for (const LinePart& part : footprint->parts) {
      const bool has = part.line == place.first && (part.words >> word & 1) != 0 &&
                       (part.bytes >> place.second % kWordBytes & 1) != 0;
      if (!has) continue;
      told.push_back(part.low(word));
      told.push_back(part.high(word));
    }
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(*std::ranges::min_element(told), those.front());
    EXPECT_EQ(*std::ranges::max_element(told), those.back());
  }
}

TEST(Footprint, HasTheBytesAndLanesOfAnyAccess) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t bytes = 1u << random() % 5;
    const std::int64_t span = std::int64_t{1} << (5 + random() % 12);
    const LaneMask lanes = random() % 2 == 0 ? kFullMask : static_cast<LaneMask>(random()) | 1u;
    const bool aligned = random() % 4 != 0;
    std::int64_t offset[32];
    for (std::int64_t& one : offset) {
      one = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(span)) - span / 2;
      if (aligned) one = one / bytes * bytes;
    }
    const auto phase = static_cast<std::uint32_t>(aligned ? random() % 128 / bytes * bytes : random() % 128);
    expect_as_touched(offset, lanes, bytes, phase);
    if (testing::Test::HasFailure()) FAIL() << round;
  }
}

TEST(Footprint, OfACopyIsALineEach) {
  const std::int64_t offset[32] = {};
  const FootprintRef footprint = footprint_of(offset, 1, 70'000, 4);
  EXPECT_EQ(footprint->parts.size(), 70'004u / kLineBytes + 1);
  expect_as_touched(offset, 1, 70'000, 4);
}

}  // namespace
}  // namespace warpglass::analysis
