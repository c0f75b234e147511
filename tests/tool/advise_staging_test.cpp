// Accesses along a column that `warpglass advise` takes through a tile in shared memory: what is edited, what is left
// as it is and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::string kPlace =
    "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  const int y = blockIdx.y * blockDim.y + threadIdx.y;\n";

/// What the other thread's share of a store begins with, in square blocks.
const std::string kOther =
    "__syncthreads();\n"
    "const int x_out = blockIdx.x * blockDim.x + threadIdx.y;\n"
    "const int y_out = blockIdx.y * blockDim.y + threadIdx.x;\n";

struct Shape {
  std::string block = "32, 32";
  std::string grid = "4, 4";
  std::string element = "float";
  std::string restricted = "";  // behind the pointers' stars
};

class Staging : public Advise {
 protected:
  /// A kernel with this text on a matrix of 100 x 100; what is said of it.
  [[nodiscard]] json advice_of(const std::string& body, const Shape& shape = {}) {
    return advice(write("k.cu", "#define NUMBER blockIdx.x * blockDim.x + threadIdx.x\n__global__ void kernel(const " +
                                    shape.element + "*" + shape.restricted + " in, " + shape.element + "*" +
                                    shape.restricted + " out, int n) {\n" + body + "}\nint main() {\n  " +
                                    shape.element + R"( *in, *out;
  cudaMallocManaged(&in, 128 * 128 * sizeof *in);
  cudaMallocManaged(&out, 128 * 128 * sizeof *out);
  for (int i = 0; i < 128 * 128; ++i) in[i] = i % 77;
  kernel<<<dim3()" + shape.grid + "), dim3(" +
                                    shape.block + R"()>>>(in, out, 100);
  cudaDeviceSynchronize();
}
)"));
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

  void expect_left(const std::string& body, const std::string& why, const Shape& shape = {}) {
    const json found = advice_of(body, shape);
    for (const json& change : found.at("changes")) EXPECT_NE(change.at("rule"), "staging") << body;
    EXPECT_THAT(outcome_.output, HasSubstr("tiles through shared memory (not tried: " + why + ")")) << body;
  }
};

TEST_F(Staging, IsOfStores) {
  const json found = advice_of(kPlace + "  if (x < n && y < n) out[x * n + y] = in[y * n + x];\n");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("rule"), "staging");
  EXPECT_EQ(change.at("where").at("line"), 5);
  EXPECT_THAT(change.at("message"), HasSubstr("neighbouring threads store elements of out that are a row apart"));
  EXPECT_EQ(change.at("before").at("sectors of global and local memory"), 11450);
  const json& proposal = change.at("proposals").at(0);
  EXPECT_EQ(proposal.at("verdict"), "proved") << change.dump(1);
  EXPECT_EQ(proposal.at("title"), "through tile[32][33]");
  EXPECT_EQ(proposal.at("after").at("sectors of global and local memory"), 2900);
  // 16 blocks of 32 warps less those that have no element; neither way through the tile conflicts.
  EXPECT_EQ(proposal.at("after").at("wavefronts of shared memory"), 800);
  EXPECT_EQ(added(found),
            "__shared__ float tile[32][33];\n"
            "if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];\n" +
                kOther +
                "if (x_out < n && y_out < n) out[x_out * n + y_out] = "
                "tile[threadIdx.x][threadIdx.y];\n");
  EXPECT_THAT(outcome_.output,
              AllOf(HasSubstr("proved: 11,450 -> 2,900 sectors of global and local memory, results the same, no races "
                              "found"),
                    HasSubstr("the tile is made for blocks of 32x32, as all launches of this run have"),
                    HasSubstr("or take tiles through shared memory (tried above)")));
}

TEST_F(Staging, IsOfLoads) {
  const json found = advice_of(kPlace + "  if (x < n && y < n) out[y * n + x] += 2 * in[x * n + y];\n");
  EXPECT_EQ(added(found),
            "__shared__ float tile[32][33];\n"
            "const int x_in = blockIdx.x * blockDim.x + threadIdx.y;\n"
            "const int y_in = blockIdx.y * blockDim.y + threadIdx.x;\n"
            "if (x_in < n && y_in < n) tile[threadIdx.x][threadIdx.y] = in[x_in * n + y_in];\n"
            "__syncthreads();\n"
            "if (x < n && y < n) out[y * n + x] += 2 * tile[threadIdx.y][threadIdx.x];\n");
  EXPECT_EQ(found.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved");
}

TEST_F(Staging, KeepsThreadsThatLeaveUntilTheBarrier) {
  EXPECT_EQ(
      added(advice_of(kPlace + "  if (x >= n) {\n    return;\n  }\n  if (y == n || y > n) return;\n\n"
                               "  const float v = in[y * n + x];  // the element\n  out[x * n + y] = v;\n")),
      "__shared__ float tile[32][33];\n"
      "if (x < n) {\n"
      "  if (y != n && y <= n) {\n"
      "    const float v = in[y * n + x];  // the element\n"
      "    tile[threadIdx.y][threadIdx.x] = v;\n"
      "  }\n"
      "}\n" +
          kOther +
          "if (x_out < n && y_out != n && y_out <= n) out[x_out * n + y_out] = tile[threadIdx.x][threadIdx.y];\n");
  EXPECT_EQ(
      added(advice_of(kPlace + "  if (x >= n) return;\n  if (y >= n) return;\n  out[y * n + x] = in[x * n + y];\n")),
      "__shared__ float tile[32][33];\n"
      "const int x_in = blockIdx.x * blockDim.x + threadIdx.y;\n"
      "const int y_in = blockIdx.y * blockDim.y + threadIdx.x;\n"
      "if (x_in < n && y_in < n) tile[threadIdx.x][threadIdx.y] = in[x_in * n + y_in];\n"
      "__syncthreads();\n"
      "out[y * n + x] = tile[threadIdx.y][threadIdx.x];\n");
}

TEST_F(Staging, DeclaresWhatTheOtherThreadNeeds) {
  EXPECT_EQ(added(advice_of(kPlace + "  if (x < n) {\n    if (y < n || n < 0) {\n      const int pitch = n;\n"
                                     "      float* const row = out + x * pitch;\n      row[y] = in[y * n + x];\n    }\n"
                                     "  }\n")),
            "__shared__ float tile[32][33];\n"
            "    tile[threadIdx.y][threadIdx.x] = in[y * n + x];\n" +
                kOther +
                "const int pitch_out = n;\nfloat *const row_out = out + x_out * pitch_out;\n"
                "if (x_out < n && (y_out < n || n < 0)) row_out[y_out] = tile[threadIdx.x][threadIdx.y];\n");
  EXPECT_THAT(added(advice_of("  const float tile = 1, x_out = 2;\n" + kPlace +
                              "  if (x < n && y < n) out[x * n + y] = in[y * n + x] + tile + x_out;\n")),
              AllOf(HasSubstr("__shared__ float tile_[32][33];"), HasSubstr("out[x_out_ * n + y_out] = tile_[")));
}

TEST_F(Staging, RenumbersThreadsOfOtherBlocks) {
  EXPECT_THAT(added(advice_of(kPlace + "  if (x < n && y < n) out[x * n + y] = in[y * n + x];\n",
                              {.block = "24, 10", .grid = "5, 10"})),
              HasSubstr("const unsigned column = (threadIdx.y * 24 + threadIdx.x) / 10;\n"
                        "const unsigned row = (threadIdx.y * 24 + threadIdx.x) % 10;\n"));
  EXPECT_THAT(added(advice_of(kPlace + "  if (x < n && y < n) out[y * n + x] = in[x * n + y];\n",
                              {.block = "64, 4", .grid = "2, 25", .element = "double"})),
              AllOf(HasSubstr("__shared__ double tile[4]["), HasSubstr("const unsigned column = threadIdx.y * 16 + "
                                                                       "threadIdx.x / 4;\n"
                                                                       "const unsigned row = threadIdx.x % 4;\n")));
}

TEST_F(Staging, GoesWithTheRoundsOfALoop) {
  const json found = advice_of(
      "  const int x = blockIdx.x * 32 + threadIdx.x;\n  const int y = blockIdx.y * 32 + threadIdx.y;\n"
      "  for (int j = 0; j < 32; j += 8)\n"
      "    if (x < n && y + j < n) out[x * n + y + j] = in[(y + j) * n + x];\n",
      {.block = "32, 8"});
  EXPECT_EQ(found.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved") << found.dump(1);
  EXPECT_EQ(added(found),
            "__shared__ float tile[8][36];\n"
            "const unsigned column = threadIdx.y * 4 + threadIdx.x / 8;\n"
            "const unsigned row = threadIdx.x % 8;\n"
            "const int x_out = blockIdx.x * 32 + column;\n"
            "const int y_out = blockIdx.y * 32 + row;\n"
            "for (int j = 0; j < 32; j += 8) {\n"
            "  if (x < n && y + j < n) tile[threadIdx.y][threadIdx.x] = in[(y + j) * n + x];\n"
            "  __syncthreads();\n"
            "  if (x_out < n && y_out + j < n) out[x_out * n + y_out + j] = tile[row][column];\n"
            "  __syncthreads();\n"
            "}\n");
  EXPECT_EQ(added(advice_of(kPlace + "#pragma unroll\n  for (int j = 0; j < 2; ++j) {\n    const int to = y * n + x;\n"
                                     "    const float v = in[x * n + y + j];\n    if (x < n && y < n)\n"
                                     "      out[to] = v + j;\n  }\n")),
            "__shared__ float tile[32][33];\n"
            "const int x_in = blockIdx.x * blockDim.x + threadIdx.y;\n"
            "const int y_in = blockIdx.y * blockDim.y + threadIdx.x;\n"
            "  tile[threadIdx.x][threadIdx.y] = in[x_in * n + y_in + j];\n"
            "  __syncthreads();\n"
            "  const float v = tile[threadIdx.y][threadIdx.x];\n"
            "  __syncthreads();\n");
}

TEST_F(Staging, IsOfTemplates) {
  const std::string path = write("k.cu", R"(template <typename T>
__global__ void kernel(const T* in, T* __restrict__ out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * 64 * 4);
  cudaMallocManaged(&out, 64 * 64 * 4);
  for (int i = 0; i < 64 * 64; ++i) in[i] = i;
  kernel<<<dim3(2, 2), dim3(32, 32)>>>(in, out, 64);
  kernel<<<dim3(2, 2), dim3(32, 32)>>>((float*)in, (float*)out, 64);
  cudaDeviceSynchronize();
}
)");
  const json found = advice(path);
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  EXPECT_EQ(found.at("changes").at(0).at("kernels").size(), 2);
  EXPECT_EQ(found.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved");
  EXPECT_THAT(added(found), HasSubstr("__shared__ T tile[32][33];\n"));
}

TEST_F(Staging, IsAPatchThatGitApplies) {
  (void)advice_of(kPlace + "  if (x < n && y < n) out[x * n + y] = in[y * n + x];\n");
  const std::string path = folder_ + "k.cu";
  EXPECT_THAT(findings(path), HasSubstr("uncoalesced"));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_THAT(findings(path), testing::Not(HasSubstr("uncoalesced")));
}

TEST_F(Staging, LosesWhereItCostsOccupancy) {
  const json found = advice_of("  __shared__ volatile float own[7000];\n" + kPlace +
                                   "  const int t = threadIdx.y * 32 + threadIdx.x;\n"
                                   "  own[t] = in[y * 128 + x];\n  out[x * 128 + y] = own[t] + own[t];\n",
                               {.block = "32, 4", .grid = "4, 32"});
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "loses") << change.dump(1);
  EXPECT_THAT(outcome_.output, HasSubstr("= not through tile[4]["));
  EXPECT_EQ(found.at("patch"), "");
}

TEST_F(Staging, LeavesWhatTheSourceDoesNotShowToBeTheSame) {
  const std::string store = "out[x * n + y] = in[y * n + x];\n";
  const std::string guard = "  if (x < n && y < n) ";
  expect_left(kPlace + guard + "out[x * n + y] += in[y * n + x];\n", "what is stored depends on what was there");
  expect_left(kPlace + guard + store + "  if (x == 0) out[y] = 3;\n", "the kernel stores at 2 places");
  expect_left(kPlace + guard + store + "  __syncthreads();\n",
              "the kernel does more than that: it has barriers of its own");
  expect_left(kPlace + guard + store + "  if (n < 0) printf(\"%d\", n);\n",
              "the kernel does more than that: it calls printf, which may do anything");
  expect_left(kPlace + "  if (x < n && y < n && in[x] >= 0) " + store,
              "its condition is not repeated for another thread: a part of it is loaded from memory");
  expect_left(kPlace + guard + "out[int(in[0]) + x * n + y] = in[y * n + x];\n",
              "its index is not repeated for another thread: a part of it is loaded from memory");
  expect_left(kPlace + guard + "out[max(x, 0) * n + y] = in[y * n + x];\n",
              "its index is not repeated for another thread: a part of it is what a function returns");
  expect_left("  int x = NUMBER;\n  const int y = blockIdx.y * 32 + threadIdx.y;\n  x += 0;\n" + guard + store,
              "its condition is not repeated for another thread: x changes within the kernel");
}

TEST_F(Staging, LeavesWhatAllThreadsOfABlockDoNotReach) {
  const std::string store = "out[x * n + y] = in[y * n + x];\n";
  const std::string guard = "  if (x < n && y < n) ";
  expect_left(kPlace + "  if (x >= n) return; else if (y < n) " + store, "it stands in an if with an else");
  expect_left(kPlace + "  if (x < n) {\n    if (y >= n) return;\n    " + store + "  }\n",
              "threads leave the kernel elsewhere, too");
  expect_left(
      "  for (int y = blockIdx.y * 32 + threadIdx.y; y < n; y += 64) {\n    const int x = NUMBER;\n    if (x < n) " +
          store + "  }\n",
      "the loop that it stands in is not seen to have as many rounds for all threads");
  expect_left(kPlace + "  int j = 0;\n  while (j++ < 2)\n  " + guard + store,
              "it stands in a loop or branch whose threads need not go together");
  expect_left(kPlace + guard + "for (int j = 0; j < 2; ++j) " + store,
              "the loop that it stands in is under a condition");
}

TEST_F(Staging, LeavesWhatIsBetterOtherwise) {
  const std::string store = "out[x * n + y] = in[y * n + x];\n";
  const std::string guard = "  if (x < n && y < n) ";
  expect_left(kPlace + guard + "out[y * n + x] = n > 4 ? in[x * n + y] : 0;\n", "it is not done in every case");
  expect_left("  const int x = NUMBER;\n  const int y = blockIdx.y * 32 + threadIdx.y;\n" + guard + store,
              "a macro writes a part of what would be edited, or a comment stands there");
}

TEST_F(Staging, ExchangesThreadsWhoseAccessesAllLieAlongColumns) {
  const std::string guard = "  if (x < n && y < n) ";
  const json found = advice_of(kPlace + guard + "out[x * n + y] = in[x * n + y];\n");
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("rule"), "thread-exchange");
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved") << change.dump(1);
  EXPECT_EQ(added(found),
            "const int x = blockIdx.x * blockDim.x + threadIdx.y;\n"
            "const int y = blockIdx.y * blockDim.y + threadIdx.x;\n");
  EXPECT_THAT(outcome_.output, testing::Not(HasSubstr("[uncoalesced]")));

  const auto left = [&](const std::string& body, const std::string& why, const Shape& shape = {}) {
    const json other = advice_of(body, shape);
    for (const json& one : other.at("changes")) EXPECT_NE(one.at("rule"), "thread-exchange") << body;
    EXPECT_THAT(outcome_.output, HasSubstr("exchange threadIdx.x and threadIdx.y; " + why)) << body;
  };
  const std::string copy = kPlace + guard + "out[x * n + y] = in[x * n + y];\n";
  left(copy, "blocks of 32x16 are not square", {.block = "32, 16", .grid = "4, 8"});
  left(kPlace + "const float sum = __shfl_xor_sync(0xffffffff, in[x * 128 + y], 1);\nout[x * 128 + y] = sum;\n",
       "a warp works together in __shfl_xor_sync");
  left("  const int x = NUMBER;\n  const int y = blockIdx.y * 32 + threadIdx.y;\n" + guard +
           "out[x * n + y] = in[x * n + y];\n",
       "a macro writes threadIdx");
  left("  const uint3 t = threadIdx;\n  const int x = blockIdx.x * 32 + t.x, y = blockIdx.y * 32 + t.y;\n" + guard +
           "out[x * n + y] = in[x * n + y];\n",
       "it has inline assembly, lambdas or calls of members");
}

TEST_F(Staging, IsOfOneAccessAfterTheOther) {
  const json found = advice_of(kPlace + "  if (x < n && y < n) out[y * n + x] = in[x * n + y] + in[x * n + y + 1];\n");
  EXPECT_EQ(found.at("changes").size(), 1);
  EXPECT_THAT(
      outcome_.output,
      HasSubstr("not tried: another access of the kernel comes first; make that change, and call advise again"));
}

const std::string kSquare =
    "  constexpr int kDown = 8;\n  const int x = blockIdx.x * 32 + threadIdx.x;\n"
    "  const int y = blockIdx.y * 32 + threadIdx.y;\n  for (int row = 0; row < 32; row += kDown) ";

/// Eight elements of two bytes are half a sector: a square of 32 x 32 takes whole ones.
TEST_F(Staging, TakesAWholeSquareWhereRowsOfTheBlockAreLessThanASector) {
  const Shape shape{.block = "32, 8", .grid = "4, 4", .element = "short", .restricted = " __restrict__"};
  const json store =
      advice_of(kSquare + "if (x < n && y + row < n) out[x * n + y + row] = in[(y + row) * n + x];\n", shape);
  ASSERT_EQ(store.at("changes").size(), 1) << store.dump(1);
  const json& proposals = store.at("changes").at(0).at("proposals");
  ASSERT_EQ(proposals.size(), 2) << store.dump(1);
  EXPECT_EQ(proposals.at(0).at("title"), "through tile[8][34]");
  EXPECT_EQ(proposals.at(1).at("title"), "through tile[32][34]");
  EXPECT_EQ(proposals.at(1).at("verdict"), "proved") << store.dump(1);
  EXPECT_TRUE(proposals.at(1).at("chosen").get<bool>());
  EXPECT_EQ(
      added(store),
      "__shared__ short tile[32][34];\n"
      "for (int row = 0; row < 32; row += kDown) if (x < n && y + row < n) tile[threadIdx.y + row][threadIdx.x] = "
      "in[(y + row) * n + x];\n"
      "__syncthreads();\n"
      "static_assert(kDown == 8);\n"
      "const unsigned row_of_block = threadIdx.x % 8;\n"
      "const int row_out = threadIdx.x / 8 * 8;\n"
      "for (int row = 0; row < 32; row += kDown) {\n"
      "  const unsigned column = threadIdx.y + row;\n"
      "  const int x_out = blockIdx.x * 32 + column;\n"
      "  const int y_out = blockIdx.y * 32 + row_of_block;\n"
      "  if (x_out < n && y_out + row_out < n) out[x_out * n + y_out + row_out] = tile[threadIdx.x][column];\n"
      "}\n");
  const json load =
      advice_of(kSquare + "if (x < n && y + row < n) out[(y + row) * n + x] = in[x * n + y + row] + 1;\n", shape);
  ASSERT_EQ(load.at("changes").size(), 1) << load.dump(1);
  EXPECT_EQ(load.at("changes").at(0).at("proposals").at(1).at("verdict"), "proved") << load.dump(1);
  EXPECT_THAT(added(load), HasSubstr("tile[threadIdx.x][column] = in[x_in * n + y_in + row_in];\n"));
}

TEST_F(Staging, TakesNoSquareThatGainsNothingOrThatTheSourceDoesNotAllow) {
  const auto proposals_of = [&](const std::string& body, const Shape& shape) {
    const json found = advice_of(body, shape);
    return found.at("changes").empty() ? std::size_t{0} : found.at("changes").at(0).at("proposals").size();
  };
  const std::string body = "out[x * 128 + y + row] = in[(y + row) * 128 + x];\n";
  const Shape shorts{.block = "32, 8", .grid = "4, 4", .element = "short", .restricted = " __restrict__"};
  EXPECT_EQ(proposals_of(kSquare + body, shorts), 2);
  // Eight floats are a sector.
  EXPECT_EQ(proposals_of(kSquare + body, {.block = "32, 8", .restricted = " __restrict__"}), 1);
  // What is loaded might be what was stored in a round before.
  EXPECT_EQ(proposals_of(kSquare + body, {.block = "32, 8", .element = "short"}), 1);
  // Of other loops nothing is known, or too little.
  std::string other = kSquare;
  other.replace(other.find("row < 32"), 8, "row < 64");
  EXPECT_EQ(proposals_of(other + "if (y + row < 100) " + body, shorts), 1);
  other = kSquare;
  other.replace(other.find("constexpr"), 9, "const");
  other.replace(other.find("= 8"), 3, "= n / 12");
  EXPECT_EQ(proposals_of(other + "if (y + row < 128) " + body, shorts), 1);
}

}  // namespace
}  // namespace warpglass
