#include "report/table.hpp"

#include <algorithm>

namespace warpglass::report {

std::string Table::text(std::size_t indent, bool colour) const {
  std::vector<std::size_t> width(columns_.size(), 0);
  for (const std::vector<Cell>& row : rows_) {
    for (std::size_t i = 0; i < row.size() && i < width.size(); ++i)
      width[i] = std::max(width[i], display_width(row[i].text));
  }
  for (std::size_t i = 0; i < width.size(); ++i) {
    if (width[i] != 0) width[i] = std::max(width[i], display_width(columns_[i].title));
  }

  const auto line_of = [&](auto&& cell_of) {
    std::string line;
    std::size_t pending = indent;  // blanks, written once something follows
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (width[i] == 0) continue;
      const Cell cell = cell_of(i);
      const std::size_t blanks = width[i] - display_width(cell.text);
      if (columns_[i].align == Align::right) pending += blanks;
      if (!cell.text.empty()) {
        line.append(pending, ' ');
        pending = 0;
        line += cell.colour == Colour::plain ? cell.text : painted(cell.text, cell.colour, colour);
      }
      if (columns_[i].align == Align::left) pending += blanks;
      pending += 2;
    }
    return line + '\n';
  };

  std::string result = line_of([&](std::size_t i) { return Cell{columns_[i].title, Colour::faint}; });
  for (const std::vector<Cell>& row : rows_) {
    result += line_of([&](std::size_t i) { return i < row.size() ? row[i] : Cell{}; });
  }
  return result;
}

}  // namespace warpglass::report
