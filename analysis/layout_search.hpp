// Which layout of a shared array serves several accesses to it without bank conflicts: rows padded by some elements, or
// columns exchanged within their row by an exclusive or (a swizzle). Every candidate is priced for every warp of the
// block on every machine, so that what is proposed is proved for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/bank_study.hpp"
#include "arch/device_model.hpp"

namespace warpglass::analysis {

/// Where element (row, column) of a two-dimensional array lies; rows are all dimensions but the last.
struct SharedLayout {
  std::uint32_t padding = 0;  // elements behind each row
  // The column of row r is column ^ (((r >> shift) & mask) << unit); nothing is exchanged where the mask is 0.
  std::uint32_t shift = 0;
  std::uint32_t mask = 0;
  std::uint32_t unit = 0;

  [[nodiscard]] bool is_swizzled() const { return mask != 0; }
};

/// One of the accesses to the array.
struct LayoutAccess {
  std::string title;
  std::uint32_t bytes = 4;                                // a lane
  std::vector<std::optional<std::uint64_t>> addresses{};  // byte offsets as declared, one a thread; nothing: no part
};

/// A machine in one of its modes.
struct LayoutMachine {
  const arch::DeviceModel* device = nullptr;
  std::uint32_t bank_bytes = 4;
};

struct LayoutQuestion {
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;  // elements
  std::uint32_t element_bytes = 4;
  arch::SharedAccess access = arch::SharedAccess::load;
  Dim3 block = {32, 1, 1};
  std::vector<LayoutAccess> accesses{};
  std::vector<LayoutMachine> machines{};
};

struct LayoutCost {
  std::uint64_t wavefronts = 0;  // of all warps of the block
  std::uint64_t ideal = 0;
};

struct LayoutPrice {
  SharedLayout layout;
  std::uint64_t bytes = 0;          // of the array
  std::vector<LayoutCost> costs{};  // by access, then machine

  /// Wavefronts above the ideal.
  [[nodiscard]] std::uint64_t excess() const;
};

struct LayoutAnswer {
  LayoutPrice declared;
  std::optional<LayoutPrice> padded;    // the least padding of those that cost least; nothing: none costs less
  std::optional<LayoutPrice> swizzled;  // the simplest of those
  std::uint64_t tried = 0;              // layouts
};

[[nodiscard]] LayoutAnswer search_layouts(const LayoutQuestion& question);

}  // namespace warpglass::analysis
