// The caches of a machine: how much each level holds, in what units it fetches, and what stores and atomics do to it.
//
// What NVIDIA publishes are the sizes (CUDA C++ Programming Guide, Compute Capabilities; data sheets). The rest is what
// an H200 showed (tests/hardware/h200/facts/caches.tsv, cache_hints.tsv), taken for the machines like it, and the
// tuning guides. Replacement is least recently used here; the chip's first level loses its lines over a band of sizes
// around its capacity rather than at once.
#pragma once

#include <cstdint>

#include "arch/device_model.hpp"
#include "base/cache_operator.hpp"

namespace warpglass::arch {

inline constexpr std::uint32_t kCacheLine = 128;
inline constexpr std::uint32_t kCacheSector = 32;
inline constexpr std::uint32_t kSectorsPerLine = kCacheLine / kCacheSector;
inline constexpr std::uint32_t kFirstLevelWays = 8;
inline constexpr std::uint32_t kSecondLevelWays = 16;

/// Which lines of a set give way before others (tests/hardware/h200/facts/cache_hints.tsv).
struct EvictionRules {
  std::uint32_t last_ways = 0;      // of a set that evict_last keeps; one more makes the one used longest ago normal
  bool newest_first = false;        // among those of evict_first the newest gives way, else the oldest
  bool unchanged_is_first = false;  // a new line of evict_unchanged is as of evict_first, else normal
};

struct CacheRules {
  // First level, of each SM.
  std::uint64_t l1_bytes = 0;     // 0: none
  bool l1_fetches_lines = false;  // cc 2.x, 3.x: a miss brings the whole line; else the sectors asked for
  bool l1_keeps_stores = false;   // from Volta on a store leaves what it wrote; before, it throws the sectors out
  bool l1_caches_local = false;
  // Second level.
  std::uint64_t l2_bytes = 0;         // all partitions together; 0: none
  std::uint32_t l2_dirty_ways = 16;   // of a set that may wait to be written back
  std::uint32_t l2_partial_ways = 2;  // of a set that may hold sectors written in part: their other bytes are read then
  /// Each SM asks the partition near to it, which asks the one that the line belongs to: a line may be in both.
  std::uint32_t l2_partitions = 1;
  std::uint32_t l2_fetch_sectors = 1;  // a miss brings this many, aligned
  // Eviction priorities.
  bool heeds_hints = false;  // else lines are all alike
  EvictionRules l1_eviction;
  EvictionRules l2_eviction;
};

/// The partition that a multiprocessor is near to, of two: its processing cluster's. On an H200 they are near to
/// partitions 0 0 0 1 1 1 0 1 (tests/hardware/h200/facts/block_placement.tsv), taken for the others.
[[nodiscard]] std::uint32_t near_partition(std::uint32_t sm, std::uint32_t sm_count);

/// What hints mean to a machine that heeds them: none, unchanged, first or last at each level, no_allocate at the
/// first.
[[nodiscard]] EvictionHints meaning_of(EvictionHints hints);

/// \param shared_carve_out  bytes of shared memory that the SM is set to, where first level and shared memory are one
[[nodiscard]] CacheRules cache_rules(const DeviceModel& device, std::uint64_t shared_carve_out);

}  // namespace warpglass::arch
