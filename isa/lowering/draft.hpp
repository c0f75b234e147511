// A function on its way through the rules: what is known of it, and what has been decided so far.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isa/lowering/addresses.hpp"
#include "isa/lowering/lowering.hpp"
#include "isa/lowering/memory_access.hpp"
#include "isa/lowering/values.hpp"
#include "isa/use_index.hpp"

namespace warpglass::isa {

/// A plain load or store with its place.
struct PlacedAccess {
  MemoryAccess access;
  Place place;
  std::vector<bool> wanted;     // by unit: stored, or read by an instruction that stays
  std::vector<unsigned> parts;  // by unit of 4 bytes: the parts of 16 bits that are read, parts_read.hpp; empty: all

  /// Bytes from a unit's begin to the half of it that alone is read; nothing where both are.
  [[nodiscard]] std::optional<std::uint32_t> half_of(std::size_t unit) const {
    if (access.unit_bytes != 4 || parts.empty() || (parts[unit] != 1 && parts[unit] != 2)) return std::nullopt;
    return parts[unit] == 1 ? 0 : 2;
  }
  [[nodiscard]] std::int64_t offset_of(std::size_t unit) const {
    return place.offset + static_cast<std::int64_t>(unit * access.unit_bytes);
  }
};

struct Draft {
  explicit Draft(const LoweringInput& input);

  const LoweringInput& input;
  UseIndex uses;
  Values values;
  std::vector<Changes> changes;          // by instruction
  std::vector<std::uint32_t> access_of;  // by instruction: index into accesses, or UseIndex::kNone
  std::vector<PlacedAccess> accesses;    // in text order
  Wanted wanted;                         // what somebody reads, once find_unused() has found out
  // By index into accesses: others whose words come with it, or that find what it has loaded at hand, once
  // lower_loads() has found out.
  std::vector<std::vector<std::uint32_t>> served;
  LoweredFunction result;
  Graph predecessors;  // of blocks

  /// Whether a block ends in a branch that has become predicates, once lower_branches() has found out.
  [[nodiscard]] bool is_predicated(std::uint32_t block) const;
  /// The blocks that such a branch leads to, in text order, those that are but jumps among them; none of others.
  [[nodiscard]] std::vector<std::uint32_t> ways_of(std::uint32_t block) const;
  /// Where both ways of such a branch meet, if nobody else comes there, and it is no way itself: one block of the
  /// machine with them. kNoBlock of others.
  [[nodiscard]] std::uint32_t join_of(std::uint32_t block) const;

  /// Whether somebody who stays reads what an instruction leaves in an operand, or in any of its registers.
  [[nodiscard]] bool wants_result(std::uint32_t instruction, const ptx::Operand& element) const;
  [[nodiscard]] bool wants_any_result(std::uint32_t instruction) const;

  /// Whether an instruction may read what was stored in that memory before. Loads do not that are not executed, or that
  /// no store is taken to change.
  [[nodiscard]] bool reads_memory(std::uint32_t instruction, sim::Space space) const;

  [[nodiscard]] sim::Lowering& lowering(std::uint32_t instruction) { return result.instructions[instruction]; }
  [[nodiscard]] const ptx::Function& function() const { return input.function; }
};

/// A word of a window, and the access that asks for it.
struct WindowWord {
  std::int64_t offset = 0;  // from the root
  std::uint32_t asker = 0;  // index into Draft::accesses
};

/// The widest aligned window that an access at this place may become part of, as its first offset and size: of 16 or 8
/// bytes where its address is known well enough; of its own size otherwise.
struct Window {
  std::int64_t begin = 0;
  std::uint32_t bytes = 0;
};
[[nodiscard]] Window window_of(const PlacedAccess& access, std::size_t unit, std::uint32_t largest = 16);

/// halves.cpp: whether what a load of 2 bytes leaves may lie beside another value in one register.
[[nodiscard]] bool stays_half(const Draft& draft, const PlacedAccess& placed, std::size_t unit);

// The rules, one file each.

/// unused.cpp: loads whose values nobody reads are not executed; of vectors, only the elements that somebody reads.
void find_unused(Draft& draft);
/// alignment.cpp: an access of 8 or 16 bytes proves that other addresses of its block with the same root are aligned.
void learn_alignment(Draft& draft);
/// loads.cpp: loads of what is at hand vanish; loads of neighbouring words become one.
void lower_loads(Draft& draft);
/// matrix_loads.cpp: matrix loads that nobody reads, or that have been made.
void lower_matrix_loads(Draft& draft);
/// stores.cpp: stores to neighbouring words become one; of two to one place the first vanishes.
void lower_stores(Draft& draft);
/// local_arrays.cpp: small arrays of a thread that are kept in registers.
void keep_local_arrays(Draft& draft);
/// rewritten.cpp: of two stores to one place the first stays after all where more such comes behind them.
void keep_rewritten_stores(Draft& draft);
/// atomics.cpp: unused results, additions of 1, one address for the whole warp.
void lower_atomics(Draft& draft);
/// branches.cpp: branches around few instructions become predicates.
void lower_branches(Draft& draft);

/// sinking.cpp: loads that only one way of a branch needs are made behind it, what only a guarded last store needs in
/// front of that (tail.hpp).
void sink_loads(Draft& draft);
/// both_ways.cpp: of equal loads on both ways of a branch that became predicates, or on one and behind it, one is made.
void join_both_ways(Draft& draft);
/// selections.cpp: of two loaded values of which one is chosen, the second is loaded by the lanes that choose it.
void guard_chosen_loads(Draft& draft);
/// folding.cpp: products and shifts that become part of additions.
void fold_into_additions(Draft& draft);

/// Into the order that LoweredFunction states.
void sort_moves(LoweredFunction& function);

/// Sets what an access is executed as; accesses that stay as they are keep Lowered::as_written.
/// \param otherwise  what it is when it makes no access of its own
void set_accesses(Draft& draft, const PlacedAccess& access, std::vector<sim::MachineAccess> made,
                  sim::Lowered otherwise);

}  // namespace warpglass::isa
