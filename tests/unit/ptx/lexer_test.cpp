#include "ptx/lexer.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <bit>
#include <string>
#include <vector>

namespace warpglass::ptx {
namespace {

using testing::ElementsAre;

/// "line:column text" of each token, with a mark of its kind before what is not a name or punctuation.
std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  Lexer lexer(text);
  for (Token token;;) {
    lexer.next(token);
    if (token.is(TokenKind::end)) return tokens;
    std::string_view mark;
    if (token.is(TokenKind::word)) mark = ".";
    if (token.is(TokenKind::string)) mark = "\"";
    if (token.is(TokenKind::integer)) mark = token.is_unsigned ? "U:" : "i:";
    if (token.is(TokenKind::invalid)) mark = "?";
    tokens.push_back(fmt::format("{}:{} {}{}", token.position.line, token.position.column, mark, token.text));
  }
}

Token number(const std::string& text) {
  Token token;
  scan_number(text, token);
  return token;
}

TEST(Lexer, KeepsDoubleColonsInsideWords) {
  EXPECT_THAT(tokens_of("ld.global.L1::no_allocate.L2::128B.v4.f32"),
              ElementsAre("1:1 ld", "1:3 .global", "1:10 .L1::no_allocate", "1:26 .L2::128B", "1:35 .v4", "1:38 .f32"));
}

TEST(Lexer, TellsNamesFromTheModuloOperator) {
  EXPECT_THAT(tokens_of("%r1 $L_1 _ _a % 5 %5"),
              ElementsAre("1:1 %r1", "1:5 $L_1", "1:10 _", "1:12 _a", "1:15 %", "1:17 i:5", "1:19 %5"));
}

TEST(Lexer, CountsLinesThroughCommentsAndCarriageReturns) {
  EXPECT_THAT(tokens_of("a // b\r\n/* c\n * d */ e\t/**/f\n\ng"), ElementsAre("1:1 a", "3:9 e", "3:15 f", "5:1 g"));
}

TEST(Lexer, CutsOperatorsOfTwoCharacters) {
  EXPECT_THAT(tokens_of("<<>><=>===!=&&||<>=!&|"),
              ElementsAre("1:1 <<", "1:3 >>", "1:5 <=", "1:7 >=", "1:9 ==", "1:11 !=", "1:13 &&", "1:15 ||", "1:17 <",
                          "1:18 >=", "1:20 !", "1:21 &", "1:22 |"));
}

TEST(Lexer, RefusesWhatIsNoToken) {
  EXPECT_THAT(tokens_of("a # b"), ElementsAre("1:1 a", "1:3 ?#", "1:5 b"));
  EXPECT_THAT(tokens_of("a \"b\nc"), ElementsAre("1:1 a", "1:3 ?b", "2:1 c"));
  EXPECT_THAT(tokens_of("a /* b"), ElementsAre("1:1 a", "1:3 ?"));
  EXPECT_THAT(tokens_of(std::string("a\0\xff b", 5)), ElementsAre("1:1 a", std::string("1:2 ?\0\xff", 7), "1:5 b"));
}

TEST(Lexer, StaysAtTheEnd) {
  Lexer lexer("");
  Token token;
  for (int i = 0; i < 3; ++i) {
    lexer.next(token);
    EXPECT_TRUE(token.is(TokenKind::end));
  }
}

TEST(Literal, ReadsIntegersOfEveryBase) {
  EXPECT_EQ(number("42;").bits, 42u);
  EXPECT_EQ(number("0x1fU").bits, 0x1fu);
  EXPECT_TRUE(number("0x1fU").is_unsigned);
  EXPECT_EQ(number("0b1011").bits, 11u);
  EXPECT_EQ(number("017").bits, 15u);
  EXPECT_EQ(number("0").bits, 0u);
  EXPECT_EQ(number("18446744073709551615").bits, UINT64_MAX);
  EXPECT_EQ(number("0xFFFFFFFFFFFFFFFF").bits, UINT64_MAX);
}

TEST(Literal, ReadsFloatingPoint) {
  EXPECT_EQ(std::bit_cast<double>(number("1.5e3,").bits), 1500.0);
  EXPECT_EQ(number("1.5e3,").text, "1.5e3");
  EXPECT_EQ(std::bit_cast<double>(number("2e-1").bits), 0.2);
  EXPECT_EQ(std::bit_cast<double>(number("3.").bits), 3.0);
  EXPECT_EQ(number("0f3F800000]").bits, 0x3f800000u);
  EXPECT_TRUE(number("0f3F800000]").is(TokenKind::f32_bits));
  EXPECT_EQ(number("0d400921FB54442D18").bits, 0x400921fb54442d18u);
  EXPECT_TRUE(number("0d400921FB54442D18").is(TokenKind::f64_bits));
}

TEST(Literal, RefusesWhatDoesNotFit) {
  for (const std::string text : {"18446744073709551616", "0x10000000000000000", "12ab", "0x", "0b2", "089", "0f3F80000",
                                 "0f3F8000000", "0d3FF", "1e999", "1.5x"}) {
    const Token token = number(text);
    EXPECT_TRUE(token.is(TokenKind::invalid)) << text;
    EXPECT_EQ(token.text, text);
    EXPECT_FALSE(token.problem.empty());
  }
}

}  // namespace
}  // namespace warpglass::ptx
