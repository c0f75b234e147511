// Counters chosen by name, as --metrics takes them.
#include "analysis/metric_selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpglass::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<MetricDefinition>& metrics() {
  static const std::vector<MetricDefinition> all = {
      {"smsp__inst_executed.sum", "inst", Fidelity::estimated, true, Counting::instructions},
      {"memory_l1_wavefronts_shared", "", Fidelity::exact, true, Counting::traffic},
      {"memory_l1_wavefronts_shared_ideal", "", Fidelity::exact, true, Counting::traffic},
      {"launch__block_size", "", Fidelity::exact, false, Counting::nothing},
  };
  return all;
}

std::vector<std::size_t> chosen(std::string_view list) {
  std::string problem;
  std::vector<std::size_t> found = select_metrics(metrics(), list, problem);
  EXPECT_EQ(problem, "") << list;
  return found;
}

std::string problem_of(std::string_view list) {
  std::string problem;
  EXPECT_THAT(select_metrics(metrics(), list, problem), IsEmpty()) << list;
  return problem;
}

TEST(MetricSelection, NamesAndBaseNames) {
  EXPECT_THAT(chosen("launch__block_size,smsp__inst_executed.sum"), ElementsAre(3, 0));
  EXPECT_THAT(chosen("smsp__inst_executed, smsp__inst_executed.sum"), ElementsAre(0));
  EXPECT_THAT(chosen("memory_l1_wavefronts_shared"), ElementsAre(1));
}

TEST(MetricSelection, Patterns) {
  EXPECT_THAT(chosen("memory_*"), ElementsAre(1, 2));
  EXPECT_THAT(chosen("*shared"), ElementsAre(1));
  EXPECT_THAT(chosen("smsp__inst_executed?sum"), ElementsAre(0));
  EXPECT_THAT(chosen("regex:shared|block"), ElementsAre(1, 2, 3));
  EXPECT_THAT(chosen("regex:^m.{2,3}ory.*ideal$,regex:_size"), ElementsAre(2, 3));
}

TEST(MetricSelection, WhatNamesNothingIsAnError) {
  EXPECT_EQ(problem_of("memory_l1_wavefront_shared"),
            "there is no metric 'memory_l1_wavefront_shared'; nearest: memory_l1_wavefronts_shared");
  EXPECT_EQ(problem_of("nothing_like_it"), "there is no metric 'nothing_like_it'; --query-metrics lists them");
  EXPECT_EQ(problem_of("launch__block_size,,memory_*"), "a name is missing between commas");
  EXPECT_EQ(problem_of(""), "a name is missing between commas");
  EXPECT_EQ(problem_of("regex:("), "'(' is no regular expression");
  // A dot in a name with wildcards stands for itself.
  EXPECT_THAT(problem_of("smsp__inst.executed*"), HasSubstr("there is no metric"));
}

}  // namespace
}  // namespace warpglass::analysis
