// The state of an mbarrier, a barrier that lives in 64 bits of shared memory. PTX leaves the layout open; ours is
//
//     bits  0..20  bytes still to come, signed (tx-count)
//     bits 21..40  arrivals still to come in this phase
//     bits 41..60  arrivals expected in every phase
//     bits 61..63  number of the phase, of which waits ask for the lowest bit
//
// A phase is complete when nothing is to come; the next one begins at once with all arrivals expected again.
#pragma once

#include <cstdint>

namespace warpglass::isa {

struct MbarrierState {
  std::int32_t bytes = 0;
  std::uint32_t pending = 0;
  std::uint32_t expected = 0;
  std::uint32_t phase = 0;

  /// Most arrivals a barrier can expect, and bytes it can wait for.
  static constexpr std::uint32_t kMaxCount = (1u << 20) - 1;

  [[nodiscard]] constexpr std::uint32_t parity() const { return phase & 1u; }

  [[nodiscard]] static constexpr MbarrierState unpack(std::uint64_t bits) {
    return {.bytes = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits) << 11) >> 11,
            .pending = static_cast<std::uint32_t>(bits >> 21) & kMaxCount,
            .expected = static_cast<std::uint32_t>(bits >> 41) & kMaxCount,
            .phase = static_cast<std::uint32_t>(bits >> 61)};
  }

  [[nodiscard]] constexpr std::uint64_t packed() const {
    return (static_cast<std::uint64_t>(bytes) & 0x1fffff) | std::uint64_t{pending} << 21 |
           std::uint64_t{expected} << 41 | std::uint64_t{phase} << 61;
  }

  /// Begins the next phase when this one is complete.
  constexpr void settle() {
    if (pending != 0 || bytes != 0) return;
    pending = expected;
    phase = (phase + 1) & 7u;
  }
};

}  // namespace warpglass::isa
