// Matrix loads (ldmatrix, wmma.load) of which no result is read are not executed, and of two from one place with
// nothing between that may change the memory the second is not. Recorded: h200/random2, unrolled loops that fetch a
// fragment again; a loop that stays one fetches it in every round.
#include <algorithm>
#include <vector>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;

class MatrixLoads {
 public:
  explicit MatrixLoads(Draft& draft) : draft_(draft) {}

  void run() {
    for (const FlowBlock& block : draft_.input.flow.blocks) {
      made_.clear();
      for (std::uint32_t i = block.begin; i < block.end; ++i) pass(i);
    }
  }

 private:
  void pass(std::uint32_t i) {
    const sim::Effects& effects = draft_.input.effects[i];
    if (effects.does == sim::Does::loads_matrix) {
      take(i);
      return;
    }
    const sim::Spaces changed = sim::may_change(effects);
    std::erase_if(made_, [&](std::uint32_t other) {
      const sim::Spaces reads = draft_.input.effects[other].reads;
      return (changed.has(sim::Space::shared) && reads.has(sim::Space::shared)) ||
             (changed.has(sim::Space::global) && reads.has(sim::Space::global));
    });
  }

  void take(std::uint32_t i) {
    if (!is_wanted(i)) {
      draft_.lowering(i).how = sim::Lowered::unused;
      return;
    }
    if (draft_.function().instructions[i].guard >= 0) return;
    const bool again =
        std::any_of(made_.begin(), made_.end(), [&](std::uint32_t other) { return are_the_same(i, other); });
    if (again) {
      draft_.lowering(i).how = sim::Lowered::redundant;
    } else {
      made_.push_back(i);
    }
  }

  [[nodiscard]] bool is_wanted(std::uint32_t i) const {
    const auto uses = draft_.uses.of(i);
    return std::any_of(uses.begin(), uses.end(), [&](const RegisterUse& use) {
      return use.kind != RegisterUse::Kind::read && draft_.register_wanted[use.index];
    });
  }

  /// The same words, and sources that are registers which nothing has written since, or equal constants.
  [[nodiscard]] bool are_the_same(std::uint32_t i, std::uint32_t other) const {
    const ptx::Function& function = draft_.function();
    const auto words = function.words_of(function.instructions[i]);
    const auto others = function.words_of(function.instructions[other]);
    if (!std::equal(words.begin(), words.end(), others.begin(), others.end())) return false;
    const auto x = function.operands_of(function.instructions[i]);
    const auto y = function.operands_of(function.instructions[other]);
    if (x.size() != y.size()) return false;
    for (std::size_t k = 1; k < x.size(); ++k) {
      if (!same(x[k], y[k], other, i)) return false;
    }
    return true;
  }

  [[nodiscard]] bool same(const ptx::Operand& x, const ptx::Operand& y, std::uint32_t from, std::uint32_t to) const {
    if (x.kind != y.kind || x.index != y.index || x.bits != y.bits || x.name != y.name ||
        x.child_count != y.child_count)
      return false;
    if (x.kind == Kind::reg) {
      const auto writers = draft_.uses.writers(x.index);
      return std::none_of(writers.begin(), writers.end(),
                          [&](std::uint32_t writer) { return writer > from && writer < to; });
    }
    const auto xs = draft_.function().children_of(x);
    const auto ys = draft_.function().children_of(y);
    for (std::size_t k = 0; k < xs.size(); ++k) {
      if (!same(xs[k], ys[k], from, to)) return false;
    }
    return true;
  }

  Draft& draft_;
  std::vector<std::uint32_t> made_;  // in this block, their memory as it was
};

}  // namespace

void lower_matrix_loads(Draft& draft) { MatrixLoads(draft).run(); }

}  // namespace warpglass::isa
