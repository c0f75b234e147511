// Which SM, and which of its places, each block of a launch takes. Blocks are handed out in order, an SM after the
// other, as many to each as its occupancy allows; whoever ends makes room for the next. Nothing is known of how long a
// block takes: all are taken to be equally long, so that they come and go in waves.
#pragma once

#include <cstdint>

#include "base/block_order.hpp"
#include "base/dim3.hpp"

namespace warpglass::report {

struct Place {
  std::uint64_t sm = 0;
  std::uint64_t slot = 0;  // of those that the SM has for blocks of this launch
};

struct BlockPlacement {
  Dim3 grid;
  Dim3 cluster{1, 1, 1};    // blocks that are resident together
  std::uint64_t sms = 0;    // 0: not known, and nothing is placed
  std::uint64_t slots = 0;  // blocks that an SM holds; likewise

  /// Blocks that are resident at once, whole clusters.
  [[nodiscard]] std::uint64_t per_wave() const { return sms * slots / cluster.volume() * cluster.volume(); }
  /// 0: nothing can be placed.
  [[nodiscard]] std::uint64_t waves() const {
    return per_wave() == 0 ? 0 : (grid.volume() + per_wave() - 1) / per_wave();
  }
  /// Blocks of a wave: all but the last are full.
  [[nodiscard]] std::uint64_t blocks_of(std::uint64_t wave) const {
    return wave + 1 < waves() ? per_wave() : grid.volume() - wave * per_wave();
  }
  /// \param at  within the wave
  [[nodiscard]] Place place_of(std::uint64_t at) const {
    return {.sm = sm_of_block(at, grid.volume(), sms), .slot = at / sms};
  }
  /// Index of the block that is handed out as number `at`: cluster by cluster.
  [[nodiscard]] Dim3 block(std::uint64_t at) const;
};

}  // namespace warpglass::report
