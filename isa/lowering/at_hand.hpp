// Which accesses' words are still what memory holds, at the beginning of each block: those that every way to it has
// passed with nothing since that may have changed the memory. An access that is on every way stands before the block
// on all of them, so that what it read or wrote may be used again, and what lies beside it read along with it.
//
// At the beginning of a loop the assembler forgets each memory that anything in the function changes, even where
// nothing in the loop does (nvcc 13.0.88; `across_branches`).
#pragma once

#include <cstdint>
#include <vector>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {

/// A set of indices into Draft::accesses.
class AccessSet {
 public:
  explicit AccessSet(std::size_t size, bool full = false) : words_((size + 63) / 64, full ? ~std::uint64_t{0} : 0) {}

  void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  [[nodiscard]] bool contains(std::uint32_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  void remove(const AccessSet& other);
  /// Keeps what is in both; whether that took something away.
  bool keep(const AccessSet& other);

 private:
  std::vector<std::uint64_t> words_;
};

class AtHand {
 public:
  explicit AtHand(const Draft& draft);

  [[nodiscard]] const AccessSet& at_begin(std::uint32_t block) const { return begin_[block]; }
  /// Moves a set over an instruction.
  void pass(std::uint32_t instruction, AccessSet& set) const;
  /// Blocks, each behind all that every way to it has to pass.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  void find_order();
  void find_sets();
  void forget(const Changes& changes, AccessSet& set) const;

  const Draft& draft_;
  AccessSet shared_, global_, local_, read_only_;  // accesses of each memory
  std::vector<AccessSet> begin_;
  std::vector<std::uint32_t> order_;
};

}  // namespace warpglass::isa
