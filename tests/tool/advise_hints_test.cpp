// What is said and priced without a second run: the hints of `warpglass advise`, and the `fix:` line under the findings
// of `warpglass run`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST_F(Advise, PricesAtomicsOfManyLanesAtOneAddress) {
  const Outcome outcome =
      run({"advise", write("sums.cu", R"(__global__ void sums(const int* in, int* counts, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(counts, in[i]);
  atomicAdd(sum, 0.5f * in[i]);
  atomicAdd(&counts[32 + i % 32], 1);
  if (threadIdx.x == 0) atomicAdd(sum, 1.0f);
}
int main() {
  int *in, *counts;
  float* sum;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&counts, 4096);
  cudaMallocManaged(&sum, 4096);
  sums<<<4, 256>>>(in, counts, sum);
  cudaDeviceSynchronize();
}
)")});
  EXPECT_THAT(outcome.output,
              HasSubstr("sums.cu:3:3: global reduction: 32.0 lanes of a warp at one address  "
                        "[atomic-turns]\n"
                        "      = the assembler combines the lanes of a warp already; where the warps of a "
                        "block have one address, too, a sum of the block in shared memory that one thread "
                        "adds at the end takes 4 instead of 32 (priced, not proved)\n"));
  EXPECT_THAT(outcome.output, HasSubstr("sums.cu:4:3: global reduction: 32.0 lanes of a warp at one address"));
  EXPECT_THAT(outcome.output, HasSubstr("it takes 32 turns instead of 1,024; where the warps"));
  EXPECT_THAT(outcome.output,
              HasSubstr("(priced, not tried: a sum of floats in another order rounds otherwise, so that the "
                        "results would not be the same bit by bit)"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("sums.cu:5")));
  EXPECT_THAT(outcome.output, Not(HasSubstr("sums.cu:6")));
}

TEST_F(Advise, HintsAtWhatCostsElsewhere) {
  const std::string path = write("hints.cu", R"(struct Particle { float x, y, z, w; };
__global__ void members(Particle* all, float* out) {
  extern __shared__ float rows[];
  rows[threadIdx.x * 32] = all[threadIdx.x].y;
  __syncthreads();
  out[threadIdx.x + 1] = rows[threadIdx.x * 32];
}
int main() {
  Particle* all = nullptr;
  float* out = nullptr;
  cudaMalloc(&all, 1024 * sizeof(Particle));
  cudaMalloc(&out, 4096);
  members<<<1, 64, 64 * 128>>>(all, out);
  cudaDeviceSynchronize();
}
)");
  const Outcome outcome = run({"advise", path});
  EXPECT_THAT(outcome.output, HasSubstr("lanes are 16 bytes apart and take 4 of them"));
  EXPECT_THAT(outcome.output, HasSubstr("8 sectors at best instead of 32 (tried above)"));
  EXPECT_THAT(outcome.output, HasSubstr("the first lies 4 bytes into a sector"));
  EXPECT_THAT(outcome.output, HasSubstr("the array has no extents (extern __shared__)"));
  EXPECT_THAT(outcome.output, HasSubstr("no shared array has bank conflicts"));
}

TEST_F(Advise, SaysWhatToLookAtWhereItKnowsNoEdit) {
  const json found = advice(kExamples + "memory_spaces.cu");
  EXPECT_THAT(found.at("hints").dump(), HasSubstr("registers have no index: unroll the loops over the array"));
  EXPECT_THAT(found.at("hints").dump(), HasSubstr("let a warp read one word at a time"));
  EXPECT_THAT(run({"advise", kExamples + "divergence.cu"}).output,
              HasSubstr("branch: lanes part in 100.0 % of its executions  [divergence]\n"
                        "      = 512 of 512 executions leave a part of the warp waiting\n"
                        "      = even lanes go one way, odd lanes the other: 512 times\n"));
  EXPECT_THAT(run({"advise", kExamples + "conversions.cu"}).output, HasSubstr("      = write 0.3f, 1.0f\n"));
}

struct KnownFix {
  const char* program;
  const char* fix;
};
std::ostream& operator<<(std::ostream& out, const KnownFix& known) { return out << known.program; }

class KnownFixes : public Advise, public testing::WithParamInterface<KnownFix> {};

TEST_P(KnownFixes, StandUnderTheFindingsOfARun) {
  EXPECT_THAT(findings(program(GetParam().program)), HasSubstr(std::string("\"fix: ") + GetParam().fix));
}

// As many wavefronts as advise proves, of the array alone.
INSTANTIATE_TEST_SUITE_P(
    , KnownFixes,
    testing::Values(
        KnownFix{"transpose.cu", "tile[32][33] of 4-byte elements takes 1,024 wavefronts instead of 16,896 (exact;"},
        KnownFix{"matmul.cu", "as[16][18] of 4-byte elements takes 8,704 wavefronts instead of 12,288 (exact;"},
        KnownFix{"ldmatrix.cu", "tile[64][36] of 4-byte elements takes 128 wavefronts instead of 576 (exact;"},
        KnownFix{"vectors.cu", "tile[32][9] of 16-byte elements takes 64 wavefronts instead of 288 (exact;"},
        KnownFix{"gather.cu", "tile[16][24] of 4-byte elements takes 2,304 wavefronts instead of 4,224 (exact;"},
        KnownFix{"flat.cu", "s[32][33] of 4-byte elements takes 128 wavefronts instead of 2,112 (exact;"}));

TEST_F(Advise, SaysAtMostWhereThePlaceOfAnAccessMatters) {
  // Rows that are read across their ends: a padding parts them there.
  const std::string path = write("walk.cu", R"(__global__ void walk(float* out) {
  __shared__ float tile[32][32];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int r = 0; r < 32; ++r) tile[t][r] = r;
  __syncwarp();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k) sum += (&tile[0][0])[k * 31 + t];
  out[t] = sum;
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 128);
  walk<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
)");
  EXPECT_THAT(findings(path),
              HasSubstr("tile[32][33] of 4-byte elements takes at most 96 wavefronts instead of 1,056"));
}

/// A tensor copy leaves no gaps: it is the tensor map that is to name the swizzle.
TEST_F(Advise, NamesTheSwizzleOfATensorMap) {
  const std::string found = findings(kExamples + "tensor_maps.cu");
  EXPECT_THAT(found,
              HasSubstr("fix: tile[r][c ^ ((r & 7) << 2)] with CU_TENSOR_MAP_SWIZZLE_128B in the tensor map that "
                        "fills it takes 32,768 wavefronts instead of 262,144 (exact)"));
  EXPECT_THAT(found, HasSubstr("tile is filled by a tensor copy, which leaves no gaps for a padding"));
  EXPECT_THAT(found, Not(HasSubstr("tile[32][33]")));
  const json advised = advice(kExamples + "tensor_maps.cu", {"--kernel", "transpose_box"});
  ASSERT_FALSE(advised.at("arrays").empty()) << advised.dump(1);
  for (const json& array : advised.at("arrays")) EXPECT_THAT(array.at("proposals"), testing::IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("a tensor copy fills it, which leaves no gaps for a padding"));
}

TEST_F(Advise, NoRepairIsNamedWithoutAllAccesses) {
  // More shapes in one instruction than are kept, and rows that the lanes' distances do not show.
  EXPECT_THAT(findings(program("blocked.cu")), testing::AllOf(HasSubstr("\"bank-conflict\""), Not(HasSubstr("fix:"))));
}

TEST_F(Advise, PricesWideAccessesInThePlaceOfSeveral) {
  const std::string path = write("fours.cu", R"(__global__ void fours(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}
__global__ void threes(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = in[3 * i] + in[3 * i + 1] + in[3 * i + 2];
}
__global__ void apart(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = in[8 * i] + in[8 * i + 2] + in[8 * i + 5];
}
int main() {
  float* in = nullptr;
  float* out = nullptr;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  fours<<<1, 64>>>(in, out);
  threes<<<1, 64>>>(in, out);
  apart<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
}
)");
  const json found = advice(path);
  std::vector<std::string> of_vectors;
  for (const json& hint : found.at("hints")) {
    const std::string said = hint.at("advice");
    if (const std::size_t at = said.find("each lane"); at != std::string::npos) of_vectors.push_back(said.substr(at));
  }
  EXPECT_THAT(
      of_vectors,
      testing::ElementsAre("each lane loads 4 neighbouring elements one by one: one load of 16 bytes, of a type that "
                           "is aligned to as many, takes 32 sectors instead of 128 (see above)"));
}

}  // namespace
}  // namespace warpglass
