// What was found at instructions as findings of places in the source: a loop that was unrolled is one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {

/// \param found  by pc and what is wrong there; each with its `count`
/// \param make  the finding of one of them, from its pc, what is wrong, and what is known of it
template <class Kind, class Found, class Make>
[[nodiscard]] std::vector<Finding> findings_by_place(const KernelRecord& kernel,
                                                     const std::map<std::pair<std::uint32_t, Kind>, Found>& found,
                                                     const Make& make) {
  std::vector<Finding> all;
  std::map<std::pair<std::string, Kind>, std::size_t> by_place;
  for (const auto& [where, what] : found) {
    const auto [pc, kind] = where;
    const auto [known, fresh] = by_place.try_emplace({to_string(position_of(kernel, pc)), kind}, all.size());
    if (fresh) {
      all.push_back(make(kernel, pc, kind, what));
    } else {
      all[known->second].count += what.count;
      all[known->second].excess += what.count;
    }
  }
  return all;
}

}  // namespace warpglass::analysis
