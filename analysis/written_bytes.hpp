// Which bytes of a piece of memory have been written, a bit each. Bits may be set and read from several threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpglass::analysis {

class WrittenBytes {
 public:
  explicit WrittenBytes(std::uint64_t bytes = 0) : words_((bytes + 127) / 128 * 2) {}

  void set(std::uint64_t begin, std::uint64_t bytes) {
    for_each_word(begin, bytes, [](std::uint64_t& word, std::uint64_t mask) {
      set_bits(word, mask);
      return true;
    });
  }

  void clear(std::uint64_t begin, std::uint64_t bytes) {
    for_each_word(begin, bytes, [](std::uint64_t& word, std::uint64_t mask) {
      clear_bits(word, mask);
      return true;
    });
  }

  /// Makes bytes from `begin` on what others are from `from` on: written or not.
  /// \return  whether all of them are written
  bool copy(std::uint64_t begin, std::uint64_t bytes, const WrittenBytes& source, std::uint64_t from) {
    std::uint64_t at = begin;
    bool all = true;
    for_each_word(begin, bytes, [&](std::uint64_t& word, std::uint64_t mask) {
      const std::uint64_t written = source.bits_from(from + (at - begin)) << at % 64 & mask;
      set_bits(word, written);
      clear_bits(word, mask & ~written);
      all = all && written == mask;
      at = (at / 64 + 1) * 64;
      return true;
    });
    return all;
  }

  [[nodiscard]] bool all(std::uint64_t begin, std::uint64_t bytes) const {
    bool written = true;
    const_cast<WrittenBytes*>(this)->for_each_word(begin, bytes, [&](std::uint64_t& word, std::uint64_t mask) {
      written = (std::atomic_ref<std::uint64_t>(word).load(std::memory_order_relaxed) & mask) == mask;
      return written;
    });
    return written;
  }

  [[nodiscard]] bool at(std::uint64_t byte) const { return all(byte, 1); }

  /// Of the 128 bytes from 128 * `line` on those in `bytes`. Lines beyond the end: none is written.
  [[nodiscard]] bool all_of_line(std::uint64_t line, const std::array<std::uint64_t, 2>& bytes) const {
    if (2 * line + 1 >= words_.size()) return false;
    const auto has = [&](std::uint64_t word, std::uint64_t mask) {
      return (std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(words_[word])).load(std::memory_order_relaxed) &
              mask) == mask;
    };
    return has(2 * line, bytes[0]) && has(2 * line + 1, bytes[1]);
  }
  void set_line(std::uint64_t line, const std::array<std::uint64_t, 2>& bytes) {
    for (std::size_t half = 0; half < 2; ++half) set_bits(words_[2 * line + half], bytes[half]);
  }
  [[nodiscard]] std::uint64_t lines() const { return words_.size() / 2; }

  /// Whether the same bytes are written. Of what nobody else sets meanwhile.
  [[nodiscard]] bool same_as(const WrittenBytes& other) const {
    const auto [shorter, longer] =
        std::minmax(words_, other.words_, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const auto behind = longer.begin() + static_cast<std::ptrdiff_t>(shorter.size());
    return std::equal(shorter.begin(), shorter.end(), longer.begin()) &&
           std::all_of(behind, longer.end(), [](std::uint64_t word) { return word == 0; });
  }

  void forget() { std::ranges::fill(words_, 0); }

  /// For memory whose size is not known before it is used: what is beyond the end has not been written.
  void reach(std::uint64_t bytes) {
    if (words_.size() * 64 < bytes) words_.resize((bytes + 127) / 128 * 2);
  }

 private:
  static void set_bits(std::uint64_t& word, std::uint64_t mask) {
    const std::atomic_ref<std::uint64_t> bits(word);
    if ((bits.load(std::memory_order_relaxed) & mask) == mask) return;
    // A whole word takes no time of the others': nothing that they add is lost.
    if (mask == ~std::uint64_t{0}) return bits.store(mask, std::memory_order_relaxed);
    bits.fetch_or(mask, std::memory_order_relaxed);
  }
  static void clear_bits(std::uint64_t& word, std::uint64_t mask) {
    const std::atomic_ref<std::uint64_t> bits(word);
    if ((bits.load(std::memory_order_relaxed) & mask) != 0) bits.fetch_and(~mask, std::memory_order_relaxed);
  }

  /// The 64 bytes from `begin` on, the first in the lowest bit; none is written beyond the end.
  [[nodiscard]] std::uint64_t bits_from(std::uint64_t begin) const {
    const auto word = [&](std::uint64_t index) {
      if (index >= words_.size()) return std::uint64_t{0};
      return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(words_[index])).load(std::memory_order_relaxed);
    };
    const std::uint64_t low = word(begin / 64) >> begin % 64;
    return begin % 64 == 0 ? low : low | word(begin / 64 + 1) << (64 - begin % 64);
  }

  template <class Visit>
  void for_each_word(std::uint64_t begin, std::uint64_t bytes, Visit&& visit) {
    const std::uint64_t end = std::min<std::uint64_t>(begin + bytes, words_.size() * 64);
    while (begin < end) {
      const std::uint64_t next = std::min(end, (begin / 64 + 1) * 64);
      const std::uint64_t count = next - begin;
      const std::uint64_t mask = (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << begin % 64;
      if (!visit(words_[begin / 64], mask)) return;
      begin = next;
    }
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace warpglass::analysis
