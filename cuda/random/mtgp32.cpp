#include "cuda/random/mtgp32.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "curand_mtgp32_host.h"
#include "warpglass/random_mtgp32_step.h"
#include "warpglass/random_normal.h"

namespace warpglass::random {
namespace {

constexpr std::size_t kSets = 192, kLegacySets = 64;
constexpr std::size_t kRun = 256;  // numbers of a generator in turn

// Means of Poisson numbers: below by table, above by the normal distribution. Found out from the numbers of NVIDIA's.
constexpr double kFirstBySums = 32, kLastBySums = 8000;

/// What the recursion reads, for all generators.
const mtgp32_kernel_params_t& parameters() {
  static const mtgp32_kernel_params_t made = [] {
    mtgp32_kernel_params_t all{};
    for (std::size_t i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
      const mtgp32_params_fast_t& set = mtgp32dc_params_fast_11213[i];
      all.pos_tbl[i] = static_cast<unsigned>(set.pos);
      all.sh1_tbl[i] = static_cast<unsigned>(set.sh1);
      all.sh2_tbl[i] = static_cast<unsigned>(set.sh2);
      std::memcpy(all.param_tbl[i], set.tbl, sizeof set.tbl);
      std::memcpy(all.temper_tbl[i], set.tmp_tbl, sizeof set.tmp_tbl);
    }
    all.mask[0] = mtgp32dc_params_fast_11213[0].mask;
    return all;
  }();
  return made;
}

/// One generator's next 256 numbers.
class Mtgp32 {
 public:
  Mtgp32(int set, unsigned seed) : set_(set) {
    mtgp32_init_state(words_.data(), &mtgp32dc_params_fast_11213[set], seed);
  }

  [[nodiscard]] const std::array<unsigned, kRun>& run() const { return run_; }
  void turn() {
    const mtgp32_kernel_params_t& k = parameters();
    const std::size_t middle = k.pos_tbl[set_];
    for (std::size_t i = 0; i < kRun; ++i) {
      words_[i + MTGPDC_N] = warpglass_mtgp32_next(&k, set_, words_[i], words_[i + 1], words_[i + middle]);
      run_[i] = warpglass_mtgp32_temper(&k, set_, words_[i + MTGPDC_N], words_[i + middle - 1]);
    }
    std::copy_n(words_.begin() + kRun, MTGPDC_N, words_.begin());
  }

 private:
  int set_;
  std::array<unsigned, MTGPDC_N + kRun> words_{};
  std::array<unsigned, kRun> run_{};
};

class Mtgp32Generator final : public Generator {
 public:
  explicit Mtgp32Generator(std::size_t sets) : sets_(sets) {}

  void start(std::uint64_t seed, std::uint64_t /*offset*/) override {
    generators_.clear();
    seed_ = static_cast<unsigned>(seed ^ seed >> 32U);
    next_ = 0;
  }

  void fill(unsigned int* output, std::size_t count) override {
    each(output, count, [](unsigned int number) { return number; });
  }
  void fill(float* output, std::size_t count) override {
    each(output, count, [](unsigned int number) { return _curand_uniform(number); });
  }
  void fill(double* output, std::size_t count) override {
    each(output, count, [](unsigned int number) { return _curand_uniform_double(number); });
  }
  void fill(float* output, std::size_t count, const NormalShape& normal) override {
    each(output, count, [&](unsigned int number) { return shaped(_curand_normal_icdf(number), normal); });
  }
  void fill(double* output, std::size_t count, const NormalShape& normal) override {
    each(output, count, [&](unsigned int number) { return shaped(_curand_normal_icdf_double(number), normal); });
  }
  void fill_poisson(unsigned int* output, std::size_t count, const Poisson& poisson) override {
    if (poisson.mean < kFirstBySums) {
      each(output, count, [&](unsigned number) { return poisson.of_uniform(_curand_uniform_double(number)); });
    } else if (poisson.mean <= kLastBySums) {
      const PoissonSums sums = make_poisson_sums(poisson.mean);
      each(output, count, [&](unsigned number) { return sums.of_uniform(_curand_uniform_double(number)); });
    } else {
      each(output, count, [&](unsigned number) { return poisson.of_normal(_curand_normal_icdf_double(number)); });
    }
  }

  [[nodiscard]] std::size_t unit(bool /*normal*/) const override { return 1; }
  [[nodiscard]] std::uint64_t place() const override { return 0; }  // another seed begins anew

 private:
  /// The number behind the one before.
  [[nodiscard]] unsigned number() {
    const std::size_t set = next_ / kRun % sets_, column = next_ % kRun;
    if (set == generators_.size())
      generators_.emplace_back(static_cast<int>(set), seed_ + static_cast<unsigned>(set) + 1);
    if (column == 0) generators_[set].turn();
    ++next_;
    return generators_[set].run()[column];
  }

  template <class Number, class Make>
  void each(Number* output, std::size_t count, Make&& make) {
    for (std::size_t i = 0; i < count; ++i) output[i] = make(number());
  }

  std::size_t sets_;
  std::vector<Mtgp32> generators_;  // as far as they have been asked
  unsigned seed_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Generator> make_mtgp32_generator(bool legacy) {
  return std::make_unique<Mtgp32Generator>(legacy ? kLegacySets : kSets);
}

}  // namespace warpglass::random
