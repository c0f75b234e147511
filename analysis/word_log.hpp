// Words, one behind another, as many as there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpglass::analysis {

class WordLog {
 public:
  /// Place of the next words, for the caller to fill before the next call.
  [[nodiscard]] std::uint32_t* put(std::size_t count) {
    if (filled_ + count > words_.size()) [[unlikely]]
      words_.resize(std::max(2 * words_.size(), filled_ + count + kFirstWords));
    std::uint32_t* const place = words_.data() + filled_;
    filled_ += count;
    return place;
  }
  /// The last of them are none, after all.
  void take_back(std::size_t count) { filled_ -= count; }

  [[nodiscard]] std::span<const std::uint32_t> words() const { return std::span(words_).first(filled_); }
  [[nodiscard]] bool empty() const { return filled_ == 0; }
  [[nodiscard]] std::size_t bytes() const { return filled_ * sizeof(std::uint32_t); }
  /// That it takes, filled or not.
  [[nodiscard]] std::size_t held_bytes() const { return words_.size() * sizeof(std::uint32_t); }
  /// Keeps its memory.
  void clear() { filled_ = 0; }

 private:
  static constexpr std::size_t kFirstWords = 32;
  std::vector<std::uint32_t> words_;
  std::size_t filled_ = 0;
};

}  // namespace warpglass::analysis
