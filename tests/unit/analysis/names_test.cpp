#include "analysis/names.hpp"

#include <gtest/gtest.h>

#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

TEST(Names, Lanes) {
  EXPECT_EQ(lanes_text(kFullMask), "lanes 0..31");
  EXPECT_EQ(lanes_text(0x80), "lane 7");
  EXPECT_EQ(lanes_text(0x80000f01), "lanes 0, 8..11, 31");
  EXPECT_EQ(lanes_text(0), "no lane");
}

TEST(Names, LanesAtEqualDistancesAndVeryMany) {
  EXPECT_EQ(lane_group_text(kFullMask), "lanes 0..31");
  EXPECT_EQ(lane_group_text(1), "lane 0");
  EXPECT_EQ(lane_group_text(0x55555555), "even lanes");
  EXPECT_EQ(lane_group_text(0xaaaaaaaa), "odd lanes");
  EXPECT_EQ(lane_group_text(0x55555554), "15 lanes, 2, 4, 6, 8, ...");
  EXPECT_EQ(lane_group_text(0x22222222), "every 4th lane from lane 1");
  EXPECT_EQ(lane_group_text(0x00ff00ff), "lanes 0..7, 16..23");
  EXPECT_EQ(lane_group_text(0), "no lane");
}

TEST(Names, NounsBehindNumbers) {
  EXPECT_EQ(counted(1, "byte"), "1 byte");
  EXPECT_EQ(counted(0, "byte"), "0 bytes");
  EXPECT_EQ(counted(-1, "byte"), "-1 bytes");
  EXPECT_EQ(counted(2, "launch"), "2 launches");
  EXPECT_EQ(counted(2, "more pass"), "2 more passes");
  EXPECT_EQ(counted(2, "copy"), "2 copies");
  EXPECT_EQ(counted(2, "other way"), "2 other ways");
  EXPECT_EQ(counted(grouped(4096), "sector"), "4,096 sectors");
}

TEST(Names, Objects) {
  EXPECT_EQ(object_name("_ZZ9transposePfPKfiE4tile"), "tile");
  EXPECT_EQ(object_name("counters"), "counters");
  EXPECT_EQ(object_name("_ZN3app4bins5tableE"), "table");
  const std::vector<sim::NamedObject> objects = {{.name = "a", .offset = 0, .size = 16},
                                                 {.name = "rest", .offset = 32, .size = 0}};
  EXPECT_EQ(object_at(objects, 15), "a");
  EXPECT_EQ(object_at(objects, 16), "");
  EXPECT_EQ(object_at(objects, 5000), "rest");
}

TEST(Names, DemangledOrAsTheyAre) {
  EXPECT_EQ(demangled("_Z9transposePfPKfi"), "transpose(float*, float const*, int)");
  EXPECT_EQ(demangled("main_kernel"), "main_kernel");
  EXPECT_EQ(demangled(""), "");
}

TEST(Names, GroupedDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(12345678), "12,345,678");
}

}  // namespace
}  // namespace warpglass::analysis
