// Launches and copies on one axis, in the order in which the program asked for them: each has a place of its own, as
// wide as any other.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/profile.hpp"

namespace warpglass::report {

class OrderAxis {
 public:
  explicit OrderAxis(const analysis::RunProfile& run);

  /// \param index  LaunchProfile::index
  [[nodiscard]] std::uint64_t of_launch(std::uint64_t index) const;
  /// \param number  in RunProfile::transfers
  [[nodiscard]] std::uint64_t of_transfer(std::size_t number) const { return launches_before_[number] + number; }

 private:
  std::vector<std::uint64_t> launches_before_;  // by transfer; they never fall
};

}  // namespace warpglass::report
