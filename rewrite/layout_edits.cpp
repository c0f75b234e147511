#include "rewrite/layout_edits.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace warpglass::rewrite {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// On one line.
std::string folded(std::string_view text) {
  std::string line;
  for (const char c : trimmed(text)) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) line += c;
    if (blank && !line.ends_with(' ')) line += ' ';
  }
  return line;
}

}  // namespace

std::string longer_extent(std::string_view extent, std::uint32_t amount) {
  const std::string_view plain = trimmed(extent);
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(plain.data(), plain.data() + plain.size(), number);
  if (problem == std::errc() && end == plain.data() + plain.size() && (plain == "0" || plain.front() != '0'))
    return fmt::format("{}", number + amount);
  const bool closer = plain.find_first_of("<>?:&|^=,") == std::string_view::npos;
  return fmt::format("{}{}{} + {}", closer ? "" : "(", plain, closer ? "" : ")", amount);
}

std::string exchanged_column(std::string_view column, std::string_view row, bool column_is_sum, bool row_is_simple,
                             const LayoutChange& change) {
  std::string by = folded(row);
  const auto enclose = [&] { by = '(' + by + ')'; };
  if (!row_is_simple) enclose();
  if (change.shift != 0) {
    by += fmt::format(" >> {}", change.shift);
    enclose();
  }
  if (!change.whole_row) {
    by += fmt::format(" & {}", change.mask);
    enclose();
  }
  if (change.unit != 0) {
    by += fmt::format(" << {}", change.unit);
    enclose();
  }
  const std::string plain = folded(column);
  return column_is_sum ? fmt::format("{} ^ {}", plain, by) : fmt::format("({}) ^ {}", plain, by);
}

std::vector<Edit> edits_of(const SharedDeclaration& declaration, const LayoutChange& change, const FileText& text) {
  std::vector<Edit> edits;
  if (change.padding != 0) {
    const std::string file = text(declaration.last_extent.file).value_or("");
    edits.push_back({declaration.last_extent, longer_extent(declaration.last_extent.of(file), change.padding)});
  }
  if (change.mask == 0) return edits;
  for (const ElementUse& use : declaration.uses) {
    const std::string file = text(use.column.file).value_or("");
    edits.push_back({use.column, exchanged_column(use.column.of(file), use.row.of(file), use.column_is_sum,
                                                  use.row_is_simple, change)});
  }
  return edits;
}

}  // namespace warpglass::rewrite
