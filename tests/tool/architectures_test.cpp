// `warpglass run --arch A,B,C` from the outside: a run for each GPU, side by side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Reads its input, says so, and ends with 3 on a machine before Volta.
constexpr const char* kColumn = R"(#include <cuda_runtime.h>
#include <stdio.h>
__global__ void column(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main(int argc, char**) {
  float* out = nullptr;
  cudaMalloc(&out, 4096);
  column<<<1, dim3(32, 16)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("major %d\n", properties.major);
  return argc > 1 && properties.major < 7 ? 3 : 0;
}
)";

class Architectures : public ToolTest {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + name; }
  [[nodiscard]] std::string program() const { return write("column.cu", kColumn); }
  [[nodiscard]] nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(contents(folder_ + name));
  }
};

TEST_F(Architectures, StandSideBySide) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const Outcome all = run({"run", program(), "--arch", "sm_70,sm_90,cc1.3", "--json", path("all.json")});
  EXPECT_EQ(all.exit_code, 0) << all.errors;
  EXPECT_EQ(all.output, "major 7\n");  // the first one's alone
  EXPECT_THAT(all.errors, HasSubstr("32-way bank conflict, 32.0 wavefronts per request (ideal 1.0)  [bank-conflict]  "
                                    "(sm_70, sm_90)\n"));
  EXPECT_THAT(all.errors, HasSubstr("16-way bank conflict, 32.0 wavefronts per request (ideal 2.0)  [bank-conflict]  "
                                    "(sm_13)\n"));
  EXPECT_THAT(all.errors, ContainsRegex("  counter +sm_70 +sm_90 +sm_13  unit +is\n"));
  EXPECT_THAT(all.errors, ContainsRegex("  memory_l1_wavefronts_shared +528 +528 +544 +inferred, exact, modelled\n"));
  EXPECT_THAT(all.errors, HasSubstr("1 launch of 1 kernel, 1 warning  (sm_90, NVIDIA H200)\n"));

  // JSON is a list of what each run by itself writes.
  const nlohmann::json reports = json("all.json");
  ASSERT_EQ(reports.size(), 3u);
  const std::vector<std::string> architectures = {"sm_70", "sm_90", "sm_13"};
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(run({"run", path("column.cu"), "-q", "--arch", architectures[i], "--json", path("one.json")}).exit_code,
              0);
    nlohmann::json one = json("one.json");
    nlohmann::json same = reports[i];
    for (const char* of_process : {"process"}) {
      one.erase(of_process);
      same.erase(of_process);
    }
    EXPECT_EQ(same, one) << architectures[i];
  }
  // What was saved says the same again, and so do runs that were saved one by one.
  const Outcome saved = run({"report", path("all.json")});
  EXPECT_EQ(saved.output, all.errors);
  ASSERT_EQ(run({"run", path("column.cu"), "-q", "--arch", "sm_70", "--json", path("a.json")}).exit_code, 0);
  ASSERT_EQ(run({"run", path("column.cu"), "-q", "--arch", "cc1.3", "--json", path("c.json")}).exit_code, 0);
  ASSERT_EQ(run({"run", path("column.cu"), "-q", "--json", path("b.json")}).exit_code, 0);
  EXPECT_EQ(run({"report", path("a.json"), path("b.json"), path("c.json")}).output, all.errors);
  EXPECT_EQ(run({"report", "merge", path("a.json"), path("b.json"), path("c.json")}).output, all.errors);
  // Those of one GPU are one.
  EXPECT_THAT(run({"report", path("a.json"), path("b.json"), path("a.json")}).output,
              HasSubstr("2 launches of 1 kernel, 1 warning  (sm_70, Tesla V100-SXM2-16GB)\n1 launch of"));
}

TEST_F(Architectures, InEveryFormThatCanHoldThem) {
  ASSERT_EQ(run({"run", program(), "-q", "--arch", "V100,H200", "--csv", path("a.csv"), "--sarif", path("a.sarif"),
                 "--junit", path("a.xml"), "--markdown", path("a.md"), "--html", path("a.html")})
                .exit_code,
            0);
  EXPECT_THAT(contents(path("a.csv")), ContainsRegex("\n\"0\"[^\n]*\"7.0\",[^\n]*\n\"0\"[^\n]*\"9.0\","));
  const nlohmann::json sarif = json("a.sarif");
  ASSERT_EQ(sarif["runs"].size(), 2u);
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["properties"]["architecture"], "sm_70");
  EXPECT_THAT(contents(path("a.xml")), HasSubstr("<testsuite name=\"column(float*) on sm_90\""));
  EXPECT_THAT(contents(path("a.md")), HasSubstr("| `memory_l1_wavefronts_shared` | 528 | 528 |\n"));
  const std::string page = contents(path("a.html"));
  EXPECT_THAT(page, HasSubstr("\"others\":[{\"format\":\"warpglass-report\""));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--trace", path("a.trace")}, {"--csv", path("b.csv"), "--page", "source"}}) {
    std::vector<std::string> command = {"run", path("column.cu"), "--arch", "V100,H200"};
    command.insert(command.end(), words.begin(), words.end());
    const Outcome refused = run(command);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors, ContainsRegex("^warpglass: error: --(trace is|page source and ptx are) of one GPU, "
                                              "and here are several"));
  }
}

TEST_F(Architectures, ALineOnEach) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const Outcome outcome = run({"run", program(), "--arch", "cc1.3,H200", "--explain", "7"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, ContainsRegex("on sm_13, GeForce GTX 280\n[^\n]*column.cu:7:[0-9]+: shared load"));
  EXPECT_THAT(outcome.errors, HasSubstr("  sm_13: 16 banks of 4 B\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("\non sm_90, NVIDIA H200\n"));
}

TEST_F(Architectures, HowItEnds) {
  // The first exit code that is not 0, wherever it came up.
  const Outcome one = run({"run", program(), "--arch", "H200,K40", "--", "old"});
  EXPECT_EQ(one.exit_code, 3);
  EXPECT_THAT(one.errors, HasSubstr("note: the program ended with 3 on K40, and with 0 on H200; --arch K40 alone shows "
                                    "what it prints  (sm_35)\n"));
  // What is expected is expected of each.
  const std::string expected = write("e.txt", "memory_l1_wavefronts_shared <= 530\n");
  EXPECT_EQ(run({"run", path("column.cu"), "--arch", "V100,H200", "--expect", expected}).exit_code, 0);
  const Outcome broken = run({"run", path("column.cu"), "--arch", "H200,cc1.3", "--expect", expected});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.errors, HasSubstr("error: expected memory_l1_wavefronts_shared <= 530; it is 544"));
  // A GPU named twice is run for once.
  EXPECT_THAT(run({"run", path("column.cu"), "--arch", "sm_90,H200"}).errors, Not(HasSubstr("(all)")));
}

TEST_F(Architectures, OneIsMeantElsewhere) {
  for (const char* command : {"check", "advise"}) {
    const Outcome refused = run({command, program(), "--arch", "sm_70,sm_90"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(
        refused.errors,
        "warpglass: error: --arch sm_70,sm_90: this takes one GPU; run, banks, occupancy and costs take several\n");
  }
  const Outcome devices = run({"run", path("column.cu"), "--arch", "sm_70,sm_90", "--devices", "sm_80"});
  EXPECT_EQ(devices.exit_code, 2);
  ASSERT_EQ(run({"run", path("column.cu"), "-q", "--arch", "sm_70,sm_90", "--json", path("all.json")}).exit_code, 0);
  const Outcome diff = run({"report", "diff", path("all.json"), path("all.json")});
  EXPECT_EQ(diff.exit_code, 2);
  EXPECT_THAT(diff.errors, HasSubstr("it holds runs on 2 GPUs, and `report diff` compares two runs\n"));
}

// Of machines that clang does not know as well.
TEST_F(Architectures, SourcesSeeTheirMachinesMacros) {
  const std::string source = write("macros.cu", R"(#include <stdio.h>
__global__ void say() {
#ifdef __CUDA_ARCH__
  printf("%d", __CUDA_ARCH__);
#ifdef __CUDA_ARCH_FEAT_SM120_ALL
  printf(" of sm_120a");
#endif
#endif
}
int main() {
  say<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
)");
  const auto said = [&](const char* arch) { return run({"run", source, "-q", "--arch", arch}).output; };
  EXPECT_EQ(said("sm_75"), "750");
  EXPECT_EQ(said("sm_90"), "900");
  EXPECT_EQ(said("sm_100"), "1000");
  EXPECT_EQ(said("sm_120"), "1200 of sm_120a");
}

}  // namespace
}  // namespace warpglass
