// What is remembered of each 128-byte line of memory that was touched, found by its number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace warpglass::analysis {

template <class Line>
class LineTable {
 public:
  /// \param line  an address over 128; its entry, a fresh one where there is none yet. Until the next call.
  [[nodiscard]] Line& at(std::uint64_t line) {
    if (slots_.empty()) grow();
    std::size_t i = place(line);
    for (;; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].entry == 0) break;
      if (slots_[i].line == line) return entries_[slots_[i].entry - 1];
    }
    if (entries_.size() * 2 >= slots_.size()) {
      grow();
      return at(line);
    }
    entries_.emplace_back();
    slots_[i] = {.line = line, .entry = static_cast<std::uint32_t>(entries_.size())};
    return entries_.back();
  }

  /// nullptr: there is none.
  [[nodiscard]] const Line* find(std::uint64_t line) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t i = place(line); slots_[i].entry != 0; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].line == line) return &entries_[slots_[i].entry - 1];
    }
    return nullptr;
  }

  /// \param visit  gets the line's number and its entry
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.entry != 0) visit(slot.line, entries_[slot.entry - 1]);
    }
  }
  template <class Visit>
  void for_each(Visit&& visit) {
    for (const Slot& slot : slots_) {
      if (slot.entry != 0) visit(slot.line, entries_[slot.entry - 1]);
    }
  }

  /// In the order of their numbers.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, const Line*>> by_number() const {
    // In the order in which they came first, which often is that of their numbers, too.
    std::vector<std::pair<std::uint64_t, const Line*>> all(entries_.size());
    for (const Slot& slot : slots_) {
      if (slot.entry != 0) all[slot.entry - 1] = {slot.line, &entries_[slot.entry - 1]};
    }
    if (!std::ranges::is_sorted(all)) std::ranges::sort(all);
    return all;
  }

  void clear() {
    std::ranges::fill(slots_, Slot{});
    entries_.clear();
  }

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Slot {
    std::uint64_t line = 0;
    std::uint32_t entry = 0;  // one more than its index; 0: the slot is free
  };

  [[nodiscard]] std::size_t place(std::uint64_t line) const {
    // Fibonacci hashing: the high bits of the product are well mixed.
    return static_cast<std::size_t>(line * 0x9e3779b97f4a7c15u >> (64 - std::countr_zero(slots_.size())));
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.entry == 0) continue;
      std::size_t i = place(slot.line);
      while (slots_[i].entry != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two of them
  std::vector<Line> entries_;
};

}  // namespace warpglass::analysis
