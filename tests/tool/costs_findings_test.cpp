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

constexpr const char* kPairs = R"(#include <cstdio>
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

__global__ void array_by_index(float* out, int index) {
  float own[32];
#pragma unroll 1
  for (int i = 0; i < 32; ++i) own[i] = out[i] * i;
  out[threadIdx.x] = own[(index + threadIdx.x) % 32];
}
__global__ void array_in_registers(float* out) {
  float own[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) own[i] = out[i] * i;
  out[threadIdx.x] = own[0] + own[1] + own[2] + own[3];
}
__global__ void array_printed(float* out) {
  printf("%d\n", threadIdx.x);
}

// Four blocks of two warps are all that an SM has room for.
template <int kKind>
__device__ void reverse(float* out) {
  __shared__ float all[12000];
  all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0) out[threadIdx.x] = all[63 - threadIdx.x];
}
__global__ void blocks_wait(float* out) { reverse<0>(out); }
__global__ void blocks_fit(float* out) { reverse<1>(out); }

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
  array_by_index<<<1, 64>>>(out, 3);
  array_in_registers<<<1, 64>>>(out);
  array_printed<<<1, 32>>>(out);
  blocks_wait<<<132 * 4 + 1, 64>>>(out);
  blocks_fit<<<132 * 4, 64>>>(out);
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
    {"divergence", "lanes_part", "even lanes go one way, odd lanes the other: 2 times"},
    {"local-spill", "array_by_index", "unroll the loops over the array"},
    {"local-spill", "array_by_index", "line 24: local load, "},
    {"occupancy-limit", "blocks_wait", "bytes of shared memory a block, "},
    {"occupancy-limit", "blocks_wait", "529 blocks in all, 528 at once"},
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

TEST_F(CostFindings, CanBeExpectedNotToBeThere) {
  std::string source = kPairs;
  const auto expect_none = [&](const std::string& rule, const std::string& kernel) {
    source.insert(source.find("__global__ void " + kernel + "("), "// warpglass: expect no " + rule + "\n");
  };
  expect_none("occupancy-limit", "blocks_fit");
  expect_none("local-spill", "array_in_registers");
  EXPECT_EQ(run({"run", write("pairs.cu", source), "-q"}).exit_code, 0);
  expect_none("occupancy-limit", "blocks_wait");
  expect_none("local-spill", "array_by_index");
  const Outcome broken = run({"run", write("pairs.cu", source)});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.errors, HasSubstr("expected no occupancy-limit"));
  EXPECT_THAT(broken.errors, HasSubstr("expected no local-spill"));
}

}  // namespace
}  // namespace warpglass
