// Where the user's source launches kernels, and what is to be edited for other blocks: the numbers that a block is made
// of, and those of the grid that belong to them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// A number that stands in the source.
struct WrittenNumber {
  std::uint64_t value = 0;
  Span span;
  bool is_shared = false;  // of a constant or a macro outside of the function: others may use it

  friend bool operator==(const WrittenNumber&, const WrittenNumber&) = default;
};

/// x, y or z of a block.
struct BlockExtent {
  std::optional<WrittenNumber> number;  // nothing: it is not written, and is 1
  bool grid_follows = false;            // the grid's x, y or z is computed from it
  std::vector<Span> in_grid;            // numbers of the grid that are the extent
  std::vector<Span> less_one_in_grid;   // that are one less: `(n + 255) / 256`
  bool rounds_down = false;  // the grid leaves a rest out: `n / 256`, of an n that is no number in the source

  [[nodiscard]] std::uint64_t value() const { return number ? number->value : 1; }
  friend bool operator==(const BlockExtent&, const BlockExtent&) = default;
};

struct KernelLaunch {
  std::string kernel;  // its name without namespaces; empty: a pointer tells which
  SourcePosition where;
  std::array<BlockExtent, 3> block;
  std::string obstacle;  // why nothing is known of its block; empty: it is known

  friend bool operator==(const KernelLaunch&, const KernelLaunch&) = default;
};

/// A place of a kernel that is right for one size of the block only: `blockIdx.x * 16`.
struct CountedBlock {
  SourcePosition where;
  std::size_t dimension = 0;  // 0 to 2
  WrittenNumber number;

  friend bool operator==(const CountedBlock&, const CountedBlock&) = default;
};

/// The variable of this name that is declared outside of functions; nullptr where there is none, or more than one.
using OuterVariables = std::function<const Node*(const std::string& name)>;

/// Each place once, however many functions a template makes of it.
/// \param trees  of the functions that functions_with_launches() names (function_names.hpp)
[[nodiscard]] std::vector<KernelLaunch> kernel_launches(const std::vector<Node>& trees, const OuterVariables& outer);

/// Where this kernel takes the block's number as often as a number in the source says.
/// \param trees  of the kernel, by name; there may be others among them
[[nodiscard]] std::vector<CountedBlock> counted_blocks(const std::vector<Node>& trees, const std::string& kernel,
                                                       const OuterVariables& outer);

/// A variable of this name among these trees themselves.
[[nodiscard]] const Node* outer_variable(const std::vector<Node>& trees, const std::string& name);

/// Why the launch cannot have another extent in this dimension, 0 to 2; empty: it can.
[[nodiscard]] std::string obstacle_to_extent(const KernelLaunch& launch, std::size_t dimension);

/// What makes the launch's block this one.
/// \param extents  only those are other ones which can be
[[nodiscard]] std::vector<Edit> with_block(const KernelLaunch& launch, const std::array<std::uint64_t, 3>& extents);

}  // namespace warpglass::rewrite
