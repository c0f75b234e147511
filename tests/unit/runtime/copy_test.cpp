#include "runtime/copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace warpglass::runtime {
namespace {

using sim::AllocationKind;

class CopyTest : public ::testing::Test {
 protected:
  std::uint64_t allocate(std::uint64_t bytes, AllocationKind kind = AllocationKind::device) {
    return memory_.allocate(bytes, kind, "test");
  }
  static std::uint64_t address(void* host) { return reinterpret_cast<std::uintptr_t>(host); }
  static unsigned char* host(std::uint64_t address) {
    return reinterpret_cast<unsigned char*>(sim::Memory::host(address));
  }

  sim::Memory memory_{1 << 20};
  std::vector<unsigned char> numbers_ = [] {
    std::vector<unsigned char> numbers(256);
    std::iota(numbers.begin(), numbers.end(), static_cast<unsigned char>(0));
    return numbers;
  }();
};

TEST_F(CopyTest, MovesBytesInEveryDirection) {
  const std::uint64_t a = allocate(256), b = allocate(256);
  std::vector<unsigned char> back(256);
  EXPECT_EQ(copy(memory_, a, address(numbers_.data()), 256, CopyKind::host_to_device), Status::ok);
  EXPECT_EQ(copy(memory_, b, a, 256, CopyKind::device_to_device), Status::ok);
  EXPECT_EQ(copy(memory_, address(back.data()), b, 256, CopyKind::device_to_host), Status::ok);
  EXPECT_EQ(back, numbers_);
  std::fill(back.begin(), back.end(), static_cast<unsigned char>(0));
  EXPECT_EQ(copy(memory_, address(back.data()), address(numbers_.data()), 256, CopyKind::host_to_host), Status::ok);
  EXPECT_EQ(back, numbers_);
}

/// Copies and fills of several megabytes, which several threads share.
class LargeCopyTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kBytes = (std::uint64_t{9} << 20) + 13;

  static std::uint64_t address(const void* host) { return reinterpret_cast<std::uintptr_t>(host); }
  [[nodiscard]] static std::vector<std::uint8_t> held(std::uint64_t address, std::uint64_t bytes) {
    std::vector<std::uint8_t> all(bytes);
    std::memcpy(all.data(), sim::Memory::host(address), bytes);
    return all;
  }

  sim::Memory memory_{64 << 20};
  sim::ThreadPool threads_;
  const Spread several_{threads_, 3};
  std::vector<std::uint8_t> numbers_ = [] {
    std::vector<std::uint8_t> numbers(kBytes);
    for (std::uint64_t i = 0; i < kBytes; ++i) numbers[i] = static_cast<std::uint8_t>(i * 2654435761u >> 13);
    return numbers;
  }();
};

TEST_F(LargeCopyTest, IsWholeOnSeveralThreads) {
  const std::uint64_t a = memory_.allocate(kBytes, AllocationKind::device, "a");
  const std::uint64_t b = memory_.allocate(kBytes, AllocationKind::device, "b");
  ASSERT_EQ(copy(memory_, a, address(numbers_.data()), kBytes, CopyKind::host_to_device, several_), Status::ok);
  EXPECT_EQ(held(a, kBytes), numbers_);
  ASSERT_EQ(copy(memory_, b, a, kBytes, CopyKind::device_to_device, several_), Status::ok);
  EXPECT_EQ(held(b, kBytes), numbers_);
}

TEST_F(LargeCopyTest, IsAsMemmoveHasItWhereItLiesOverItself) {
  const std::uint64_t a = memory_.allocate(kBytes, AllocationKind::device, "a");
  for (const auto& [to, from] : {std::pair{4099u, 0u}, {0u, 4099u}}) {
    ASSERT_EQ(copy(memory_, a, address(numbers_.data()), kBytes, CopyKind::host_to_device), Status::ok);
    std::vector<std::uint8_t> expected = numbers_;
    std::memmove(expected.data() + to, expected.data() + from, kBytes - 4099);
    ASSERT_EQ(copy(memory_, a + to, a + from, kBytes - 4099, CopyKind::device_to_device, several_), Status::ok);
    EXPECT_EQ(held(a, kBytes), expected);
  }
}

TEST_F(LargeCopyTest, RowsAndFillsLeaveTheRestAlone) {
  const std::uint64_t a = memory_.allocate(kBytes, AllocationKind::device, "a");
  const Extent narrow{.width = 1000, .height = 3000, .depth = 3}, wide{.width = 4 << 20, .height = 2};
  for (const Extent& extent : {narrow, wide}) {
    const std::uint64_t pitch = extent.width + 8;
    const Region rows{.base = a, .pitch = pitch, .rows_per_slice = extent.height};
    const Region dense{.base = address(numbers_.data()), .pitch = extent.width, .rows_per_slice = extent.height};
    ASSERT_EQ(fill(memory_, {.base = a}, {.width = kBytes}, 0xee, 1, several_), Status::ok);
    std::vector<std::uint8_t> expected(kBytes, 0xee);
    ASSERT_EQ(held(a, kBytes), expected);
    ASSERT_EQ(copy(memory_, rows, dense, extent, CopyKind::host_to_device, several_), Status::ok);
    for (std::uint64_t row = 0; row < extent.height * extent.depth; ++row)
      std::memcpy(&expected[row * pitch], &numbers_[row * extent.width], extent.width);
    EXPECT_EQ(held(a, kBytes), expected);
    ASSERT_EQ(fill(memory_, rows, extent, 0x11223344, 4, several_), Status::ok);
    for (std::uint64_t i = 0; i < extent.width * extent.height * extent.depth; ++i)
      expected[i / extent.width * pitch + i % extent.width] = static_cast<std::uint8_t>(0x11223344 >> 8 * (i % 4));
    EXPECT_EQ(held(a, kBytes), expected);
  }
}

TEST(Spread, CallsPartsThatMakeUpAll) {
  sim::ThreadPool threads;
  for (const std::uint64_t count : {0u, 1u, 99u, 100u, 199u, 200u, 201u, 1001u}) {
    std::vector<std::atomic<int>> calls(count);
    Spread(threads, 4).over(count, 100, [&](std::uint64_t begin, std::uint64_t end) {
      EXPECT_EQ(begin % 100, 0u);
      for (std::uint64_t i = begin; i < end; ++i) ++calls[i];
    });
    for (const std::atomic<int>& one : calls) EXPECT_EQ(one, 1);
  }
}

TEST(Spread, DoesWithoutThreadsThatAreAtWork) {
  sim::ThreadPool threads;
  std::atomic<std::uint64_t> sum = 0;
  threads.run(3, [&](std::size_t) {
    const auto here = std::this_thread::get_id();
    Spread(threads, 4).over(1000, 10, [&](std::uint64_t begin, std::uint64_t end) {
      EXPECT_EQ(std::this_thread::get_id(), here);
      sum += end - begin;
    });
  });
  EXPECT_EQ(sum, 3000u);
}

TEST_F(CopyTest, InfersDirectionsFromAddresses) {
  const std::uint64_t a = allocate(256);
  std::vector<unsigned char> back(256);
  EXPECT_EQ(copy(memory_, a, address(numbers_.data()), 256, CopyKind::by_address), Status::ok);
  EXPECT_EQ(copy(memory_, address(back.data()), a, 256, CopyKind::by_address), Status::ok);
  EXPECT_EQ(back, numbers_);
}

TEST_F(CopyTest, RefusesRangesThatLeaveTheirAllocation) {
  const std::uint64_t a = allocate(256), b = allocate(256);
  const std::uint64_t h = address(numbers_.data());
  EXPECT_EQ(copy(memory_, a, h, 257, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(memory_, a + 1, h, 256, CopyKind::by_address), Status::invalid_value);
  EXPECT_EQ(copy(memory_, a + 256, h, 1, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(memory_, h, a + 255, 2, CopyKind::device_to_host), Status::invalid_value);
  EXPECT_EQ(copy(memory_, b, a, ~std::uint64_t{0}, CopyKind::device_to_device), Status::invalid_value);
  EXPECT_EQ(copy(memory_, 0, h, 1, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(memory_, a, 0, 1, CopyKind::by_address), Status::invalid_value);
  EXPECT_EQ(copy(memory_, a + 255, h, 1, CopyKind::host_to_device), Status::ok);
}

TEST_F(CopyTest, RefusesFreedMemory) {
  const std::uint64_t a = allocate(256);
  ASSERT_TRUE(memory_.release(a));
  EXPECT_EQ(copy(memory_, a, address(numbers_.data()), 4, CopyKind::host_to_device), Status::invalid_value);
}

TEST_F(CopyTest, ARefusalSaysWhatIsWrongWithWhichSide) {
  const std::uint64_t a = allocate(256), h = address(numbers_.data());
  const auto why = [&](std::uint64_t to, std::uint64_t from, std::uint64_t bytes, CopyKind kind) {
    return refusal_of_copy(memory_, {.base = to}, {.base = from}, {.width = bytes}, kind).why;
  };
  EXPECT_EQ(why(a, h, 256, CopyKind::host_to_device), "");
  EXPECT_EQ(why(a, 0, 256, CopyKind::host_to_device), "the source is null");
  EXPECT_EQ(why(a, h, 257, CopyKind::host_to_device),
            "the destination has 256 of the 257 bytes that it needs: it is test (256 bytes)");
  EXPECT_EQ(why(h, a + 200, 100, CopyKind::device_to_host),
            "the source has 56 of the 100 bytes that it needs: it is 200 bytes into test (256 bytes)");
  EXPECT_NE(why(h, a, 16, CopyKind::host_to_device).find("the destination has to be the device's"), std::string::npos);
  EXPECT_NE(why(a + 400, h, 16, CopyKind::host_to_device).find("is in no memory of the device"), std::string::npos);
  EXPECT_EQ(refusal_of_fill(memory_, {.base = a, .pitch = 8}, {.width = 16, .height = 2}).why,
            "the destination's pitch of 8 bytes is less than the 16 bytes of a row");
  const std::uint64_t serial = memory_.find(a)->serial;
  memory_.release(a);
  const CopyRefusal refusal =
      refusal_of_copy(memory_, {.base = h}, {.base = a + 4}, {.width = 4}, CopyKind::by_address);
  EXPECT_EQ(refusal.why, "the source is freed memory, 4 bytes into test (256 bytes)");
  EXPECT_TRUE(refusal.freed);
  EXPECT_EQ(refusal.object, serial);
  EXPECT_EQ(copy(memory_, h, a, 4, CopyKind::by_address), Status::invalid_value) << "it is not the host's";
}

TEST_F(CopyTest, RefusesWrongDirections) {
  const std::uint64_t a = allocate(256);
  const std::uint64_t h = address(numbers_.data());
  EXPECT_EQ(copy(memory_, h, a, 4, CopyKind::host_to_device), Status::invalid_value);
  EXPECT_EQ(copy(memory_, a, h, 4, CopyKind::device_to_host), Status::invalid_value);
  EXPECT_EQ(copy(memory_, a, h, 4, CopyKind::device_to_device), Status::invalid_value);
  EXPECT_EQ(copy(memory_, h, a, 4, CopyKind::device_to_device), Status::invalid_value);
}

TEST_F(CopyTest, DeviceMemoryMayStandWhereHostMemoryIsNamed) {
  const std::uint64_t a = allocate(256), b = allocate(256);
  EXPECT_EQ(copy(memory_, a, b, 256, CopyKind::host_to_device), Status::ok);
  EXPECT_EQ(copy(memory_, a, b, 256, CopyKind::device_to_host), Status::ok);
  EXPECT_EQ(copy(memory_, a, b, 257, CopyKind::host_to_device), Status::invalid_value);
}

TEST_F(CopyTest, ManagedAndPinnedMemoryIsOnBothSides) {
  for (const AllocationKind kind : {AllocationKind::managed, AllocationKind::pinned}) {
    const std::uint64_t a = allocate(256, kind), b = allocate(256);
    EXPECT_EQ(copy(memory_, a, address(numbers_.data()), 256, CopyKind::host_to_device), Status::ok);
    EXPECT_EQ(copy(memory_, b, a, 256, CopyKind::host_to_device), Status::ok);
    EXPECT_EQ(copy(memory_, a, b, 256, CopyKind::device_to_host), Status::ok);
    EXPECT_EQ(std::memcmp(host(b), numbers_.data(), 256), 0);
  }
}

TEST_F(CopyTest, NothingToCopyIsAlwaysFine) {
  EXPECT_EQ(copy(memory_, 0, 0, 0, CopyKind::host_to_device), Status::ok);
  EXPECT_EQ(copy(memory_, {}, {}, {.width = 4, .height = 0}, CopyKind::device_to_host), Status::ok);
}

TEST_F(CopyTest, OverlappingRangesMoveAsIfThroughABuffer) {
  const std::uint64_t a = allocate(256);
  ASSERT_EQ(copy(memory_, a, address(numbers_.data()), 256, CopyKind::host_to_device), Status::ok);
  ASSERT_EQ(copy(memory_, a + 1, a, 255, CopyKind::device_to_device), Status::ok);
  EXPECT_EQ(host(a)[0], 0);
  EXPECT_EQ(host(a)[1], 0);
  EXPECT_EQ(host(a)[255], 254);
}

TEST_F(CopyTest, PitchedRowsKeepWhatLiesBetweenThem) {
  const std::uint64_t a = allocate(4 * 32);
  std::memset(host(a), 0xee, 4 * 32);
  ASSERT_EQ(copy(memory_, {.base = a, .pitch = 32}, {.base = address(numbers_.data()), .pitch = 10},
                 {.width = 10, .height = 4}, CopyKind::host_to_device),
            Status::ok);
  EXPECT_EQ(host(a)[32], 10);
  EXPECT_EQ(host(a)[32 * 3 + 9], 39);
  EXPECT_EQ(host(a)[10], 0xee);
  EXPECT_EQ(host(a)[32 * 3 + 10], 0xee);
}

TEST_F(CopyTest, TheLastRowNeedsNoPadding) {
  const std::uint64_t a = allocate(3 * 32 + 10);
  const Region host_rows{.base = address(numbers_.data()), .pitch = 10};
  EXPECT_EQ(copy(memory_, {.base = a, .pitch = 32}, host_rows, {.width = 10, .height = 4}, CopyKind::host_to_device),
            Status::ok);
  EXPECT_EQ(copy(memory_, {.base = a, .pitch = 32}, host_rows, {.width = 11, .height = 4}, CopyKind::host_to_device),
            Status::invalid_value);
}

TEST_F(CopyTest, RefusesRowsThatOverlap) {
  const std::uint64_t a = allocate(256);
  const Region host_rows{.base = address(numbers_.data()), .pitch = 16};
  EXPECT_EQ(copy(memory_, {.base = a, .pitch = 8}, host_rows, {.width = 16, .height = 2}, CopyKind::host_to_device),
            Status::invalid_value);
  EXPECT_EQ(copy(memory_, {.base = a, .pitch = 16, .rows_per_slice = 1}, host_rows,
                 {.width = 16, .height = 2, .depth = 2}, CopyKind::host_to_device),
            Status::invalid_value);
}

TEST_F(CopyTest, RefusesRegionsTooLargeForAnAddress) {
  const std::uint64_t a = allocate(256);
  const Region host_rows{.base = address(numbers_.data()), .pitch = 16};
  const std::uint64_t huge = std::uint64_t{1} << 62;
  EXPECT_EQ(copy(memory_, {.base = a, .pitch = huge}, host_rows, {.width = 16, .height = 9}, CopyKind::host_to_device),
            Status::invalid_value);
  EXPECT_EQ(copy(memory_, {.base = a, .pitch = 16, .rows_per_slice = huge}, host_rows,
                 {.width = 16, .height = 2, .depth = 9}, CopyKind::host_to_device),
            Status::invalid_value);
}

TEST_F(CopyTest, CopiesBoxes) {
  const std::uint64_t a = allocate(2 * 3 * 16);
  std::memset(host(a), 0, 2 * 3 * 16);
  // 4 bytes x 2 rows x 2 slices out of rows of 8 with 4 rows to a slice.
  ASSERT_EQ(copy(memory_, {.base = a, .pitch = 16, .rows_per_slice = 3},
                 {.base = address(numbers_.data()), .pitch = 8, .rows_per_slice = 4},
                 {.width = 4, .height = 2, .depth = 2}, CopyKind::host_to_device),
            Status::ok);
  EXPECT_EQ(host(a)[16], 8);
  EXPECT_EQ(host(a)[3 * 16], 32);
  EXPECT_EQ(host(a)[3 * 16 + 16 + 3], 43);
  EXPECT_EQ(host(a)[2 * 16], 0);
}

TEST_F(CopyTest, FillsBytesAndWiderValues) {
  const std::uint64_t a = allocate(64);
  EXPECT_EQ(fill(memory_, {.base = a}, {.width = 64}, 0xab), Status::ok);
  EXPECT_EQ(host(a)[63], 0xab);
  EXPECT_EQ(fill(memory_, {.base = a}, {.width = 8}, 0x11223344, 4), Status::ok);
  EXPECT_EQ(host(a)[4], 0x44);
  EXPECT_EQ(host(a)[7], 0x11);
  EXPECT_EQ(host(a)[8], 0xab);
  EXPECT_EQ(fill(memory_, {.base = a + 2}, {.width = 4}, 0x5566, 2), Status::ok);
  EXPECT_EQ(host(a)[4], 0x66);
  EXPECT_EQ(fill(memory_, {.base = a}, {.width = 65}, 0), Status::invalid_value);
  EXPECT_EQ(fill(memory_, {.base = a}, {.width = 6}, 0, 4), Status::invalid_value);
  EXPECT_EQ(fill(memory_, {.base = a + 1}, {.width = 4}, 0, 4), Status::invalid_value);
  EXPECT_EQ(fill(memory_, {.base = address(numbers_.data())}, {.width = 4}, 0), Status::invalid_value);
  EXPECT_EQ(fill(memory_, {.base = a, .pitch = 16}, {.width = 4, .height = 4}, 1), Status::ok);
  EXPECT_EQ(host(a)[48], 1);
  EXPECT_EQ(host(a)[52], 0xab);
}

}  // namespace
}  // namespace warpglass::runtime
