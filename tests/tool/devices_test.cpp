// Programs that find several devices: --devices, and what reports say of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Devices : public ToolTest {
 protected:
  // A kernel on each device that there is, in its default stream.
  [[nodiscard]] std::string on_each() const {
    return write("each.cu", R"(
#include <cstdio>
__global__ void stride(int* p) { p[threadIdx.x * 2] = 1; }
int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  for (int i = 0; i < devices; ++i) {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, i);
    std::printf("%d: %d.%d\n", i, properties.major, properties.minor);
    int* p = nullptr;
    cudaSetDevice(i);
    cudaMalloc(&p, 64 * sizeof(int));
    stride<<<1, 32>>>(p);
    if (i == 1) stride<<<1, 32>>>(p);
    cudaFree(p);
  }
}
)");
  }
};

TEST_F(Devices, AreAsManyAsAreAskedFor) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string path = folder_ + "report.json";
  const Outcome outcome = run({"run", on_each(), "--devices", "2", "--json", path});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("0: 9.0\n1: 9.0\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("\n  on device 0 (sm_90) 1 launch, device 1 (sm_90) 2 launches\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("3 launches of 1 kernel"));
  EXPECT_THAT(outcome.errors, HasSubstr("(2 x sm_90, NVIDIA H200"));
  const auto report = nlohmann::json::parse(contents(path));
  ASSERT_EQ(report["devices"].size(), 2u);
  EXPECT_EQ(report["devices"][1]["architecture"], "sm_90");
  ASSERT_EQ(report["launches"].size(), 3u);
  EXPECT_FALSE(report["launches"][0].contains("device"));
  EXPECT_EQ(report["launches"][1]["device"], 1);
  EXPECT_EQ(report["launches"][1]["stream"], 0);
  EXPECT_EQ(report["kernels"][0]["launches_on"], (std::vector<int>{1, 2}));
}

TEST_F(Devices, OneIsNotSpokenOf) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string path = folder_ + "report.json";
  const Outcome outcome = run({"run", on_each(), "--json", path});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, Not(HasSubstr("on device")));
  const auto report = nlohmann::json::parse(contents(path));
  EXPECT_FALSE(report.contains("devices"));
  EXPECT_FALSE(report["kernels"][0].contains("launches_on"));
}

// A store of every other word takes 8 sectors on both; what counts in lines differs with the machine, and so do limits.
TEST_F(Devices, MayDiffer) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string path = folder_ + "report.json";
  const Outcome outcome = run({"run", on_each(), "--devices", "sm_90,sm_80", "--json", path});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("0: 9.0\n1: 8.0\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("\n  on device 0 (sm_90) 1 launch\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("block 32  sm_80\n  on device 1 (sm_80) 2 launches\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("(sm_90, sm_80)\n"));
  const auto report = nlohmann::json::parse(contents(path));
  ASSERT_EQ(report["kernels"].size(), 2u);
  EXPECT_NE(report["kernels"][0]["metrics"]["launch__sm_count"], report["kernels"][1]["metrics"]["launch__sm_count"]);
}

// Read again and again, 4 MiB stay in one machine's second level, and not in the other's.
TEST_F(Devices, HaveCachesOfTheirOwn) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string source = write("again.cu", R"(
__global__ void sum(const int* p, int n, int rounds, int* out) {
  int s = 0;
  for (int r = 0; r < rounds; ++r)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += p[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  const int n = 1 << 20;
  int *p[2], *out[2];
  for (int i = 0; i < devices; ++i) {
    cudaSetDevice(i);
    cudaMalloc(&p[i], n * sizeof(int));
    cudaMalloc(&out[i], 4096 * sizeof(int));
    cudaMemset(p[i], 1, n * sizeof(int));
  }
  for (int i = 0; i < 2 * devices; ++i) {
    cudaSetDevice(i % devices);
    sum<<<32, 128>>>(p[i % devices], n, 3, out[i % devices]);
  }
  for (int i = 0; i < devices; ++i) {
    cudaSetDevice(i);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
}
)");
  const std::string path = folder_ + "report.json";
  const auto kernels_of = [&](const std::string& flag, const std::string& gpus) {
    const Outcome outcome = run({"run", source, "--caches", flag, gpus, "-q", "--json", path});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return nlohmann::json::parse(contents(path), nullptr, false)["kernels"];
  };
  const nlohmann::json both = kernels_of("--devices", "sm_90,sm_61");
  ASSERT_EQ(both.size(), 2u);
  const nlohmann::json alone[] = {kernels_of("--arch", "sm_90")[0], kernels_of("--arch", "sm_61")[0]};
  for (int i = 0; i < 2; ++i) {
    for (const char* metric : {"lts__t_sectors_srcunit_tex.sum", "lts__t_sectors_srcunit_tex_lookup_hit.sum",
                               "l1tex__t_sector_hit_rate.pct", "dram__sectors_read.sum"}) {
      ASSERT_TRUE(both[i]["metrics"].contains(metric)) << metric;
      EXPECT_EQ(both[i]["metrics"][metric], alone[i]["metrics"][metric]) << metric << " of device " << i;
    }
  }
  EXPECT_NE(both[0]["metrics"]["dram__sectors_read.sum"], both[1]["metrics"]["dram__sectors_read.sum"]);
}

TEST_F(Devices, ThatNobodyCanHaveAreOneLine) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string ptx =
      write("k.ptx", ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 a) { ret; }\n");
  const std::string source = on_each();
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", source, "--devices", "0"},
           {"run", source, "--devices", "9"},
           {"run", source, "--devices", ""},
           {"run", source, "--devices", "99999999999"},
           {"run", source, "--devices", "sm_90,frob"},
           {"run", source, "--devices", "sm_90,"},
           {"check", source, "--devices", "-1"},
           {"run", source, "--devices", "sm_90,sm_80", "--arch", "sm_90"},
           {"run", ptx, "--devices", "2", "--grid", "1", "--block", "1", "--arg", "0"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 2) << words[3];
    EXPECT_THAT(outcome.errors, ::testing::StartsWith("warpglass: error: ")) << words[3];
    EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1) << outcome.errors;
  }
}

TEST_F(Devices, HaveMemoryThatIsOpenedToKernelsOfOthers) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string source = write("peer.cu", R"(
__global__ void add(int* p) { p[threadIdx.x] += 1; }
int main(int argc, char**) {
  int* p = nullptr;
  cudaSetDevice(1);
  cudaMalloc(&p, 32 * sizeof(int));
  cudaMemset(p, 0, 32 * sizeof(int));
  cudaSetDevice(0);
  if (argc > 1) cudaDeviceEnablePeerAccess(1, 0);
  add<<<1, 32>>>(p);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
)");
  EXPECT_EQ(run({"check", source, "--devices", "2", "--", "open"}).exit_code, 0);
  const Outcome closed = run({"check", source, "--devices", "2"});
  EXPECT_EQ(closed.exit_code, 1);
  EXPECT_THAT(closed.errors, HasSubstr("peer.cu:2:"));
  EXPECT_THAT(closed.errors, HasSubstr("error: read of another device's memory: 4 bytes at 0x"));
  EXPECT_THAT(closed.errors, HasSubstr("cudaMalloc #1 (128 bytes), which device 1 has  [out-of-bounds]"));
  EXPECT_THAT(closed.errors, HasSubstr("cudaDeviceEnablePeerAccess(1, 0), called while device 0 is current"));
}

// Default streams of two devices are in no order; an event orders them.
TEST_F(Devices, RaceWithEachOther) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string source = write("race.cu", R"(
__global__ void add(int* p) { p[threadIdx.x] += 1; }
int main(int argc, char**) {
  int* p = nullptr;
  cudaEvent_t done;
  cudaMalloc(&p, 32 * sizeof(int));
  cudaMemset(p, 0, 32 * sizeof(int));
  cudaEventCreate(&done);
  add<<<1, 32>>>(p);
  cudaEventRecord(done);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  if (argc > 1) cudaStreamWaitEvent(nullptr, done, 0);
  add<<<1, 32>>>(p);
  cudaDeviceSynchronize();
}
)");
  EXPECT_EQ(run({"check", source, "--devices", "2", "--", "ordered"}).exit_code, 0);
  const Outcome races = run({"check", source, "--devices", "2"});
  EXPECT_EQ(races.exit_code, 1);
  EXPECT_THAT(races.errors, HasSubstr("add(int*) (launch 1, in the default stream of device 1)"));
  EXPECT_THAT(races.errors, HasSubstr("[stream-race]"));
}

}  // namespace
}  // namespace warpglass
