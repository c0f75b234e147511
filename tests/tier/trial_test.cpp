// Which of the two ways is kept, by clocks that say what the test wants.
#include "tier/trial.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace warpglass::tier {
namespace {

std::int64_t time_passed = 0;

std::int64_t fake_time() { return time_passed; }

constexpr std::int64_t kMicrosecond = 1000;

struct Ways {
  int compiled = 0;
  int interpreted = 0;
};

/// A launch of so many blocks, which take so long each.
Ways execute(Trial& trial, int blocks, std::int64_t compiled, std::int64_t interpreted) {
  static std::uint64_t launch = 0;
  ++launch;
  Ways ways;
  for (int i = 0; i < blocks; ++i) {
    const bool is_compiled = trial.is_compiled_next(launch);
    ++(is_compiled ? ways.compiled : ways.interpreted);
    time_passed += is_compiled ? compiled : interpreted;
  }
  return ways;
}

constexpr Trial::Clocks kFake{.time = fake_time, .processor_time = fake_time};
constexpr int kMany = 10'000;  // blocks, enough for a decision

TEST(Trial, TheFasterWayIsKept) {
  Trial trial(kFake);
  const Ways at_first = execute(trial, kMany, 20 * kMicrosecond, 30 * kMicrosecond);
  EXPECT_GT(at_first.interpreted, 0);
  EXPECT_EQ(execute(trial, kMany, 20 * kMicrosecond, 30 * kMicrosecond).interpreted, 0);
}

TEST(Trial, TheInterpreterIsKeptWhereItIsFaster) {
  Trial trial(kFake);
  const Ways at_first = execute(trial, kMany, 30 * kMicrosecond, 20 * kMicrosecond);
  EXPECT_GT(at_first.compiled, 0);
  EXPECT_EQ(execute(trial, kMany, 30 * kMicrosecond, 20 * kMicrosecond).compiled, 0);
}

TEST(Trial, WhatIsCompiledLaterIsTriedAnew) {
  Trial trial(kFake);
  execute(trial, kMany, 30 * kMicrosecond, 20 * kMicrosecond);
  trial.restart();
  EXPECT_GT(execute(trial, kMany, 10 * kMicrosecond, 20 * kMicrosecond).compiled, 0);
  EXPECT_EQ(execute(trial, kMany, 10 * kMicrosecond, 20 * kMicrosecond).interpreted, 0);
}

TEST(Trial, WhatPassesBetweenLaunchesCountsForNeither) {
  Trial trial(kFake);
  for (int launch = 1; launch < 1000; ++launch) {
    execute(trial, 100, 20 * kMicrosecond, 30 * kMicrosecond);
    time_passed += 1'000'000 * kMicrosecond;
  }
  EXPECT_EQ(execute(trial, kMany, 20 * kMicrosecond, 30 * kMicrosecond).interpreted, 0);
}

TEST(Trial, LaunchesOfFewBlocksAreExecutedCompiled) {
  Trial trial(kFake);
  for (int launch = 1; launch < 100; ++launch)
    EXPECT_EQ(execute(trial, 4, 20 * kMicrosecond, 10 * kMicrosecond).interpreted, 0);
}

}  // namespace
}  // namespace warpglass::tier
