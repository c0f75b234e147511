#include "sim/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
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

// tests/hardware/memory_reuse.txt.
TEST(Memory, ForgetsWhatWasInPagesThatADriverGivesBack) {
  constexpr std::uint64_t kSmall = 4096, kMiB = std::uint64_t{1} << 20;
  Memory memory(64 * kMiB);
  const auto made = [&](std::uint64_t size) {
    const std::uint64_t at = memory.allocate(size, AllocationKind::device, "x");
    return std::pair(
        at, std::ranges::all_of(std::span(Memory::host(at), size), [](std::byte b) { return b == std::byte{0}; }));
  };
  const auto used = [&](std::uint64_t size) {
    const std::uint64_t at = made(size).first;
    std::memset(Memory::host(at), 0x5a, size);
    return at;
  };
  for (const std::uint64_t size : {kSmall, kMiB, 2 * kMiB}) {
    std::uint64_t first = used(size);
    std::uint64_t second = used(size);
    memory.release(second);
    auto [again, zero] = made(size);
    EXPECT_EQ(again, second);
    EXPECT_EQ(zero, size == 2 * kMiB) << "one is left";
    memory.release(again);
    memory.release(first);
    std::tie(first, zero) = made(size);
    EXPECT_TRUE(zero) << size;
    memory.release(first);
  }
}

TEST(Memory, WipesAllThatCameAndWentBesideOneThatStayed) {
  Memory memory(64 << 20);
  const std::uint64_t stays = memory.allocate(256, AllocationKind::device, "x");
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::uint64_t size = i < 100 ? 256 + i * 4096 : 256;
    const std::uint64_t at = memory.allocate(size, AllocationKind::device, "x");
    std::memset(Memory::host(at), 0x5a, size);
    end = std::max(end, at + size);
    memory.release(at);
  }
  memory.release(stays);
  const std::uint64_t all = end - stays;
  EXPECT_EQ(memory.allocate(all, AllocationKind::device, "x"), stays);
  EXPECT_TRUE(std::ranges::all_of(std::span(Memory::host(stays), all), [](std::byte b) { return b == std::byte{0}; }));
}

TEST(Memory, RemembersWhatWasFreed) {
  Memory memory(1 << 20);
  const std::uint64_t a = memory.allocate(100, AllocationKind::device, "a");
  EXPECT_FALSE(memory.find_freed(a)) << "it is there";
  EXPECT_TRUE(memory.release(a));
  EXPECT_EQ(memory.find_freed(a + 99)->label, "a");
  EXPECT_FALSE(memory.find_freed(a + 100));
  const std::uint64_t b = memory.allocate(50, AllocationKind::device, "b");
  EXPECT_EQ(b, a) << "memory is given out again";
  EXPECT_FALSE(memory.find_freed(a)) << "it is another's now";
  EXPECT_EQ(memory.find_freed(a + 60)->label, "a");
  EXPECT_TRUE(memory.release(b));
  EXPECT_EQ(memory.find_freed(a)->label, "b") << "the newest";
}

TEST(Memory, FreedMemoryWaitsBeforeItIsGivenOutAgain) {
  Memory memory(1 << 20);
  memory.delay_reuse(64 << 10);
  const std::uint64_t a = memory.allocate(1000, AllocationKind::device, "a");
  EXPECT_TRUE(memory.release(a));
  EXPECT_NE(memory.allocate(1000, AllocationKind::device, "b"), a);
  int before = 0;
  for (std::uint64_t c = 0; c != a && before < 1000; ++before) {
    c = memory.allocate(1000, AllocationKind::device, "c");
    EXPECT_TRUE(memory.release(c));
  }
  EXPECT_EQ(before, 43) << "with the space behind each, 64 KiB";
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t large = memory.allocate(900 << 10, AllocationKind::device, "large");
    ASSERT_NE(large, 0u) << "what waits is taken where there is nothing else";
    EXPECT_TRUE(memory.release(large));
  }
}

TEST(Memory, KeepsReservedAddresses) {
  Memory memory(1 << 20);
  const std::uint64_t kept = memory.reserve(1000);
  ASSERT_NE(kept, 0u);
  EXPECT_FALSE(memory.find(kept));
  EXPECT_EQ(memory.used(), 0u);
  EXPECT_FALSE(memory.allocate_at(kept + 256, 10, AllocationKind::device, "elsewhere"));
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(memory.allocate_at(kept, 1000, AllocationKind::device, "a"));
    EXPECT_FALSE(memory.allocate_at(kept, 1000, AllocationKind::device, "b"));
    EXPECT_EQ(memory.find(kept + 999)->label, "a");
    EXPECT_EQ(memory.used(), 1000u);
    EXPECT_TRUE(memory.release(kept));
    EXPECT_EQ(memory.find_freed(kept)->label, "a");
    const std::uint64_t other = memory.allocate(1000, AllocationKind::device, "other");
    EXPECT_NE(other, kept);
    EXPECT_TRUE(memory.release(other));
  }
  memory.give_up(kept);
  EXPECT_EQ(memory.allocate(1000, AllocationKind::device, "c"), kept);
  memory.give_up(kept);
  EXPECT_TRUE(memory.find(kept));
}

TEST(Memory, GivesUpAddressesWhenWhatIsThereIsReleased) {
  Memory memory(1 << 20);
  const std::uint64_t kept = memory.reserve(1000);
  ASSERT_TRUE(memory.allocate_at(kept, 1000, AllocationKind::device, "a"));
  memory.give_up(kept);
  EXPECT_NE(memory.allocate(1000, AllocationKind::device, "b"), kept);
  EXPECT_TRUE(memory.release(kept));
  EXPECT_EQ(memory.allocate(1000, AllocationKind::device, "c"), kept);
}

TEST(Memory, KnowsItsOwnAddresses) {
  Memory memory(1 << 20);
  const std::uint64_t a = memory.allocate(100, AllocationKind::device, "a");
  EXPECT_TRUE(memory.in_arena(a));
  EXPECT_TRUE(memory.in_arena(a + 300)) << "between allocations";
  EXPECT_FALSE(memory.in_arena(reinterpret_cast<std::uintptr_t>(&memory)));
  EXPECT_FALSE(memory.in_arena(0));
}

TEST(Memory, AdoptsHostMemoryOnce) {
  Memory memory(1 << 20);
  std::vector<int> host(100);
  EXPECT_TRUE(memory.adopt(host.data(), 400, "host"));
  EXPECT_FALSE(memory.adopt(host.data() + 10, 4, "again"));
  EXPECT_EQ(memory.find(reinterpret_cast<std::uintptr_t>(host.data() + 99))->label, "host");
  EXPECT_TRUE(memory.release(reinterpret_cast<std::uintptr_t>(host.data())));
}

TEST(Memory, PartsOfVirtualMemoryAreOneToCopiesAndToldByPart) {
  std::vector<std::byte> host(300);
  Memory memory(1 << 20);
  const auto begin = reinterpret_cast<std::uintptr_t>(host.data());
  ASSERT_TRUE(memory.adopt(host.data(), 100, "first", true));
  ASSERT_TRUE(memory.adopt(host.data() + 100, 100, "second", true));
  ASSERT_TRUE(memory.adopt(host.data() + 200, 100, "not mapped"));
  EXPECT_EQ(memory.end_of(begin + 5), begin + 200);
  EXPECT_EQ(memory.end_of(begin + 200), begin + 300);
  EXPECT_EQ(memory.end_of(begin + 300), 0u);
  std::vector<std::array<std::uint64_t, 3>> told;
  memory.hear([&](const MemoryEvent& event) {
    told.push_back({event.address - begin, event.bytes, event.from == 0 ? 0 : event.from - begin});
  });
  memory.tell({.what = MemoryAction::fill, .address = begin + 90, .bytes = 20});
  memory.tell({.what = MemoryAction::copy, .address = begin + 200, .bytes = 50, .from = begin + 70});
  const std::vector<std::array<std::uint64_t, 3>> expected{{90, 10, 0}, {100, 10, 0}, {200, 30, 70}, {230, 20, 100}};
  EXPECT_EQ(told, expected);
}

// Two devices have one address space, and each an amount of its own.
TEST(Memories, OfOneSpaceFindEachOthersAllocations) {
  const auto space = std::make_shared<AddressSpace>();
  Memory zero(1 << 20, space), one(1 << 20, space);
  EXPECT_EQ(one.device(), 1u);
  const std::uint64_t address = one.allocate(1000, AllocationKind::device, "x");
  ASSERT_NE(address, 0u);
  EXPECT_EQ(zero.used(), 0u);
  EXPECT_EQ(one.used(), 1000u);
  ASSERT_TRUE(zero.find(address));
  EXPECT_EQ(zero.find(address)->device, 1u);
  EXPECT_TRUE(zero.in_arena(address));
  EXPECT_TRUE(zero.allocations().empty());
  EXPECT_TRUE(zero.release(address));
  EXPECT_EQ(one.used(), 0u);
  EXPECT_TRUE(zero.find_freed(address));
}

TEST(Memories, AreReachedByWhomTheyAreOpenTo) {
  const auto space = std::make_shared<AddressSpace>();
  Memory zero(1 << 20, space), one(1 << 20, space), two(1 << 20, space);
  const std::uint64_t plain = one.allocate(16, AllocationKind::device, "x");
  const std::uint64_t managed = one.allocate(16, AllocationKind::managed, "y");
  EXPECT_TRUE(one.reach(plain));
  EXPECT_FALSE(zero.reach(plain));
  EXPECT_TRUE(zero.reach(managed));
  zero.open_peer(1, true);
  EXPECT_TRUE(zero.reach(plain));
  EXPECT_FALSE(two.reach(plain));
  // Memory of pools goes by what the pool says alone.
  EXPECT_TRUE(one.grant(plain, 1u << 2));
  EXPECT_FALSE(zero.reach(plain));
  EXPECT_TRUE(two.reach(plain));
  EXPECT_TRUE(one.reach(plain));
  zero.open_peer(1, false);
  EXPECT_FALSE(zero.has_peer(1));
}

}  // namespace
}  // namespace warpglass::sim
