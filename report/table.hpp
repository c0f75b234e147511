// Columns of text, aligned.
#pragma once

#include <cassert>
#include <cstddef>
#include <string>
#include <vector>

#include "report/display.hpp"

namespace warpglass::report {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
};

struct Cell {
  std::string text;
  Colour colour = Colour::plain;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column; missing ones are empty.
  void add(std::vector<Cell> row) {
    assert(row.size() <= columns_.size());
    rows_.push_back(std::move(row));
  }

  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// Every line indented and ended by a newline, no blanks at the end. Columns without any text are left out.
  [[nodiscard]] std::string text(std::size_t indent, bool colour) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace warpglass::report
