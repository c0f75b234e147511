#include "cuda/random/generator.hpp"

#include <cmath>
#include <vector>

#include "warpglass/random_mrg32k3a.h"
#include "warpglass/random_normal.h"
#include "warpglass/random_philox.h"
#include "warpglass/random_uniform.h"
#include "warpglass/random_xorwow.h"

namespace warpglass::random {

float shaped(float normal, const NormalShape& shape) {
  const float value = static_cast<float>(shape.mean) + static_cast<float>(shape.stddev) * normal;
  return shape.log ? std::exp(value) : value;
}
double shaped(double normal, const NormalShape& shape) {
  const double value = shape.mean + shape.stddev * normal;
  return shape.log ? std::exp(value) : value;
}

namespace {

/// The first state of a seed, and from one lane's to the next one's.
class XorwowLanes {
 public:
  using State = curandStateXORWOW_t;
  static void to_next(State& state) { skipahead_sequence(1, &state); }
};

class MrgLanes {
 public:
  using State = curandStateMRG32k3a_t;
  MrgLanes() {
    for (int i = 0; i < 76; ++i) {
      warpglass_mrg_square(first_, WARPGLASS_MRG_M1);
      warpglass_mrg_square(second_, WARPGLASS_MRG_M2);
    }
  }
  void to_next(State& state) const {
    warpglass_mrg_times(state.s1, first_, WARPGLASS_MRG_M1);
    warpglass_mrg_times(state.s2, second_, WARPGLASS_MRG_M2);
  }

 private:
  warpglass_mrg_matrix first_ = warpglass_mrg_first();
  warpglass_mrg_matrix second_ = warpglass_mrg_second();
};

template <class Lanes>
class LaneGenerator final : public Generator {
 public:
  explicit LaneGenerator(std::size_t lanes) : states_(lanes) {}

  void start(std::uint64_t seed, std::uint64_t offset) override {
    typename Lanes::State state;
    curand_init(seed, 0, offset / states_.size(), &state);
    for (typename Lanes::State& lane : states_) {
      lane = state;
      lanes_.to_next(state);
    }
    next_ = static_cast<std::size_t>(offset % states_.size());
    for (std::size_t lane = 0; lane < next_; ++lane) curand(&states_[lane]);
    place_ = offset;
  }

  void fill(unsigned int* output, std::size_t count) override {
    each(count, [&](std::size_t i, auto* state) { output[i] = curand(state); });
  }
  void fill(float* output, std::size_t count) override {
    each(count, [&](std::size_t i, auto* state) { output[i] = curand_uniform(state); });
  }
  void fill(double* output, std::size_t count) override {
    each(count, [&](std::size_t i, auto* state) { output[i] = curand_uniform_double(state); });
  }
  void fill(float* output, std::size_t count, const NormalShape& normal) override {
    each(count / 2, [&](std::size_t i, auto* state) {
      const float2 pair = curand_normal2(state);
      output[2 * i] = shaped(pair.x, normal);
      output[2 * i + 1] = shaped(pair.y, normal);
    });
  }
  void fill(double* output, std::size_t count, const NormalShape& normal) override {
    each(count / 2, [&](std::size_t i, auto* state) {
      const double2 pair = curand_normal2_double(state);
      output[2 * i] = shaped(pair.x, normal);
      output[2 * i + 1] = shaped(pair.y, normal);
    });
  }

  // Each number is a lane's own, the second normal one of a pair the lane's next.
  void fill_poisson(unsigned int* output, std::size_t count, const Poisson& poisson) override {
    each(count, [&](std::size_t i, auto* state) {
      output[i] = poisson.by_table() ? poisson.of_uniform(_curand_uniform_double(curand(state)))
                                     : poisson.of_normal(curand_normal(state));
    });
  }

  [[nodiscard]] std::size_t unit(bool normal) const override { return normal ? 2 : 1; }
  [[nodiscard]] std::uint64_t place() const override { return place_; }

 private:
  template <class Draw>
  void each(std::size_t count, Draw&& draw) {
    for (std::size_t i = 0; i < count; ++i) {
      draw(i, &states_[next_]);
      next_ = next_ + 1 == states_.size() ? 0 : next_ + 1;
    }
    place_ += count;
  }

  Lanes lanes_;
  std::vector<typename Lanes::State> states_;
  std::size_t next_ = 0;
  std::uint64_t place_ = 0;
};

class PhiloxGenerator final : public Generator {
 public:
  void start(std::uint64_t seed, std::uint64_t offset) override {
    key_ = {static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
    counters_.assign(kLanes, offset / kRound);
    next_ = static_cast<std::size_t>(offset % kRound);
    for (std::size_t lane = 0; lane < next_ / 4; ++lane) ++counters_[lane];
  }

  void fill(unsigned int* output, std::size_t count) override {
    each(count, 1,
         [&](std::size_t i, std::size_t lane, unsigned int k) { output[i] = warpglass_philox_word(four(lane, 0), k); });
  }
  void fill(float* output, std::size_t count) override {
    each(count, 1, [&](std::size_t i, std::size_t lane, unsigned int k) {
      output[i] = _curand_uniform(warpglass_philox_word(four(lane, 0), k));
    });
  }
  void fill(double* output, std::size_t count) override {
    each(count, 2, [&](std::size_t i, std::size_t lane, unsigned int k) {
      const uint4 words = four(lane, k / 2);
      output[i] =
          k % 2 == 0 ? _curand_uniform_double_hq(words.x, words.y) : _curand_uniform_double_hq(words.z, words.w);
    });
  }
  void fill(float* output, std::size_t count, const NormalShape& normal) override {
    each(count, 1, [&](std::size_t i, std::size_t lane, unsigned int k) {
      output[i] = shaped(normal_of(four(lane, 0), k), normal);
    });
  }
  void fill(double* output, std::size_t count, const NormalShape& normal) override {
    each(count, 2, [&](std::size_t i, std::size_t lane, unsigned int k) {
      const uint4 words = four(lane, k / 2);
      const double2 pair = _curand_box_muller_double(words.x, words.y, words.z, words.w);
      output[i] = shaped(k % 2 == 0 ? pair.x : pair.y, normal);
    });
  }

  void fill_poisson(unsigned int* output, std::size_t count, const Poisson& poisson) override {
    each(count, 1, [&](std::size_t i, std::size_t lane, unsigned int k) {
      const uint4 words = four(lane, 0);
      output[i] = poisson.by_table() ? poisson.of_uniform(_curand_uniform_double(warpglass_philox_word(words, k)))
                                     : poisson.of_normal(normal_of(words, k));
    });
  }

  [[nodiscard]] std::size_t unit(bool /*normal*/) const override { return 1; }
  [[nodiscard]] std::uint64_t place() const override { return counters_[next_ / 4] * kRound + next_; }

 private:
  static constexpr std::size_t kLanes = 65536;
  static constexpr std::size_t kRound = 4 * kLanes;  // outputs until it is the first lane's turn again

  [[nodiscard]] static float normal_of(const uint4& words, unsigned int k) {
    const float2 pair = k < 2 ? _curand_box_muller(words.x, words.y) : _curand_box_muller(words.z, words.w);
    return k % 2 == 0 ? pair.x : pair.y;
  }

  [[nodiscard]] uint4 four(std::size_t lane, std::uint64_t ahead) const {
    const std::uint64_t counter = counters_[lane] + ahead;
    return curand_Philox4x32_10({static_cast<unsigned int>(counter), static_cast<unsigned int>(counter >> 32),
                                 static_cast<unsigned int>(lane), 0},
                                key_);
  }

  /// \param counters  that four outputs of a lane take
  template <class Draw>
  void each(std::size_t count, std::uint64_t counters, Draw&& draw) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t lane = next_ / 4;
      draw(i, lane, static_cast<unsigned int>(next_ % 4));
      if (next_ % 4 == 3) counters_[lane] += counters;
      next_ = next_ + 1 == kRound ? 0 : next_ + 1;
    }
  }

  uint2 key_{};
  std::vector<std::uint64_t> counters_;  // of the next four, by lane
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Generator> make_pseudorandom(curandRngType_t type, bool legacy) {
  if (type == CURAND_RNG_PSEUDO_DEFAULT || type == CURAND_RNG_PSEUDO_XORWOW)
    return std::make_unique<LaneGenerator<XorwowLanes>>(4096);
  if (type == CURAND_RNG_PSEUDO_MRG32K3A) return std::make_unique<LaneGenerator<MrgLanes>>(legacy ? 4096 : 81920);
  if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) return std::make_unique<PhiloxGenerator>();
  return nullptr;
}

}  // namespace warpglass::random
