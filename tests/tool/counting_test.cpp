// What `warpglass run` counts: which launches, by which machine's rules, of the PTX or of what the assembler makes of
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;

class Counting : public ToolTest {};

TEST_F(Counting, WhatIsCountedCanBeChosen) {
  const auto counted = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run", kExamples + "transpose.cu", "-q", "--json", folder_ + "r.json"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run(words).exit_code, 0);
    std::string problem;
    const auto report = report::load(folder_ + "r.json", problem);
    EXPECT_TRUE(report) << problem;
    return report ? report->run.launches_counted : 99;
  };
  EXPECT_EQ(counted({}), 6u);
  EXPECT_EQ(counted({"--kernel", "double"}), 2u);
  EXPECT_EQ(counted({"--launches", "3"}), 3u);
  EXPECT_EQ(counted({"--no-analysis"}), 0u);
}

TEST_F(Counting, BanksAreAsWideAsTheProgramOrTheUserSays) {
  const std::string source = write("banks.cu", R"(
#include <cuda_runtime.h>
__global__ void doubles(double* out) {
  __shared__ double s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
int main() {
  double* out;
  cudaMalloc(&out, 32 * sizeof(double));
  doubles<<<1, 32>>>(out);
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  doubles<<<1, 32>>>(out);
  cudaFuncSetSharedMemConfig(doubles, cudaSharedMemBankSizeFourByte);
  doubles<<<1, 32>>>(out);
  cudaSharedMemConfig config;
  cudaDeviceGetSharedMemConfig(&config);
  return cudaDeviceSynchronize() == cudaSuccess ? config : 99;
}
)");
  const auto wavefronts = [&](const std::vector<std::string>& flags, int exit_code) {
    std::vector<std::string> words = {"run", source, "--quiet", "--json", folder_ + "r.json"};
    words.insert(words.end(), flags.begin(), flags.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.errors;
    std::string problem;
    const auto loaded = report::load(folder_ + "r.json", problem);
    EXPECT_TRUE(loaded) << problem;
    std::vector<double> values;
    if (!loaded) return values;
    for (std::size_t i = 0; i < loaded->run.metrics.size(); ++i) {
      if (loaded->run.metrics[i].name != "memory_l1_wavefronts_shared") continue;
      for (const analysis::LaunchProfile& launch : loaded->run.launches) values.push_back(launch.values[i]);
    }
    return values;
  };
  // A store and a load each.
  EXPECT_THAT(wavefronts({"--arch", "sm_35"}, 2), testing::ElementsAre(4, 2, 4));
  EXPECT_THAT(wavefronts({"--arch", "sm_35", "--bank-width", "8"}, 2), testing::ElementsAre(2, 2, 2));
  EXPECT_THAT(wavefronts({"--arch", "sm_35", "--bank-width", "4"}, 2), testing::ElementsAre(4, 4, 4));
  EXPECT_THAT(wavefronts({"--arch", "sm_90"}, 1), testing::ElementsAre(4, 4, 4));
}

TEST_F(Counting, OlderMachinesCountByTheirOwnRules) {
  const std::string report = folder_ + "r.json";
  const Outcome outcome = run({"run", kExamples + "transpose.cu", "--arch", "sm_10", "--json", report});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors,
              HasSubstr("note: the kernels are compiled for sm_52, the oldest that the compiler writes; "
                        "memory rules and limits are those of sm_10"));
  EXPECT_THAT(outcome.errors, HasSubstr("16-way bank conflict, 32.0 wavefronts per request (ideal 2.0)"));
  EXPECT_THAT(outcome.errors, HasSubstr("lanes 0..15 read 16 different words of bank"));
}

TEST_F(Counting, CountsWhatTheAssemblerMakesOfThePtxUnlessToldNotTo) {
  const std::string source = write("row.cu", R"(
__global__ void row(int* out) {
  __shared__ int tile[32][32];
  for (int y = 0; y < 32; ++y) tile[y][31 - threadIdx.x] = y;
  __syncthreads();
  int sum = 0;
  for (int x = 0; x < 32; ++x) sum += tile[threadIdx.x][x];
  out[threadIdx.x] = sum;
}
int main() { int* p; cudaMalloc(&p, 128); row<<<1, 32>>>(p); return cudaDeviceSynchronize(); }
)");
  const auto report_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run", source, "-q", "--json", folder_ + "r.json"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run(words).exit_code, 0);
    return nlohmann::json::parse(contents(folder_ + "r.json"));
  };
  const char* const kLoads = "sm__sass_inst_executed_op_shared_ld.sum";
  const char* const kWavefronts = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
  // As an H200 counted it: 8 loads of 128 bits a lane, 256 wavefronts.
  const nlohmann::json lowered = report_of({});
  EXPECT_EQ(lowered["as_written"], false);
  EXPECT_EQ(lowered["launches"][0]["metrics"][kLoads], 8);
  EXPECT_EQ(lowered["launches"][0]["metrics"][kWavefronts], 256);
  EXPECT_NE(lowered.dump().find(R"("lowering":"merged")"), std::string::npos);
  const nlohmann::json written = report_of({"--as-written"});
  EXPECT_EQ(written["as_written"], true);
  EXPECT_EQ(written["launches"][0]["metrics"][kLoads], 32);
  EXPECT_EQ(written["launches"][0]["metrics"][kWavefronts], 1024);
  EXPECT_EQ(written.dump().find(R"("lowering")"), std::string::npos);
}

// Each block waits for the next one: those that go round for nothing give way soon.
TEST_F(Counting, ThreadsThatPollGoRoundAFewTimes) {
  const std::string source = write("chain.cu", R"(
__global__ void chain(volatile int* flags) {
  while (blockIdx.x + 1 < gridDim.x && flags[blockIdx.x + 1] == 0) {}
  flags[blockIdx.x] = 1;
}
int main() { int* p; cudaMalloc(&p, 400); cudaMemset(p, 0, 400); chain<<<64, 1>>>(p); return cudaDeviceSynchronize(); }
)");
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{"-j", "1"}, {"-j", "4"}, {"--races"}, {"--races", "--caches"}}) {
    std::vector<std::string> arguments{"run", source, "-q", "--json", folder_ + "r.json"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    EXPECT_EQ(run(arguments).exit_code, 0);
    const nlohmann::json report = nlohmann::json::parse(contents(folder_ + "r.json"), nullptr, false);
    const double executed = report["launches"][0]["metrics"]["smsp__inst_executed.sum"];
    EXPECT_GT(executed, 64 * 4) << how.front();
    EXPECT_LT(executed, 10e6) << how.front();
  }
}

TEST_F(Counting, CachesAreCountedInOneOrder) {
  const auto report_of = [&](const std::string& threads) {
    const Outcome outcome =
        run({"run", kExamples + "transpose.cu", "--caches", "-j", threads, "--kernel", "transpose_naive"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    // 1 MiB in, and 1 MiB out, which waits in the second level: sectors that a store writes in part are whole soon.
    EXPECT_THAT(outcome.errors, testing::ContainsRegex("dram__bytes_read.sum +1,048,576 +byte +modelled"));
    EXPECT_THAT(outcome.errors, testing::ContainsRegex("dram__bytes_write.sum +0 +byte +modelled"));
    EXPECT_THAT(outcome.errors, testing::ContainsRegex("lts__t_sectors_srcunit_tex.sum +294,912 +sector +modelled"));
    return outcome.errors;
  };
  EXPECT_EQ(report_of("1"), report_of("4"));
  const Outcome without = run({"run", kExamples + "transpose.cu", "--quiet", "--csv", folder_ + "r.csv"});
  EXPECT_EQ(without.exit_code, 0);
  EXPECT_THAT(contents(folder_ + "r.csv"), Not(HasSubstr("dram__")));
}

// Lanes come to the stores by both ways of the first branch, and meet only behind them.
constexpr const char* kSecondHalf = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 limit) {
  .reg .b64 %a, %offset; .reg .b32 %i, %bit, %limit; .reg .pred %few, %odd;
  ld.param.u64 %a, [p];
  ld.param.u32 %limit, [limit];
  mov.u32 %i, %tid.x;
  mul.wide.u32 %offset, %i, 4;
  add.s64 %a, %a, %offset;
  setp.lt.u32 %few, %i, %limit;
  @%few bra store;
  and.b32 %bit, %i, 1;
  setp.eq.u32 %odd, %bit, 1;
  @%odd bra done;
store:
  st.global.u32 [%a], %i;
done:
  ret;
}
)";

TEST_F(Counting, IsNotExactWhereLanesComeToAnAccessByTwoWays) {
  // Behind the store there is more to do: lanes meet there, and may have met before.
  std::string goes_on = kSecondHalf;
  goes_on.insert(goes_on.rfind("  ret;"), "  bar.warp.sync 0xffffffff;\n");
  const auto label_of_stores = [&](const std::string& text, const char* limit) {
    const Outcome done = run({"run", write("k.ptx", text), "--arg", "u32[32]:zero", "--arg", limit, "--grid", "1",
                              "--block", "32", "--json", folder_ + "r.json"});
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    const std::size_t line = done.errors.find("  sm__sass_inst_executed_op_global_st.sum");
    return line == std::string::npos ? "none" : done.errors.substr(line, done.errors.find('\n', line) - line);
  };
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  EXPECT_THAT(label_of_stores(goes_on, "u32:8"), HasSubstr("modelled"));
  // All lanes go one way.
  EXPECT_THAT(label_of_stores(goes_on, "u32:0"), HasSubstr("exact"));
  // Nothing but the end is behind it: ptxas lets the lanes wait for each other before the store.
  EXPECT_THAT(label_of_stores(kSecondHalf, "u32:8"), testing::AllOf(HasSubstr(" 1 "), HasSubstr("exact")));
}

// Nobody reads the shuffle's result, so that nobody reads the atomic's.
constexpr const char* kUnreadShuffle = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b64 %a; .reg .b32 %old, %one;
  ld.param.u64 %a, [p];
  atom.global.add.u32 %old, [%a], 1;
  shfl.sync.idx.b32 %one, %old, 0, 31, -1;
  ret;
}
)";

TEST_F(Counting, LeavesOutShufflesWhoseResultsNobodyReads) {
  const auto count = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run",
                                      write("k.ptx", kUnreadShuffle),
                                      "--arg",
                                      "u32[1]:zero",
                                      "--grid",
                                      "1",
                                      "--block",
                                      "32",
                                      "-q",
                                      "--json",
                                      folder_ + "r.json"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome done = run(words);
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    return nlohmann::json::parse(contents(folder_ + "r.json"))["kernels"][0]["metrics"];
  };
  EXPECT_EQ(count({})["sm__sass_inst_executed_op_global_red.sum"], 1);
  EXPECT_EQ(count({})["sm__sass_inst_executed_op_global_atom.sum"], 0);
  EXPECT_EQ(count({"--as-written"})["sm__sass_inst_executed_op_global_atom.sum"], 1);
}

// A long list of parameters of which a thread takes one, as from a struct that is handed on by reference.
TEST_F(Counting, ParametersReadByARegisterAreNoSectors) {
  const std::string kernel = write("k.ptx", R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 first, .param .u32 second) {
  .reg .b64 %a, %offset, %at, %of; .reg .b32 %i, %v, %odd;
  ld.param.u64 %a, [p];
  mov.u32 %i, %tid.x;
  mul.wide.u32 %offset, %i, 4;
  and.b32 %odd, %i, 1;
  mul.wide.u32 %of, %odd, 4;
  mov.b64 %at, first;
  add.s64 %at, %at, %of;
  ld.param.u32 %v, [%at];
  add.s64 %a, %a, %offset;
  st.global.u32 [%a], %v;
  ret;
}
)");
  const Outcome done = run({"run", kernel, "--arg", "u32[32]:zero", "--arg", "u32:5", "--arg", "u32:7", "--grid", "1",
                            "--block", "32", "-q", "--csv", "-", "--page", "ptx"});
  EXPECT_EQ(done.exit_code, 0) << done.errors;
  std::istringstream rows(done.output);
  std::size_t found = 0;
  for (std::string row; std::getline(rows, row);) {
    if (row.find("ld.param.u32 %v") == std::string::npos) continue;
    ++found;
    EXPECT_TRUE(
        row.ends_with("\"1\",\"32\",\"32\",\"32\",\"32\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\""))
        << row;
  }
  EXPECT_EQ(found, 1u) << done.output;
}

}  // namespace
}  // namespace warpglass
