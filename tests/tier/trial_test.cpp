// Which of the two ways is kept, by clocks that say what the test wants.
#include "tier/trial.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

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

TEST(Trial, WhatHasTheProcessorForAWhileDoesNotDecide) {
  Trial trial(kFake);
  bool was_compiled = false;
  std::int64_t taken_away = 30'000 * kMicrosecond;
  for (int i = 0; i < kMany; ++i) {
    const bool is_compiled = trial.is_compiled_next(1);
    time_passed += (is_compiled ? 20 : 30) * kMicrosecond;
    // In the third turn of the compiled code, of some tens.
    if (is_compiled && !was_compiled && i > 30) time_passed += std::exchange(taken_away, 0);
    was_compiled = is_compiled;
  }
  EXPECT_EQ(execute(trial, kMany, 20 * kMicrosecond, 30 * kMicrosecond).interpreted, 0);
}

TEST(Trial, LaunchesOfFewBlocksAreExecutedCompiled) {
  Trial trial(kFake);
  for (int launch = 1; launch < 100; ++launch)
    EXPECT_EQ(execute(trial, 4, 20 * kMicrosecond, 10 * kMicrosecond).interpreted, 0);
}

constexpr std::int64_t kSecond = 1'000'000 * kMicrosecond;

/// As Block and Tier do: a block that the interpreter executes asks now and then.
Ways execute_long(Trial& trial, int blocks, std::int64_t compiled, std::int64_t interpreted) {
  static std::uint64_t launch = 1'000'000;
  ++launch;
  Ways ways;
  for (int i = 0; i < blocks; ++i) {
    bool is_compiled = trial.is_compiled_next(launch);
    ++(is_compiled ? ways.compiled : ways.interpreted);
    std::int64_t done = 0;  // in millionths
    for (std::int64_t taken = 0; done < 1'000'000; taken += 100 * kMicrosecond) {
      time_passed += 100 * kMicrosecond;
      done += 100 * kMicrosecond * 1'000'000 / (is_compiled ? compiled : interpreted);
      is_compiled = is_compiled || trial.goes_on_compiled(taken);
    }
  }
  return ways;
}

TEST(Trial, LongBlocksAreExecutedCompiled) {
  for (const std::int64_t interpreted : {kSecond / 2, 2 * kSecond}) {
    Trial trial(kFake);
    EXPECT_LT(execute_long(trial, 100, kSecond, interpreted).interpreted, 5);
    EXPECT_EQ(execute_long(trial, 100, kSecond, interpreted).interpreted, 0);
  }
}

TEST(Trial, BlocksOfMillisecondsAreCompared) {
  Trial trial(kFake);
  EXPECT_LT(execute_long(trial, 200, 20'000 * kMicrosecond, 15'000 * kMicrosecond).compiled, 20);
  EXPECT_EQ(execute_long(trial, 10, 20'000 * kMicrosecond, 15'000 * kMicrosecond).compiled, 0);
}

TEST(Trial, ABlockThatRunsOnGoesOnCompiled) {
  Trial trial(kFake);
  EXPECT_FALSE(trial.goes_on_compiled(kMicrosecond));
  EXPECT_TRUE(trial.goes_on_compiled(kSecond));
}

TEST(Trial, ABlockThatRunsOnGoesTheFasterWayOnceThatIsKnown) {
  Trial faster(kFake);
  execute(faster, kMany, 20 * kMicrosecond, 30 * kMicrosecond);
  EXPECT_TRUE(faster.goes_on_compiled(kMicrosecond));
  Trial slower(kFake);
  execute(slower, kMany, 30 * kMicrosecond, 20 * kMicrosecond);
  EXPECT_FALSE(slower.goes_on_compiled(kSecond));
}

}  // namespace
}  // namespace warpglass::tier
