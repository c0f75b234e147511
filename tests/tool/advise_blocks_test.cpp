// Other block shapes that `warpglass advise` proposes: what is edited at the launch and in the grid, and what is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Blocks : public Advise {
 protected:
  /// A program whose kernel writes a byte for each element of a plane of 512x512; what is said of it.
  [[nodiscard]] json advice_of(const std::string& before, const std::string& launch) {
    return advice(write("k.cu", before + R"(
__global__ void plane(unsigned char* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = x ^ y;
}
__global__ void line(unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
int main() {
  unsigned char* out;
  const int n = 512;
  cudaMallocManaged(&out, n * n);
)" + launch + "  cudaDeviceSynchronize();\n}\n"));
  }

  /// The only change.
  [[nodiscard]] static json the_change(const json& found) {
    return found.at("changes").size() == 1 ? found.at("changes").at(0) : json();
  }

  /// The lines that the patch puts in.
  [[nodiscard]] static std::string added(const json& found) {
    std::string lines;
    std::istringstream patch(found.at("patch").get<std::string>());
    for (std::string line; std::getline(patch, line);) {
      if (line.starts_with("+") && !line.starts_with("+++")) lines += line.substr(line.find_first_not_of("+ ")) + "\n";
    }
    return lines;
  }
};

TEST_F(Blocks, GetRowsOfAWarp) {
  const json found =
      advice_of("",
                "  dim3 block(16, 16);\n  const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) "
                "/ block.y);\n  plane<<<grid, block>>>(out, n);\n");
  const json change = the_change(found);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_EQ(change.at("rule"), "block-shape");
  EXPECT_EQ(change.at("before").at("sectors of global and local memory"), 16384);
  const json& proposal = change.at("proposals").at(0);
  EXPECT_EQ(proposal.at("title"), "32x8");
  EXPECT_EQ(proposal.at("verdict"), "proved");
  EXPECT_EQ(proposal.at("after").at("sectors of global and local memory"), 8192);
  EXPECT_THAT(proposal.at("checks"), ElementsAre("no races found"));
  EXPECT_EQ(added(found), "dim3 block(32, 8);\n");
  EXPECT_THAT(outcome_.output, HasSubstr("has 2 rows of 16, which lie apart: 16,384 sectors (ideal 8,192)"));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_THAT(advice(folder_ + "k.cu").at("changes"), IsEmpty());
}

/// A tile with a border, whose conflicts blocks with whole rows mend as well as another layout does.
TEST_F(Blocks, AreTriedBesideLayoutsAndChosenWhereTheyGainMore) {
  const json found = advice(write("tile.cu", R"(
#define BX 16
#define BY 16
__global__ void stencil(const float* in, float* out, int n) {
  __shared__ float t[BY + 2][BX + 2];
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  const float* from = in + y * (n + 2) + x;
  t[threadIdx.y][threadIdx.x] = from[0];
  if (threadIdx.x < 2) t[threadIdx.y][threadIdx.x + BX] = from[BX];
  if (threadIdx.y < 2) {
    t[threadIdx.y + BY][threadIdx.x] = from[BY * (n + 2)];
    if (threadIdx.x < 2) t[threadIdx.y + BY][threadIdx.x + BX] = from[BY * (n + 2) + BX];
  }
  __syncthreads();
  out[y * n + x] = t[threadIdx.y][threadIdx.x] + t[threadIdx.y + 1][threadIdx.x + 1] + t[threadIdx.y + 2][threadIdx.x + 2];
}
int main() {
  float *in, *out;
  const int n = 512;
  cudaMallocManaged(&in, (n + 2) * (n + 2) * 4);
  cudaMallocManaged(&out, n * n * 4);
  for (int i = 0; i < (n + 2) * (n + 2); ++i) in[i] = i % 97;
  stencil<<<dim3(n / BX, n / BY), dim3(BX, BY)>>>(in, out, n);
  cudaDeviceSynchronize();
}
)"));
  ASSERT_EQ(found.at("arrays").size(), 1) << found.dump(1);
  const json& layout = found.at("arrays").at(0).at("proposals").at(0);
  EXPECT_EQ(layout.at("verdict"), "proved");
  EXPECT_FALSE(layout.at("chosen"));
  const json change = the_change(found);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  const json& proposal = change.at("proposals").at(0);
  EXPECT_EQ(proposal.at("title"), "32x8");
  EXPECT_TRUE(proposal.at("chosen"));
  EXPECT_LT(proposal.at("after").at("wavefronts of shared memory"),
            change.at("before").at("wavefronts of shared memory"));
  EXPECT_EQ(added(found), "#define BX 32\n#define BY 8\n");
  EXPECT_THAT(outcome_.output, HasSubstr("is proved by itself, but costs more than blocks of 32x8 (below)"));
}

TEST_F(Blocks, AreNotChosenWhereALayoutGainsMore) {
  const json found =
      advice_of(R"(
__global__ void own(unsigned char* out, int n) {
  __shared__ int kept[256][16];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < 16; ++k) kept[t][k] = k * x;
  int sum = 0;
  for (int k = 0; k < 16; ++k) sum += kept[t][k ^ (n & 1)];
  if (x < n && y < n) out[y * n + x] = sum;
}
)",
                "  dim3 block(16, 16);\n  const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) "
                "/ block.y);\n  own<<<grid, block>>>(out, n);\n");
  ASSERT_EQ(found.at("arrays").size(), 1) << found.dump(1);
  const json change = the_change(found);
  ASSERT_FALSE(change.is_null()) << found.dump(1);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved") << change.dump(1);
  EXPECT_FALSE(change.at("proposals").at(0).at("chosen"));
  EXPECT_THAT(outcome_.output,
              HasSubstr("32x8 is proved by itself, but costs more than the layout of kept: make that"));
  EXPECT_THAT(added(found), HasSubstr("kept["));
}

TEST_F(Blocks, OfAConstantKeepTheirGrid) {
  const json found =
      advice_of("constexpr int kBlock = 48;\ninline int div_up(int a, int b) { return (a + b - 1) / b; }\n",
                "  line<<<div_up(n * n, kBlock), kBlock>>>(out, n * n);\n");
  EXPECT_EQ(added(found), "constexpr int kBlock = 128;\n") << found.dump(1);
  EXPECT_THAT(outcome_.output, HasSubstr("blocks of 48 threads leave 16 of 64 lanes of their warps idle"));
}

TEST_F(Blocks, OfAMacroAreEditedThere) {
  const json found =
      advice_of("#define BLOCK 16\n", "  plane<<<dim3(n / BLOCK, n / BLOCK), dim3(BLOCK, BLOCK)>>>(out, n);\n");
  EXPECT_EQ(added(found), "#define BLOCK 32\n") << found.dump(1);
}

TEST_F(Blocks, OfNumbersAreEditedWithTheGrid) {
  EXPECT_EQ(added(advice_of("", "  line<<<(n * n + 31) / 32, 32>>>(out, n * n);\n")),
            "line<<<(n * n + 127) / 128, 128>>>(out, n * n);\n");
  EXPECT_EQ(added(advice_of("", "  int blocks = (n * n + 32 - 1) / 32;\n  line<<<blocks, 32>>>(out, n * n);\n")),
            "int blocks = (n * n + 128 - 1) / 128;\nline<<<blocks, 128>>>(out, n * n);\n");
}

TEST_F(Blocks, OfAGridThatStaysAreLeft) {
  const json change = the_change(advice_of("", "  line<<<8192, 32>>>(out, n * n);\n"));
  ASSERT_FALSE(change.is_null());
  EXPECT_THAT(change.at("proposals"), IsEmpty());
  EXPECT_THAT(change.at("remarks"),
              Contains("its blocks are left as they are: its grid is not computed from its block"));
}

TEST_F(Blocks, ThatAreComputedAreLeft) {
  const char* const kComputed = "its blocks are left as they are: its block is computed, not a number in the source";
  const json twice =
      the_change(advice_of("", "  const int size = n / 16;\n  line<<<n * n / size, size>>>(out, n * n);\n"));
  EXPECT_THAT(twice.at("remarks"), Contains(kComputed));
  const json changed =
      the_change(advice_of("", "  int size = 64;\n  size = 32;\n  line<<<n * n / size, size>>>(out, n * n);\n"));
  EXPECT_THAT(changed.at("remarks"), Contains(kComputed));
}

TEST_F(Blocks, OfAPointerToAKernelAreLeft) {
  const json change = the_change(advice_of("", "  auto* kernel = line;\n  kernel<<<n * n / 32, 32>>>(out, n * n);\n"));
  EXPECT_THAT(change.at("remarks"), Contains("its blocks are left as they are: no launch that names it is found in "
                                             "the program's own source"));
}

TEST_F(Blocks, ThatTheKernelCountsOnAreNotProved) {
  const json change = the_change(advice_of(R"(
__global__ void sums(unsigned char* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = blockDim.x;
})",
                                           "  const int size = 32;\n  sums<<<n * n / size, size>>>(out);\n"));
  ASSERT_FALSE(change.is_null());
  for (const json& proposal : change.at("proposals")) EXPECT_EQ(proposal.at("verdict"), "results-differ");
  EXPECT_EQ(change.at("proposals").size(), 3);
}

constexpr const char* kTiles = R"(
__global__ void tiles(unsigned char* out, int n) {
  out[(blockIdx.y * kSide + threadIdx.y) * n + threadIdx.x + kSide * blockIdx.x] = 1;
})";

TEST_F(Blocks, WhoseSizeIsWrittenInTheKernelAreNotTried) {
  const json change = the_change(advice_of("#define kSide 16" + std::string(kTiles),
                                           "  tiles<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, n);\n"));
  ASSERT_FALSE(change.is_null());
  EXPECT_THAT(change.at("proposals"), IsEmpty());
  EXPECT_THAT(change.at("remarks"), Contains("its blocks are left as they are: line 3 has 16 times blockIdx.y, "
                                             "whatever the block is"));
}

TEST_F(Blocks, WhoseSizeTheKernelTakesFromTheSameNumberAreTried) {
  for (const std::string side : {"#define kSide 16", "constexpr int kSide = 16;"}) {
    const json found =
        advice_of(side + kTiles, "  tiles<<<dim3(n / kSide, n / kSide), dim3(kSide, kSide)>>>(out, n);\n");
    EXPECT_EQ(added(found), side.substr(0, side.find("16")) + "32" + side.substr(side.find("16") + 2) + "\n")
        << found.dump(1);
  }
}

TEST_F(Blocks, ThatGainNoMoreThanAProvedOneAreOnlyCounted) {
  const json change =
      the_change(advice_of("", "  dim3 block(16, 16);\n  plane<<<dim3(n / block.x, n / block.y), block>>>(out, n);\n"));
  ASSERT_EQ(change.at("proposals").size(), 3) << change.dump(1);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved");
  for (const int other : {1, 2}) {
    EXPECT_EQ(change.at("proposals").at(other).at("verdict"), "no-better");
    EXPECT_EQ(change.at("proposals").at(other).at("reason"), "what is proved above gains as much");
  }
}

TEST_F(Blocks, OfLaunchesInTheProgramsHeadersAreEdited) {
  std::filesystem::create_directories(folder_ + "parts");
  write("parts/launch.hpp",
        "inline void start(unsigned char* out, int n) {\n  const int size = 48;\n"
        "  line<<<(n + size - 1) / size, size>>>(out, n);\n}\n");
  write("parts/all.hpp", "  #  include \"launch.hpp\"\n");
  const json found = advice_of("__global__ void line(unsigned char* out, int n);\n#include \"parts/all.hpp\"\n",
                               "  start(out, n * n);\n");
  EXPECT_EQ(added(found), "const int size = 128;\n") << found.dump(1);
  EXPECT_THAT(found.at("patch").get<std::string>(), HasSubstr("parts/launch.hpp"));
}

TEST_F(Blocks, OfAFewBlocksAreNotNamed) {
  EXPECT_THAT(advice_of("", "  line<<<4, 48>>>(out, 192);\n").at("changes"), IsEmpty());
}

}  // namespace
}  // namespace warpglass
