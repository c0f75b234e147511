#include "isa/lowering/at_hand.hpp"

#include <algorithm>

namespace warpglass::isa {
namespace {

constexpr std::size_t kMaxWordsAtHand = std::size_t{1} << 22;  // of all sets; a larger function forgets at every block

/// Accesses under a guard may not have been made; loads that nobody wants are not.
bool holds(const Draft& draft, const PlacedAccess& placed) {
  return placed.access.certain && draft.result.instructions[placed.access.instruction].how != sim::Lowered::unused;
}

}  // namespace

void AccessSet::remove(const AccessSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
}

bool AccessSet::keep(const AccessSet& other) {
  bool changed = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::uint64_t both = words_[i] & other.words_[i];
    changed = changed || both != words_[i];
    words_[i] = both;
  }
  return changed;
}

AtHand::AtHand(const Draft& draft)
    : draft_(draft),
      shared_(draft.accesses.size()),
      global_(draft.accesses.size()),
      local_(draft.accesses.size()),
      read_only_(draft.accesses.size()) {
  for (std::uint32_t i = 0; i < draft.accesses.size(); ++i) {
    const MemoryAccess& access = draft.accesses[i].access;
    AccessSet& set = access.read_only                     ? read_only_
                     : access.space == sim::Space::shared ? shared_
                     : access.space == sim::Space::local  ? local_
                                                          : global_;
    set.insert(i);
  }
  find_order();
  find_sets();
}

void AtHand::forget(const Changes& changes, AccessSet& set) const {
  if (changes.shared) set.remove(shared_);
  if (changes.global) set.remove(global_);
  if (changes.local) set.remove(local_);
  if (changes.read_only) set.remove(read_only_);
}

void AtHand::pass(std::uint32_t instruction, AccessSet& set) const {
  forget(draft_.changes[instruction], set);
  const std::uint32_t access = draft_.access_of[instruction];
  if (access != UseIndex::kNone && holds(draft_, draft_.accesses[access])) set.insert(access);
}

/// Reverse post-order of the blocks that the first one leads to.
void AtHand::find_order() {
  const Graph& graph = draft_.input.flow.successors;
  std::vector<bool> seen(graph.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  if (graph.size() != 0) path.emplace_back(0, 0);
  if (graph.size() != 0) seen[0] = true;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    const auto successors = graph.of(block);
    if (next == successors.size()) {
      order_.push_back(block);
      path.pop_back();
      continue;
    }
    const std::uint32_t to = successors[next++];
    if (seen[to]) continue;
    seen[to] = true;
    path.emplace_back(to, 0);
  }
  std::reverse(order_.begin(), order_.end());
}

void AtHand::find_sets() {
  const std::size_t count = draft_.accesses.size();
  const std::size_t blocks = draft_.input.flow.blocks.size();
  const bool too_large = (count + 63) / 64 * blocks > kMaxWordsAtHand;
  begin_.assign(blocks, AccessSet(count, !too_large));
  if (too_large || blocks == 0) return;
  begin_[0] = AccessSet(count);
  Changes anywhere;
  for (const Changes& changes : draft_.changes) {
    anywhere.shared |= changes.shared;
    anywhere.global |= changes.global;
    anywhere.local |= changes.local;
    anywhere.read_only |= changes.read_only;
  }
  std::vector<std::size_t> place(blocks, 0);
  for (std::size_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
  for (const std::uint32_t b : order_) {
    for (const std::uint32_t to : draft_.input.flow.successors.of(b)) {
      if (place[to] <= place[b]) forget(anywhere, begin_[to]);
    }
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (const std::uint32_t b : order_) {
      AccessSet set = begin_[b];
      const FlowBlock& block = draft_.input.flow.blocks[b];
      for (std::uint32_t i = block.begin; i < block.end; ++i) pass(i, set);
      for (const std::uint32_t to : draft_.input.flow.successors.of(b)) changed = begin_[to].keep(set) || changed;
    }
  }
}

}  // namespace warpglass::isa
