// What a long launch tells of itself while it runs: how far it is, how fast, and when it will be over at that rate.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpglass::session {

class LaunchProgress {
 public:
  using Clock = std::chrono::steady_clock;

  /// \param kernel  as the compiler names it
  /// \param done    blocks of the launch that have ended
  /// \param blocks  of its grid
  /// \return  "scale  block 512 of 65,536 (0 %), 5,120 blocks/s, 13 s left"; empty: it was told a moment ago
  [[nodiscard]] std::string tell(std::string_view kernel, std::uint64_t done, std::uint64_t blocks,
                                 Clock::time_point now);

 private:
  std::string kernel_;
  std::uint64_t blocks_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t first_done_ = 0;  // when the launch was first heard of
  Clock::time_point since_;       // likewise
  Clock::time_point told_;
};

/// "13 s", "4 min", "2 h 10 min"; at least a second.
[[nodiscard]] std::string time_left(double seconds);

}  // namespace warpglass::session
