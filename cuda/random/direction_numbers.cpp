// A dimension of a Sobol' sequence is a primitive polynomial over GF(2) and as many free numbers m_1, m_2 ... as its
// degree; the others follow by the polynomial's recurrence (Bratley and Fox, Algorithm 659). The dimensions of the
// search take all primitive polynomials in order, first by degree, then by coefficients. They are found here again, so
// that only the free numbers have to be kept.
#include "cuda/random/direction_numbers.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace warpglass::random {
namespace {

/// A polynomial over GF(2): bit k is the coefficient of x^k.
using Polynomial = std::uint32_t;

[[nodiscard]] unsigned degree_of(Polynomial polynomial) {
  return static_cast<unsigned>(std::bit_width(polynomial)) - 1;
}

[[nodiscard]] Polynomial times_x(Polynomial a, Polynomial modulus) {
  a <<= 1;
  return a >> degree_of(modulus) & 1 ? a ^ modulus : a;
}

[[nodiscard]] Polynomial times(Polynomial a, Polynomial b, Polynomial modulus) {
  Polynomial product = 0;
  for (; b != 0; b >>= 1, a = times_x(a, modulus)) {
    if (b & 1) product ^= a;
  }
  return product;
}

[[nodiscard]] Polynomial power_of_x(std::uint32_t exponent, Polynomial modulus) {
  Polynomial power = 1;
  for (int bit = std::bit_width(exponent) - 1; bit >= 0; --bit) {
    power = times(power, power, modulus);
    if (exponent >> bit & 1) power = times_x(power, modulus);
  }
  return power;
}

[[nodiscard]] std::vector<std::uint32_t> prime_factors(std::uint32_t number) {
  std::vector<std::uint32_t> primes;
  for (std::uint32_t prime = 2; prime * prime <= number; ++prime) {
    if (number % prime == 0) primes.push_back(prime);
    while (number % prime == 0) number /= prime;
  }
  if (number > 1) primes.push_back(number);
  return primes;
}

/// All primitive polynomials, one after the other: those by which x has the order 2^degree - 1.
class PrimitivePolynomials {
 public:
  [[nodiscard]] Polynomial next() {
    do {
      polynomial_ += 2;
      if (std::has_single_bit(polynomial_ - 1)) begin_degree();
    } while (!primitive());
    return polynomial_;
  }

 private:
  void begin_degree() {
    order_ = std::bit_floor(polynomial_) - 1;
    primes_ = prime_factors(order_);
  }

  [[nodiscard]] bool primitive() const {
    // Of an even number of terms, x + 1 is a factor.
    if (std::popcount(polynomial_) % 2 == 0 && polynomial_ != 3) return false;
    if (degree_of(polynomial_) == 1) return true;
    if (power_of_x(order_, polynomial_) != 1) return false;
    for (const std::uint32_t prime : primes_) {
      if (power_of_x(order_ / prime, polynomial_) == 1) return false;
    }
    return true;
  }

  Polynomial polynomial_ = 1;
  std::uint32_t order_ = 0;
  std::vector<std::uint32_t> primes_;  // of the order
};

class Bits {
 public:
  explicit Bits(std::string_view bytes) : bytes_(bytes) {}

  /// The next ones, the highest first.
  [[nodiscard]] std::uint32_t take(std::size_t count) {
    std::uint32_t bits = 0;
    for (; count > 0; --count, ++next_) {
      const auto byte = static_cast<unsigned char>(bytes_[next_ / 8]);
      bits = bits << 1 | (byte >> (7 - next_ % 8) & 1u);
    }
    return bits;
  }

 private:
  std::string_view bytes_;
  std::size_t next_ = 0;
};

/// The dimensions that somebody has asked for so far.
template <class Word>
class Table {
 public:
  Table() { dimensions_.reserve(kMostDimensions); }

  [[nodiscard]] std::span<const Directions<Word>> first(unsigned dimensions) {
    const std::scoped_lock lock(mutex_);
    while (dimensions_.size() < dimensions) dimensions_.push_back(dimensions_.empty() ? diagonal() : next());
    return dimensions_;
  }

 private:
  static constexpr std::size_t kBits = 8 * sizeof(Word);

  [[nodiscard]] static Directions<Word> diagonal() {
    Directions<Word> directions{};
    for (std::size_t i = 0; i < kBits; ++i) directions[i] = Word{1} << (kBits - 1 - i);
    return directions;
  }

  [[nodiscard]] Directions<Word> next() {
    const Polynomial polynomial = polynomials_.next();
    const std::size_t degree = degree_of(polynomial);
    Directions<Word> directions{};
    for (std::size_t i = 0; i < degree; ++i) {
      const Word number = initial_.take(i) << 1 | 1;  // m_(i + 1)
      directions[i] = number << (kBits - 1 - i);
    }
    for (std::size_t i = degree; i < kBits; ++i) {
      const Word before = directions[i - degree];
      Word direction = before ^ before >> degree;
      for (std::size_t k = 1; k < degree; ++k) {
        if (polynomial >> (degree - k) & 1) direction ^= directions[i - k];
      }
      directions[i] = direction;
    }
    return directions;
  }

  std::mutex mutex_;
  PrimitivePolynomials polynomials_;
  Bits initial_{initial_direction_numbers()};
  std::vector<Directions<Word>> dimensions_;
};

}  // namespace

std::span<const Directions<unsigned int>> directions_32(unsigned dimensions) {
  static Table<unsigned int> table;
  return table.first(dimensions);
}

std::span<const Directions<unsigned long long>> directions_64(unsigned dimensions) {
  static Table<unsigned long long> table;
  return table.first(dimensions);
}

}  // namespace warpglass::random
