#include "report/display.hpp"

#include <gtest/gtest.h>

#include "report/table.hpp"

namespace warpglass::report {
namespace {

TEST(Display, WidthOfCharacters) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("tile"), 4u);
  EXPECT_EQ(display_width("für"), 3u);
  EXPECT_EQ(display_width("行列"), 4u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("\xff\xfe"), 2u);
  EXPECT_EQ(display_width("\ta"), 5u);
}

TEST(Display, OneLineOfATerminal) {
  EXPECT_EQ(displayable("\tx\ty"), "    x   y");
  EXPECT_EQ(displayable("a\033[31mb"), "a?[31mb");
  EXPECT_EQ(displayable("a\xff"), "a?");
  EXPECT_EQ(displayable("\xc3"), "?");
  EXPECT_EQ(displayable("\xe0\x80\x80"), "???");  // overlong
}

TEST(Display, ColumnsCountBytesOfTheSource) {
  EXPECT_EQ(columns_before("  x = y", 3), 2u);
  EXPECT_EQ(columns_before("\tx = y", 2), 4u);
  EXPECT_EQ(columns_before("ü = y", 4), 2u);
  EXPECT_EQ(columns_before("short", 99), 5u);
  EXPECT_EQ(columns_before("", 1), 0u);
}

TEST(Display, Shortened) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("行列行列", 6), "行...");
}

TEST(Display, WithoutColumns) {
  EXPECT_EQ(without_columns("abcdef", 2), "cdef");
  EXPECT_EQ(without_columns("行列", 1), " 列");
  EXPECT_EQ(without_columns("ab", 5), "");
}

TEST(Display, Numbers) {
  EXPECT_EQ(grouped(std::uint64_t{1234567}), "1,234,567");
  EXPECT_EQ(grouped(1234567.0), "1,234,567");
  EXPECT_EQ(grouped(0.2424), "0.24");
}

TEST(Display, Wrapped) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 13), (Lines{"one two three"}));
  EXPECT_EQ(wrapped("incomprehensible it is", 5), (Lines{"incomprehensible", "it is"}));
  EXPECT_EQ(wrapped("", 5), (Lines{""}));
}

Table table_of_machines() {
  Table table({{"layout", Align::left},
               {"name", Align::left, true},
               {"sm_20"},
               {"ideal", Align::right, false, true},
               {"sm_90"}});
  table.add({{"tile"}, {"a name"}, {"1,024"}, {"32"}, {"64"}});
  table.add({{"row"}, {"b"}, {"16"}, {"16"}, {}});
  return table;
}

TEST(Table, StaysWholeWhereThereIsRoom) {
  const Table table = table_of_machines();
  EXPECT_EQ(table.width(), 35u);
  EXPECT_EQ(table.text(2, false, 37), table.text(2, false));
  EXPECT_EQ(table.text(2, false),
            "  layout  name    sm_20  ideal  sm_90\n"
            "  tile    a name  1,024     32     64\n"
            "  row     b          16     16\n");
}

TEST(Table, LosesWhatIsSpareFirst) {
  EXPECT_EQ(table_of_machines().text(2, false, 36),
            "  layout  sm_20  ideal  sm_90\n"
            "  tile    1,024     32     64\n"
            "  row        16     16\n");
}

// What belongs together stays so, and rows that say nothing in a part are not there.
TEST(Table, ComesInPartsWhereItIsTooWide) {
  EXPECT_EQ(table_of_machines().text(2, false, 26),
            "  layout  sm_20  ideal\n"
            "  tile    1,024     32\n"
            "  row        16     16\n"
            "\n"
            "  layout  sm_90\n"
            "  tile       64\n");
  EXPECT_EQ(table_of_machines().text(2, false, 1), table_of_machines().text(2, false, 26));
}

TEST(Table, AlignsAndLeavesEmptyColumnsOut) {
  Table table({{"line"}, {"instruction", Align::left}, {"wavefronts"}, {"sectors"}});
  table.add({{"7"}, {"shared load"}, {"8,192"}});
  table.add({{"19"}, {"für"}, {"1"}});
  EXPECT_EQ(table.text(2, false),
            "  line  instruction  wavefronts\n"
            "     7  shared load       8,192\n"
            "    19  für                   1\n");
}

}  // namespace
}  // namespace warpglass::report
