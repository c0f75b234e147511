#include "report/table.hpp"

#include <algorithm>
#include <numeric>

namespace warpglass::report {
namespace {

constexpr std::size_t kGap = 2;

std::size_t total_of(const std::vector<std::size_t>& widths) {
  const auto shown = static_cast<std::size_t>(std::ranges::count_if(widths, [](std::size_t one) { return one != 0; }));
  return std::accumulate(widths.begin(), widths.end(), std::size_t{0}) + (shown == 0 ? 0 : kGap * (shown - 1));
}

}  // namespace

Table::Widths Table::widths() const {
  Widths widths(columns_.size(), 0);
  for (const std::vector<Cell>& row : rows_) {
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i].text));
  }
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (widths[i] != 0) widths[i] = std::max(widths[i], display_width(columns_[i].title));
  }
  return widths;
}

std::vector<Table::Widths> Table::parts(Widths all, std::size_t width, std::size_t keys) const {
  if (total_of(all) <= width) return {all};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (columns_[i].spare) all[i] = 0;
  }
  if (total_of(all) <= width) return {all};
  Widths named(all.size(), 0);
  std::copy_n(all.begin(), keys, named.begin());
  std::vector<Widths> parts{named};
  for (std::size_t begin = keys; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && columns_[end].joined) ++end;
    Widths longer = parts.back();
    for (std::size_t i = begin; i < end; ++i) longer[i] = all[i];
    const bool is_first = parts.back() == named;
    if (!is_first && total_of(longer) > width) {
      longer = named;
      for (std::size_t i = begin; i < end; ++i) longer[i] = all[i];
      parts.push_back(longer);
    } else {
      parts.back() = longer;
    }
    begin = end;
  }
  return parts;
}

std::string Table::part_text(const Widths& shown, std::size_t indent, bool colour) const {
  const auto line_of = [&](auto&& cell_of) {
    std::string line;
    std::size_t pending = indent;  // blanks, written once something follows
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (shown[i] == 0) continue;
      const Cell cell = cell_of(i);
      const std::size_t blanks = shown[i] - display_width(cell.text);
      if (columns_[i].align == Align::right) pending += blanks;
      if (!cell.text.empty()) {
        line.append(pending, ' ');
        pending = 0;
        line += cell.colour == Colour::plain ? cell.text : painted(cell.text, cell.colour, colour);
      }
      if (columns_[i].align == Align::left) pending += blanks;
      pending += kGap;
    }
    return line + '\n';
  };

  std::string result = line_of([&](std::size_t i) { return Cell{columns_[i].title, Colour::faint}; });
  for (const std::vector<Cell>& row : rows_) {
    result += line_of([&](std::size_t i) { return i < row.size() ? row[i] : Cell{}; });
  }
  return result;
}

std::size_t Table::width() const { return total_of(widths()); }

std::string Table::text(std::size_t indent, bool colour, std::size_t width, std::size_t keys) const {
  const Widths all = widths();
  if (width == 0) return part_text(all, indent, colour);
  const std::vector<Widths> parts = this->parts(all, width > indent ? width - indent : 1, std::min(keys, all.size()));
  if (parts.size() == 1) return part_text(parts.front(), indent, colour);
  std::string result;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto says = [&](const std::vector<Cell>& row) {
      for (std::size_t i = keys; i < row.size(); ++i) {
        if (parts[part][i] != 0 && !row[i].text.empty()) return true;
      }
      return part == 0 && std::all_of(row.begin() + static_cast<std::ptrdiff_t>(std::min(keys, row.size())), row.end(),
                                      [](const Cell& cell) { return cell.text.empty(); });
    };
    Table rest(columns_);
    std::ranges::copy_if(rows_, std::back_inserter(rest.rows_), says);
    result += (part == 0 ? "" : "\n") + rest.part_text(parts[part], indent, colour);
  }
  return result;
}

}  // namespace warpglass::report
