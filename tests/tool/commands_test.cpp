// The calculators from the outside: what they refuse, with which words and exit code. What they print is held by the
// pages under docs/teaching (docs_test).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kSource = WARPGLASS_SOURCE_DIR "/";

class Commands : public ToolTest {
 protected:
  /// Both streams, as one output.
  static Outcome run(std::vector<std::string> words) {
    words.insert(words.begin(), kTool);
    const auto result = toolkit::run_process(words, toolkit::ProcessOutput::capture);
    return {result.exit_code, result.output, ""};
  }

  /// One line, exit code 2.
  static std::string refusal(const std::vector<std::string>& words) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1) << outcome.output;
    return outcome.output;
  }
};

constexpr const char* kPtx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry scale(.param .u64 p)
.maxntid 128, 1, 1
{
  .shared .align 4 .b8 tile[4096];
  .reg .b32 %r<2>;
  mov.u32 %r1, tile;
  st.shared.u32 [%r1], %r1;
  ret;
}
.visible .entry fixed()
.reqntid 64, 2, 1
{
  ret;
}
)";

TEST_F(Commands, OccupancyOfAKernel) {
  const std::string ptx = write("k.ptx", kPtx);
  Outcome outcome = run({"occupancy", ptx, "--kernel", "scale", "--block", "128", "--smem", "1K", "--json", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  auto study = nlohmann::json::parse(outcome.output).at("studies").at(0);
  EXPECT_EQ(study.at("kernel"), "scale");
  EXPECT_EQ(study.at("static_shared_bytes"), 4096);
  EXPECT_EQ(study.at("dynamic_shared_bytes"), 1024);
  EXPECT_EQ(study.at("registers_estimated"), true);

  outcome = run({"occupancy", ptx, "--kernel", "fixed", "--registers", "32", "--json", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  study = nlohmann::json::parse(outcome.output).at("studies").at(0);
  EXPECT_EQ(study.at("block_threads"), 128);
  EXPECT_EQ(study.at("registers_estimated"), false);

  outcome = run({"occupancy", ptx, "--resource-usage"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("ptxas info    : Compiling entry function 'scale' for 'sm_90'\n"));
  EXPECT_THAT(refusal({"occupancy", "--resource-usage"}), HasSubstr("needs a program"));
  EXPECT_THAT(refusal({"occupancy", ptx, "--block", "64"}), HasSubstr("choose with --kernel: scale, fixed"));
  EXPECT_THAT(refusal({"occupancy", ptx, "--kernel", "scale"}), HasSubstr("--block 256"));
  EXPECT_THAT(refusal({"occupancy", ptx, "--kernel", "scale", "--block", "256"}), HasSubstr("allow 128 threads"));
  EXPECT_THAT(refusal({"occupancy", ptx, "--kernel", "fixed", "--block", "128"}), HasSubstr("64x2x1"));
}

/// Widths of a text's lines that are wider than a terminal of so many columns.
std::vector<std::string> lines_wider_than(std::size_t columns, const std::string& text) {
  std::vector<std::string> wide;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t characters = 0;
    for (const char c : line) characters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (characters > columns) wide.push_back(line);
  }
  return wide;
}

TEST_F(Commands, TablesAndPicturesFitTheTerminal) {
  const std::vector<std::vector<std::string>> commands = {
      {"banks", "--stride", "1,2,4,32", "--arch", "all"},
      {"banks", "--stride", "3", "--type", "double"},
      {"banks", "a[threadIdx.x][threadIdx.y]", "--shape", "32x32", "--block", "32x8", "--arch", "all"},
      {"banks", "a[threadIdx.x][threadIdx.y]", "a[threadIdx.y][threadIdx.x]", "--shape", "32x32", "--block", "8x8",
       "--propose"},
      {"occupancy", "--block", "256", "--registers", "40", "--arch", "all"},
      {"devices"},
      {"devices", "H200"},
      {"costs"},
      {"costs", "--arch", "all"},
      {"run", kExamples + "transpose.cu", "--explain", "34", "--", "64"},
  };
  for (const std::vector<std::string>& command : commands) {
    for (const std::size_t columns : {80, 100}) {
      const Outcome outcome = run_in(command, std::to_string(columns));
      EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
      EXPECT_THAT(lines_wider_than(columns, outcome.output), IsEmpty()) << command.front();
      const std::string explained = command.front() == "run" ? outcome.errors : "";
      EXPECT_THAT(lines_wider_than(columns, explained), IsEmpty());
    }
  }
  // A pipe has no width.
  EXPECT_THAT(lines_wider_than(120, run({"devices"}).output), Not(IsEmpty()));
}

TEST_F(Commands, OccupancyRefusals) {
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--arch", "sm_91"}), HasSubstr("unknown GPU 'sm_91'"));
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--arch", "sm_80", "--cluster", "2"}),
              HasSubstr("has no thread-block clusters"));
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--cluster", "16"}), HasSubstr("more than 8 blocks"));
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--json", folder_ + "no/such.json"}), HasSubstr("no folder"));
  EXPECT_THAT(refusal({"occupancy", "no_such.cu", "--block", "64"}), HasSubstr("no_such.cu: no such file"));
  EXPECT_THAT(refusal({"occupancy", kTool, "--block", "64"}), testing::AnyOf(HasSubstr("is an executable")));
  const std::string broken = write("broken.ptx", ".version 8.0\n.target sm_90\n.entry k() { frob; }\n");
  const Outcome outcome = run({"occupancy", broken, "--block", "64"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("broken.ptx:3:"));
}

TEST_F(Commands, CostsOfClasses) {
  const Outcome outcome = run({"costs", "float64", "--arch", "sm_75,sm_90,sm_10", "--json", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto machines = nlohmann::json::parse(outcome.output).at("machines");
  ASSERT_EQ(machines.size(), 3u);
  EXPECT_EQ(machines[0].at("costs").at(0).at("issue_cycles"), 64.0);
  EXPECT_EQ(machines[1].at("costs").at(0).at("pipe"), "fp64");
  EXPECT_EQ(machines[1].at("costs").at(0).at("source"), "measured");
  EXPECT_TRUE(machines[2].at("costs").at(0).at("issue_cycles").is_null());
  EXPECT_THAT(refusal({"costs", "float23"}), HasSubstr("'float23' is no class of instructions; there are: float16,"));
  EXPECT_THAT(refusal({"costs", "--arch", "sm_91"}), HasSubstr("unknown GPU 'sm_91'"));
}

TEST_F(Commands, BanksRefusals) {
  EXPECT_THAT(refusal({"banks", "--stride", "2", "--type", "matrix"}), HasSubstr("size of 'matrix' is not known"));
  EXPECT_THAT(refusal({"banks", "--stride", "2", "--bank-width", "8"}), HasSubstr("only cc 3.x has a choice"));
  EXPECT_THAT(refusal({"banks", "--stride", "2", "--warp", "1"}), HasSubstr("the block has 1 warp"));
  EXPECT_THAT(refusal({"banks", "--stride", "2", "--block", "32x33"}), HasSubstr("at most 1,024 threads"));
  EXPECT_THAT(refusal({"banks", "--stride", "2", "--type", "char", "--access", "atomic"}), HasSubstr("4 or 8 bytes"));
  EXPECT_THAT(refusal({"banks", " "}), HasSubstr("is empty"));
  EXPECT_THAT(refusal({"banks", "tid", "tid * 2"}), HasSubstr("only --propose takes"));
  EXPECT_THAT(refusal({"banks", "s[tid]", "--propose"}), HasSubstr("--propose wants an array"));
  EXPECT_THAT(refusal({"banks", "s[tid]", "t[tid]", "--shape", "32", "--propose"}),
              HasSubstr("'t[tid]' is no element of the array 's'"));
  EXPECT_THAT(refusal({"banks", "tid\n"}), HasSubstr("one line of C"));
  EXPECT_THAT(refusal({"banks", "tid", "--shape", "32"}), HasSubstr("needs an array"));
}

TEST_F(Commands, BanksProposesNothingWhereNothingIs) {
  // A padding is odd for the column and even for the diagonal.
  const Outcome none = run({"banks", "t[ty][tx]", "t[tx][ty]", "t[tx][(tx + ty) % 32]", "--shape", "32x32", "--block",
                            "32x8", "--propose", "--json", folder_ + "none.json"});
  EXPECT_THAT(none.output,
              HasSubstr("  none is without conflict, at least 8 wavefronts more than the ideal: paddings of 0 to 63 "
                        "elements were tried, and a larger one costs what the one 32 before it does (128 bytes, a pass "
                        "of all banks); the array with rows and columns exchanged was tried; all swizzles "
                        "c ^ ((r >> s & m) << u) were tried, with m = 1, 3, 7, ...; other m, several of these together "
                        "and other orders of the elements are not covered\n"));
  EXPECT_EQ(nlohmann::json::parse(contents(folder_ + "none.json")).at("none_exists").at("least_excess"), 8);
  EXPECT_THAT(run({"banks", "t[2 * tx]", "--shape", "64", "--propose"}).output,
              HasSubstr("an array of one row has no padding and no swizzle"));
  // c ^ (r & 29) has no conflict here, and is none of those.
  EXPECT_THAT(run({"banks", "t[tx][tx & 2]", "t[ty][tx]", "t[tx & 2][tx]", "--shape", "32x32", "--propose"}).output,
              HasSubstr("with m = 1, 3, 7, ...; other m, several of these"));
}

TEST_F(Commands, BanksExpressionsThatGoWrong) {
  EXPECT_THAT(refusal({"banks", "tid - 1"}), HasSubstr("thread 0 is at byte -4, before the array begins"));
  EXPECT_THAT(refusal({"banks", "s[tid + 1]", "--shape", "32"}),
              HasSubstr("thread 31 is at byte 128 of s, which has 128"));
  EXPECT_THAT(refusal({"banks", "t[ty]", "--shape", "4x3"}), HasSubstr("12 bytes is no single instruction"));
  EXPECT_THAT(refusal({"banks", "*(float2*)&s[tid]"}), HasSubstr("thread 1 is at byte 4, which is no multiple"));
  EXPECT_THAT(refusal({"banks", "tid", "--if", "false"}), HasSubstr("nothing to see"));
  EXPECT_THAT(refusal({"banks", "[] { volatile int i = 0; while (true) ++i; return 0; }()"}), HasSubstr("went wrong"));
  const Outcome computed = run({"banks", "s[tid] + 1"});
  EXPECT_EQ(computed.exit_code, 2);
  EXPECT_THAT(computed.output, StartsWith("--expr:1:"));
  EXPECT_THAT(computed.output, HasSubstr("an element is wanted"));
  const Outcome outcome = run({"banks", "tile[ty][frob]", "--shape", "4x4"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, StartsWith("--expr:1:10: error: use of undeclared identifier 'frob'"));
}

TEST_F(Commands, BanksOfADivisionByZero) {
  const Outcome outcome = run({"banks", "threadIdx.x / 0"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("--expr:1:13: error: division by zero is undefined"));
}

TEST_F(Commands, BanksOfWhatACompilerKnows) {
  const auto study = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--json", "-"});
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return nlohmann::json::parse(outcome.output).at("studies").at(0);
  };
  EXPECT_EQ(study({"banks", "s[tid * 2]", "--type", "__half"}).at("access_bytes"), 2);
  EXPECT_EQ(study({"banks", "s[2 * 4 * tid]", "--if", "tid < 8"}).at("lanes").size(), 8);
  EXPECT_EQ(
      study({"banks", "cube[tz][ty][tx]", "--shape", "2x4x8", "--block", "8x4x2", "--warp", "1"}).at("wavefronts"), 1);
  EXPECT_EQ(study({"banks", "s[threadIdx.x % warpSize + lane * 0 + warp]", "--block", "64"}).at("block_wavefronts"), 2);
}

TEST_F(Commands, ADeviceDescribesItself) {
  EXPECT_EQ(run({"devices", "A100", "--json", folder_ + "a100.json"}).exit_code, 0);
  const Outcome outcome =
      run({"occupancy", "--block", "96", "--registers", "40", "--arch", "A100," + folder_ + "a100.json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(refusal({"devices", "sm_91"}), HasSubstr("unknown GPU 'sm_91'"));
}

TEST_F(Commands, ADescribedGpu) {
  const std::string good = write("gpu.json", R"({"like": "sm_90", "name": "Mine", "max_blocks_per_sm": 3})");
  Outcome outcome = run({"occupancy", "--block", "64", "--registers", "16", "--arch", good, "--json", "-"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(nlohmann::json::parse(outcome.output).at("studies").at(0).at("blocks_per_sm"), 3);

  const std::string bad = write("bad.json", "{\n \"like\": \"sm_90\",\n \"warps\": 3\n}\n");
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--arch", bad}), StartsWith(bad + ":3:2: error: \"warps\""));
  EXPECT_THAT(refusal({"run", kSource + "examples/transpose.cu", "--arch", bad}), StartsWith(bad + ":3:2: error:"));
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--arch", "missing.json"}), HasSubstr("missing.json: cannot be"));
  EXPECT_THAT(refusal({"occupancy", "--block", "64", "--arch", folder_}), HasSubstr("it is a directory"));
}

TEST_F(Commands, AProgramSeesTheDescribedGpu) {
  const std::string gpu =
      write("gpu.json", R"({"like": "sm_90", "name": "Mine", "sm_count": 7, "max_blocks_per_sm": 3})");
  const std::string source = write("p.cu", R"(
#include <cstdio>
__global__ void k() {}
int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 64, 0);
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
  std::printf("<%s %d %d>", properties.name, properties.multiProcessorCount, blocks);
}
)");
  const Outcome outcome = run({"run", source, "--arch", gpu});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("<Mine 7 3>"));
  EXPECT_THAT(outcome.output, HasSubstr("(sm_90, Mine)"));
}

}  // namespace
}  // namespace warpglass
