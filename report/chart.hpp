// Bars of text, for terminals.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpglass::report {

/// How a picture may be drawn.
struct PictureOptions {
  bool colour = false;
  bool unicode = true;          // block elements; else ASCII
  std::size_t width = 120;      // columns of the terminal
  std::size_t table_width = 0;  // that tables may take; 0: as many as they need
};

struct Bar {
  double share = 0;     // 0 to 1
  bool marked = false;  // the present setting
};

struct Chart {
  std::vector<Bar> bars;
  std::size_t bar_width = 1;  // columns
  std::string first;          // what the first and the last bar stand for
  std::string last;
  std::string mark;  // what is written below the marked bar
};

/// Four rows of bars over an axis, labelled in percent; every line indented and ended by a newline.
[[nodiscard]] std::string chart_text(const Chart& chart, std::size_t indent, const PictureOptions& options);

}  // namespace warpglass::report
