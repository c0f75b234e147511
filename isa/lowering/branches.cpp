// Seen in the machine code of ptxas 13.0.88 for sm_90: a branch around up to 8 instructions, or between two ways of up
// to 8 and 7, is gone, and its instructions are predicated: they are issued for the whole warp, with the lanes that the
// branch would have sent there taking part. Atomics, calls, divisions that call a routine, exchanges between lanes and
// other branches are not predicated; barriers of a block are, which is not followed here. Nor is what waits there for a
// load from global memory; but where the first of two ways does, both are, of up to 24 instructions and perhaps more.
#include <algorithm>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kMostAround = 8;
constexpr std::uint32_t kMostLongerWay = 8;
constexpr std::uint32_t kMostShorterWay = 7;
constexpr std::uint32_t kMostWaiting = 24;  // each way, where the first waits for a load
constexpr std::uint32_t kOfDivision = 20;   // of integers: about so many instructions

class Branches {
 public:
  explicit Branches(Draft& draft) : draft_(draft), flow_(draft.input.flow) {}

  /// From the end, because what is behind a branch may be one block of the machine with more.
  void run() {
    for (std::uint32_t b = static_cast<std::uint32_t>(flow_.blocks.size()); b-- > 0;) {
      if (flow_.blocks[b].ends != BlockEnd::branches || flow_.successors.of(b).size() != 2) continue;
      if (draft_.input.effects[flow_.blocks[b].end - 1].does != sim::Does::branches) continue;
      const auto successors = flow_.successors.of(b);
      const std::uint32_t next = b + 1;
      const std::uint32_t far = successors[0] == next ? successors[1] : successors[0];
      if (next >= flow_.blocks.size()) continue;
      const std::uint32_t near = behind_jump(next, b);
      if (near == far) continue;
      if (near == next && is_way(near, b) && flow_.successors.of(near)[0] == far) {
        if (around(near, far)) predicate(b, {near});
      } else if (near != next && is_way(far, b) && flow_.successors.of(far)[0] == near) {
        if (around(far, near)) predicate(b, {next, far});
      } else if (is_way(near, near == next ? b : next) && is_way(far, b) &&
                 flow_.successors.of(near)[0] == flow_.successors.of(far)[0] && fits(near, far)) {
        if (near == next)
          predicate(b, {near, far});
        else
          predicate(b, {next, near, far});
      }
    }
  }

 private:
  static bool jumps(const FlowBlock& block) { return block.ends == BlockEnd::jumps; }

  /// Where a block that is but a jump leads to; of another, itself.
  [[nodiscard]] std::uint32_t behind_jump(std::uint32_t block, std::uint32_t from) const {
    const FlowBlock& of = flow_.blocks[block];
    const bool only_jumps = jumps(of) && of.end == of.begin + 1 && comes_from(block, from);
    return only_jumps ? flow_.successors.of(block)[0] : block;
  }

  /// Whether one way with nothing on the other becomes predicates.
  [[nodiscard]] bool around(std::uint32_t way, std::uint32_t behind) const {
    return size_of(way) <= kMostAround && !waits_for_load(way, false, behind);
  }

  [[nodiscard]] bool comes_from(std::uint32_t block, std::uint32_t from) const {
    const auto before = draft_.predecessors.of(block);
    return before.size() == 1 && before[0] == from;
  }

  /// A block that only `from` leads to and that leads to one other, of instructions that can be predicated.
  [[nodiscard]] bool is_way(std::uint32_t block, std::uint32_t from) const {
    const FlowBlock& way = flow_.blocks[block];
    if (!comes_from(block, from) || flow_.successors.of(block).size() != 1) return false;
    if (way.begin == way.end || (way.ends != BlockEnd::falls && !jumps(way))) return false;
    for (std::uint32_t i = way.begin; i < end_of(way); ++i) {
      if (!can_be_predicated(i)) return false;
    }
    return true;
  }

  static std::uint32_t end_of(const FlowBlock& way) { return way.end - (jumps(way) ? 1 : 0); }

  static bool is_division(const sim::Effects& effects) {
    return effects.algebra == sim::Algebra::quotient && effects.type.is_integer();
  }

  [[nodiscard]] std::uint32_t size_of(std::uint32_t block) const {
    const FlowBlock& way = flow_.blocks[block];
    std::uint32_t count = 0;
    for (std::uint32_t i = way.begin; i < end_of(way); ++i)
      count += is_division(draft_.input.effects[i]) ? kOfDivision
                                                    : std::max(1u, draft_.result.instructions[i].instructions());
    return count;
  }

  [[nodiscard]] bool fits(std::uint32_t near, std::uint32_t far) const {
    const auto [shorter, longer] = std::minmax({size_of(near), size_of(far)});
    if (waits_for_load(std::min(near, far), false)) return longer <= kMostWaiting;
    return longer <= kMostLongerWay && shorter <= kMostShorterWay && !waits_for_load(std::max(near, far), true);
  }

  /// Whether something on the way needs what a load from global memory there brings.
  /// \param stores_may  stores of it do not count
  /// \param behind  a block that is executed behind it in any case: what is loaded there is loaded for both
  [[nodiscard]] bool waits_for_load(std::uint32_t block, bool stores_may, std::uint32_t behind = kNoBlock) const {
    const FlowBlock& way = flow_.blocks[block];
    for (std::uint32_t i = way.begin; i < end_of(way); ++i) {
      if (draft_.input.effects[i].does != sim::Does::loads || !draft_.input.effects[i].reads.has(sim::Space::global))
        continue;
      const sim::Lowered how = draft_.result.instructions[i].how;
      if (how == sim::Lowered::redundant || how == sim::Lowered::unused || is_loaded_in(behind, i)) continue;
      for (const RegisterUse& use : draft_.uses.of(i)) {
        if (use.kind == RegisterUse::Kind::read) continue;
        for (const std::uint32_t reader : draft_.uses.readers(use.index)) {
          if (flow_.block_of[reader] != block || reader <= i || !draft_.wanted.stays[reader]) continue;
          if (!stores_may || draft_.input.effects[reader].does != sim::Does::stores) return true;
        }
      }
    }
    return false;
  }

  /// Whether the same is loaded in a block, or in one that is executed behind it in any case.
  [[nodiscard]] bool is_loaded_in(std::uint32_t block, std::uint32_t load) const {
    const std::uint32_t index = draft_.access_of[load];
    if (index == UseIndex::kNone) return false;
    const PlacedAccess& one = draft_.accesses[index];
    for (; block < flow_.blocks.size(); block = draft_.join_of(block)) {
      for (std::uint32_t i = flow_.blocks[block].begin; i < flow_.blocks[block].end; ++i) {
        if (draft_.access_of[i] == UseIndex::kNone) continue;
        const PlacedAccess& other = draft_.accesses[draft_.access_of[i]];
        const bool same_place = one.place.root == other.place.root && one.place.offset == other.place.offset;
        if (!other.access.store && same_place && one.access.space == other.access.space) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool can_be_predicated(std::uint32_t instruction) const {
    if (draft_.function().instructions[instruction].guard >= 0) return false;
    const sim::Effects& effects = draft_.input.effects[instruction];
    const bool memory =
        effects.does == sim::Does::loads || effects.does == sim::Does::stores || effects.does == sim::Does::hints;
    return memory || (!sim::crosses_lanes(effects) && !sim::is_lasting(effects) && !effects.calls_routine);
  }

  void predicate(std::uint32_t block, std::initializer_list<std::uint32_t> ways) {
    draft_.lowering(flow_.blocks[block].end - 1).how = sim::Lowered::predicated;
    for (const std::uint32_t way : ways) {
      draft_.result.issue_blocks[way] = block;
      if (jumps(flow_.blocks[way])) draft_.lowering(flow_.blocks[way].end - 1).how = sim::Lowered::predicated;
    }
  }

  Draft& draft_;
  const ControlFlow& flow_;
};

}  // namespace

void lower_branches(Draft& draft) { Branches(draft).run(); }

}  // namespace warpglass::isa
