// Recorded (facts/assembler.tsv): of two loads of one address with no store to that memory, no fence and no barrier
// between, one is executed, and none behind a store to it; two neighbouring words at an even place and three or four of
// an aligned window of four words are one access, where the address is known to be aligned; single words and pairs that
// lie across stay single. Both hold across branches: the first access is on every way to the second. Accesses of 1 byte
// are not merged, those of 2 where halves.cpp says so, those of 8 bytes with their own kind; a word of which one half
// is loaded with none, in shared memory with words beside it, as a whole.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "isa/lowering/at_hand.hpp"
#include "isa/lowering/draft.hpp"
#include "isa/lowering/parts_read.hpp"

namespace warpglass::isa {
namespace {

/// Words of one window, asked for by loads each of which finds the first at hand.
struct Group {
  Window window;
  std::uint32_t unit_bytes = 4;
  std::vector<WindowWord> words;  // in the order they were asked for; a word twice where neither asker sees the other
};

// Accesses to one word, and groups in one window, that are looked at; a text that repeats one more often has stores
// between, so that only the latest can be at hand.
constexpr std::size_t kRemembered = 64;

template <class T>
void remember(std::vector<T>& latest, T one) {
  if (latest.size() == kRemembered) latest.erase(latest.begin());
  latest.push_back(one);
}

class Loads {
 public:
  explicit Loads(Draft& draft)
      : draft_(draft), at_hand_(draft), joined_(draft.accesses.size(), false), made_(draft.accesses.size()) {
    draft.served.resize(draft.accesses.size());
  }

  void run() {
    for (const std::uint32_t b : at_hand_.order()) {
      AccessSet set = at_hand_.at_begin(b);
      const FlowBlock& block = draft_.input.flow.blocks[b];
      for (std::uint32_t i = block.begin; i < block.end; ++i) {
        if (const std::uint32_t access = draft_.access_of[i]; access != UseIndex::kNone) take(access, set);
        at_hand_.pass(i, set);
      }
    }
    settle();
  }

 private:
  // Root, space, unit bytes, policy; then the offset of a word or of a window.
  using Key = std::tuple<std::uint32_t, sim::Space, std::uint32_t, std::string, std::int64_t>;

  struct Holder {
    std::uint32_t access = 0;
    std::size_t unit = 0;
  };

  static Key key_of(const PlacedAccess& placed, std::int64_t offset) {
    return {placed.place.root, placed.access.space, placed.access.unit_bytes, placed.access.policy, offset};
  }

  void take(std::uint32_t index, const AccessSet& set) {
    PlacedAccess& placed = draft_.accesses[index];
    if (draft_.lowering(placed.access.instruction).how == sim::Lowered::unused) return;
    for (std::size_t k = 0; k < placed.access.units(); ++k) {
      if (!placed.access.store && placed.wanted[k]) want(index, k, set);
      remember(holders_[key_of(placed, placed.offset_of(k))], Holder{.access = index, .unit = k});
    }
    if (!placed.access.store) loads_.push_back(index);
  }

  /// Finds the word where an access at hand holds it, else asks memory for it.
  void want(std::uint32_t index, std::size_t unit, const AccessSet& set) {
    const PlacedAccess& placed = draft_.accesses[index];
    const auto known = holders_.find(key_of(placed, placed.offset_of(unit)));
    if (known != holders_.end()) {
      for (const Holder& holder : known->second) {
        if (!set.contains(holder.access)) continue;
        PlacedAccess& held = draft_.accesses[holder.access];
        if (held.access.guarded && !asks_for_the_same(placed, held)) continue;
        serve(holder.access, index);
        if (held.wanted[holder.unit]) {
          if (held.half_of(holder.unit) != placed.half_of(unit) && widen(holder)) ask(holder.access, holder.unit, set);
          return;
        }
        held.wanted[holder.unit] = true;  // it is read along after all
        ask(holder.access, holder.unit, set);
        return;
      }
    }
    ask(index, unit, set);
  }

  /// But a half of the word was to be loaded, and now the other is read as well.
  /// \return whether the word is to be asked for again
  bool widen(const Holder& holder) {
    PlacedAccess& held = draft_.accesses[holder.access];
    if (!held.half_of(holder.unit)) return false;
    held.parts[holder.unit] = kLowWord;
    return std::erase_if(halves_, [&](const Holder& half) {
             return half.access == holder.access && half.unit == holder.unit;
           }) != 0;
  }

  /// What is loaded under a predicate that is always true serves its like alone: no neighbours, and no part of a vector
  /// (tests/hardware/frameworks).
  static bool asks_for_the_same(const PlacedAccess& one, const PlacedAccess& other) {
    return one.access.guarded && one.place.offset == other.place.offset && one.access.units() == other.access.units();
  }

  /// Bytes of the widest load that it may become part of.
  [[nodiscard]] std::uint32_t most_merged(const PlacedAccess& placed, std::size_t unit) const {
    const std::uint32_t bytes = placed.access.unit_bytes;
    if (bytes == 4 || bytes == 8) return 16;
    return stays_half(draft_, placed, unit) ? 8 : bytes;
  }

  /// The word becomes part of a group that some load at hand has begun, or begins one.
  void ask(std::uint32_t index, std::size_t unit, const AccessSet& set) {
    const PlacedAccess& placed = draft_.accesses[index];
    if (placed.half_of(unit) && placed.access.space != sim::Space::shared) {
      halves_.push_back({.access = index, .unit = unit});
      return;
    }
    const Window window = window_of(placed, unit, most_merged(placed, unit));
    std::vector<std::uint32_t>& begun = windows_[key_of(placed, window.begin)];
    const WindowWord word{.offset = placed.offset_of(unit), .asker = index};
    for (const std::uint32_t candidate : begun) {
      Group& group = groups_[candidate];
      const std::uint32_t leader = group.words.front().asker;
      if (group.window.bytes != window.bytes || (leader != index && !set.contains(leader))) continue;
      if (leader != index && draft_.accesses[leader].access.guarded) continue;
      joined_[index] = joined_[index] || leader != index;
      group.words.push_back(word);
      return;
    }
    remember(begun, static_cast<std::uint32_t>(groups_.size()));
    groups_.push_back({.window = window, .unit_bytes = placed.access.unit_bytes, .words = {word}});
  }

  void serve(std::uint32_t by, std::uint32_t index) {
    if (by != index) draft_.served[by].push_back(index);
  }

  void make(std::uint32_t asker, const Window& window) {
    const std::int64_t from = draft_.accesses[asker].place.offset;
    made_[asker].push_back({.offset = static_cast<std::int32_t>(window.begin - from), .bytes = window.bytes});
  }

  /// Of a word that stayed alone, what is read.
  [[nodiscard]] Window half_read_of(const WindowWord& word, const Window& window) const {
    const PlacedAccess& placed = draft_.accesses[word.asker];
    const auto unit = static_cast<std::size_t>(word.offset - placed.place.offset) / placed.access.unit_bytes;
    const std::optional<std::uint32_t> half = placed.half_of(unit);
    return half ? Window{.begin = window.begin + *half, .bytes = 2} : window;
  }

  /// Three words of four, or both of a pair, are worth one access, made by the one that asked first; others are made
  /// one by one.
  void make_from(const Group& group, const Window& window) {
    std::vector<WindowWord> inside;
    for (const WindowWord& word : group.words) {
      if (word.offset >= window.begin && word.offset < window.begin + window.bytes) inside.push_back(word);
    }
    if (inside.empty()) return;
    if (window.bytes == group.unit_bytes) {
      for (const WindowWord& word : inside) make(word.asker, half_read_of(word, window));
      return;
    }
    std::set<std::int64_t> different;
    for (const WindowWord& word : inside) different.insert(word.offset);
    const std::uint32_t possible = window.bytes / group.unit_bytes;
    if (different.size() == possible || (possible == 4 && different.size() == 3)) {
      make(inside.front().asker, window);
      for (const WindowWord& word : inside) serve(inside.front().asker, word.asker);
      return;
    }
    const std::uint32_t half = window.bytes / 2;
    make_from(group, {.begin = window.begin, .bytes = half});
    make_from(group, {.begin = window.begin + half, .bytes = half});
  }

  void settle() {
    for (const Group& group : groups_) make_from(group, group.window);
    for (const Holder& half : halves_) {
      const PlacedAccess& placed = draft_.accesses[half.access];
      make(half.access, {.begin = placed.offset_of(half.unit) + *placed.half_of(half.unit), .bytes = 2});
    }
    join_masked_halves();
    for (const std::uint32_t index : loads_)
      set_accesses(draft_, draft_.accesses[index], std::move(made_[index]),
                   joined_[index] ? sim::Lowered::merged : sim::Lowered::redundant);
  }

  /// In shared memory a half of four words that a pragma says is used, and the other half where it is loaded whole, are
  /// one access, made by the first. A word of the other half, or the same half again, is loaded beside it.
  void join_masked_halves() {
    for (const std::uint32_t index : loads_) {
      const PlacedAccess& masked = draft_.accesses[index];
      if (!masked.access.is_masked || masked.access.space != sim::Space::shared) continue;
      if (made_[index].size() != 1 || made_[index][0].bytes != 8) continue;
      const std::int64_t half = masked.place.offset + made_[index][0].offset;
      for (const std::uint32_t other : loads_) {
        if (other == index || !may_be_joined(index, other)) continue;
        std::vector<sim::MachineAccess>& made = made_[other];
        const std::int64_t from = draft_.accesses[other].place.offset;
        const auto beside = std::ranges::find_if(made, [&](const sim::MachineAccess& access) {
          return access.bytes == 8 && ((from + access.offset - masked.place.offset) ^ 8) == half - masked.place.offset;
        });
        if (beside == made.end()) continue;
        const bool is_first = masked.access.instruction < draft_.accesses[other].access.instruction;
        const Window both{.begin = masked.place.offset, .bytes = 16};
        made.erase(beside);
        made_[index].clear();
        make(is_first ? index : other, both);
        joined_[is_first ? other : index] = true;
        serve(is_first ? index : other, is_first ? other : index);
        break;
      }
    }
  }

  /// Whether two loads of one root stand in one block with nothing between that may change shared memory.
  [[nodiscard]] bool may_be_joined(std::uint32_t one, std::uint32_t other) const {
    const PlacedAccess& x = draft_.accesses[one];
    const PlacedAccess& y = draft_.accesses[other];
    const auto [first, last] = std::minmax({x.access.instruction, y.access.instruction});
    if (x.place.root != y.place.root || y.access.space != sim::Space::shared || x.access.guarded || y.access.guarded ||
        draft_.input.flow.block_of[first] != draft_.input.flow.block_of[last])
      return false;
    for (std::uint32_t i = first; i < last; ++i) {
      if (draft_.changes[i].shared) return false;
    }
    return true;
  }

  Draft& draft_;
  AtHand at_hand_;
  std::vector<bool> joined_;                           // by access: a word of it is part of another's group
  std::vector<std::vector<sim::MachineAccess>> made_;  // by access
  std::map<Key, std::vector<Holder>> holders_;         // by word: accesses so far
  std::map<Key, std::vector<std::uint32_t>> windows_;  // by window: groups
  std::vector<Group> groups_;
  std::vector<Holder> halves_;  // words of which a half is loaded: alone
  std::vector<std::uint32_t> loads_;
};

}  // namespace

void lower_loads(Draft& draft) { Loads(draft).run(); }

}  // namespace warpglass::isa
