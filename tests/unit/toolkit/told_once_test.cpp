#include "toolkit/told_once.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpglass::toolkit {
namespace {

const std::string kOfBoth =
    "In file included from k.cu:2:\n"
    "./both.h:1:39: warning: using the result of an assignment as a condition without parentheses [-Wparentheses]\n"
    "    1 | static inline int both(int a) { if (a = 3) return 1; return 0; }\n"
    "      |                                     ~~^~~\n"
    "In file included from k.cu:2:\n"
    "./both.h:1:39: note: place parentheses around the assignment to silence this warning\n"
    "    1 | static inline int both(int a) { if (a = 3) return 1; return 0; }\n"
    "      |                                       ^  \n";
const std::string kOfOne = "k.cu:9:97: warning: unused variable 'n' [-Wunused-variable]\n    9 | int n;\n";
const std::string kOfOther = "k.cu:9:97: warning: unused variable 'm' [-Wunused-variable]\n    9 | int m;\n";

TEST(ToldOnce, WhatEveryCompilationSays) {
  EXPECT_EQ(told_once(kOfBoth + kOfOne + "2 warnings generated when compiling for sm_90.\n" + kOfBoth + kOfOne +
                      "2 warnings generated when compiling for host.\n"),
            kOfBoth + kOfOne + "2 warnings generated when compiling for sm_90.\n");
}

TEST(ToldOnce, ButNotWhatOneOfThemSaysAlone) {
  EXPECT_EQ(told_once(kOfBoth + kOfOne + "2 warnings generated when compiling for sm_90.\n" + kOfBoth + kOfOther +
                      "2 warnings generated when compiling for host.\n"),
            kOfBoth + kOfOne + "2 warnings generated when compiling for sm_90.\n" + kOfOther +
                "1 warning generated when compiling for host.\n");
}

TEST(ToldOnce, ErrorsOfThreeCompilations) {
  const std::string error = "k.cu:1:1: error: unknown type name 'x'\n    1 | x\n";
  EXPECT_EQ(told_once(error + "1 error generated when compiling for sm_80.\n" + kOfOne + error +
                      "1 warning and 1 error generated when compiling for sm_90.\n" + kOfOne + error +
                      "1 warning and 1 error generated when compiling for host.\n"),
            error + "1 error generated when compiling for sm_80.\n" + kOfOne +
                "1 warning generated when compiling for sm_90.\n");
}

// Notes and includes are a part of it: another reason is another warning.
TEST(ToldOnce, NotWithOtherNotes) {
  const std::string warning = "a.h:3:1: warning: unused\n", one = "a.h:9:1: note: by f<int>\n",
                    other = "a.h:9:1: note: by f<char>\n";
  const std::string both = warning + one + "1 warning generated when compiling for sm_90.\n" + warning + other +
                           "1 warning generated when compiling for host.\n";
  EXPECT_EQ(told_once(both), both);
}

// As often as one compilation says it.
TEST(ToldOnce, TwiceWhereOneCompilationSaysItTwice) {
  const std::string twice = kOfOne + kOfOne + "2 warnings generated when compiling for host.\n";
  EXPECT_EQ(told_once(twice), twice);
  EXPECT_EQ(told_once(kOfOne), kOfOne);
  EXPECT_EQ(told_once(kOfOne + kOfOne), kOfOne + kOfOne);
  EXPECT_EQ(told_once(""), "");
}

TEST(ToldOnce, InColour) {
  const std::string coloured =
      "\x1b[1mk.cu:9:97: \x1b[0m\x1b[0;1;35mwarning: \x1b[0m\x1b[1munused variable 'n' [-Wunused-variable]\x1b[0m\n";
  EXPECT_EQ(told_once(coloured + "1 warning generated when compiling for sm_90.\n" + coloured +
                      "1 warning generated when compiling for host.\n"),
            coloured + "1 warning generated when compiling for sm_90.\n");
}

// Lines that belong to nothing, and a last one without an end, stay.
TEST(ToldOnce, LeavesEverythingElse) {
  const std::string text = "something\n1 warning generated when compiling for host.\nIn file included from k.cu:2:";
  EXPECT_EQ(told_once(text), text);
}

}  // namespace
}  // namespace warpglass::toolkit
