#include "analysis/written_bytes.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace warpglass::analysis {
namespace {

std::vector<bool> bytes_of(const WrittenBytes& written, std::uint64_t count) {
  std::vector<bool> all(count);
  for (std::uint64_t i = 0; i < count; ++i) all[i] = written.at(i);
  return all;
}

TEST(WrittenBytes, CopiesAreByteByByte) {
  constexpr std::uint64_t kBytes = 1024;
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same every time
  const auto below = [&](std::uint64_t end) {
    return std::uniform_int_distribution<std::uint64_t>(0, end - 1)(random);
  };
  WrittenBytes source(kBytes);
  for (int i = 0; i < 40; ++i) source.set(below(kBytes - 30), 1 + below(30));
  const std::vector<bool> from = bytes_of(source, kBytes);
  for (int i = 0; i < 2000; ++i) {
    WrittenBytes target(kBytes);
    for (int j = 0; j < 20; ++j) target.set(below(kBytes - 30), 1 + below(30));
    std::vector<bool> expected = bytes_of(target, kBytes);
    const std::uint64_t count = 1 + below(i % 2 == 0 ? 200 : kBytes - 1);
    const std::uint64_t at = below(kBytes - count + 1), origin = below(kBytes - count + 1);
    for (std::uint64_t byte = 0; byte < count; ++byte) expected[at + byte] = from[origin + byte];
    target.copy(at, count, source, origin);
    ASSERT_EQ(bytes_of(target, kBytes), expected) << count << " bytes from " << origin << " to " << at;
  }
}

TEST(WrittenBytes, NothingIsWrittenBeyondTheEndOfASource) {
  WrittenBytes source(128), target(256);
  source.set(0, 128);
  target.set(0, 256);
  target.copy(0, 256, source, 0);
  EXPECT_TRUE(target.all(0, 128));
  EXPECT_FALSE(target.at(128));
  EXPECT_FALSE(target.at(255));
}

}  // namespace
}  // namespace warpglass::analysis
