#include "base/nearest.hpp"

#include <algorithm>
#include <utility>

namespace warpglass {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view word, const std::vector<std::string_view>& names,
                                            std::size_t furthest, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view name : names) {
    const std::size_t distance = edit_distance(word, name);
    const bool known = std::any_of(near.begin(), near.end(), [&](const auto& n) { return n.second == name; });
    if (distance <= furthest && !known) near.emplace_back(distance, name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  near.resize(std::min(near.size(), most));
  std::vector<std::string_view> found;
  for (const auto& [distance, name] : near) found.push_back(name);
  return found;
}

}  // namespace warpglass
