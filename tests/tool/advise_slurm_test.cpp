// The job array that `warpglass advise --sweep-slurm` prints, on a cluster of one node.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tool/advise_run.hpp"
#include "tests/tool/slurm_cluster.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;

class Slurm : public Advise {};

TEST_F(Slurm, RunsThePointsOfASweep) {
  std::filesystem::create_directories(folder_ + "slurm");
  const SlurmCluster cluster(folder_ + "slurm/");
  if (!cluster.problem().empty()) GTEST_SKIP() << "no Slurm here: " << cluster.problem();
  const std::vector<std::string> words = {"advise",           program("pairs.cu"), "--sweep",
                                          folder_ + "points", "--sweep-arch",      "sm_90,sm_75"};
  std::vector<std::string> ask = words;
  ask.emplace_back("--sweep-slurm");
  write("job.sh", run(ask).output);
  write("submit.sh", "sbatch job.sh || exit 1\nwhile [ -n \"$(squeue -h)\" ]; do sleep 0.5; done\n");
  ASSERT_EQ(shell(cluster.environment() + "timeout 300 sh submit.sh > submit.log 2>&1"), 0)
      << contents(folder_ + "submit.log");
  EXPECT_THAT(contents(folder_ + "points/slurm-0.log"), HasSubstr("points have a result"));
  const Outcome merged = run(words);
  EXPECT_EQ(merged.exit_code, 0) << merged.errors;
  EXPECT_THAT(merged.output, HasSubstr("2 of 2 points have a result, 2 had it before"));
}

}  // namespace
}  // namespace warpglass
