// The numbers of cuSPARSE's arrays, whatever type they have, as the library computes with them: in double precision, so
// that sums are at least as good as a GPU's.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/half.hpp"
#include "cuda/library_caller.hpp"
#include "cusparse.h"

namespace warpglass::sparse {

using Index = std::int64_t;
using Pair = std::complex<double>;
using library::Memory;
using Use = Memory::Use;

[[nodiscard]] constexpr bool is_complex(cudaDataType type) {
  return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}
/// 0: a type that matrices do not have.
[[nodiscard]] constexpr std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_32I:
    case CUDA_R_32F:
    case CUDA_C_16F:
    case CUDA_C_16BF: return 4;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
  }
}
[[nodiscard]] constexpr std::size_t bytes_of(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}

/// Calls `body` with a value of the type that elements, or parts of pairs, are stored in, and how to widen it.
template <class Body>
void with_stored(cudaDataType type, Body&& body) {
  switch (type) {
    case CUDA_R_8I: return body(std::int8_t(), [](std::int8_t x) { return static_cast<double>(x); });
    case CUDA_R_32I: return body(std::int32_t(), [](std::int32_t x) { return static_cast<double>(x); });
    case CUDA_R_16F:
    case CUDA_C_16F: return body(std::uint16_t(), [](std::uint16_t x) { return double{half_to_float(x)}; });
    case CUDA_R_16BF:
    case CUDA_C_16BF: return body(std::uint16_t(), [](std::uint16_t x) { return double{bfloat16_to_float(x)}; });
    case CUDA_R_64F:
    case CUDA_C_64F: return body(double(), [](double x) { return x; });
    default: return body(float(), [](float x) { return double{x}; });
  }
}

/// `count` numbers of the host's.
template <class Number>
std::vector<Number> widened(const void* from, std::size_t count, cudaDataType type) {
  std::vector<Number> numbers(count);
  with_stored(type, [&](auto stored, auto&& widen) {
    const auto* const parts = static_cast<const decltype(stored)*>(from);
    if (!is_complex(type)) {
      for (std::size_t i = 0; i < count; ++i) numbers[i] = widen(parts[i]);
    } else if constexpr (std::is_same_v<Number, Pair>) {
      for (std::size_t i = 0; i < count; ++i) numbers[i] = {widen(parts[2 * i]), widen(parts[2 * i + 1])};
    }
  });
  return numbers;
}

/// One of them, rounded to its type.
template <class Number>
void store(const Number& number, void* to, std::size_t at, cudaDataType type) {
  const auto put = [&](std::size_t part, double value) {
    switch (type) {
      case CUDA_R_8I: static_cast<std::int8_t*>(to)[part] = static_cast<std::int8_t>(value); break;
      case CUDA_R_32I: static_cast<std::int32_t*>(to)[part] = static_cast<std::int32_t>(value); break;
      case CUDA_R_16F:
      case CUDA_C_16F: static_cast<std::uint16_t*>(to)[part] = float_to_half(static_cast<float>(value)); break;
      case CUDA_R_16BF:
      case CUDA_C_16BF: static_cast<std::uint16_t*>(to)[part] = float_to_bfloat16(static_cast<float>(value)); break;
      case CUDA_R_64F:
      case CUDA_C_64F: static_cast<double*>(to)[part] = value; break;
      default: static_cast<float*>(to)[part] = static_cast<float>(value); break;
    }
  };
  if (!is_complex(type)) return put(at, std::real(number));
  put(2 * at, std::real(number));
  put(2 * at + 1, std::imag(number));
}

/// Numbers of the device's, side by side.
template <class Number>
std::vector<Number> load(const Memory& memory, const char* name, const void* from, Index count, cudaDataType type) {
  const auto elements = static_cast<std::size_t>(count);
  memory.reach(Use::read, name, {.base = from, .width = elements * bytes_of(type), .pitch = elements * bytes_of(type)});
  return widened<Number>(from, elements, type);
}
template <class Number>
void save(const Memory& memory, const char* name, const std::vector<Number>& numbers, void* to, cudaDataType type) {
  memory.reach(Use::write, name,
               {.base = to, .width = numbers.size() * bytes_of(type), .pitch = numbers.size() * bytes_of(type)});
  for (std::size_t i = 0; i < numbers.size(); ++i) store(numbers[i], to, i, type);
}

/// Indices of the device's, counted from zero.
std::vector<Index> load_indices(const Memory& memory, const char* name, const void* from, Index count,
                                cusparseIndexType_t type, cusparseIndexBase_t base);
void save_indices(const Memory& memory, const char* name, const std::vector<Index>& indices, void* to,
                  cusparseIndexType_t type, cusparseIndexBase_t base);

[[nodiscard]] inline double conjugate(double x) { return x; }
[[nodiscard]] inline Pair conjugate(const Pair& x) { return std::conj(x); }

/// A number that a call gets by a pointer: of the host, read in the call, or of the device, read when its turn comes.
class Scalar {
 public:
  Scalar() = default;
  Scalar(bool on_device, const void* pointer, cudaDataType type);
  template <class Number>
  [[nodiscard]] Number get(const Memory& memory) const {
    if (device_ != nullptr) return load<Number>(memory, "scalar", device_, 1, type_)[0];
    if constexpr (std::is_same_v<Number, Pair>)
      return value_;
    else
      return value_.real();
  }

 private:
  const void* device_ = nullptr;
  cudaDataType type_ = CUDA_R_32F;
  Pair value_ = 0;
};

/// Calls `body(Number())` with what is computed with: pairs where any of the types has them.
template <class Body>
void with_number(std::initializer_list<cudaDataType> types, Body&& body) {
  for (const cudaDataType type : types)
    if (is_complex(type)) return body(Pair());
  body(double());
}

}  // namespace warpglass::sparse
