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
  bool spare = false;   // goes first where the table is too wide: it repeats what another says
  bool joined = false;  // never parted from the column before it
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

  /// Columns of the terminal that it takes as a whole, without indentation.
  [[nodiscard]] std::size_t width() const;

  /// Every line indented and ended by a newline, no blanks at the end. Columns without any text are left out.
  /// \param width  columns of the terminal, with the indentation; 0: as many as it takes. A wider table loses its spare
  ///               columns, and comes in parts if that is not enough.
  /// \param keys   columns that name a row, and begin each of the parts. A part has no rows that say nothing else.
  [[nodiscard]] std::string text(std::size_t indent, bool colour, std::size_t width = 0, std::size_t keys = 1) const;

 private:
  using Widths = std::vector<std::size_t>;  // of columns; 0: it is left out

  [[nodiscard]] Widths widths() const;
  /// The columns of each part; one part where there is room.
  [[nodiscard]] std::vector<Widths> parts(Widths all, std::size_t width, std::size_t keys) const;
  [[nodiscard]] std::string part_text(const Widths& shown, std::size_t indent, bool colour) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace warpglass::report
