#include "toolkit/source_beginning.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpglass::toolkit {
namespace {

/// What of the source it is, which begins with `head`.
std::string begins(const std::string& head, const std::string& rest = "int x;\n") {
  return std::string(source_beginning(head + rest));
}

TEST(SourceBeginning, EndsBehindTheLastInclude) {
  const std::string head =
      "// what it does\n/* and\n how */ #pragma once\n\n#define N 4\n#include \"a.h\"\n  # include <b>  // c\n";
  EXPECT_EQ(begins(head), head);
  EXPECT_EQ(begins(head, "#define M 2\n\n// more\nint x;\n#include <c>\n"), head);
  EXPECT_EQ(begins("#include MACRO\n"), "#include MACRO\n");
}

TEST(SourceBeginning, IsNotWhatIsHarderToRead) {
  EXPECT_EQ(begins("int y;\n#include <a>\n"), "");
  EXPECT_EQ(begins("#if A\n#include <a>\n#endif\n"), "");
  EXPECT_EQ(begins("#include <a>\n#ifdef A\n#include <b>\n#endif\n#include <c>\n"), "#include <a>\n");
  EXPECT_EQ(begins("#include <a>\n#pragma pack(1)\n#include <b>\n"), "#include <a>\n");
  EXPECT_EQ(begins("#include <a>\n#include_next <b>\n"), "#include <a>\n");
  EXPECT_EQ(begins("#include <a>\n#define N \\\n 4\n#include <b>\n"), "#include <a>\n");
  EXPECT_EQ(begins("#include <a> /* from\nhere */\n"), "");
  EXPECT_EQ(begins("// goes on \\\n#include <a>\n#include <b>\n"), "");
  EXPECT_EQ(begins("#include <a>", ""), "") << "without an end";
  EXPECT_EQ(begins("/* open\n#include <a>\n", ""), "");
}

TEST(SourceBeginning, IncludesAreFoundWhereverTheyStand) {
  EXPECT_FALSE(includes_something(""));
  EXPECT_FALSE(includes_something("#define include\nint include;\n// of <a>\n"));
  EXPECT_TRUE(includes_something("int x;\n#if X\n  #  include <a>"));
  EXPECT_TRUE(includes_something("#include_next <a>\n"));
}

}  // namespace
}  // namespace warpglass::toolkit
