
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "arch/instruction_costs.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// "" for what another one does, else the class, of the instructions that a kernel around them keeps.
std::vector<std::string> folded(const std::vector<std::string>& texts) {
  std::string body;
  for (const std::string& text : texts) body += text + ";\n";
  const LoadedPtx loaded(kernel_around(body));
  const BindResult bound = loaded.bind_kernel("k", {.lower = true});
  EXPECT_EQ(all_of(bound.diagnostics), "");
  std::vector<std::string> result;
  if (bound.program == nullptr) return result;
  for (const sim::OpFacts& facts : bound.program->facts) {
    const bool here = std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
      const std::string unguarded = text.substr(text.starts_with('@') ? text.find(' ') + 1 : 0);
      return facts.text.find(unguarded) != std::string::npos;
    });
    if (facts.kind == sim::OpKind::pseudo || !here) continue;
    std::string classes;
    for (const ClassCount& part : facts.costs) classes += fmt::format("{} x{}", arch::name_of(part.which), part.count);
    result.push_back(classes);
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(Folding, AnIndexTimesASizeIsPartOfTheAddressesMadeOfIt) {
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "add.s64 %rd2, %rd3, %rd1", "add.s64 %rd4, %rd1, %rd5",
                    "ld.global.f32 %f1, [%rd2]"}),
            (Texts{"", "integer_multiply_wide x1", "integer_multiply_wide x1", "memory x1"}));
}

TEST(Folding, AShiftIsPartOfAnAddition) {
  EXPECT_EQ(folded({"shl.b32 %r1, %r2, 8", "add.s32 %r3, %r1, %r4"}), (Texts{"", "integer_add x1"}));
  EXPECT_EQ(folded({"shl.b64 %rd1, %rd2, 3", "add.s64 %rd3, %rd4, %rd1"}), (Texts{"", "integer_add x2"}));
}

TEST(Folding, WhatIsUsedOtherwiseTooStands) {
  const char* const wide = "integer_multiply_wide x1";
  const char* const add = "integer_add x2";
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "add.s64 %rd2, %rd3, %rd1", "st.global.u64 [%rd2], %rd1"}),
            (Texts{wide, add, "memory x1"}));
  // By a variable.
  EXPECT_EQ(folded({"shl.b32 %r1, %r2, %r5", "add.s32 %r3, %r1, %r4"}), (Texts{"shift x1", "integer_add x1"}));
  // Of two ways.
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4", "mul.wide.s32 %rd1, %r2, 4", "add.s64 %rd2, %rd3, %rd1"}),
            (Texts{wide, wide, add}));
  EXPECT_EQ(folded({"@%p1 shl.b32 %r1, %r2, 8", "add.s32 %r3, %r1, %r4"}), (Texts{"shift x1", "integer_add x1"}));
  // Not used.
  EXPECT_EQ(folded({"mul.wide.s32 %rd1, %r1, 4"}), Texts{wide});
}

}  // namespace
}  // namespace warpglass::isa
