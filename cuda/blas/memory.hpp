// Matrices and vectors of the device's memory, which libraries reach before they touch them.
#pragma once

#include <cstddef>

#include "cuda/blas/number.hpp"
#include "cuda/library_caller.hpp"

namespace warpglass::blas {

/// Elements of a vector, in the order of their indices.
template <class T>
struct Vector {
  T* first = nullptr;
  Index increment = 1;
  T& operator[](Index i) const { return first[i * increment]; }
};

/// A matrix by columns.
template <class T>
struct Matrix {
  T* first = nullptr;
  Index leading = 1;
  T& operator()(Index i, Index j) const { return first[i + j * leading]; }
  [[nodiscard]] T* at(Index i, Index j) const { return first + i + j * leading; }
};

/// What a piece of work reaches of the device's memory. All functions throw library::Refused for what is not the
/// device's.
class Memory : public library::Memory {
 public:
  using library::Memory::Memory;

  /// \param name  "matrix A", in messages
  void reach(Use use, const char* name, const void* base, Index bytes, Index pitch, Index columns) const {
    const auto size = [](Index count) { return static_cast<std::size_t>(count < 0 ? 0 : count); };
    library::Memory::reach(use, name,
                           {.base = base, .width = size(bytes), .pitch = size(pitch), .height = size(columns)});
  }

  template <class T>
  Matrix<T> matrix(Use use, const char* name, T* base, Index leading, Index rows, Index columns) const {
    const auto size = static_cast<Index>(sizeof(T));
    reach(use, name, base, rows * size, leading * size, columns);
    return {base, leading};
  }
  /// From the far end where the increment is negative, as BLAS has it.
  template <class T>
  Vector<T> vector(Use use, const char* name, T* base, Index increment, Index count) const {
    const auto size =
        static_cast<Index>(sizeof(T));  // NOLINT(bugprone-sizeof-expression): of an array of pointers, one
    const Index step = increment < 0 ? -increment : increment;
    if (step == 1) {
      reach(use, name, static_cast<const void*>(base), count * size, count * size, 1);
    } else {
      reach(use, name, static_cast<const void*>(base), size, step * size, step == 0 && count > 0 ? 1 : count);
    }
    return {increment < 0 && count > 0 ? base + (count - 1) * step : base, increment};
  }
  template <class T>
  T* array(Use use, const char* name, T* base, Index count) const {
    return vector(use, name, base, 1, count).first;
  }
};

using Use = Memory::Use;

}  // namespace warpglass::blas
