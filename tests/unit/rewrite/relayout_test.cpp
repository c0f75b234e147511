// What edits of arrays in global memory are made of: rows rounded up, names counted, statements with parts exchanged.
#include <gtest/gtest.h>

#include <string>

#include "rewrite/array_bytes.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/row_elements.hpp"
#include "rewrite/shared_members.hpp"
#include "rewrite/source_words.hpp"

namespace warpglass::rewrite {
namespace {

TEST(Relayout, RowsAreRoundedUpToAUnit) {
  EXPECT_EQ(rounded_row("1000", 32), "1024");
  EXPECT_EQ(rounded_row("1024", 32), "1024");
  EXPECT_EQ(rounded_row("w", 16), "(w + 15) & ~15");
  EXPECT_EQ(rounded_row("w + 2", 128), "(w + 2 + 127) & ~127");
}

TEST(Relayout, NamesAreCountedWhereTheyAreCode) {
  EXPECT_EQ(uses_of_word("blur<<<1, 2>>>(blurred); void blur();", "blur"), 2);
  EXPECT_EQ(uses_of_word("// blur\n/* blur */ \"blur \\\" blur\" 'b' blur", "blur"), 1);
  EXPECT_EQ(uses_of_word("/* blur", "blur"), 0);
}

TEST(Relayout, StatementsAreWrittenWithOtherParts) {
  const std::string text = "  CHECK(cudaMalloc(&p, n * sizeof(P)));";
  const Span statement{"x.cu", 2, text.size()};
  const auto span = [&](const std::string& part) {
    const std::size_t begin = text.find(part);
    return Span{"x.cu", begin, begin + part.size()};
  };
  EXPECT_EQ(with_parts(text, statement, {{span("p,"), "p_x,"}, {span("n * sizeof(P)"), "n * sizeof(float)"}}),
            "CHECK(cudaMalloc(&p_x, n * sizeof(float)));");
  EXPECT_EQ(with_parts(text, statement, {{Span{"x.cu", 0, 1}, ""}}), std::nullopt);
}

TEST(Relayout, ProductsAreWrittenFromTheirFactors) {
  EXPECT_EQ(product_of({}), "1");
  EXPECT_EQ(product_of({{.key = "w", .text = "w", .size_of = {}}, {.key = "", .text = "(h + 2)", .size_of = {}}}),
            "w * (h + 2)");
  EXPECT_TRUE(is_size_of({.key = "", .text = "", .size_of = "int"}, "float"));
  EXPECT_FALSE(is_size_of({.key = "", .text = "", .size_of = "float"}, "P"));
  EXPECT_TRUE(is_size_of({.key = "", .text = "", .size_of = "const n::P"}, "P"));
  EXPECT_FALSE(is_size_of({.key = "", .text = "", .size_of = ""}, "float"));
}

TEST(Relayout, WatchedTextIsOnlyInWhatIsTried) {
  const std::vector<Edit> edits = {{{"x.cu", 1, 1}, "-", "+"}};
  EXPECT_EQ(edited("ab", edits), "a-b");
  EXPECT_EQ(edited("ab", watched(edits)), "a-+b");
}

TEST(Relayout, VectorsHaveMembers) {
  ASSERT_EQ(members_of_vector("float4").size(), 4);
  EXPECT_EQ(members_of_vector("float4")[3].name, "w");
  EXPECT_EQ(members_of_vector("const uchar2")[0].type, "unsigned char");
  EXPECT_TRUE(members_of_vector("float").empty());
  EXPECT_TRUE(members_of_vector("P4").empty());
}

}  // namespace
}  // namespace warpglass::rewrite
