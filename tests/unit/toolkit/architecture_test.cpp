#include "toolkit/architecture.hpp"

#include <gtest/gtest.h>

namespace warpglass::toolkit {
namespace {

TEST(Architecture, KnownOnesStay) {
  for (const char* known : {"sm_52", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a"}) {
    EXPECT_EQ(clang_architecture(known), known);
  }
}

TEST(Architecture, WhatClangCannotWriteBecomesTheNearestOlder) {
  EXPECT_EQ(clang_architecture("sm_13"), "sm_52");
  EXPECT_EQ(clang_architecture("compute_20"), "sm_52");
  EXPECT_EQ(clang_architecture("sm_37"), "sm_52");
  EXPECT_EQ(clang_architecture("sm_88"), "sm_87");
  EXPECT_EQ(clang_architecture("sm_100"), "sm_90");
  EXPECT_EQ(clang_architecture("sm_120a"), "sm_90");
}

TEST(Architecture, OfAListTheNewestCounts) {
  EXPECT_EQ(clang_architecture("compute_60,sm_60"), "sm_60");
  EXPECT_EQ(clang_architecture("sm_60,sm_80,sm_70"), "sm_80");
  EXPECT_EQ(clang_architecture("native"), kDefaultArchitecture);
}

TEST(Architecture, AnythingElseIsRefused) {
  for (const char* wrong : {"", "sm_", "sm_9x", "hopper", "sm_80,", "sm_5", "sm_-80"})
    EXPECT_EQ(clang_architecture(wrong), std::nullopt) << wrong;
}

TEST(Architecture, HasANumber) {
  EXPECT_EQ(architecture_number("sm_90a"), 90);
  EXPECT_EQ(architecture_number("sm_52"), 52);
}

}  // namespace
}  // namespace warpglass::toolkit
