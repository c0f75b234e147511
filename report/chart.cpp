#include "report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/display.hpp"

namespace warpglass::report {
namespace {

constexpr int kRows = 4;
constexpr int kLevels = 8;  // of one row
constexpr std::string_view kUnicode[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::string_view kAscii[] = {" ", ".", ".", ".", "o", "o", "o", "#", "#"};

/// How much of a row, counted from the bottom, a bar fills. Whatever is not nothing shows.
int level_of(double share, int row) {
  const int eighths = share <= 0 ? 0 : std::max(1, static_cast<int>(std::lround(share * kRows * kLevels)));
  return std::clamp(eighths - row * kLevels, 0, kLevels);
}

}  // namespace

std::string chart_text(const Chart& chart, std::size_t indent, const PictureOptions& options) {
  std::string text;
  const std::string margin(indent, ' ');
  for (int row = kRows - 1; row >= 0; --row) {
    std::string line = fmt::format("{}{:3} % {}", margin, 100 * (row + 1) / kRows, options.unicode ? "│" : "|");
    for (const Bar& bar : chart.bars) {
      const auto level = static_cast<std::size_t>(level_of(bar.share, row));
      const std::string_view cell = options.unicode ? kUnicode[level] : kAscii[level];
      std::string cells;
      for (std::size_t i = 0; i < chart.bar_width; ++i) cells += cell;
      line += level != 0 && bar.marked ? painted(cells, Colour::cyan, options.colour) : cells;
    }
    text += without_trailing_blanks(line) + '\n';
  }
  const std::size_t columns = chart.bars.size() * chart.bar_width;
  std::string axis;
  for (std::size_t i = 0; i < columns; ++i) axis += options.unicode ? "─" : "-";
  text += fmt::format("{}{:6}{}{}\n", margin, "", options.unicode ? "└" : "+", axis);

  // Below the axis the two ends, and the mark between them where there is room for it; else in a line of its own.
  const auto found = std::find_if(chart.bars.begin(), chart.bars.end(), [](const Bar& bar) { return bar.marked; });
  const std::size_t ends = display_width(chart.first) + display_width(chart.last);
  std::string below = chart.first;
  below.append(columns > ends ? columns - ends : 1, ' ');
  below += chart.last;
  if (found != chart.bars.end()) {
    const std::size_t at = static_cast<std::size_t>(found - chart.bars.begin()) * chart.bar_width;
    const std::string label = "^ " + chart.mark;
    const std::size_t last_begins = below.size() - chart.last.size();
    if (at > chart.first.size() && at + label.size() < last_begins) {
      below.replace(at, label.size(), label);
    } else {
      text += fmt::format("{}{:7}{:{}}{}\n", margin, "", "", at, label);
    }
  }
  return text + fmt::format("{}{:7}{}\n", margin, "", below);
}

}  // namespace warpglass::report
