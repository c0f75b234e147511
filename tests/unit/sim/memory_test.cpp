#include "sim/memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace warpglass::sim {
namespace {

TEST(Memory, AllocationsAreAlignedApartAndFound) {
  Memory memory(1 << 20);
  const std::uint64_t a = memory.allocate(100, AllocationKind::device, "a");
  const std::uint64_t b = memory.allocate(100, AllocationKind::device, "b", 4096);
  ASSERT_NE(a, 0u);
  ASSERT_NE(b, 0u);
  EXPECT_EQ(a % 256, 0u);
  EXPECT_EQ(b % 4096, 0u);
  EXPECT_EQ(memory.find(a + 99)->label, "a");
  EXPECT_FALSE(memory.find(a + 100)) << "the byte behind an allocation belongs to nobody";
  EXPECT_FALSE(memory.find(a - 1));
  EXPECT_EQ(memory.nearest(a + 100)->label, "a");
  EXPECT_EQ(memory.used(), 200u);
}

TEST(Memory, CapacityIsKept) {
  Memory memory(1000);
  EXPECT_NE(memory.allocate(600, AllocationKind::device, "a"), 0u);
  EXPECT_EQ(memory.allocate(600, AllocationKind::device, "b"), 0u);
  EXPECT_NE(memory.allocate_reserved(600, "parameters"), 0u);
}

TEST(Memory, ReleasedExtentsMergeAndServeAgain) {
  Memory memory(1 << 20);
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 8; ++i) all.push_back(memory.allocate(64 << 10, AllocationKind::device, "x"));
  for (const std::uint64_t address : {all[1], all[3], all[2]}) EXPECT_TRUE(memory.release(address));
  EXPECT_FALSE(memory.release(all[2])) << "released twice";
  EXPECT_EQ(memory.allocate(150 << 10, AllocationKind::device, "big"), all[1]) << "three neighbours became one hole";
}

TEST(Memory, AdoptsHostMemoryOnce) {
  Memory memory(1 << 20);
  std::vector<int> host(100);
  EXPECT_TRUE(memory.adopt(host.data(), 400, "host"));
  EXPECT_FALSE(memory.adopt(host.data() + 10, 4, "again"));
  EXPECT_EQ(memory.find(reinterpret_cast<std::uintptr_t>(host.data() + 99))->label, "host");
  EXPECT_TRUE(memory.release(reinterpret_cast<std::uintptr_t>(host.data())));
}

}  // namespace
}  // namespace warpglass::sim
