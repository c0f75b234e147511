// Pieces of source files, by their bytes, and what is to stand in their place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::rewrite {

struct Span {
  std::string file;
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
  friend auto operator<=>(const Span&, const Span&) = default;
};

struct Edit {
  Span span;
  std::string text;  // in its place
  /// What stands behind it where the program is tried, so that it can be watched: a part of a line. In no patch.
  std::string watched = {};

  friend auto operator<=>(const Edit&, const Edit&) = default;
};

/// The text of the edits' file with all of them made. An edit that is there twice is made once.
/// \param edits  of one file; none overlaps another
[[nodiscard]] std::string edited(std::string_view text, std::vector<Edit> edits);

/// The same edits with what is watched as their own text.
[[nodiscard]] std::vector<Edit> watched(std::vector<Edit> edits);

/// Whether two different ones touch the same bytes.
[[nodiscard]] bool overlap(std::vector<Edit> edits);

}  // namespace warpglass::rewrite
