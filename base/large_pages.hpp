// Memory from the system in large amounts: zero, and taken only where it is touched. On huge pages where the system
// gives them to who asks (Linux: transparent_hugepage), because what is touched here and there in many megabytes
// otherwise costs more in address translation than in anything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace warpglass {

/// \returns nullptr where the system refuses; aligned to 2 MiB where `bytes` are that many
[[nodiscard]] void* map_pages(std::uint64_t bytes) noexcept;

/// \param bytes  as many as were mapped
void unmap_pages(void* pages, std::uint64_t bytes) noexcept;

/// `size` objects of a type whose zero bytes are a value of it.
template <class T>
class ZeroedArray {
 public:
  ZeroedArray() = default;
  /// \throws std::bad_alloc
  explicit ZeroedArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    first_ = static_cast<T*>(map_pages(size * sizeof(T)));
    if (first_ == nullptr) throw std::bad_alloc();
  }
  ZeroedArray(ZeroedArray&& other) noexcept
      : first_(std::exchange(other.first_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ZeroedArray() {
    if (first_ != nullptr) unmap_pages(first_, size_ * sizeof(T));
  }

  [[nodiscard]] T* data() const { return first_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t index) const { return first_[index]; }

 private:
  T* first_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace warpglass
