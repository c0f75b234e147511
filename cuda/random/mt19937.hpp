// MT19937 (M. Matsumoto, T. Nishimura, "Mersenne Twister", ACM TOMACS 8, 1998), and the order in which NVIDIA's arrays
// have it, found out from its generator that runs on the host.
//
// 8,192 parts of one sequence, each 2^2048 numbers behind the one before, fill rows of 65,536 numbers, eight in a row
// each. A part makes 624 numbers in 78 rows. Its first row has the numbers 0, 113, 170, 283, 340, 397, 510 and 567 of
// those; the runs between them, of 56 each, come in seven rows, and a number's column is its place in the run by seven.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "cuda/random/generator.hpp"

namespace warpglass::random {

class Mt19937 {
 public:
  static constexpr std::size_t kWords = 624;
  using Words = std::array<std::uint32_t, kWords>;

  explicit Mt19937(std::uint32_t seed);

  /// What is 2^2048 numbers ahead.
  [[nodiscard]] Mt19937 far_ahead() const;

  /// Makes the next 624 numbers.
  void turn();
  /// \param place  below 624, among those that the last turn made
  [[nodiscard]] std::uint32_t number(std::size_t place) const;

 private:
  explicit Mt19937(const Words& words) : words_(words) {}
  Words words_;
};

/// What mt19937_jump.py has written.
[[nodiscard]] std::string_view mt19937_jump_polynomial();

[[nodiscard]] std::unique_ptr<Generator> make_mt19937_generator();

}  // namespace warpglass::random
