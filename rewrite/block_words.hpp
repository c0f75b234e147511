// Structures in shared memory, in words that the threads of a block move side by side: how the source reads.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rewrite/function_variables.hpp"
#include "rewrite/grid_loop.hpp"
#include "rewrite/statement_path.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Blocks of one dimension, and the structures that they take.
struct StructureBlock {
  std::uint32_t threads = 0;
  std::uint32_t words = 0;  // of a structure, of four bytes each
  std::uint32_t pitch = 0;  // from one to the next in shared memory, in words
};

/// What the threads of the block have there, by the number of their word.
class BlockWords {
 public:
  /// \param variables, text  of the kernel, and of its file; outlive this
  /// \param type   of a structure
  /// \param taken  names that are not free; names that are made are added
  BlockWords(const StructureBlock& block, const FunctionVariables& variables, const std::string& text,
             const std::string& type, std::set<std::string>& taken);

  /// Of the array.
  [[nodiscard]] std::string declaration() const;

  /// The thread's own structure.
  [[nodiscard]] std::string own(bool constant) const;

  /// The loop in which the block moves the words of an element: from memory, or to memory. Nothing where a macro writes
  /// a part of it.
  /// \param path  to the element
  /// \param loop  that it stands in; nullptr: in none
  [[nodiscard]] std::optional<std::vector<std::string>> moved(const Node& element, const StatementPath& path,
                                                              const GridLoop* loop, bool to_memory) const;

 private:
  StructureBlock block_;
  const FunctionVariables& variables_;
  const std::string& text_;
  std::string type_;
  std::set<std::string> taken_;  // what else is made stands in the loop
  std::string memory_;           // the array of shared memory
  std::string owner_;            // of a word: the thread
  std::string word_;             // its number
  std::string place_;            // of the word in the array
};

}  // namespace warpglass::rewrite
