#include <gmock/gmock.h>

#include <string>

#include "parsing.hpp"

namespace warpglass::ptx {
namespace {

constexpr const char* kDeclarations =
    ".reg .pred %p<4>, q; .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .f32 %f<9>; .reg .v4 .f32 vec;"
    ".local .align 8 .b8 depot[64]; .shared .v2 .f32 tile[8];\n";

std::string outline_of(const std::string& instruction) {
  const Module module = module_of(".global .u32 grid[4]; .global .texref tex; .func f(.param .b32 x); .entry k() { " +
                                  std::string(kDeclarations) + instruction + ";\n}");
  if (module.functions.size() < 2) return "";
  const auto lines = outline(*module.functions[1]);
  return lines.empty() ? "" : lines[0];
}

struct Case {
  const char* instruction;
  const char* expected;
};

class Operands : public testing::TestWithParam<Case> {};

TEST_P(Operands, HaveTheShape) { EXPECT_EQ(outline_of(GetParam().instruction), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(
    Constants, Operands,
    testing::Values(Case{"mov.u32 %r1, -5", "mov.u32 reg(%r1) integer(-5)"},
                    Case{"mov.u32 %r1, 0xFFU", "mov.u32 reg(%r1) integer(255U)"},
                    Case{"mov.u64 %rd1, 18446744073709551615", "mov.u64 reg(%rd1) integer(18446744073709551615U)"},
                    Case{"mov.u32 %r1, WARP_SZ - 1", "mov.u32 reg(%r1) integer(31)"},
                    Case{"mov.u32 %r1, (1 + 2) * 3", "mov.u32 reg(%r1) integer(9)"},
                    Case{"mov.u32 %r1, 7%3", "mov.u32 reg(%r1) integer(1U)"},
                    Case{"mov.u32 %r1, 6|1", "mov.u32 reg(%r1) integer(7)"},
                    Case{"mov.u32 %r1, !0 + ~0", "mov.u32 reg(%r1) integer(0U)"},
                    Case{"mov.f32 %f1, 0fBF800000", "mov.f32 reg(%f1) f32(bf800000)"},
                    Case{"mov.f32 %f1, -0f3F800000", "mov.f32 reg(%f1) f32(bf800000)"},
                    Case{"mov.f64 %rd1, 0d3FF0000000000000", "mov.f64 reg(%rd1) f64(3ff0000000000000)"},
                    Case{"mov.f32 %f1, -1.5", "mov.f32 reg(%f1) f64(bff8000000000000)"},
                    Case{"mov.f32 %f1, .5", "mov.f32 reg(%f1) f64(3fe0000000000000)"},
                    Case{"mov.f32 %f1, .5e+1", "mov.f32 reg(%f1) f64(4014000000000000)"}));

INSTANTIATE_TEST_SUITE_P(
    Names, Operands,
    testing::Values(Case{"mov.u32 %r1, %tid.x", "mov.u32 reg(%r1) special(%tid.x)"},
                    Case{"mov.u64 %rd1, %clock64", "mov.u64 reg(%rd1) special(%clock64)"},
                    Case{"mov.u32 %r1, %envreg31", "mov.u32 reg(%r1) special(%envreg31)"},
                    Case{"mov.u64 %rd1, %pm0_64", "mov.u64 reg(%rd1) special(%pm0_64)"},
                    Case{"mov.u64 %rd1, depot", "mov.u64 reg(%rd1) variable(depot+0)"},
                    Case{"mov.u64 %rd1, depot+8-4", "mov.u64 reg(%rd1) variable(depot+4)"},
                    Case{"mov.u64 %rd1, tile[3]", "mov.u64 reg(%rd1) variable(tile+24)"},
                    Case{"mov.u64 %rd1, grid[2]", "mov.u64 reg(%rd1) symbol(grid+8)"},
                    Case{"mov.u64 %rd1, grid+4", "mov.u64 reg(%rd1) symbol(grid+4)"},
                    Case{"mov.u64 %rd1, f", "mov.u64 reg(%rd1) symbol(f+0)"},
                    Case{"add.f32 %f1, vec.x, vec.g", "add.f32 reg(%f1) reg(vec.x) reg(vec.y)"},
                    Case{"add.f32 %f1, vec.b, vec.a", "add.f32 reg(%f1) reg(vec.z) reg(vec.w)"},
                    Case{"vadd.u32.u32.u32 %r1.b0, %r2.h1, %r3, %r4",
                         "vadd.u32.u32.u32 reg(%r1.b0) reg(%r2.h1) reg(%r3) reg(%r4)"},
                    Case{"vset4.u32.u32 %r1.b3210, %r2.b7654, %r3, %r4",
                         "vset4.u32.u32 reg(%r1.selector:b3210) reg(%r2.selector:b7654) reg(%r3) reg(%r4)"},
                    Case{"mad.f32 %f1, %f2, -%f3, %f4", "mad.f32 reg(%f1) reg(%f2) not reg(%f3) reg(%f4)"}));

INSTANTIATE_TEST_SUITE_P(
    Addresses, Operands,
    testing::Values(Case{"ld.u32 %r1, [%rd1]", "ld.u32 reg(%r1) address(+0 reg(%rd1))"},
                    Case{"ld.u32 %r1, [%rd1+-4]", "ld.u32 reg(%r1) address(+-4 reg(%rd1))"},
                    Case{"ld.u32 %r1, [ %rd1 - 4 ]", "ld.u32 reg(%r1) address(+-4 reg(%rd1))"},
                    Case{"ld.u32 %r1, [depot+4+8]", "ld.u32 reg(%r1) address(+12 variable(depot+0))"},
                    Case{"ld.u32 %r1, [grid+2*4-1]", "ld.u32 reg(%r1) address(+7 symbol(grid+0))"},
                    Case{"ld.u32 %r1, [grid[3]]", "ld.u32 reg(%r1) address(+12 symbol(grid+0))"},
                    Case{"ld.u32 %r1, [0x100+4]", "ld.u32 reg(%r1) address(+0 integer(260))"},
                    Case{"ld.u32 %r1, [vec.x+4]", "ld.u32 reg(%r1) address(+4 reg(vec.x))"},
                    Case{"tex.2d.v4.f32.f32 {%f1, _, %f2, _}, [tex, {%f3, %f4}]",
                         "tex.2d.v4.f32.f32 vector( reg(%f1) sink reg(%f2) sink) "
                         "address(+0 symbol(tex+0) vector( reg(%f3) reg(%f4)))"},
                    Case{"tex.3d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [tex, %rd1, {%r1, %r2, _, _}]",
                         "tex.3d.v4.f32.s32 vector( reg(%f1) reg(%f2) reg(%f3) reg(%f4)) "
                         "address(+0 symbol(tex+0) reg(%rd1) vector( reg(%r1) reg(%r2) sink sink))"}));

INSTANTIATE_TEST_SUITE_P(
    Groups, Operands,
    testing::Values(Case{"mov.b64 {%r1, _}, %rd1", "mov.b64 vector( reg(%r1) sink) reg(%rd1)"},
                    Case{"setp.lt.u32 %p1|q, %r1, %r2", "setp.lt.u32 pair( reg(%p1) reg(q)) reg(%r1) reg(%r2)"},
                    Case{"setp.lt.and.u32 %p1|_, %r1, 2, !q",
                         "setp.lt.and.u32 pair( reg(%p1) sink) reg(%r1) integer(2) not reg(q)"},
                    Case{"elect.sync _|%p1, -1", "elect.sync pair( sink reg(%p1)) integer(-1)"},
                    Case{"@!q ret", "@!q ret"}, Case{"@%p3 ret.uni", "@%p3 ret.uni"},
                    Case{"call f, (3)", "call symbol(f+0) list( integer(3))"},
                    Case{"call.uni (%r1), %rd1, (depot, -1, grid), f",
                         "call.uni list( reg(%r1)) reg(%rd1) list( variable(depot+0) integer(-1) symbol(grid+0)) "
                         "symbol(f+0)"},
                    Case{"call f, ()", "call symbol(f+0) list()"}, Case{"bar.sync 0", "bar.sync integer(0)"},
                    Case{"ld.global.L1::evict_last.L2::128B.b32 %r1, [%rd1], %rd2",
                         "ld.global.L1::evict_last.L2::128B.b32 reg(%r1) address(+0 reg(%rd1)) reg(%rd2)"}));

TEST(OperandPositions, AreThoseOfTheFirstCharacter) {
  const Module module =
      module_of_body(".reg .pred %p<2>;\n.reg .b32 %r<3>;\n  @!%p1 add.s32 %r1,\n\t%r2, {-5, [%r1]};");
  const Function& f = *module.functions[0];
  const Instruction& add = f.instructions.at(0);
  const auto position = [](const Operand& o) { return std::pair(o.position.line, o.position.column); };
  EXPECT_EQ(std::pair(add.position.line, add.position.column), std::pair(4u, 9u));
  EXPECT_EQ(position(f.operands_of(add)[0]), std::pair(4u, 17u));
  EXPECT_EQ(position(f.operands_of(add)[1]), std::pair(5u, 2u));
  const Operand& vector = f.operands_of(add)[2];
  EXPECT_EQ(position(vector), std::pair(5u, 7u));
  EXPECT_EQ(position(f.children_of(vector)[0]), std::pair(5u, 8u));
  EXPECT_EQ(position(f.children_of(vector)[1]), std::pair(5u, 12u));
}

TEST(OperandLimits, RefuseDeepAndHugeOnes) {
  std::string deep = "mov.b32 ";
  for (int i = 0; i < 100000; ++i) deep += "{";
  const auto errors = errors_of(".entry k() { .reg .b32 r; " + deep + "; }");
  ASSERT_FALSE(errors.empty());
  EXPECT_THAT(errors[0], testing::HasSubstr("nested more than 256 deep"));

  std::string many = "mov.b32 r";
  for (int i = 0; i < 70000; ++i) many += ",1";
  EXPECT_THAT(errors_of(".entry k() { .reg .b32 r; " + many + "; }"),
              testing::ElementsAre(testing::HasSubstr("too many operands")));
}

}  // namespace
}  // namespace warpglass::ptx
