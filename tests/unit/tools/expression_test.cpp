#include "tools/warpglass/expression.hpp"

#include <gtest/gtest.h>

namespace warpglass::tool {
namespace {

TEST(Expression, TheArrayIsTheNameBeforeABracket) {
  EXPECT_EQ(array_name("tile[ty][tx]"), "tile");
  EXPECT_EQ(array_name("*(float4*)&tile_2 [ty][4 * tx]"), "tile_2");
  EXPECT_EQ(array_name("s[t[tid]]"), "s");
  EXPECT_EQ(array_name("tid * 2"), "");
  EXPECT_EQ(array_name("threadIdx.x + 0x10u"), "");
  EXPECT_EQ(array_name(""), "");
  EXPECT_EQ(array_name("[]"), "");
  EXPECT_EQ(array_name("3[s]"), "");
}

}  // namespace
}  // namespace warpglass::tool
