#include "analysis/touched_runs.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace warpglass::analysis {
namespace {

using Plain = std::map<std::uint64_t, TouchedLine>;

// Each line by itself, and that runs are in order and as long as they can be.
Plain lines_of(const TouchedRuns& runs) {
  Plain lines;
  const TouchedRun* before = nullptr;
  for (const TouchedRun& run : runs.runs()) {
    EXPECT_LT(run.begin, run.end);
    if (before != nullptr) {
      EXPECT_LE(before->end, run.begin);
      EXPECT_FALSE(before->end == run.begin && before->line == run.line);
    }
    for (std::uint64_t line = run.begin; line < run.end; ++line) lines[line] = run.line;
    before = &run;
  }
  return lines;
}

TEST(TouchedRuns, ARangeTouchesEachOfItsBytes) {
  constexpr std::uint64_t kBase = std::uint64_t{1} << 40;
  for (const auto& [offset, bytes] : {std::pair{0u, 0u},
                                      {0u, 128u},
                                      {0u, 1u},
                                      {0u, 64u},
                                      {63u, 2u},
                                      {127u, 1u},
                                      {127u, 2u},
                                      {64u, 64u},
                                      {5u, 600u},
                                      {128u, 384u}}) {
    TouchedRuns runs;
    runs.touch(kBase + offset, bytes, Touching::write);
    for (std::uint64_t byte = 0; byte < 1024; ++byte) {
      const TouchedLine* const line = runs.find((kBase + byte) / kLineBytes);
      const bool inside = byte >= offset && byte < offset + bytes;
      ASSERT_EQ(line != nullptr && (*line)[Touching::write].has(byte % kLineBytes), inside) << offset << ' ' << byte;
      ASSERT_FALSE(line != nullptr && (*line)[Touching::read].any());
    }
  }
}

TEST(TouchedRuns, ACopyOfAnySizeIsThreeAtMost) {
  TouchedRuns runs;
  runs.touch(3, std::uint64_t{1} << 33, Touching::read);
  EXPECT_EQ(runs.runs().size(), 3u);
  runs.touch(3, std::uint64_t{1} << 33, Touching::read);
  EXPECT_EQ(runs.runs().size(), 3u);
}

/// What an operation does, by both.
struct Operation {
  explicit Operation(std::mt19937& random) {
    if (random() % 2 == 0) {
      TouchedLines lines;
      for (int i = 0; i < 40; ++i) {
        const std::uint64_t number = random() % 24;
        TouchedLine line;
        line[how(random)].add({std::uint64_t{1} << random() % 64, random() % 2}, random() % 2, random() % 2);
        lines.at(number).add(line);
        plain[number].add(line);
      }
      runs.add(lines);
    }
    for (std::uint32_t i = random() % 5; i > 0; --i) {
      const std::uint64_t begin = random() % (24 * kLineBytes), bytes = random() % (8 * kLineBytes);
      const Touching touching = how(random);
      runs.touch(begin, bytes, touching);
      for (std::uint64_t byte = begin; byte < begin + bytes; ++byte) {
        LineBytes one{};
        one[byte % kLineBytes / 64] = std::uint64_t{1} << byte % 64;
        plain[byte / kLineBytes][touching].add(one, 0, 0);
      }
    }
  }

  static Touching how(std::mt19937& random) { return static_cast<Touching>(random() % kTouchings); }

  TouchedRuns runs;
  Plain plain;
};

TEST(TouchedRuns, HaveWhatWasTouchedLineByLine) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Operation one(random);
    const Operation other(random);
    ASSERT_EQ(lines_of(one.runs), one.plain) << round;
    for (std::uint64_t line = 0; line < 40; ++line) {
      const auto known = one.plain.find(line);
      const TouchedLine* const found = one.runs.find(line);
      ASSERT_EQ(found != nullptr, known != one.plain.end()) << round << ' ' << line;
      if (found != nullptr) {
        ASSERT_EQ(*found, known->second);
      }
    }
    Plain common;
    for_each_common(one.runs, other.runs,
                    [&](std::uint64_t begin, std::uint64_t end, const TouchedLine& a, const TouchedLine& b) {
                      for (std::uint64_t line = begin; line < end; ++line) {
                        ASSERT_EQ(a, one.plain[line]);
                        ASSERT_TRUE(common.emplace(line, b).second);
                      }
                    });
    Plain expected;
    for (const auto& [number, line] : other.plain) {
      if (one.plain.contains(number)) expected[number] = line;
    }
    ASSERT_EQ(common, expected) << round;
    one.runs.add(other.runs);
    for (const auto& [number, line] : other.plain) one.plain[number].add(line);
    ASSERT_EQ(lines_of(one.runs), one.plain) << round;
  }
}

}  // namespace
}  // namespace warpglass::analysis
