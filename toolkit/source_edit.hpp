// A change of a source, by offsets of bytes.
#pragma once

#include <cstddef>
#include <string>

namespace warpglass::toolkit {

/// Something to be put around a piece of the source, or in its place.
struct SourceEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string before;
  std::string after;
  std::string instead;    // of the piece; empty: it stays
  bool in_macro = false;  // there can be no further lines: it is put in as it is
};

}  // namespace warpglass::toolkit
