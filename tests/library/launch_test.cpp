// Launches: what they do, what is refused, what a kernel does wrong.
#include <gmock/gmock.h>

#include "tests/library/fixtures.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LibraryLaunch : public LibraryTest {};

TEST_F(LibraryLaunch, RunsInEveryMode) {
  for (const warpglass_mode mode : {WARPGLASS_COUNT, WARPGLASS_EXECUTE, WARPGLASS_CHECK}) {
    warpglass_options with = options();
    with.mode = mode;
    make(with);
    warpglass_kernel* kernel = load(kScale);
    const std::uint64_t values = allocate(4000);
    std::vector<float> host(1000, 1.5f);
    ASSERT_EQ(warpglass_write(device_, values, host.data(), 4000), WARPGLASS_OK);
    ASSERT_EQ(scale(kernel, values, 2.0f, 1000), WARPGLASS_OK) << error();
    ASSERT_EQ(warpglass_read(device_, host.data(), values, 4000), WARPGLASS_OK);
    EXPECT_EQ(host, std::vector<float>(1000, 3.0f));
    warpglass_device_destroy(device_);
    device_ = nullptr;
  }
}

TEST_F(LibraryLaunch, ArgumentsAreCounted) {
  make();
  warpglass_kernel* kernel = load(kScale);
  const warpglass_launch_config shape = config(1, 32);
  const void* arguments[] = {nullptr, nullptr, nullptr};
  EXPECT_EQ(warpglass_launch(kernel, &shape, arguments, 2), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(error(), "kernel scale takes 3 arguments, of 8, 4, 4 bytes; 2 are given");
  EXPECT_EQ(warpglass_launch(kernel, &shape, arguments, 3), WARPGLASS_INVALID_VALUE);
  EXPECT_THAT(error(), StartsWith("argument 0 of kernel scale is NULL"));
  EXPECT_EQ(warpglass_launch(kernel, nullptr, arguments, 3), WARPGLASS_INVALID_VALUE);
}

TEST_F(LibraryLaunch, RefusalsNameTheLimit) {
  make();
  warpglass_kernel* kernel = load(kScale);
  const std::uint64_t values = allocate(4);
  const float factor = 1;
  const std::uint32_t n = 0;
  const void* arguments[] = {&values, &factor, &n};
  const auto launch = [&](const warpglass_launch_config& shape) {
    return warpglass_launch(kernel, &shape, arguments, 3);
  };
  EXPECT_EQ(launch(config(1, 2048)), WARPGLASS_REFUSED);
  EXPECT_THAT(error(), HasSubstr("block.x is 2048; the most on NVIDIA H200 is 1024"));
  EXPECT_EQ(launch(config(0, 32)), WARPGLASS_REFUSED);
  EXPECT_THAT(error(), HasSubstr("grid.x is 0"));
  warpglass_launch_config shape = config(1, 32);
  shape.shared_bytes = 300000;
  EXPECT_EQ(launch(shape), WARPGLASS_REFUSED);
  EXPECT_THAT(error(), HasSubstr("300000 bytes of dynamic shared memory"));
  // What CUDA would want opted in to.
  shape.shared_bytes = 200000;
  EXPECT_EQ(launch(shape), WARPGLASS_OK) << error();
  shape = config(7, 32);
  shape.cluster[0] = 2;
  shape.cluster[1] = shape.cluster[2] = 1;
  EXPECT_EQ(launch(shape), WARPGLASS_REFUSED);
  shape.grid[0] = 8;
  EXPECT_EQ(launch(shape), WARPGLASS_OK) << error();
  shape = config(1, 32);
  shape.size = 3;
  EXPECT_EQ(launch(shape), WARPGLASS_INVALID_VALUE);
}

TEST_F(LibraryLaunch, AFaultHasItsPlaceAndStaysUntilTheReset) {
  make();
  warpglass_kernel* kernel = load(kScale);
  const std::uint64_t values = allocate(400);
  ASSERT_EQ(warpglass_fill(device_, values, 0, 400), WARPGLASS_OK);
  EXPECT_EQ(scale(kernel, values, 2.0f, 101), WARPGLASS_FAULT);
  EXPECT_THAT(error(), StartsWith("test.ptx:18:3: error: read of 4 bytes"));
  EXPECT_THAT(error(), HasSubstr("[out-of-bounds]\nkernel scale, block (0,0,0), thread (100,0,0)\n"));
  EXPECT_THAT(error(), HasSubstr("0 bytes past the end of values (400 bytes at 0x"));
  EXPECT_EQ(scale(kernel, values, 2.0f, 1), WARPGLASS_FAULT);
  EXPECT_THAT(error(), StartsWith("an earlier kernel has faulted; warpglass_device_reset() ends that\ntest.ptx:18:3:"));
  ASSERT_EQ(warpglass_device_reset(device_), WARPGLASS_OK);
  EXPECT_EQ(scale(kernel, allocate(400), 2.0f, 1), WARPGLASS_OK) << error();
}

TEST_F(LibraryLaunch, ACheckGoesOnBehindAFault) {
  warpglass_options with = options();
  with.mode = WARPGLASS_CHECK;
  make(with);
  warpglass_kernel* kernel = load(kScale);
  const std::uint64_t values = allocate(400);
  EXPECT_EQ(scale(kernel, values, 2.0f, 101), WARPGLASS_OK) << error();
  warpglass_report* report = nullptr;
  ASSERT_EQ(warpglass_take_report(device_, &report), WARPGLASS_OK);
  std::vector<std::string> rules;
  for (std::size_t i = 0; i < warpglass_report_finding_count(report); ++i)
    rules.emplace_back(warpglass_report_finding(report, i)->rule);
  EXPECT_THAT(rules, testing::UnorderedElementsAre("out-of-bounds", "out-of-bounds", "uninitialised-read"));
  warpglass_report_destroy(report);
}

TEST_F(LibraryLaunch, WhatKernelsPrintGoesToTheCaller) {
  std::string printed;
  warpglass_options with = options();
  with.print = [](const char* text, std::size_t bytes, void* user) {
    static_cast<std::string*>(user)->append(text, bytes);
  };
  with.user = &printed;
  make(with);
  warpglass_module* module = nullptr;
  warpglass_kernel* kernel = nullptr;
  ASSERT_EQ(
      warpglass_load_cuda(device_, "#include <cstdio>\n__global__ void say() { printf(\"%d\\n\", threadIdx.x); }\n",
                          "say.cu", nullptr, 0, &module),
      WARPGLASS_OK)
      << error();
  ASSERT_EQ(warpglass_find_kernel(module, "say", &kernel), WARPGLASS_OK) << error();
  const warpglass_launch_config shape = config(1, 3);
  ASSERT_EQ(warpglass_launch(kernel, &shape, nullptr, 0), WARPGLASS_OK) << error();
  EXPECT_EQ(printed, "0\n1\n2\n");
}

}  // namespace
}  // namespace warpglass::test
