// `__syncthreads();` in syntax trees as clang writes them. Whole programs are in tests/tool/advise_changes_test.cpp.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rewrite/barrier_statements.hpp"

namespace warpglass::rewrite {
namespace {

/// The call's tree, at the place of its name in the text.
Node call(const std::string& text, const char* function = "__syncthreads") {
  const std::size_t name = text.find(function);
  const std::size_t close = text.find(')', name);
  Node begin = {{"offset", name}, {"tokLen", 13}, {"file", "x.cu"}, {"line", 2}, {"col", 3}};
  const Node end = {{"offset", close}, {"tokLen", 1}};
  const Node range = {{"begin", begin}, {"end", end}};
  const Node callee = {{"kind", "DeclRefExpr"}, {"range", range}, {"referencedDecl", {{"name", function}}}};
  const Node cast = {{"kind", "ImplicitCastExpr"}, {"range", range}, {"inner", Node::array({callee})}};
  return {{"kind", "CallExpr"}, {"range", range}, {"inner", Node::array({cast})}};
}

std::vector<BarrierStatement> read(const std::string& text, const Node& statement, const char* around) {
  const Node tree = {{"kind", around}, {"inner", Node::array({statement})}};
  std::string problem;
  return barrier_statements(read_syntax_trees(tree.dump(), problem), [&](const std::string&) { return text; });
}

std::string without(const std::string& text) {
  const auto found = read(text, call(text), "CompoundStmt");
  return found.size() != 1 ? "none" : edited(text, {left_out(found.front())});
}

TEST(BarrierStatements, AreLeftOutWithTheirLine) {
  EXPECT_EQ(without("a;\n  __syncthreads();\nb;\n"), "a;\nb;\n");
  EXPECT_EQ(without("a;\n  __syncthreads();  // all are here\nb;\n"), "a;\nb;\n");
  EXPECT_EQ(without("a;\n  __syncthreads ( ) ;\nb;\n"), "a;\nb;\n");
  EXPECT_EQ(without("a;\n__syncthreads();"), "a;\n");
}

TEST(BarrierStatements, LeaveWhatStandsBesideThem) {
  EXPECT_EQ(without("a; __syncthreads();\nb;\n"), "a; \nb;\n");
  EXPECT_EQ(without("  __syncthreads(); b;\n"), "   b;\n");
  EXPECT_EQ(without("  __syncthreads();  // goes on \\\nhere\n"), "    // goes on \\\nhere\n");
}

TEST(BarrierStatements, AreBarriersOfTheWarpByAnotherName) {
  const std::string text = "a;\n  __syncthreads();\n";
  EXPECT_EQ(edited(text, {of_the_warp(read(text, call(text), "CompoundStmt").front())}), "a;\n  __syncwarp();\n");
}

TEST(BarrierStatements, KnowWhetherTheyStandInAList) {
  const std::string text = "if (x)\n  __syncthreads();\n";
  EXPECT_TRUE(read(text, call(text), "CompoundStmt").front().in_list);
  EXPECT_FALSE(read(text, call(text), "IfStmt").front().in_list);
}

TEST(BarrierStatements, AreNoOthers) {
  const std::string value = "x = __syncthreads() + 1;\n";
  EXPECT_TRUE(read(value, call(value), "BinaryOperator").empty());
  const std::string other = "  __syncwarp();\n";
  EXPECT_TRUE(read(other, call(other, "__syncwarp"), "CompoundStmt").empty());
  const std::string by_macro = "  BARRIER();\n";
  Node made = call(by_macro, "BARRIER");
  made["inner"][0]["inner"][0]["referencedDecl"]["name"] = "__syncthreads";
  EXPECT_TRUE(read(by_macro, made, "CompoundStmt").empty());
}

}  // namespace
}  // namespace warpglass::rewrite
