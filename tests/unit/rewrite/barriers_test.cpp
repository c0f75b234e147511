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
}

/// The call that a macro makes, defined in the text's first line and used in the second.
BarrierStatement of_macro(const std::string& text) {
  const std::size_t use = text.find("HERE", text.find('\n'));
  const Node spelling = {{"offset", text.find("__syncthreads")}, {"tokLen", 13}, {"file", "x.cu"}};
  const Node expansion = {{"offset", use}, {"tokLen", 4}, {"file", "x.cu"}, {"line", 2}, {"col", 3}};
  const Node place = {{"spellingLoc", spelling}, {"expansionLoc", expansion}};
  Node made = call(text);
  made["range"] = {{"begin", place}, {"end", place}};
  const auto found = read(text, made, "CompoundStmt");
  return found.empty() ? BarrierStatement{} : found.front();
}

TEST(BarrierStatements, AreMacrosThatAreNoMore) {
  for (const char* definition :
       {"HERE __syncthreads()", "HERE() __syncthreads()  // all", "HERE do { \\\n __syncthreads(); } while (0)"}) {
    const std::string head = std::string("#define ") + definition + "\n";
    const char* const use = head.find("()") < head.find("__") ? "HERE()" : "HERE";
    const BarrierStatement found = of_macro(head + "a;\n  " + use + ";\nb;\n");
    EXPECT_EQ(found.obstacle, "");
    EXPECT_EQ(found.text, std::string(use) + ";");
    const std::string text = head + "a;\n  " + use + ";\nb;\n";
    EXPECT_EQ(edited(text, {left_out(found)}), head + "a;\nb;\n");
    EXPECT_EQ(edited(text, {of_the_warp(found)}), head + "a;\n  __syncwarp();\nb;\n");
  }
  EXPECT_EQ(of_macro("#define HERE __syncthreads(), ++n\n  HERE;\n").obstacle,
            "the macro HERE is more than the barrier");
}

Node of_block(const char* name) {
  return {{"kind", "DeclRefExpr"},
          {"type", {{"qualType", "cg::thread_block"}, {"desugaredQualType", "cooperative_groups::thread_block"}}},
          {"referencedDecl", {{"id", "0x1"}, {"name", name}}}};
}

TEST(BarrierStatements, AreSyncOfTheBlock) {
  const std::string member = "a;\n  g.sync();\n";
  Node of_member = call(member, "g.sync");
  of_member["inner"][0] = {{"kind", "MemberExpr"}, {"name", "sync"}, {"inner", Node::array({of_block("g")})}};
  const auto first = read(member, of_member, "CompoundStmt");
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(edited(member, {left_out(first.front())}), "a;\n");
  EXPECT_EQ(edited(member, {of_the_warp(first.front())}), "a;\n  __syncwarp();\n");

  const std::string function = "a;\n  sync(g);\n";
  Node of_function = call(function, "sync");
  of_function["inner"].push_back(of_block("g"));
  EXPECT_EQ(read(function, of_function, "CompoundStmt").size(), 1u);
  of_function["inner"][1]["type"]["desugaredQualType"] = "cooperative_groups::grid_group";
  EXPECT_TRUE(read(function, of_function, "CompoundStmt").empty());
}

TEST(BarrierStatements, KnowWhetherTheyAreAFunction) {
  const std::string text = "{ __syncthreads(); }\n";
  const Node body = {{"kind", "CompoundStmt"}, {"inner", Node::array({call(text)})}};
  EXPECT_TRUE(read(text, body, "FunctionDecl").front().is_whole);
  Node longer = body;
  longer["inner"].push_back({{"kind", "NullStmt"}});
  EXPECT_FALSE(read(text, longer, "FunctionDecl").front().is_whole);
}

}  // namespace
}  // namespace warpglass::rewrite
