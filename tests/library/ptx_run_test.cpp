// ptx_run(): arguments are values, and pointers are the host's.
#include <gmock/gmock.h>
#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "tests/library/fixtures.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;

void* bits_of(float value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return reinterpret_cast<void*>(bits);
}

void* number(std::uint64_t value) { return reinterpret_cast<void*>(value); }

int scale(void* values, std::uint32_t n) {
  void* args[] = {values, bits_of(0.5f), number(n)};
  return ptx_run(kScale.c_str(), 3, args, 128, 1, 1, static_cast<int>((n + 127) / 128), 1, 1, 0);
}

TEST(PtxRun, ReachesTheHeapTheStackAndStatics) {
  std::vector<float> heap(1000, 4.0f);
  float stack[64] = {2.0f};
  static float fixed[64] = {8.0f};
  EXPECT_EQ(scale(heap.data(), 1000), 0);
  EXPECT_EQ(heap, std::vector<float>(1000, 2.0f));
  EXPECT_EQ(scale(stack, 64), 0);
  EXPECT_EQ(stack[0], 1.0f);
  EXPECT_EQ(scale(fixed, 64), 0);
  EXPECT_EQ(fixed[0], 4.0f);
}

TEST(PtxRun, RunsInSeveralThreads) {
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      std::vector<float> values(100, 1024.0f);
      for (int turn = 0; turn < 10; ++turn) failures += scale(values.data(), 100) != 0;
      failures += values[99] != 1.0f;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

TEST(PtxRun, MemoryThatCannotBeWrittenIsAFaultAndNoCrash) {
  void* page = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  testing::internal::CaptureStderr();
  EXPECT_EQ(scale(page, 64), WARPGLASS_FAULT);
  EXPECT_EQ(scale(nullptr, 64), WARPGLASS_FAULT);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("warpglass: ptx_run: ptx:18:3: error: read of 4 bytes at 0x0  [out-of-bounds]\n"));
  munmap(page, 4096);
}

TEST(PtxRun, RunsTheFirstKernelByName) {
  // A second one, which would fault.
  const std::string text = kScale + ".visible .entry zzz() { trap; }\n.visible .entry zz() { trap; }\n";
  std::vector<float> values(10, 2.0f);
  void* args[] = {values.data(), bits_of(0.5f), number(10)};
  EXPECT_EQ(ptx_run(text.c_str(), 3, args, 32, 1, 1, 1, 1, 1, 0), 0);
  EXPECT_EQ(values[9], 1.0f);
}

TEST(PtxRun, TakesDynamicSharedMemoryAndWideBlocks) {
  // Every thread writes its x and reads that of the one across, by dynamic shared memory.
  constexpr const char* kReverse = R"(.version 7.0
.target sm_70
.address_size 64
.extern .shared .align 4 .b8 room[];
.visible .entry reverse(.param .u64 out)
{
  .reg .b32 %r<6>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, room;
  shl.b32 %r3, %r1, 2;
  add.u32 %r3, %r3, %r2;
  st.shared.u32 [%r3], %r1;
  bar.sync 0;
  sub.u32 %r4, 1023, %r1;
  shl.b32 %r4, %r4, 2;
  add.u32 %r4, %r4, %r2;
  ld.shared.u32 %r5, [%r4];
  mul.wide.u32 %d2, %r1, 4;
  add.u64 %d3, %d1, %d2;
  st.global.u32 [%d3], %r5;
  ret;
}
)";
  std::vector<std::uint32_t> out(1024);
  void* args[] = {out.data()};
  EXPECT_EQ(ptx_run(kReverse, 1, args, 1024, 1, 1, 1, 1, 1, 4096), 0);
  EXPECT_EQ(out[0], 1023u);
  EXPECT_EQ(out[1023], 0u);
}

TEST(PtxRun, WrongUsesAreAnsweredAndTold) {
  void* args[] = {nullptr, nullptr, nullptr};
  testing::internal::CaptureStderr();
  EXPECT_EQ(ptx_run(nullptr, 0, nullptr, 1, 1, 1, 1, 1, 1, 0), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(ptx_run("hello", 0, nullptr, 1, 1, 1, 1, 1, 1, 0), WARPGLASS_INVALID_CODE);
  EXPECT_EQ(ptx_run(kScale.c_str(), 2, args, 1, 1, 1, 1, 1, 1, 0), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(ptx_run(kScale.c_str(), 3, nullptr, 1, 1, 1, 1, 1, 1, 0), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(ptx_run(kScale.c_str(), 3, args, 0, 1, 1, 1, 1, 1, 0), WARPGLASS_REFUSED);
  EXPECT_EQ(ptx_run(kScale.c_str(), 3, args, 1, 1, 1, 1, 1, 1, -1), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(ptx_run(".version 7.0\n.target sm_70\n", 0, nullptr, 1, 1, 1, 1, 1, 1, 0), WARPGLASS_NOT_FOUND);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("warpglass: ptx_run: kernel scale takes 3 arguments; 2 are given\n"));
  EXPECT_THAT(said, HasSubstr("ptx: error: has no kernel (.entry)\n"));
}

}  // namespace
}  // namespace warpglass::test
