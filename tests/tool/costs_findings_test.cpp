// Findings about cost, each by a kernel that has to give it and one, as like it as can be, that must not; and each says
// what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr const char* kPairs = R"(
__constant__ float table[64] = {1, 2, 3};
__global__ void constants_by_lane(float* out) { out[threadIdx.x] = table[threadIdx.x % 32]; }
__global__ void constants_by_warp(float* out) { out[threadIdx.x] = table[threadIdx.x / 32]; }

__global__ void hidden_doubles(float* out) { out[threadIdx.x] = out[threadIdx.x] * 0.1; }
__global__ void floats(float* out) { out[threadIdx.x] = out[threadIdx.x] * 0.1f; }

__device__ __noinline__ float one_way(float x) { return x * x + 1; }
__device__ __noinline__ float other_way(float x) { return x / 3 - 1; }
__global__ void lanes_part(float* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0) out[t] = one_way(out[t]); else out[t] = other_way(out[t]);
}
__global__ void warps_part(float* out) {
  const int t = threadIdx.x;
  if (t / 32 % 2 == 0) out[t] = one_way(out[t]); else out[t] = other_way(out[t]);
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(out, 0, 64 * sizeof(float));
  constants_by_lane<<<1, 64>>>(out);
  constants_by_warp<<<1, 64>>>(out);
  hidden_doubles<<<1, 64>>>(out);
  floats<<<1, 64>>>(out);
  lanes_part<<<1, 64>>>(out);
  warps_part<<<1, 64>>>(out);
  return cudaFree(out);
}
)";

/// A rule, where it has to be found, and what has to be done.
struct Wanted {
  const char* rule;
  const char* kernel;
  const char* remedy;
};

constexpr Wanted kWanted[] = {
    {"constant-serialised", "constants_by_lane", "let a warp read one word at a time"},
    {"slow-conversion", "hidden_doubles", "write 0.1f"},
    {"divergence", "lanes_part", "let whole warps go one way"},
};

class CostFindings : public ToolTest {};

TEST_F(CostFindings, StandWhereTheyHaveToAndNowhereElse) {
  const Outcome outcome = run({"run", write("pairs.cu", kPairs), "--divergence", "-q", "--json", folder_ + "r.json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.errors;
  std::set<std::string> found;
  const nlohmann::json report = nlohmann::json::parse(contents(folder_ + "r.json"));
  for (const nlohmann::json& finding : report.at("findings")) {
    const std::string kernel = finding.at("kernel");
    const std::string rule = finding.at("rule");
    found.insert(rule + " of " + kernel.substr(0, kernel.find('(')));
    for (const Wanted& wanted : kWanted) {
      if (rule != wanted.rule) continue;
      EXPECT_THAT(finding.at("notes").get<std::vector<std::string>>(), Contains(HasSubstr(wanted.remedy)));
    }
    if (rule == "divergence") {
      EXPECT_THAT(finding.at("notes").get<std::vector<std::string>>(),
                  Contains(HasSubstr("instructions, with 16.0 lanes on average")));
    }
  }
  std::set<std::string> wanted;
  for (const Wanted& one : kWanted) wanted.insert(std::string(one.rule) + " of " + one.kernel);
  EXPECT_EQ(found, wanted);
}

}  // namespace
}  // namespace warpglass
