// Numbers and bytes behind each other, as they go from one process to another of the same machine, and into files that
// only such processes read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace warpglass::tier {

class Writer {
 public:
  template <class T>
  void put(T value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_bytes(std::string_view bytes) {
    put(static_cast<std::uint64_t>(bytes.size()));
    bytes_.append(bytes);
  }
  /// \tparam T  a number, a byte
  template <class T>
  void put_all(const std::vector<T>& values) {
    put_bytes({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  }

  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Of what a Writer has put, in the same order. Throws std::runtime_error where there is less.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view get_bytes() { return take(get<std::uint64_t>()); }
  template <class T>
  std::vector<T> get_all() {
    const std::string_view bytes = get_bytes();
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) throw std::runtime_error("less than was announced");
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  std::string_view bytes_;
};

}  // namespace warpglass::tier
