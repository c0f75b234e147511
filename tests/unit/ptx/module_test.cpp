#include "ptx/module.hpp"

#include <gmock/gmock.h>

#include <string>

#include "parsing.hpp"

namespace warpglass::ptx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Types, HaveNamesAndSizes) {
  EXPECT_EQ(name_of(Type::none), "");
  EXPECT_EQ(name_of(Type::bf16x2), "bf16x2");
  EXPECT_EQ(name_of(Type::surfref), "surfref");
  EXPECT_EQ(size_of(Type::none), 0);
  EXPECT_EQ(size_of(Type::b128), 16);
  EXPECT_EQ(size_of(Type::s16), 2);
  EXPECT_EQ(size_of(Type::f64), 8);
  EXPECT_EQ(size_of(Type::pred), 1);
  EXPECT_EQ(size_of(Type::texref), 8);
}

TEST(Heading, IsReadWhateverTheLineEnds) {
  const std::string text =
      "\r\n// made by hand\r\n.version 8.10\r\n.target sm_100a, texmode_independent, debug\r\n"
      ".address_size 32\r\n.pragma \"a\", \"b\";\r\n.func f() { ret; }\r\n";
  const ParseResult result = parse(text + std::string(2, '\0'), "m.ptx");
  for (const Diagnostic& diagnostic : result.diagnostics) ADD_FAILURE() << to_string(diagnostic);
  const Module& module = result.module;
  EXPECT_EQ(module.file_name, "m.ptx");
  EXPECT_EQ(module.version_major, 8);
  EXPECT_EQ(module.version_minor, 10);
  EXPECT_EQ(module.target, "sm_100a");
  EXPECT_EQ(module.target_sm, 100u);
  EXPECT_THAT(module.target_options, ElementsAre("texmode_independent", "debug"));
  EXPECT_EQ(module.address_size, 32u);
  EXPECT_THAT(module.pragmas, ElementsAre("a", "b"));
  ASSERT_EQ(module.functions.size(), 1u);
}

TEST(Heading, OfTextThatIsNotPtxIsOneError) {
  const auto errors = [](const std::string& text) {
    std::string all;
    for (const Diagnostic& d : parse(text, "f").diagnostics) all += to_string(d) + "\n";
    return all;
  };
  EXPECT_EQ(errors(""), "f:1:1: error: the text is empty; a PTX module begins with .version\n");
  EXPECT_EQ(errors("int main() { return 0; }"),
            "f:1:1: error: this is not PTX; a module begins with .version, found 'int'\n");
  EXPECT_THAT(errors("\x7f"
                     "ELF\x02\x01"),
              HasSubstr("f:1:1: error: this is not PTX; a module begins with .version\n"));
  EXPECT_EQ(errors(".target sm_90"), "f:1:1: error: this is not PTX; a module begins with .version, found '.target'\n");
  EXPECT_THAT(errors(".version 8.5\n"), HasSubstr("no .target directive"));
  EXPECT_THAT(errors(".version 8\n.target sm_90"),
              HasSubstr("f:1:10: error: expected a version such as 8.5, found '8'"));
}

TEST(Functions, HaveParametersAndDirectives) {
  const Module module = module_of(
      ".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .u64 .ptr q, .param .align 8 .b8 s[24], .param "
      ".f32 x)\n"
      ".maxntid 256, 2, 1 .minnctapersm 2 .explicitcluster .reqnctapercluster 2\n{ .pragma \"nounroll\"; ret; }\n"
      ".extern .func (.param .b32 r) f(.param .b64 a, .param .b8 rest[]) .noreturn;\n"
      ".weak .func (.reg .u32 r) g(.reg .u32 a) { add.u32 r, a, 1; ret; }\n");
  ASSERT_EQ(module.functions.size(), 3u);
  const Function& k = *module.functions[0];
  EXPECT_TRUE(k.is_entry);
  EXPECT_TRUE(k.has_body);
  EXPECT_EQ(k.linkage, Linkage::visible);
  ASSERT_EQ(k.params.size(), 4u);
  const Variable& p = k.variables[k.params[0]];
  EXPECT_TRUE(p.is_pointer);
  EXPECT_EQ(p.pointee_space, Space::global);
  EXPECT_EQ(p.pointee_alignment, 16u);
  EXPECT_EQ(p.alignment, 8u);
  EXPECT_EQ(k.variables[k.params[1]].pointee_space, Space::none);
  EXPECT_EQ(k.variables[k.params[2]].size_in_bytes(), 24u);
  ASSERT_EQ(k.directives.size(), 5u);
  EXPECT_EQ(k.directives[0].name, ".maxntid");
  EXPECT_THAT(k.directives[0].values, ElementsAre(256, 2, 1));
  EXPECT_EQ(k.directives[2].name, ".explicitcluster");
  EXPECT_TRUE(k.directives[2].values.empty());
  EXPECT_EQ(k.directives[4].text, "nounroll");
  const Function& f = *module.functions[1];
  EXPECT_FALSE(f.is_entry);
  EXPECT_FALSE(f.has_body);
  EXPECT_TRUE(f.noreturn);
  EXPECT_EQ(f.linkage, Linkage::external);
  EXPECT_EQ(f.variables[f.return_params.at(0)].name, "r");
  EXPECT_TRUE(f.variables[f.params.at(1)].incomplete);
  const Function& g = *module.functions[2];
  EXPECT_EQ(g.variables[g.params.at(0)].space, Space::reg);
  EXPECT_EQ(g.registers[g.variables[g.params[0]].register_index].name, "a");
  EXPECT_THAT(outline(g), ElementsAre("add.u32 reg(r) reg(a) integer(1)", "ret"));
  EXPECT_EQ(module.find_function("g"), &g);
  EXPECT_EQ(module.find_function("h"), nullptr);
}

TEST(Functions, DefinitionReplacesItsDeclaration) {
  const Module module = module_of(
      ".visible .func f(.param .b32 a);\n.func g() { call f, (1); ret; }\n.func f(.param .b32 b) { ret; }\n"
      ".visible .func f(.param .b32 c);");
  ASSERT_EQ(module.functions.size(), 2u);
  const Function& f = *module.find_function("f");
  EXPECT_TRUE(f.has_body);
  EXPECT_EQ(f.linkage, Linkage::visible);
  EXPECT_EQ(f.position.line, 3u);
  EXPECT_EQ(f.variables[f.params.at(0)].name, "b");
  EXPECT_THAT(errors_of(".func f() { ret; } .func f() { ret; }"),
              ElementsAre(HasSubstr("already has a body, on line 1")));
}

TEST(Functions, MayShareANameWithAParameter) {
  EXPECT_TRUE(errors_of(".func f(.param .b32 f) { ret; } .func g() { call f, (1); }").empty());
}

TEST(Aliases, AreKept) {
  const Module module = module_of(".func f() { ret; } .visible .func g(); .alias g, f;");
  ASSERT_EQ(module.aliases.size(), 1u);
  EXPECT_EQ(module.aliases[0].name, "g");
  EXPECT_EQ(module.aliases[0].function, "f");
  EXPECT_THAT(errors_of(".func f() { ret; } .alias g, h;"), testing::SizeIs(2));
}

TEST(Locations, AreInterned) {
  const Module module = module_of(
      "\n.file 1 \"a b\\\\c.cu\"\n.file 2 \"d.cu\", 170, 20\n.entry k() { exit;\n.loc 1 10 3\nexit; exit;\n"
      ".loc 2 5 1, function_name $n, inlined_at 1 10 3\nexit;\n"
      ".loc 2 7 1, function_name $n+3, inlined_at 2 5 1\nexit;\n.loc 1 10 3\nexit; }\n"
      ".section .debug_str {\n$n:\n.b8 95,90,49\n.b8 102, 0\n}\n.section .debug_info { .b8 1 /* } */ .b64 $n \"}\" { } "
      "}");
  EXPECT_EQ(module.file_name_of(1), "a b\\c.cu");
  EXPECT_EQ(module.file_name_of(2), "d.cu");
  EXPECT_EQ(module.file_name_of(3), "");
  const Function& k = *module.functions.at(0);
  std::vector<int> locations;
  for (const Instruction& i : k.instructions) locations.push_back(i.location);
  EXPECT_THAT(locations, ElementsAre(-1, 0, 0, 1, 2, 0));
  ASSERT_EQ(module.locations.size(), 3u);
  EXPECT_EQ(module.locations[0].line, 10u);
  EXPECT_EQ(module.locations[0].inlined_at, -1);
  EXPECT_EQ(module.locations[1].inlined_at, 0);
  EXPECT_EQ(module.locations[2].inlined_at, 1);
  EXPECT_EQ(module.inlined_functions.at(static_cast<std::size_t>(module.locations[1].inlined_function)), "_Z1f");
  EXPECT_EQ(module.inlined_functions.at(static_cast<std::size_t>(module.locations[2].inlined_function)), "f");
}

TEST(TextOf, IsOneLineWithoutComments) {
  const Module module =
      module_of_body(".reg .pred p; .reg .b32 r;\n@p  add.s32 /* sum */ r, // first\n   r ,\t5/**/+/**/1  ;\nret;");
  const Function& k = *module.functions.at(0);
  EXPECT_EQ(text_of(module, k, k.instructions.at(0)), "add.s32 r, r , 5 + 1;");
  EXPECT_EQ(text_of(module, k, k.instructions.at(1)), "ret;");
}

TEST(Errors, AreLimitedAndSorted) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "bogus;\n";
  EXPECT_EQ(errors_of(text).size(), static_cast<std::size_t>(kMaxErrors));
  // The unknown label is found last but stands first.
  EXPECT_THAT(errors_of("\n.entry k() {\nbra L;\nadd.s32 %r1, 1;\n}"),
              ElementsAre(HasSubstr("3:5:"), HasSubstr("4:9:")));
}

}  // namespace
}  // namespace warpglass::ptx
