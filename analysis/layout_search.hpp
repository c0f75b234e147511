// Which layout of a shared array serves several accesses to it without bank conflicts: rows padded by some elements, or
// columns exchanged within their row by an exclusive or (a swizzle), narrow elements in words of their own. Every
// candidate is priced for every request, of all warps of a block or of a whole run, on every machine, so that what is
// proposed is proved for them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/device_model.hpp"
#include "arch/shared_request.hpp"
#include "arch/shared_wavefronts.hpp"
#include "base/dim3.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::analysis {

/// Where element (row, column) of a two-dimensional array lies; rows are all dimensions but the last.
struct SharedLayout {
  std::uint32_t padding = 0;        // elements behind each row
  std::uint32_t plane_padding = 0;  // rows behind each plane
  // The column of row r is column ^ (((r >> shift) & mask) << unit); nothing is exchanged where the mask is 0.
  std::uint32_t shift = 0;
  std::uint32_t mask = 0;
  std::uint32_t unit = 0;
  bool transposed = false;  // a column lies side by side, and not a row; of an array of two dimensions
  std::uint32_t apart = 1;  // an element has the place of so many, alone

  [[nodiscard]] bool is_swizzled() const { return mask != 0; }
};

/// What a warp asks of the array: byte offsets in the array as it is declared.
struct LayoutRequest {
  arch::SharedAccess access = arch::SharedAccess::load;
  std::uint32_t bytes = 4;     // a lane
  std::uint32_t matrices = 0;  // of SharedAccess::matrix: 1, 2 or 4
  LaneMask lanes = 0;          // that take part
  std::array<std::uint64_t, kWarpSize> address{};
  std::uint64_t times = 1;
};

/// One of the accesses to the array.
struct LayoutAccess {
  std::string title;
  std::vector<LayoutRequest> requests{};
  /// In their place where a layout does not let them be made: other alignment, or elements that are no neighbours any
  /// more. Empty: there are none, and such a layout cannot be.
  std::vector<LayoutRequest> apart{};
};

/// Of the warps of a block, whose threads ask for one element each; nothing: they take no part.
[[nodiscard]] std::vector<LayoutRequest> requests_of_block(arch::SharedAccess access, std::uint32_t bytes,
                                                           std::span<const std::optional<std::uint64_t>> addresses);

/// A machine in one of its modes.
struct LayoutMachine {
  const arch::DeviceModel* device = nullptr;
  std::uint32_t bank_bytes = 4;
};

struct LayoutQuestion {
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;  // elements
  std::uint32_t element_bytes = 4;
  /// A swizzle is made of the bits of the row's number within its plane, and a plane may have rows behind it; 0: the
  /// array is one.
  std::uint64_t rows_of_plane = 0;
  bool may_transpose = false;       // the array has two dimensions
  std::uint32_t most_padding = 64;  // elements: more than two rows of banks say nothing new
  Dim3 block = {32, 1, 1};          // that the accesses are those of
  std::vector<LayoutAccess> accesses{};
  std::vector<LayoutMachine> machines{};
};

struct LayoutCost {
  std::uint64_t wavefronts = 0;  // of all requests
  std::uint64_t ideal = 0;
};

struct LayoutPrice {
  SharedLayout layout;
  std::uint64_t bytes = 0;          // of the array
  std::vector<LayoutCost> costs{};  // by access, then machine

  /// Wavefronts above the ideal.
  [[nodiscard]] std::uint64_t excess() const;
  [[nodiscard]] std::uint64_t wavefronts() const;
};

struct LayoutAnswer {
  LayoutPrice declared;
  std::optional<LayoutPrice> padded;        // the smallest of those that cost least; nothing: none costs less
  std::optional<LayoutPrice> swizzled;      // the simplest of those
  std::optional<LayoutPrice> transposed{};  // where it costs less
  std::optional<LayoutPrice> in_words{};    // likewise, each of the narrow elements in a word of its own
  std::uint64_t tried = 0;                  // layouts
  std::uint64_t swizzles = 0;               // of them

  /// Whether one of the layouts has no bank conflict.
  [[nodiscard]] bool is_free() const;
  /// Wavefronts above the ideal of the one that has fewest.
  [[nodiscard]] std::uint64_t least_excess() const;
};

/// What rows with `from` elements behind them cost, or more, rows with `every` elements more cost as well. Who is
/// served with whom follows from where addresses lie within a pass of all banks (128 bytes; 64 with 16 banks, 256 with
/// banks of 8 bytes), and from who asks for the same of these: elements of different rows never do from `from` on. So
/// the paddings below `from` + `every` are all that there are.
struct PaddingPeriod {
  std::uint32_t from = 0;
  std::uint32_t every = 0;
};
[[nodiscard]] PaddingPeriod padding_period(const LayoutQuestion& question);

/// Whether the exchanged columns stay within their rows, of an array with so many rows in a plane and so many columns.
[[nodiscard]] bool fits(const SharedLayout& layout, std::uint64_t rows, std::uint64_t columns);

/// The same request in another layout. Nothing where it would no longer be aligned, or its elements no longer be
/// neighbours.
[[nodiscard]] std::optional<LayoutRequest> moved(const LayoutQuestion& question, const SharedLayout& layout,
                                                 LayoutRequest request);

/// As the machine is asked; borrows the addresses.
[[nodiscard]] arch::SharedRequest request_of(const LayoutRequest& request);

/// What it takes, all rounds of an atomic that is a loop there.
[[nodiscard]] arch::Wavefronts wavefronts_of(const arch::SharedMemory& memory, const LayoutRequest& request);

/// Nothing where one of the accesses cannot be made there.
[[nodiscard]] std::optional<LayoutPrice> price(const LayoutQuestion& question, const SharedLayout& layout);

[[nodiscard]] LayoutAnswer search_layouts(const LayoutQuestion& question);

}  // namespace warpglass::analysis
