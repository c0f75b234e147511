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
  EXPECT_THAT(outcome_.output, HasSubstr("nothing was found that would need it with other data or arguments"));
  EXPECT_THAT(outcome_.output, HasSubstr("no shared array has bank conflicts; 1 other change, 1 proved"));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0)
      << contents(folder_ + "fix.patch");
  EXPECT_THAT(advice(path).at("changes"), IsEmpty());
}

// The run has not needed them: data, or an argument, was such.
TEST_F(Barriers, ThatAnotherInputMayNeedStay) {
  const auto why = [&](const std::string& body) {
    const json change = change_at(advice(kernel(body)), 5);
    EXPECT_FALSE(change.is_null()) << outcome_.output;
    if (change.is_null()) return std::string();
    EXPECT_THAT(change.at("proposals"), IsEmpty());
    return change.at("remarks").at(0).get<std::string>();
  };
  const std::string fill = "  s[t] = in[t];\n  __syncthreads();\n";
  EXPECT_EQ(why(fill + "  out[t] = s[(t + in[0]) % 128];\n"),
            "line 5 is left as it is: line 6 may need it with other data");
  EXPECT_EQ(why(fill + "  if (in[t] == 7) s[127 - t] = 1;\n  __syncthreads();\n  out[t] = s[t];\n"),
            "line 5 is left as it is: line 6 may need it with other data");
  // Another barrier does it, where data lead to that.
  EXPECT_EQ(why(fill + "  int other = 0;\n  if (in[0] == 0) {\n    out[t + 256] = 1;\n    __syncthreads();\n"
                       "    other = out[383 - t];\n  }\n  out[t] = s[127 - t] + other;\n"),
            "line 5 is left as it is: line 12 may need it with other data");
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

/// What the patch takes out.
std::string removed(const json& advice) {
  std::string lines;
  std::istringstream patch(advice.at("patch").get<std::string>());
  for (std::string line; std::getline(patch, line);) {
    if (line.starts_with("-") && !line.starts_with("---")) lines += line.substr(line.find_first_not_of("- ")) + "\n";
  }
  return lines;
}

TEST_F(Barriers, OfAMacroAreLeftOut) {
  const std::string around = "  s[t] = in[t];\n  ALL_HERE;\n  out[t] = s[t];\n";
  const json found = advice(kernel("#define ALL_HERE do { __syncthreads(); } while (0)\n" + around));
  EXPECT_EQ(change_at(found, 6).at("proposals").at(0).at("verdict"), "proved") << found.dump(1);
  EXPECT_EQ(removed(found), "ALL_HERE;\n");
  const json more = advice(kernel("#define ALL_HERE (void)in, __syncthreads()\n" + around));
  EXPECT_THAT(change_at(more, 6).at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("line 6 is left as it is: the macro ALL_HERE is more than the barrier"));
  EXPECT_THAT(outcome_.output, HasSubstr("1 other change, 0 proved"));
}

TEST_F(Barriers, OfTheBlocksGroupAreLeftOut) {
  for (const std::string barrier : {"block.sync();", "cg::sync(block);", "cg::this_thread_block().sync();"}) {
    const std::string path = write("g.cu", R"(#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[128];
  const auto block = cg::this_thread_block();
  s[block.thread_rank()] = in[threadIdx.x];
  )" + barrier + "\n  out[threadIdx.x] = s[threadIdx.x];\n}\n" +
                                               kMain);
    const json found = advice(path);
    ASSERT_FALSE(change_at(found, 7).is_null()) << found.dump(1);
    EXPECT_EQ(change_at(found, 7).at("proposals").at(0).at("verdict"), "proved") << found.dump(1);
    EXPECT_EQ(removed(found), barrier + "\n");
  }
}

TEST_F(Barriers, OfAFunctionAreLeftOutThere) {
  const json found = advice(write("f.cu", std::string(R"(__device__ int own(int* s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  return s[threadIdx.x];
}
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[128];
  const int first = own(s, in[threadIdx.x]);
  out[threadIdx.x] = own(s, first + 1);
}
)") + kMain));
  EXPECT_EQ(change_at(found, 3).at("proposals").at(0).at("verdict"), "proved") << found.dump(1);
  EXPECT_EQ(removed(found), "__syncthreads();\n");
}

/// A barrier of a function that one of two calls needs.
std::string called_twice(const std::string& function) {
  return function + R"(
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  all_here();
  s[t] = in[t];
  all_here();
  out[t] = s[127 - t];
}
)" + kMain;
}

TEST_F(Barriers, OfAFunctionThatIsOneAreToldByCall) {
  const json found = advice(write("c.cu", called_twice("__device__ void all_here() { __syncthreads(); }")));
  const json& change = change_at(found, 5);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_THAT(change.at("message"), HasSubstr("1 of 2 barriers orders nothing"));
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved");
  EXPECT_EQ(
      found.at("patch").get<std::string>().substr(found.at("patch").get<std::string>().find("@@")),
      "@@ -2,7 +2,6 @@\n __global__ void kernel(const int* in, int* out) {\n   __shared__ int s[128];\n"
      "   const int t = threadIdx.x;\n-  all_here();\n   s[t] = in[t];\n   all_here();\n   out[t] = s[127 - t];\n");
}

TEST_F(Barriers, OfAFunctionThatDoesMoreAreLeftWhereOneCallNeedsThem) {
  const json found = advice(write("c.cu", called_twice("__device__ int calls;\n__device__ void all_here() {"
                                                       " if (threadIdx.x == 0) calls = 1; __syncthreads(); }")));
  const json& change = change_at(found, 6);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_THAT(change.at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output,
              HasSubstr("line 6 is left as it is: the function that is called there does more than the "
                        "barrier, which other calls of it need"));
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

}  // namespace
}  // namespace warpglass
