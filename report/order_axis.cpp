#include "report/order_axis.hpp"

#include <algorithm>

namespace warpglass::report {

OrderAxis::OrderAxis(const analysis::RunProfile& run) {
  std::uint64_t most = 0;
  for (const analysis::TransferProfile& transfer : run.transfers)
    launches_before_.push_back(most = std::max(most, transfer.launches_before));
}

std::uint64_t OrderAxis::of_launch(std::uint64_t index) const {
  const auto later = std::ranges::upper_bound(launches_before_, index);
  return index + static_cast<std::uint64_t>(later - launches_before_.begin());
}

}  // namespace warpglass::report
