// Loads that `warpglass advise` sends by the read-only path, on GPUs where plain ones pass by the first level.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class ReadOnlyLoads : public Advise {
 protected:
  /// Rules of what a run finds there, with the caches simulated.
  [[nodiscard]] std::string found_on(const std::string& gpu, const std::string& path) const {
    return run({"run", path, "--caches", "--top", "0", "--arch", gpu}).errors;
  }

  /// Of loads that take another path; others are proposed besides.
  static json changes_of(const json& advice) {
    json changes = json::array();
    for (const json& change : advice.at("changes")) {
      if (change.at("rule") == "read-only-path") changes.push_back(change);
    }
    return changes;
  }
};

TEST_F(ReadOnlyLoads, AreFoundWhereItMakesADifference) {
  const std::string path = program("read_only.cu");
  for (const char* gpu : {"K40", "GTX1080"}) {
    const std::string said = found_on(gpu, path);
    EXPECT_THAT(said, HasSubstr("read_only.cu:15:40: warning: global load: 5,080 of 5,622 sectors are asked of L2 "
                                "again, which the read-only path would find in L1  [uncached-load]"))
        << gpu;
    // What the launch writes as well is none.
    EXPECT_THAT(said, Not(ContainsRegex("read_only.cu:34:[^\n]*uncached-load"))) << gpu;
  }
  for (const char* gpu : {"sm_20", "sm_30", "sm_60", "H200"})
    EXPECT_THAT(found_on(gpu, path), Not(HasSubstr("uncached-load"))) << gpu;
  // Only simulated caches show it.
  EXPECT_THAT(run({"run", path, "--arch", "K40"}).errors, Not(HasSubstr("uncached-load")));
}

TEST_F(ReadOnlyLoads, AreMadeAndProved) {
  const std::string path = program("read_only.cu");
  const json found = advice(path, {"--arch", "GTX1080", "--apply"});
  const json changes = changes_of(found);
  ASSERT_EQ(changes.size(), 2) << found.dump(1);
  for (const json& change : changes) {
    const json& proposal = change.at("proposals").at(0);
    EXPECT_EQ(proposal.at("verdict"), "proved") << proposal.dump(1);
    EXPECT_LT(proposal.at("after").at("sectors asked of L2, modelled").get<int>(),
              change.at("before").at("sectors asked of L2, modelled").get<int>() / 2);
  }
  const std::string text = contents(path);
  EXPECT_THAT(text,
              AllOf(HasSubstr("sum += __ldg(&in[i + k]);"), HasSubstr("const float4 q = __ldg(&v[i + k]);"),
                    HasSubstr("__ldg(&points[i + k].y) + __ldg(&row[(i + k) & 31]);"),
                    HasSubstr("sum += AT(points, i + k).x;"), HasSubstr("= both[i - 1] + both[i] + both[i + 1];")));
  EXPECT_THAT(found.at("hints").dump(), HasSubstr("(not tried: a macro writes a part of it)"));
  // Once more there is nothing to be done.
  EXPECT_EQ(changes_of(advice(path, {"--arch", "GTX1080"})), json::array());
  // Elsewhere nothing is said.
  EXPECT_EQ(changes_of(advice(program("read_only.cu"))), json::array());
}

/// The first of three members fetches what the others find: all go by the path.
TEST_F(ReadOnlyLoads, OfOnePointerGoTogether) {
  const json found = advice(kExamples + "coalescing.cu", {"--arch", "GTX1080", "--kernel", "sum_structures"});
  bool is_there = false;
  for (const json& change : found.at("changes")) {
    if (change.at("rule") != "read-only-path") continue;
    is_there = true;
    EXPECT_THAT(change.at("proposals").at(0).at("patch").get<std::string>(),
                HasSubstr("+  if (i < n) out[i] = __ldg(&in[i].x) + __ldg(&in[i].y) + __ldg(&in[i].z);\n"));
    EXPECT_THAT(change.at("remarks").dump(), HasSubstr("other changes of the kernel come first"));
  }
  EXPECT_TRUE(is_there) << found.dump(1);
}

}  // namespace
}  // namespace warpglass
