// What loads and stores say about caches: cache operators (PTX ISA, Cache Operators), `.nc`, which asks for the
// read-only path, and which lines are to give way before others (PTX ISA, Cache Eviction Priority Hints).
#pragma once

#include <cstdint>

namespace warpglass {

enum class CacheOperator : std::uint8_t {
  none,         // not said: the machine's default
  all,          // .ca: all levels
  global,       // .cg: second level only
  streaming,    // .cs: likely accessed once
  last_use,     // .lu
  uncached,     // .cv, volatile and relaxed accesses: fetched again
  non_coherent  // .nc: read-only data
};

enum class EvictionPriority : std::uint8_t {
  none,         // not said: normal
  normal,       // evict_normal
  unchanged,    // evict_unchanged: a line that is there keeps its own
  first,        // evict_first, and what `.cs` means at both levels
  last,         // evict_last
  no_allocate,  // L1::no_allocate, and `.lu`: nothing is left in the first level
};

/// By level, as an instruction words them.
struct EvictionHints {
  EvictionPriority l1 = EvictionPriority::none;
  EvictionPriority l2 = EvictionPriority::none;

  friend bool operator==(const EvictionHints&, const EvictionHints&) = default;
};

}  // namespace warpglass
