#include "cuda/random/poisson.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace warpglass::random {
namespace {

constexpr double kFirstByNormal = 2000;

[[nodiscard]] double probability(double mean, unsigned value) {
  return std::exp(value * std::log(mean) - mean - std::lgamma(value + 1.0));
}

/// All that is more than 0 in double precision, from the first such value on.
[[nodiscard]] std::vector<double> probabilities(double mean, unsigned& first) {
  first = 0;
  while (probability(mean, first) == 0) ++first;
  std::vector<double> all;
  for (double next = probability(mean, first); next > 0;) {
    all.push_back(next);
    next = probability(mean, first + static_cast<unsigned>(all.size()));
  }
  return all;
}

/// Bars that are too low are filled from the last one that is too high, in passes from the first bar on; one that has
/// given too much waits to be filled itself. The order decides which values share a bar: it is the one of NVIDIA's
/// tables on an H200 (driver 580.159.04, cuRAND 10.4.0, 2026-11-23; 24 means from 0.001 to 1,999).
[[nodiscard]] DiscreteTable squared(std::vector<double> heights) {
  const std::size_t bars = heights.size();
  const double even = 1.0 / static_cast<double>(bars);
  DiscreteTable table;
  table.below.resize(bars);
  table.other.resize(bars);
  std::vector<bool> filled(bars);
  const auto close = [&](std::size_t bar, std::size_t other) {
    table.below[bar] = heights[bar] + static_cast<double>(bar) * even;
    table.other[bar] = static_cast<unsigned>(other);
    filled[bar] = true;
  };
  std::size_t high = bars;  // behind the last bar that may be too high
  const auto find_high = [&] {
    while (high > 0 && (filled[high - 1] || heights[high - 1] < even)) --high;
    return high > 0;
  };
  for (bool again = true; again;) {
    again = false;
    for (std::size_t low = 0; low < bars; ++low) {
      if (filled[low] || heights[low] >= even || !find_high()) continue;
      close(low, high - 1);
      heights[high - 1] -= even - heights[low];
      again = true;
    }
  }
  for (std::size_t bar = 0; bar < bars; ++bar) {
    if (!filled[bar]) close(bar, bar);
  }
  return table;
}

}  // namespace

unsigned Poisson::of_uniform(double uniform) const {
  const std::size_t bars = table.below.size();
  const auto bar = std::min(static_cast<std::size_t>(static_cast<double>(bars) * uniform), bars - 1);
  return table.shift + (uniform < table.below[bar] ? static_cast<unsigned>(bar) : table.other[bar]);
}

unsigned Poisson::of_normal(double normal) const {
  return static_cast<unsigned>(stddev * normal + mean + 0.5);  // NOLINT(bugprone-incorrect-roundings): as NVIDIA's
}

Poisson make_poisson(double mean) {
  Poisson poisson{.mean = mean, .stddev = std::sqrt(mean), .table = {}};
  if (mean >= kFirstByNormal) return poisson;
  unsigned first = 0;
  poisson.table = squared(probabilities(mean, first));
  poisson.table.shift = first;
  return poisson;
}

unsigned PoissonSums::of_uniform(double uniform) const {
  return first + static_cast<unsigned>(std::ranges::lower_bound(sums, uniform) - sums.begin());
}

PoissonSums make_poisson_sums(double mean) {
  PoissonSums made;
  made.sums = probabilities(mean, made.first);
  std::partial_sum(made.sums.begin(), made.sums.end(), made.sums.begin());
  return made;
}

}  // namespace warpglass::random
