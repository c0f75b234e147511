#include "sim/batch_ring.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace warpglass::sim {

void Patience::pause() {
  using std::chrono::microseconds;
  constexpr microseconds kAwake{80}, kShortest{16}, kLongest{500};
  const auto now = std::chrono::steady_clock::now();
  if (!std::exchange(waits_, true)) {
    since_ = now;
    asleep_ = kShortest;
  }
  if (now - since_ < kAwake) return std::this_thread::yield();
  std::this_thread::sleep_for(std::min(asleep_++, kLongest));
}

}  // namespace warpglass::sim
