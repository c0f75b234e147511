// Recorded (facts/assembler.tsv): shared stores that follow each other are one where they fill an aligned window of 16,
// 8 or 4 bytes, in any order, 2-byte ones too, single bytes not; a load of that memory, a barrier or a store elsewhere
// in it between them ends the row (not one by `.nc`), and so does a signed division of 32 bits. Of two stores to one
// place that follow each other the first is not executed (but rewritten.cpp). Stores to global memory likewise, where
// the address is known to be aligned.
#include <algorithm>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

/// Stores to one memory that nothing has come between, all to one window.
struct Row {
  std::vector<std::uint32_t> accesses;
  Window window;
  std::vector<WindowWord> words;
};

constexpr std::uint32_t kLargest = 16;

class Stores {
 public:
  explicit Stores(Draft& draft) : draft_(draft) {}

  void run() {
    for (const FlowBlock& block : draft_.input.flow.blocks) {
      for (std::uint32_t i = block.begin; i < block.end; ++i) pass(i);
      for (Row& row : rows_) finish(row);
    }
  }

 private:
  static constexpr sim::Space kSpaces[] = {sim::Space::shared, sim::Space::global, sim::Space::local};

  /// Its sequence ends a row, though loads are merged across it and it calls no routine (programs/routines.cu).
  [[nodiscard]] static bool is_signed_division(const sim::Effects& effects) {
    return effects.algebra == sim::Algebra::quotient && effects.type.kind == NumberType::Kind::signed_integer &&
           effects.type.bits == 32;
  }

  void pass(std::uint32_t instruction) {
    const bool ends_all = is_signed_division(draft_.input.effects[instruction]);
    const std::uint32_t index = draft_.access_of[instruction];
    const bool plain =
        index != UseIndex::kNone && draft_.accesses[index].access.store && !draft_.accesses[index].access.guarded;
    for (std::size_t s = 0; s < std::size(kSpaces); ++s) {
      if (plain && draft_.accesses[index].access.space == kSpaces[s]) {
        take(rows_[s], index);
      } else if (ends_all || draft_.changes[instruction].of(kSpaces[s]) ||
                 draft_.reads_memory(instruction, kSpaces[s])) {
        finish(rows_[s]);
      }
    }
  }

  static bool same_kind(const PlacedAccess& x, const PlacedAccess& y) {
    return x.place.root == y.place.root && x.access.unit_bytes == y.access.unit_bytes &&
           x.access.units() == y.access.units() && x.access.policy == y.access.policy;
  }

  void take(Row& row, std::uint32_t index) {
    const PlacedAccess& placed = draft_.accesses[index];
    if (!row.accesses.empty()) {
      const PlacedAccess& last = draft_.accesses[row.accesses.back()];
      if (row.accesses.size() == 1 && same_kind(placed, last) && placed.place.offset == last.place.offset) {
        draft_.lowering(last.access.instruction).how = sim::Lowered::overwritten;
        row = {};
      } else if (!same_kind(placed, last) || !fits(row, placed)) {
        finish(row);
      }
    }
    const bool may_merge = placed.access.unit_bytes >= 2 && placed.access.unit_bytes <= 8;
    if (row.accesses.empty()) row.window = window_of(placed, 0, may_merge ? kLargest : placed.access.unit_bytes);
    for (std::size_t k = 0; k < placed.access.units(); ++k)
      row.words.push_back({.offset = placed.offset_of(k), .asker = index});
    row.accesses.push_back(index);
  }

  /// Whether all words lie in the row's window and are new to it.
  [[nodiscard]] static bool fits(const Row& row, const PlacedAccess& placed) {
    for (std::size_t k = 0; k < placed.access.units(); ++k) {
      const std::int64_t offset = placed.offset_of(k);
      if (offset < row.window.begin || offset >= row.window.begin + row.window.bytes) return false;
      for (const WindowWord& word : row.words) {
        if (word.offset == offset) return false;
      }
    }
    return true;
  }

  void finish(Row& row) {
    if (row.accesses.size() > 1) {
      made_.assign(row.accesses.size(), {});
      make_from(row, row.window);
      for (std::size_t i = 0; i < row.accesses.size(); ++i)
        set_accesses(draft_, draft_.accesses[row.accesses[i]], std::move(made_[i]), sim::Lowered::merged);
    }
    row = {};
  }

  void make_from(const Row& row, const Window& window) {
    std::vector<WindowWord> inside;
    for (const WindowWord& word : row.words) {
      if (word.offset >= window.begin && word.offset < window.begin + window.bytes) inside.push_back(word);
    }
    if (inside.empty()) return;
    const std::uint32_t unit = draft_.accesses[row.accesses.front()].access.unit_bytes;
    if (inside.size() * unit < window.bytes) {
      const std::uint32_t half = window.bytes / 2;
      make_from(row, {.begin = window.begin, .bytes = half});
      make_from(row, {.begin = window.begin + half, .bytes = half});
      return;
    }
    const std::uint32_t first = inside.front().asker;
    const auto at = std::find(row.accesses.begin(), row.accesses.end(), first);
    const std::int64_t from = draft_.accesses[first].place.offset;
    made_[static_cast<std::size_t>(at - row.accesses.begin())].push_back(
        {.offset = static_cast<std::int32_t>(window.begin - from), .bytes = window.bytes});
  }

  Draft& draft_;
  Row rows_[std::size(kSpaces)];
  std::vector<std::vector<sim::MachineAccess>> made_;
};

}  // namespace

void lower_stores(Draft& draft) { Stores(draft).run(); }

}  // namespace warpglass::isa
