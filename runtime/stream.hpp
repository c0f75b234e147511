// Streams and events. Operations execute at once and in the order of the calls, which is an order that every stream
// and event permits: a stream is a name with its properties, and an event is a point in time.
#pragma once

#include <chrono>
#include <cstdint>

namespace warpglass::runtime {

struct Stream {
  std::uint64_t id = 0;     // over all devices: sim::device_of_stream
  std::uint32_t flags = 0;  // as the API above gave them
  std::int32_t priority = 0;
};

struct Event {
  using Clock = std::chrono::steady_clock;

  std::uint64_t id = 0;
  bool timed = true;
  bool recorded = false;
  Clock::time_point when;

  void record() {
    recorded = true;
    when = Clock::now();
  }
};

/// Milliseconds from one recorded event to another: the host's time, at least the half microsecond that is the
/// resolution of a device's clock.
[[nodiscard]] inline float milliseconds_between(const Event& start, const Event& end) {
  constexpr float kResolution = 0.0005f;
  const float elapsed = std::chrono::duration<float, std::milli>(end.when - start.when).count();
  return elapsed > kResolution ? elapsed : kResolution;
}

}  // namespace warpglass::runtime
