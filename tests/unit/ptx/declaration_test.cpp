#include <gmock/gmock.h>

#include <bit>

#include "parsing.hpp"

namespace warpglass::ptx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint64_t> bits_of(const Variable& variable) {
  std::vector<std::uint64_t> bits;
  for (const Initializer& element : variable.initializer) bits.push_back(element.bits);
  return bits;
}

TEST(Variable, HasSpaceTypeLinkageAndAlignment) {
  const Module module = module_of(
      ".visible .global .align 16 .v4 .f32 a[3];\n.extern .shared .align 8 .b8 b[];\n.weak .const .u16 c, d[2][5];\n"
      ".common .global .b64 e; .global .attribute(.managed) .s32 f; .global .attribute(.unified(1, 2)) .b128 g;\n"
      ".const[3] .u8 h; .tex .u32 t;");
  ASSERT_EQ(module.variables.size(), 9u);
  const Variable& a = module.variables[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.space, Space::global);
  EXPECT_EQ(a.linkage, Linkage::visible);
  EXPECT_EQ(a.type, Type::f32);
  EXPECT_EQ(a.vector_width, 4);
  EXPECT_EQ(a.alignment, 16u);
  EXPECT_EQ(a.elements, 3u);
  EXPECT_TRUE(a.is_array);
  EXPECT_EQ(a.size_in_bytes(), 48u);
  EXPECT_EQ(a.position.line, 1u);
  const Variable& b = module.variables[1];
  EXPECT_EQ(b.linkage, Linkage::external);
  EXPECT_TRUE(b.incomplete);
  EXPECT_EQ(b.size_in_bytes(), 0u);
  EXPECT_EQ(b.position.line, 2u);
  EXPECT_EQ(b.position.column, 30u);
  EXPECT_EQ(module.variables[2].alignment, 2u);
  EXPECT_FALSE(module.variables[2].is_array);
  EXPECT_EQ(module.variables[3].elements, 10u);
  EXPECT_EQ(module.variables[3].space, Space::constant);
  EXPECT_EQ(module.variables[4].linkage, Linkage::common);
  EXPECT_TRUE(module.variables[5].is_managed);
  EXPECT_TRUE(module.variables[6].is_unified);
  EXPECT_EQ(module.variables[6].size_in_bytes(), 16u);
  EXPECT_EQ(module.variables[8].type, Type::texref);
  EXPECT_EQ(module.find_variable("f"), &module.variables[5]);
  EXPECT_EQ(module.find_variable("F"), nullptr);
}

TEST(Variable, DefinitionReplacesItsDeclaration) {
  const Module module =
      module_of(".extern .global .b8 a[]; .extern .global .b8 a[]; .global .b8 a[4]; .extern .global .b8 a[];");
  ASSERT_EQ(module.variables.size(), 1u);
  EXPECT_EQ(module.variables[0].linkage, Linkage::internal);
  EXPECT_EQ(module.variables[0].elements, 4u);
}

TEST(Variable, IsRefusedWhenImpossible) {
  EXPECT_THAT(errors_of(".global .b8 a[4][];"), ElementsAre(HasSubstr("only the first dimension")));
  EXPECT_THAT(errors_of(".global .b32 a[0x1000000][0x1000000];"), ElementsAre(HasSubstr("too large")));
  EXPECT_THAT(errors_of(".global .b32 a[0xffffffffffffffff];"), ElementsAre(HasSubstr("must be an integer from 0")));
  EXPECT_THAT(errors_of(".global .align 3 .b32 a;"), ElementsAre(HasSubstr("power of two")));
  EXPECT_THAT(errors_of(".global .pred a;"), ElementsAre(HasSubstr("can only be a register")));
  EXPECT_THAT(errors_of(".global a;"), ElementsAre(HasSubstr("expected a type such as .b32, found 'a'")));
  EXPECT_THAT(errors_of(".global .b32 .u32 a;"), ElementsAre(HasSubstr("one type only")));
  EXPECT_THAT(errors_of(".global .b32 a; .global .b32 a;"), ElementsAre(HasSubstr("already declared, on line 1")));
  EXPECT_THAT(errors_of(".global .b32 a; .func a();"), ElementsAre(HasSubstr("declared as a variable")));
  EXPECT_THAT(errors_of(".reg .b32 a;"), ElementsAre(HasSubstr("inside a function")));
  EXPECT_THAT(errors_of(".shared .b32 a = 1;"), ElementsAre(HasSubstr("only .global and .const")));
  EXPECT_THAT(errors_of(".extern .global .b32 a = 1;"), ElementsAre(HasSubstr("where it is defined")));
}

TEST(Initializer, StoresWhatPtxasStores) {
  const Module module = module_of(
      ".global .u8 a[5] = {1, -1, 0x1ff};\n"
      ".const .f32 b[2] = {0f3F800000, 1.5};\n"
      ".global .f64 c = -1e-3;\n"
      ".global .u32 d[2][2][2] = {{{1, 2}, {3}}, {{5}}};\n"
      ".global .v2 .u16 e[3] = {{1, 2}, {3, 4}};\n"
      ".global .u8 f[] = {7, 8, 9};\n"
      ".global .u8 g[][2][3] = {{{1}, {2}}, {}, {{3}}};\n"
      ".global .b32 h = 1.0;\n"
      ".global .b64 i = 1.0;\n"
      ".global .v4 .u32 j = {1, 2, 3, 4};\n"
      ".global .f32 k = 0f7FC00001;\n"
      ".global .u8 l[3] = {};");
  ASSERT_EQ(module.variables.size(), 12u);
  EXPECT_THAT(bits_of(module.variables[0]), ElementsAre(1, UINT64_MAX, 0x1ff));
  EXPECT_THAT(bits_of(module.variables[1]), ElementsAre(0x3f800000, 0x3fc00000));
  EXPECT_EQ(module.variables[1].initializer[1].real, 1.5);
  EXPECT_EQ(module.variables[1].initializer[1].kind, Initializer::Kind::floating);
  EXPECT_THAT(bits_of(module.variables[2]), ElementsAre(std::bit_cast<std::uint64_t>(-1e-3)));
  EXPECT_THAT(bits_of(module.variables[3]), ElementsAre(1, 2, 3, 5));
  EXPECT_THAT(bits_of(module.variables[4]), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(module.variables[5].elements, 3u);
  EXPECT_FALSE(module.variables[5].incomplete);
  EXPECT_EQ(module.variables[6].elements, 18u);
  EXPECT_THAT(bits_of(module.variables[7]), ElementsAre(0x3f800000));
  EXPECT_THAT(bits_of(module.variables[8]), ElementsAre(0x3ff0000000000000));
  EXPECT_THAT(bits_of(module.variables[9]), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(bits_of(module.variables[10]), ElementsAre(0x7fc00001));
  EXPECT_TRUE(module.variables[11].initializer.empty());
}

TEST(Initializer, TakesAddresses) {
  const Module module = module_of(
      ".global .b32 x[4]; .func f();\n"
      ".global .u64 a[6] = {x, x+4-1, generic(x), generic(x)+8, generic(x+2), f};\n"
      ".global .u8 b[3] = {0xff(x), 0xff00(generic(x)+4), 0xff00000000000000(f)};");
  const auto& a = module.variables.at(1).initializer;
  ASSERT_EQ(a.size(), 6u);
  EXPECT_EQ(a[0].kind, Initializer::Kind::symbol_address);
  EXPECT_EQ(a[0].symbol, "x");
  EXPECT_EQ(a[1].bits, 3u);
  EXPECT_EQ(a[2].kind, Initializer::Kind::generic_address);
  EXPECT_EQ(a[3].bits, 8u);
  EXPECT_EQ(a[4].bits, 2u);
  EXPECT_EQ(a[5].symbol, "f");
  const auto& b = module.variables.at(2).initializer;
  ASSERT_EQ(b.size(), 3u);
  EXPECT_EQ(b[0].kind, Initializer::Kind::mask);
  EXPECT_EQ(b[0].byte, 0);
  EXPECT_FALSE(b[0].is_generic);
  EXPECT_EQ(b[1].byte, 1);
  EXPECT_TRUE(b[1].is_generic);
  EXPECT_EQ(b[1].bits, 4u);
  EXPECT_EQ(b[2].byte, 7);
}

TEST(Initializer, OfSamplersKeepsTheirFields) {
  const Module module =
      module_of(".global .samplerref s = { addr_mode_0 = clamp_to_edge, force_unnormalized_coords = 1 };");
  const auto& properties = module.variables.at(0).properties;
  ASSERT_EQ(properties.size(), 2u);
  EXPECT_EQ(properties[0].name, "addr_mode_0");
  EXPECT_EQ(properties[0].value, "clamp_to_edge");
  EXPECT_EQ(properties[1].value, "1");
}

TEST(Initializer, IsRefusedWhenItDoesNotFit) {
  EXPECT_THAT(errors_of(".global .u8 a[2] = {1, 2, 3};"), ElementsAre(HasSubstr("'a' has only 2 elements here")));
  EXPECT_THAT(errors_of(".global .u8 a[2][2] = {{1, 2, 3}};"), ElementsAre(HasSubstr("'a' has only 2 elements here")));
  EXPECT_THAT(errors_of(".global .u8 a[2][2] = {1, 2};"), ElementsAre(HasSubstr("expected '{' of the initialiser")));
  EXPECT_THAT(errors_of(".global .v2 .u8 a = {1};"), ElementsAre(HasSubstr("a .v2 value has 2 elements, not 1")));
  EXPECT_THAT(errors_of(".global .u8 a[2] = 1;"), ElementsAre(HasSubstr("expected '{'")));
  EXPECT_THAT(errors_of(".global .u8 a = 1.5;"), ElementsAre(HasSubstr("does not fit in .u8")));
  EXPECT_THAT(errors_of(".global .f64 a = 0f3F800000;"), ElementsAre(HasSubstr("a 0f constant has 4 bytes")));
  EXPECT_THAT(errors_of(".global .f16 a = 1;"), ElementsAre(HasSubstr("declare .b16 and give the bits")));
  EXPECT_THAT(errors_of(".global .u64 a = nowhere;"), ElementsAre(HasSubstr("'nowhere' is not declared")));
  EXPECT_THAT(errors_of(".global .u8 a = 0xf0(a);"), ElementsAre(HasSubstr("must select one byte")));
}

}  // namespace
}  // namespace warpglass::ptx
