// `warpglass advise` from the outside: what it says of a repair, and patches that are applied and run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(Advise, ShowsTheRepairAndItsProof) {
  const Outcome outcome = run({"advise", program("transpose.cu")});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("  fix: __shared__ float tile[32][33];\n"
                                        "       proved: 16,896 -> 1,024 wavefronts, occupancy unchanged (100 %), "
                                        "results the same\n"));
  EXPECT_THAT(outcome.output, HasSubstr("tile[32][33] costs less on the other machines too"));
  EXPECT_THAT(outcome.output, HasSubstr("1 shared array with bank conflicts, 1 with a proved repair"));
}

TEST_F(Advise, SaysWhereALayoutCostsMore) {
  const Outcome outcome = run({"advise", program("gather.cu")});
  EXPECT_THAT(outcome.output, HasSubstr("tile[16][24] costs more on sm_30 with 8-byte banks (2,176 -> 3,200)"));
  EXPECT_THAT(outcome.output, HasSubstr("tile[16][24]: line 7, shared store 32: wavefronts 128 -> 256"));
  EXPECT_THAT(run({"advise", program("ldmatrix.cu")}).output,
              HasSubstr("not tile[64][72]: it costs occupancy, 39 % -> 34 % of rows_of_matrices"));
}

TEST_F(Advise, WeighsInstructionsAgainstWavefronts) {
  const json found = advice(kExamples + "layouts.cu", {"--kernel", "gather"});
  const json& proposals = array_named(found, "tile").at("proposals");
  ASSERT_EQ(proposals.size(), 2);
  EXPECT_EQ(proposals[0].at("verdict"), "proved");
  EXPECT_EQ(proposals[1].at("verdict"), "loses");
  EXPECT_THAT(
      proposals[1].at("reason").get<std::string>(),
      HasSubstr("it takes more instructions (29,312 -> 80,512) than its wavefronts are worth (16,896 -> 8,704)"));
}

TEST_F(Advise, PatchesApplyAndLeaveNothingToRepair) {
  for (const char* name : {"transpose.cu", "ldmatrix.cu"}) {
    const std::string path = program(name);
    ASSERT_EQ(shell(kTool + " advise " + name + " --patch fix.patch"), 0);
    EXPECT_EQ(shell("git apply fix.patch"), 0) << contents(folder_ + "fix.patch");
    EXPECT_NE(contents(path), contents(kPrograms + name));
    EXPECT_THAT(advice(path).at("arrays"), IsEmpty());
  }
}

TEST_F(Advise, FindsDeclarationsInWhatNvccAloneTakes) {
  const std::string path = program("aligned.cu");
  const json found = advice(path, {"--apply"});
  ASSERT_EQ(outcome_.exit_code, 0) << outcome_.errors;
  for (const char* name : {"word_before", "word_behind", "cudas_word", "at_name"}) {
    const json* const best = chosen_of(array_named(found, name));
    ASSERT_NE(best, nullptr) << name << found.dump(1);
    EXPECT_EQ(best->at("title"), std::string(name) + "[32][33]");
    EXPECT_EQ(best->at("after").at("wavefronts_shared"), 64);
  }
  EXPECT_EQ(found.at("together").at("verdict"), "proved");
  std::string wanted = contents(kPrograms + "aligned.cu");
  for (std::size_t at = wanted.find("[32][32];"); at != std::string::npos; at = wanted.find("[32][32];", at))
    wanted.replace(at, 9, "[32][33];");
  EXPECT_EQ(contents(path), wanted);
}

TEST_F(Advise, AppliesRepairsOnRequest) {
  const std::string path = program("vectors.cu");
  EXPECT_EQ(run({"advise", path, "--apply"}).exit_code, 0);
  EXPECT_THAT(contents(path), HasSubstr("float4 tile[32][9];"));
}

TEST_F(Advise, SaysTheSameForEveryNumberOfWorkers) {
  const std::string path = program("gather.cu");
  const json one = advice(path, {"-j", "1"});
  EXPECT_EQ(one, advice(path, {"-j", "4"}));
}

}  // namespace
}  // namespace warpglass
