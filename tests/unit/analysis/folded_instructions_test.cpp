#include "analysis/folded_instructions.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace warpglass::analysis {
namespace {

/// "-" for what is as it stands, "" for what another one does, else the class.
std::vector<std::string> folded(const std::vector<std::string>& texts) {
  std::vector<sim::OpFacts> facts(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    facts[i].text = texts[i];
    facts[i].guarded = texts[i].starts_with('@');
  }
  std::vector<std::string> result;
  for (const auto& classes : folded_instructions(facts)) {
    if (!classes || classes->empty()) {
      result.emplace_back(classes ? "" : "-");
    } else {
      result.push_back(fmt::format("{} x{}", arch::name_of(classes->front().which), classes->front().count));
    }
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(FoldedInstructions, AnIndexTimesASizeIsPartOfTheAddressesMadeOfIt) {
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "add.s64 %rd2, %rd3, %rd1", "add.s64 %rd4, %rd1, %rd5",
                    "ld.global.f32 %f1, [%rd2]"}),
            (Texts{"", "integer_multiply_wide x1", "integer_multiply_wide x1", "-"}));
}

TEST(FoldedInstructions, AShiftIsPartOfAnAddition) {
  EXPECT_EQ(folded({"shl.b32 %r1, %r2, 8", "add.s32 %r3, %r1, %r4"}), (Texts{"", "integer_add x1"}));
  EXPECT_EQ(folded({"shl.b64 %rd1, %rd2, 3", "add.s64 %rd3, %rd4, %rd1"}), (Texts{"", "integer_add x2"}));
}

TEST(FoldedInstructions, WhatIsUsedOtherwiseTooStands) {
  const Texts as_they_stand = {"-", "-", "-"};
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "add.s64 %rd2, %rd3, %rd1", "st.global.u64 [%rd2], %rd1"}),
            as_they_stand);
  EXPECT_EQ(folded({"shl.b32 %r1, %r2, %r5", "add.s32 %r3, %r1, %r4", "ret"}), as_they_stand);  // by a variable
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "mul.wide.s32 %rd1, %r2, 4", "add.s64 %rd2, %rd3, %rd1"}),
            as_they_stand);  // of two ways
  EXPECT_EQ(folded({"@%p1 shl.b32 %r1, %r2, 8", "add.s32 %r3, %r1, %r4", "ret"}), as_they_stand);
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "ret", ""}), as_they_stand);  // not used
}

}  // namespace
}  // namespace warpglass::analysis
