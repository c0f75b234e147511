// Matrix loads (ldmatrix, wmma.load) of which no result is read are not executed, and of two from one place with
// nothing between that may change the memory the second is not. Recorded: h200/random2, unrolled loops that fetch a
// fragment again; a loop that stays one fetches it in every round.
#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using Words = std::span<const std::string_view>;

bool has(Words words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

/// The same words; or fragments of A and B that lie alike in registers: in a product of 16 by 16 by 16 elements of 16
/// bits the columns of one are the rows of the other. Matrix loads, of which the machine has some for shared memory
/// alone, differ all the same. Recorded: h200/random2, one matrix loaded as both.
bool are_alike(Words x, Words y) {
  if (x.size() != y.size()) return false;
  const bool square = !has(x, "shared") && has(x, "m16n16k16") && (has(x, "f16") || has(x, "bf16"));
  bool other_factor = false;
  bool other_layout = false;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] == y[k]) continue;
    const std::array<std::string_view, 2> both{x[k], y[k]};
    if (square && has(both, "a") && has(both, "b")) {
      other_factor = true;
    } else if (square && has(both, "row") && has(both, "col")) {
      other_layout = true;
    } else {
      return false;
    }
  }
  return other_factor == other_layout;
}

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
    if (!draft_.wants_any_result(i)) {
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

  /// Sources that are registers which nothing has written since, or equal constants.
  [[nodiscard]] bool are_the_same(std::uint32_t i, std::uint32_t other) const {
    const ptx::Function& function = draft_.function();
    if (!are_alike(function.words_of(function.instructions[i]), function.words_of(function.instructions[other])))
      return false;
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
