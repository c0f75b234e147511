// Programs whose launches would do again what earlier ones have done: they print, count and end as if all were
// executed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/report.hpp"
#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

// Each loop launches with the same arguments; where something changes between, in the last rounds.
constexpr const char* kProgram = R"(
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
constexpr int kCount = 1 << 12;
__constant__ int step;
__device__ int total;
__global__ void add(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + step;
}
__global__ void in_place(int* to) { to[blockIdx.x * blockDim.x + threadIdx.x] *= 3; }
__global__ void sum(const int* from) {
  __shared__ int part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd(&part, from[blockIdx.x * blockDim.x + threadIdx.x] & 7);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&total, part);
}
__global__ void fetch(int* to, cudaTextureObject_t from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = tex1Dfetch<int>(from, i) + 1;
}
__global__ void fetch_array(int* to, cudaTextureObject_t from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = tex2D<int>(from, i % 64, i / 64);
}
__global__ void store_array(cudaSurfaceObject_t to, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  surf2Dwrite(i + add, to, i % 64 * int(sizeof(int)), i / 64);
}
__global__ void say(int n) { printf("%d\n", n); }
__global__ void keep_block(int** kept) { if (threadIdx.x == 0) { free(*kept); *kept = (int*)malloc(64); } }

int main() {
  int *a, *b, *c, *m;
  int** kept;
  cudaMalloc(&a, kCount * sizeof(int));
  cudaMalloc(&b, kCount * sizeof(int));
  cudaMalloc(&c, kCount * sizeof(int));
  cudaMalloc(&kept, sizeof *kept);
  cudaMemset(kept, 0, sizeof *kept);
  cudaMallocManaged(&m, kCount * sizeof(int));
  std::vector<int> h(kCount);
  for (int i = 0; i < kCount; ++i) h[i] = m[i] = i;
  int one = 1, two = 2, zero = 0, got = 0;
  unsigned long long hash = 0;
  const auto look = [&](const int* from) {
    cudaMemcpy(h.data(), from, kCount * sizeof(int), cudaMemcpyDeviceToHost);
    for (const int v : h) hash = hash * 1099511628211ull + v;
  };
  cudaMemcpy(a, h.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  for (int round = 0; round < 10; ++round) {
    cudaMemcpyToSymbol(step, round < 8 ? &one : &two, sizeof step);
    add<<<kCount / 128, 128>>>(b, a);
    add<<<kCount / 128, 128>>>(c, b);
    look(c);
  }
  for (int round = 0; round < 6; ++round) {
    cudaMemcpy(b, a, kCount * sizeof(int), cudaMemcpyDeviceToDevice);
    in_place<<<kCount / 128, 128>>>(b);
    look(b);
  }
  for (int round = 0; round < 4; ++round) in_place<<<kCount / 128, 128>>>(b);
  look(b);
  for (int round = 0; round < 6; ++round) {
    if (round != 4) cudaMemcpyToSymbol(total, &zero, sizeof total);
    sum<<<kCount / 128, 128>>>(a);
    cudaMemcpyFromSymbol(&got, total, sizeof total);
    printf("total %d\n", got);
  }
  for (int round = 0; round < 8; ++round) {
    if (round > 4) m[round] += round;
    add<<<kCount / 128, 128>>>(m, m);
    cudaDeviceSynchronize();
    if (round < 4) for (int i = 0; i < kCount; ++i) m[i] = i;
  }
  look(m);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {a, cudaCreateChannelDesc<int>(), kCount * sizeof(int)};
  cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  for (int round = 0; round < 4; ++round) {
    fetch<<<kCount / 128, 128>>>(c, texture);
    look(c);
    if (round > 1) cudaMemset(a, round, 64);
  }
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &resource.res.linear.desc, 64, 64, cudaArraySurfaceLoadStore);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaCreateSurfaceObject(&surface, &resource);
  for (int round = 0; round < 8; ++round) {
    if (round % 3 == 0) cudaMemcpy2DToArray(array, 0, 0, h.data(), 256, 256, 64, cudaMemcpyHostToDevice);
    if (round > 3) store_array<<<kCount / 128, 128>>>(surface, round / 6);
    fetch_array<<<kCount / 128, 128>>>(c, texture);
    look(c);
  }
  for (int round = 0; round < 3; ++round) say<<<1, 1>>>(7);
  for (int round = 0; round < 3; ++round) keep_block<<<1, 32>>>(kept);
  printf("%llx\n", hash);
  return cudaDeviceSynchronize();
}
)";

class Repeats : public ToolTest {};

TEST_F(Repeats, PrintAndCountAsIfExecuted) {
  const std::string source = write("program.cu", kProgram);
  const auto execute = [&](const std::vector<std::string>& flags, const std::string& name) {
    std::vector<std::string> words = {"run",           "-q",
                                      "--all-metrics", "--timings",
                                      "--csv",         folder_ + name + ".csv",
                                      "--json",        folder_ + name + ".json"};
    words.insert(words.end(), flags.begin(), flags.end());
    words.push_back(source);
    return run(words);
  };
  const Outcome all = execute({"--every-launch", "-j", "1"}, "all");
  ASSERT_EQ(all.exit_code, 0) << all.errors;
  for (const char* jobs : {"1", "2"}) {
    const Outcome some = execute({"-j", jobs}, "some");
    EXPECT_EQ(some.exit_code, 0);
    EXPECT_EQ(some.output, all.output);
    const auto counters = [&](const std::string& name) {
      std::string text = contents(folder_ + name + ".csv");
      // A row begins with its number and the process's.
      for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
        const std::size_t begin = text.find("\",\"", at + 1);
        const std::size_t end = begin == std::string::npos ? begin : text.find("\",\"", begin + 3);
        at = at + 1;
        if (end != std::string::npos) text.erase(begin, end - begin);
      }
      return text;
    };
    EXPECT_EQ(counters("some"), counters("all"));
    std::string problem;
    const auto report = report::load(folder_ + "some.json", problem);
    ASSERT_TRUE(report) << problem;
    std::uint64_t repeated = 0, executed = 0;
    for (const report::PhaseTime& one : report->timings) {
      if (one.phase == "repeat") repeated = one.times;
      if (one.phase == "execute") executed = one.times;
    }
    EXPECT_GT(repeated, 15u);
    std::uint64_t of_kernels = 0;
    for (const analysis::KernelProfile& kernel : report->run.kernels) of_kernels += kernel.launches_repeated;
    EXPECT_EQ(of_kernels, repeated);
    EXPECT_GT(executed, 20u);
  }
}

TEST_F(Repeats, AreToldWithTheTimes) {
  const std::string source = write("program.cu", R"(
__global__ void twice(int* to) { to[threadIdx.x] = 2 * threadIdx.x; }
int main() {
  int* to;
  cudaMalloc(&to, 32 * sizeof(int));
  for (int round = 0; round < 5; ++round) twice<<<1, 32>>>(to);
  return cudaDeviceSynchronize();
}
)");
  const std::string told = "  4 of 5 launches were counted and not executed: an earlier one had done the same\n";
  EXPECT_THAT(run({"run", source, "--timings"}).errors, HasSubstr(told));
  EXPECT_THAT(run({"run", source}).errors, Not(HasSubstr("not executed")));
  EXPECT_THAT(run({"run", source, "--timings", "--every-launch"}).errors, Not(HasSubstr("not executed")));
  (void)run({"run", source, "-q", "--json", folder_ + "some.json"});
  EXPECT_THAT(contents(folder_ + "some.json"), Not(HasSubstr("launches_repeated")));
}

// What is known of one launch counts for each that does the same.
TEST_F(Repeats, CountInAdvice) {
  const std::string source = write("program.cu", R"(
__global__ void turn(int* to, const int* from) {
  __shared__ int tile[32][32];
  tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  to[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void keep(int* to, const int* from) {
  __shared__ int part[256];
  part[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = threadIdx.x < 40 ? part[threadIdx.x] : -part[threadIdx.x];
}
int main() {
  int *a, *b, *c, first[4];
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&c, 4096);
  cudaMemset(a, 1, 4096);
  for (int round = 0; round < 4; ++round) {
    turn<<<1, dim3(32, 32)>>>(b, a);
    keep<<<1, 256>>>(c, b);
  }
  cudaMemcpy(first, b, sizeof first, cudaMemcpyDeviceToHost);
  return cudaDeviceSynchronize();
}
)");
  const Outcome outcome = run({"advise", source});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  const std::string said = outcome.output + outcome.errors;
  EXPECT_THAT(said, HasSubstr("int tile[32][32]: 3,968 of 4,224 wavefronts are bank conflicts"));
  EXPECT_THAT(said, HasSubstr("proved: 4,224 -> 256 wavefronts"));
  EXPECT_THAT(said, HasSubstr("proved: 32 -> 0 barriers passed by warps"));
}

}  // namespace
}  // namespace warpglass
