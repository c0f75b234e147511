// Every program under programs/ says at each line what is to be found there: `// finds: RULE` for a mistake, `// notes:
// RULE` for what is said at lower severity. `warpglass check` finds that and nothing else, however many workers it has.
// Of those named open_*.cu it does not so far; once it does, the test says so, and they get a name of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

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
    for (std::sregex_iterator match(line.begin(), line.end(), said); match != std::sregex_iterator(); ++match)
      all.insert(fmt::format("{} {} {}", number, match->str(1), match->str(2)));
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

/// Places, rules, how often and by whom first: all that does not depend on where memory lies.
std::set<std::string> details_in(const std::string& report) {
  std::set<std::string> all;
  const nlohmann::json json = nlohmann::json::parse(report, nullptr, false);
  if (json.is_discarded()) return {"no report"};
  for (const nlohmann::json& finding : json["findings"])
    all.insert(fmt::format("{} {} {} {} {}", finding["where"].dump(), finding["rule"].dump(),
                           finding.value("count", 0u), finding["block"].dump(), finding["thread"].dump()));
  return all;
}

const std::filesystem::path kPrograms = WARPGLASS_SOURCE_DIR "/tests/checkers/programs";

/// "barriers" and so on, in alphabetical order.
std::vector<std::string> program_names() {
  std::vector<std::string> names;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(kPrograms)) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

/// Loops that wait in vain are known sooner for it.
constexpr const char* kLoopLimit = "16777216";

const std::set<std::string> kWaitingLoops{"standstills", "locks"};

class Checkers : public ToolTest, public testing::WithParamInterface<std::string> {};

TEST_P(Checkers, FindsWhatTheProgramSays) {
  if (kSanitized && kWaitingLoops.contains(GetParam())) GTEST_SKIP() << "minutes of nothing but loops that wait";
  const std::string program = (kPrograms / (GetParam() + ".cu")).string();
  const Findings expected = said_in(program);
  const bool wrong =
      std::ranges::any_of(expected, [](const std::string& said) { return said.find(" finds ") != std::string::npos; });
  std::set<std::string> of_one;
  for (const std::string workers : {"1", "4"}) {
    const Outcome outcome =
        run({"check", program, "-q", "-j", workers, "--loop-limit", kLoopLimit, "--json", folder_ + "report.json"});
    const std::string report = contents(folder_ + "report.json");
    const Findings found = found_in(report);
    const std::set<std::string> details = details_in(report);
    if (workers == "1") of_one = details;
    EXPECT_EQ(details, of_one) << program << " -j " << workers;
    if (GetParam().starts_with("open_")) {
      EXPECT_NE(found, expected) << program << " is open no more: rename it";
    } else {
      EXPECT_EQ(found, expected) << program << " -j " << workers << outcome.errors;
      EXPECT_EQ(outcome.exit_code, wrong ? 1 : 0) << program;
    }
  }
}

class RedundantBarriers : public ToolTest {};

TEST_F(RedundantBarriers, AreThoseThatTheProgramSays) {
  const std::string program = WARPGLASS_SOURCE_DIR "/tests/checkers/redundant_barriers.cu";
  for (const std::string workers : {"1", "4"}) {
    const Outcome outcome =
        run({"run", program, "-q", "-j", workers, "--redundant-barriers", "--json", folder_ + "report.json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    const std::string report = contents(folder_ + "report.json");
    EXPECT_NE(report.find("keeps order between threads of one warp only: __syncwarp() does"), std::string::npos);
    Findings found = found_in(report);
    std::erase_if(found, [](const std::string& one) { return one.find("redundant-barrier") == std::string::npos; });
    EXPECT_EQ(found, said_in(program)) << workers;
  }
}

// All that are named may go together: nothing races then.
TEST_F(RedundantBarriers, MayGo) {
  const std::string program = WARPGLASS_SOURCE_DIR "/tests/checkers/redundant_barriers.cu";
  static_cast<void>(run({"run", program, "-q", "--redundant-barriers", "--json", folder_ + "report.json"}));
  const nlohmann::json report = nlohmann::json::parse(contents(folder_ + "report.json"), nullptr, false);
  std::map<int, std::string> instead;  // by line
  for (const nlohmann::json& finding : report["findings"]) {
    if (finding["rule"] != "redundant-barrier") continue;
    const bool of_warp = finding["message"].get<std::string>().find("__syncwarp()") != std::string::npos;
    instead[finding["where"]["line"].get<int>()] = of_warp ? "__syncwarp()" : "";
  }
  ASSERT_FALSE(instead.empty());
  std::ifstream file(program);
  std::ofstream without(folder_ + "without.cu");
  int number = 1;
  for (std::string line; std::getline(file, line); ++number) {
    const auto found = instead.find(number);
    without << (found == instead.end()
                    ? line
                    : std::regex_replace(line, std::regex(R"((__syncthreads|block\.sync)\(\))"), found->second))
            << '\n';
  }
  without.close();
  const Outcome outcome = run({"check", folder_ + "without.cu", "-q"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
}

INSTANTIATE_TEST_SUITE_P(Programs, Checkers, testing::ValuesIn(program_names()),
                         [](const testing::TestParamInfo<std::string>& program) { return program.param; });

class CheckCommand : public ToolTest {};

// What a loop of a textbook lacks is a barrier of the block, whichever two threads of it the example shows.
TEST_F(CheckCommand, RacesSayWhatWouldEndThem) {
  const std::string source = write("textbook.cu", R"(
__device__ int counter;
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  float sum = 0;
  for (int m = 0; m < n / 16; ++m) {
    as[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + m * 16 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(m * 16 + threadIdx.y) * n + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
  }
  c[threadIdx.y * n + threadIdx.x] = sum;
}
__global__ void count(const float* a, float* sum) {
  if (a[blockIdx.x * blockDim.x + threadIdx.x] >= 0) counter++;
  if (threadIdx.x == 0) *sum += 1;
}
int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&c, 4096);
  cudaMemset(a, 0, 4096);
  cudaMemset(b, 0, 4096);
  cudaMemset(c, 0, 4096);
  product<<<1, dim3(16, 16)>>>(a, b, c, 32);
  count<<<4, 64>>>(a, c);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
)");
  ASSERT_EQ(run({"check", source, "--json", folder_ + "report.json", "--top", "0"}).exit_code, 1);
  const auto report = nlohmann::json::parse(contents(folder_ + "report.json"));
  std::set<int> lines;
  for (const nlohmann::json& finding : report["findings"]) {
    const int line = finding["where"]["line"];
    lines.insert(line);
    const std::string remedy = finding["notes"][0];
    const std::string_view wanted = line <= 10 ? "__syncthreads()" : "in one step (atomicAdd() and its like)";
    EXPECT_NE(remedy.find(wanted), std::string::npos) << finding;
    if (line == 8) {
      EXPECT_EQ(remedy, "__syncthreads() between the two would order them");
    }
  }
  EXPECT_EQ(lines, (std::set<int>{7, 8, 10, 15, 16})) << report["findings"];
}

TEST_F(CheckCommand, AProgramWithoutMistakesEndsAsItEnds) {
  const Outcome outcome = run({"check", kExamples + "transpose.cu"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.errors.find(", no findings"), std::string::npos) << outcome.errors;
  EXPECT_EQ(outcome.errors.find("bank-conflict"), std::string::npos) << outcome.errors;
}

}  // namespace
}  // namespace warpglass
