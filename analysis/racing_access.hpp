// What the race checker knows of an access: as it comes, and as it is remembered.
#pragma once

#include <cstdint>

#include "analysis/footprint.hpp"
#include "analysis/happens_before.hpp"
#include "sim/events.hpp"

namespace warpglass::analysis {

struct WarpClock;

/// An access to shared or global memory as it comes.
struct RacingAccess {
  const FootprintRef* footprint = nullptr;
  std::uint64_t base = 0;  // address of the first lane
  std::uint32_t pc = 0;
  std::uint32_t block = 0;
  std::uint32_t cluster = 0;
  Clock clock = 0;  // of the warp
  std::uint8_t warp = 0;
  bool shared = false;
  bool writes = false;
  bool reads = false;
  bool strong = false;                      // atomic, or with an order: two such of one size do not race
  bool narrow = false;                      // strong to the threads of its block only
  bool near = false;                        // strong to those of its cluster only
  bool relies = false;                      // a volatile access by which lanes of a warp pass values on
  std::uint8_t size = 0;                    // bytes of an element
  std::uint32_t copy = 0;                   // the group (CopyGroups) of a copy that goes on by itself; 0: no copy
  const WarpClock* knows = nullptr;         // nullptr: nothing it could race with has been noted
  const sim::AccessEvent* event = nullptr;  // with `knows`
};

/// What is remembered of one.
struct NotedAccess {
  FootprintRef footprint;
  std::uint32_t pc = 0;
  std::uint32_t block = 0;
  std::uint32_t cluster = 0;
  Clock clock = 0;
  std::uint32_t copy = 0;
  std::uint8_t warp = 0;
  std::uint8_t size = 0;
  bool writes = false;
  bool reads = false;
  bool strong = false;
  bool narrow = false;
  bool near = false;
  bool relies = false;

  explicit NotedAccess(const RacingAccess& access)
      : footprint(access.footprint != nullptr ? *access.footprint : FootprintRef()),
        pc(access.pc),
        block(access.block),
        cluster(access.cluster),
        clock(access.clock),
        copy(access.copy),
        warp(access.warp),
        size(access.size),
        writes(access.writes),
        reads(access.reads),
        strong(access.strong),
        narrow(access.narrow),
        near(access.near),
        relies(access.relies) {}

  /// The same as it came, but for what its warp knew then. \param base  address of the first lane
  [[nodiscard]] RacingAccess again(std::uint64_t base) const {
    return {.footprint = &footprint,
            .base = base,
            .pc = pc,
            .block = block,
            .cluster = cluster,
            .clock = clock,
            .warp = warp,
            .writes = writes,
            .reads = reads,
            .strong = strong,
            .narrow = narrow,
            .near = near,
            .size = size};
  }

  /// Whether `now` is the same once more.
  [[nodiscard]] bool is(const RacingAccess& now) const {
    return pc == now.pc && block == now.block && warp == now.warp && clock == now.clock && copy == now.copy &&
           now.footprint != nullptr && footprint && &*footprint == &**now.footprint;
  }
};

}  // namespace warpglass::analysis
