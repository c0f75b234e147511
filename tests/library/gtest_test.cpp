// The macros for GoogleTest: they pass, and they fail with words.
#include "warpglass/gtest.hpp"

#include <gtest/gtest-spi.h>

#include <string>
#include <vector>

namespace warpglass::test {
namespace {

using testing::Eq;
using testing::Gt;
using testing::HasSubstr;
using testing::Not;

/// Warp w reads what warp w - 1 writes, with a bank conflict for a stride of 32 words.
constexpr const char* kSource = R"(
extern "C" __global__ void exchange(float* out, int stride, int wait) {
  __shared__ float values[64 * 33];
  values[threadIdx.x * stride] = threadIdx.x;
  if (wait) __syncthreads();
  out[threadIdx.x] = values[(threadIdx.x + 32) % 64 * stride];
}
extern "C" __global__ void outside(float* out) { out[1 << 20] = 1; }
)";

class Macros : public testing::Test {
 protected:
  static Device made(const char* analysers, warpglass_mode mode = WARPGLASS_COUNT) {
    warpglass_options options = Device::options();
    options.analysers = analysers;
    options.mode = mode;
    return Device(options);
  }
  static Launch exchange(const Device& device, int stride, int wait = 1) {
    const Module module = device.compile(kSource);
    const Array<float> out = device.array<float>(64);
    return module.kernel("exchange").launch({{1}, {64}}, out, stride, wait);
  }
};

TEST_F(Macros, Pass) {
  const Launch launch = exchange(made("races"), 33);
  EXPECT_NO_BANK_CONFLICTS(launch);
  EXPECT_NO_BANK_CONFLICTS(launch.report());
  EXPECT_NO_RACES(launch);
  EXPECT_COALESCED(launch);
  EXPECT_NO_FINDINGS(launch);
  EXPECT_COUNTER(launch, "memory_l1_wavefronts_shared", 4);
  EXPECT_COUNTER(launch, "smsp__inst_executed", Gt(4));
  ASSERT_NO_BANK_CONFLICTS(launch);
  ASSERT_NO_RACES(launch);
  ASSERT_COALESCED(launch);
  ASSERT_NO_FINDINGS(launch);
  ASSERT_COUNTER(launch, "memory_l1_wavefronts_shared", Eq(4));
  EXPECT_THAT(launch, Not(HasFinding("bank-conflict")));
}

// GoogleTest's own test of failing assertions wants nothing of the function around them.
Launch* failing = nullptr;

TEST_F(Macros, FailWithTheFindings) {
  Launch launch = exchange(made("races"), 32, 0);
  failing = &launch;
  EXPECT_THAT(launch, HasFinding("bank-conflict"));
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_BANK_CONFLICTS(*failing), "source.cu:4:32: warning: shared store: 32-way");
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_RACES(*failing), "error: race in shared memory");
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_FINDINGS(*failing), "32-way bank conflict");
  EXPECT_NONFATAL_FAILURE(EXPECT_COUNTER(*failing, "memory_l1_wavefronts_shared", Eq(4)),
                          "whose memory_l1_wavefronts_shared is 128");
  EXPECT_NONFATAL_FAILURE(EXPECT_COUNTER(*failing, "memory_l1_wavefronts_shard", Eq(4)), "there is no metric");
  EXPECT_NONFATAL_FAILURE(EXPECT_THAT(*failing, HasFinding("uncoalesced")), "found are:");
  EXPECT_FATAL_FAILURE(ASSERT_NO_RACES(*failing), "error: race in shared memory");
}

TEST_F(Macros, FailWhereNobodyLooked) {
  Launch counted = exchange(made(nullptr), 33);
  failing = &counted;
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_RACES(*failing), "options.analysers = \"races\"");
  Launch executed = exchange(made(nullptr, WARPGLASS_EXECUTE), 33);
  failing = &executed;
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_BANK_CONFLICTS(*failing), "the mode WARPGLASS_COUNT");
  EXPECT_NONFATAL_FAILURE(EXPECT_COUNTER(*failing, "smsp__inst_executed", Gt(0)), "nothing was counted");
}

TEST_F(Macros, FailWhereTheKernelFaulted) {
  Device device = made("races");
  const Module module = device.compile(kSource);
  const Array<float> out = device.array<float>(64);
  Launch launch = module.kernel("outside").launch({{1}, {1}}, out);
  EXPECT_EQ(launch.status(), WARPGLASS_FAULT);
  EXPECT_THAT(launch.error(), HasSubstr("source.cu:8:"));
  failing = &launch;
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_BANK_CONFLICTS(*failing), "the kernel did not run to its end: source.cu:8:");
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_RACES(*failing), "did not run to its end");
  device.reset();
}

TEST_F(Macros, WrongUsesOfTheWrapperAreExceptions) {
  const Device device = made(nullptr);
  const Module module = device.compile(kSource);
  const Array<float> out = device.array<float>(64);
  const Kernel kernel = module.kernel("exchange");
  EXPECT_THAT([&] { (void)kernel.launch({{1}, {64}}, out, 33.0, 1); },
              testing::ThrowsMessage<Error>("argument 1 of kernel exchange has 8 bytes; its parameter has 4"));
  EXPECT_THAT([&] { (void)kernel.launch({{1}, {64}}, out); },
              testing::ThrowsMessage<Error>(HasSubstr("takes 3 arguments")));
  EXPECT_THAT([&] { (void)module.kernel("none"); }, testing::ThrowsMessage<Error>(HasSubstr("names no kernel")));
  EXPECT_THAT([&] { (void)device.load("nowhere.cu"); },
              testing::ThrowsMessage<Error>("nowhere.cu: error: cannot be read: No such file or directory"));
  EXPECT_THAT([&] { (void)Array<char>(device.get(), ~std::size_t{0}); },
              testing::ThrowsMessage<Error>(HasSubstr("there is no memory")));
}

}  // namespace
}  // namespace warpglass::test
