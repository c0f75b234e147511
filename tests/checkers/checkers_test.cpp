// Every program under programs/ says at each line what is to be found there: `// finds: RULE` for a mistake, `// notes:
// RULE` for what is said at lower severity. `warpglass check` finds that and nothing else, however many workers it has.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

/// "30 finds shared-race"
using Findings = std::set<std::string>;

Findings said_in(const std::string& program) {
  const std::regex said("// (finds|notes): (\\S+)");
  Findings all;
  std::ifstream file(program);
  int number = 1;
  for (std::string line; std::getline(file, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, said))
      all.insert(fmt::format("{} {} {}", number, match[1].str(), match[2].str()));
  }
  return all;
}

Findings found_in(const std::string& report) {
  Findings all;
  const nlohmann::json json = nlohmann::json::parse(report, nullptr, false);
  if (json.is_discarded()) return {"no report"};
  for (const nlohmann::json& finding : json["findings"]) {
    if (finding["rule"] == "leak") continue;  // host_test
    const std::string kind = finding["severity"] == "note" ? "notes" : "finds";
    all.insert(fmt::format("{} {} {}", finding["where"]["line"].get<int>(), kind, finding["rule"].get<std::string>()));
  }
  return all;
}

class Checkers : public ToolTest {
 protected:
  void check(const std::string& name) {
    const std::string program = WARPGLASS_SOURCE_DIR "/tests/checkers/programs/" + name;
    const Findings expected = said_in(program);
    for (const std::string workers : {"1", "4"}) {
      const Outcome outcome = run({"check", program, "-q", "-j", workers, "--json", folder_ + "report.json"});
      EXPECT_EQ(found_in(contents(folder_ + "report.json")), expected) << name << " -j " << workers << outcome.errors;
      EXPECT_EQ(outcome.exit_code, 1) << name;
    }
  }
};

TEST_F(Checkers, WarpsOfABlock) { check("barriers.cu"); }
TEST_F(Checkers, LanesOfAWarp) { check("warps.cu"); }
TEST_F(Checkers, BlocksOfALaunch) { check("blocks.cu"); }
TEST_F(Checkers, Masks) { check("masks.cu"); }

TEST_F(Checkers, AProgramWithoutMistakesEndsAsItEnds) {
  const Outcome outcome = run({"check", kExamples + "transpose.cu"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.errors.find(", no findings"), std::string::npos) << outcome.errors;
  EXPECT_EQ(outcome.errors.find("bank-conflict"), std::string::npos) << outcome.errors;
}

}  // namespace
}  // namespace warpglass
