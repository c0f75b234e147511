// An array that an edited program lays out otherwise than the program as it is: where its bytes lie now. Results are
// compared as if it had not been.
#pragma once

#include <cstdint>
#include <vector>

namespace warpglass::session {

/// Rows of bytes, each in one piece before and now.
struct RelaidPart {
  std::uint64_t address = 0;  // of the first row, now
  std::uint64_t offset = 0;   // of the first row in the array as it was
  std::uint64_t width = 0;    // bytes of a row
  std::uint64_t pitch = 0;    // from row to row, now
  std::uint64_t stride = 0;   // from row to row, as it was
  std::uint64_t rows = 0;

  /// Whether these bytes lie in one of its rows.
  [[nodiscard]] bool holds(std::uint64_t at, std::uint64_t bytes) const {
    if (at < address || rows == 0 || pitch == 0) return false;
    if (rows == 1) return at - address + bytes <= width;
    return (at - address) / pitch < rows && (at - address) % pitch + bytes <= width;
  }
};

struct RelaidArray {
  std::uint64_t bytes = 0;  // as it was
  std::vector<RelaidPart> parts;
};

}  // namespace warpglass::session
