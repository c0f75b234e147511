// Which of a program's accesses have had more shapes than are remembered. Workers of later launches need not find that
// out again, which takes a quarter of a millisecond each.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace warpglass::sim {

/// By Op::site. Its workers may ask and tell at once: what is told is how fast later launches go, and no count.
class ScatteredSites {
 public:
  explicit ScatteredSites(std::size_t sites) : scattered_(sites) {}

  [[nodiscard]] bool has(std::size_t site) const { return scattered_[site].load(std::memory_order_relaxed); }
  void tell(std::size_t site, bool scattered) { scattered_[site].store(scattered, std::memory_order_relaxed); }

 private:
  std::vector<std::atomic<bool>> scattered_;
};

}  // namespace warpglass::sim
