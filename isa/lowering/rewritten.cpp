// Of two stores to one place the first is executed after all where, behind them in the block of the machine, a load
// from that memory comes and then one more store to the place: seen beside an H200 (programs/rewritten.cu,
// h200/random3).
#include <algorithm>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

class Rewritten {
 public:
  explicit Rewritten(Draft& draft) : draft_(draft), flow_(draft.input.flow) {}

  void run() {
    for (const PlacedAccess& placed : draft_.accesses) {
      sim::Lowering& lowering = draft_.lowering(placed.access.instruction);
      if (lowering.how == sim::Lowered::overwritten && is_written_behind_a_load(placed))
        lowering.how = sim::Lowered::as_written;
    }
  }

 private:
  [[nodiscard]] bool is_written_behind_a_load(const PlacedAccess& placed) const {
    std::uint32_t i = placed.access.instruction + 1;
    bool is_read = false;
    for (std::uint32_t block = flow_.block_of[placed.access.instruction]; block != kNoBlock;
         block = next_of_machine(block)) {
      for (i = std::max(i, flow_.blocks[block].begin); i < flow_.blocks[block].end; ++i) {
        if (is_read && stores_to(placed, i)) return true;
        is_read = is_read || draft_.reads_memory(i, placed.access.space);
      }
    }
    return false;
  }

  [[nodiscard]] bool stores_to(const PlacedAccess& placed, std::uint32_t i) const {
    if (draft_.access_of[i] == UseIndex::kNone) return false;
    const PlacedAccess& other = draft_.accesses[draft_.access_of[i]];
    return other.access.store && other.access.space == placed.access.space && other.place.root == placed.place.root &&
           other.place.offset == placed.place.offset;
  }

  /// What comes behind a block of the text in the same block of the machine: the next way of a predicated branch, or
  /// where its ways meet.
  [[nodiscard]] std::uint32_t next_of_machine(std::uint32_t block) const {
    const std::uint32_t head = draft_.result.issue_blocks[block];
    for (const std::uint32_t way : draft_.ways_of(head)) {
      if (way > block) return way;
    }
    return draft_.join_of(head);
  }

  Draft& draft_;
  const ControlFlow& flow_;
};

}  // namespace

void keep_rewritten_stores(Draft& draft) { Rewritten(draft).run(); }

}  // namespace warpglass::isa
