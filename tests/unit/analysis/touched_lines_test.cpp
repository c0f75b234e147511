#include "analysis/touched_lines.hpp"

#include <gtest/gtest.h>

namespace warpglass::analysis {
namespace {

TEST(TouchedLines, ARangeTouchesEachOfItsBytes) {
  constexpr std::uint64_t kBase = std::uint64_t{1} << 40;
  for (const auto& [offset, bytes] : {std::pair{0u, 128u},
                                      {0u, 1u},
                                      {0u, 64u},
                                      {63u, 2u},
                                      {127u, 1u},
                                      {127u, 2u},
                                      {64u, 64u},
                                      {5u, 600u},
                                      {128u, 384u}}) {
    TouchedLines lines;
    touch(lines, kBase + offset, bytes, Touching::write);
    for (std::uint64_t byte = 0; byte < 1024; ++byte) {
      const TouchedLine* const line = lines.find((kBase + byte) / kLineBytes);
      const bool inside = byte >= offset && byte < offset + bytes;
      ASSERT_EQ(line != nullptr && (*line)[Touching::write].has(byte % kLineBytes), inside) << offset << ' ' << byte;
      ASSERT_FALSE(line != nullptr && (*line)[Touching::read].any());
    }
  }
}

}  // namespace
}  // namespace warpglass::analysis
