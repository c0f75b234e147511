// Shared arrays in syntax trees as clang writes them, with their places in the text. Whole programs are in
// tests/tool/advise_test.cpp.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {
namespace {

// clang's tree of `tile[r][c] = 1;` behind a declaration, as short as it can be read.
constexpr const char* kText = "  __shared__ float tile[32][N];\n  tile[r][c] = 1;\n";

Node token(std::size_t offset, std::size_t length) { return {{"offset", offset}, {"tokLen", length}}; }
Node range(const Node& begin, const Node& end) { return {{"begin", begin}, {"end", end}}; }
Node name_of(const char* name, std::size_t offset) {
  return {{"kind", "DeclRefExpr"},
          {"range", range(token(offset, 1), token(offset, 1))},
          {"referencedDecl", {{"id", name}}}};
}

Node declaration() {
  Node loc = token(19, 4);
  loc["file"] = "x.cu";
  loc["line"] = 1;
  loc["col"] = 20;
  return {{"id", "0x1"},
          {"kind", "VarDecl"},
          {"loc", loc},
          {"range", range(token(2, 10), token(29, 1))},
          {"name", "tile"},
          {"mangledName", "_ZZ4kernPfE4tile"},
          {"type", {{"qualType", "float[32][32]"}}},
          {"inner", Node::array({{{"kind", "CUDASharedAttr"}}})}};
}

Node element() {
  const Node array = {
      {"kind", "DeclRefExpr"}, {"range", range(token(34, 4), token(34, 4))}, {"referencedDecl", {{"id", "0x1"}}}};
  const Node decay = {{"kind", "ImplicitCastExpr"}, {"range", array["range"]}, {"inner", Node::array({array})}};
  const Node row = {{"kind", "ArraySubscriptExpr"},
                    {"range", range(token(34, 4), token(40, 1))},
                    {"inner", Node::array({decay, name_of("r", 39)})}};
  const Node decayed_row = {{"kind", "ImplicitCastExpr"}, {"range", row["range"]}, {"inner", Node::array({row})}};
  return {{"kind", "ArraySubscriptExpr"},
          {"range", range(token(34, 4), token(43, 1))},
          {"inner", Node::array({decayed_row, name_of("c", 42)})}};
}

std::vector<SharedDeclaration> read(const Node& statement) {
  const Node tree = {{"kind", "FunctionDecl"}, {"inner", Node::array({declaration(), statement})}};
  std::string problem;
  const std::vector<Node> trees = read_syntax_trees(tree.dump(), problem);
  EXPECT_EQ(problem, "");
  return shared_declarations(trees, [](const std::string&) { return kText; });
}

TEST(SharedDeclarations, KnowExtentsAndIndices) {
  const auto found = read(element());
  ASSERT_EQ(found.size(), 1);
  const SharedDeclaration& tile = found.front();
  EXPECT_EQ(tile.name, "tile");
  EXPECT_EQ(tile.element, "float");
  EXPECT_EQ(to_string(tile.where), "x.cu:1:20");
  ASSERT_EQ(tile.versions.size(), 1);
  EXPECT_EQ(tile.versions.front().extents, (std::vector<std::uint64_t>{32, 32}));
  EXPECT_EQ(tile.last_extent.of(kText), "N");
  EXPECT_EQ(tile.not_padded, "");
  EXPECT_EQ(tile.not_swizzled, "");
  ASSERT_EQ(tile.uses.size(), 1);
  EXPECT_EQ(tile.uses.front().row.of(kText), "r");
  EXPECT_EQ(tile.uses.front().column.of(kText), "c");
}

TEST(SharedDeclarations, AreNotSwizzledWhereARowIsTakenAlone) {
  const Node element_of_row = element();
  const Node row = element_of_row["inner"][0];
  EXPECT_EQ(read(row).front().not_swizzled, "it is used other than by element (line 1)");
}

TEST(SharedDeclarations, AreNotSwizzledWhereAPointerIsKept) {
  const Node address = {{"kind", "UnaryOperator"}, {"opcode", "&"}, {"inner", Node::array({element()})}};
  const Node kept = {{"kind", "VarDecl"}, {"inner", Node::array({address})}};
  EXPECT_EQ(read(kept).front().not_swizzled, "a pointer to one of its elements is kept (line 1)");
  const Node read_through = {{"kind", "UnaryOperator"}, {"opcode", "*"}, {"inner", Node::array({address})}};
  EXPECT_EQ(read(read_through).front().not_swizzled, "");
  const Node handed = {{"kind", "CallExpr"}, {"inner", Node::array({address})}};
  EXPECT_EQ(read(handed).front().not_swizzled, "");
}

TEST(SharedDeclarations, AreNotSwizzledWhereARowHasEffects) {
  Node counted = element();
  counted["inner"][0]["inner"][0]["inner"][1] = {
      {"kind", "UnaryOperator"}, {"opcode", "++"}, {"inner", Node::array({name_of("r", 39)})}};
  EXPECT_EQ(read(counted).front().not_swizzled, "the row of an element is an expression with effects (line 1)");
}

TEST(SharedDeclarations, AreNotTransposedWhereAColumnHasEffects) {
  EXPECT_EQ(read(element()).front().not_transposed, "");
  EXPECT_EQ(read(element()).front().row_extent.of(kText), "32");
  Node counted = element();
  counted["inner"][1] = {{"kind", "UnaryOperator"}, {"opcode", "++"}, {"inner", Node::array({name_of("c", 42)})}};
  const SharedDeclaration tile = read(counted).front();
  EXPECT_EQ(tile.not_transposed, "the column of an element is an expression with effects (line 1)");
  EXPECT_EQ(tile.not_swizzled, "");
}

TEST(SyntaxTree, SaysWhatCannotBeRead) {
  std::string problem;
  EXPECT_TRUE(read_syntax_trees("{\"kind\": ", problem).empty());
  EXPECT_NE(problem, "");
}

TEST(SyntaxTree, FindsFunctionsByTheirLastName) {
  EXPECT_EQ(function_filter("_ZZ9transposePfPKfiE4tile"), "transpose");
  EXPECT_EQ(function_filter("_ZZ4turnIfLi32EEvPT_PKS0_E4tile"), "turn");
  EXPECT_EQ(function_filter("_ZZN2ns5inner4kernEPfE4tile_0"), "kern");
  EXPECT_EQ(function_filter("_ZZN3FooIfE3runEvE1s"), "Foo");
  EXPECT_EQ(function_filter("_ZZN12_GLOBAL__N_14kernEPfE1s"), "kern");
  EXPECT_EQ(function_filter("_ZZL4kernPfE1s"), "kern");
  EXPECT_EQ(function_filter("tile"), "");
  EXPECT_EQ(kernel_filter("_Z9transposePfPKfi"), "transpose");
  EXPECT_EQ(kernel_filter("_ZN2ns5inner4kernEPf"), "kern");
  // Structures that a kernel takes have names, too.
  EXPECT_EQ(kernel_filter("_Z4kern6Params"), "kern");
  EXPECT_EQ(kernel_filter("_ZL4kern6Params"), "kern");
  EXPECT_EQ(kernel_filter("_Z5sobel11PitchedViewIhES0_"), "sobel");
  EXPECT_EQ(function_filter("_ZZ4kern6ParamsE4tile"), "kern");
  EXPECT_EQ(kernel_filter("_Z4turnIfLi32EEvPT_PKS0_"), "turn");
  EXPECT_EQ(kernel_filter("plain"), "plain");
  EXPECT_EQ(function_filter("_ZZ99999999999999999999999E1s"), "");
}

}  // namespace
}  // namespace warpglass::rewrite
