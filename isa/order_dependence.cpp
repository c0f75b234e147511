#include "isa/order_dependence.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace warpglass::isa {
namespace {

using sim::Does;
using sim::Varies;

constexpr int kMaxOrderSweeps = 100;

/// Special registers that say when, or where, a warp runs.
bool tells_the_time(std::string_view name) {
  static constexpr std::array<std::string_view, 4> kNames{"%clock", "%globaltimer", "%smid", "%warpid"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// An atomic of which there is no instruction: a loop around a compare-and-swap, which goes round again when another
/// warp was quicker (recorded: h200/facts/shared_float_atomics.tsv, and triton/ for halves in global memory).
bool retries(const sim::Effects& effects) {
  using Operation = sim::AtomicOperation;
  if (!effects.is_atomic() || effects.elements != 1) return false;
  const bool swaps = effects.atomic == Operation::exchange || effects.atomic == Operation::compare_and_swap;
  const bool is_short = effects.type.bits == 16 && effects.type.count == 1;
  const bool in_shared = effects.writes.has(sim::Space::shared) &&
                         (effects.type.is_floating() || is_short || (effects.type.bits == 64 && !swaps));
  return in_shared || (effects.writes.has(sim::Space::global) && is_short);
}

class OrderSearch {
 public:
  OrderSearch(const ptx::Function& function, const ControlFlow& flow, std::span<const sim::Effects> effects,
              std::span<const RegisterUse> uses)
      : function_(function),
        flow_(flow),
        effects_(effects),
        uses_(uses, function.instructions.size()),
        varying_(uses_.register_count(), false),
        unsure_(flow.blocks.size(), false),
        found_(function.instructions.size(), Varies::no) {}

  std::vector<Varies> run() {
    changed_ = true;
    for (int sweep = 0; changed_ && sweep < kMaxOrderSweeps; ++sweep) {
      changed_ = false;
      for (std::uint32_t i = 0; i < found_.size(); ++i) follow(i);
      for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) spread_from(b);
    }
    for (std::uint32_t i = 0; i < found_.size(); ++i) found_[i] = varies(i);
    return std::move(found_);
  }

 private:
  /// Whether what the instruction finds depends on what others have done by then.
  [[nodiscard]] bool is_source(std::uint32_t i) const {
    const sim::Effects& effects = effects_[i];
    if (effects.does == Does::updates || effects.does == Does::signals) return true;
    if (effects.does == Does::loads && (effects.orders() || loads_varying(i))) return true;
    const auto operands = function_.operands_of(function_.instructions[i]);
    return std::any_of(operands.begin(), operands.end(), [](const ptx::Operand& operand) {
      return operand.kind == ptx::Operand::Kind::special && tells_the_time(operand.name);
    });
  }

  using Place = std::pair<std::string_view, std::uint64_t>;

  /// The variable of shared memory that an access names, and the bytes from its beginning.
  [[nodiscard]] std::optional<Place> shared_place(std::uint32_t i) const {
    const sim::Effects& effects = effects_[i];
    if (!(effects.does == Does::stores ? effects.writes : effects.reads).has(sim::Space::shared)) return std::nullopt;
    for (const ptx::Operand& operand : function_.operands_of(function_.instructions[i])) {
      if (operand.kind != ptx::Operand::Kind::address) continue;
      ptx::Operand base = function_.children_of(operand)[0];
      std::uint64_t offset = operand.bits;
      if (base.kind == ptx::Operand::Kind::reg) {
        const std::uint32_t writer = uses_.sole_writer(base.index);
        if (writer == UseIndex::kNone || effects_[writer].algebra != sim::Algebra::copy) return std::nullopt;
        const auto copied = function_.operands_of(function_.instructions[writer]);
        if (copied.size() != 2) return std::nullopt;
        base = copied[1];
      }
      offset += base.bits;
      if (base.kind == ptx::Operand::Kind::symbol) return Place(base.name, offset);
      if (base.kind == ptx::Operand::Kind::variable) return Place(function_.variables[base.index].name, offset);
      return std::nullopt;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool loads_varying(std::uint32_t i) const {
    if (stored_.empty()) return false;
    const std::optional<Place> place = shared_place(i);
    return place && stored_.contains(*place);
  }

  /// What is stored under a name varies, or whether it is.
  void follow_store(std::uint32_t i) {
    if (effects_[i].does != Does::stores || (!reads_varying(i) && !unsure_[flow_.block_of[i]])) return;
    const std::optional<Place> place = shared_place(i);
    if (place && stored_.insert(*place).second) changed_ = true;
  }

  [[nodiscard]] bool reads_varying(std::uint32_t i) const {
    const auto uses = uses_.of(i);
    return std::any_of(uses.begin(), uses.end(), [&](const RegisterUse& use) {
      return use.kind == RegisterUse::Kind::read && varying_[use.index];
    });
  }

  [[nodiscard]] bool guard_varies(std::uint32_t i) const {
    const std::int32_t guard = function_.instructions[i].guard;
    return guard >= 0 && static_cast<std::size_t>(guard) < varying_.size() && varying_[static_cast<std::size_t>(guard)];
  }

  /// Brings what an instruction reads to what it writes.
  void follow(std::uint32_t i) {
    follow_store(i);
    const bool differs = is_source(i) || reads_varying(i);
    for (const RegisterUse& use : uses_.of(i)) {
      if (use.kind == RegisterUse::Kind::read || varying_[use.index]) continue;
      // Which of several writers a value comes from depends on the way taken.
      const bool chosen = unsure_[flow_.block_of[i]] && uses_.writers(use.index).size() > 1;
      if (!differs && !chosen) continue;
      varying_[use.index] = true;
      changed_ = true;
    }
  }

  /// Marks the blocks that a varying branch at the end of one leads to, up to where its ways meet again.
  void spread_from(std::uint32_t b) {
    const FlowBlock& block = flow_.blocks[b];
    if (block.begin == block.end) return;
    const std::uint32_t last = block.end - 1;
    const bool parts =
        block.ends == BlockEnd::branches || block.ends == BlockEnd::calls_some || block.ends == BlockEnd::leaves_some;
    if (!parts || !(block.ends == BlockEnd::branches ? reads_varying(last) : guard_varies(last))) return;
    std::vector<std::uint32_t> open{b};
    std::vector<bool> seen(flow_.blocks.size(), false);
    while (!open.empty()) {
      const std::uint32_t from = open.back();
      open.pop_back();
      for (const std::uint32_t to : flow_.successors.of(from)) {
        if (to == block.join || seen[to]) continue;
        seen[to] = true;
        changed_ = changed_ || !unsure_[to];
        unsure_[to] = true;
        open.push_back(to);
      }
    }
  }

  [[nodiscard]] bool address_varies(std::uint32_t i) const {
    const auto varies = [&](const auto& self, const ptx::Operand& operand) -> bool {
      if (operand.kind == ptx::Operand::Kind::reg) return operand.index < varying_.size() && varying_[operand.index];
      const auto children = function_.children_of(operand);
      return std::any_of(children.begin(), children.end(),
                         [&](const ptx::Operand& child) { return self(self, child); });
    };
    const auto operands = function_.operands_of(function_.instructions[i]);
    return std::any_of(operands.begin(), operands.end(), [&](const ptx::Operand& operand) {
      return operand.kind == ptx::Operand::Kind::address && varies(varies, operand);
    });
  }

  [[nodiscard]] Varies varies(std::uint32_t i) const {
    if (unsure_[flow_.block_of[i]] || guard_varies(i) || retries(effects_[i])) return Varies::executions;
    return address_varies(i) ? Varies::addresses : Varies::no;
  }

  const ptx::Function& function_;
  const ControlFlow& flow_;
  std::span<const sim::Effects> effects_;
  UseIndex uses_;
  std::vector<bool> varying_;  // by register
  std::vector<bool> unsure_;   // by block: how often it is entered depends on the order
  std::set<Place> stored_;     // places in shared memory that hold what varies
  std::vector<Varies> found_;
  bool changed_ = false;
};

}  // namespace

std::vector<Varies> find_order_dependence(const ptx::Function& function, const ControlFlow& flow,
                                          std::span<const sim::Effects> effects, std::span<const RegisterUse> uses) {
  return OrderSearch(function, flow, effects, uses).run();
}

}  // namespace warpglass::isa
