// Many small things that stay where they are until all of them go, by number. Their memory comes in pieces, the first
// of them small: few things cost little, and many lie on huge pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "base/large_pages.hpp"

namespace warpglass::analysis {

template <class T>
class Pool {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  [[nodiscard]] T& operator[](std::uint32_t i) { return *place(i); }
  [[nodiscard]] const T& operator[](std::uint32_t i) const { return *place(i); }

  /// \return  its number
  [[nodiscard]] std::uint32_t add(const T& thing) {
    if (size_ == room_) grow();
    ::new (place(size_)) T(thing);
    return size_++;
  }

  /// All of them go. Their memory is kept for others.
  void clear() { size_ = 0; }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// Of its memory.
  [[nodiscard]] std::size_t bytes() const { return std::size_t{room_} * sizeof(T); }

 private:
  static constexpr std::uint32_t kChunk = 1024;
  static constexpr std::size_t kLarge = std::size_t{4} << 20;

  [[nodiscard]] T* place(std::uint32_t i) const { return chunks_[i / kChunk] + i % kChunk; }

  void grow() {
    const std::size_t chunks = pieces_.empty() ? 1 : std::max<std::size_t>(kLarge / (kChunk * sizeof(T)), 1);
    pieces_.emplace_back(chunks * kChunk);
    for (std::size_t i = 0; i < chunks; ++i) chunks_.push_back(pieces_.back().data() + i * kChunk);
    room_ += static_cast<std::uint32_t>(chunks) * kChunk;
  }

  std::vector<ZeroedArray<T>> pieces_;
  std::vector<T*> chunks_;
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;
};

/// Runs of words that stay where they are until all of them go.
class WordPool {
 public:
  /// Place of the next words, for the caller to fill.
  [[nodiscard]] std::uint32_t* put(std::size_t count) {
    while (count > left_) next_piece(count);
    std::uint32_t* const place = next_;
    next_ += count;
    left_ -= count;
    return place;
  }
  /// All of them go. Their memory is kept for others.
  void clear() {
    piece_ = left_ = used_ = 0;
    next_ = nullptr;
  }
  /// Of the pieces that hold any.
  [[nodiscard]] std::size_t used_bytes() const { return used_ * sizeof(std::uint32_t); }
  /// Of its memory.
  [[nodiscard]] std::size_t bytes() const { return held_ * sizeof(std::uint32_t); }

 private:
  static constexpr std::size_t kFirst = std::size_t{64} << 10;
  static constexpr std::size_t kLarge = std::size_t{1} << 20;

  void next_piece(std::size_t count) {
    if (piece_ == pieces_.size()) {
      pieces_.emplace_back(std::max(count, pieces_.empty() ? kFirst : kLarge));
      held_ += pieces_.back().size();
    }
    const ZeroedArray<std::uint32_t>& piece = pieces_[piece_++];
    next_ = piece.data();
    left_ = piece.size();
    used_ += left_;
  }

  std::vector<ZeroedArray<std::uint32_t>> pieces_;
  std::size_t piece_ = 0;  // that comes next
  std::size_t used_ = 0;   // words of those before it
  std::size_t held_ = 0;   // of all
  std::uint32_t* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace warpglass::analysis
