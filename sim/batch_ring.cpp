#include "sim/batch_ring.hpp"

#include <chrono>
#include <thread>

namespace warpglass::sim {

void Patience::pause() {
  if (++rounds_ < 16) return std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(std::min(rounds_, 500)));
}

}  // namespace warpglass::sim
