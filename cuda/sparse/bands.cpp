// Systems of three and of five diagonals.
#include "cuda/sparse/older_calls.hpp"

namespace warpglass::sparse {
namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

/// A matrix with as many diagonals on each side of its own, and room for what exchanges of rows bring above them.
template <class Number>
class Band {
 public:
  /// \param diagonals  from the lowest to the highest; element i is of row i
  explicit Band(const std::vector<std::vector<Number>>& diagonals)
      : size_(static_cast<Index>(diagonals[0].size())),
        beside_(static_cast<Index>(diagonals.size()) / 2),
        values_(at(size_ * (3 * beside_ + 1))) {
    for (Index d = -beside_; d <= beside_; ++d)
      for (Index row = std::max<Index>(0, -d); row < std::min(size_, size_ - d); ++row)
        of(row, row + d) = diagonals[at(d + beside_)][at(row)];
  }

  /// By elimination with exchanges of rows.
  void solve(std::vector<std::vector<Number>>& sides) {
    for (Index i = 0; i < size_; ++i) {
      const Index last = std::min(i + beside_, size_ - 1), end = std::min(i + 2 * beside_ + 1, size_);
      Index pivot = i;
      for (Index row = i + 1; row <= last; ++row)
        if (std::abs(of(row, i)) > std::abs(of(pivot, i))) pivot = row;
      for (Index column = i; pivot != i && column < end; ++column) std::swap(of(i, column), of(pivot, column));
      for (auto& side : sides) std::swap(side[at(i)], side[at(pivot)]);
      for (Index row = i + 1; row <= last; ++row) {
        const Number factor = of(row, i) / of(i, i);
        for (Index column = i; column < end; ++column) of(row, column) -= factor * of(i, column);
        for (auto& side : sides) side[at(row)] -= factor * side[at(i)];
      }
    }
    for (auto& side : sides) {
      for (Index i = size_ - 1; i >= 0; --i) {
        for (Index column = i + 1; column < std::min(i + 2 * beside_ + 1, size_); ++column)
          side[at(i)] -= of(i, column) * side[at(column)];
        side[at(i)] /= of(i, i);
      }
    }
  }

 private:
  Number& of(Index row, Index column) { return values_[at(row * (3 * beside_ + 1) + column - row + beside_)]; }

  Index size_, beside_;
  std::vector<Number> values_;
};

template <class T>
T* moved(T* base, Index elements, cudaDataType type) {
  using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
  return static_cast<Byte*>(base) + elements * static_cast<Index>(bytes_of(type));
}

}  // namespace

cusparseStatus_t solve_tridiagonal(cusparseHandle_t handle, const char* call, cudaDataType type,
                                   const Tridiagonal& system) {
  return guarded(handle, [&] {
    if (system.size < 3 || system.count < 0 || system.distance < system.size) return kInvalid;
    return in_stream(handle, call, [system, type](const Memory& memory) {
      with_number({type}, [&](auto number) {
        using Number = decltype(number);
        const bool apart = system.diagonal_distance != 0;
        std::vector<std::vector<Number>> sides;
        const auto solve_together = [&](Index from) {
          const auto line = [&](const char* name, const void* base) {
            return load<Number>(memory, name, moved(base, from * system.diagonal_distance, type), system.size, type);
          };
          Band<Number>({line("lower diagonal", system.below), line("diagonal", system.diagonal),
                        line("upper diagonal", system.above)})
              .solve(sides);
          for (std::size_t i = 0; i < sides.size(); ++i)
            save(memory, "right sides", sides[i],
                 moved(system.sides, (from + static_cast<Index>(i)) * system.distance, type), type);
        };
        for (Index i = 0; i < system.count; ++i) {
          sides.push_back(load<Number>(memory, "right sides",
                                       moved(static_cast<const void*>(system.sides), i * system.distance, type),
                                       system.size, type));
          if (!apart) continue;
          solve_together(i);
          sides.clear();
        }
        if (!apart && !sides.empty()) solve_together(0);
      });
    });
  });
}

cusparseStatus_t solve_interleaved(cusparseHandle_t handle, const char* call, cudaDataType type, int size, int count,
                                   const std::vector<const void*>& diagonals, void* sides) {
  return guarded(handle, [&] {
    if (size < 3 || count < 0) return kInvalid;
    return in_stream(handle, call, [=](const Memory& memory) {
      with_number({type}, [&](auto number) {
        using Number = decltype(number);
        const Index all = Index{size} * count;
        std::vector<std::vector<Number>> lines;
        for (const void* const one : diagonals) lines.push_back(load<Number>(memory, "diagonal", one, all, type));
        std::vector<Number> values = load<Number>(memory, "right sides", sides, all, type);
        const auto own = [&](const std::vector<Number>& from, Index system) {
          std::vector<Number> line;
          for (Index i = 0; i < size; ++i) line.push_back(from[at(i * count + system)]);
          return line;
        };
        for (Index system = 0; system < count; ++system) {
          std::vector<std::vector<Number>> band, side = {own(values, system)};
          for (const auto& line : lines) band.push_back(own(line, system));
          Band<Number>(band).solve(side);
          for (Index i = 0; i < size; ++i) values[at(i * count + system)] = side[0][at(i)];
        }
        save(memory, "right sides", values, sides, type);
      });
    });
  });
}

}  // namespace warpglass::sparse
