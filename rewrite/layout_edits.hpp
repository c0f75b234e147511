// Another layout of a shared array as edits of the source: rows made longer by an edit of the declared extent, columns
// exchanged by an edit of every index.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"

namespace warpglass::rewrite {

/// As analysis::SharedLayout.
struct LayoutChange {
  std::uint32_t padding = 0;
  std::uint32_t plane_padding = 0;
  std::uint32_t shift = 0;
  std::uint32_t mask = 0;
  std::uint32_t unit = 0;
  bool whole_row = false;     // the mask has all bits that the row's number can have
  bool transposed = false;    // of two dimensions, or of one whose rows are in the index
  std::uint32_t columns = 0;  // of an array of one dimension: a power of two of elements is a row
  std::uint32_t apart = 1;    // more: one more dimension of so many elements, of which the first is used
};

/// \param declaration  not_padded, or not_swizzled, is empty; where rows and columns change places, all three
///                     are; where elements lie apart, the first two are
[[nodiscard]] std::vector<Edit> edits_of(const SharedDeclaration& declaration, const LayoutChange& change,
                                         const FileText& text);

/// How an index reads with `amount` added: "33" for "32", "N + 1" for "N".
[[nodiscard]] std::string longer_extent(std::string_view extent, std::uint32_t amount);

/// How the extent of one dimension reads when its rows are padded: "1056" for "1024", "N + N / 32" for "N".
[[nodiscard]] std::string longer_flat_extent(std::string_view extent, const LayoutChange& change);

/// How its index reads then: "i + (i >> 5)".
[[nodiscard]] std::string padded_index(std::string_view index, bool is_sum, bool is_simple, const LayoutChange& change);

/// How it reads when the elements of a column lie side by side, `rows` of them: "(i & 7) * 128 + (i >> 3)".
[[nodiscard]] std::string interleaved_index(std::string_view index, bool is_simple, std::string_view rows,
                                            const LayoutChange& change);

/// How a column reads that is exchanged by its row: "c ^ (r & 7) << 2".
[[nodiscard]] std::string exchanged_column(std::string_view column, std::string_view row, bool column_is_sum,
                                           bool row_is_simple, const LayoutChange& change);

}  // namespace warpglass::rewrite
