#include "rewrite/layout_edits.hpp"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <charconv>
#include <optional>

namespace warpglass::rewrite {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:";

/// Of decimal digits alone.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool decimal = text == "0" || !text.starts_with('0');
  if (problem != std::errc() || end != text.data() + text.size() || !decimal) return std::nullopt;
  return number;
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
  if (const auto number = number_of(plain)) return fmt::format("{}", *number + amount);
  const bool closer = plain.find_first_of("<>?:&|^=,") == std::string_view::npos;
  return fmt::format("{}{}{} + {}", closer ? "" : "(", plain, closer ? "" : ")", amount);
}

std::string longer_flat_extent(std::string_view extent, const LayoutChange& change) {
  const std::string plain(trimmed(extent));
  if (const auto number = number_of(plain))
    return fmt::format("{}", *number + *number / change.columns * change.padding);
  const bool is_name = plain.find_first_not_of(kNameLetters) == std::string::npos;
  const std::string once = is_name ? plain : '(' + plain + ')';
  const std::string times = change.padding == 1 ? "" : fmt::format(" * {}", change.padding);
  return fmt::format("{0} + {0} / {1}{2}", once, change.columns, times);
}

std::string padded_index(std::string_view index, bool is_sum, bool is_simple, const LayoutChange& change) {
  const std::string plain = folded(index);
  if (const auto number = number_of(plain))
    return std::to_string(*number + (*number >> std::countr_zero(change.columns)) * change.padding);
  const std::string enclosed = '(' + plain + ')';
  const std::string times = change.padding == 1 ? "" : fmt::format(" * {}", change.padding);
  return fmt::format("{} + ({} >> {}){}", is_sum ? plain : enclosed, is_simple ? plain : enclosed,
                     std::countr_zero(change.columns), times);
}

std::string interleaved_index(std::string_view index, bool is_simple, std::string_view rows,
                              const LayoutChange& change) {
  std::string plain = folded(index);
  if (plain == "0") return plain;
  const std::string once = is_simple ? plain : '(' + plain + ')';
  return fmt::format("({} & {}) * {} + ({} >> {})", once, change.columns - 1, rows, once,
                     std::countr_zero(change.columns));
}

std::string exchanged_column(std::string_view column, std::string_view row, bool column_is_sum, bool row_is_simple,
                             const LayoutChange& change) {
  const std::uint32_t shift =
      change.shift + (change.columns == 0 ? 0u : static_cast<std::uint32_t>(std::countr_zero(change.columns)));
  const auto column_number = number_of(folded(column));
  const auto row_number = number_of(folded(row));
  if (column_number && row_number) {
    const std::uint64_t bits = *row_number >> shift;
    return std::to_string(*column_number ^ ((change.whole_row ? bits : bits & change.mask) << change.unit));
  }
  std::string by = folded(row);
  const auto enclose = [&] { by = '(' + by + ')'; };
  if (!row_is_simple) enclose();
  if (shift != 0) {
    by += fmt::format(" >> {}", shift);
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

namespace {

/// As many rows as the extent has, in its words: "128", "(N / 8)".
std::string rows_of(std::string_view extent, const LayoutChange& change) {
  const std::string plain(trimmed(extent));
  if (const auto number = number_of(plain)) return std::to_string(*number / change.columns);
  const bool is_name = plain.find_first_not_of(kNameLetters) == std::string::npos;
  return fmt::format("({} / {})", is_name ? plain : '(' + plain + ')', change.columns);
}

/// Of one dimension: what lay a row apart lies side by side, by an edit of every index.
std::vector<Edit> interleaved(const SharedDeclaration& declaration, const LayoutChange& change, const FileText& text) {
  const std::string declared = text(declaration.last_extent.file).value_or("");
  const std::string rows = rows_of(declaration.last_extent.of(declared), change);
  std::vector<Edit> edits;
  for (const ElementUse& use : declaration.uses) {
    const std::string file = text(use.column.file).value_or("");
    edits.push_back({use.column, interleaved_index(use.column.of(file), use.row_is_simple, rows, change)});
  }
  return edits;
}

/// Rows and columns change places, in the declaration and in every index.
std::vector<Edit> transposed(const SharedDeclaration& declaration, const FileText& text) {
  const auto exchanged = [&](const Span& row, const Span& column) {
    const std::string file = text(column.file).value_or("");
    return std::vector<Edit>{{row, folded(column.of(file))}, {column, folded(row.of(file))}};
  };
  std::vector<Edit> edits = exchanged(declaration.row_extent, declaration.last_extent);
  for (const ElementUse& use : declaration.uses) {
    const std::vector<Edit> of_use = exchanged(use.row, use.column);
    edits.insert(edits.end(), of_use.begin(), of_use.end());
  }
  return edits;
}

}  // namespace

namespace {

/// Another dimension behind the last one: `s[256][4]` and `s[i][0]` for `s[256]` and `s[i]`.
std::vector<Edit> set_apart(const SharedDeclaration& declaration, const LayoutChange& change, const FileText& text) {
  const auto own = [&](const Span& index) { return std::string(index.of(text(index.file).value_or(""))); };
  std::string extent = own(declaration.last_extent);
  if (change.padding != 0) extent = longer_extent(extent, change.padding);
  std::vector<Edit> edits{{declaration.last_extent, fmt::format("{}][{}", extent, change.apart)}};
  for (const ElementUse& use : declaration.uses) edits.push_back({use.column, own(use.column) + "][0"});
  return edits;
}

}  // namespace

std::vector<Edit> edits_of(const SharedDeclaration& declaration, const LayoutChange& change, const FileText& text) {
  if (change.apart > 1) return set_apart(declaration, change, text);
  const bool flat = change.columns != 0;
  if (change.transposed) return flat ? interleaved(declaration, change, text) : transposed(declaration, text);
  std::vector<Edit> edits;
  if (change.padding != 0) {
    const std::string file = text(declaration.last_extent.file).value_or("");
    const std::string_view extent = declaration.last_extent.of(file);
    edits.push_back(
        {declaration.last_extent, flat ? longer_flat_extent(extent, change) : longer_extent(extent, change.padding)});
  }
  if (change.plane_padding != 0) {
    const std::string file = text(declaration.plane_extent.file).value_or("");
    edits.push_back({declaration.plane_extent, longer_extent(declaration.plane_extent.of(file), change.plane_padding)});
  }
  if (change.mask == 0 && !flat) return edits;
  for (const ElementUse& use : declaration.uses) {
    const std::string file = text(use.column.file).value_or("");
    if (change.mask == 0) {
      edits.push_back({use.column, padded_index(use.column.of(file), use.column_is_sum, use.row_is_simple, change)});
      continue;
    }
    edits.push_back({use.column, exchanged_column(use.column.of(file), use.row.of(file), use.column_is_sum,
                                                  use.row_is_simple, change)});
  }
  return edits;
}

}  // namespace warpglass::rewrite
