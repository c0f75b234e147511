// `warpglass advise --sweep`: points are run once, kept, and shown together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kColumns = R"(#include "rows.hpp"
__global__ void turn(float* out) {
  __shared__ float tile[kRows][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
int main(int argc, char**) {
  float* out = nullptr;
  cudaMallocManaged(&out, 4096);
  for (int i = 0; i < argc; ++i) turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
}
)";

class Sweep : public Advise {
 protected:
  void SetUp() override {
    Advise::SetUp();
    write("rows.hpp", "constexpr int kRows = 32;\n");
    program_ = write("turn.cu", kColumns);
  }

  Outcome sweep(std::vector<std::string> words) const {
    words.insert(words.begin(), {"advise", program_, "--sweep", folder_ + "points"});
    return run(words);
  }

  std::string program_;
};

TEST_F(Sweep, ShowsAllPointsAndKeepsThem) {
  const Outcome first = sweep({"--sweep-arch", "sm_90,sm_75", "--sweep-args", "", "--sweep-args", "again",
                               "--sweep-jobs", "2", "--json", folder_ + "all.json"});
  EXPECT_EQ(first.exit_code, 0) << first.errors;
  EXPECT_THAT(first.output, HasSubstr("4 of 4 points have a result, 0 had it before"));
  EXPECT_THAT(first.output, HasSubstr("turn.cu:3:20: float tile[32][32]\n"));
  EXPECT_THAT(first.output, HasSubstr("  sm_90         1,056 -> 64 *"));
  EXPECT_THAT(first.output, HasSubstr("  sm_75 again  2,112 -> 128 *"));
  const json all = json::parse(contents(folder_ + "all.json"));
  ASSERT_EQ(all.at("points").size(), 4);
  EXPECT_EQ(all.at("points")[1].at("arguments"), json::array({"again"}));
  EXPECT_EQ(all.at("points")[3].at("advice").at("arrays")[0].at("proposals")[0].at("verdict"), "proved");
  const Outcome second = sweep({"--sweep-arch", "sm_90", "--sweep-args", "again", "--sweep-args", "and again"});
  EXPECT_THAT(second.output, HasSubstr("2 of 2 points have a result, 1 had it before"));
}

TEST_F(Sweep, RunsAgainWhatHasChanged) {
  (void)sweep({});
  EXPECT_THAT(sweep({}).output, HasSubstr("1 of 1 point has a result, 1 had it before"));
  write("rows.hpp", "constexpr int kRows = 33;\n");
  EXPECT_THAT(sweep({}).output, HasSubstr("1 of 1 point has a result, 0 had it before"));
}

TEST_F(Sweep, RunsAgainWithAnotherBuild) {
  namespace fs = std::filesystem;
  (void)sweep({});
  for (const char* folder : {"bin", "lib"}) fs::create_directories(folder_ + "other/" + folder);
  fs::create_directory_symlink(WARPGLASS_BINARY_DIR "/lib/warpglass", folder_ + "other/lib/warpglass");
  const std::string copy = folder_ + "other/bin/warpglass";
  fs::copy_file(kTool, copy);
  const std::string again = copy + " advise turn.cu --sweep points > log";
  EXPECT_EQ(shell(again), 0);
  EXPECT_THAT(contents(folder_ + "log"), HasSubstr("1 of 1 point has a result, 1 had it before"));
  std::ofstream(copy, std::ios::app | std::ios::binary) << "another";
  EXPECT_EQ(shell(again), 0);
  EXPECT_THAT(contents(folder_ + "log"), HasSubstr("1 of 1 point has a result, 0 had it before"));
}

TEST_F(Sweep, RunsOnePointOfAnArray) {
  const Outcome script = sweep({"--sweep-arch", "sm_90,sm_75", "--sweep-slurm"});
  EXPECT_THAT(script.output, HasSubstr("#SBATCH --array=0-1\n"));
  EXPECT_THAT(script.output,
              HasSubstr(" --sweep-arch sm_90 --sweep-arch sm_75 --sweep-point \"$SLURM_ARRAY_TASK_ID\" --\n"));
  write("job.sh", script.output);
  EXPECT_EQ(shell("SLURM_ARRAY_TASK_ID=1 sh job.sh > log"), 0) << contents(folder_ + "log");
  EXPECT_THAT(contents(folder_ + "log"), HasSubstr("1 of 2 points have a result"));
  EXPECT_EQ(sweep({"--sweep-arch", "sm_90,sm_75", "--sweep-point", "2"}).exit_code, 2);
}

TEST_F(Sweep, TellsWhichPointsHaveNoResult) {
  write("turn.cu", "#ifdef __CUDA_ARCH__\nstatic_assert(__CUDA_ARCH__ != 750, \"not for this one\");\n#endif\n" +
                       std::string(kColumns));
  const Outcome outcome = sweep({"--sweep-arch", "sm_90,sm_75"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("1 of 2 points have a result"));
  EXPECT_THAT(outcome.output, HasSubstr("sm_75: no result: it ended with 2: "));
}

TEST_F(Sweep, EditsNothing) {
  EXPECT_EQ(sweep({"--apply"}).exit_code, 2);
  EXPECT_EQ(run({"advise", program_, "--sweep-arch", "sm_90"}).exit_code, 2);
}

}  // namespace
}  // namespace warpglass
