#include "rewrite/named_declarations.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpglass::rewrite {
namespace {

Node declared(const char* kind, const char* name, std::vector<Node> inner = {}) {
  return {{"kind", kind}, {"name", name}, {"inner", inner}};
}

Node function(const char* name, bool is_defined = true) {
  return declared("FunctionDecl", name,
                  is_defined ? std::vector<Node>{{{"kind", "CompoundStmt"}}} : std::vector<Node>{});
}

std::string names(const NamedDeclarations& found) {
  std::string all;
  for (const Node& tree : found.trees) all += text_of(tree, "name") + ' ';
  return all + (found.has_definition ? "defined" : "");
}

TEST(NamedDeclarations, AreTheOutermostOnesWithTheFilterInTheirName) {
  const std::vector<Node> source = {
      declared("TranslationUnitDecl", "",
               {function("turn"), function("turn_back"), function("main"),
                declared("NamespaceDecl", "physics",
                         {declared("FunctionTemplateDecl", "push", {function("push")}), function("pull", false)}),
                Node{{"kind", "CXXRecordDecl"}, {"name", "Cell"}},
                Node{{"kind", "CXXRecordDecl"}, {"name", "Point"}, {"completeDefinition", true}}})};
  const auto named = [&](const char* filter) { return names(declarations_named(source, filter)); };
  EXPECT_EQ(named("turn"), "turn turn_back defined");
  EXPECT_EQ(named("turn_b"), "turn_back ");
  EXPECT_EQ(named("push"), "push defined") << "a template";
  EXPECT_EQ(named("physics::push"), "push defined");
  EXPECT_EQ(named("physics"), "physics ") << "with all that is in it";
  EXPECT_EQ(named("pull"), "pull ") << "defined elsewhere";
  EXPECT_EQ(named("Cell"), "Cell ") << "likewise";
  EXPECT_EQ(named("Point"), "Point defined");
  EXPECT_EQ(named("nothing"), "");
}

/// Which class a type means is told by its namespaces, as clang writes them: inline ones not at all.
TEST(NamedDeclarations, ClassesHaveTheirWholeName) {
  const auto defined = [](const char* kind, const char* name) {
    return Node{{"kind", kind}, {"name", name}, {"completeDefinition", true}};
  };
  Node within = declared("NamespaceDecl", "v2", {defined("CXXRecordDecl", "Queue")});
  within["isInline"] = true;
  const std::vector<Node> source = {
      declared("TranslationUnitDecl", "",
               {declared("NamespaceDecl", "gpu",
                         {declared("ClassTemplateDecl", "Buffer", {defined("CXXRecordDecl", "Buffer")}), within}),
                declared("NamespaceDecl", "", {defined("CXXRecordDecl", "Hidden")}),
                Node{{"kind", "CXXRecordDecl"}, {"name", "Later"}}, defined("CXXRecordDecl", "Queue")})};
  const auto count = [&](const char* name) { return classes_named(source, name).size(); };
  EXPECT_EQ(count("gpu::Buffer"), 1u);
  EXPECT_EQ(count("Buffer"), 0u) << "there is no such class outside of namespaces";
  EXPECT_EQ(count("gpu::Queue"), 1u);
  EXPECT_EQ(count("Queue"), 1u);
  EXPECT_EQ(count("(anonymous namespace)::Hidden"), 1u);
  EXPECT_EQ(count("Later"), 0u) << "it is only declared";
}

TEST(NamedDeclarations, ClassesHaveTheFunctionsThatAreDefinedBehindThem) {
  const auto member = [](const char* id, const char* name, bool is_defined) {
    Node one = function(name, is_defined);
    one["kind"] = "CXXMethodDecl";
    one["id"] = id;
    return one;
  };
  const auto apart = [&](const char* id, const char* name, const char* of) {
    Node one = member(id, name, true);
    one["previousDecl"] = of;
    one["parentDeclContextId"] = "0x1";
    return one;
  };
  Node record = declared("CXXRecordDecl", "Heat",
                         {member("0x2", "step", false), member("0x3", "get", true), member("0x4", "later", false)});
  record["completeDefinition"] = true;
  const std::vector<Node> source = {
      declared("TranslationUnitDecl", "",
               {declared("NamespaceDecl", "physics", {record}), apart("0x5", "step", "0x2"), function("step")})};
  const std::vector<Node> found = classes_named(source, "physics::Heat");
  ASSERT_EQ(found.size(), 1u);
  std::string ids;
  for (const Node& one : inner_of(found.front())) ids += text_of(one, "id") + (inner_of(one).empty() ? " " : "{} ");
  EXPECT_EQ(ids, "0x5{} 0x3{} 0x4 ");
}

}  // namespace
}  // namespace warpglass::rewrite
