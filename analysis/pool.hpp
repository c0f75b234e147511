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

}  // namespace warpglass::analysis
