#include "cuda/random/sobol_generator.hpp"

#include <span>

#include "cuda/random/direction_numbers.hpp"
#include "warpglass/random_normal.h"
#include "warpglass/random_sobol.h"
#include "warpglass/random_uniform.h"

namespace warpglass::random {
namespace {

[[nodiscard]] auto directions_of(unsigned int /*word*/, unsigned dimensions) { return directions_32(dimensions); }
[[nodiscard]] auto directions_of(unsigned long long /*word*/, unsigned dimensions) { return directions_64(dimensions); }

template <class Word>
class SobolGenerator final : public Generator {
 public:
  explicit SobolGenerator(unsigned dimensions) : directions_(directions_of(Word{}, dimensions).first(dimensions)) {}

  void start(std::uint64_t /*seed*/, std::uint64_t offset) override { place_ = offset; }

  void fill(unsigned int* output, std::size_t count) override {
    each(output, count, [](Word point) { return static_cast<unsigned int>(point); });
  }
  void fill(float* output, std::size_t count) override {
    each(output, count, [](Word point) { return _curand_uniform(point); });
  }
  void fill(double* output, std::size_t count) override {
    each(output, count, [](Word point) { return _curand_uniform_double(point); });
  }
  void fill(float* output, std::size_t count, const NormalShape& normal) override {
    each(output, count, [&](Word point) { return shaped(_curand_normal_icdf(point), normal); });
  }
  void fill(double* output, std::size_t count, const NormalShape& normal) override {
    each(output, count, [&](Word point) { return shaped(_curand_normal_icdf_double(point), normal); });
  }

  [[nodiscard]] bool makes_long() const override { return sizeof(Word) == 8; }
  void fill_long(unsigned long long* output, std::size_t count) override {
    each(output, count, [](Word point) { return static_cast<unsigned long long>(point); });
  }
  [[nodiscard]] std::size_t unit(bool /*normal*/) const override { return directions_.size(); }
  [[nodiscard]] std::uint64_t place() const override { return place_; }

 private:
  template <class Number, class Make>
  void each(Number* output, std::size_t count, Make&& make) {
    const std::size_t points = count / directions_.size();
    for (const Directions<Word>& directions : directions_) {
      warpglass_sobol<Word> state;
      warpglass_sobol_init<Word>(directions.data(), 0, static_cast<Word>(place_), &state);
      for (std::size_t i = 0; i < points; ++i) *output++ = make(warpglass_sobol_next(&state));
    }
    place_ += points;
  }

  std::span<const Directions<Word>> directions_;
  std::uint64_t place_ = 0;  // the number of the next point
};

}  // namespace

std::unique_ptr<Generator> make_sobol_generator(int bits, unsigned dimensions) {
  if (bits == 32) return std::make_unique<SobolGenerator<unsigned int>>(dimensions);
  return std::make_unique<SobolGenerator<unsigned long long>>(dimensions);
}

}  // namespace warpglass::random
