// Edits of text, how layouts are written, and patches.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/layout_edits.hpp"
#include "rewrite/line_changes.hpp"
#include "rewrite/patch.hpp"

namespace warpglass::rewrite {
namespace {

TEST(Edit, IsMadeAtItsBytesAndOnce) {
  const Edit first{{"x.cu", 2, 4}, "CDE"};
  const Edit last{{"x.cu", 5, 5}, "-"};
  EXPECT_EQ(edited("abcdef", {last, first, first}), "abCDEe-f");
  EXPECT_EQ(edited("abc", {}), "abc");
}

TEST(Edit, OverlapsWhereDifferentOnesMeet) {
  EXPECT_FALSE(overlap({{{"x.cu", 2, 4}, "a"}, {{"x.cu", 4, 6}, "b"}, {{"x.cu", 2, 4}, "a"}}));
  EXPECT_TRUE(overlap({{{"x.cu", 2, 4}, "a"}, {{"x.cu", 3, 6}, "b"}}));
  EXPECT_TRUE(overlap({{{"x.cu", 2, 4}, "a"}, {{"x.cu", 2, 4}, "b"}}));
  EXPECT_FALSE(overlap({{{"x.cu", 2, 4}, "a"}, {{"y.cu", 3, 6}, "b"}}));
}

TEST(LayoutEdits, LengthenAnExtent) {
  EXPECT_EQ(longer_extent("32", 1), "33");
  EXPECT_EQ(longer_extent(" 32 ", 4), "36");
  EXPECT_EQ(longer_extent("N", 1), "N + 1");
  EXPECT_EQ(longer_extent("2 * N", 1), "2 * N + 1");
  EXPECT_EQ(longer_extent("0x20", 1), "0x20 + 1");
  EXPECT_EQ(longer_extent("032", 1), "032 + 1");
  EXPECT_EQ(longer_extent("32u", 1), "32u + 1");
  EXPECT_EQ(longer_extent("A ? B : C", 1), "(A ? B : C) + 1");
  EXPECT_EQ(longer_extent("1 << K", 1), "(1 << K) + 1");
}

TEST(LayoutEdits, PutRowsBehindPlanes) {
  const std::string text = "float cells[8][N][4];";
  SharedDeclaration declaration;
  declaration.last_extent = {"x.cu", 18, 19};
  declaration.plane_extent = {"x.cu", 15, 16};
  const auto file = [&](const std::string&) { return text; };
  EXPECT_EQ(edited(text, edits_of(declaration, {.plane_padding = 1}, file)), "float cells[8][N + 1][4];");
  EXPECT_EQ(edited(text, edits_of(declaration, {.padding = 2, .plane_padding = 1}, file)), "float cells[8][N + 1][6];");
}

TEST(LayoutEdits, RowsAndColumnsChangePlaces) {
  const std::string text = "float t[R][2 * C]; t[i][j + 1] = t[f(x)][0];";
  const auto between = [&](std::size_t from, char open) {
    const std::size_t begin = text.find(open, from) + 1;
    return Span{"x.cu", begin, text.find(']', begin)};
  };
  SharedDeclaration declaration;
  declaration.row_extent = between(0, '[');
  declaration.last_extent = between(declaration.row_extent.end, '[');
  for (std::size_t at = declaration.last_extent.end; text.find("t[", at) != std::string::npos;) {
    ElementUse& use = declaration.uses.emplace_back();
    use.row = between(text.find("t[", at), '[');
    use.column = between(use.row.end, '[');
    at = use.column.end;
  }
  const auto file = [&](const std::string&) { return text; };
  EXPECT_EQ(edited(text, edits_of(declaration, {.transposed = true}, file)),
            "float t[2 * C][R]; t[j + 1][i] = t[0][f(x)];");
}

TEST(LayoutEdits, InterleaveAnArrayOfOneDimension) {
  const std::string text = "float s[N * 8]; s[t * 8 + k] = s[i];";
  const auto between = [&](std::size_t from) {
    const std::size_t begin = text.find('[', from) + 1;
    return Span{"x.cu", begin, text.find(']', begin)};
  };
  SharedDeclaration declaration;
  declaration.last_extent = between(0);
  declaration.uses.push_back({.row = between(15), .column = between(15), .column_is_sum = true});
  declaration.uses.push_back({.row = between(30), .column = between(30), .row_is_simple = true, .column_is_sum = true});
  const auto file = [&](const std::string&) { return text; };
  EXPECT_EQ(edited(text, edits_of(declaration, {.transposed = true, .columns = 8}, file)),
            "float s[N * 8]; s[((t * 8 + k) & 7) * ((N * 8) / 8) + ((t * 8 + k) >> 3)] = s[(i & 7) * ((N * 8) / 8) + "
            "(i >> 3)];");
  EXPECT_EQ(interleaved_index("i", true, "128", {.columns = 8}), "(i & 7) * 128 + (i >> 3)");
}

TEST(LayoutEdits, SetElementsApart) {
  const std::string text = "char t[R][N]; t[i][j + 1] = t[f(x)][0];";
  const auto between = [&](std::size_t from) {
    const std::size_t begin = text.find('[', from) + 1;
    return Span{"x.cu", begin, text.find(']', begin)};
  };
  SharedDeclaration declaration;
  declaration.last_extent = between(text.find("[N"));
  declaration.uses.push_back({.row = between(text.find("[i]")), .column = between(text.find("[j"))});
  declaration.uses.push_back({.row = between(text.find("[f")), .column = between(text.find("[0"))});
  const auto file = [&](const std::string&) { return text; };
  EXPECT_EQ(edited(text, edits_of(declaration, {.apart = 4}, file)),
            "char t[R][N][4]; t[i][j + 1][0] = t[f(x)][0][0];");
  EXPECT_EQ(edited(text, edits_of(declaration, {.padding = 2, .apart = 4}, file)),
            "char t[R][N + 2][4]; t[i][j + 1][0] = t[f(x)][0][0];");
}

TEST(LayoutEdits, ExchangeAColumn) {
  EXPECT_EQ(exchanged_column("c", "r", true, true, {.mask = 31, .whole_row = true}), "c ^ r");
  EXPECT_EQ(exchanged_column("c", "r", true, true, {.mask = 7}), "c ^ (r & 7)");
  EXPECT_EQ(exchanged_column("c", "r", true, true, {.mask = 7, .unit = 2}), "c ^ ((r & 7) << 2)");
  EXPECT_EQ(exchanged_column("c", "r", true, true, {.shift = 1, .mask = 7}), "c ^ ((r >> 1) & 7)");
  EXPECT_EQ(exchanged_column("c + 1", "r + 8", true, false, {.mask = 31}), "c + 1 ^ ((r + 8) & 31)");
  EXPECT_EQ(exchanged_column("a ? b : c", "r", false, true, {.mask = 3, .whole_row = true}), "(a ? b : c) ^ r");
  EXPECT_EQ(exchanged_column("c", "r +\n    8", true, false, {.mask = 7, .whole_row = true}), "c ^ (r + 8)");
}

TEST(LayoutEdits, PadRowsOfOneDimension) {
  EXPECT_EQ(longer_flat_extent("1024", {.padding = 1, .columns = 32}), "1056");
  EXPECT_EQ(longer_flat_extent("N", {.padding = 2, .columns = 32}), "N + N / 32 * 2");
  EXPECT_EQ(longer_flat_extent("N * M", {.padding = 1, .columns = 16}), "(N * M) + (N * M) / 16");
  EXPECT_EQ(padded_index("i", true, true, {.padding = 1, .columns = 32}), "i + (i >> 5)");
  EXPECT_EQ(padded_index("0", true, true, {.padding = 1, .columns = 32}), "0");
  EXPECT_EQ(padded_index("70", true, true, {.padding = 3, .columns = 32}), "76");
  EXPECT_EQ(interleaved_index("0", true, "(N / 8)", {.columns = 8}), "0");
  EXPECT_EQ(exchanged_column("5", "19", true, true, {.mask = 7, .unit = 2}), "9");
  EXPECT_EQ(exchanged_column("40", "40", true, true, {.mask = 31, .whole_row = true, .columns = 32}), "41");
  EXPECT_EQ(padded_index("2 * i", true, false, {.padding = 3, .columns = 8}), "2 * i + ((2 * i) >> 3) * 3");
  EXPECT_EQ(padded_index("a ? b : c", false, false, {.padding = 1, .columns = 8}), "(a ? b : c) + ((a ? b : c) >> 3)");
  EXPECT_EQ(exchanged_column("i", "i", true, true, {.shift = 1, .mask = 7, .columns = 32}), "i ^ ((i >> 6) & 7)");
}

TEST(Patch, HasThreeLinesAround) {
  EXPECT_EQ(patch("d/x.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- a/d/x.cu\n+++ b/d/x.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  EXPECT_EQ(patch("x.cu", "1\n", "1\n"), "");
}

TEST(Patch, JoinsWhatIsNearAndPartsWhatIsNot) {
  std::string before;
  for (int i = 1; i <= 20; ++i) before += std::to_string(i) + '\n';
  std::string near = before;
  near.replace(near.find("3\n"), 1, "x");
  near.replace(near.find("5\n"), 1, "y");
  const std::string joined = patch("x.cu", before, near);
  EXPECT_NE(joined.find("@@ -1,8 +1,8 @@\n 1\n 2\n-3\n+x\n 4\n-5\n+y\n 6\n 7\n 8\n"), std::string::npos) << joined;
  std::string far = before;
  far.replace(far.find("3\n"), 1, "x");
  far.replace(far.find("18"), 2, "y");
  const std::string parted = patch("x.cu", before, far);
  EXPECT_NE(parted.find("@@ -1,6 +1,6 @@"), std::string::npos) << parted;
  EXPECT_NE(parted.find("@@ -15,6 +15,6 @@"), std::string::npos) << parted;
}

TEST(Patch, LeavesLinesOutAndPutsOthersIn) {
  EXPECT_EQ(patch("x.cu", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n5\nnew\n6\n7\n8\n"),
            "--- a/x.cu\n+++ b/x.cu\n@@ -1,8 +1,8 @@\n 1\n 2\n 3\n-4\n 5\n+new\n 6\n 7\n 8\n");
  EXPECT_EQ(patch("x.cu", "1\n2\n", "2\n"), "--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,1 @@\n-1\n 2\n");
  EXPECT_EQ(patch("x.cu", "", "1\n"), "--- a/x.cu\n+++ b/x.cu\n@@ -0,0 +1,1 @@\n+1\n");
  EXPECT_EQ(patch("x.cu", "1\n", ""), "--- a/x.cu\n+++ b/x.cu\n@@ -1,1 +0,0 @@\n-1\n");
}

TEST(Patch, CountsOnBehindALineThatIsLeftOut) {
  std::string before;
  for (int i = 1; i <= 30; ++i) before += std::to_string(i) + '\n';
  std::string after = before;
  after.replace(after.find("25\n"), 2, "x");
  after.replace(after.find("5\n"), 2, "");
  const std::string parted = patch("x.cu", before, after);
  EXPECT_NE(parted.find("@@ -2,7 +2,6 @@\n 2\n 3\n 4\n-5\n 6\n"), std::string::npos) << parted;
  EXPECT_NE(parted.find("@@ -22,7 +21,7 @@\n 22\n 23\n 24\n-25\n+x\n 26\n"), std::string::npos) << parted;
}

// Every way to get from one short text to another.
TEST(LineChanges, AreAsFewAsCanBe) {
  const auto text = [](unsigned number, unsigned length) {
    std::string lines;
    for (unsigned i = 0; i < length; ++i, number /= 3)
      lines += std::string(1, static_cast<char>('a' + number % 3)) + '\n';
    return lines;
  };
  const auto common = [](const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
    std::vector<std::vector<std::size_t>> longest(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j)
        longest[i + 1][j + 1] = a[i] == b[j] ? longest[i][j] + 1 : std::max(longest[i][j + 1], longest[i + 1][j]);
    }
    return longest[a.size()][b.size()];
  };
  for (unsigned x = 0; x < 243; x += 2) {
    for (unsigned y = 0; y < 81; ++y) {
      const std::string before = text(x, 5);
      const std::string after = text(y, 4);
      const auto old_lines = lines_of(before);
      const auto new_lines = lines_of(after);
      std::size_t left_out = 0;
      std::string made;
      std::size_t at = 0;
      for (const LineChange& change : line_changes(old_lines, new_lines)) {
        for (; at < change.old_begin; ++at) made += old_lines[at];
        for (std::size_t i = change.new_begin; i < change.new_end; ++i) made += new_lines[i];
        left_out += change.old_end - change.old_begin;
        at = change.old_end;
      }
      for (; at < old_lines.size(); ++at) made += old_lines[at];
      ASSERT_EQ(made, after) << before;
      ASSERT_EQ(left_out, old_lines.size() - common(old_lines, new_lines)) << before << after;
    }
  }
}

TEST(Patch, SaysThatTheLastLineHasNoEnd) {
  EXPECT_EQ(patch("x.cu", "1\n2", "1\nb"),
            "--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+b\n"
            "\\ No newline at end of file\n");
}

}  // namespace
}  // namespace warpglass::rewrite
