// How `warpglass advise` proves a layout: what it compares, what it compiles and what it keeps of that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTurn = R"(#include <cstdio>
#include <ctime>
__global__ void turn(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
)";

TEST_F(Advise, ComparesOutputAndEnd) {
  const std::string address = R"(
__global__ void tell(int* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][0] = 1;
  __syncthreads();
  if (tile[threadIdx.x][1] == 5) out[1] = 1;
  out[0] = sizeof(tile);
}
)";
  const std::string begin = "#include <cstdio>\n" + address + R"(int main() {
  int* out = nullptr;
  cudaMallocHost(&out, 8);
  tell<<<1, 32>>>(out);
  cudaDeviceSynchronize();
)";
  const json prints = advice(write("prints.cu", begin + "  std::printf(\"%d\\n\", out[0]);\n}\n"));
  EXPECT_EQ(prints.at("arrays")[0].at("proposals")[0].at("reason"), "it prints something else");
  const json ends = advice(write("ends.cu", begin + "  return out[0] == 4096 ? 7 : 8;\n}\n"));
  EXPECT_EQ(outcome_.exit_code, 7);
  EXPECT_EQ(ends.at("arrays")[0].at("proposals")[0].at("reason"), "it ends with 8, not with 7");
}

TEST_F(Advise, LeavesOutOfTheProofWhatVariesByItself) {
  const std::string path = write("varies.cu", std::string(kTurn) + R"(int main() {
  float* out = nullptr;
  cudaMalloc(&out, 4096);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  std::printf("%ld.%ld\n", long(now.tv_sec), now.tv_nsec);
}
)");
  const json found = advice(path);
  EXPECT_NE(chosen_of(array_named(found, "tile")), nullptr);
  EXPECT_THAT(outcome_.output, HasSubstr("the output varies from one run of the program to the next: it was not "
                                         "compared"));
}

TEST_F(Advise, ALayoutThatFailsSpoilsNoOther) {
  const std::string path = write("two.cu", R"(#include <cstdio>
__global__ void turn(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
__global__ void tell(float* out) {
  __shared__ float told[32][32];
  told[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = told[threadIdx.y][threadIdx.x] + sizeof(told);
}
int main() {
  float* out = nullptr;
  cudaMallocHost(&out, 4096);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[40]);
  tell<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[40]);
}
)");
  const json found = advice(path);
  EXPECT_EQ(array_named(found, "tile").at("proposals")[0].at("verdict"), "proved");
  EXPECT_EQ(array_named(found, "told").at("proposals")[0].at("verdict"), "results-differ");
}

TEST_F(Advise, ProvesSeveralRepairsTogether) {
  const std::string path = write("two.cu", R"(#include <cstdio>
__global__ void turn(float* out) {
  __shared__ float a[32][32];
  __shared__ double b[16][16];
  a[threadIdx.x][threadIdx.y] = threadIdx.x;
  if (threadIdx.y < 16 && threadIdx.x < 16) b[threadIdx.x][threadIdx.y] = threadIdx.y;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.y][threadIdx.x] + b[threadIdx.y % 16][threadIdx.x % 16];
}
int main() {
  float* out = nullptr;
  cudaMallocManaged(&out, 4096);
  turn<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[40]);
}
)");
  const json found = advice(path);
  EXPECT_EQ(found.at("together").at("verdict"), "proved");
  EXPECT_THAT(found.at("patch").get<std::string>(), HasSubstr("+  __shared__ float a[32][33];\n"
                                                              "+  __shared__ double b[16][17];\n"));
}

TEST_F(Advise, TriesNothingWhereTheProgramMakesMistakes) {
  const std::string path = write("faults.cu", std::string(kTurn) + R"(int main() {
  turn<<<1, dim3(32, 32)>>>(nullptr);
  return cudaDeviceSynchronize() != cudaSuccess;
}
)");
  const json found = advice(path);
  EXPECT_EQ(outcome_.exit_code, 1);
  EXPECT_THAT(found.at("arrays"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("the program makes mistakes: warpglass check names them; nothing was tried"));
}

// The host asks for them by their mangled names: of kernels that are compiled alone, and of both sides by themselves.
TEST_F(Advise, KeepsTheNamesOfStatics) {
  const std::string path = write("statics.cu", R"(#include <cstdio>
static __device__ int counter;
static __constant__ int given;
namespace { __device__ int hidden; }
static __global__ void turn(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  if (threadIdx.x + threadIdx.y == 0) counter = given;
}
static __global__ void quads(const float* in, float* out) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
  if (i == 0) hidden = given + 1;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 1024 * sizeof(float));
  cudaMalloc(&out, 1024 * sizeof(float));
  cudaMemset(in, 1, 1024 * sizeof(float));
  int value = 7, later = 0;
  cudaMemcpyToSymbol(given, &value, sizeof value);
  turn<<<1, dim3(32, 32)>>>(in, out);
  quads<<<2, 128>>>(in, out);
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  cudaMemcpyFromSymbol(&later, hidden, sizeof later);
  std::printf("%d %d\n", value, later);
  return value == 7 && later == 8 ? 0 : 1;
}
)");
  const json found = advice(path);
  EXPECT_EQ(outcome_.exit_code, 0);
  const json* const tile = chosen_of(array_named(found, "tile"));
  ASSERT_NE(tile, nullptr) << outcome_.output;
  const json& changes = found.at("changes");
  const auto wide = std::ranges::find_if(changes, [](const json& one) { return one.at("rule") == "wide-access"; });
  ASSERT_NE(wide, changes.end()) << outcome_.output;
  EXPECT_EQ(wide->at("proposals").at(0).at("verdict"), "proved") << wide->dump(1);
}

// The kernels of a layout are compiled alone and run with the host's code of the program as it is, unless there is
// device code of another origin; the source is parsed once for many kernels, unless flags name another one.
TEST_F(Advise, OfAProgramOfTwoSources) {
  const auto kernel = [](const std::string& name, const std::string& element) {
    return "__global__ void " + name + "(" + element + "* out) {\n  __shared__ " + element +
           " t[32][32];\n  for (int r = 0; r < 32; ++r) t[r][threadIdx.x] = r + threadIdx.x;\n  __syncwarp();\n"
           "  for (int r = 0; r < 32; ++r) out[r * 32 + threadIdx.x] = t[threadIdx.x][r];\n}\n";
  };
  const std::string path = write("first.cu", "void run_other(int* x);\n" + kernel("turn", "int") +
                                                 kernel("flip", "float") + kernel("skew", "unsigned") + R"(int main() {
  int* out;
  cudaMalloc(&out, 4096);
  run_other(out);
  turn<<<1, 32>>>(out);
  flip<<<1, 32>>>(reinterpret_cast<float*>(out));
  skew<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  cudaDeviceSynchronize();
}
)");
  const std::string other = write("second.cu", R"(__global__ void other(int* x) { *x = 7; }
void run_other(int* x) { other<<<1, 1>>>(x); }
)");
  const json found = advice(path, {"-X", other});
  ASSERT_EQ(found.at("arrays").size(), 3u) << outcome_.errors;
  for (const json& array : found.at("arrays")) {
    const json* chosen = chosen_of(array);
    ASSERT_NE(chosen, nullptr) << array.dump(1);
    EXPECT_EQ(chosen->at("title"), "t[32][33]");
    EXPECT_EQ(chosen->at("verdict"), "proved");
  }
}

// Programs with edits come from the cache as long as everything is as it was, headers included.
TEST_F(Advise, KeepsTheProgramsThatItHasTried) {
  const std::string cache = folder_ + "cache";
  const auto kept = [&] {
    std::size_t programs = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache))
      programs += entry.path().lexically_relative(cache).string().find("edited") != std::string::npos &&
                  entry.is_regular_file();
    return programs;
  };
  const std::string source = write("tile.cu",
                                   "#include \"shape.h\"\n"
                                   "__global__ void turn(const float* in, float* out) {\n"
                                   "  __shared__ float tile[kTile][kTile];\n"
                                   "  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * kTile + threadIdx.x];\n"
                                   "  __syncthreads();\n"
                                   "  out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
                                   "}\n"
                                   "int main() {\n"
                                   "  float *in, *out;\n"
                                   "  cudaMalloc(&in, 4096), cudaMalloc(&out, 4096), cudaMemset(in, 0, 4096);\n"
                                   "  turn<<<1, dim3(kTile, kTile)>>>(in, out);\n"
                                   "  return cudaDeviceSynchronize();\n"
                                   "}\n");
  const auto wavefronts = [&](int tile) {
    write("shape.h", "constexpr int kTile = " + std::to_string(tile) + ";\n");
    const std::string home = "XDG_CACHE_HOME=" + cache;
    EXPECT_EQ(shell(home + " " + kTool + " advise tile.cu --json a.json > text"), 0);
    const json all = json::parse(contents(folder_ + "a.json"));
    const json& proposal = all.at("arrays").at(0).at("proposals").at(0);
    EXPECT_EQ(proposal.at("verdict"), "proved");
    return proposal.at("after").at("wavefronts_shared").get<int>();
  };
  EXPECT_EQ(wavefronts(32), 64);
  const std::size_t first = kept();
  EXPECT_GT(first, 0u);
  const std::string told = contents(folder_ + "text");
  EXPECT_EQ(wavefronts(32), 64);
  EXPECT_EQ(contents(folder_ + "text"), told);
  EXPECT_EQ(kept(), first);
  EXPECT_EQ(wavefronts(16), 24);
  EXPECT_GT(kept(), first);
}

}  // namespace
}  // namespace warpglass
