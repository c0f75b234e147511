// Poisson's distribution as the host has it: a table below a mean of 2,000, else the normal distribution (the cuRAND
// guide, curandCreatePoissonDistribution).
#pragma once

#include <vector>

namespace warpglass::random {

/// A squared histogram: bars of equal width, each of at most two values.
struct DiscreteTable {
  unsigned shift = 0;           // what value 0 stands for
  std::vector<double> below;    // bar j is value j's for uniform numbers below this,
  std::vector<unsigned> other;  // and this one's above
};

struct Poisson {
  double mean = 0;
  double stddev = 0;
  DiscreteTable table;  // without bars where the mean is too large

  [[nodiscard]] bool by_table() const { return !table.below.empty(); }
  [[nodiscard]] unsigned of_uniform(double uniform) const;  // uniform: above 0, at most 1
  [[nodiscard]] unsigned of_normal(double normal) const;
};

/// The distribution's sums: a number stands for the first value whose sum it does not exceed.
struct PoissonSums {
  unsigned first = 0;  // what sums[0] belongs to
  std::vector<double> sums;

  [[nodiscard]] unsigned of_uniform(double uniform) const;
};
[[nodiscard]] PoissonSums make_poisson_sums(double mean);

/// Above 0, up to 400,000.
[[nodiscard]] constexpr bool poisson_mean(double mean) { return mean > 0 && mean <= 400000; }
[[nodiscard]] Poisson make_poisson(double mean);

}  // namespace warpglass::random
