// Names: registers by the range, shadowing, and labels that inlined assembly declares again and again.
#include <gmock/gmock.h>

#include <string>

#include "parsing.hpp"

namespace warpglass::ptx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> outline_of_body(const std::string& body) {
  const Module module = module_of_body(body);
  return module.functions.empty() ? std::vector<std::string>{} : outline(*module.functions[0]);
}

TEST(Registers, OfARangeComeToBeWhenUsed) {
  const Module module = module_of_body(".reg .b32 %r<4000000000>, x; .reg .pred %p<0>; mov.b32 %r3999999999, %r0;");
  const Function& f = *module.functions.at(0);
  ASSERT_EQ(f.registers.size(), 3u);
  EXPECT_EQ(f.registers[0].name, "x");
  EXPECT_EQ(f.registers[1].name, "%r3999999999");
  EXPECT_EQ(f.registers[2].name, "%r0");
  EXPECT_EQ(f.registers[2].type, Type::b32);
}

TEST(Registers, OfARangeAreNumberedWithoutLeadingZeros) {
  EXPECT_THAT(errors_of(".entry k() { .reg .b32 %r<10>; mov.b32 %r1, %r01; mov.b32 %r10, 0; }"),
              ElementsAre(HasSubstr("'%r01'"), HasSubstr("register '%r10' is outside its declaration %r<10>")));
}

TEST(Registers, MayHaveAPrefixThatEndsInADigit) {
  EXPECT_THAT(outline_of_body(".reg .b32 r1<20>; .reg .b64 r<3>; mov.b32 r119, r1; mov.b64 r2, r10;"),
              ElementsAre("mov.b32 reg(r119) reg(r1)", "mov.b64 reg(r2) reg(r10)"));
}

TEST(Registers, OfInnerBracesHideOuterOnes) {
  const Module module = module_of_body(
      ".reg .b32 %r<3>; mov.b32 %r1, 0;\n"
      "{ .reg .b64 %r<2>; mov.b64 %r1, 1; mov.b32 %r2, 2; { .reg .f32 %r1; mov.f32 %r1, %r0; } mov.b64 %r1, 3; }\n"
      "mov.b32 %r1, 4;");
  const Function& f = *module.functions.at(0);
  const auto type_of_destination = [&](std::size_t i) {
    return f.registers[f.operands_of(f.instructions.at(i))[0].index].type;
  };
  EXPECT_EQ(type_of_destination(0), Type::b32);
  EXPECT_EQ(type_of_destination(1), Type::b64);
  EXPECT_EQ(type_of_destination(2), Type::b32);  // %r2 is only outside
  EXPECT_EQ(type_of_destination(3), Type::f32);
  EXPECT_EQ(type_of_destination(4), Type::b64);
  EXPECT_EQ(type_of_destination(5), Type::b32);
  EXPECT_EQ(f.operands_of(f.instructions[0])[0].index, f.operands_of(f.instructions[5])[0].index);
}

TEST(Registers, OfClosedBracesAreGone) {
  EXPECT_THAT(errors_of(".entry k() { { .reg .b32 t, %q<3>; mov.b32 t, %q1; } mov.b32 %q1, 0; }"),
              ElementsAre(HasSubstr("register '%q1' is not declared")));
}

TEST(Registers, OfDifferentBracesAreDifferent) {
  const Module module = module_of_body("{ .reg .pred p; @p exit; } { .reg .pred p; @!p exit; }");
  EXPECT_EQ(module.functions.at(0)->registers.size(), 2u);
  EXPECT_NE(module.functions[0]->instructions.at(0).guard, module.functions[0]->instructions.at(1).guard);
}

TEST(Registers, CannotBeDeclaredTwice) {
  EXPECT_THAT(
      errors_of(".entry k() { .reg .b32 a, a; .reg .b32 %r<2>; .reg .b64 %r<3>; .shared .b32 a; }"),
      ElementsAre(HasSubstr("'a' is already declared in this scope"), HasSubstr("'%r<...>' is already declared"),
                  HasSubstr("'a' is already declared in this scope")));
}

TEST(Labels, AreThoseOfTheInnermostBraces) {
  EXPECT_THAT(outline_of_body("L: bra L; { bra L; L: bra L; { bra L; bra OUT; } } { bra L; } bra L; OUT:"),
              ElementsAre("bra label(L#0@0)", "bra label(L#1@2)", "bra label(L#1@2)", "bra label(L#1@2)",
                          "bra label(OUT#2@7)", "bra label(L#0@0)", "bra label(L#0@0)"));
}

TEST(Labels, OfNearerBracesWinThoughTheyComeLater) {
  EXPECT_THAT(outline_of_body("L: { { bra L; } exit; L: }"), ElementsAre("bra label(L#1@2)", "exit"));
}

TEST(Labels, CannotBeReachedFromOutsideTheirBraces) {
  EXPECT_THAT(errors_of(".entry k() { bra L; { L: exit; } }"),
              ElementsAre("1:62: 'L' is not declared as a label, variable or function"));
}

TEST(Labels, CannotBeDeclaredTwiceInTheSameBraces) {
  EXPECT_THAT(errors_of(".entry k() {\nL: exit;\nL: exit; }"),
              ElementsAre("3:1: 'L' is already declared in this scope, on line 2"));
}

TEST(Labels, MayStandAtTheEnd) {
  const Module module = module_of_body("bra END; END:");
  const Label& end = module.functions.at(0)->labels.at(0);
  EXPECT_EQ(end.target, 1u);
  EXPECT_TRUE(end.defined);
  EXPECT_EQ(end.position.line, 2u);
  EXPECT_EQ(end.position.column, 10u);
}

TEST(Variables, OfAFunctionHideThoseOfTheModule) {
  const Module module = module_of(
      ".global .b32 v; .entry k(.param .b32 k) { .reg .b32 r; ld.b32 r, [v]; ld.b32 r, [k];"
      "{ .shared .b32 v; ld.b32 r, [v]; } ld.b32 r, [v]; }");
  EXPECT_THAT(outline(*module.functions.at(0)),
              ElementsAre("ld.b32 reg(r) address(+0 symbol(v+0))", "ld.b32 reg(r) address(+0 variable(k+0))",
                          "ld.b32 reg(r) address(+0 variable(v+0))", "ld.b32 reg(r) address(+0 symbol(v+0))"));
}

TEST(Variables, CannotBeUsedBeforeTheirDeclaration) {
  EXPECT_THAT(errors_of(".entry k() { .reg .b32 r; mov.b32 r, v; .shared .b32 v; }"),
              ElementsAre(HasSubstr("'v' is used before its declaration")));
}

TEST(Variables, OfTheModuleMayFollowTheirUse) {
  EXPECT_TRUE(errors_of(".entry k() { .reg .b64 r; mov.b64 r, v; mov.b64 r, g; } .global .b32 v; .func g();").empty());
}

TEST(LabelledDirectives, AreFoundByName) {
  const Module module = module_of(
      ".func f(.param .b32 x);\n"
      ".entry k() { .reg .b32 r; .reg .b64 a;\n"
      "table: .branchtargets A, B, A;\n"
      "callees: .calltargets f;\n"
      "proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[16]) .noreturn;\n"
      "A: brx.idx r, table;\n"
      "call a, (1), callees;\n"
      "{ proto: .callprototype _; call a, proto; }\n"
      "call (r), a, (1, 2), proto;\n"
      "B: }");
  const Function& f = *module.functions.at(1);
  EXPECT_THAT(outline(f),
              ElementsAre("brx.idx reg(r) symbol(table+0 #1)", "call reg(a) list( integer(1)) symbol(callees+0 #2)",
                          "call reg(a) symbol(proto+0 #4)",
                          "call list( reg(r)) reg(a) list( integer(1) integer(2)) symbol(proto+0 #3)"));
  ASSERT_EQ(f.labelled.size(), 4u);
  EXPECT_THAT(f.labelled[0].labels, ElementsAre(0u, 1u, 0u));
  EXPECT_THAT(f.labelled[1].functions, ElementsAre("f"));
  EXPECT_TRUE(f.labelled[2].noreturn);
  ASSERT_EQ(f.labelled[2].params.size(), 2u);
  EXPECT_EQ(f.labelled[2].params[1].size_in_bytes(), 16u);
  EXPECT_EQ(f.labelled[2].params[1].alignment, 8u);
  EXPECT_EQ(f.labelled[2].return_params.at(0).type, Type::b32);
}

TEST(Scopes, AreLimitedInDepth) {
  std::string text = ".entry k() ";
  for (int i = 0; i < 100000; ++i) text += "{";
  EXPECT_THAT(errors_of(text), ElementsAre(HasSubstr("braces are nested more than 256 deep")));
}

}  // namespace
}  // namespace warpglass::ptx
