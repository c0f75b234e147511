// Seen in the machine code of nvcc 13.0.88 for sm_90: a branch around up to 8 instructions, or between two ways of up
// to 7, is gone, and its instructions are predicated: they are issued for the whole warp, with the lanes that the
// branch would have sent there taking part. Atomics, calls, divisions that call a routine, barriers and other
// branches are not predicated.
#include <algorithm>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kMostAround = 8;
constexpr std::uint32_t kMostEachWay = 7;

class Branches {
 public:
  explicit Branches(Draft& draft)
      : draft_(draft), flow_(draft.input.flow), predecessors_(flow_.successors.reversed()) {}

  void run() {
    for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      if (flow_.blocks[b].ends != BlockEnd::branches || flow_.successors.of(b).size() != 2) continue;
      if (draft_.input.effects[flow_.blocks[b].end - 1].does != sim::Does::branches) continue;
      const auto successors = flow_.successors.of(b);
      const std::uint32_t near = b + 1;
      const std::uint32_t far = successors[0] == near ? successors[1] : successors[0];
      if (near >= flow_.blocks.size()) continue;
      if (is_way(near, b, kMostAround) && flow_.successors.of(near)[0] == far) {
        predicate(b, {near});
      } else if (is_way(near, b, kMostEachWay) && is_way(far, b, kMostEachWay) &&
                 flow_.successors.of(near)[0] == flow_.successors.of(far)[0]) {
        predicate(b, {near, far});
      }
    }
  }

 private:
  static bool jumps(const FlowBlock& block) { return block.ends == BlockEnd::jumps; }

  /// A block that only `from` leads to and that leads to one other, of few instructions that can be predicated.
  [[nodiscard]] bool is_way(std::uint32_t block, std::uint32_t from, std::uint32_t most) const {
    const FlowBlock& way = flow_.blocks[block];
    const auto before = predecessors_.of(block);
    if (before.size() != 1 || before[0] != from || flow_.successors.of(block).size() != 1) return false;
    if (way.begin == way.end || (way.ends != BlockEnd::falls && !jumps(way))) return false;
    std::uint32_t count = 0;
    for (std::uint32_t i = way.begin; i < way.end - (jumps(way) ? 1 : 0); ++i) {
      if (!can_be_predicated(i)) return false;
      count += std::max(1u, draft_.result.instructions[i].instructions());
    }
    return count <= most;
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
  Graph predecessors_;
};

}  // namespace

void lower_branches(Draft& draft) { Branches(draft).run(); }

}  // namespace warpglass::isa
