// LAPACK and BLAS, which compute what cuSOLVER is asked for: those of OpenBLAS, found when the program runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "cuda/blas/number.hpp"
#include "cuda/library_caller.hpp"

namespace warpglass::solver {

using blas::Complex;
using blas::conjugate;
using blas::DoubleComplex;
using blas::Index;
using blas::kIsComplex;
using blas::Real;

/// Whether OpenBLAS is there, with LAPACK in it.
[[nodiscard]] bool has_lapack();

/// A routine by its symbol. \throws library::Refused  there is none
[[nodiscard]] void* routine(const std::string& symbol);

/// What a routine is called without the letter of its type: "getrf".
struct Name {
  char text[16] = {};
  template <std::size_t N>
  consteval Name(const char (&from)[N]) {  // NOLINT(google-explicit-constructor): it is written as text
    std::copy_n(from, N, text);
  }
};

template <class T>
inline constexpr char kLetter =
    kIsComplex<T> ? (std::is_same_v<Real<T>, float> ? 'c' : 'z') : (std::is_same_v<T, float> ? 's' : 'd');

/// An argument as Fortran has it, by address; sizes are int there.
template <class A>
class Argument {
  using Kept = std::conditional_t<std::is_same_v<A, Index>, int, A>;

 public:
  explicit Argument(A value) : value_(static_cast<Kept>(value)) {}
  [[nodiscard]] const void* address() const {
    if constexpr (std::is_pointer_v<A>) {
      return value_;
    } else {
      return &value_;
    }
  }

 private:
  Kept value_;
};

/// Calls a routine for numbers of type T. \tparam kComplex  its name for complex numbers, where that is another
template <class T, Name kReal, Name kComplex = kReal, class... Arguments>
void call_host(Arguments... arguments) {
  static void* const found = routine(std::string(1, kLetter<T>) + (kIsComplex<T> ? kComplex : kReal).text + '_');
  // After the arguments Fortran has the lengths of those that are text, of which there are four at most.
  using Call = void (*)(decltype(Argument(arguments).address())..., std::size_t, std::size_t, std::size_t, std::size_t);
  reinterpret_cast<Call>(found)(Argument(arguments).address()..., 1, 1, 1, 1);
}

/// The same for one that tells at its end how it went. \return  what it tells
template <class T, Name kReal, Name kComplex = kReal, class... Arguments>
int lapack(Arguments... arguments) {
  int info = 0;
  call_host<T, kReal, kComplex>(arguments..., &info);
  return info;
}

/// So much memory as a routine has told that it works best with, which it does as a number of its own type.
template <class T>
int best_size(T told) {
  const double size = std::real(told);
  return std::max(1, static_cast<int>(std::ceil(size * (1 + 1e-6))));
}

/// `run(work, lwork)` with as much memory as it works best with.
template <class T, class Run>
int with_work(const Run& run) {
  T told{};
  if (const int info = run(&told, -1); info != 0) return info;
  std::vector<T> work(static_cast<std::size_t>(best_size(told)));
  return run(work.data(), static_cast<int>(work.size()));
}

}  // namespace warpglass::solver
