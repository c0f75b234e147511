// Recorded (facts/assembler.tsv): of two loads of one address with no store to that memory, no fence and no barrier
// between, one is executed, and none behind a store to it; two neighbouring words at an even place and three or four of
// an aligned window of four words are one access, where the address is known to be aligned; single words and pairs that
// lie across stay single. Both hold across branches: the first access is on every way to the second. Accesses of 1 byte
// are not merged, those of 2 where halves.cpp says so, those of 8 bytes with their own kind.
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "isa/lowering/at_hand.hpp"
#include "isa/lowering/draft.hpp"

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
        if (held.wanted[holder.unit]) return;
        held.wanted[holder.unit] = true;  // it is read along after all
        ask(holder.access, holder.unit, set);
        return;
      }
    }
    ask(index, unit, set);
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

  /// Three words of four, or both of a pair, are worth one access, made by the one that asked first; others are made
  /// one by one.
  void make_from(const Group& group, const Window& window) {
    std::vector<WindowWord> inside;
    for (const WindowWord& word : group.words) {
      if (word.offset >= window.begin && word.offset < window.begin + window.bytes) inside.push_back(word);
    }
    if (inside.empty()) return;
    if (window.bytes == group.unit_bytes) {
      for (const WindowWord& word : inside) make(word.asker, window);
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
    for (const std::uint32_t index : loads_)
      set_accesses(draft_, draft_.accesses[index], std::move(made_[index]),
                   joined_[index] ? sim::Lowered::merged : sim::Lowered::redundant);
  }

  Draft& draft_;
  AtHand at_hand_;
  std::vector<bool> joined_;                           // by access: a word of it is part of another's group
  std::vector<std::vector<sim::MachineAccess>> made_;  // by access
  std::map<Key, std::vector<Holder>> holders_;         // by word: accesses so far
  std::map<Key, std::vector<std::uint32_t>> windows_;  // by window: groups
  std::vector<Group> groups_;
  std::vector<std::uint32_t> loads_;
};

}  // namespace

void lower_loads(Draft& draft) { Loads(draft).run(); }

}  // namespace warpglass::isa
