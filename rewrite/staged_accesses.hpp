// Accesses of a kernel's threads that lie along a column, and how the source reads when the block takes them through a
// tile in shared memory: each thread does the access of the thread that has its place in the other order of the block,
// and leaves the element in the tile, or finds it there. From clang's syntax tree. Only what computes the same is
// edited: the address and the conditions are made of numbers that any thread can work out, all threads of the block
// come to the barrier, and the kernel stores at this place alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Blocks of columns x rows threads, both more than one.
struct BlockShape {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  /// How many elements of so many bytes a row of the tile takes, unused ones among them.
  std::function<std::uint32_t(std::uint32_t element_bytes)> pitch;
  std::function<std::uint32_t(std::uint32_t element_bytes)> square_pitch;  // of a tile of columns x columns
};

struct StagedAccess {
  SourcePosition where;              // of the assignment, or of the element that is loaded
  std::vector<std::uint32_t> lines;  // of it
  std::string memory;                // "out"
  std::string tile;                  // "tile[32][33]"
  bool stores = false;
  std::vector<Edit> edits;
  std::string obstacle;  // why it is not edited; empty: it is
  // Where the block's rows are less than a sector along a column, and a loop takes it down a square:
  std::string square_tile = {};
  std::vector<Edit> square_edits = {};

  friend bool operator==(const StagedAccess&, const StagedAccess&) = default;
};

/// Of kernels that are launched with blocks of this shape: every element that is stored or loaded, whether that is
/// worth it or not.
[[nodiscard]] std::vector<StagedAccess> staged_accesses(const std::vector<Node>& trees, const FileText& text,
                                                        const BlockShape& shape);

}  // namespace warpglass::rewrite
