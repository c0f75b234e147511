#include "cuda/random/mt19937.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "warpglass/random_normal.h"

namespace warpglass::random {
namespace {

constexpr std::size_t kWords = Mt19937::kWords;
constexpr std::size_t kMiddle = 397;
constexpr std::size_t kDegree = 19937;

/// The word behind 624 others, of the first, the second and the middle one.
std::uint32_t next_word(std::uint32_t first, std::uint32_t second, std::uint32_t middle) {
  const std::uint32_t mixed = (first & 0x80000000U) | (second & 0x7fffffffU);
  return middle ^ (mixed >> 1U) ^ ((mixed & 1U) != 0 ? 0x9908b0dfU : 0U);
}
std::uint32_t next_word(const std::uint32_t* words) { return next_word(words[0], words[1], words[kMiddle]); }

/// Coefficients of the jump's polynomial that are taken together.
constexpr unsigned kGroup = 6;
constexpr std::size_t kSums = std::size_t{1} << kGroup;

/// Group after group, the lowest one first, and in each the lowest bit.
std::vector<unsigned> coefficients_in_groups() {
  const std::string_view polynomial = mt19937_jump_polynomial();
  std::vector<unsigned> groups(kDegree / kGroup + 1);
  for (std::size_t i = 0; i < kDegree; ++i)
    groups[i / kGroup] |= (static_cast<unsigned char>(polynomial[i / 8]) >> i % 8 & 1U) << i % kGroup;
  return groups;
}

void add(std::uint32_t* to, const std::uint32_t* words) {
  for (std::size_t i = 0; i < kWords; ++i) to[i] ^= words[i];
}

constexpr std::size_t kParts = 8192;
constexpr std::size_t kColumns = 8;  // of a part in a row
constexpr std::size_t kRow = kParts * kColumns;
constexpr std::size_t kRows = kWords / kColumns;

/// Which of its part's 624 numbers is where.
/// \param row  below kRows
constexpr std::size_t number_at(std::size_t row, std::size_t column) {
  constexpr std::array<std::size_t, kColumns> kFirstRow{0, 113, 170, 283, 340, 397, 510, 567};
  constexpr std::size_t kSteps = 7, kRun = kSteps * kColumns;
  if (row == 0) return kFirstRow[column];
  std::size_t begin = 1 + (row - 1) / kSteps * kRun;
  for (const std::size_t elsewhere : kFirstRow) begin += elsewhere != 0 && elsewhere <= begin ? 1 : 0;
  return begin + (row - 1) % kSteps + kSteps * column;
}
static_assert(number_at(8, 0) == 57 && number_at(15, 1) == 121 && number_at(77, 7) == 623);

/// In the middle of its 2^-32; the float is the double, rounded.
double uniform(std::uint32_t number) { return number * 0x1p-32 + 0x1p-33; }

/// Of single precision, unlike Poisson::of_normal.
unsigned by_normal(std::uint32_t number, const Poisson& poisson) {
  const NormalShape shape{.mean = poisson.mean, .stddev = poisson.stddev, .log = false};
  const float value = shaped(_curand_normal_icdf(number), shape);
  return static_cast<unsigned>(value + 0.5F);  // NOLINT(bugprone-incorrect-roundings): as NVIDIA's
}

class Mt19937Generator final : public Generator {
 public:
  void start(std::uint64_t seed, std::uint64_t /*offset*/) override {
    parts_.clear();
    seed_ = static_cast<std::uint32_t>(seed);
    place_ = 0;
  }

  void fill(unsigned int* output, std::size_t count) override {
    each(output, count, [](unsigned int number) { return number; });
  }
  void fill(float* output, std::size_t count) override {
    each(output, count, [](unsigned int number) { return static_cast<float>(uniform(number)); });
  }
  void fill(double* output, std::size_t count) override {
    each(output, count, [](unsigned int number) { return uniform(number); });
  }
  void fill(float* output, std::size_t count, const NormalShape& normal) override {
    each(output, count, [&](unsigned int number) { return shaped(_curand_normal_icdf(number), normal); });
  }
  void fill(double* output, std::size_t count, const NormalShape& normal) override {
    each(output, count, [&](unsigned int number) { return shaped(_curand_normal_icdf_double(number), normal); });
  }
  void fill_poisson(unsigned int* output, std::size_t count, const Poisson& poisson) override {
    each(output, count, [&](unsigned int number) {
      return poisson.by_table() ? poisson.of_uniform(uniform(number)) : by_normal(number, poisson);
    });
  }

  [[nodiscard]] std::size_t unit(bool /*normal*/) const override { return 1; }
  [[nodiscard]] std::uint64_t place() const override { return 0; }  // another seed begins anew

 private:
  struct Part {
    Mt19937 numbers;
    std::uint64_t turns = 0;
  };

  Part& part(std::size_t wanted) {
    if (parts_.empty()) {
      parts_.reserve(kParts);
      parts_.push_back({.numbers = Mt19937(seed_)});
      newest_ = parts_.back().numbers;
    }
    while (parts_.size() <= wanted) {
      newest_ = newest_->far_ahead();
      parts_.push_back({.numbers = *newest_});
    }
    return parts_[wanted];
  }

  template <class Number, class Make>
  void each(Number* output, std::size_t count, Make&& make) {
    for (std::size_t i = 0; i < count; ++i, ++place_) {
      const std::uint64_t row = place_ / kRow;
      const std::size_t column = place_ % kRow;
      Part& owner = part(column / kColumns);
      for (; owner.turns <= row / kRows; ++owner.turns) owner.numbers.turn();
      output[i] = make(owner.numbers.number(number_at(row % kRows, column % kColumns)));
    }
  }

  std::uint32_t seed_ = 0;
  std::uint64_t place_ = 0;
  std::vector<Part> parts_;        // as many as have been asked for
  std::optional<Mt19937> newest_;  // the last of these, as it was in the beginning
};

}  // namespace

Mt19937::Mt19937(std::uint32_t seed) {
  words_[0] = seed;
  for (std::uint32_t i = 1; i < kWords; ++i) words_[i] = 1812433253U * (words_[i - 1] ^ (words_[i - 1] >> 30U)) + i;
}

// By Horner's rule, some coefficients at a time: the sum so far goes as many words ahead, and to it comes the sum of
// those of the state and the next ones that the coefficients name.
Mt19937 Mt19937::far_ahead() const {
  std::vector<std::uint32_t> ahead(words_.begin(), words_.end());
  ahead.reserve(kWords + kGroup);
  for (unsigned i = 0; i < kGroup; ++i) ahead.push_back(next_word(&ahead[i]));
  std::vector<Words> sums(kSums, Words{});
  for (std::size_t which = 1; which < kSums; ++which) {
    const auto lowest = static_cast<unsigned>(std::countr_zero(which));
    sums[which] = sums[which & (which - 1)];
    add(sums[which].data(), &ahead[lowest]);
  }
  std::vector<std::uint32_t> sum(kWords + kDegree + kGroup);
  std::uint32_t* first = sum.data();
  static const std::vector<unsigned> groups = coefficients_in_groups();
  for (std::size_t group = groups.size(); group-- > 0;) {
    for (unsigned i = 0; i < kGroup; ++i, ++first) first[kWords] = next_word(first);
    if (groups[group] != 0) add(first, sums[groups[group]].data());
  }
  Words words;
  std::copy_n(first, kWords, words.begin());
  return Mt19937(words);
}

void Mt19937::turn() {
  for (std::size_t i = 0; i < kWords; ++i)
    words_[i] = next_word(words_[i], words_[(i + 1) % kWords], words_[(i + kMiddle) % kWords]);
}

std::uint32_t Mt19937::number(std::size_t place) const {
  std::uint32_t word = words_[place];
  word ^= word >> 11U;
  word ^= (word << 7U) & 0x9d2c5680U;
  word ^= (word << 15U) & 0xefc60000U;
  return word ^ (word >> 18U);
}

std::unique_ptr<Generator> make_mt19937_generator() { return std::make_unique<Mt19937Generator>(); }

}  // namespace warpglass::random
