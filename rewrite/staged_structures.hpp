// Structures that a block's threads take one by one, and how the source reads when the block takes their words side by
// side: it copies them through shared memory, neighbouring threads neighbouring words, and each thread finds its own
// structure there, leaves it there, or changes it there. From clang's syntax tree. Only what computes the same is
// edited: all threads come to the barrier, the index and the conditions around it are made of numbers that any thread
// can work out, and nothing that is stored meanwhile could be seen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/block_words.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct StagedStructure {
  /// Where an element is taken, up to the end of the member that is named.
  struct Place {
    std::uint32_t line = 0;
    std::uint32_t first_column = 0;
    std::uint32_t last_column = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  SourcePosition where;  // of the first element
  std::vector<Place> places;
  std::string memory;  // "points"
  bool stores = false;
  bool loads = true;  // both: they are changed in place
  std::vector<Edit> edits;
  std::string obstacle;  // why it is not edited; empty: it is

  friend bool operator==(const StagedStructure&, const StagedStructure&) = default;
};

/// Of kernels with such blocks: for each pointer among the parameters and each index, the elements that threads take.
[[nodiscard]] std::vector<StagedStructure> staged_structures(const std::vector<Node>& trees, const FileText& text,
                                                             const StructureBlock& block);

}  // namespace warpglass::rewrite
