// The list of analysers: each says what it is, and a run has those at work that it should.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/collector.hpp"

namespace warpglass::analysis {
namespace {

TEST(Registry, EveryAnalyserSaysWhatItIs) {
  std::set<std::string_view> names, flags, rules;
  for (const Analyser& analyser : analysers()) {
    EXPECT_TRUE(names.insert(analyser.name).second) << analyser.name;
    EXPECT_NE(analyser.start, nullptr) << analyser.name;
    EXPECT_TRUE(std::filesystem::exists(std::string(WARPGLASS_SOURCE_DIR) + "/docs/" + std::string(analyser.page)))
        << analyser.name << ": " << analyser.page;
    for (const std::string_view rule : analyser.rules) EXPECT_TRUE(rules.insert(rule).second) << rule;
    if (analyser.flag.empty()) continue;
    EXPECT_TRUE(analyser.flag.starts_with("--")) << analyser.flag;
    EXPECT_FALSE(analyser.help.empty()) << analyser.flag;
    EXPECT_TRUE(flags.insert(analyser.flag).second) << analyser.flag;
  }
  EXPECT_TRUE(names.contains("banks"));
  EXPECT_TRUE(rules.contains("bank-conflict"));
  EXPECT_TRUE(flags.contains("--caches"));
}

TEST(Registry, ThoseWithAFlagWorkWhenTheyAreAskedFor) {
  const auto names = [](const std::vector<std::string>& asked) {
    std::set<std::string_view> all;
    for (const Analyser* analyser : analysers_for(asked)) all.insert(analyser->name);
    return all;
  };
  EXPECT_FALSE(names({}).contains("caches"));
  EXPECT_TRUE(names({}).contains("coalescing"));
  EXPECT_TRUE(names({"caches"}).contains("caches"));
}

TEST(Registry, ACollectorHasTheMetricsAndTheListenersOfThoseAtWork) {
  const Collector plain(arch::default_device());
  const std::vector<std::string> asked = {"caches"};
  const Collector with_caches(arch::default_device(), asked);
  EXPECT_TRUE(plain.listeners().empty());
  ASSERT_EQ(with_caches.listeners().size(), 1u);
  EXPECT_TRUE(with_caches.listeners()[0]->interests().has(sim::Interest::order));
  std::vector<const Analyser*> whose;
  const std::vector<MetricDefinition> all = all_metric_definitions(whose);
  ASSERT_EQ(whose.size(), all.size());
  const auto of_caches = static_cast<std::size_t>(std::count_if(
      whose.begin(), whose.end(), [](const Analyser* one) { return one != nullptr && one->name == "caches"; }));
  EXPECT_EQ(with_caches.profile().metrics.size(), plain.profile().metrics.size() + of_caches);
  EXPECT_EQ(of_caches, 12u);
}

}  // namespace
}  // namespace warpglass::analysis
