// Changes of the source beside layouts that `warpglass advise` proposes: what is edited, which checks it has passed,
// what is left as it is and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The change at a line.
const json& change_at(const json& advice, unsigned line) {
  static const json kNone;
  for (const json& change : advice.at("changes")) {
    if (change.at("where").at("line") == line) return change;
  }
  return kNone;
}

constexpr const char* kMain = R"(
#include <cstdio>
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 1024; ++i) in[i] = i * i;
  kernel<<<2, 128>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("%d\n", out[40]);
}
)";

class Barriers : public Advise {
 protected:
  std::string kernel(const std::string& body) const {
    return write("k.cu",
                 "__global__ void kernel(const int* in, int* out) {\n  __shared__ int s[128];\n"
                 "  const int t = threadIdx.x;\n" +
                     body + "}\n" + kMain);
  }
};

TEST_F(Barriers, ThatOrderNothingAreLeftOut) {
  const std::string path = kernel(
      "  s[t] = in[t];\n  __syncthreads();\n  const int own = in[t + 128];\n"
      "  __syncthreads();\n  out[t] = s[127 - t] + own;\n");
  const json found = advice(path);
  EXPECT_EQ(outcome_.exit_code, 0) << outcome_.errors;
  const json& change = change_at(found, 5);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_EQ(change.at("rule"), "redundant-barrier");
  EXPECT_EQ(change.at("before").at("barriers passed by warps"), 16);
  const json& proposal = change.at("proposals").at(0);
  EXPECT_EQ(proposal.at("verdict"), "proved") << change.dump(1);
  EXPECT_EQ(proposal.at("after").at("barriers passed by warps"), 8);
  EXPECT_THAT(proposal.at("checks"), ElementsAre("no races found"));
  EXPECT_THAT(found.at("patch").get<std::string>(),
              HasSubstr("@@ -2,7 +2,6 @@\n   __shared__ int s[128];\n   const int t = threadIdx.x;\n   s[t] = in[t];\n"
                        "-  __syncthreads();\n   const int own = in[t + 128];\n   __syncthreads();\n"));
  EXPECT_THAT(outcome_.output, HasSubstr("1 of 2 barriers orders nothing that others do not order as well"));
  EXPECT_THAT(outcome_.output, HasSubstr("proved: 16 -> 8 barriers passed by warps, results the same, no races found"));
  EXPECT_THAT(outcome_.output, HasSubstr("it is so with what this run was given"));
  EXPECT_THAT(outcome_.output, HasSubstr("no shared array has bank conflicts; 1 other change, 1 proved"));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0)
      << contents(folder_ + "fix.patch");
  EXPECT_THAT(advice(path).at("changes"), IsEmpty());
}

TEST_F(Barriers, WithinWarpsBecomeBarriersOfTheWarp) {
  const std::string path = kernel("  s[t] = in[t];\n  if (in[0] == 0)\n    __syncthreads();\n  out[t] = s[t ^ 31];\n");
  EXPECT_EQ(run({"advise", path, "--apply"}).exit_code, 0);
  EXPECT_THAT(contents(path), HasSubstr("  if (in[0] == 0)\n    __syncwarp();\n"));
}

TEST_F(Barriers, ThatAreNeededAreNotNamed) {
  const json found = advice(kernel("  s[t] = in[t];\n  __syncthreads();\n  out[t] = s[127 - t];\n"));
  EXPECT_THAT(found.at("changes"), IsEmpty());
}

TEST_F(Barriers, ThatAnotherKernelNeedsStay) {
  const std::string two = write("two.cu", R"(template <bool kAll> __global__ void turn(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[kAll ? 127 - t : t];
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  turn<false><<<1, 128>>>(in, out);
  turn<true><<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
}
)");
  EXPECT_THAT(advice(two).at("changes"), IsEmpty());
  EXPECT_FALSE(advice(two, {"--kernel", "turn.*false"}).at("changes").empty());
}

TEST_F(Barriers, OfOtherFormsAreNamedAndLeft) {
  const std::string path = kernel("  s[t] = in[t];\n#define ALL_HERE __syncthreads()\n  ALL_HERE;\n  out[t] = s[t];\n");
  const json found = advice(path);
  const json& change = change_at(found, 6);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_THAT(change.at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output,
              HasSubstr("line 6 is left as it is: it is no __syncthreads(); of the kernel's own text"));
  EXPECT_THAT(outcome_.output, HasSubstr("1 other change, 0 proved"));
}

TEST_F(Barriers, OfAProgramThatRacesAreNotRecommended) {
  const json found =
      advice(kernel("  __shared__ int r[128];\n  s[t] = in[t];\n  __syncthreads();\n  out[t] = s[t];\n"
                    "  r[t] = t;\n  out[t] += r[t ^ 64] != 0;\n"));
  const json& change = change_at(found, 6);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "makes-mistakes") << change.dump(1);
  EXPECT_THAT(outcome_.output, Not(HasSubstr("fix:")));
  EXPECT_THAT(outcome_.output, HasSubstr("not without it: it makes a mistake: "));
}

TEST_F(Barriers, WaitWhereTheKernelsLayoutsTakeAllPrograms) {
  const json found = advice(kExamples + "tile_walk.cu", {"--kernel", "column_column"});
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  EXPECT_THAT(found.at("changes").at(0).at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("it was not tried: other changes of the kernel come first"));
}

TEST_F(Barriers, ShareAProgramWithLayoutsOfOtherKernels) {
  // The barrier's line goes; what stands below it is told by the lines of the user's source all the same.
  const json found = advice(write("two.cu", R"(__global__ void own(float* out) {
  __shared__ float s[128];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + 1;
}
__global__ void turn(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
int main() {
  float* out = nullptr;
  cudaMallocManaged(&out, 4096);
  own<<<1, 128>>>(out);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
}
)"));
  EXPECT_EQ(change_at(found, 4).at("proposals").at(0).at("verdict"), "proved") << found.dump(1);
  const json& padding = found.at("arrays").at(0).at("proposals").at(0);
  EXPECT_EQ(padding.at("verdict"), "proved");
  EXPECT_FALSE(padding.contains("worse")) << padding.dump(1);
  EXPECT_EQ(found.at("together").at("verdict"), "proved");
}

class WideAccesses : public Advise {
 protected:
  /// A kernel with this text, its pointers declared so; what is said of it, with `lines_[n]` the lines of the patch.
  [[nodiscard]] json advice_of(const std::string& body, const std::string& pointers = "const float* in, float* out") {
    const std::string path = write("k.cu", "__global__ void kernel(" + pointers +
                                               ", int n) {\n"
                                               "  const int t = threadIdx.x;\n" +
                                               body + R"(}
int main() {
  float *in, *out;
  cudaMallocManaged(&in, 8192);
  cudaMallocManaged(&out, 8192);
  for (int i = 0; i < 2048; ++i) in[i] = i % 77;
  kernel<<<2, 64>>>(in, out, 4);
  cudaDeviceSynchronize();
}
)");
    return advice(path);
  }

  /// What the patch puts in.
  [[nodiscard]] std::string added(const json& found) const {
    std::string lines;
    std::istringstream patch(found.at("patch").get<std::string>());
    for (std::string line; std::getline(patch, line);) {
      if (line.starts_with("+ ")) lines += line.substr(3) + "\n";
    }
    return lines;
  }
};

TEST_F(WideAccesses, StandForElementsOneByOne) {
  const json found = advice_of("  out[t] = in[4 * t] * in[4 * t + 3] + in[1 + 4 * t] - in[4 * t + 2];\n");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("rule"), "wide-access");
  EXPECT_EQ(change.at("before").at("requests of global memory"), 20);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved");
  EXPECT_EQ(change.at("proposals").at(0).at("after").at("requests of global memory"), 8);
  EXPECT_EQ(added(found),
            "const float4 in4 = *reinterpret_cast<const float4*>(&in[4 * t]);\n"
            "out[t] = in4.x * in4.w + in4.y - in4.z;\n");
}

TEST_F(WideAccesses, StandForRoundsOfALoop) {
  EXPECT_EQ(
      added(advice_of("  float sum = n;\n#pragma unroll\n  for (int i = 0; i < 4; i++)\n    sum *= in[4 * t + i];\n"
                      "  out[t] = sum;\n")),
      "const float4 in4 = *reinterpret_cast<const float4*>(&in[4 * t]);\n"
      "  sum *= (&in4.x)[i];\n");
  EXPECT_EQ(added(advice_of("  float sum = n;\n  for (int i = 0; i < 4; i++) {\n    sum *= in[i + (t << 2)];\n  }\n"
                            "  out[t] = sum;\n")),
            "const float4 in4 = *reinterpret_cast<const float4*>(&in[(t << 2)]);\n"
            "  sum *= (&in4.x)[i];\n");
}

TEST_F(WideAccesses, ReachOverStatements) {
  EXPECT_EQ(added(advice_of("  const int j = 2 * t;\n  const float a = in[j];\n  float b = 0;\n  b += in[j + 1];\n"
                            "  out[t] = a * b;\n")),
            "const float2 in2 = *reinterpret_cast<const float2*>(&in[j]);\nconst float a = in2.x;\n"
            "b += in2.y;\n");
}

TEST_F(WideAccesses, ReachOverStoresThatAreToldApart) {
  const std::string body = "  out[t] = in[2 * t];\n  out[t + 64] = in[2 * t + 1];\n";
  EXPECT_EQ(added(advice_of(body)), "");
  EXPECT_THAT(outcome_.output, HasSubstr("const in __restrict__ says that it does not"));
  EXPECT_THAT(added(advice_of(body, "const float* __restrict__ in, float* __restrict__ out")),
              HasSubstr("const float2 in2 = "));
}

TEST_F(WideAccesses, AreLeftWhereTheSourceDoesNotShowThem) {
  const auto reason = [&](const std::string& body, const std::string& why) {
    EXPECT_EQ(added(advice_of(body)), "") << body;
    EXPECT_THAT(outcome_.output, HasSubstr("(priced, not proved: " + why)) << body;
  };
  reason("  out[t] = in[n * t] + in[n * t + 1];\n", "the index of the first element is not seen to be a multiple of 2");
  reason("  const float* own = in + 4 * t;\n  out[t] = own[0] + own[1];\n", "own is no parameter of the kernel");
  reason("  in += n;\n  out[t] = in[2 * t] + in[2 * t + 1];\n", "in is moved within the kernel");
  reason("  out[t] = in[2 * t] + (n > 3 ? in[2 * t + 1] : 0);\n", "not all of the elements are taken in any case");
  reason(
      "  int j = t;\n  float a = in[2 * j];\n  ++j;\n  a += in[2 * j + 1];\n  --j;\n  a += in[2 * j + 1];\n  out[t] = "
      "a;\n",
      "the index changes between the elements");
  reason("#define AT(k) in[4 * t + k]\n  out[t] = AT(0) + AT(1) + AT(2) + AT(3);\n", "");
  reason("  out[4 * t] = n;\n  out[4 * t + 1] = n;\n  out[4 * t + 2] = n;\n  out[4 * t + 3] = t;\n", "");
}

TEST_F(WideAccesses, AreThoseOfAllKernelsOfATemplate) {
  const std::string begin = "template <int kEach> __global__ void kernel(const float* in, float* out) {\n";
  const std::string end = R"(}
int main() {
  float *in, *out;
  cudaMallocManaged(&in, 8192);
  cudaMallocManaged(&out, 8192);
  kernel<4><<<1, 64>>>(in, out);
  kernel<3><<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
}
)";
  const std::string t = "  const int t = threadIdx.x;\n";
  EXPECT_EQ(added(advice(write("k.cu", begin + t +
                                           "  float sum = 0;\n  for (int i = 0; i < kEach; ++i) sum += in[4 * t + i];\n"
                                           "  out[t] = sum;\n" +
                                           end))),
            "");
  EXPECT_EQ(added(advice(write("k.cu", begin + t + "  out[t] = in[kEach * t] + in[kEach * t + 1];\n" + end))), "");
  EXPECT_THAT(added(advice(write("k.cu", begin + t + "  out[t] = in[4 * t] + in[4 * t + 1];\n" + end))),
              HasSubstr("const float2 in2 = "));
}

}  // namespace
}  // namespace warpglass
