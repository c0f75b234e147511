#include "toolkit/architecture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/ranges.h>

namespace warpglass::toolkit {
namespace {

TEST(Architecture, KnownOnesStay) {
  for (const char* known : {"sm_52", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100",
                            "sm_100a", "sm_103f", "sm_120a", "sm_121"}) {
    EXPECT_EQ(known_architecture(known), known);
  }
}

TEST(Architecture, AnotherNumberBecomesTheNearestOlder) {
  EXPECT_EQ(known_architecture("sm_13"), "sm_52");
  EXPECT_EQ(known_architecture("compute_20"), "sm_52");
  EXPECT_EQ(known_architecture("sm_37"), "sm_52");
  EXPECT_EQ(known_architecture("sm_88"), "sm_87");
  EXPECT_EQ(known_architecture("sm_102a"), std::nullopt);
  EXPECT_EQ(known_architecture("compute_83"), std::nullopt);
  EXPECT_EQ(known_architecture("sm_130"), "sm_121");
  EXPECT_EQ(known_architecture("sm_80a"), "sm_80");
}

TEST(Architecture, NewerThanClangsHaveTheirMacros) {
  using testing::ElementsAre;
  EXPECT_EQ(clang_architecture("sm_90a"), "sm_90a");
  EXPECT_THAT(architecture_flags("sm_90a"), ElementsAre());
  EXPECT_EQ(clang_architecture("sm_120a"), "sm_90");
  EXPECT_EQ(architecture_for_machine("sm_120"), "sm_120a");
  EXPECT_EQ(architecture_for_machine("sm_90"), "sm_90");
  const std::string flags = fmt::format("{}", fmt::join(architecture_flags("sm_100a"), " "));
  EXPECT_EQ(flags,
            "-Wno-builtin-macro-redefined -D__WARPGLASS_NEWER_MACHINE__ -Xarch_device -U__CUDA_ARCH__ -Xarch_device "
            "-D__CUDA_ARCH__=1000 "
            "-Xarch_device -D__CUDA_ARCH_FEAT_SM100_ALL -Xarch_device -D__CUDA_ARCH_SPECIFIC__=1000 "
            "-Xarch_device -D__CUDA_ARCH_FAMILY_SPECIFIC__=1000");
  EXPECT_EQ(architecture_flags("sm_120").size(), 6u);
}

TEST(Architecture, OfSeveralTheNewestCountsThatTheDefaultRuns) {
  EXPECT_EQ(known_architecture("compute_90a,sm_100a"), "sm_90a");
  EXPECT_EQ(known_architecture("sm_120,sm_100"), "sm_120");
  EXPECT_TRUE(is_preferred("sm_90", "sm_80"));
  EXPECT_TRUE(is_preferred("sm_80", "sm_100"));

  EXPECT_EQ(known_architecture("compute_60,sm_60"), "sm_60");
  EXPECT_EQ(known_architecture("sm_60,sm_80,sm_70"), "sm_80");
  EXPECT_EQ(known_architecture("native"), kDefaultArchitecture);
}

TEST(Architecture, AnythingElseIsRefused) {
  for (const char* wrong : {"", "sm_", "sm_9x", "hopper", "sm_80,", "sm_5", "sm_-80"})
    EXPECT_EQ(known_architecture(wrong), std::nullopt) << wrong;
}

TEST(Architecture, HasANumber) {
  EXPECT_EQ(architecture_number("sm_90a"), 90);
  EXPECT_EQ(architecture_number("sm_52"), 52);
}

}  // namespace
}  // namespace warpglass::toolkit
