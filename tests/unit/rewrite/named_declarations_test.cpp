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

}  // namespace
}  // namespace warpglass::rewrite
